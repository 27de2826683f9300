import type { Ending, Snapshot, Step } from '../interpret/trace.ts';
import { Origin } from '../interpret/value.ts';
import type { Span } from '../parse/place.ts';
import { endingsOf, isDone, isRefused, isWork, placeOfSpot, trailOf } from './answers.ts';
import type { HandlerModel } from './model.ts';

/** A duplicate that the provider is told has failed. */
export interface RefusedDuplicate {
  readonly how: 'lost-claim' | 'found' | 'uncaught-conflict';
  readonly place: Span;
  /** The claim or guard that found the duplicate out. */
  readonly step: Step;
  readonly status: number;
  readonly throws: boolean;
  readonly snapshot: Snapshot;
}

export function refusedDuplicates(model: HandlerModel): RefusedDuplicate[] {
  if (model.kind !== 'http' || !model.trace.complete) return [];
  const found = new Map<string, RefusedDuplicate>();
  for (const ending of endingsOf(model)) {
    if (!isRefused(ending)) continue;
    const duplicate = duplicateOf(model, ending);
    if (!duplicate || isStillRunning(model, duplicate.step, ending)) continue;
    const place = ending.answer ? placeOfSpot(model, ending.answer) : model.placeOf(duplicate.step);
    const key = `${place.file}:${place.start}`;
    if (!found.has(key))
      found.set(key, {
        ...duplicate,
        place,
        status: ending.status ?? 500,
        throws: ending.kind === 'threw',
        snapshot: ending.snapshot,
      });
  }
  for (const conflict of uncaughtConflicts(model)) {
    const key = `${conflict.place.file}:${conflict.place.start}`;
    if (!found.has(key)) found.set(key, conflict);
  }
  return [...found.values()];
}

/** The claim that was lost, or the guard that found something, last before this ending. */
function duplicateOf(model: HandlerModel, ending: Ending): Pick<RefusedDuplicate, 'how' | 'step'> | undefined {
  const { snapshot } = ending;
  // A later failure ends this path, not the duplicate.
  if (ending.kind === 'threw' && ending.answer === null) return undefined;
  const trail = trailOf(model, snapshot);
  const last = trail.findLast(
    (step) => isWork(model, step) || (step.fact.kind === 'operation' && step.fact.operation.action === 'read'),
  );
  for (const step of model.trace.steps) {
    const outcome = snapshot.outcomes.get(step.id);
    if ((outcome === 'lost' || outcome === 'conflict') && isEventClaim(model, step)) {
      // What was caught after it was lost is another failure: that of a commit, say.
      if (outcome === 'lost' && snapshot.caught !== null) continue;
      // Something was done behind it, or read and decided on: another reason to refuse.
      if (trail.some((other) => other.id > step.id && (isWork(model, other) || isRead(other)))) continue;
      return { how: 'lost-claim', step };
    }
    if (outcome === 'found' && isRead(step) && isEventGuard(step) && last === step && snapshot.caught === null)
      return { how: 'found', step };
  }
  const guard = model
    .guards()
    .find(({ step, tests, column }) =>
      tests === 'presence'
        ? snapshot.outcomes.get(step.id) === 'found' && last === step && snapshot.caught === null
        : column !== null && last === step && isDoneState(model, step, column, snapshot),
    );
  return guard && { how: 'found', step: guard.step };
}

const isRead = ({ fact }: Step): boolean => fact.kind === 'operation' && fact.operation.action === 'read';

/** One delivery of an event can win it, and the other is a duplicate: not a transition that a later event finds done. */
function isEventClaim(model: HandlerModel, step: Step): boolean {
  if (model.claimVerdict(step) !== 'yes') return false;
  return step.fact.kind === 'claim' || (step.fact.kind === 'operation' && step.fact.operation.action === 'insert');
}

function isEventGuard({ fact }: Step): boolean {
  return (
    fact.kind === 'operation' &&
    fact.operation.where.some((condition) => condition.values.some((value) => value.origins & Origin.eventKey))
  );
}

