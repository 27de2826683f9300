import { operation } from '../../../interpret/operation.ts';
import type { ConflictHandling, DatabaseOperation, WrittenColumn } from '../../../interpret/operation.ts';
import type { ChainStep, ResultShape, Value } from '../../../interpret/value.ts';
import { Origin } from '../../../interpret/value.ts';
import type { Call, Meaning, ValueReader } from '../../types.ts';
import { columnName, tableName } from './names.ts';
import { accumulating, columnsOf, plainColumn, rowColumns } from './columns.ts';
import type { Columns } from './columns.ts';
import { count, object, row, rows, tuple } from './shapes.ts';
import { fragmentValue, partsOf, step } from './templates.ts';
import type { Parts } from './templates.ts';
import { constant, itemsOrSelf, list, unknown } from './values.ts';
import { alternatives, columnWhere, compare, condition, everything, joined, negated, notKnown } from './where.ts';
import type { Where, WhereDialect } from './where.ts';

const NO_OPERATORS: WhereDialect = { operators: {}, and: [], or: [], not: [] };

/** Reads a chain of Knex's query builder. `table` is given where the start of the chain does not say it. */
export function knexOperation(call: Call): { readonly operation: DatabaseOperation; readonly result: ResultShape } {
  const { chain, read } = call;
  const verb = chain.find((one) => one.args !== null && VERBS.has(one.name));
  const said = { ...tableOf(call), transaction: step(call, 'transacting')?.args?.[0] ?? null };
  switch (VERBS.get(verb?.name ?? '')) {
    case 'insert': {
      const given = verb?.args?.[verb.name === 'batchInsert' ? 1 : 0];
      const rowsWritten = rowColumns(read, given, knexColumn(read));
      const merged = chain.findIndex((one) => one.name === 'merge');
      return {
        operation: operation({
          action: 'insert',
          ...said,
          ...rowsWritten,
          conflict: conflictOf(call, rowsWritten, merged),
        }),
        result: isReturning(call, verb?.args?.[1]) ? rows : object({ rowCount: count, rows }),
      };
    }
    case 'update':
      return {
        operation: operation({ action: 'update', ...said, ...updatedColumns(call), ...chainWhere(read, chain) }),
        result: isReturning(call, read.string(verb?.args?.[0]) === undefined ? verb?.args?.[1] : verb?.args?.[2])
          ? rows
          : count,
      };
    case 'delete':
      return {
        operation: operation({ action: 'delete', ...said, ...chainWhere(read, chain), many: true }),
        result: isReturning(call, verb?.args?.[0]) ? rows : count,
      };
    default:
      return {
        operation: operation({ action: 'read', ...said, ...chainWhere(read, chain), ...locking(call), many: true }),
        result: readResult(call),
      };
  }
}

const VERBS: ReadonlyMap<string, 'insert' | 'update' | 'delete'> = new Map([
  ['insert', 'insert'],
  ['batchInsert', 'insert'],
  ['upsert', 'insert'],
  ['update', 'update'],
  ['patch', 'update'],
  ['increment', 'update'],
  ['decrement', 'update'],
  ['del', 'delete'],
  ['delete', 'delete'],
  ['truncate', 'delete'],
]);

function isReturning(call: Call, argument: Value | undefined): boolean {
  return (
    step(call, 'returning') !== undefined || call.read.string(argument) !== undefined || argument?.kind === 'array'
  );
}

function tableOf(call: Call): Pick<DatabaseOperation, 'table' | 'schema'> {
  const start = call.chain.find(
    (one) => one.args !== null && ['', 'table', 'from', 'into', 'batchInsert'].includes(one.name),
  );
  const named = start?.args?.[0];
  const written = call.read.string(named) ?? call.read.string(call.read.entries(named)[0]?.[1]);
  const schema = call.read.string(step(call, 'withSchema')?.args?.[0]) ?? null;
  const name = tableName(written);
  return name.schema === null ? { ...name, schema } : name;
}

function locking(call: Call): Partial<DatabaseOperation> {
  const exclusive = step(call, 'forUpdate', 'forNoKeyUpdate') !== undefined;
  const shared = step(call, 'forShare', 'forKeyShare') !== undefined;
  const [ofTransaction] = step(call, 'forUpdate', 'forShare')?.args ?? [];
  const given = call.read.external(ofTransaction) === undefined ? {} : { transaction: ofTransaction ?? null };
  return {
    lock: exclusive ? 'update' : shared ? 'share' : null,
    takesRow: step(call, 'skipLocked') !== undefined,
    ...given,
  };
}

