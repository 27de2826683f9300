import { operation } from '../../../interpret/operation.ts';
import type { DatabaseOperation, WrittenColumn } from '../../../interpret/operation.ts';
import { Origin } from '../../../interpret/value.ts';
import type { ResultShape, Value } from '../../../interpret/value.ts';
import type { ValueReader } from '../../types.ts';
import { accumulating, columnsOf, plainColumn, rowColumns } from './columns.ts';
import { count, former, object, row, rowOrThrow } from './shapes.ts';
import { unknown } from './values.ts';
import { compare, notKnown, whereObject } from './where.ts';
import type { Where, WhereDialect } from './where.ts';

const FILTER: WhereDialect = {
  operators: {
    $eq: '=',
    $ne: '<>',
    $in: 'in',
    $nin: 'not in',
    $lt: '<',
    $lte: '<=',
    $gt: '>',
    $gte: '>=',
    $regex: 'like',
    $exists: 'other',
    $elemMatch: 'other',
    $not: 'other',
  },
  and: ['$and'],
  or: ['$or', '$nor'],
  not: [],
};

/** `{ _id: id, status: { $ne: 'paid' } }`. */
export function mongoFilter(read: ValueReader, value: Value | undefined): Where {
  return value === undefined ? { where: [], whereKnown: true } : whereObject(read, value, FILTER);
}

export function byId(id: Value | undefined): Where {
  return id === undefined ? notKnown : { where: [compare('_id', '=', id)], whereKnown: true };
}

/** Update operators that add to what is there; `$addToSet`, `$max` and the like come to the same when repeated. */
const ADDING = ['$inc', '$mul', '$push'];

interface Update {
  readonly set: readonly WrittenColumn[];
  /** `$setOnInsert`: written only when the upsert inserts. */
  readonly onInsert: readonly WrittenColumn[];
  readonly known: boolean;
}

/** `{ $set: { … }, $inc: { … } }`, or the plain object that Mongoose takes for `$set`. */
function mongoUpdate(read: ValueReader, value: Value | undefined): Update {
  const plain: WrittenColumn[] = [];
  const set: WrittenColumn[] = [];
  const onInsert: WrittenColumn[] = [];
  for (const [key, held] of read.entries(value)) {
    if (key === '$setOnInsert') onInsert.push(...columnsOf(read, held).columns);
    else if (ADDING.includes(key)) set.push(...columnsOf(read, held, accumulating).columns);
    else if (key === '$currentDate') set.push(...columnsOf(read, held, clock).columns);
    else if (key.startsWith('$')) set.push(...columnsOf(read, held).columns);
    else plain.push(plainColumn(key, held));
  }
  return { set: [...plain, ...set], onInsert, known: read.isWhole(value) };
}

function clock(column: string): WrittenColumn {
  return plainColumn(column, unknown('$currentDate', Origin.clock));
}

type Named = Pick<DatabaseOperation, 'table' | 'names' | 'transaction'>;

/** An update, or with `upsert` an insert under the filter's key whose conflict updates. */
export function updateOperation(
  read: ValueReader,
  named: Named,
  filter: Where,
  update: Value | undefined,
  options: { readonly upsert: boolean; readonly many: boolean },
): DatabaseOperation {
  const { set, onInsert, known } = mongoUpdate(read, update);
  if (!options.upsert) {
    return operation({ action: 'update', ...named, ...filter, columns: set, columnsKnown: known, many: options.many });
  }
  const keys = filter.where.filter((one) => one.operator === '=' && one.values.length === 1);
  const fromFilter = keys.flatMap(({ column, values: [value] }) =>
    value === undefined ? [] : [plainColumn(column, value)],
  );
  return operation({
    action: 'insert',
    ...named,
    columns: [...fromFilter, ...set, ...onInsert],
    columnsKnown: known && filter.whereKnown,
    conflict: {
      action: set.length === 0 ? 'ignore' : 'update',
      target: keys.map((one) => one.column),
      set,
      conditions: filter.where.filter((one) => !keys.includes(one)),
      tells: true,
    },
  });
}

/** Of an upsert only what was inserted tells the winner; what matched tells the loser. */
export function updateResult(upsert: boolean): ResultShape {
  return upsert
    ? object({ upsertedCount: count, upsertedId: row, matchedCount: former })
    : object({ matchedCount: count, modifiedCount: count, nModified: count, n: count });
}

/**
 * `findOneAndUpdate` answers the row that it changed. An upsert answers one either way where the row as it is now is
 * asked for; as it was before it is null for the insert.
 */
export function changedRow(upsert: boolean, options: { withMetadata: boolean; after: boolean }): ResultShape {
  const answered = !upsert ? row : options.after ? rowOrThrow : former;
  if (!options.withMetadata) return answered;
  const lastErrorObject = upsert
    ? object({ upserted: row, updatedExisting: former })
    : object({ updatedExisting: row });
  return object({ value: answered, lastErrorObject });
}

export function insertOperation(read: ValueReader, named: Named, documents: Value | undefined): DatabaseOperation {
  return operation({ action: 'insert', ...named, ...rowColumns(read, documents) });
}

/** `bulkWrite([{ updateOne: { filter, update, upsert } }, …])`. */
export function bulkOperations(
  read: ValueReader,
  named: Named,
  writes: Value | undefined,
): readonly DatabaseOperation[] {
  const items = read.items(writes);
  if (items === undefined)
    return [operation({ action: 'update', ...named, columnsKnown: false, ...notKnown, many: true })];
  return items.flatMap((item) =>
    read.entries(item).map(([kind, held]): DatabaseOperation => {
      if (kind === 'insertOne') return insertOperation(read, named, read.get(held, 'document'));
      const filter = mongoFilter(read, read.get(held, 'filter'));
      if (kind.startsWith('delete')) return operation({ action: 'delete', ...named, ...filter });
      const upsert = read.boolean(read.get(held, 'upsert')) === true;
      return updateOperation(read, named, filter, read.get(held, 'update') ?? read.get(held, 'replacement'), {
        upsert,
        many: kind === 'updateMany',
      });
    }),
  );
}

/** A pipeline that begins with `$match`; one that ends with `$merge` or `$out` writes what it made. */
export function aggregateOperation(read: ValueReader, named: Named, pipeline: Value | undefined): DatabaseOperation {
  const stages = read.items(pipeline);
  const last = read.entries(stages?.at(-1)).find(([stage]) => stage === '$merge' || stage === '$out')?.[1];
  if (last !== undefined) {
    const into = read.get(last, 'into') ?? read.get(last, 'coll') ?? last;
    const table = read.string(into) ?? read.string(read.get(into, 'coll')) ?? null;
    const conflict = { action: 'update', target: null, set: [], conditions: [] } as const;
    return operation({ action: 'insert', ...named, table, columnsKnown: false, many: true, conflict });
  }
  const match = read.get(stages?.[0], '$match');
  return operation({
    action: 'read',
    ...named,
    ...(match === undefined ? notKnown : mongoFilter(read, match)),
    many: true,
  });
}
