import type { DatabaseOperation, OperationCondition, WrittenColumn } from './operation.ts';
import type { Machine } from './machine.ts';
import type { State } from './state.ts';
import { propertiesOf } from './heap.ts';
import type { OperationSummary, SummaryColumn, SummaryCondition, ValueSummary } from './trace.ts';
import { identityOf, originsOf } from './values.ts';
import { ageOfExpression } from './sql-facts.ts';
import { parseSql } from '../parse/parse-sql.ts';
import { Origin, type ResultShape, type Value } from './value.ts';

/** All origins of a value, those of an object's properties too. */
export function deepOrigins(m: Machine, value: Value | null | undefined, state: State, depth = 0): number {
  if (!value || depth > 4) return 0;
  if (value.kind === 'object') {
    let origins = 0;
    for (const inner of propertiesOf(m, state, value.id).known.values())
      origins |= deepOrigins(m, inner, state, depth + 1);
    return origins;
  }
  if (value.kind === 'array')
    return [...value.items, value.rest].reduce((all, item) => all | deepOrigins(m, item, state, depth + 1), 0);
  if (value.kind === 'union')
    return value.options.reduce((all, item) => all | deepOrigins(m, item, state, depth + 1), 0);
  if (value.kind === 'promise') return deepOrigins(m, value.value, state, depth + 1);
  return originsOf(value);
}

export function textOf(value: Value | undefined): string | undefined {
  if (!value) return undefined;
  if (value.kind === 'constant')
    return typeof value.value === 'string' || typeof value.value === 'number' ? String(value.value) : undefined;
  if (value.kind === 'text') return value.parts.map((part) => (typeof part === 'string' ? part : '\u0000')).join('');
  return undefined;
}

function firstResult(value: Value): { step: number; field: string | null } | null {
  if (value.kind === 'result') return { step: value.step, field: value.field?.join('.') ?? null };
  if (value.kind === 'union') {
    for (const option of value.options) {
      const found = firstResult(option);
      if (found) return found;
    }
  }
  return null;
}

export function summarise(m: Machine, value: Value | null | undefined, state: State): ValueSummary | null {
  if (!value) return null;
  const constantValue =
    value.kind === 'constant' && (value.value === null || ['string', 'number', 'boolean'].includes(typeof value.value))
      ? { value: value.value as string | number | boolean | null }
      : null;
  const mayBeNullish =
    (value.kind === 'constant' && (value.value === undefined || value.value === null)) ||
    (value.kind === 'union' &&
      value.options.some(
        (option) => option.kind === 'constant' && (option.value === null || option.value === undefined),
      ));
  return {
    age: ageOf(value),
    origins: deepOrigins(m, value, state),
    constant: constantValue,
    text: textOf(value) ?? null,
    result: firstResult(value),
    eventPath: value.kind === 'event' ? value.path.join('.') : null,
    eventPart: value.kind === 'event' ? value.part : null,
    wholeEvent:
      value.kind === 'event' &&
      value.path.length === 0 &&
      (value.part === 'body' || value.part === 'raw' || value.part === 'message'),
    reserialised: isReserialised(value),
    mayBeNullish,
    identity: isKnown(value) ? identityOf(value) : null,
    excluded: value.kind === 'unknown' && value.name?.startsWith('excluded.') ? value.name.slice(9) : null,
    isFixed: isFixed(m, value),
  };
}

/** Each part of it is one thing, the same wherever it stands on one path. */
function isKnown(value: Value): boolean {
  switch (value.kind) {
    case 'constant':
    case 'event':
      return true;
    case 'result':
      return value.field !== null;
    case 'text':
      return value.parts.every((part) => typeof part === 'string' || isKnown(part));
    default:
      return false;
  }
}

function isFixed(m: Machine, value: Value): boolean {
  switch (value.kind) {
    case 'constant':
      return value.value !== null && value.value !== undefined;
    case 'text':
      return value.parts.every((part) => typeof part === 'string' || isFixed(m, part));
    case 'union':
      return value.options.every((option) => isFixed(m, option));
    case 'unknown':
      return value.origins === Origin.environment && value.name === null;
    case 'event':
      return m.recorder.isEventType(value);
    default:
      return false;
  }
}

