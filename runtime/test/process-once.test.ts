import type { Pool, PoolClient } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  EventInProgressError,
  InsideTransactionError,
  InvalidEventError,
  ResultNotJsonError,
  SchemaMissingError,
  StatementFailedError,
  TransactionAbortedError,
  TransactionConflictError,
  claimEvent,
  processOnce,
  releaseEvent,
} from '../src/index.ts';
import { database, transaction } from '../src/clients/pg.ts';
import { useDatabase } from './support/postgres.ts';
import { deferred } from './support/deferred.ts';

const testDatabase = useDatabase();
let pool: Pool;
let next = 0;
const newEvent = () => ({ source: 'stripe', eventId: `evt_${++next}` });
const credit = (client: PoolClient, label: string) => client.query('INSERT INTO credit (label) VALUES ($1)', [label]);
const credits = async (label: string): Promise<number> =>
  (await pool.query('SELECT 1 FROM credit WHERE label = $1', [label])).rows.length;

/** Resolves once a connection of this database waits for a lock. */
async function untilSomebodyWaits(count = 1): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows.length >= count) return;
  }
}

beforeAll(async () => {
  pool = testDatabase.pool({ max: 20 });
  await pool.query('CREATE TABLE credit (id bigserial, label text)');
});

describe('processOnce', () => {
  it('runs the work once and gives a later delivery what was returned, as JSON has it', async () => {
    const event = newEvent();
    const db = database(pool);
    const at = new Date(0);
    const work = async (client: PoolClient) => {
      await credit(client, event.eventId);
      return { order: 7, at };
    };
    expect(await processOnce(db, event, work)).toEqual({
      duplicate: false,
      result: { order: 7, at: '1970-01-01T00:00:00.000Z' },
    });
    expect(await processOnce(db, event, work)).toEqual({
      duplicate: true,
      result: { order: 7, at: '1970-01-01T00:00:00.000Z' },
    });
    expect(await credits(event.eventId)).toBe(1);
  });

  it.each([[undefined], [null], [''], [0], [false], ['\0 é 😀'], [[1, null, { a: [] }]]])(
    'gives %j back as it was',
    async (value) => {
      const event = newEvent();
      const first = await processOnce(database(pool), event, () => value);
      const second = await processOnce(database(pool), event, () => 'never');
      expect([first.result, second.result]).toEqual([value, value]);
    },
  );

  it('lets a duplicate wait for the first, then gives it the result', async () => {
    const event = newEvent();
    const begun = deferred();
    const go = deferred();
    const first = processOnce(database(pool), event, async (client) => {
      await credit(client, event.eventId);
      begun.resolve();
      await go.promise;
      return 'first';
    });
    await begun.promise;
    // Another `database` of the same pool is as strange to the first as another process.
    const second = processOnce(database(pool), event, () => 'second');
    await untilSomebodyWaits();
    go.resolve();
    expect(await first).toEqual({ duplicate: false, result: 'first' });
    expect(await second).toEqual({ duplicate: true, result: 'first' });
    expect(await credits(event.eventId)).toBe(1);
  });

  it('rolls back claim and work when the work throws, throws that on, and lets the waiting duplicate do it', async () => {
    const event = newEvent();
    const begun = deferred();
    const go = deferred();
    const fault = new Error('carrier is closed');
    const first = processOnce(database(pool), event, async (client) => {
      await credit(client, event.eventId);
      begun.resolve();
      await go.promise;
      throw fault;
    });
    await begun.promise;
    const second = processOnce(database(pool), event, async (client) => {
      await credit(client, event.eventId);
      return 'second';
    });
    await untilSomebodyWaits();
    go.resolve();
    await expect(first).rejects.toBe(fault);
    expect(await second).toEqual({ duplicate: false, result: 'second' });
    expect(await credits(event.eventId)).toBe(1);
  });

  it('needs one connection of the pool, however many duplicates wait', async () => {
    const event = newEvent();
    const db = database(testDatabase.pool({ max: 1 }));
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        processOnce(db, event, async (client) => {
          await credit(client, event.eventId);
          return index;
        }),
      ),
    );
    expect(done.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(done.map(({ result }) => result)).size).toBe(1);
  });

  it('leaves connections for work that asks the pool for another one, while duplicates wait', async () => {
    const event = newEvent();
    const small = testDatabase.pool({ max: 2 });
    const db = database(small);
    const deliver = () =>
      processOnce(db, event, async () => (await small.query<{ one: number }>('SELECT 1 AS one')).rows[0]?.one);
    const done = await Promise.all(Array.from({ length: 10 }, deliver));
    expect(done.map(({ result }) => result)).toEqual(Array(10).fill(1));
  });

  it('keeps sources apart, and what looks alike once joined', async () => {
    const db = database(pool);
    const id = `evt_${++next}`;
    const events = [
      { source: 'stripe', eventId: id },
      { source: 'github', eventId: id },
      { source: 'a', eventId: `b:${id}` },
      { source: 'a:b', eventId: id },
    ];
    const done = await Promise.all(events.map((event) => processOnce(db, event, () => undefined)));
    expect(done.map(({ duplicate }) => duplicate)).toEqual([false, false, false, false]);
  });

  it.each([
    [{ source: 'stripe', eventId: undefined }, /The eventId of an event must be a string, but it is undefined/],
    [{ source: 'stripe', eventId: '' }, /eventId of an event is empty/],
    [{ source: 'stripe', eventId: 'x'.repeat(256) }, /longer than 255/],
    [{ source: 'stripe', eventId: 'a\0' }, /cannot keep apart/],
    [{ source: 'stripe', eventId: '\ud800' }, /cannot keep apart/],
    [{ source: null, eventId: 'a' }, /source of an event must be a string, but it is null/],
    [{ source: '~send', eventId: 'a' }, /may not begin with "~"/],
  ])('refuses %j', async (event, message) => {
    const refused = processOnce(database(pool), event as never, () => undefined);
    await expect(refused).rejects.toThrow(InvalidEventError);
    await expect(refused).rejects.toThrow(message);
  });

  it('rolls back when the result is no JSON', async () => {
    const event = newEvent();
    const refused = processOnce(database(pool), event, async (client) => {
      await credit(client, event.eventId);
      return { sum: 1n };
    });
    await expect(refused).rejects.toThrow(ResultNotJsonError);
    expect(await credits(event.eventId)).toBe(0);
    expect((await processOnce(database(pool), event, () => 1)).duplicate).toBe(false);
  });

  it('refuses its own event inside its work instead of waiting for itself', async () => {
    const event = newEvent();
    const db = database(pool);
    await expect(processOnce(db, event, () => processOnce(db, event, () => undefined))).rejects.toThrow(
      InsideTransactionError,
    );
    const other = newEvent();
    const nested = await processOnce(db, event, async (_, tx) => (await processOnce(tx, other, () => 5)).result);
    expect(nested.result).toBe(5);
  });

  it('says that nothing was kept when the work went on after an error of the database', async () => {
    for (const result of [undefined, 'done']) {
      const event = newEvent();
      const broken = processOnce(database(pool), event, async (client) => {
        await credit(client, event.eventId);
        await client.query('SELECT 1 / 0').catch(() => undefined);
        return result;
      });
      await expect(broken).rejects.toThrow(TransactionAbortedError);
      expect((await processOnce(database(pool), event, () => 1)).duplicate).toBe(false);
    }
  });

  it('says which command makes the tables', async () => {
    const db = database(pool, { prefix: 'nowhere_' });
    const missing = processOnce(db, newEvent(), () => undefined);
    await expect(missing).rejects.toThrow(SchemaMissingError);
    await expect(missing).rejects.toThrow(/npx webhook-once-migrate/);
  });

  it('passes on what a timeout of the server did, with its state', async () => {
    const event = newEvent();
    const begun = deferred();
    const go = deferred();
    const first = processOnce(database(pool), event, async () => {
      begun.resolve();
      await go.promise;
    });
    await begun.promise;
    const impatient = database(testDatabase.pool({ options: '-c lock_timeout=1ms' }));
    const second = await processOnce(impatient, event, () => undefined).catch((error: unknown) => error);
    expect(second).toBeInstanceOf(StatementFailedError);
    expect(second).toMatchObject({ code: 'STATEMENT_FAILED', state: '55P03' });
    go.resolve();
    await first;
    expect((await processOnce(impatient, event, () => undefined)).duplicate).toBe(true);
  });

  it('throws while a lease holds the event, and takes it once it was released', async () => {
    const event = newEvent();
    const db = database(pool);
    const claim = await claimEvent(db, event, { owner: 'packer' });
    const held = await processOnce(db, event, () => 'never').catch((error: unknown) => error);
    expect(held).toBeInstanceOf(EventInProgressError);
    expect(held).toMatchObject({ owner: 'packer' });
    if (claim.won) await releaseEvent(db, claim.token);
    expect(await processOnce(db, event, () => 'now')).toEqual({ duplicate: false, result: 'now' });
    expect(await claimEvent(db, event)).toMatchObject({
      won: false,
      state: 'done',
      result: 'now',
      started: 2,
      finished: 2,
    });
  });
});

