import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { InvalidOptionError, MigrationFailedError, migrate, migrationSql, processOnce } from '../src/index.ts';
import type { TableOptions } from '../src/index.ts';
import { database } from '../src/clients/pg.ts';
import { useDatabase } from './support/postgres.ts';

const testDatabase = useDatabase({ empty: true });
let pool: Pool;
beforeAll(() => {
  pool = testDatabase.pool({ max: 10 });
});

const all = [1, 2];
const event = { source: 'stripe', eventId: 'evt_1' };
const describeSchema = async (schema: string): Promise<unknown> =>
  (
    await pool.query(
      `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
       WHERE table_schema = $1 ORDER BY table_name, column_name`,
      [schema],
    )
  ).rows;

describe('migrate', () => {
  it('is done by one of many that run at once', async () => {
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database(pool))));
    expect(applied.filter((versions) => versions.length > 0)).toEqual([all]);
    expect(await migrate(database(pool))).toEqual([]);
  });

  it('is done by one of many although the server begins transactions as REPEATABLE READ', async () => {
    const strict = testDatabase.pool({ max: 8, options: '-c default_transaction_isolation=repeatable\\ read' });
    const dbs = Array.from({ length: 8 }, () => database(strict, { prefix: 'strict_' }));
    const applied = await Promise.all(dbs.map((db) => migrate(db)));
    expect(applied.filter((versions) => versions.length > 0)).toEqual([all]);
  });

  it.each<TableOptions>([
    { schema: 'Web "hooks"' },
    { prefix: 'wo_' },
    { schema: 'a', prefix: 'one_' },
    { schema: 'a', prefix: 'two_' },
    { prefix: ''.padEnd(30, 'é').slice(0, 15) },
  ])('keeps its tables apart in %j', async (options) => {
    const db = database(pool, options);
    expect(await migrate(db)).toEqual(all);
    expect((await processOnce(db, event, () => 1)).duplicate).toBe(false);
    expect((await processOnce(db, event, () => 1)).duplicate).toBe(true);
  });

  it('goes on from the migration that was applied last', async () => {
    const db = database(pool, { schema: 'older' });
    await migrate(db);
    await pool.query('DROP TABLE older.webhook_once_inbox; DELETE FROM older.webhook_once_migration WHERE version = 2');
    expect(await migrate(db)).toEqual([2]);
  });

  it('leaves nothing behind when it fails', async () => {
    await pool.query('CREATE SCHEMA broken; CREATE TABLE broken.webhook_once_inbox (id int)');
    const failed = await migrate(database(pool, { schema: 'broken' })).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(MigrationFailedError);
    expect(failed).toMatchObject({ cause: { code: '42P07' } });
    expect((await pool.query("SELECT to_regclass('broken.webhook_once_claim') AS claim")).rows).toEqual([
      { claim: null },
    ]);
  });

  it('does not need the right to make schemas where the schema exists', async () => {
    await pool.query(
      `CREATE SCHEMA given; CREATE ROLE modest LOGIN PASSWORD 'postgres'; GRANT ALL ON SCHEMA given TO modest`,
    );
    const modest = testDatabase.pool({ user: 'modest' });
    expect(await migrate(database(modest, { schema: 'given' }))).toEqual(all);
  });

  it('makes what the printed text makes', async () => {
    await pool.query(migrationSql('postgres', { schema: 'printed' }));
    await migrate(database(pool, { schema: 'applied' }));
    expect(await describeSchema('printed')).toEqual(await describeSchema('applied'));
    expect(await migrate(database(pool, { schema: 'printed' }))).toEqual([]);
  });

  it.each([{ prefix: '' }, { schema: 'a\0' }, { prefix: 'x'.repeat(31) }, { schema: 'x'.repeat(64) }])(
    'refuses %j',
    (options) => {
      expect(() => database(pool, options)).toThrow(InvalidOptionError);
    },
  );
});
