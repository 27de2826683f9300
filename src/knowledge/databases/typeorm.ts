// Checked: typeorm 1.1.1 types, and its source of what `query` answers on Postgres.
import { operation } from '../../interpret/operation.ts';
import type { DatabaseOperation } from '../../interpret/operation.ts';
import type { ResultShape, Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf, RowCall, ValueReader } from '../types.ts';
import { rowColumns } from './support/columns.ts';
import { anySqlConflict } from './support/conflict-codes.ts';
import { entityName, savedEntity } from './support/entities.ts';
import { isolation } from './support/isolation.ts';
import { changedColumns, rowOperation, sameRow } from './support/loaded-rows.ts';
import { always, count, noResult, nothing, row, rowOrThrow, rows, tuple } from './support/shapes.ts';
import { partsOf, placeholdersIn, sqlOfParts } from './support/templates.ts';
import {
  changed,
  criteria,
  entityColumn,
  entityColumns,
  entityWhere,
  inserted,
  lockMode,
  readQueryBuilder,
} from './support/typeorm-query.ts';
import { constant, itemsOrSelf, itself } from './support/values.ts';
import { everything } from './support/where.ts';

/** What a call of a repository or of the manager is about: the manager is given the entity first. */
interface Target {
  readonly entity: string | null;
  readonly args: readonly Value[];
}

function target({ args, read, receiver }: Call): Target {
  const { of, injected } = receiver.data ?? {};
  if (receiver.root !== 'EntityManager') return { entity: entityName(read, of ?? injected), args };
  const [first, ...rest] = args;
  const isEntity = first?.kind === 'class' || (read.string(first) !== undefined && rest.length > 0);
  return isEntity ? { entity: entityName(read, first), args: rest } : { entity: null, args };
}

type Said = Omit<Partial<DatabaseOperation>, 'action' | 'table' | 'names'>;

function entityOperation(
  action: DatabaseOperation['action'],
  result: ResultShape,
  said: (read: ValueReader, args: readonly Value[]) => Said,
): MeaningOf {
  return (call) => {
    const { entity, args } = target(call);
    const parts = said(call.read, args);
    return { is: 'operation', operations: [operation({ action, table: entity, names: 'entity', ...parts })], result };
  };
}

/** `findOne({ where, lock })`. */
function finds(result: ResultShape): MeaningOf {
  return entityOperation('read', result, (read, [options]) => {
    const lock = read.get(options, 'lock');
    const where = read.get(options, 'where');
    return {
      ...(where === undefined ? everything : entityWhere(read, where)),
      lock: lockMode(read.string(read.get(lock, 'mode'))),
      takesRow: read.string(read.get(lock, 'onLocked')) === 'skip_locked',
    };
  });
}

/** `findOneBy(where)`. */
function findsBy(result: ResultShape): MeaningOf {
  return entityOperation('read', result, (read, [where]) => entityWhere(read, where));
}

function adds(): MeaningOf {
  return entityOperation('update', changed, (read, [where, property, by]) => ({
    ...criteria(read, where),
    columns: [{ column: read.string(property) ?? '', value: by ?? constant(1), accumulates: true }],
    columnsKnown: read.string(property) !== undefined,
  }));
}

/** `upsert(rows, ['eventId'])`, `upsert(rows, { conflictPaths: ['eventId'] })`. */
const upserts = entityOperation('insert', inserted, (read, [values, options]) => {
  const written = rowColumns(read, values, entityColumn(read));
  const paths = read.items(options) === undefined ? read.get(options, 'conflictPaths') : options;
  const named = paths === undefined ? [] : itemsOrSelf(read, paths);
  // `{ conflictPaths: { eventId: true } }` names them as well.
  const byName = read.entries(paths).flatMap(([path, is]) => (read.boolean(is) === true ? [path] : []));
  const columns = paths === undefined ? null : [...named.flatMap((path) => read.string(path) ?? []), ...byName];
  const demandsKey = named.length > 0 && (columns?.length ?? 0) >= named.length;
  return {
    ...written,
    conflict: { action: 'update', target: columns, demandsKey, set: written.columns, conditions: [] },
  };
});

