#!/usr/bin/env node
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { database as betterSqlite3Database } from '../clients/better-sqlite3.ts';
import type { BetterSqlite3 } from '../clients/better-sqlite3.ts';
import { database as mysql2Database } from '../clients/mysql2.ts';
import type { Mysql2Pool } from '../clients/mysql2.ts';
import { database as pgDatabase } from '../clients/pg.ts';
import type { PgPool } from '../clients/pg.ts';
import { database as postgresDatabase } from '../clients/postgres.ts';
import type { PostgresSql, PostgresTransaction } from '../clients/postgres.ts';
import { checkTableOptions } from '../database.ts';
import type { Database, DialectName, TableOptions } from '../database.ts';
import { InvalidOptionError } from '../errors.ts';
import { migrate } from './migrate.ts';
import { migrationSql } from './migrations.ts';
import { drizzleSchema, knexMigration, prismaModels } from './texts.ts';

const HELP = `webhook-once-migrate [--url URL] [--schema NAME] [--prefix NAME]   applies the migrations
webhook-once-migrate --print sql|prisma|drizzle|knex               prints them for a database without them

  --url       of the database; DATABASE_URL by default. A path or file: URL for SQLite
  --dialect   postgres (default), mysql (MariaDB too) or sqlite
  --schema    holds the tables (a database on MySQL); the connection decides by default
  --prefix    of the tables' names; webhook_once_ by default
`;

interface Opened {
  readonly db: Database;
  readonly close: () => unknown;
}

const openers: Record<DialectName, readonly [string, (client: never, url: string, tables: TableOptions) => Opened][]> =
  {
    postgres: [
      [
        'pg',
        ({ Pool }: { Pool: new (config: object) => PgPool & { end(): unknown } }, connectionString, tables) => {
          const pool = new Pool({ connectionString, max: 1 });
          return { db: pgDatabase(pool, tables), close: () => pool.end() };
        },
      ],
      [
        'postgres',
        (
          {
            default: open,
          }: { default: (url: string, options: object) => PostgresSql<PostgresTransaction> & { end(): unknown } },
          url,
          tables,
        ) => {
          const sql = open(url, { max: 1, onnotice: () => undefined });
          return { db: postgresDatabase(sql, tables), close: () => sql.end() };
        },
      ],
    ],
    mysql: [
      [
        'mysql2/promise',
        ({ createPool }: { createPool: (uri: string) => Mysql2Pool & { end(): unknown } }, url, tables) => {
          const pool = createPool(url);
          return { db: mysql2Database(pool, tables), close: () => pool.end() };
        },
      ],
    ],
    sqlite: [
      [
        'better-sqlite3',
        (
          { default: Connection }: { default: new (path: string) => BetterSqlite3 & { close(): unknown } },
          url,
          tables,
        ) => {
          const connection = new Connection(url.replace(/^file:/, ''));
          return { db: betterSqlite3Database(connection, tables), close: () => connection.close() };
        },
      ],
    ],
  };

/** The client of the application, which is not ours to bring. */
async function open(dialect: DialectName, url: string, tables: TableOptions): Promise<Opened> {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  for (const [name, opener] of openers[dialect]) {
    let path: string;
    try {
      path = resolve(name);
    } catch {
      continue;
    }
    const loaded = (await import(pathToFileURL(path).href)) as { default: object };
    return opener({ ...loaded.default, ...loaded } as never, url, tables);
  }
  const names = openers[dialect].map(([name]) => name).join(' or ');
  throw new InvalidOptionError(`Install ${names}, or print the migrations with --print sql.`);
}

async function run(): Promise<string> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      dialect: { type: 'string', default: 'postgres' },
      schema: { type: 'string' },
      prefix: { type: 'string' },
      print: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return HELP;
  const dialect = values.dialect;
  if (dialect !== 'postgres' && dialect !== 'sqlite' && dialect !== 'mysql')
    throw new InvalidOptionError(`There is no dialect ${dialect}.`);
  const { schema, prefix } = values;
  const tables = checkTableOptions({ ...(schema && { schema }), ...(prefix && { prefix }) }, dialect);
  if (values.print !== undefined) {
    if (values.print === 'sql') return migrationSql(dialect, tables);
    const print = { prisma: prismaModels, drizzle: drizzleSchema, knex: knexMigration }[values.print];
    if (print === undefined) throw new InvalidOptionError(`There is no text for ${values.print}.`);
    if (dialect !== 'postgres') throw new InvalidOptionError(`The text for ${values.print} is for Postgres.`);
    return print(tables);
  }
  const url = values.url ?? process.env.DATABASE_URL;
  if (url === undefined) throw new InvalidOptionError('Give the database by --url or DATABASE_URL.');
  const { db, close } = await open(dialect, url, tables);
  try {
    const applied = await migrate(db);
    return applied.length === 0 ? 'Nothing to do: the tables are up to date.\n' : `Applied ${applied.join(', ')}.\n`;
  } finally {
    await close();
  }
}

try {
  process.stdout.write(await run());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
