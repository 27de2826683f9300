// Checked: mysql2 3.24.6 types.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import { mysqlConflict } from './support/conflict-codes.ts';
import { always, count, noResult, nothing, object, rows, tuple } from './support/shapes.ts';
import { callbackOf, textQuery } from './support/sql-client.ts';
import { constant } from './support/values.ts';

const query = textQuery(
  tuple(rows, noResult),
  tuple(object({ affectedRows: count, changedRows: count }), noResult),
  'question',
);

/** `pool.getConnection((error, connection) => …)`; without a callback it answers the connection. */
function getConnection({ args: [callback], read, receiver }: Call): Meaning {
  if (!read.isFunction(callback)) return { is: 'instance', type: 'Connection' };
  const given = [constant(null), read.make(receiver.package, 'Connection')];
  return { is: 'invocation', callbacks: [{ fn: callback, args: given }], when: 'now', returns: 'answer' };
}

function boundary(is: 'begin' | 'commit' | 'rollback'): MeaningOf {
  return (call) => ({ is, handedTo: callbackOf(call) });
}

/** The promise client. The callback client has the same calls, with a function as last argument. */
export const mysql2 = defineLibrary({
  name: 'mysql2',
  packages: ['mysql2', 'mysql2/promise', 'mysql'],
  source: 'https://sidorares.github.io/node-mysql2/docs',
  types: {
    Pool: ['createPool()', 'default.createPool()', 'Pool.promise()'],
    Connection: ['createConnection()', 'default.createConnection()', 'Pool.getConnection()', 'Connection.promise()'],
  },
  typeAliases: { PoolConnection: 'Connection', 'promise.Pool': 'Pool', 'promise.Connection': 'Connection' },
  connections: ['Pool', 'Connection'],
  calls: {
    'Pool.query, Connection.query': query,
    'Pool.execute, Connection.execute': query,
    'Pool.getConnection': getConnection,
    'Connection.beginTransaction': boundary('begin'),
    'Connection.commit': boundary('commit'),
    'Connection.rollback': boundary('rollback'),
    ...always('Pool', ['end', 'on'], nothing),
    ...always('Connection', ['connect', 'end', 'release', 'destroy', 'on'], nothing),
  },
  conflictErrors: { codes: mysqlConflict },
});
