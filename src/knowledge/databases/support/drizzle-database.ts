import { operation } from '../../../interpret/operation.ts';
import type { ConflictHandling, DatabaseOperation } from '../../../interpret/operation.ts';
import type { ResultShape, Value } from '../../../interpret/value.ts';
import type { Builder, Call, Library, Meaning, MeaningOf, ValueReader } from '../../types.ts';
import { columnsOf, rowColumns } from './columns.ts';
import { anySqlConflict } from './conflict-codes.ts';
import {
  drizzleColumn,
  drizzleWhere,
  fragmentParts,
  isQuery,
  schemaName,
  sqlParts,
  tableName,
} from './drizzle-conditions.ts';
import { isolation } from './isolation.ts';
import { always, count, nothing, object, row, rows, tuple } from './shapes.ts';
import { sqlOfParts, step } from './templates.ts';
import { everything, whereObject } from './where.ts';
import type { WhereDialect } from './where.ts';

/** What a driver gives back where there is no RETURNING, and for a statement of raw SQL. */
export interface DrizzleResults {
  readonly writes: ResultShape;
  readonly raw: ResultShape;
}

const VERBS = ['insert', 'replace', 'update', 'delete', 'select', 'selectDistinct', 'selectDistinctOn'];

function readChain(results: DrizzleResults) {
  return (call: Call): Meaning | undefined => {
    const verb = call.chain.find((one) => VERBS.includes(one.name) && one.args !== null);
    const said = verb && operationOf(call, verb.name, verb.args ?? []);
    if (said === undefined) return undefined;
    const operations = [...commonTables(call), said].map((one) => withPlaceholders(call, one));
    const sync = isSynchronous(call) && ['run', 'get', 'all'].includes(call.chain.at(-1)?.name ?? '');
    return { is: 'operation', operations, result: resultOf(call, said, results), sync };
  };
}

/** `db.with(db.$with('claimed').as(db.update(…)))`: what stands before the statement and writes is part of it. */
function commonTables(call: Call): readonly DatabaseOperation[] {
  return (step(call, 'with')?.args ?? []).flatMap((one) => {
    const query = call.read.external(call.read.external(one)?.data?.query);
    const verb = query?.chain.find(({ name, args }) => VERBS.includes(name) && args !== null);
    if (query === undefined || verb === undefined || verb.name.startsWith('select')) return [];
    return operationOf({ ...call, chain: query.chain, receiver: query }, verb.name, verb.args ?? []) ?? [];
  });
}

/** `.prepare('name').execute({ id })`: what a `sql.placeholder('id')` stands for is said when it runs. */
function withPlaceholders(call: Call, said: DatabaseOperation): DatabaseOperation {
  if (step(call, 'prepare') === undefined) return said;
  const given = call.chain.at(-1)?.args?.[0];
  const filled = (value: Value): Value => {
    const name = call.read.string(call.read.external(value)?.data?.placeholder);
    return (name === undefined ? undefined : call.read.get(given, name)) ?? value;
  };
  return {
    ...said,
    columns: said.columns.map((column) => ({ ...column, value: filled(column.value) })),
    where: said.where.map((one) => ({ ...one, values: one.values.map(filled) })),
  };
}

/** Drivers that answer at once, without a promise. */
function isSynchronous({ receiver }: Call): boolean {
  return /\/(?:better-sqlite3|bun-sqlite|expo-sqlite|durable-sqlite|sql-js|node-sqlite)$/.test(receiver.package);
}

function operationOf(call: Call, verb: string, args: readonly Value[]): DatabaseOperation | undefined {
  switch (verb) {
    case 'insert':
    case 'replace':
      return insertOf(call, args[0], verb);
    case 'update':
      return operation({
        action: 'update',
        ...named(call.read, args[0]),
        ...columnsOf(call.read, argument(call, 'set'), drizzleColumn(call.read)),
        ...whereOf(call, args[0]),
      });
    case 'delete':
      return operation({ action: 'delete', ...named(call.read, args[0]), ...whereOf(call, args[0]) });
    default:
      return selectOf(call);
  }
}

function named(read: ValueReader, table: Value | undefined): Pick<DatabaseOperation, 'table' | 'schema' | 'names'> {
  return { table: tableName(read, table), schema: schemaName(read, table), names: 'drizzle' };
}

function argument(call: Call, name: string): Value | undefined {
  return step(call, name)?.args?.[0];
}

