// Checked: https://googleapis.dev/nodejs/firestore/latest/DocumentReference.html, types of firebase-admin 13.
import { operation } from '../../interpret/operation.ts';
import type { DatabaseOperation, WrittenColumn } from '../../interpret/operation.ts';
import { Origin } from '../../interpret/value.ts';
import type { ResultShape, Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf, ValueReader } from '../types.ts';
import { accumulating, columnsOf, plainColumn } from './support/columns.ts';
import { count, noResult, object, rows } from './support/shapes.ts';
import { unknown } from './support/values.ts';
import { compare, everything, joined, notKnown } from './support/where.ts';
import type { Where } from './support/where.ts';

/** What `get()` of one document answers. */
const snapshot = object({ exists: { kind: 'boolean' } });
const found = object({ docs: rows, empty: noResult, size: count });

interface Target {
  readonly table: string | null;
  readonly id: Value | undefined;
}

/** `collection('events').doc(id)`. A path may name both: `doc('events/evt_1')`. */
function target(read: ValueReader, value: Value | undefined): Target {
  const { path, id } = read.external(value)?.data ?? {};
  const written = read.text(path)?.split('/') ?? [];
  const table = id === undefined ? written.at(-2) : written.at(-1);
  return { table: table === undefined || table.includes('\u0000') ? null : table, id: id ?? path };
}

function keyed({ table, id }: Target): Pick<DatabaseOperation, 'table' | 'where'> {
  return { table, where: id === undefined ? [] : [compare('id', '=', id)] };
}

/** `FieldValue.increment(n)`, `arrayUnion`, `serverTimestamp()` in the place of a value. */
function column(read: ValueReader) {
  return (name: string, value: Value): WrittenColumn => {
    const last = read.external(value)?.chain.at(-1);
    const [first] = last?.args ?? [];
    if (last?.name === 'increment') return accumulating(name, first ?? value);
    if (last?.name === 'serverTimestamp') return plainColumn(name, unknown('serverTimestamp()', Origin.clock));
    return plainColumn(name, value);
  };
}

/** Writes of a document, on the reference itself or on a transaction or batch that is given the reference. */
function writes(kind: 'create' | 'set' | 'update' | 'delete', ofReference: boolean): MeaningOf {
  return (call) => {
    const [document, data] = ofReference ? [call.receiver, call.args[0]] : call.args;
    const at = target(call.read, document);
    if (kind === 'create' && ofReference)
      return { is: 'claim', key: at.id, timeToLive: null, result: noResult, throwsWhenLost: true };
    return { is: 'operation', operations: [writeOperation(call.read, kind, at, data)], result: noResult };
  };
}

/** `set` overwrites or merges the document under its id: an insert that updates when it is there. */
function writeOperation(read: ValueReader, kind: string, at: Target, data: Value | undefined): DatabaseOperation {
  if (kind === 'delete') return operation({ action: 'delete', ...keyed(at) });
  const { columns, columnsKnown } = columnsOf(read, data, column(read));
  if (kind === 'update') return operation({ action: 'update', ...keyed(at), columns, columnsKnown });
  const all = at.id === undefined ? columns : [plainColumn('id', at.id), ...columns];
  const conflict =
    kind === 'create' ? null : ({ action: 'update', target: ['id'], set: columns, conditions: [] } as const);
  return operation({ action: 'insert', table: at.table, columns: all, columnsKnown, conflict });
}

function adds({ args: [data], read, receiver }: Call): Meaning {
  const { columns, columnsKnown } = columnsOf(read, data, column(read));
  const table = read.text(receiver.data?.path)?.split('/').at(-1) ?? null;
  return {
    is: 'operation',
    operations: [operation({ action: 'insert', table, columns, columnsKnown })],
    result: noResult,
  };
}

function reads(result: ResultShape): MeaningOf {
  return ({ read, receiver }) => ({
    is: 'operation',
    operations: [operation({ action: 'read', ...keyed(target(read, receiver)) })],
    result,
  });
}

