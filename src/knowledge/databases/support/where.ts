import type { OperationCondition } from '../../../interpret/operation.ts';
import type { Value } from '../../../interpret/value.ts';
import type { ValueReader } from '../../types.ts';
import { isNull, isUndefined, itemsOrSelf } from './values.ts';

export interface Where {
  readonly where: readonly OperationCondition[];
  readonly whereKnown: boolean;
}

/** How a client writes predicates as objects. */
export interface WhereDialect {
  /** Keys of an operator object to operators of SQL: `{ notIn: 'not in' }`. */
  readonly operators: Readonly<Record<string, string>>;
  /** Keys that hold an object, or an array of objects, that must all hold. */
  readonly and: readonly string[];
  /** Keys that hold alternatives. */
  readonly or: readonly string[];
  /** Keys that negate what they hold. */
  readonly not: readonly string[];
  /** Reads a value that is none of these (a compound key, a helper call); undefined for plain equality. */
  readonly special?: (column: string, value: Value) => Where | undefined;
}

export const everything: Where = { where: [], whereKnown: true };
export const notKnown: Where = { where: [], whereKnown: false };

export function condition(column: string, operator: string, ...values: readonly Value[]): OperationCondition {
  return { column, operator, values };
}

/** `=`, or `is null` where the value is null. */
function equality(column: string, value: Value): OperationCondition {
  return compare(column, '=', value);
}

/** One comparison with the operators of SQL; null and lists come out as SQL has them. */
export function compare(
  column: string,
  operator: string,
  value: Value | undefined,
  read?: ValueReader,
): OperationCondition {
  if (value === undefined) return condition(column, operator);
  if (isNull(value) && (operator === '=' || operator === 'is')) return condition(column, 'is null');
  if (isNull(value) && (operator === '<>' || operator === '!=' || operator === 'is not'))
    return condition(column, 'is not null');
  if ((operator === 'in' || operator === 'not in') && read !== undefined)
    return condition(column, operator, ...itemsOrSelf(read, value));
  return condition(column, operator === '!=' ? '<>' : operator, value);
}

export function joined(parts: readonly Where[]): Where {
  return { where: parts.flatMap((part) => part.where), whereKnown: parts.every((part) => part.whereKnown) };
}

/** Alternatives say no more of a column than that it is looked at. */
export function alternatives(parts: readonly Where[]): Where {
  const { where, whereKnown } = joined(parts);
  return { where: where.map((one) => condition(one.column, 'other', ...one.values)), whereKnown };
}

const OPPOSITE: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  in: 'not in',
  'not in': 'in',
  'is null': 'is not null',
  'is not null': 'is null',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** Not all of several conditions: which one fails is open, so only a single one turns into its opposite. */
export function negated(part: Where): Where {
  const [only] = part.where;
  const opposite = part.where.length === 1 ? OPPOSITE[only?.operator ?? ''] : undefined;
  if (only === undefined || opposite === undefined) return alternatives([part]);
  return { where: [{ ...only, operator: opposite }], whereKnown: part.whereKnown };
}

/** Reads a predicate written as an object of columns. */
export function whereObject(read: ValueReader, value: Value | undefined, dialect: WhereDialect): Where {
  if (value === undefined || isUndefined(value)) return everything;
  const parts = read.entries(value).map(([key, held]) => entryWhere(read, key, held, dialect));
  return joined([...parts, { where: [], whereKnown: read.isWhole(value) }]);
}

function entryWhere(read: ValueReader, key: string, value: Value, dialect: WhereDialect): Where {
  if (isUndefined(value)) return everything;
  const inner = (): readonly Where[] => itemsOrSelf(read, value).map((item) => whereObject(read, item, dialect));
  if (dialect.and.includes(key)) return joined(inner());
  if (dialect.or.includes(key)) return alternatives(inner());
  if (dialect.not.includes(key)) return negated(joined(inner()));
  return columnWhere(read, key, value, dialect);
}

/** One column: a value, an operator object, or what the dialect has of its own. */
export function columnWhere(read: ValueReader, column: string, value: Value, dialect: WhereDialect): Where {
  const operators = read.entries(value).filter(([key]) => key in dialect.operators);
  if (operators.length > 0) {
    const parts = operators.map(([key, held]) =>
      operatorWhere(read, column, dialect.operators[key] ?? 'other', held, dialect),
    );
    return joined(parts);
  }
  return dialect.special?.(column, value) ?? { where: [equality(column, value)], whereKnown: true };
}

/** `{ not: { in: […] } }` holds operators again. */
function operatorWhere(
  read: ValueReader,
  column: string,
  operator: string,
  value: Value,
  dialect: WhereDialect,
): Where {
  if (isUndefined(value)) return everything;
  const nested = operator === '<>' && read.entries(value).some(([key]) => key in dialect.operators);
  if (nested) return negated(columnWhere(read, column, value, dialect));
  return { where: [compare(column, operator, value, read)], whereKnown: true };
}
