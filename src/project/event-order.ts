import type { Step, SummaryCondition, ValueSummary } from '../interpret/trace.ts';
import { Origin } from '../interpret/value.ts';
import type { Confidence } from '../report/finding.ts';
import { isEventTimeColumn } from '../knowledge/lexicon.ts';
import type { HandlerModel } from './model.ts';

/** The time of an event decides whether it is older than another, or the same. */
export interface OrderByTime {
  readonly step: Step;
  /** The stored time, as `table.column`; null where two events are compared. */
  readonly stored: string | null;
  readonly inPredicate: boolean;
  readonly confidence: Confidence;
}

/** `other`: it stands among alternatives, `last_event_at IS NULL OR last_event_at < $1`. */
const ordering = /^(?:[<>]=?|=|<>|other)$/;

export function ordersByEventTime(model: HandlerModel): OrderByTime[] {
  if (!model.trace.complete) return [];
  return model.trace.steps.map((step) => inCode(model, step) ?? inPredicate(model, step)).filter((one) => one !== null);
}

function inCode(model: HandlerModel, step: Step): OrderByTime | null {
  if (step.fact.kind !== 'ordering' || isWeak(step)) return null;
  const { sides } = step.fact;
  const times = sides.filter(isEventTime);
  if (times.length === 0) return null;
  // Two events of one batch.
  if (times.length > 1 && sides.length === times.length && new Set(times.map(pathOf)).size === 1)
    return { step, stored: null, inPredicate: false, confidence: 'certain' };
  for (const side of sides) {
    if (!side.result || isEventTime(side)) continue;
    const read = model.trace.steps[side.result.step];
    const column = side.result.field?.split('.').at(-1);
    if (read?.fact.kind !== 'operation' || column === undefined) continue;
    const { table } = read.fact.operation;
    const confidence = keepsEventTime(model, table, column);
    if (confidence !== null) return { step, stored: nameOf(table, column), inPredicate: false, confidence };
  }
  return null;
}

function inPredicate(model: HandlerModel, step: Step): OrderByTime | null {
  if (step.fact.kind !== 'operation' || isWeak(step)) return null;
  const { operation } = step.fact;
  const conditions = [...operation.where, ...(operation.conflict?.conditions ?? [])];
  const written = [...operation.columns, ...(operation.conflict?.set ?? [])];
  for (const condition of conditions) {
    if (!ordering.test(condition.operator) || !comparesEventTime(condition, written)) continue;
    const confidence = keepsEventTime(model, operation.table, condition.column);
    if (confidence === null) continue;
    return { step, stored: nameOf(operation.table, condition.column), inPredicate: true, confidence };
  }
  return null;
}

function comparesEventTime(
  condition: SummaryCondition,
  written: readonly { readonly column: string; readonly value: ValueSummary }[],
): boolean {
  return condition.values.some((value) => {
    if (isEventTime(value)) return true;
    // `excluded.seen_at`: what the insert would have put there.
    const excluded = value.excluded;
    return excluded !== null && written.some((one) => one.column === excluded && isEventTime(one.value));
  });
}

function isEventTime({ origins }: ValueSummary): boolean {
  return (origins & Origin.eventTime) !== 0 && (origins & (Origin.row | Origin.clock)) === 0;
}

function pathOf(value: ValueSummary): string {
  return value.eventPath ?? '';
}

/** The column holds the time of an event: this handler writes it there, or its name says so. */
function keepsEventTime(model: HandlerModel, table: string | null, column: string): Confidence | null {
  const writes = model.trace.steps.some(({ fact }) => {
    if (fact.kind !== 'operation' || fact.operation.table !== table) return false;
    const { columns, conflict } = fact.operation;
    return [...columns, ...(conflict?.set ?? [])].some((one) => one.column === column && isEventTime(one.value));
  });
  if (writes) return 'certain';
  return isEventTimeColumn(column) ? 'likely' : null;
}

function nameOf(table: string | null, column: string): string {
  return table === null ? column : `${table}.${column}`;
}

function isWeak(step: Step): boolean {
  return step.snapshots.every((snapshot) => snapshot.weakened);
}