function whereOf(call: Call, table: Value | undefined) {
  return drizzleWhere(call.read, argument(call, 'where'), tableName(call.read, table));
}

function insertOf(call: Call, table: Value | undefined, verb: string): DatabaseOperation {
  const written = argument(call, 'values');
  return operation({
    action: 'insert',
    ...named(call.read, table),
    ...(written === undefined ? { columnsKnown: false } : rowColumns(call.read, written, drizzleColumn(call.read))),
    conflict: verb === 'replace' ? { action: 'update', target: null, set: [], conditions: [] } : conflictOf(call),
  });
}

function conflictOf(call: Call): ConflictHandling | null {
  const { read } = call;
  const nothingDone = step(call, 'onConflictDoNothing', 'ignore');
  const updated = step(call, 'onConflictDoUpdate', 'onDuplicateKeyUpdate');
  const [config] = (nothingDone ?? updated)?.args ?? [];
  if (nothingDone === undefined && updated === undefined) return null;
  const target = read.get(config, 'target');
  const named = target === undefined ? [] : (read.items(target) ?? [target]);
  const columns = targetColumns(read, named);
  const isPartial = read.get(config, updated === undefined ? 'where' : 'targetWhere') !== undefined;
  return {
    action: updated === undefined ? 'ignore' : 'update',
    target: target === undefined ? null : columns,
    demandsKey: named.length > 0 && columns.length === named.length && !isPartial,
    set: columnsOf(read, read.get(config, 'set'), drizzleColumn(read)).columns,
    conditions:
      updated === undefined ? [] : drizzleWhere(read, read.get(config, 'setWhere') ?? read.get(config, 'where')).where,
  };
}

function targetColumns(read: ValueReader, named: readonly Value[]): readonly string[] {
  return named.flatMap((one) => read.external(one)?.chain.at(-1)?.name ?? read.name(one)?.split('.').at(-1) ?? []);
}

/** `.for('update', { skipLocked: true })` locks what it finds. */
function selectOf(call: Call): DatabaseOperation | undefined {
  const from = argument(call, 'from');
  if (from === undefined) return undefined;
  const [strength, config] = step(call, 'for')?.args ?? [];
  const where = whereOf(call, from);
  const lock = call.read.string(strength);
  return operation({
    action: 'read',
    ...named(call.read, from),
    ...where,
    whereKnown: where.whereKnown && !isQuery(call.read, from),
    lock: lock === undefined ? null : lock.includes('update') ? 'update' : 'share',
    takesRow: call.read.boolean(call.read.get(config, 'skipLocked')) === true,
    many: true,
  });
}

function resultOf(call: Call, { action }: DatabaseOperation, results: DrizzleResults): ResultShape {
  const last = call.chain.at(-1)?.name;
  if (last === 'get') return row;
  if (action === 'read') return countedSelection(call) ?? rows;
  return step(call, 'returning', '$returningId') !== undefined || last === 'all' ? rows : results.writes;
}

/** `select({ n: count() })` gives one row whether or not anything matched. */
function countedSelection(call: Call): ResultShape | undefined {
  const selection = call.read.entries(step(call, 'select')?.args?.[0]);
  const counts = selection.filter(([, value]) => isCount(call.read, value));
  if (counts.length === 0 || step(call, 'groupBy') !== undefined) return undefined;
  return tuple(object(Object.fromEntries(counts.map(([name]) => [name, count]))));
}