/** On every path; of a text, in a part of it. */
function isReserialised(value: Value): boolean {
  if (value.kind === 'event') return (value.origins & Origin.reserialised) !== 0;
  if (value.kind === 'text') return value.parts.some((part) => typeof part !== 'string' && isReserialised(part));
  if (value.kind === 'union') return value.options.every(isReserialised);
  return value.kind === 'promise' && isReserialised(value.value);
}

/** `Date.now() - 3_600_000`, or a piece of SQL such as `now() - interval '1 hour'` that a client was handed as such. */
function ageOf(value: Value): number | null {
  if (value.kind === 'unknown') return value.age ?? null;
  const known = value.kind === 'external' ? value.data?.age : undefined;
  if (known?.kind === 'constant' && typeof known.value === 'number') return known.value;
  const handed = value.kind === 'external' ? value.chain.at(-1)?.args?.[0] : undefined;
  const written = handed ? textOf(handed) : undefined;
  return written === undefined || !/interval|datetime|date_sub/i.test(written) ? null : (sqlAge(written) ?? null);
}

function sqlAge(expression: string): number | undefined {
  const parsed = parseSql(`SELECT 1 FROM t WHERE c < ${expression}`);
  const [statement] = parsed.ok ? parsed.statements : [];
  const [bound] = statement?.kind === 'select' ? (statement.where[0]?.values ?? []) : [];
  return bound && ageOfExpression(bound);
}

/** A value computed from the very column that it is written to: read, add, write. */
function addsToItself(value: Value, column: string): boolean {
  if (value.kind !== 'text' || !value.parts.includes('\u0001')) return false;
  return value.parts.some((part) => typeof part !== 'string' && partOf(part, column));
}

function partOf(value: Value, column: string): boolean {
  if (value.kind === 'result') return value.field?.at(-1) === column;
  if (value.kind === 'text') return value.parts.some((part) => typeof part !== 'string' && partOf(part, column));
  if (value.kind === 'union') return value.options.some((option) => partOf(option, column));
  return false;
}

function column(m: Machine, written: WrittenColumn, state: State): SummaryColumn {
  return {
    column: written.column,
    value: summarise(m, written.value, state) ?? blank,
    accumulates: written.accumulates || addsToItself(written.value, written.column),
    dependsOnItself: written.dependsOnItself ?? false,
  };
}

const blank: ValueSummary = {
  origins: 0,
  constant: null,
  text: null,
  result: null,
  eventPath: null,
  eventPart: null,
  wholeEvent: false,
  reserialised: false,
  mayBeNullish: false,
  identity: null,
  excluded: null,
  isFixed: false,
  age: null,
};

function condition(m: Machine, one: OperationCondition, state: State): SummaryCondition {
  return {
    column: one.column,
    operator: one.operator,
    values: one.values.map((value) => summarise(m, value, state) ?? blank),
  };
}

export function summariseOperation(
  m: Machine,
  operation: DatabaseOperation,
  result: ResultShape,
  statement: number,
  state: State,
): OperationSummary {
  return {
    action: operation.action,
    table: operation.table,
    schema: operation.schema,
    names: operation.names,
    columns: operation.columns.map((written) => column(m, written, state)),
    columnsKnown: operation.columnsKnown,
    where: operation.where.map((one) => condition(m, one, state)),
    whereKnown: operation.whereKnown,
    conflict: operation.conflict
      ? {
          action: operation.conflict.action,
          target: operation.conflict.target,
          demandsKey: operation.conflict.demandsKey ?? false,
          tells: operation.conflict.tells ?? false,
          targetWhere: operation.conflict.targetWhere?.map((one) => condition(m, one, state)) ?? null,
          set: operation.conflict.set.map((written) => column(m, written, state)),
          conditions: operation.conflict.conditions.map((one) => condition(m, one, state)),
        }
      : null,
    lock: operation.lock,
    takesRow: operation.takesRow,
    many: operation.many,
    keptFor: operation.keptFor ?? null,
    result,
    statement,
  };
}
