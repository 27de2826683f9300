// Checked: mongoose 9.12.1 types.
import { operation } from '../../interpret/operation.ts';
import type { DatabaseOperation } from '../../interpret/operation.ts';
import type { ChainStep, ResultShape, Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, RowCall } from '../types.ts';
import { mongoConflict } from './support/conflict-codes.ts';
import { entityName } from './support/entities.ts';
import {
  aggregateOperation,
  bulkOperations,
  byId,
  changedRow,
  insertOperation,
  mongoFilter,
  updateOperation,
  updateResult,
} from './support/mongo.ts';
import { assignsFields, changedColumns, rowOperation, sameRow } from './support/loaded-rows.ts';
import { always, count, nothing, object, row, rowOrThrow, rows } from './support/shapes.ts';
import { callbackOf } from './support/sql-client.ts';
import { step } from './support/templates.ts';
import { sessionCalls } from './mongodb.ts';
import { compare, joined } from './support/where.ts';
import type { Where } from './support/where.ts';

const QUERIES = [
  'find',
  'findOne',
  'findById',
  'findOneAndUpdate',
  'findByIdAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
  'findByIdAndDelete',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'countDocuments',
  'estimatedDocumentCount',
  'distinct',
  'exists',
];

function named(call: Call, options: Value | undefined) {
  const { name, of, injected } = call.receiver.data ?? {};
  const session = step(call, 'session')?.args?.[0] ?? call.read.get(options, 'session');
  return {
    table: entityName(call.read, name ?? injected ?? of),
    names: 'entity',
    transaction: session ?? null,
  } as const;
}

/** `order.save(options)`: what was changed on a loaded document, in the session that it was loaded in. */
function savesLoaded(call: RowCall): Meaning {
  const session = call.read.get(call.args[0], 'session');
  const said = { ...changedColumns(call.row), ...(session && { transaction: session }) };
  const operations = [rowOperation(call, 'update', said, '_id')];
  return { is: 'operation', operations, result: rowOrThrow, handedTo: callbackOf(call) };
}

/** `order.updateOne({ $inc: { total: 5 } })`. */
function updatesLoaded(call: RowCall): Meaning {
  const { transaction, where } = rowOperation(call, 'update', {}, '_id');
  const target = { table: call.row.table, names: 'entity', transaction } as const;
  const options = { upsert: false, many: false };
  const operations = [updateOperation(call.read, target, { where, whereKnown: true }, call.args[0], options)];
  return { is: 'operation', operations, result: updateResult(false) };
}

function deletesLoaded(call: RowCall): Meaning {
  const operations = [rowOperation(call, 'delete', {}, '_id')];
  return { is: 'operation', operations, result: object({ deletedCount: count }) };
}

/** A query that runs when it is awaited: `Order.findOneAndUpdate(filter, update, options).session(session).lean()`. */
function readQuery(call: Call): Meaning | undefined {
  const query = call.chain.find((one) => QUERIES.includes(one.name));
  if (query === undefined) return undefined;
  const said = queryOperation(call, query.name, query.args ?? []);
  const mustExist = step(call, 'orFail') !== undefined;
  const result = queryResult(call, query.name, query.args ?? []);
  return {
    is: 'operation',
    operations: [said],
    result: mustExist && result.kind === 'row' ? rowOrThrow : result,
    handedTo: call.chain.at(-1)?.name === 'exec' ? callbackOf(call) : undefined,
  };
}

function queryOperation(call: Call, name: string, args: readonly Value[]): DatabaseOperation {
  const { read } = call;
  const [first, second, third] = args;
  const filter = name.includes('ById') ? byId(first) : mongoFilter(read, first);
  const where = joined([filter, chainedWhere(call)]);
  if (/Update|^update|[rR]eplace/.test(name)) {
    const options = { upsert: isUpsert(call, third), many: name === 'updateMany' };
    return updateOperation(read, named(call, third), where, second, options);
  }
  if (/[dD]elete/.test(name)) {
    return operation({ action: 'delete', ...named(call, second), ...where, many: name === 'deleteMany' });
  }
  if (name === 'estimatedDocumentCount') return operation({ action: 'read', ...named(call, first) });
  if (name === 'distinct') {
    const asked = joined([mongoFilter(read, second), chainedWhere(call)]);
    return operation({ action: 'read', ...named(call, third), ...asked, many: true });
  }
  return operation({ action: 'read', ...named(call, third ?? second), ...where, many: name === 'find' });
}

function isUpsert(call: Call, options: Value | undefined): boolean {
  return call.read.boolean(call.read.get(options, 'upsert')) === true;
}

