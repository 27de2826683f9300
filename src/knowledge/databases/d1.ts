// Checked: https://developers.cloudflare.com/d1/worker-api/prepared-statements/.
import { defineLibrary } from '../types.ts';
import { sqliteConflict } from './support/conflict-codes.ts';
import { count, noResult, object, row, rows } from './support/shapes.ts';
import { preparedStatement, textQuery } from './support/sql-client.ts';

const result = object({ results: rows, meta: object({ changes: count, rows_written: count }) });

/** A binding of a Worker, known by its type's annotation only. */
export const d1 = defineLibrary({
  name: 'Cloudflare D1',
  packages: ['@cloudflare/workers-types', 'global'],
  source: 'https://developers.cloudflare.com/d1/worker-api/prepared-statements/',
  types: { D1Database: ['D1Database.withSession()'] },
  typeAliases: { D1DatabaseSession: 'D1Database' },
  connections: ['D1Database'],
  calls: {
    'D1Database.batch': ({ args: [statements] }) => ({ is: 'transaction', batch: statements }),
    'D1Database.exec': textQuery(noResult, noResult, 'question'),
  },
  builders: [preparedStatement(['D1Database.prepare'], { run: result, all: result, first: row, raw: rows })],
  conflictErrors: { codes: sqliteConflict },
});