describe('processOnce in the transaction of the caller', () => {
  const inTransaction = async <T>(
    run: (client: PoolClient) => Promise<T>,
    begin = 'BEGIN',
    end = 'COMMIT',
  ): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query(begin);
      const result = await run(client);
      await client.query(end);
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };

  it('keeps nothing until the caller commits', async () => {
    const event = newEvent();
    const run = (client: PoolClient) => processOnce(transaction(client), event, () => 'work');
    expect(await inTransaction(run, 'BEGIN', 'ROLLBACK')).toEqual({ duplicate: false, result: 'work' });
    expect(await inTransaction(run)).toEqual({ duplicate: false, result: 'work' });
    expect(await inTransaction(run)).toEqual({ duplicate: true, result: 'work' });
  });

  it('does not harm the transaction of a duplicate', async () => {
    const event = newEvent();
    await processOnce(database(pool), event, () => undefined);
    await inTransaction(async (client) => {
      await credit(client, event.eventId);
      expect((await processOnce(transaction(client), event, () => undefined)).duplicate).toBe(true);
      await credit(client, event.eventId);
    });
    expect(await credits(event.eventId)).toBe(2);
  });

  it.each(['REPEATABLE READ', 'SERIALIZABLE'])(
    'tells a duplicate at %s to run its transaction again',
    async (level) => {
      const event = newEvent();
      const begun = deferred();
      const go = deferred();
      const first = processOnce(database(pool), event, async () => {
        begun.resolve();
        await go.promise;
        return 'first';
      });
      await begun.promise;
      const attempt = () =>
        inTransaction(async (client) => {
          await client.query('SELECT count(*) FROM credit');
          return processOnce(transaction(client), event, () => 'second');
        }, `BEGIN ISOLATION LEVEL ${level}`);
      const second = attempt();
      await untilSomebodyWaits();
      go.resolve();
      await first;
      await expect(second).rejects.toThrow(TransactionConflictError);
      expect(await attempt()).toEqual({ duplicate: true, result: 'first' });
    },
  );

  it('begins again by itself where the server begins every transaction as SERIALIZABLE', async () => {
    const strict = testDatabase.pool({ max: 12, options: '-c default_transaction_isolation=serializable' });
    const event = newEvent();
    const done = await Promise.all(
      Array.from({ length: 12 }, () => processOnce(database(strict), event, () => 'once')),
    );
    expect(done.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  });
});