/** `transaction.get(reference)`, of a document or of a query. */
function transactionRead({ args: [what], read }: Call): Meaning {
  const external = read.external(what);
  const isDocument = external?.root === 'Document';
  const place = isDocument
    ? keyed(target(read, what))
    : { table: read.text(external?.data?.path)?.split('/').at(-1) ?? null };
  return {
    is: 'operation',
    operations: [operation({ action: 'read', ...place })],
    result: isDocument ? snapshot : found,
  };
}

const OPERATORS: Readonly<Record<string, string>> = { '==': '=', '!=': '<>', in: 'in', 'not-in': 'not in' };

/** `collection('orders').where('status', '==', 'paid').limit(1).get()`. */
function readQuery(call: Call): Meaning {
  const { chain, read, receiver } = call;
  const table = read.text(receiver.data?.path)?.split('/').at(-1) ?? null;
  const parts = chain.flatMap(({ name, args }): readonly Where[] => {
    if (name !== 'where') return [];
    const [first, operator, value] = args ?? [];
    const field = read.string(first);
    const written = read.string(operator) ?? 'other';
    if (field === undefined) return [notKnown];
    return [{ where: [compare(field, OPERATORS[written] ?? written, value, read)], whereKnown: true }];
  });
  const said = operation({ action: 'read', table, ...joined([everything, ...parts]), many: true });
  return { is: 'operation', operations: [said], result: found };
}

function collection({ args: [path] }: Call): Meaning | undefined {
  return path && { is: 'instance', type: 'Collection', data: { path } };
}

function document({ args: [id], receiver }: Call): Meaning {
  const path = receiver.data?.path;
  if (path === undefined) return { is: 'instance', type: 'Document', data: id === undefined ? {} : { path: id } };
  // Without an id Firestore makes one up.
  return { is: 'instance', type: 'Document', data: { path, id: id ?? unknown('doc()', Origin.random) } };
}

/** Optimistic: what it read must not have changed at the commit, or it runs again. */
function transaction({ args: [callback] }: Call): Meaning {
  return { is: 'transaction', callback, client: 'Transaction', isolation: 'serializable' };
}

const WRITES = ['create', 'set', 'update', 'delete'] as const;

export const firestore = defineLibrary({
  name: 'firebase-admin',
  packages: ['firebase-admin', 'firebase-admin/firestore', '@google-cloud/firestore'],
  source: 'https://googleapis.dev/nodejs/firestore/latest/DocumentReference.html',
  types: {
    Firestore: ['getFirestore()', 'firestore()', 'default.firestore()', 'Firestore.new'],
    Batch: ['Firestore.batch()'],
    Transaction: [],
    Collection: [],
    Document: [],
  },
  typeAliases: {
    'firestore.Firestore': 'Firestore',
    'firestore.Transaction': 'Transaction',
    CollectionReference: 'Collection',
    DocumentReference: 'Document',
    WriteBatch: 'Batch',
  },
  connections: ['Firestore', 'Transaction'],
  calls: {
    'Firestore.collection, Document.collection': collection,
    'Firestore.doc, Collection.doc': document,
    'Collection.add': adds,
    'Document.get': reads(snapshot),
    ...Object.fromEntries(WRITES.map((kind) => [`Document.${kind}`, writes(kind, true)])),
    ...Object.fromEntries(WRITES.map((kind) => [`Transaction.${kind}, Batch.${kind}`, writes(kind, false)])),
    'Transaction.get': transactionRead,
    'Firestore.runTransaction': transaction,
  },
  builders: [
    {
      starts: ['where', 'orderBy', 'limit', 'get'].map((method) => `Collection.${method}`),
      thenable: false,
      terminals: ['get'],
      read: readQuery,
    },
  ],
  // gRPC's ALREADY_EXISTS, as `create` throws it.
  conflictErrors: { codes: [6, 'already-exists', 'ALREADY_EXISTS'] },
});
