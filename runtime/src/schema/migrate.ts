import { createHash } from 'node:crypto';
import { checkTableOptions, quote, run, tableOf } from '../database.ts';
import type { Database, Transaction } from '../database.ts';
import { MigrationFailedError } from '../errors.ts';
import { createMigrationTable, migrationsOf } from './migrations.ts';

/**
 * Brings the tables to this version and gives the numbers of the migrations that it applied, which is none where they
 * stood already. Any number of processes may run it at once, as at a deployment: one works, the others wait for it.
 * All in one transaction, so that it is there whole or not at all; on MySQL, which has no such transaction, what was
 * interrupted is finished by the next run.
 *
 * @throws MigrationFailedError with the database's own error as `cause`
 */
export async function migrate(db: Database): Promise<number[]> {
  checkTableOptions(db.tables, db.dialect);
  try {
    return await db.transaction(async (transaction) => {
      await takeTurn(transaction);
      try {
        return await applyMissing(transaction);
      } finally {
        await endTurn(transaction);
      }
    });
  } catch (cause) {
    throw new MigrationFailedError(`The tables could not be migrated: ${String(cause)}`, { cause });
  }
}

async function takeTurn(transaction: Transaction): Promise<void> {
  // A transaction of SQLite that will write is alone as it is.
  if (transaction.dialect === 'sqlite') return;
  if (transaction.dialect === 'mysql') {
    await takeTurnOnMysql(transaction);
    return;
  }
  const { schema = '', prefix = '' } = transaction.tables;
  // A snapshot taken before the lock would hide what was migrated during the wait for it.
  await transaction.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED', []);
  await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text AS locked', [
    `webhook-once:${schema}:${prefix}`,
  ]);
  if (schema === '') return;
  // `CREATE SCHEMA IF NOT EXISTS` wants a right that is not needed where the schema exists.
  const [found] = await transaction.query('SELECT 1 AS found FROM pg_namespace WHERE nspname = $1', [schema]);
  if (found === undefined) await transaction.query(`CREATE SCHEMA ${quote(schema)}`, []);
}

async function takeTurnOnMysql(transaction: Transaction): Promise<void> {
  const [row] = await transaction.query(`SELECT GET_LOCK(${lockName(transaction)}, 3600) AS locked`, []);
  if (Number(row?.locked) !== 1) throw new Error('Another process has been migrating for an hour.');
  const { schema } = transaction.tables;
  if (schema === undefined) return;
  const [found] = await transaction.query('SELECT 1 AS found FROM information_schema.schemata WHERE schema_name = $1', [
    schema,
  ]);
  if (found === undefined) await transaction.query(`CREATE SCHEMA ${quote(schema)}`, []);
}

async function endTurn(transaction: Transaction): Promise<void> {
  if (transaction.dialect === 'mysql')
    await transaction.query(`SELECT RELEASE_LOCK(${lockName(transaction)}) AS released`, []);
}

/** Of the server, not of one database: its name holds the database's. */
function lockName({ tables: { schema = '', prefix = '' } }: Transaction): string {
  const name = createHash('sha256').update(`${schema}:${prefix}`).digest('hex').slice(0, 12);
  return `CONCAT('webhook-once:${name}:', SUBSTRING(MD5(DATABASE()), 1, 12))`;
}

async function applyMissing(transaction: Transaction): Promise<number[]> {
  const { dialect, tables } = transaction;
  await transaction.query(createMigrationTable(dialect, tables), []);
  const table = tableOf(tables, 'migration');
  const rows = await run(transaction, 'read the migrations', `SELECT version FROM ${table}`, []);
  const applied = new Set(rows.map((row) => Number(row.version)));
  const missing = migrationsOf(dialect).filter(({ version }) => !applied.has(version));
  for (const { version, statements } of missing) {
    for (const statement of statements(tables)) await transaction.query(statement, []);
    await transaction.query(`INSERT INTO ${table} (version) VALUES ($1)`, [version]);
  }
  return missing.map(({ version }) => version);
}