function saves(call: Call): Meaning {
  const { entity, args } = target(call);
  const entities = args[0] === undefined ? [] : itemsOrSelf(call.read, args[0]);
  const operations = entities.map((one) =>
    savedEntity(call.read, entity, one, { merges: true, column: entityColumn(call.read) }),
  );
  return { is: 'operation', operations, result: entities.length === 1 ? rowOrThrow : rows };
}

const removes = entityOperation('delete', rowOrThrow, (read, [entity]) => criteria(read, read.get(entity, 'id')));

/** `order.save()` of an active record: of a loaded row what was changed, of a new one all of it. */
function savesItself(call: Call): Meaning {
  const { of, self } = call.receiver.data ?? {};
  const said = savedEntity(call.read, entityName(call.read, of), self, {
    merges: true,
    column: entityColumn(call.read),
  });
  return { is: 'operation', operations: [said], result: rowOrThrow };
}

function savesLoaded(call: RowCall): Meaning {
  const operations = [rowOperation(call, 'update', changedColumns(call.row, entityColumn(call.read)))];
  return { is: 'operation', operations, result: rowOrThrow };
}

function removesLoaded(call: RowCall): Meaning {
  return { is: 'operation', operations: [rowOperation(call, 'delete')], result: rowOrThrow };
}

/** `create({ … })` makes an entity that is not stored yet. */
function creates(call: Call): Meaning | undefined {
  const [values] = target(call).args;
  return values && { is: 'value', value: values };
}

function query({ args, chain, read }: Call): Meaning {
  const [text, values] = args;
  const parts = chain.at(-1)?.tagged === true ? partsOf(text) : undefined;
  if (parts !== undefined) return sqlOfParts(parts, rows, tuple(rows, count));
  return { is: 'sql', text, values, placeholders: placeholdersIn(read, text), rows, writes: tuple(rows, count) };
}

/** `transaction(callback)`, `transaction('SERIALIZABLE', callback)`. */
function transaction({ args, read }: Call): Meaning {
  const level = args.length > 1 ? isolation(read, args[0]) : undefined;
  return { is: 'transaction', callback: args.at(-1), client: 'EntityManager', isolation: level };
}

function repository({ args: [of] }: Call): Meaning {
  return { is: 'instance', type: 'Repository', data: of === undefined ? {} : { of } };
}

/** `manager.withRepository(orders)`: the same repository, on the manager's connection. */
function withRepository({ args: [given], read }: Call): Meaning {
  return { is: 'instance', type: 'Repository', data: read.external(given)?.data ?? {} };
}

function findOperator(operator: string): MeaningOf {
  return ({ args: [value] }) => ({
    is: 'instance',
    type: 'FindOperator',
    data: { operator: constant(operator), ...(value && { value }) },
  });
}

const methods: Readonly<Record<string, MeaningOf>> = {
  find: finds(rows),
  findOne: finds(row),
  findOneOrFail: finds(rowOrThrow),
  findAndCount: finds(tuple(rows, count)),
  count: finds(count),
  exists: finds({ kind: 'boolean' }),
  exist: finds({ kind: 'boolean' }),
  findBy: findsBy(rows),
  findOneBy: findsBy(row),
  findOneByOrFail: findsBy(rowOrThrow),
  findAndCountBy: findsBy(tuple(rows, count)),
  countBy: findsBy(count),
  existsBy: findsBy({ kind: 'boolean' }),
  insert: entityOperation('insert', inserted, (read, [values]) => rowColumns(read, values, entityColumn(read))),
  update: entityOperation('update', changed, (read, [where, values]) => ({
    ...criteria(read, where),
    ...entityColumns(read, values),
    many: true,
  })),
  upsert: upserts,
  increment: adds(),
  decrement: adds(),
  save: saves,
  create: creates,
  remove: removes,
  softRemove: removes,
  delete: entityOperation('delete', changed, (read, [where]) => ({ ...criteria(read, where), many: true })),
  softDelete: entityOperation('delete', changed, (read, [where]) => ({ ...criteria(read, where), many: true })),
  clear: entityOperation('delete', noResult, () => ({ ...everything, many: true })),
  ...Object.fromEntries(
    ['sum', 'average', 'minimum', 'maximum'].map((name) => [
      name,
      entityOperation('read', noResult, (read, [, where]) =>
        where === undefined ? everything : entityWhere(read, where),
      ),
    ]),
  ),
  query,
  sql: query,
};

