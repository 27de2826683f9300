import { operation } from '../../../interpret/operation.ts';
import type { DatabaseOperation, WrittenColumn } from '../../../interpret/operation.ts';
import type { Value } from '../../../interpret/value.ts';
import type { ValueReader } from '../../types.ts';
import { accumulating, columnsOf, plainColumn, rowColumns } from './columns.ts';
import type { Columns, ReadColumn } from './columns.ts';
import { condition, everything, whereObject } from './where.ts';
import type { Where, WhereDialect } from './where.ts';
import { itemsOrSelf } from './values.ts';

const ADDING = ['increment', 'decrement', 'multiply', 'divide', 'push'];
const NESTED = ['create', 'createMany', 'connectOrCreate', 'upsert', 'update', 'updateMany', 'delete', 'deleteMany'];
const RELATION_ONLY = ['connect', 'disconnect', ...NESTED];
const RELATION_FILTERS = ['is', 'isNot', 'some', 'every', 'none'];

const OPERATORS: Readonly<Record<string, string>> = {
  equals: '=',
  not: '<>',
  in: 'in',
  notIn: 'not in',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  contains: 'like',
  startsWith: 'like',
  endsWith: 'like',
  search: 'other',
  has: 'other',
  hasSome: 'other',
  hasEvery: 'other',
  isEmpty: 'other',
  isSet: 'other',
  path: 'other',
};

const DIALECT: WhereDialect = { operators: OPERATORS, and: ['AND'], or: ['OR'], not: ['NOT'] };

/** A `where` of Prisma: `{ id, status: { not: 'PAID' }, AND: […] }`. */
export function prismaWhere(read: ValueReader, value: Value | undefined): Where {
  return whereObject(read, value, {
    ...DIALECT,
    special: (column, held) => {
      const asksAnotherModel = read.entries(held).length > 0;
      return asksAnotherModel ? { where: [condition(column, 'other', held)], whereKnown: true } : undefined;
    },
  });
}

/**
 * The `where` of a call that takes a unique key: `provider_eventId: { provider, eventId }` stands for its fields. It may
 * filter by relations too, which no key of several fields looks like.
 */
export function prismaUniqueWhere(read: ValueReader, value: Value | undefined): Where {
  const compound = (key: string, held: Value): Where | undefined => {
    const fields = read.entries(held).map(([field]) => field);
    if (fields.length === 0) return undefined;
    const isKey = fields.length > 1 && !fields.some((field) => RELATION_FILTERS.includes(field));
    if (!isKey) return { where: [condition(key, 'other', held)], whereKnown: true };
    return whereObject(read, held, { operators: {}, and: [], or: [], not: [] });
  };
  return whereObject(read, value, { ...DIALECT, special: compound });
}

/** Columns of `data`; what it writes to other models comes from `nestedWrites`. */
export function prismaColumns(read: ValueReader, data: Value | undefined): Columns {
  return columnsOf(read, data, dataColumn(read));
}

export function prismaRows(read: ValueReader, data: Value | undefined): Columns & { readonly many: boolean } {
  return rowColumns(read, data, dataColumn(read));
}

function dataColumn(read: ValueReader): ReadColumn {
  return (column, value): WrittenColumn | undefined => {
    const held = new Map(read.entries(value));
    const adding = ADDING.map((key) => held.get(key)).find((by) => by !== undefined);
    if (adding !== undefined) return accumulating(column, adding);
    const connected = held.get('connect') ?? read.get(held.get('connectOrCreate'), 'where');
    if (connected !== undefined) return plainColumn(column, keyOf(read, connected));
    if (held.has('set') && held.size === 1) return plainColumn(column, held.get('set') ?? value);
    if (RELATION_ONLY.some((key) => held.has(key))) return undefined;
    return plainColumn(column, value);
  };
}

/** `connect: { id }`: the id is what the foreign key is set to. */
function keyOf(read: ValueReader, connected: Value): Value {
  const [first] = read.entries(connected);
  return first?.[1] ?? connected;
}

/**
 * Writes to other models inside `data`. Only the schema knows which model a relation leads to, so the table is the
 * path of relations from the delegate: `user.orders`.
 */
export function nestedWrites(read: ValueReader, table: string, data: Value | undefined): readonly DatabaseOperation[] {
  return itemsOrSelf(read, data ?? { kind: 'array', items: [], rest: null }).flatMap((row) =>
    read.entries(row).flatMap(([relation, value]) =>
      read
        .entries(value)
        .filter(([key]) => NESTED.includes(key))
        .flatMap(([key, held]) => nestedWrite(read, `${table}.${relation}`, key, held)),
    ),
  );
}

function nestedWrite(read: ValueReader, table: string, key: string, value: Value): readonly DatabaseOperation[] {
  if (key === 'createMany') {
    const rows = prismaRows(read, read.get(value, 'data'));
    const skips = read.boolean(read.get(value, 'skipDuplicates')) === true;
    return [operation({ action: 'insert', table, names: 'prisma', ...rows, conflict: skips ? ignoreConflict : null })];
  }
  return itemsOrSelf(read, value).flatMap((item) => nestedItem(read, table, key, item));
}

function nestedItem(read: ValueReader, table: string, key: string, item: Value): readonly DatabaseOperation[] {
  const common = { table, names: 'prisma' } as const;
  const data = read.get(item, 'data') ?? item;
  const where = read.get(item, 'where');
  switch (key) {
    case 'create':
      return [
        operation({ action: 'insert', ...common, ...prismaColumns(read, item) }),
        ...nestedWrites(read, table, item),
      ];
    case 'connectOrCreate':
      return [
        operation({
          action: 'insert',
          ...common,
          ...prismaColumns(read, read.get(item, 'create')),
          conflict: ignoreConflict,
        }),
      ];
    case 'upsert':
      return [operation({ action: 'insert', ...common, ...upsertParts(read, item) })];
    case 'update':
    case 'updateMany':
      return [
        operation({
          action: 'update',
          ...common,
          ...prismaColumns(read, data),
          ...(where === undefined ? everything : prismaWhere(read, where)),
          many: key === 'updateMany',
        }),
        ...nestedWrites(read, table, data),
      ];
    default: {
      // The item is the predicate itself, or `true` for the one row of a relation to one.
      const named = item.kind === 'constant' ? everything : prismaWhere(read, where ?? item);
      return [operation({ action: 'delete', ...common, ...named, many: key === 'deleteMany' })];
    }
  }
}

export const ignoreConflict = { action: 'ignore', target: null, set: [], conditions: [] } as const;

/** `{ where, create, update }`: an insert whose conflict updates, with nothing to tell one from the other afterwards. */
export function upsertParts(read: ValueReader, args: Value | undefined): Columns & Pick<DatabaseOperation, 'conflict'> {
  const { where } = prismaUniqueWhere(read, read.get(args, 'where'));
  const update = prismaColumns(read, read.get(args, 'update'));
  const created = prismaColumns(read, read.get(args, 'create'));
  return {
    columns: created.columns,
    columnsKnown: created.columnsKnown && update.columnsKnown,
    conflict: {
      action: 'update',
      target: [...new Set(where.map((one) => one.column))],
      set: update.columns,
      conditions: [],
    },
  };
}
