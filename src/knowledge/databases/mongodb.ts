// Checked: mongodb 7.9.0 types.
import { operation } from '../../interpret/operation.ts';
import type { ResultShape, Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Library, Meaning, MeaningOf } from '../types.ts';
import { mongoConflict } from './support/conflict-codes.ts';
import {
  aggregateOperation,
  bulkOperations,
  changedRow,
  insertOperation,
  mongoFilter,
  updateOperation,
  updateResult,
} from './support/mongo.ts';
import { always, count, nothing, object, row, rows } from './support/shapes.ts';

function named(call: Call, options: Value | undefined) {
  const table = call.read.string(call.receiver.data?.name) ?? null;
  return { table, names: 'database', transaction: call.read.get(options, 'session') ?? null } as const;
}

function reads(result: ResultShape): MeaningOf {
  return (call) => {
    const [filter, options] = call.args;
    const operations = [operation({ action: 'read', ...named(call, options), ...mongoFilter(call.read, filter) })];
    return { is: 'operation', operations, result };
  };
}

function updates(many: boolean): MeaningOf {
  return (call) => {
    const [filter, update, options] = call.args;
    const upsert = call.read.boolean(call.read.get(options, 'upsert')) === true;
    const where = mongoFilter(call.read, filter);
    const said = updateOperation(call.read, named(call, options), where, update, { upsert, many });
    return { is: 'operation', operations: [said], result: updateResult(upsert) };
  };
}

function findAndUpdate(call: Call): Meaning {
  const { read } = call;
  const [filter, update, options] = call.args;
  const upsert = read.boolean(read.get(options, 'upsert')) === true;
  const withMetadata = read.boolean(read.get(options, 'includeResultMetadata')) === true;
  const said = updateOperation(read, named(call, options), mongoFilter(read, filter), update, { upsert, many: false });
  const after = read.string(read.get(options, 'returnDocument')) === 'after';
  return { is: 'operation', operations: [said], result: changedRow(upsert, { withMetadata, after }) };
}

function deletes(many: boolean, result: ResultShape): MeaningOf {
  return (call) => {
    const [filter, options] = call.args;
    const said = operation({ action: 'delete', ...named(call, options), ...mongoFilter(call.read, filter), many });
    return { is: 'operation', operations: [said], result };
  };
}

function inserts(result: ResultShape): MeaningOf {
  return (call) => {
    const [documents, options] = call.args;
    return { is: 'operation', operations: [insertOperation(call.read, named(call, options), documents)], result };
  };
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

/** `collection.distinct('status', filter, options)`. */
function distinct(call: Call): Meaning {
  const [, filter, options] = call.args;
  const said = operation({ action: 'read', ...named(call, options), ...mongoFilter(call.read, filter), many: true });
  return { is: 'operation', operations: [said], result: rows };
}

/** `client.withSession(async (session) => …)`: a session, and no transaction until one is started. */
function withSession({ args, read, receiver }: Call): Meaning {
  const callbacks = [{ fn: args.at(-1), args: [read.make(receiver.package, 'ClientSession')] }];
  return { is: 'invocation', callbacks, when: 'now', returns: 'answer' };
}

/** `db.collection('orders')`. */
function collection({ args: [name] }: Call): Meaning | undefined {
  return name && { is: 'instance', type: 'Collection', data: { name } };
}

/** `session.withTransaction(callback)`: the callback is given the session, and hands it to each call as an option. */
function transaction({ args: [callback] }: Call): Meaning {
  return { is: 'transaction', callback, client: 'ClientSession', nested: true };
}

function cursorResult({ chain }: Call): ResultShape {
  switch (chain.at(-1)?.name) {
    case 'next':
    case 'tryNext':
      return row;
    case 'hasNext':
      return { kind: 'boolean' };
    case 'count':
      return count;
    default:
      return rows;
  }
}

/** The session that the driver and Mongoose share. */
export const sessionCalls = {
  'ClientSession.withTransaction': transaction,
  'ClientSession.startTransaction': { is: 'begin' },
  'ClientSession.commitTransaction': { is: 'commit' },
  'ClientSession.abortTransaction': { is: 'rollback' },
  ...always('ClientSession', ['endSession'], nothing),
} satisfies Library['calls'];

export const mongodb = defineLibrary({
  name: 'mongodb',
  packages: ['mongodb'],
  source: 'https://mongodb.github.io/node-mongodb-native/7.0/classes/Collection.html',
  types: {
    Client: ['MongoClient.new', 'MongoClient.connect()', 'Client.connect()'],
    Db: ['Client.db()'],
    Collection: [],
    ClientSession: ['Client.startSession()'],
  },
  typeAliases: { MongoClient: 'Client' },
  connections: ['Client', 'ClientSession'],
  calls: {
    'Db.collection': collection,
    'Collection.findOne': reads(row),
    'Collection.countDocuments': reads(count),
    'Collection.insertOne': inserts(object({ insertedId: row })),
    'Collection.insertMany': inserts(object({ insertedCount: count })),
    'Collection.updateOne': updates(false),
    'Collection.updateMany': updates(true),
    'Collection.replaceOne': updates(false),
    'Collection.findOneAndUpdate': findAndUpdate,
    'Collection.findOneAndReplace': findAndUpdate,
    'Collection.findOneAndDelete': deletes(false, row),
    'Collection.deleteOne': deletes(false, object({ deletedCount: count })),
    'Collection.deleteMany': deletes(true, object({ deletedCount: count })),
    'Collection.bulkWrite': bulkWrite,
    'Collection.estimatedDocumentCount': reads(count),
    'Collection.distinct': distinct,
    'Client.withSession': withSession,
    ...always('Client', ['close', 'on'], nothing),
    ...always('Collection', ['createIndex', 'createIndexes', 'watch'], nothing),
    ...sessionCalls,
  },
  builders: [
    {
      starts: ['Collection.aggregate'],
      thenable: false,
      terminals: ['toArray', 'forEach', 'next', 'tryNext', 'hasNext'],
      read: (call) => {
        const [pipeline, options] = call.chain.find((one) => one.name === 'aggregate')?.args ?? [];
        const operations = [aggregateOperation(call.read, named(call, options), pipeline)];
        return { is: 'operation', operations, result: cursorResult(call) };
      },
    },
    {
      starts: ['Collection.find'],
      thenable: false,
      terminals: ['toArray', 'forEach', 'next', 'tryNext', 'hasNext', 'count'],
      read: (call) => {
        const [filter, options] = call.chain.find((one) => one.name === 'find')?.args ?? [];
        const said = operation({
          action: 'read',
          ...named(call, options),
          ...mongoFilter(call.read, filter),
          many: true,
        });
        return { is: 'operation', operations: [said], result: cursorResult(call) };
      },
    },
  ],
  conflictErrors: { codes: mongoConflict },
});
