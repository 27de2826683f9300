import type { Ending, Snapshot, Step } from '../interpret/trace.ts';
import { Origin } from '../interpret/value.ts';
import type { Confidence } from '../report/finding.ts';
import { isEventInsert } from './claims.ts';
import type { HandlerModel, OnceStep } from './model.ts';
import { namesEvent, pathOf } from './paths.ts';

/** A claim that both deliveries get past. */
export interface UntestedClaim {
  readonly step: Step;
  /** Nobody looks; the conflict is caught and passed over; it overwrites, so that it cannot be lost. */
  readonly how: 'unread' | 'swallowed' | 'overwrites';
  /** What is repeated, worst first. */
  readonly acts: readonly OnceStep[];
  readonly path: Snapshot;
  readonly confidence: Confidence;
}

export function untestedClaims(model: HandlerModel): UntestedClaim[] {
  if (!model.trace.complete) return [];
  const once = model.onceSteps();
  return model.trace.steps.flatMap((step) => untested(model, step, once) ?? []);
}

function untested(model: HandlerModel, step: Step, once: readonly OnceStep[]): UntestedClaim | undefined {
  const confidence = mayClaim(model, step);
  if (!confidence) return undefined;
  let how: UntestedClaim['how'] | undefined;
  let path: Snapshot | undefined;
  const acts = once.filter((act) => {
    if (act.step.id <= step.id || isOneStatement(act.step, step)) return false;
    const reached = act.step.snapshots.find((snapshot) => getsPast(model, step, act, snapshot));
    if (!reached) return false;
    path ??= reached;
    how ??= overwrites(step) ? 'overwrites' : reached.outcomes.get(step.id) === 'untested' ? 'unread' : 'swallowed';
    return true;
  });
  if (!path || !how) return undefined;
  if (how === 'swallowed' && decidesAnything(model, step)) return undefined;
  return { step, how, acts, path, confidence };
}

/** The parts of one statement happen together, or not at all: what one says of the other stands in its text. */
function isOneStatement({ fact: a }: Step, { fact: b }: Step): boolean {
  return a.kind === 'operation' && b.kind === 'operation' && a.operation.statement === b.operation.statement;
}

/** It stands for the event, and would part two deliveries if its answer were looked at. */
function mayClaim(model: HandlerModel, step: Step): Confidence | undefined {
  const { fact } = step;
  if (fact.kind === 'claim') return namesEvent(fact.key?.origins ?? 0) ? 'certain' : undefined;
  if (fact.kind !== 'operation' || !isEventInsert(model, step)) return undefined;
  const { operation } = fact;
  const { verdict } = model.keyForInsert(operation);
  if (verdict === 'no') return undefined;
  if (operation.conflict?.action === 'update') {
    const { set, conditions } = operation.conflict;
    // What counts attempts or keeps a state is a record that is read elsewhere.
    const repeats = set.every(
      ({ column, accumulates, dependsOnItself }) =>
        !accumulates && !dependsOnItself && operation.columns.some((inserted) => inserted.column === column),
    );
    if (conditions.length > 0 || !repeats || (set.length > 0 && verdict !== 'yes') || model.isRecording(step))
      return undefined;
  }
  return verdict === 'yes' ? 'certain' : 'likely';
}

function overwrites({ fact }: Step): boolean {
  return fact.kind === 'operation' && fact.operation.conflict?.action === 'update' && !fact.operation.conflict.tells;
}

function getsPast(model: HandlerModel, step: Step, act: OnceStep, snapshot: Snapshot): boolean {
  const outcome = snapshot.outcomes.get(step.id);
  if (outcome === undefined || outcome === 'won' || outcome === 'returned' || outcome === 'void') return false;
  if (snapshot.fieldTests.some((test) => test.step === step.id)) return false;
  if (model.protection(snapshot) !== 'no') return false;
  if (act.kind === 'accumulating' && model.isLockedTogether(act.step, snapshot)) return false;
  // Its answer went into a call that could not be followed.
  return !pathOf(model.trace, snapshot).some(
    (other) => other.id > step.id && other.fact.kind === 'maybe-claim' && other.fact.ofClaim === true,
  );
}

/** Some path ends otherwise for the delivery that lost than for the one that won. */
function decidesAnything(model: HandlerModel, step: Step): boolean {
  const shape = ({ status, snapshot }: Ending): string =>
    JSON.stringify([
      status,
      snapshot.eventTypes,
      pathOf(model.trace, snapshot).flatMap((other) => (other.id > step.id ? other.id : [])),
    ]);
  const won = new Set(
    model.trace.endings
      .filter(({ snapshot }) => ['won', 'returned', 'untested'].includes(snapshot.outcomes.get(step.id) ?? ''))
      .map(shape),
  );
  return model.trace.endings.some(
    (ending) =>
      ['lost', 'conflict', 'threw'].includes(ending.snapshot.outcomes.get(step.id) ?? '') &&
      ending.kind === 'returned' &&
      !won.has(shape(ending)),
  );
}

/** Both deliveries pass the check, and neither looks at what the insert behind it says. */
export function isUntestedRecord(model: HandlerModel, recording: Step, acts: readonly OnceStep[]): boolean {
  if (recording.fact.kind !== 'operation' || recording.fact.operation.conflict?.action !== 'ignore') return false;
  if (!recording.fact.operation.columns.some((column) => column.value.origins & Origin.eventKey)) return false;
  if (model.keyForInsert(recording.fact.operation).verdict !== 'yes') return false;
  return acts.length > 0 && acts.every((act) => act.step.id > recording.id && act.step !== recording);
}
