// Checked: @electric-sql/pglite 0.5.17 types.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';
import { postgresConflict } from './support/conflict-codes.ts';
import { always, count, noResult, nothing, object, rows } from './support/shapes.ts';
import { textQuery } from './support/sql-client.ts';
import { partsOf, sqlOfParts } from './support/templates.ts';

const result = object({ rows, affectedRows: count });
const query = textQuery(result, result, 'dollar');

function tagged({ args: [text] }: Call): Meaning {
  return sqlOfParts(partsOf(text) ?? [], result, result);
}

export const pglite = defineLibrary({
  name: '@electric-sql/pglite',
  packages: ['@electric-sql/pglite'],
  source: 'https://pglite.dev/docs/api',
  types: { Database: ['PGlite.new', 'PGlite.create()'], Transaction: [] },
  typeAliases: { PGlite: 'Database', PGliteInterface: 'Database' },
  connections: ['Database'],
  calls: {
    'Database.query, Transaction.query': query,
    'Database.sql, Transaction.sql': tagged,
    'Database.exec, Transaction.exec': textQuery(noResult, noResult, 'dollar'),
    'Database.transaction': ({ args: [callback] }) => ({ is: 'transaction', callback, client: 'Transaction' }),
    'Transaction.rollback': { is: 'rollback' },
    ...always('Database', ['close', 'listen', 'unlisten'], nothing),
  },
  conflictErrors: { codes: postgresConflict },
});
