import type { OperationSummary, Snapshot, Step, SummaryColumn, Trace, ValueSummary } from '../interpret/trace.ts';
import { Origin } from '../interpret/value.ts';
import type { HandlerModel } from './model.ts';
import { endsWell, isWon, namesEvent, namesSubject, pathOf, wasRun } from './paths.ts';

/** What a claim or a guard is keyed by. */
export interface StepKey {
  readonly values: readonly ValueSummary[];
  /** The columns that hold them; empty where the key is one text. */
  readonly columns: readonly SummaryColumn[];
}

/** The key by which a step tells one delivery from another; null where it has none that is known. */
export function keyOf(model: HandlerModel, { fact }: Step): StepKey | null {
  if (fact.kind === 'claim' || fact.kind === 'lock' || fact.kind === 'memory')
    return fact.key ? { values: [fact.key], columns: [] } : null;
  if (fact.kind !== 'operation') return null;
  const { operation } = fact;
  if (operation.action === 'insert') {
    const columns = keyColumns(model, operation);
    return columns.length > 0 ? { values: columns.map((column) => column.value), columns } : null;
  }
  const values = operation.where.flatMap((one) => (one.operator === '=' || one.operator === 'in' ? one.values : []));
  return values.length > 0 ? { values, columns: [] } : null;
}

/** The inserted columns that a unique key of the table, or the conflict's target, is over. */
function keyColumns(model: HandlerModel, operation: OperationSummary): readonly SummaryColumn[] {
  const inserted = (names: readonly string[]): readonly SummaryColumn[] | undefined => {
    const found = names.map((name) =>
      operation.columns.find(({ column }) => same(column, name) || same(model.columnOf(operation, column), name)),
    );
    return found.every((one) => one !== undefined) ? found : undefined;
  };
  const verdict = model.keyForInsert(operation);
  if (verdict.verdict === 'yes') {
    const columns = inserted(verdict.key.columns);
    if (columns) return columns;
  }
  const target = operation.conflict?.target;
  if (target && target.length > 0) return inserted(target) ?? [];
  for (const key of verdict.table?.uniqueKeys ?? []) {
    const columns = key.expression === null && key.columns.length > 0 ? inserted(key.columns) : undefined;
    if (columns) return columns;
  }
  if (verdict.table) return [];
  return operation.columns.filter(
    ({ column, value }) => namesEvent(value.origins) || /event|delivery|webhook|idempot|dedup/i.test(column),
  );
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export function originsOfKey(key: StepKey | null): number {
  return key?.values.reduce((all, value) => all | value.origins, 0) ?? 0;
}

/** A table that by its name holds what was seen before, or that the settings say does. */
export function isDedupeTable(model: HandlerModel, operation: OperationSummary): boolean {
  if (operation.table === null) return false;
  if (model.isDeclaredDedupeTable(operation)) return true;
  const words = operation.table.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return /(?:^|_)(?:processed|handled|seen|webhooks?|idempoten\w*|dedup\w*|inbox)(?:_|$)/.test(words);
}

/** An insert that keeps the event's key, or that goes into a table of those. */
export function isEventInsert(model: HandlerModel, { fact }: Step): boolean {
  return (
    fact.kind === 'operation' &&
    fact.operation.action === 'insert' &&
    (fact.operation.columns.some((column) => namesEvent(column.value.origins)) || isDedupeTable(model, fact.operation))
  );
}

/** An atomic put, or an insert that stands for the event: won by one delivery of it. */
export function isEventClaim(model: HandlerModel, step: Step): boolean {
  const { fact } = step;
  if (fact.kind === 'claim') {
    const origins = fact.key?.origins ?? 0;
    return namesEvent(origins) || (origins & (namesSubject | Origin.attempt)) !== 0;
  }
  return isEventInsert(model, step) && model.claimVerdict(step) !== 'no';
}

/** Deletes what a claim put there. */
function drops(claim: Step, other: Step): boolean {
  if (other.id <= claim.id || other.fact.kind !== 'operation' || other.fact.operation.action !== 'delete') return false;
  const { operation } = other.fact;
  if (claim.fact.kind === 'operation')
    return operation.table !== null && operation.table === claim.fact.operation.table;
  if (claim.fact.kind !== 'claim') return false;
  const { key } = claim.fact;
  return operation.where.some((one) =>
    one.values.some((value) => key !== null && value.text === key.text && value.origins === key.origins),
  );
}

/** The steps that give a claim back. */
export function releasesOf(trace: Trace, claim: Step): Step[] {
  return trace.steps.filter((other) => drops(claim, other));
}

/** It is given back whenever the work is done: a lock, which stops the overlap and not the retry that comes later. */
export function endsWithTheWork(trace: Trace, claim: Step): boolean {
  const releases = releasesOf(trace, claim);
  if (releases.length === 0) return false;
  const done = trace.endings.filter((ending) => endsWell(ending) && isWon(ending.snapshot, claim.id));
  return done.length > 0 && done.every((ending) => releases.some((release) => wasRun(ending.snapshot, release)));
}

/** A lock is held, and what was looked up under it decided: the second delivery waits, then finds what the first wrote. */
export function isCheckedUnderLock(trace: Trace, snapshot: Snapshot): boolean {
  const path = pathOf(trace, snapshot);
  const lock = path.findLast(
    (step) =>
      step.fact.kind === 'lock' ||
      ((step.fact.kind === 'claim' || step.fact.kind === 'operation') &&
        isWon(snapshot, step.id) &&
        endsWithTheWork(trace, step)),
  );
  if (!lock) return false;
  return trace.steps.some(
    (read) =>
      read.id > lock.id &&
      read.fact.kind === 'operation' &&
      read.fact.operation.action === 'read' &&
      (snapshot.outcomes.get(read.id) === 'missing' || snapshot.fieldTests.some((test) => test.step === read.id)),
  );
}

/** Keeps that one effect was made, not that an event was seen: `receipt:42` in a table of what was sent. */
export function isSendRecord(model: HandlerModel, step: Step): boolean {
  const { fact } = step;
  const says = /sent|send|effect|mail|sms|notif|message|receipt|outgoing/i;
  if (fact.kind === 'claim') return says.test((fact.key?.text ?? '').replaceAll('\u0000', ' '));
  if (fact.kind !== 'operation') return false;
  const { operation } = fact;
  if (operation.action === 'update')
    return operation.columns.some(({ column }) => /sent|notified|mailed|emailed/i.test(column));
  if (operation.table !== null && says.test(operation.table)) return true;
  return (keyOf(model, step)?.values ?? []).some(
    (value) => value.text !== null && says.test(value.text.replaceAll('\u0000', ' ')),
  );
}

/** May a later delivery take it, because it was given back, or because who holds it has taken too long? */
export function canBeTakenAgain(model: HandlerModel, claim: Step): boolean {
  if (releasesOf(model.trace, claim).length > 0) return true;
  const { fact } = claim;
  if (fact.kind !== 'operation') return false;
  if (fact.operation.action === 'insert' && (fact.operation.conflict?.conditions.length ?? 0) > 0) return true;
  return isTakenOver(model, claim);
}

/** Where the claim is lost its row is looked at again, or taken over. */
export function isTakenOver(model: HandlerModel, claim: Step): boolean {
  if (claim.fact.kind !== 'operation') return false;
  const { table } = claim.fact.operation;
  return model.trace.steps.some(
    (other) =>
      other.id > claim.id &&
      other.fact.kind === 'operation' &&
      other.fact.operation.table === table &&
      other.snapshots.some((snapshot) => ['lost', 'conflict'].includes(snapshot.outcomes.get(claim.id) ?? '')),
  );
}