/** The row is in the state that this handler leaves it in. */
function isDoneState(model: HandlerModel, guard: Step, column: string, { fieldTests }: Snapshot): boolean {
  const written = new Set(
    model.trace.steps.flatMap(({ fact, id }) =>
      fact.kind === 'operation' && id > guard.id
        ? [...fact.operation.columns, ...(fact.operation.conflict?.set ?? [])]
            .filter((one) => one.column === column && one.value.constant !== null)
            .map((one) => String(one.value.constant?.value))
        : [],
    ),
  );
  return fieldTests.some(
    (test) =>
      test.step === guard.id &&
      test.field === column &&
      test.operator === '=' &&
      test.value !== null &&
      written.has(test.value),
  );
}

/** Refused because the first delivery is still at work: who holds the lease is known to give it back. */
function isStillRunning(model: HandlerModel, step: Step, ending: Ending): boolean {
  const { status, snapshot } = ending;
  if (status !== 409 && status !== 503 && status !== 425 && status !== 429 && ending.kind !== 'threw') return false;
  if (step.fact.kind === 'claim') return step.fact.timeToLive !== null;
  if (step.fact.kind !== 'operation') return false;
  const { table, columns, conflict } = step.fact.operation;
  if ((conflict?.conditions.length ?? 0) > 0) return true;
  const lease = /lease|lock|expire|until|status|state|started|claimed|attempt/i;
  if (snapshot.fieldTests.some((test) => lease.test(test.field) && isOfTable(model, test.step, table))) return true;
  return columns.some((column) => lease.test(column.column));
}

function isOfTable(model: HandlerModel, id: number, table: string | null): boolean {
  const fact = model.trace.steps[id]?.fact;
  return fact?.kind === 'operation' && fact.operation.table === table;
}

/** An insert that fails for a duplicate, and nothing tells that from any other failure. */
function uncaughtConflicts(model: HandlerModel): RefusedDuplicate[] {
  const endings = endingsOf(model);
  return model.trace.steps.flatMap((step): RefusedDuplicate[] => {
    if (!isEventClaim(model, step) || !throwsWhenLost(step)) return [];
    if (step.snapshots.some((snapshot) => isLate(model, step, snapshot) || isBehindClaim(model, step, snapshot)))
      return [];
    const failed = endings.filter((ending) => endsWith(model, ending, step));
    if (endings.some(({ snapshot }) => snapshot.outcomes.get(step.id) === 'conflict')) return [];
    // Whatever tells some failures from others may tell duplicates.
    if (failed.some((ending) => isDone(ending.status) || ending.status === null)) return [];
    const refused = failed.find(isRefused);
    if (!refused) return [];
    return [
      {
        how: 'uncaught-conflict',
        place: model.placeOf(step),
        step,
        status: refused.status ?? 500,
        throws: refused.kind === 'threw',
        snapshot: refused.snapshot,
      },
    ];
  });
}

/** No duplicate comes here: only one delivery won what stands before. */
function isBehindClaim(model: HandlerModel, step: Step, { outcomes }: Snapshot): boolean {
  return [...outcomes].some(([id, outcome]) => {
    const other = model.trace.steps[id];
    return outcome === 'won' && other !== undefined && other !== step && isEventClaim(model, other);
  });
}

function throwsWhenLost({ fact }: Step): boolean {
  if (fact.kind === 'claim') return fact.throwsWhenLost;
  if (fact.kind !== 'operation' || fact.operation.conflict !== null) return false;
  const { result } = fact.operation;
  return !(result.kind === 'object' && Object.values(result.properties).some((shape) => shape.kind === 'error'));
}

/** The path on which this step failed, and nothing was asked after that. */
function endsWith(model: HandlerModel, { snapshot }: Ending, step: Step): boolean {
  return snapshot.outcomes.get(step.id) === 'threw';
}

/** Recorded when all was done, or behind a read that finds the duplicate out first. */
function isLate(model: HandlerModel, step: Step, snapshot: Snapshot): boolean {
  if (snapshot.weakened || snapshot.acknowledged !== undefined) return true;
  const table = step.fact.kind === 'operation' ? step.fact.operation.table : null;
  return trailOf(model, snapshot).some(
    (other) =>
      other !== step &&
      other.id < step.id &&
      ((isWork(model, other) && other.transaction !== step.transaction) ||
        (isWork(model, other) && step.transaction === null) ||
        other.fact.kind === 'maybe-claim' ||
        (isRead(other) && (table === null || isOfTable(model, other.id, table)))),
  );
}
