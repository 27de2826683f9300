// Checked: drizzle-orm 0.45.4 types of postgres-js.
import { defineLibrary } from '../types.ts';
import { drizzleDatabase } from './support/drizzle-database.ts';
import { countedRows } from './support/shapes.ts';

const result = countedRows('count');

/** Drivers that answer with an array of rows that carries the number of affected ones. */
export const drizzlePostgresJs = defineLibrary({
  name: 'drizzle-orm/postgres-js',
  packages: ['drizzle-orm/postgres-js', 'drizzle-orm/bun-sql', 'drizzle-orm/supabase'],
  source: 'https://orm.drizzle.team/docs/get-started-postgresql#postgresjs',
  ...drizzleDatabase({ writes: result, raw: result }),
  typeAliases: { PostgresJsDatabase: 'Db', BunSQLDatabase: 'Db', PostgresJsTransaction: 'Transaction' },
});
