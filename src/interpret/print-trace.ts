import type { Fact, OperationSummary, Snapshot, Step, Trace, ValueSummary } from './trace.ts';
import { Origin } from './value.ts';

/**
 * A trace as text that a person can review: one line a step, with the calls that lead to it, and behind `<-` the path
 * states in which it is reached; then how the paths end.
 */
export function printTrace(trace: Trace, lineOf: (step: Step) => number): string {
  const lines = trace.steps.map((step) => {
    const calls = step.calls.map((call) => call.name).join(' > ');
    const states = [...new Set(step.snapshots.map((snapshot) => printState(trace, snapshot)))].sort();
    const reached =
      states.length === 1 && states[0] === '' ? '' : `  <- ${states.map((state) => state || 'any').join(' | ')}`;
    const inside = step.transaction === null ? '' : ` in t${step.transaction}`;
    return `${step.id} ${printFact(step.fact)}${inside} @${lineOf(step)}${calls ? ` via ${calls}` : ''}${reached}`;
  });
  const endings = [
    ...new Set(
      trace.endings
        .filter((ending) => ending.kind !== 'left')
        .map((ending) => `${ending.kind} ${ending.status ?? '?'}${withState(printState(trace, ending.snapshot))}`),
    ),
  ].sort();
  return [...lines, ...endings.map((ending) => `end ${ending}`), ...(trace.complete ? [] : ['incomplete'])].join('\n');
}

function withState(state: string): string {
  return state ? `  <- ${state}` : '';
}

function printState(trace: Trace, snapshot: Snapshot): string {
  const parts = [...snapshot.outcomes]
    .filter(([step, outcome]) => outcome !== 'untested' || trace.steps[step]?.fact.kind === 'claim')
    .sort(([a], [b]) => a - b)
    .map(([step, outcome]) => `${step} ${outcome}`);
  for (const test of snapshot.fieldTests)
    parts.push(`${test.step}.${test.field} ${test.operator}${test.value === null ? '' : ` ${test.value}`}`);
  if (snapshot.eventTypes.length > 0) parts.push(`type ${snapshot.eventTypes.join('/')}`);
  if (snapshot.verified !== 'unverified') parts.push(snapshot.verified === 'yes' ? 'verified' : 'not verified');
  if (snapshot.acknowledged !== undefined) parts.push(`answered ${snapshot.acknowledged ?? '?'}`);
  if (snapshot.orderTested) parts.push('order tested');
  if (snapshot.detached) parts.push('detached');
  if (snapshot.weakened) parts.push('weakened');
  return parts.join(', ');
}

function printFact(fact: Fact): string {
  switch (fact.kind) {
    case 'verification':
      return `verify ${fact.provider ?? 'signature'}`;
    case 'operation':
      return printOperation(fact.operation);
    case 'effect':
      return `effect ${fact.radius} (${fact.does})${fact.idempotent ? ' idempotent' : ''}${fact.key === 'unsupported' ? '' : ` key ${fact.key}`}${fact.key === 'present' ? ` from ${printOrigins(fact.keyValue)}` : ''}${fact.likely ? ' likely' : ''}`;
    case 'claim':
      return `claim ${printOrigins(fact.key)}${typeof fact.timeToLive === 'number' ? ` for ${fact.timeToLive} s` : ''}`;
    case 'lock':
      return 'lock';
    case 'memory':
      return `memory ${fact.action} ${fact.collection} ${printOrigins(fact.key)}`;
    case 'maybe-claim':
      return `maybe claim ${fact.name}`;
    case 'begin':
      return `begin${fact.isolation ? ` ${fact.isolation}` : ''}`;
    case 'acknowledgement':
      return `answer ${fact.status ?? '?'}`;
    default:
      return fact.kind;
  }
}

function printOperation(operation: OperationSummary): string {
  const table = `${operation.schema ? `${operation.schema}.` : ''}${operation.table ?? '?'}`;
  const columns = operation.columns
    .map((column) => `${column.column}${column.accumulates ? '+' : ''}=${printOrigins(column.value)}`)
    .join(', ');
  const where = operation.where
    .map((one) => `${one.column} ${one.operator} ${one.values.map(printOrigins).join('/')}`)
    .join(' and ');
  const conflict = operation.conflict
    ? ` on conflict ${operation.conflict.target ? `(${operation.conflict.target.join(', ')}) ` : ''}${operation.conflict.action}${operation.conflict.conditions.length > 0 ? ' if' : ''}`
    : '';
  return `${operation.action} ${table}${columns ? ` (${columns})` : ''}${where ? ` where ${where}` : ''}${conflict}${operation.lock ? ` for ${operation.lock}` : ''}${operation.takesRow ? ' taking a row' : ''}`;
}

const originNames: readonly (readonly [number, string])[] = [
  [Origin.eventKey, 'event key'],
  [Origin.businessKey, 'business key'],
  [Origin.eventTime, 'event time'],
  [Origin.refetched, 'refetched'],
  [Origin.random, 'random'],
  [Origin.clock, 'clock'],
  [Origin.attempt, 'attempt'],
  [Origin.bodyHash, 'body hash'],
  [Origin.signature, 'signature'],
  [Origin.row, 'row'],
  [Origin.event, 'event'],
  [Origin.header, 'header'],
  [Origin.environment, 'environment'],
];

function printOrigins(value: ValueSummary | null): string {
  if (!value) return '?';
  if (value.constant) return JSON.stringify(value.constant.value);
  if (value.wholeEvent) return 'whole event';
  const names = originNames.filter(([bit]) => value.origins & bit).map(([, name]) => name);
  if (value.origins & Origin.eventKey) return 'event key';
  return names.length === 0 ? '?' : names.filter((name) => name !== 'event' || names.length === 1).join('+');
}
