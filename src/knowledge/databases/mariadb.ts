// Checked: https://mariadb.com/docs/connectors/mariadb-connector-nodejs/connector-nodejs-promise-api, types of mariadb 3.5.
import { defineLibrary } from '../types.ts';
import { mysqlConflict } from './support/conflict-codes.ts';
import { always, count, nothing, object, rows } from './support/shapes.ts';
import { textQuery } from './support/sql-client.ts';

const query = textQuery(rows, object({ affectedRows: count }), 'question');

export const mariadb = defineLibrary({
  name: 'mariadb',
  packages: ['mariadb'],
  source: 'https://mariadb.com/docs/connectors/mariadb-connector-nodejs/connector-nodejs-promise-api',
  types: {
    Pool: ['createPool()', 'default.createPool()'],
    Connection: ['createConnection()', 'default.createConnection()', 'Pool.getConnection()'],
  },
  typeAliases: { PoolConnection: 'Connection' },
  connections: ['Pool', 'Connection'],
  calls: {
    'Pool.query, Connection.query': query,
    'Pool.execute, Connection.execute': query,
    'Connection.beginTransaction': { is: 'begin' },
    'Connection.commit': { is: 'commit' },
    'Connection.rollback': { is: 'rollback' },
    ...always('Pool', ['end', 'on'], nothing),
    ...always('Connection', ['end', 'release', 'destroy', 'on'], nothing),
  },
  conflictErrors: { codes: mysqlConflict },
});
