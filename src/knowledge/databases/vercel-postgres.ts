// Checked: @vercel/postgres 0.10.0 types.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';
import { pgSurface } from './pg.ts';
import { count, object, rows } from './support/shapes.ts';
import { partsOf, sqlOfParts } from './support/templates.ts';

const result = object({ rows, rowCount: count });

/** `` sql`…` `` answers what pg answers. */
function tagged({ args: [text] }: Call): Meaning {
  return sqlOfParts(partsOf(text) ?? [], result, result);
}

export const vercelPostgres = defineLibrary({
  name: '@vercel/postgres',
  packages: ['@vercel/postgres'],
  source: 'https://vercel.com/docs/vercel-postgres/sdk',
  ...pgSurface,
  types: {
    Pool: ['createPool()', 'VercelPool.new'],
    Client: ['createClient()', 'VercelClient.new', 'Pool.connect()', 'db.connect()', 'sql.connect()'],
  },
  typeAliases: { VercelPool: 'Pool', VercelClient: 'Client', VercelPoolClient: 'Client' },
  calls: {
    ...pgSurface.calls,
    sql: tagged,
    'sql.query, db.query': pgSurface.calls['Pool.query'],
    'Pool.sql, Client.sql, db.sql': tagged,
  },
});
