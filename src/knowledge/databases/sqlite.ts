// Checked: https://github.com/WiseLibs/better-sqlite3/blob/master/docs/api.md, https://nodejs.org/api/sqlite.html,
// https://bun.sh/docs/api/sqlite, types of better-sqlite3 12.
import { defineLibrary } from '../types.ts';
import { sqliteConflict } from './support/conflict-codes.ts';
import { always, count, noResult, nothing, object, row, rows } from './support/shapes.ts';
import { preparedStatement, runWrapped, synchronous, textQuery, wrappedTransaction } from './support/sql-client.ts';

const written = object({ changes: count });

/** The synchronous clients: one connection, statements prepared once and run later. */
export const sqlite = defineLibrary({
  name: 'better-sqlite3',
  packages: ['better-sqlite3', 'node:sqlite', 'bun:sqlite'],
  source: 'https://github.com/WiseLibs/better-sqlite3/blob/master/docs/api.md',
  types: { Database: ['default.new', 'default()', 'Database.new', 'DatabaseSync.new'] },
  typeAliases: { 'BetterSqlite3.Database': 'Database', DatabaseSync: 'Database' },
  connections: ['Database'],
  calls: {
    'Database.exec': synchronous(textQuery(noResult, noResult, 'question')),
    'Database.run': synchronous(textQuery(written, written, 'question')),
    'Database.transaction': wrappedTransaction,
    TransactionFunction: runWrapped,
    'TransactionFunction.deferred, TransactionFunction.immediate, TransactionFunction.exclusive': runWrapped,
    ...always('Database', ['pragma', 'close', 'function', 'loadExtension'], nothing),
  },
  builders: [
    preparedStatement(
      ['Database.prepare', 'Database.query'],
      { run: written, get: row, all: rows, iterate: rows, values: rows },
      { sync: true },
    ),
  ],
  conflictErrors: { codes: sqliteConflict },
});
