// Checked: drizzle-orm 0.45.4 types of pg-core, sqlite-core, node-postgres, better-sqlite3, libsql and d1.
import type { Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf, ValueReader } from '../types.ts';
import { conditionCalls } from './support/drizzle-conditions.ts';
import { drizzleDatabase } from './support/drizzle-database.ts';
import { count, object, rows } from './support/shapes.ts';
import { constant, itself } from './support/values.ts';

const CORES = ['pg-core', 'mysql-core', 'sqlite-core', 'singlestore-core', 'gel-core'];
const DRIVERS = [
  'aws-data-api/pg',
  'better-sqlite3',
  'bun-sqlite',
  'd1',
  'durable-sqlite',
  'expo-sqlite',
  'gel',
  'libsql',
  'neon-http',
  'neon-serverless',
  'netlify-db',
  'node-postgres',
  'op-sqlite',
  'pg-proxy',
  'pglite',
  'planetscale-serverless',
  'sql-js',
  'sqlite-proxy',
  'tidb-serverless',
  'vercel-postgres',
  'xata-http',
];

/** Every driver's own object, by the name that it has for the affected rows. */
const result = object({
  rows,
  rowCount: count,
  rowsAffected: count,
  numberOfRecordsUpdated: count,
  affectedRows: count,
  changes: count,
  count,
  meta: object({ changes: count, rows_written: count }),
});

/** `pgTable('orders', { … })`: the table as a value that knows its name; a property of it is a column. */
function table({ args: [name, columns], receiver }: Call): Meaning | undefined {
  if (name === undefined) return undefined;
  const schema = receiver.data?.schema;
  return { is: 'instance', type: 'Table', data: { name, ...(columns && { columns }), ...(schema && { schema }) } };
}

function schemaOf({ args: [schema] }: Call): Meaning | undefined {
  return schema && { is: 'instance', type: 'Schema', data: { schema } };
}

/** ``const table = pgTableCreator((name) => `app_${name}`)`` */
function tableCreator({ args: [rename] }: Call): Meaning | undefined {
  return rename && { is: 'instance', type: 'TableCreator', data: { rename } };
}

function createdTable({ args: [name, columns], read, receiver }: Call): Meaning | undefined {
  if (name === undefined) return undefined;
  const renamed = renamedBy(read, receiver.data?.rename, name);
  return { is: 'instance', type: 'Table', data: { name: renamed, ...(columns && { columns }) } };
}

function renamedBy(read: ValueReader, rename: Value | undefined, name: Value): Value {
  const renamed = read.string(read.apply(rename, [name]));
  return renamed === undefined ? name : constant(renamed);
}

/** `alias(table, 'a')` and `sql`…`.as('x')` are the same thing under another name. */
const firstArgument: MeaningOf = ({ args: [value] }) => value && { is: 'value', value };

export const drizzle = defineLibrary({
  name: 'drizzle-orm',
  packages: ['drizzle-orm', ...[...CORES, ...DRIVERS].map((path) => `drizzle-orm/${path}`)],
  source: 'https://orm.drizzle.team/docs/insert',
  ...drizzleDatabase({ writes: result, raw: result }),
  types: {
    Db: ['drizzle()'],
    Transaction: [],
    Table: [],
    Schema: [],
    Condition: [],
    Junction: [],
    Fragment: [],
    Operators: [],
    CommonTable: [],
    Placeholder: [],
    Count: [],
  },
  typeAliases: {
    ...Object.fromEntries(
      [
        'NodePgDatabase',
        'NeonDatabase',
        'NeonHttpDatabase',
        'VercelPgDatabase',
        'PgliteDatabase',
        'LibSQLDatabase',
        'BetterSQLite3Database',
        'DrizzleD1Database',
        'PlanetScaleDatabase',
        'PgDatabase',
        'MySqlDatabase',
        'BaseSQLiteDatabase',
      ].map((name) => [name, 'Db']),
    ),
    ...Object.fromEntries(
      ['PgTransaction', 'MySqlTransaction', 'SQLiteTransaction', 'NodePgTransaction', 'NeonTransaction'].map((name) => [
        name,
        'Transaction',
      ]),
    ),
    ...Object.fromEntries(['PgTable', 'AnyPgTable', 'MySqlTable', 'SQLiteTable'].map((name) => [name, 'Table'])),
  },
  calls: {
    ...drizzleDatabase({ writes: result, raw: result }).calls,
    ...conditionCalls,
    ...Object.fromEntries(['pg', 'mysql', 'sqlite', 'singlestore', 'gel'].map((dialect) => [`${dialect}Table`, table])),
    ...Object.fromEntries(['pg', 'mysql', 'sqlite'].map((dialect) => [`${dialect}TableCreator`, tableCreator])),
    ...Object.fromEntries(['pg', 'mysql'].map((dialect) => [`${dialect}Schema`, schemaOf])),
    'Schema.table': table,
    TableCreator: createdTable,
    alias: firstArgument,
    aliasedTable: firstArgument,
    count: { is: 'instance', type: 'Count' },
    'Fragment.as': itself,
    'Fragment.mapWith': itself,
  },
});