export const typeorm = defineLibrary({
  name: 'typeorm',
  packages: ['typeorm'],
  source: 'https://typeorm.io/docs/working-with-entity-manager/repository-api',
  types: {
    DataSource: ['DataSource.new', 'Connection.new', 'getConnection()', 'createConnection()'],
    EntityManager: ['DataSource.manager', 'QueryRunner.manager', 'Repository.manager', 'getManager()'],
    QueryRunner: ['DataSource.createQueryRunner()'],
    Repository: [],
    // Active records: the class itself is the repository.
    BaseEntity: [],
    FindOperator: [],
  },
  typeAliases: { Connection: 'DataSource', TreeRepository: 'Repository', MongoRepository: 'Repository' },
  connections: ['DataSource', 'QueryRunner'],
  calls: {
    ...Object.fromEntries(
      ['Repository', 'EntityManager', 'BaseEntity'].flatMap((type) =>
        Object.entries(methods).map(([name, meaning]) => [`${type}.${name}`, meaning]),
      ),
    ),
    'BaseEntity.new.save': savesItself,
    'DataSource.getRepository': repository,
    'EntityManager.getRepository': repository,
    getRepository: repository,
    'Repository.extend': itself,
    'EntityManager.withRepository': withRepository,
    'DataSource.transaction': transaction,
    'EntityManager.transaction': transaction,
    'DataSource.query': query,
    'DataSource.sql': query,
    'QueryRunner.query': query,
    'QueryRunner.sql': query,
    'QueryRunner.startTransaction': ({ args: [level], read }) => ({ is: 'begin', isolation: isolation(read, level) }),
    'QueryRunner.commitTransaction': { is: 'commit' },
    'QueryRunner.rollbackTransaction': { is: 'rollback' },
    ...always('QueryRunner', ['connect', 'release'], nothing),
    ...always('DataSource', ['initialize', 'destroy'], nothing),
    Not: findOperator('not'),
    In: findOperator('in'),
    Any: findOperator('in'),
    Equal: findOperator('='),
    IsNull: () => ({ is: 'instance', type: 'FindOperator', data: { operator: constant('is null') } }),
    LessThan: findOperator('<'),
    LessThanOrEqual: findOperator('<='),
    MoreThan: findOperator('>'),
    MoreThanOrEqual: findOperator('>='),
    Like: findOperator('like'),
    ILike: findOperator('like'),
    Between: findOperator('other'),
    Or: findOperator('other'),
    And: findOperator('other'),
    Raw: findOperator('other'),
  },
  builders: [
    {
      starts: ['DataSource', 'EntityManager', 'Repository', 'QueryRunner', 'BaseEntity'].map(
        (type) => `${type}.createQueryBuilder`,
      ),
      thenable: false,
      terminals: [
        'execute',
        'getOne',
        'getOneOrFail',
        'getMany',
        'getRawOne',
        'getRawMany',
        'getCount',
        'getExists',
        'getManyAndCount',
        'getRawAndEntities',
      ],
      read: readQueryBuilder,
    },
  ],
  rowMethods: {
    save: savesLoaded,
    remove: removesLoaded,
    softRemove: removesLoaded,
    reload: sameRow,
  },
  conflictErrors: { codes: anySqlConflict },
  missingRowErrors: { codes: [], classes: ['EntityNotFoundError'] },
});