function isCount(read: ValueReader, value: Value): boolean {
  if (read.external(value)?.root === 'Count') return true;
  return fragmentParts(read, value)?.some((part) => typeof part === 'string' && /^\s*count\s*\(/i.test(part)) === true;
}

const FILTERS: WhereDialect = {
  operators: {
    eq: '=',
    ne: '<>',
    gt: '>',
    gte: '>=',
    lt: '<',
    lte: '<=',
    in: 'in',
    notIn: 'not in',
    like: 'like',
    ilike: 'like',
    isNull: 'is null',
    isNotNull: 'is not null',
  },
  and: ['AND'],
  or: ['OR'],
  not: ['NOT'],
};

/** `db.query.users.findFirst({ where })`: a condition, a callback that builds one, or (since 1.0) an object of filters. */
function readRelational(call: Call): Meaning | undefined {
  const { chain, read, receiver } = call;
  const at = chain.findIndex((one) => one.name === 'findFirst' || one.name === 'findMany');
  const found = chain[at];
  if (found === undefined) return undefined;
  const property = chain[at - 1]?.name;
  const table = property === undefined ? undefined : read.get(receiver.data?.schema, property);
  const said = operation({
    action: 'read',
    ...(read.external(table)?.root === 'Table' ? named(read, table) : { table: property ?? null, names: 'drizzle' }),
    ...relationalWhere(read, read.get(found.args?.[0], 'where')),
  });
  return {
    is: 'operation',
    operations: [withPlaceholders(call, said)],
    result: found.name === 'findFirst' ? row : rows,
    sync: chain.at(-1)?.name === 'sync',
  };
}

function relationalWhere(read: ValueReader, where: Value | undefined) {
  if (where === undefined) return everything;
  if (read.isFunction(where)) {
    return drizzleWhere(
      read,
      read.apply(where, [read.make('drizzle-orm', 'Table'), read.make('drizzle-orm', 'Operators')]),
    );
  }
  return read.external(where) === undefined ? whereObject(read, where, FILTERS) : drizzleWhere(read, where);
}

function transaction(nested: boolean): MeaningOf {
  return (call) => ({
    is: 'transaction',
    callback: call.args[0],
    client: 'Transaction',
    isolation: isolation(call.read, call.read.get(call.args[1], 'isolationLevel')),
    nested,
    sync: isSynchronous(call),
  });
}

function raw(read: ResultShape, written: ResultShape = read): MeaningOf {
  return (call) => {
    const parts = sqlParts(call.read, call.args[0]);
    return parts && { ...sqlOfParts(parts, read, written), sync: isSynchronous(call) };
  };
}

/** `db.$count(table, where)`. */
function counts({ args: [table, where], read }: Call): Meaning {
  const parts = { ...named(read, table), ...drizzleWhere(read, where) };
  return { is: 'operation', operations: [operation({ action: 'read', ...parts })], result: count };
}

/** `drizzle(client, { schema })`, `drizzle({ client, schema })`: the schema names the tables of `db.query`. */
function drizzle({ args, read }: Call): Meaning {
  const [schema] = args.filter((arg) => arg.kind === 'object').flatMap((arg) => read.get(arg, 'schema') ?? []);
  return { is: 'instance', type: 'Db', data: schema === undefined ? {} : { schema } };
}

function batch({ args }: Call): Meaning {
  return { is: 'transaction', batch: args[0] };
}

/** The calls and builders of a database or a transaction, for drivers that answer with `results`. */
export function drizzleDatabase(
  results: DrizzleResults,
): Pick<Library, 'types' | 'connections' | 'calls' | 'builders' | 'conflictErrors'> {
  const surface = (type: string): Readonly<Record<string, Meaning | MeaningOf>> => ({
    [`${type}.transaction`]: transaction(type === 'Transaction'),
    [`${type}.execute`]: raw(results.raw, results.writes),
    [`${type}.run`]: raw(results.writes),
    [`${type}.all`]: raw(rows),
    [`${type}.values`]: raw(rows),
    [`${type}.get`]: raw(row),
    [`${type}.$count`]: counts,
  });
  const builder: Builder = {
    starts: ['Db', 'Transaction'].flatMap((type) => [...VERBS, 'with'].map((verb) => `${type}.${verb}`)),
    thenable: true,
    terminals: ['execute', 'run', 'all', 'get'],
    read: readChain(results),
  };
  const relations: Builder = {
    starts: ['Db', 'Transaction'].flatMap((type) => ['findFirst', 'findMany'].map((find) => `${type}.query.*.${find}`)),
    thenable: true,
    terminals: ['execute', 'sync'],
    read: readRelational,
  };
  return {
    types: { Db: ['drizzle()'], Transaction: [] },
    connections: ['Db'],
    calls: {
      drizzle,
      ...surface('Db'),
      ...surface('Transaction'),
      'Db.batch': batch,
      // It throws, which is what makes the transaction roll back.
      'Transaction.rollback': { is: 'http-error', status: null, throws: true },
      'Db.$with, Transaction.$with': { is: 'instance', type: 'CommonTable' },
      'CommonTable.as': ({ args: [query] }) => query && { is: 'instance', type: 'CommonTable', data: { query } },
      ...always('Db', ['refreshMaterializedView'], nothing),
    },
    builders: [builder, relations],
    conflictErrors: { codes: anySqlConflict },
  };
}