function queryResult(call: Call, name: string, args: readonly Value[]): ResultShape {
  const [, , options] = args;
  const upsert = isUpsert(call, options);
  if (name === 'find' || name === 'distinct') return rows;
  if (name === 'countDocuments' || name === 'estimatedDocumentCount') return count;
  if (/AndUpdate$|AndReplace$/.test(name)) {
    const withMetadata = ['includeResultMetadata', 'rawResult'].some(
      (option) => call.read.boolean(call.read.get(options, option)) === true,
    );
    const after =
      call.read.boolean(call.read.get(options, 'new')) === true ||
      call.read.boolean(call.read.get(options, 'returnOriginal')) === false ||
      call.read.string(call.read.get(options, 'returnDocument')) === 'after';
    return changedRow(upsert, { withMetadata, after });
  }
  if (/^update|^replace/.test(name)) return updateResult(upsert);
  return name.startsWith('delete') ? object({ deletedCount: count }) : row;
}

/** `Order.aggregate([{ $match: { … } }, …])`. */
function readAggregate(call: Call): Meaning {
  const [pipeline, options] = step(call, 'aggregate')?.args ?? [];
  const operations = [aggregateOperation(call.read, named(call, options), pipeline)];
  return { is: 'operation', operations, result: rows };
}

/** `.where('status').equals('paid')`, `.where({ status })`. */
function chainedWhere({ chain, read }: Call): Where {
  const parts = chain.flatMap((one, index): readonly Where[] => {
    if (one.name !== 'where' && one.name !== 'and') return [];
    const column = read.string(one.args?.[0]);
    if (column === undefined) return [mongoFilter(read, one.args?.[0])];
    return [compared(column, chain[index + 1], one.args?.[1])];
  });
  return joined(parts);
}

const COMPARED: Readonly<Record<string, string>> = {
  equals: '=',
  ne: '<>',
  in: 'in',
  nin: 'not in',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

function compared(column: string, next: ChainStep | undefined, value: Value | undefined): Where {
  if (value !== undefined) return { where: [compare(column, '=', value)], whereKnown: true };
  return { where: [compare(column, COMPARED[next?.name ?? ''] ?? 'other', next?.args?.[0])], whereKnown: true };
}

/** `create(document)`, `create([documents], options)`. */
function creates(call: Call): Meaning {
  const [documents, options] = call.args;
  const operations = [insertOperation(call.read, named(call, options), documents)];
  return { is: 'operation', operations, result: documents?.kind === 'array' ? rows : rowOrThrow };
}

function bulkWrite(call: Call): Meaning {
  const [writes, options] = call.args;
  const operations = bulkOperations(call.read, named(call, options), writes);
  return {
    is: 'operation',
    operations,
    result: object({ insertedCount: count, upsertedCount: count, deletedCount: count }),
  };
}

/** `mongoose.model('Order', schema)`. */
function model({ args: [name] }: Call): Meaning | undefined {
  return name && { is: 'instance', type: 'Model', data: { name } };
}

/** `new Order({ … })`, stored by its `save()`. */
function document({ args: [values], receiver }: Call): Meaning {
  return { is: 'instance', type: 'Document', data: { ...receiver.data, ...(values && { values }) } };
}

function saves(call: Call): Meaning {
  const operations = [insertOperation(call.read, named(call, call.args[0]), call.receiver.data?.values)];
  return { is: 'operation', operations, result: rowOrThrow };
}

function transaction({ args: [callback] }: Call): Meaning {
  return { is: 'transaction', callback, client: 'ClientSession' };
}

export const mongoose = defineLibrary({
  name: 'mongoose',
  packages: ['mongoose'],
  source: 'https://mongoosejs.com/docs/api/model.html',
  types: {
    Connection: [
      'default.connection',
      'connection',
      'default.createConnection()',
      'createConnection()',
      'Connection.useDb()',
    ],
    ClientSession: ['default.startSession()', 'startSession()', 'Connection.startSession()', 'Model.startSession()'],
    Model: [],
    Document: [],
  },
  typeAliases: { HydratedDocument: 'Document', 'mongo.ClientSession': 'ClientSession' },
  connections: ['ClientSession'],
  calls: {
    'default.model, model, Connection.model': model,
    'Model.new': document,
    'Model.create': creates,
    'Model.insertMany': creates,
    'Model.insertOne': creates,
    'Model.bulkWrite': bulkWrite,
    'Document.save': saves,
    'Connection.transaction': transaction,
    ...sessionCalls,
    ...always('default', ['connect', 'disconnect', 'set'], nothing),
    ...always('Connection', ['close', 'on', 'once', 'asPromise'], nothing),
    ...always('Model', ['init', 'syncIndexes', 'createIndexes'], nothing),
  },
  rowMethods: {
    save: savesLoaded,
    updateOne: updatesLoaded,
    deleteOne: deletesLoaded,
    remove: deletesLoaded,
    set: assignsFields,
    get: sameRow,
    toObject: sameRow,
    toJSON: sameRow,
    markModified: () => nothing,
    populate: sameRow,
  },
  builders: [
    { starts: ['Model.aggregate'], thenable: true, terminals: ['exec'], read: readAggregate },
    { starts: QUERIES.map((query) => `Model.${query}`), thenable: true, terminals: ['exec'], read: readQuery },
  ],
  conflictErrors: { codes: mongoConflict },
});
