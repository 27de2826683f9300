// Checked: mariadb 3.5.4 types.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import { mysqlConflict } from './support/conflict-codes.ts';
import { always, count, nothing, object, rows } from './support/shapes.ts';
import { textQuery } from './support/sql-client.ts';

const query = textQuery(rows, object({ affectedRows: count }), 'question');

/** `batch(text, [[…], […]])`: the first row stands for all. */
const batch: MeaningOf = (call) => {
  const [text, values] = call.args;
  const first = call.read.items(values)?.[0];
  return query({ ...call, args: text === undefined ? [] : first === undefined ? [text] : [text, first] });
};

/** `connection.prepare(text)`, executed later. */
function prepare({ args: [text] }: Call): Meaning {
  return { is: 'instance', type: 'Prepared', data: text === undefined ? {} : { text } };
}

const executePrepared: MeaningOf = (call) => {
  const { text } = call.receiver.data ?? {};
  return text && query({ ...call, args: [text, ...call.args] });
};

export const mariadb = defineLibrary({
  name: 'mariadb',
  packages: ['mariadb'],
  source: 'https://mariadb.com/docs/connectors/mariadb-connector-nodejs/connector-nodejs-promise-api',
  types: {
    Pool: ['createPool()', 'default.createPool()'],
    Connection: ['createConnection()', 'default.createConnection()', 'Pool.getConnection()'],
    Prepared: [],
  },
  typeAliases: { PoolConnection: 'Connection' },
  connections: ['Pool', 'Connection'],
  calls: {
    'Pool.query, Connection.query': query,
    'Pool.execute, Connection.execute': query,
    'Pool.batch, Connection.batch': batch,
    'Connection.prepare': prepare,
    'Prepared.execute': executePrepared,
    ...always('Prepared', ['close'], nothing),
    'Connection.beginTransaction': { is: 'begin' },
    'Connection.commit': { is: 'commit' },
    'Connection.rollback': { is: 'rollback' },
    ...always('Pool', ['end', 'on'], nothing),
    ...always('Connection', ['end', 'release', 'destroy', 'on'], nothing),
  },
  conflictErrors: { codes: mysqlConflict },
});
