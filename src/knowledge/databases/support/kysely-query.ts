import { operation } from '../../../interpret/operation.ts';
import type { ConflictHandling, DatabaseOperation, WrittenColumn } from '../../../interpret/operation.ts';
import type { ChainStep, ResultShape, Value } from '../../../interpret/value.ts';
import type { Call, ValueReader } from '../../types.ts';
import { columnsOf, plainColumn, rowColumns } from './columns.ts';
import type { Columns } from './columns.ts';
import { columnName, tableName } from './names.ts';
import { count, object, row, rowOrThrow, rows, tuple } from './shapes.ts';
import { expandParts, fragmentValue, partsOf, taggedParts } from './templates.ts';
import type { Parts } from './templates.ts';
import { constant, itemsOrSelf, unknown } from './values.ts';
import { alternatives, columnWhere, compare, condition, everything, joined, negated, notKnown } from './where.ts';
import type { Where } from './where.ts';

const VERBS = ['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'selectFrom'];

type Chain = readonly ChainStep[];

/** All that a chain of Kysely does: its own statement first, for the answer is about that, then those of its `with`. */
export function kyselyOperations(read: ValueReader, chain: Chain): readonly DatabaseOperation[] {
  const common = chain
    .filter((one) => one.name === 'with')
    .map((one) => {
      const built = read.external(read.apply(one.args?.[1], [read.make('kysely', 'Db')]));
      const operations = built === undefined ? [] : kyselyOperations(read, built.chain);
      return { name: read.string(one.args?.[0])?.replace(/\(.*/s, ''), operations };
    });
  const main = statement(read, chain);
  const source = common.find(({ name }) => main?.action === 'read' && name === main.table);
  const others = common.filter((one) => one !== source).flatMap(({ operations }) => operations);
  if (main === undefined) return others;
  const [first, ...rest] = source?.operations ?? [];
  if (first === undefined) return [main, ...others];
  // What it reads is what the query of that name found or wrote.
  return [first.action === 'read' ? { ...first, ...joined([first, main]) } : first, ...rest, ...others];
}

function statement(read: ValueReader, chain: Chain): DatabaseOperation | undefined {
  const verb = chain.find((one) => VERBS.includes(one.name));
  if (verb === undefined) return undefined;
  const named = tableName(read.string(itemsOrSelf(read, verb.args?.[0] ?? constant(null))[0]));
  switch (verb.name) {
    case 'insertInto':
    case 'replaceInto':
      return insertion(read, chain, named, verb.name);
    case 'updateTable':
      return operation({
        action: 'update',
        ...named,
        ...setColumns(read, chain),
        ...kyselyWhere(read, chain),
        takesRow: takesRow(read, chain),
        many: true,
      });
    case 'deleteFrom':
      return operation({ action: 'delete', ...named, ...kyselyWhere(read, chain), many: true });
    default:
      return operation({
        action: 'read',
        ...named,
        ...kyselyWhere(read, chain),
        lock: has(chain, 'forUpdate', 'forNoKeyUpdate')
          ? 'update'
          : has(chain, 'forShare', 'forKeyShare')
            ? 'share'
            : null,
        takesRow: has(chain, 'skipLocked'),
        many: true,
      });
  }
}

/** `where('id', '=', (eb) => eb.selectFrom('inbox').….forUpdate().skipLocked())`. */
function takesRow(read: ValueReader, chain: Chain): boolean {
  return chain.some(({ name, args }) => {
    const value = name === 'where' ? args?.at(-1) : undefined;
    const built = read.isFunction(value) ? read.apply(value, [read.make('kysely', 'ExpressionBuilder')]) : value;
    return has(read.external(built)?.chain ?? [], 'skipLocked');
  });
}

type Named = ReturnType<typeof tableName>;

function insertion(read: ValueReader, chain: Chain, named: Named, verb: string): DatabaseOperation {
  const written = argument(chain, 'values');
  const values = read.isFunction(written) ? read.apply(written, [read.make('kysely', 'ExpressionBuilder')]) : written;
  const columns =
    values === undefined ? { columns: [], columnsKnown: false } : rowColumns(read, values, kyselyColumn(read));
  const conflict =
    verb === 'replaceInto'
      ? { action: 'update' as const, target: null, set: [], conditions: [] }
      : conflictOf(read, chain);
  return operation({ action: 'insert', ...named, ...columns, conflict });
}

function conflictOf(read: ValueReader, chain: Chain): ConflictHandling | null {
  if (has(chain, 'ignore', 'orIgnore')) return { action: 'ignore', target: null, set: [], conditions: [] };
  const duplicate = argument(chain, 'onDuplicateKeyUpdate');
  if (duplicate !== undefined) {
    return {
      action: 'update',
      target: null,
      set: columnsOf(read, duplicate, kyselyColumn(read)).columns,
      conditions: [],
    };
  }
  const callback = argument(chain, 'onConflict');
  const built = read.external(read.apply(callback, [read.make('kysely', 'OnConflictBuilder')]));
  if (built === undefined) return null;
  const updated = built.chain.findIndex((one) => one.name === 'doUpdateSet');
  return {
    action: updated === -1 ? 'ignore' : 'update',
    ...conflictTarget(read, built.chain),
    set: updated === -1 ? [] : assigned(read, built.chain[updated]?.args ?? []).columns,
    conditions: updated === -1 ? [] : kyselyWhere(read, built.chain.slice(updated)).where,
  };
}

function conflictTarget(read: ValueReader, chain: Chain): Pick<ConflictHandling, 'target' | 'demandsKey'> {
  const named = chain.filter((one) => one.name === 'column' || one.name === 'columns');
  if (named.length === 0) return { target: null };
  const items = named.flatMap((one) => itemsOrSelf(read, one.args?.[0] ?? constant(null)));
  const target = items.flatMap((one) => read.string(one) ?? []);
  const isWhole = target.length === items.length && !has(chain, 'expression', 'where', 'whereRef');
  return { target, demandsKey: isWhole };
}

function setColumns(read: ValueReader, chain: Chain): Columns {
  const parts = chain.filter((one) => one.name === 'set').map((one) => assigned(read, one.args ?? []));
  return { columns: parts.flatMap((part) => part.columns), columnsKnown: parts.every((part) => part.columnsKnown) };
}

/** `set({ … })`, `set((eb) => ({ … }))`, `set('column', value)`. */
function assigned(read: ValueReader, [first, second]: readonly Value[]): Columns {
  const column = read.string(first);
  if (column !== undefined)
    return { columns: [kyselyColumn(read)(column, second ?? unknown(column))], columnsKnown: true };
  const values = read.isFunction(first) ? read.apply(first, [read.make('kysely', 'ExpressionBuilder')]) : first;
  return columnsOf(read, values, kyselyColumn(read));
}

/** `eb('balance', '+', n)`, `` sql`balance + ${n}` `` and `(eb) => …` in the place of a value. */
function kyselyColumn(read: ValueReader) {
  return (column: string, given: Value): WrittenColumn => {
    const value = read.isFunction(given)
      ? (read.apply(given, [read.make('kysely', 'ExpressionBuilder')]) ?? given)
      : given;
    const external = read.external(value);
    const parts = sqlParts(read, value);
    if (parts !== undefined) return { column, ...fragmentValue(read, parts, column) };
    const last = external?.chain.at(-1);
    const [left, operator, right] = last?.args ?? [];
    if (external?.root !== 'ExpressionBuilder' || left === undefined) return plainColumn(column, value);
    if (last?.name === 'val' || last?.name === 'lit') return plainColumn(column, left);
    if (last?.name === 'ref') return plainColumn(column, unknown(read.string(left) ?? null));
    const adds = ['+', '-', '*', '||'].includes(read.string(operator) ?? '') && read.string(left) !== undefined;
    return adds && columnName(read.string(left) ?? '') === column
      ? { column, value: right ?? value, accumulates: true }
      : plainColumn(column, right ?? value);
  };
}

/** The text of a `sql` tag with fragments, references and raw text in the holes. */
export function sqlParts(read: ValueReader, value: Value | undefined): Parts | undefined {
  const external = read.external(value);
  if (external?.root !== 'sql') return undefined;
  const tagged = taggedParts(external);
  if (tagged !== undefined) return expandParts(tagged, (hole) => sqlParts(read, hole));
  const last = external.chain.findLast((one) => one.args !== null);
  const [first, separator] = last?.args ?? [];
  switch (last?.name) {
    case 'raw':
      return partsOf(first);
    case 'ref':
    case 'id':
    case 'table':
      return [`"${columnName(read.string(first) ?? 'unknown')}"`];
    case 'join':
      return joinedParts(read, first, sqlParts(read, separator) ?? [', ']);
    case 'val':
    case 'lit':
      return first && [first];
    default:
      return undefined;
  }
}

function joinedParts(read: ValueReader, items: Value | undefined, separator: Parts): Parts {
  return (read.items(items) ?? []).flatMap((item, index) => [
    ...(index > 0 ? separator : []),
    ...(sqlParts(read, item) ?? [item]),
  ]);
}

function kyselyWhere(read: ValueReader, chain: Chain): Where {
  const parts = chain.flatMap(({ name, args }) => {
    if (args === null) return [];
    if (name === 'where') return [whereArguments(read, args)];
    if (name === 'whereRef') return [reference(read, args)];
    return name === '$if' ? [notKnown] : [];
  });
  return joined([everything, ...parts]);
}

function reference(read: ValueReader, [column]: readonly Value[]): Where {
  const name = read.string(column);
  return name === undefined ? notKnown : { where: [condition(columnName(name), 'other')], whereKnown: true };
}

/** `where('status', '=', 'paid')`, `where((eb) => eb.or([…]))`. */
function whereArguments(read: ValueReader, args: readonly Value[]): Where {
  const [column, operator, value] = args;
  const name = read.string(column);
  if (name !== undefined) {
    const parts = [compare(columnName(name), read.string(operator)?.toLowerCase() ?? 'other', value, read)];
    return { where: parts, whereKnown: true };
  }
  const built = read.isFunction(column) ? read.apply(column, [read.make('kysely', 'ExpressionBuilder')]) : column;
  return expressionWhere(read, built);
}

function expressionWhere(read: ValueReader, value: Value | undefined): Where {
  const external = read.external(value);
  if (external?.root !== 'ExpressionBuilder') return notKnown;
  return external.chain.reduce<Where>((before, { name, args }) => {
    if (args === null) return before;
    const [first] = args;
    if (name === '' || name === 'eb') return whereArguments(read, args);
    if (name === 'not') return negated(expressionWhere(read, first));
    if (name !== 'and' && name !== 'or') return notKnown;
    const inner = junctionParts(read, args);
    return name === 'and' ? joined([before, ...inner]) : alternatives([before, ...inner]);
  }, everything);
}

/** `eb.and([…])`, `eb.and({ … })`, and `eb(…).and(column, operator, value)`. */
function junctionParts(read: ValueReader, args: readonly Value[]): readonly Where[] {
  const [first] = args;
  if (first === undefined) return [];
  if (read.string(first) !== undefined) return [whereArguments(read, args)];
  const items = read.items(first);
  if (items !== undefined) return items.map((item) => expressionWhere(read, item));
  if (read.external(first) !== undefined) return [expressionWhere(read, first)];
  return read
    .entries(first)
    .map(([column, held]) => columnWhere(read, column, held, { operators: {}, and: [], or: [], not: [] }));
}

const COUNTS: Readonly<Record<string, ResultShape>> = {
  insert: object({ numInsertedOrUpdatedRows: count }),
  update: object({ numUpdatedRows: count, numChangedRows: count }),
  delete: object({ numDeletedRows: count }),
};

export function kyselyResult({ chain, read }: Call, given: DatabaseOperation['action']): ResultShape {
  const terminal = chain.at(-1)?.name;
  const action = has(chain, 'selectFrom') ? 'read' : given;
  const single =
    action === 'read'
      ? countedSelection(read, chain)
      : has(chain, 'returning', 'returningAll')
        ? undefined
        : COUNTS[action];
  if (single !== undefined) return terminal === 'execute' ? tuple(single) : single;
  if (terminal === 'executeTakeFirst') return row;
  return terminal === 'executeTakeFirstOrThrow' ? rowOrThrow : rows;
}

/** `select((eb) => eb.fn.countAll().as('n'))` gives one row whether or not anything matched. */
function countedSelection(read: ValueReader, chain: Chain): ResultShape | undefined {
  if (has(chain, 'groupBy')) return undefined;
  const selected = argument(chain, 'select');
  const built = read.isFunction(selected) ? read.apply(selected, [read.make('kysely', 'ExpressionBuilder')]) : selected;
  const names = itemsOrSelf(read, built ?? constant(null)).flatMap((one) => {
    const steps = read.external(one)?.chain ?? [];
    const counts = steps.some((step) => step.name === 'count' || step.name === 'countAll');
    const alias = counts ? read.string(steps.findLast((step) => step.name === 'as')?.args?.[0]) : undefined;
    return alias ?? [];
  });
  return names.length === 0 ? undefined : object(Object.fromEntries(names.map((name) => [name, count])));
}

function has(chain: Chain, ...names: readonly string[]): boolean {
  return chain.some((one) => names.includes(one.name));
}

function argument(chain: Chain, name: string): Value | undefined {
  return chain.findLast((one) => one.name === name)?.args?.[0];
}
