import type { OperationCondition, WrittenColumn } from '../../../interpret/operation.ts';
import type { Value } from '../../../interpret/value.ts';
import type { Call, Meaning, MeaningOf, ValueReader } from '../../types.ts';
import { plainColumn } from './columns.ts';
import { expandParts, fragmentValue, partsOf } from './templates.ts';
import type { Parts } from './templates.ts';
import { constant, isNull, isUndefined, list } from './values.ts';
import { alternatives, compare, condition, everything, joined, negated, notKnown } from './where.ts';
import type { Where } from './where.ts';

/** Functions that build a comparison, with the operator of SQL that they stand for. */
const COMPARISONS: Readonly<Record<string, string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  inArray: 'in',
  notInArray: 'not in',
  isNull: 'is null',
  isNotNull: 'is not null',
  like: 'like',
  ilike: 'like',
  notLike: 'other',
  notIlike: 'other',
  between: 'other',
  notBetween: 'other',
  arrayContains: 'other',
  arrayContained: 'other',
  arrayOverlaps: 'other',
};

/** `eq(t.id, id)` as a value: what it compares is kept on it, for the call that it is handed to. */
function comparison(operator: string): MeaningOf {
  return ({ args: [left, right] }) =>
    left && {
      is: 'instance',
      type: 'Condition',
      data: { operator: constant(operator), left, ...(right && { right }) },
    };
}

function junction(operator: string): MeaningOf {
  return ({ args }) => ({
    is: 'instance',
    type: 'Junction',
    data: { operator: constant(operator), items: list(args) },
  });
}

/** Keys for the free functions (`eq`) and for the object that a callback is given (`(t, { eq }) => …`). */
export const conditionCalls: Readonly<Record<string, MeaningOf>> = Object.fromEntries(
  ['', 'Operators.'].flatMap((prefix) => [
    ...Object.entries(COMPARISONS).map(([name, operator]) => [`${prefix}${name}`, comparison(operator)] as const),
    ...['and', 'or', 'not'].map((name) => [`${prefix}${name}`, junction(name)] as const),
    [`${prefix}exists`, junction('or')] as const,
    [`${prefix}notExists`, junction('or')] as const,
    ...['sql', 'sql.raw', 'sql.identifier'].map((name) => [`${prefix}${name}`, fragment] as const),
    [`${prefix}sql.join`, joinedFragment] as const,
    [`${prefix}sql.placeholder`, placeholder] as const,
  ]),
);

function fragment({ args: [text] }: Call): Meaning | undefined {
  return text && { is: 'instance', type: 'Fragment', data: { text } };
}

function placeholder({ args: [name] }: Call): Meaning | undefined {
  return name && { is: 'instance', type: 'Placeholder', data: { placeholder: name } };
}

function joinedFragment({ args: [items, separator] }: Call): Meaning | undefined {
  return items && { is: 'instance', type: 'Fragment', data: { items, ...(separator && { separator }) } };
}

/** The text of a fragment with all that is nested in it. */
export function fragmentParts(read: ValueReader, value: Value | undefined): Parts | undefined {
  const external = read.external(value);
  const data = external?.data;
  if (external?.root !== 'Fragment' || data == null) return undefined;
  const separator = fragmentParts(read, data.separator) ?? [' '];
  const parts =
    partsOf(data.text) ?? read.items(data.items)?.flatMap((item, index) => (index > 0 ? [...separator, item] : [item]));
  return expandParts(parts ?? [], (hole) => fragmentParts(read, hole));
}

/** Fragments as SQL text: tables and columns by name, all else as bound values. */
export function sqlParts(read: ValueReader, value: Value | undefined): Parts | undefined {
  const parts = fragmentParts(read, value) ?? partsOf(value);
  return parts && expandParts(parts, (hole) => tableParts(read, hole));
}

function tableParts(read: ValueReader, hole: Value): Parts | undefined {
  const table = read.external(hole);
  if (table?.root !== 'Table') return undefined;
  const property = table.chain.at(-1)?.name;
  if (property === undefined) return [`"${tableName(read, hole) ?? 'unknown'}"`];
  // `eventId: text('event_id')`: SQL text is written with the database's names.
  const definition = read.external(read.get(table.data?.columns, property));
  const name = read.string(definition?.chain.find((one) => one.args !== null)?.args?.[0]);
  return [`"${name ?? property}"`];
}

/** The table's name in the database; the name in the code where its definition cannot be read. */
export function tableName(read: ValueReader, value: Value | undefined): string | null {
  const table = read.external(value);
  if (table?.root === 'Table') return read.string(table.data?.name) ?? null;
  const query = queryBehind(read, value);
  return query === undefined ? writtenName(read, value) : query;
}

