import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { InvalidOptionError, SchemaMissingError, transition } from '../src/index.ts';
import type { Database } from '../src/index.ts';
import { database, transaction } from '../src/clients/pg.ts';
import { useDatabase } from './support/postgres.ts';

const testDatabase = useDatabase({ empty: true });
let pool: Pool;
let db: Database;

beforeAll(async () => {
  pool = testDatabase.pool();
  db = database(pool);
  await pool.query(`CREATE SCHEMA "shop""s";
    CREATE TYPE state AS ENUM ('pending', 'paid', 'shipped');
    CREATE TABLE "shop""s"."Order" (id uuid PRIMARY KEY, "orderState" state NOT NULL);
    CREATE TABLE parcel (tenant text, id bigint, status text NOT NULL, PRIMARY KEY (tenant, id))`);
});

describe('transition', () => {
  it('happens for one of many at once, and tells the others where the row is', async () => {
    await pool.query("INSERT INTO parcel VALUES ('a', 1, 'packed'), ('b', 1, 'packed')");
    const move = () => transition(db, { table: 'parcel', key: { tenant: 'a', id: 1 }, from: 'packed', to: 'sent' });
    const moves = await Promise.all(Array.from({ length: 10 }, move));
    expect(moves.filter(({ happened }) => happened)).toEqual([{ happened: true, current: 'sent' }]);
    expect(moves.filter(({ happened }) => !happened)).toContainEqual({ happened: false, current: 'sent' });
    expect((await pool.query("SELECT status FROM parcel WHERE tenant = 'b'")).rows).toEqual([{ status: 'packed' }]);
  });

  it('does not bring an older status back', async () => {
    await pool.query("INSERT INTO parcel VALUES ('a', 2, 'delivered')");
    const late = await transition(db, {
      table: 'parcel',
      key: { id: 2, tenant: 'a' },
      from: ['packed', 'new'],
      to: 'sent',
    });
    expect(late).toEqual({ happened: false, current: 'delivered' });
  });

  it('quotes names, and moves a status of its own type by a key of its own type', async () => {
    const id = '6f8a1f3e-55d2-4a39-9d5d-0d7d5b0d6a01';
    await pool.query(`INSERT INTO "shop""s"."Order" VALUES ($1, 'pending')`, [id]);
    const order = { table: ['shop"s', 'Order'], key: { id }, column: 'orderState' };
    expect(await transition(db, { ...order, from: 'pending', to: 'paid' })).toEqual({
      happened: true,
      current: 'paid',
    });
    expect(await transition(db, { ...order, from: 'pending', to: 'paid' })).toEqual({
      happened: false,
      current: 'paid',
    });
  });

  it('says that there is no row', async () => {
    const missing = await transition(db, { table: 'parcel', key: { id: 404 }, from: 'packed', to: 'sent' });
    expect(missing).toEqual({ happened: false, current: undefined });
  });

  it('takes part in the transaction of the caller', async () => {
    await pool.query("INSERT INTO parcel VALUES ('a', 3, 'packed')");
    const client = await pool.connect();
    await client.query('BEGIN');
    const options = { table: 'parcel', key: { id: 3 }, from: 'packed', to: 'sent' };
    expect((await transition(transaction(client), options)).happened).toBe(true);
    await client.query('ROLLBACK');
    client.release();
    expect((await transition(db, options)).happened).toBe(true);
  });

  it.each([
    [{ key: {} }],
    [{ key: { id: undefined } }],
    [{ key: { id: null } }],
    [{ from: [] }],
    [{ from: ['packed', 'sent'] }],
  ])('refuses %j', async (fault) => {
    const options = { table: 'parcel', key: { id: 1 }, from: 'packed', to: 'sent', ...fault };
    await expect(transition(db, options as never)).rejects.toThrow(InvalidOptionError);
  });

  it('names a missing table', async () => {
    const missing = transition(db, { table: 'crate', key: { id: 1 }, from: 'a', to: 'b' });
    await expect(missing).rejects.toThrow(SchemaMissingError);
    await expect(missing).rejects.toThrow(/"crate"/);
  });
});