/** `.count('* as n')` gives one row whether or not anything matched. */
function readResult(call: Call): ResultShape {
  const counting = step(call, 'count', 'countDistinct');
  const isFirst = step(call, 'first') !== undefined;
  if (counting === undefined || step(call, 'groupBy') !== undefined) return isFirst ? row : rows;
  const [what] = counting.args ?? [];
  const alias = /\bas\s+(\w+)$/i.exec(call.read.string(what) ?? '')?.[1] ?? call.read.entries(what)[0]?.[0] ?? 'count';
  const counted = object({ [alias]: count });
  return isFirst ? counted : tuple(counted);
}

function updatedColumns(call: Call): Columns {
  const parts = call.chain.flatMap((one): readonly Columns[] => {
    const [first, second] = one.args ?? [];
    if (one.name === 'increment' || one.name === 'decrement') return [increments(call.read, first, second)];
    if (one.name !== 'update' && one.name !== 'patch') return [];
    const column = call.read.string(first);
    if (column === undefined) return [columnsOf(call.read, first, knexColumn(call.read))];
    return [{ columns: [knexColumn(call.read)(column, second ?? unknown(column))], columnsKnown: true }];
  });
  return { columns: parts.flatMap((part) => part.columns), columnsKnown: parts.every((part) => part.columnsKnown) };
}

/** `increment('balance', n)`, `increment({ balance: n })`, `increment('visits')`. */
function increments(read: ValueReader, first: Value | undefined, by: Value | undefined): Columns {
  const column = read.string(first);
  if (column !== undefined) return { columns: [accumulating(column, by ?? constant(1))], columnsKnown: true };
  return columnsOf(read, first, accumulating);
}

function conflictOf(call: Call, written: Columns, merged: number): ConflictHandling | null {
  const { chain, read } = call;
  if (step(call, 'onConflict') === undefined) return null;
  const [columns] = step(call, 'onConflict')?.args ?? [];
  const named = columns === undefined ? [] : itemsOrSelf(read, columns);
  const target = columns === undefined ? null : named.flatMap((one) => read.string(one) ?? []);
  const demandsKey = target?.length === named.length;
  if (step(call, 'ignore') !== undefined) return { action: 'ignore', target, demandsKey, set: [], conditions: [] };
  if (merged === -1) return null;
  return {
    action: 'update',
    target: target?.length === 0 ? null : target,
    demandsKey,
    set: mergedColumns(read, chain[merged]?.args?.[0], written),
    conditions: chainWhere(read, chain.slice(merged)).where,
  };
}

/** `merge()` takes all inserted columns, `merge(['a'])` some of them, `merge({ a: 1 })` what it says. */
function mergedColumns(read: ValueReader, what: Value | undefined, written: Columns): readonly WrittenColumn[] {
  if (what === undefined) return written.columns;
  const names = read.items(what)?.flatMap((item) => read.string(item) ?? []);
  if (names === undefined) return columnsOf(read, what, knexColumn(read)).columns;
  return written.columns.filter(({ column }) => names.includes(column));
}

/** `db.raw('balance + ?', [n])`, `db.fn.now()` and `db.ref('x')` in the place of a value. */
function knexColumn(read: ValueReader) {
  return (column: string, value: Value): WrittenColumn => {
    const parts = rawParts(read, value);
    if (parts !== undefined) return { column, ...fragmentValue(read, parts, column) };
    const last = read.external(value)?.chain.at(-1)?.name;
    if (last === 'now') return plainColumn(column, unknown('now()', Origin.clock));
    if (last === 'uuid') return plainColumn(column, unknown('uuid()', Origin.random));
    return plainColumn(column, value);
  };
}

