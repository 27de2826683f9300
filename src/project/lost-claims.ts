import type { Ending, Snapshot, Step } from '../interpret/trace.ts';
import { Origin } from '../interpret/value.ts';
import type { BlastRadius, Confidence } from '../report/finding.ts';
import { isEventClaim, isSendRecord, isTakenOver, releasesOf } from './claims.ts';
import type { HandlerModel } from './model.ts';
import { endsBadly, endsWell, isLost, isWon, pathOf, saysProgress, wasRun } from './paths.ts';

/** A claim that is kept though the work behind it failed: every retry finds it taken. */
export interface UnrecoverableClaim {
  readonly step: Step;
  /** What it stands for: the event, or a change of the business that only one delivery brings about. */
  readonly what: 'event' | 'fact';
  /** What is never done, in the order in which it is reached. */
  readonly works: readonly Step[];
  readonly radius: BlastRadius;
  readonly path: Snapshot;
  readonly confidence: Confidence;
}

const rank: readonly BlastRadius[] = ['money', 'shipment', 'message', 'state', 'other'];

export function unrecoverableClaims(model: HandlerModel): UnrecoverableClaim[] {
  if (!model.trace.complete) return [];
  return model.trace.steps.flatMap((step) => unrecoverable(model, step) ?? []);
}

function unrecoverable(model: HandlerModel, step: Step): UnrecoverableClaim | undefined {
  const what = claimed(model, step);
  if (!what || !isLostQuietly(model, step) || hasProgress(model, step)) return undefined;
  const works = model.trace.steps.filter((other) => isWorkBehind(model, step, other, what));
  const [first] = works;
  if (!first) return undefined;
  const failing = model.trace.endings.find((ending) => failsUnreleased(model, step, works, ending));
  if (!failing) return undefined;
  const radius = works
    .map((work) => radiusOf(model, work))
    .reduce((worst, one) => (rank.indexOf(one) < rank.indexOf(worst) ? one : worst));
  return {
    step,
    what,
    works,
    radius,
    path: failing.snapshot,
    confidence: model.claimVerdict(step) === 'yes' ? 'certain' : 'likely',
  };
}

function claimed(model: HandlerModel, step: Step): UnrecoverableClaim['what'] | undefined {
  const { fact } = step;
  if (isSendRecord(model, step)) return undefined;
  // A time to live is a lease.
  if (fact.kind === 'claim') return fact.timeToLive === null && isEventClaim(model, step) ? 'event' : undefined;
  if (fact.kind !== 'operation') return undefined;
  const { operation } = fact;
  if (operation.action === 'insert') {
    if ((operation.conflict?.action === 'update' && !operation.conflict.tells) || model.claimVerdict(step) === 'no')
      return undefined;
    if (operation.columns.some(isProgress)) return undefined;
    return isEventClaim(model, step) ? 'event' : model.claimVerdict(step) === 'yes' ? 'fact' : undefined;
  }
  const isTransition = operation.action === 'update' || operation.action === 'delete';
  if (!isTransition || operation.takesRow || model.claimVerdict(step) !== 'yes') return undefined;
  return operation.columns.some(({ column }) => /lease|lock|expire|until|attempt|claimed|picked/i.test(column))
    ? undefined
    : 'fact';
}

/** `status: 'processing'` can be taken over; `status: 'processed'` says that it is done already. */
function isProgress({
  column,
  value,
}: {
  column: string;
  value: { constant: { value: string | number | boolean | bigint | null | undefined } | null };
}): boolean {
  if (!saysProgress(column)) return false;
  return !/^(?:processed|done|completed?|handled|succe(?:ss|eded)|finished|ok|received)$/i.test(
    String(value.constant?.value ?? ''),
  );
}

/** Who loses it leaves as if all were well. */
function isLostQuietly(model: HandlerModel, step: Step): boolean {
  return model.trace.endings.some((ending) => isLost(ending.snapshot, step.id) && endsWell(ending));
}

/** How far the work is stands in the claim's row, or in that of what it is about: another delivery, or a sweep, may go on. */
function hasProgress(model: HandlerModel, step: Step): boolean {
  if (step.fact.kind !== 'operation') return false;
  const { table, action } = step.fact.operation;
  if (isTakenOver(model, step)) return true;
  return model.trace.steps.some((other) => {
    if (other.id <= step.id || other.fact.kind !== 'operation' || other.fact.operation.table !== table) return false;
    if (other.fact.operation.action !== 'update') return false;
    return action === 'insert' || other.transaction === null || other.transaction !== step.transaction;
  });
}

function isWorkBehind(model: HandlerModel, step: Step, other: Step, what: 'event' | 'fact'): boolean {
  if (other.id <= step.id) return false;
  if (step.transaction !== null && other.transaction === step.transaction) return false;
  const { fact } = other;
  if (fact.kind === 'effect') {
    if (fact.radius === 'other' || (fact.radius === 'state' && fact.category === 'other')) return false;
  } else if (fact.kind === 'operation') {
    if (what === 'fact' || !['insert', 'update', 'delete'].includes(fact.operation.action)) return false;
    if (step.fact.kind === 'operation' && fact.operation.table === step.fact.operation.table) return false;
    if (step.fact.kind === 'operation' && fact.operation.statement === step.fact.operation.statement) return false;
    if (releasesOf(model.trace, step).includes(other) || model.isClaimTable(fact.operation)) return false;
  } else return false;
  return other.snapshots.some(
    (snapshot) =>
      isWon(snapshot, step.id) &&
      !snapshot.weakened &&
      !snapshot.detached &&
      snapshot.acknowledged === undefined &&
      !(step.transaction !== null && [...snapshot.transactions.values()].includes(step.transaction)),
  );
}

/** The delivery fails after the claim, is tried again, and nothing has given the claim back or kept the event. */
function failsUnreleased(model: HandlerModel, step: Step, works: readonly Step[], ending: Ending): boolean {
  const { snapshot } = ending;
  if (!endsBadly(ending) || !isWon(snapshot, step.id) || snapshot.weakened || snapshot.acknowledged !== undefined)
    return false;
  if (!works.some((work) => wasRun(snapshot, work))) return false;
  if (releasesOf(model.trace, step).some((release) => wasRun(snapshot, release))) return false;
  return !pathOf(model.trace, snapshot).some(
    (other) => other.id > step.id && (other.fact.kind === 'maybe-claim' || keepsFailure(other)),
  );
}

function keepsFailure({ fact }: Step): boolean {
  return (
    fact.kind === 'operation' &&
    fact.operation.action === 'insert' &&
    /dead|fail|retr|error|dlq|parked|outbox/i.test(fact.operation.table ?? '') &&
    fact.operation.columns.some((column) => column.value.wholeEvent || column.value.origins & Origin.event)
  );
}

function radiusOf(model: HandlerModel, work: Step): BlastRadius {
  return work.fact.kind === 'effect' ? work.fact.radius : (model.asOnce(work)?.radius ?? 'state');
}