/** The table that a `$with(…).as(query)` or a `query.as(name)` reads from; null where that is not seen. */
function queryBehind(read: ValueReader, value: Value | undefined): string | null | undefined {
  const external = read.external(value);
  const isCommon = external?.root === 'CommonTable';
  const query = isCommon ? read.external(external.data?.query) : external;
  const from = query?.chain.findLast((one) => one.name === 'from' && one.args !== null)?.args?.[0];
  if (from !== undefined) return tableName(read, from);
  return isCommon ? null : undefined;
}

/** Rows of a query, not of a table: what that query asks for is not said again. */
export function isQuery(read: ValueReader, value: Value | undefined): boolean {
  return queryBehind(read, value) !== undefined;
}

export function schemaName(read: ValueReader, value: Value | undefined): string | null {
  return read.string(read.external(value)?.data?.schema) ?? null;
}

/** The property of a table that a value is: `eventId` of `processedEvents.eventId`. */
function columnName(read: ValueReader, value: Value | undefined): string | undefined {
  const external = read.external(value);
  if (external?.root === 'Table') return external.chain.at(-1)?.name;
  return undefined;
}

/** The same where the place says that it is a column, though its table could not be resolved. */
function columnInPlace(read: ValueReader, value: Value | undefined): string | null {
  return columnName(read, value) ?? writtenName(read, value);
}

/** The last word of what the code calls it. */
function writtenName(read: ValueReader, value: Value | undefined): string | null {
  const external = read.external(value);
  return external?.chain.at(-1)?.name ?? external?.root ?? read.name(value)?.split('.').at(-1) ?? null;
}

/** A condition of a `where`. What it says of other tables than `table` (joins) is left out. */
export function drizzleWhere(read: ValueReader, value: Value | undefined, table: string | null = null): Where {
  if (value === undefined || isUndefined(value) || isNull(value)) return everything;
  const external = read.external(value);
  const data = external?.data ?? {};
  const inner = (): readonly Where[] => (read.items(data.items) ?? []).map((item) => drizzleWhere(read, item, table));
  switch (external?.root) {
    case 'Condition':
      return comparisonWhere(read, data, table);
    case 'Junction':
      if (read.items(data.items) === undefined) return notKnown;
      if (read.string(data.operator) === 'and') return joined(inner());
      return read.string(data.operator) === 'not' ? negated(joined(inner())) : alternatives(inner());
    case 'Fragment':
      return fragmentWhere(read, fragmentParts(read, value) ?? []);
    default:
      return notKnown;
  }
}

function comparisonWhere(read: ValueReader, data: Readonly<Record<string, Value>>, table: string | null): Where {
  const left = fragmentParts(read, data.left);
  if (left !== undefined) return alternatives([fragmentWhere(read, left)]);
  if (isElsewhere(read, data.left, table)) return everything;
  const column = columnInPlace(read, data.left);
  if (column === null) return notKnown;
  return { where: [compare(column, read.string(data.operator) ?? 'other', data.right, read)], whereKnown: true };
}

function isElsewhere(read: ValueReader, column: Value | undefined, table: string | null): boolean {
  const external = read.external(column);
  const owner = external?.root === 'Table' ? read.string(external.data?.name) : undefined;
  return table !== null && owner !== undefined && owner !== table;
}

const SIMPLE = /^\s*\(*\s*(?:"?(\w+)"?|\{\{(\d+)\}\})\s*(=|<>|!=|<=|>=|<|>)\s*\{\{(\d+)\}\}\s*\)*\s*$/;

/** `` sql`${t.status} = ${'x'} and ${t.seq} < ${seq}` ``: conjuncts of one comparison are read, others only mention columns. */
function fragmentWhere(read: ValueReader, parts: Parts): Where {
  const text = parts.map((part, index) => (typeof part === 'string' ? part : `{{${index}}}`)).join('');
  const hole = (index: string | undefined): Value | undefined => {
    const part = parts[Number(index)];
    return typeof part === 'string' ? undefined : part;
  };
  const conjuncts = /\bor\b/i.test(text) ? [text] : text.split(/\band\b/i);
  const conditions = conjuncts.flatMap((conjunct): readonly OperationCondition[] => {
    const [, word, left, operator = 'other', right] = SIMPLE.exec(conjunct) ?? [];
    const column = word ?? columnName(read, hole(left));
    const value = hole(right);
    if (column !== undefined && value !== undefined) return [compare(column, operator, value)];
    const mentioned = [...conjunct.matchAll(/\{\{(\d+)\}\}/g)].flatMap(
      (match) => columnName(read, hole(match[1])) ?? [],
    );
    return mentioned.map((one) => condition(one, 'other'));
  });
  return { where: conditions, whereKnown: conditions.length >= conjuncts.length };
}

/** Value of a column in `values` or `set`: a plain one or a fragment computed from columns. */
export function drizzleColumn(read: ValueReader) {
  return (column: string, value: Value): WrittenColumn => {
    const parts = fragmentParts(read, value);
    if (parts === undefined) return plainColumn(column, value);
    return { column, ...fragmentValue(read, parts, column, (hole) => columnName(read, hole)) };
  };
}