/** The text of a `raw(text, bindings)` with its bindings in it; identifiers (`??`, `:name:`) by name. */
function rawParts(read: ValueReader, value: Value | undefined): Parts | undefined {
  const raw = read.external(value)?.chain.findLast((one) => one.name === 'raw');
  const [text, bindings] = raw?.args ?? [];
  const written = read.string(text);
  if (written === undefined) return raw === undefined ? undefined : partsOf(text);
  const bound = bindings === undefined ? [] : itemsOrSelf(read, bindings);
  let next = 0;
  return written.split(/(\?\??|:\w+:?)/).map((part) => {
    if (part === '??') return read.string(bound[next++]) ?? '?';
    if (part === '?') return bound[next++] ?? unknown('?');
    const [, name, identifier] = /^:(\w+)(:?)$/.exec(part) ?? [];
    const named = name === undefined ? undefined : read.get(bindings, name);
    if (named === undefined) return part;
    return identifier === ':' ? (read.string(named) ?? '?') : named;
  });
}

/** `raw(text, bindings)` as a query of its own; bindings are a list, one value, or an object of names. */
export function rawQuery({ chain, read }: Call): Meaning | undefined {
  const raw = chain.find((one) => one.name === 'raw');
  const [text, bindings] = raw?.args ?? [];
  if (raw === undefined) return undefined;
  const isNamed = bindings !== undefined && read.items(bindings) === undefined && read.entries(bindings).length > 0;
  const isList =
    bindings === undefined || isNamed || read.items(bindings) !== undefined || bindings.kind !== 'constant';
  const shape = object({ rows, rowCount: count });
  return {
    is: 'sql',
    text,
    values: isList ? bindings : list([bindings]),
    placeholders: isNamed ? 'named' : 'question',
    rows: shape,
    writes: shape,
  };
}

/** The predicates of a chain, in order: an `or…` makes alternatives of all that came before it. */
function chainWhere(read: ValueReader, chain: readonly ChainStep[]): Where {
  return chain.reduce<Where>((before, { name, args }) => {
    const plain = name.replace(/^(?:or|and)(?=Where)/, '').replace(/^Where/, 'where');
    const part = args === null ? undefined : stepWhere(read, plain, args);
    if (part === undefined) return before;
    return name.startsWith('or') ? alternatives([before, part]) : joined([before, part]);
  }, everything);
}

function stepWhere(read: ValueReader, name: string, args: readonly Value[]): Where | undefined {
  const [first, second] = args;
  switch (name) {
    case 'where':
    case 'findOne':
      return whereArguments(read, args);
    case 'findById':
      return first && { where: [compare('id', '=', first)], whereKnown: true };
    case 'whereNot':
      return negated(whereArguments(read, args));
    case 'whereIn':
      return comparison(read, first, 'in', second);
    case 'whereNotIn':
      return comparison(read, first, 'not in', second);
    case 'whereNull':
      return comparison(read, first, 'is null');
    case 'whereNotNull':
      return comparison(read, first, 'is not null');
    case 'whereLike':
    case 'whereILike':
      return comparison(read, first, 'like', second);
    case 'modify':
    case 'whereRaw':
    case 'whereExists':
    case 'whereNotExists':
      return notKnown;
    default:
      return name.startsWith('where') ? comparison(read, first, 'other') : undefined;
  }
}

/** `where({ … })`, `where(column, value)`, `where(column, operator, value)`, `where((query) => …)`. */
function whereArguments(read: ValueReader, args: readonly Value[]): Where {
  const [first, second, third] = args;
  if (read.string(first) !== undefined) {
    const operator = third === undefined ? '=' : (read.string(second)?.toLowerCase() ?? 'other');
    return comparison(read, first, operator, third ?? second);
  }
  if (read.isFunction(first)) {
    const built = read.external(read.apply(first, [read.make('knex', 'QueryBuilder')]));
    return built === undefined ? notKnown : chainWhere(read, built.chain);
  }
  const parts = read
    .entries(first)
    .map(([column, value]) => columnWhere(read, columnName(column), value, NO_OPERATORS));
  return joined([...parts, { where: [], whereKnown: read.isWhole(first) }]);
}

function comparison(read: ValueReader, column: Value | undefined, operator: string, value?: Value): Where {
  const name = read.string(column);
  if (name === undefined) return notKnown;
  if (rawParts(read, value) !== undefined)
    return { where: [condition(columnName(name), operator, value ?? column ?? unknown(name))], whereKnown: true };
  return { where: [compare(columnName(name), operator, value, read)], whereKnown: true };
}
