import type { Snapshot, Step } from '../interpret/trace.ts';
import { isEventInsert, keyOf, originsOfKey, endsWithTheWork } from './claims.ts';
import type { HandlerModel, OnceStep } from './model.ts';
import { endsWell, isLost, isWon, namesEvent, namesSubject, passes, pathOf } from './paths.ts';

/** What stops a second delivery only while this process lives, or only while the first one runs. */
export interface FleetingGuard {
  readonly step: Step;
  readonly kind: 'memory' | 'lock';
  /** What runs again, worst first. */
  readonly acts: readonly OnceStep[];
  readonly path: Snapshot | undefined;
}

export function fleetingGuards(model: HandlerModel): FleetingGuard[] {
  if (!model.trace.complete) return [];
  const harmful = [...model.onceSteps(), ...changes(model)];
  return model.trace.steps.flatMap((step) => {
    if (step.fact.kind === 'memory' && step.fact.action === 'read') return inMemory(model, step, harmful) ?? [];
    return isLock(model, step) ? (lockAlone(model, step, harmful) ?? []) : [];
  });
}

/** Updates and inserts that do harm when an older or a repeated event makes them, though they do not add up. */
function changes(model: HandlerModel): OnceStep[] {
  const make = (step: Step, does: string): OnceStep => ({
    step,
    radius: 'state',
    confidence: 'likely',
    does,
    kind: 'accumulating',
  });
  const blind = model
    .blindTransitions()
    .map(({ step, table, column }) => make(step, `sets \`${table ?? 'a table'}.${column}\``));
  const inserts = model.trace.steps.flatMap((step) => {
    if (step.fact.kind !== 'operation' || step.fact.operation.action !== 'insert' || isEventInsert(model, step))
      return [];
    const { operation } = step.fact;
    if (operation.conflict !== null || model.keyForInsert(operation).verdict !== 'unknown') return [];
    return make(step, `adds a row to \`${operation.table ?? 'a table'}\``);
  });
  return [...blind, ...inserts];
}

function inMemory(model: HandlerModel, step: Step, harmful: readonly OnceStep[]): FleetingGuard | undefined {
  if (step.fact.kind !== 'memory') return undefined;
  const name = lastName(step.fact.collection);
  const isKept = model.trace.steps.some(
    (other) =>
      other.fact.kind === 'memory' && other.fact.action === 'write' && lastName(other.fact.collection) === name,
  );
  if (!isKept) return undefined;
  const ids = new Set(harmful.map((act) => act.step.id));
  const leaves = model.trace.endings.some(
    (ending) =>
      (endsWell(ending) || ending.kind === 'left') &&
      ending.snapshot.outcomes.get(step.id) === 'found' &&
      !pathOf(model.trace, ending.snapshot).some((other) => other.id > step.id && ids.has(other.id)),
  );
  if (!leaves) return undefined;
  const leavesHandler = model.trace.endings.some(
    (ending) => endsWell(ending) && ending.snapshot.outcomes.get(step.id) === 'found',
  );
  return guardOf(model, step, 'memory', harmful, (snapshot) => {
    const outcome = snapshot.outcomes.get(step.id);
    return outcome === 'missing' || (outcome === undefined && leavesHandler && passes(snapshot, step.id));
  });
}

function lastName(collection: string): string {
  return collection.split('.').at(-1) ?? collection;
}

function isLock(model: HandlerModel, step: Step): boolean {
  const isFleeting =
    step.fact.kind === 'lock' ||
    ((step.fact.kind === 'claim' || isEventInsert(model, step)) && endsWithTheWork(model.trace, step));
  if (!isFleeting) return false;
  const origins = originsOfKey(keyOf(model, step));
  if (namesEvent(origins)) return true;
  // On a thing that events are about it may only put their work in order, unless who finds it taken leaves.
  return (origins & namesSubject) !== 0 && isLeftWhenTaken(model, step);
}

function isLeftWhenTaken(model: HandlerModel, step: Step): boolean {
  return model.trace.endings.some(
    (ending) =>
      endsWell(ending) &&
      (isLost(ending.snapshot, step.id) ||
        ending.snapshot.fieldTests.some((test) => test.step === step.id && test.operator === 'falsy')),
  );
}

function lockAlone(model: HandlerModel, step: Step, harmful: readonly OnceStep[]): FleetingGuard | undefined {
  return guardOf(model, step, 'lock', harmful, (snapshot) =>
    step.fact.kind === 'lock' ? passes(snapshot, step.id) : isWon(snapshot, step.id),
  );
}

function guardOf(
  model: HandlerModel,
  step: Step,
  kind: FleetingGuard['kind'],
  harmful: readonly OnceStep[],
  isPast: (snapshot: Snapshot) => boolean,
): FleetingGuard | undefined {
  let path: Snapshot | undefined;
  const acts = harmful.filter((act) => {
    if (act.step.id <= step.id) return false;
    if (act.kind === 'accumulating' && model.isRolledBackByLaterClaim(act.step)) return false;
    const reached = act.step.snapshots.find(
      (snapshot) =>
        isPast(snapshot) &&
        model.protection(snapshot) === 'no' &&
        !(act.kind === 'accumulating' && model.isLockedTogether(act.step, snapshot)),
    );
    if (reached) path ??= reached;
    return reached !== undefined;
  });
  return acts.length > 0 ? { step, kind, acts, path } : undefined;
}
