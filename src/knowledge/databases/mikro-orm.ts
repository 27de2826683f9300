// Checked: https://mikro-orm.io/docs/entity-manager, types of @mikro-orm/core 6.6.
import { operation } from '../../interpret/operation.ts';
import type { DatabaseOperation } from '../../interpret/operation.ts';
import type { ResultShape, Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf, ValueReader } from '../types.ts';
import { columnsOf, rowColumns } from './support/columns.ts';
import { anySqlConflict } from './support/conflict-codes.ts';
import { entityName, savedEntity } from './support/entities.ts';
import { isolation } from './support/isolation.ts';
import { count, noResult, row, rowOrThrow, rows, tuple } from './support/shapes.ts';
import { itemsOrSelf } from './support/values.ts';
import { compare, whereObject } from './support/where.ts';
import type { Where } from './support/where.ts';

const OPERATORS: Readonly<Record<string, string>> = {
  $eq: '=',
  $ne: '<>',
  $in: 'in',
  $nin: 'not in',
  $lt: '<',
  $lte: '<=',
  $gt: '>',
  $gte: '>=',
  $like: 'like',
};

/** A predicate object, or the primary key by itself. */
function where(read: ValueReader, value: Value | undefined): Where {
  const isKey = value !== undefined && value.kind !== 'object' && read.entries(value).length === 0;
  if (isKey) return { where: [compare('id', '=', value)], whereKnown: true };
  return whereObject(read, value, { operators: OPERATORS, and: ['$and'], or: ['$or'], not: ['$not'] });
}

/** The entity is the manager's first argument, and a repository's own. */
function target({ args, read, receiver }: Call): { readonly table: string | null; readonly args: readonly Value[] } {
  if (receiver.root === 'Repository')
    return { table: entityName(read, receiver.data?.of ?? receiver.data?.injected), args };
  return { table: entityName(read, args[0]), args: args.slice(1) };
}

type Said = Omit<Partial<DatabaseOperation>, 'action' | 'table' | 'names'>;

function entityOperation(
  action: DatabaseOperation['action'],
  result: ResultShape,
  said: (read: ValueReader, args: readonly Value[]) => Said,
): MeaningOf {
  return (call) => {
    const { table, args } = target(call);
    const parts = said(call.read, args);
    return { is: 'operation', operations: [operation({ action, table, names: 'entity', ...parts })], result };
  };
}

function reads(result: ResultShape): MeaningOf {
  return entityOperation('read', result, (read, [filter, options]) => {
    const mode = read.external(read.get(options, 'lockMode'))?.chain.at(-1)?.name;
    return { ...where(read, filter), lock: mode === undefined ? null : mode.includes('READ') ? 'share' : 'update' };
  });
}

const upsert = entityOperation('insert', rowOrThrow, (read, [values, options]) => {
  const written = rowColumns(read, values);
  const named = read.items(read.get(options, 'onConflictFields'));
  const fields = named?.flatMap((field) => read.string(field) ?? []) ?? null;
  const ignores = read.string(read.get(options, 'onConflictAction')) === 'ignore';
  return {
    ...written,
    conflict: {
      action: ignores ? 'ignore' : 'update',
      target: fields,
      demandsKey: named !== undefined && fields?.length === named.length,
      set: ignores ? [] : written.columns,
      conditions: [],
    },
  };
});

/** `persistAndFlush(entity)` stores it; `persist(entity)` does at the next flush, which the analysis takes to be there. */
function persists({ args: [given], read }: Call): Meaning {
  const entities = given === undefined ? [] : itemsOrSelf(read, given);
  return {
    is: 'operation',
    operations: entities.map((entity) => savedEntity(read, null, entity, { merges: false })),
    result: noResult,
  };
}

function creates(call: Call): Meaning | undefined {
  const [values] = target(call).args;
  return values && { is: 'value', value: values };
}

function transaction({ args: [callback, options], read }: Call): Meaning {
  const level = isolation(read, read.get(options, 'isolationLevel'));
  return { is: 'transaction', callback, client: 'EntityManager', isolation: level };
}

function repository({ args: [of] }: Call): Meaning {
  return { is: 'instance', type: 'Repository', data: of === undefined ? {} : { of } };
}

const methods: Readonly<Record<string, MeaningOf>> = {
  findOne: reads(row),
  findOneOrFail: reads(rowOrThrow),
  find: reads(rows),
  findAll: reads(rows),
  findAndCount: reads(tuple(rows, count)),
  count: reads(count),
  insert: entityOperation('insert', rowOrThrow, (read, [values]) => rowColumns(read, values)),
  insertMany: entityOperation('insert', rows, (read, [values]) => rowColumns(read, values)),
  nativeUpdate: entityOperation('update', count, (read, [filter, values]) => ({
    ...where(read, filter),
    ...columnsOf(read, values),
    many: true,
  })),
  nativeDelete: entityOperation('delete', count, (read, [filter]) => ({ ...where(read, filter), many: true })),
  upsert,
  upsertMany: upsert,
  create: creates,
};

export const mikroOrm = defineLibrary({
  name: '@mikro-orm/core',
  packages: [
    '@mikro-orm/core',
    '@mikro-orm/postgresql',
    '@mikro-orm/mysql',
    '@mikro-orm/mariadb',
    '@mikro-orm/sqlite',
    '@mikro-orm/knex',
  ],
  source: 'https://mikro-orm.io/docs/entity-manager',
  types: {
    MikroORM: ['MikroORM.init()', 'MikroORM.initSync()', 'MikroORM.new'],
    EntityManager: ['MikroORM.em', 'EntityManager.fork()', 'Repository.getEntityManager()'],
    Repository: [],
  },
  typeAliases: { SqlEntityManager: 'EntityManager', EntityRepository: 'Repository', SqlEntityRepository: 'Repository' },
  connections: ['EntityManager'],
  calls: {
    ...Object.fromEntries(
      ['Repository', 'EntityManager'].flatMap((type) =>
        Object.entries(methods).map(([name, meaning]) => [`${type}.${name}`, meaning]),
      ),
    ),
    'EntityManager.persist, EntityManager.persistAndFlush': persists,
    'EntityManager.transactional': transaction,
    'EntityManager.begin': { is: 'begin' },
    'EntityManager.commit': { is: 'commit' },
    'EntityManager.rollback': { is: 'rollback' },
    'EntityManager.getRepository': repository,
  },
  conflictErrors: { codes: anySqlConflict, classes: ['UniqueConstraintViolationException'] },
  missingRowErrors: { codes: [], classes: ['NotFoundError'] },
});
