import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  EventExhaustedError,
  EventInProgressError,
  InsideTransactionError,
  InvalidEventError,
  processOnce,
  sendAtLeastOnce,
  sendOnce,
} from '../src/index.ts';
import type { Database } from '../src/index.ts';
import { database, transaction } from '../src/clients/pg.ts';
import { deferred } from './support/deferred.ts';
import { useDatabase } from './support/postgres.ts';

const testDatabase = useDatabase();
let pool: Pool;
let db: Database;
let next = 0;
const newKey = () => `receipt:${++next}`;

beforeAll(() => {
  pool = testDatabase.pool({ max: 20 });
  db = database(pool);
});

/** A process that dies in `send`: it never comes back to record anything. */
const crash = (send: (run: () => Promise<unknown>) => Promise<unknown>) =>
  new Promise<void>((died) => {
    void send(() => {
      died();
      return new Promise(() => undefined);
    });
  });

describe('sendOnce', () => {
  it('sends once however many ask at once', async () => {
    const key = newKey();
    let sends = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => sendOnce(db, key, () => Promise.resolve({ id: `mail ${++sends}` }))),
    );
    expect(sends).toBe(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'sent')).toHaveLength(1);
    expect(await sendOnce(db, key, () => Promise.resolve(++sends))).toEqual({
      outcome: 'sent before',
      result: { id: 'mail 1' },
    });
  });

  it('does not send again after a crash in the send, and says who began it', async () => {
    const key = newKey();
    await crash((send) => sendOnce(db, key, send));
    const again = await sendOnce(db, key, () => Promise.reject(new Error('sent twice')));
    expect(again).toMatchObject({ outcome: 'unknown', owner: expect.stringContaining(String(process.pid)) as string });
  });

  it('throws on what the send throws and does not send again, unless the error proves that nothing left', async () => {
    const key = newKey();
    const timeout = new Error('timeout');
    await expect(sendOnce(db, key, () => Promise.reject(timeout))).rejects.toBe(timeout);
    expect(await sendOnce(db, key, () => Promise.resolve())).toMatchObject({ outcome: 'unknown' });

    const other = newKey();
    const refused = new Error('422');
    const provesNotSent = (error: unknown) => error === refused;
    await expect(sendOnce(db, other, () => Promise.reject(refused), { provesNotSent })).rejects.toBe(refused);
    expect(await sendOnce(db, other, () => Promise.resolve('id'))).toEqual({ outcome: 'sent', result: 'id' });
  });

  it('refuses to run inside a transaction, and without a key', async () => {
    const send = () => Promise.reject(new Error('sent'));
    const client = await pool.connect();
    await expect(sendOnce(transaction(client) as never, newKey(), send)).rejects.toThrow(InsideTransactionError);
    client.release();
    const event = { source: 'stripe', eventId: newKey() };
    await expect(processOnce(db, event, () => sendOnce(db, newKey(), send))).rejects.toThrow(InsideTransactionError);
    await expect(sendOnce(db, '', send)).rejects.toThrow(InvalidEventError);
  });
});

describe('sendAtLeastOnce', () => {
  it('sends again after a crash in the send, once its lease ran out', async () => {
    const key = newKey();
    await crash((send) => sendAtLeastOnce(db, key, send));
    await expect(sendAtLeastOnce(db, key, () => Promise.resolve('second'))).rejects.toThrow(EventInProgressError);
    await pool.query("UPDATE webhook_once_claim SET lease_until = now() - interval '1 ms' WHERE event_id = $1", [key]);
    expect(await sendAtLeastOnce(db, key, () => Promise.resolve('second'))).toEqual({
      outcome: 'sent',
      result: 'second',
    });
    expect(await sendAtLeastOnce(db, key, () => Promise.resolve('third'))).toEqual({
      outcome: 'sent before',
      result: 'second',
    });
  });

  it('sends again after an error, and gives up after as many starts as are allowed', async () => {
    const key = newKey();
    const closed = new Error('closed');
    for (let start = 0; start < 2; start++) {
      await expect(sendAtLeastOnce(db, key, () => Promise.reject(closed), { maxStarts: 2 })).rejects.toBe(closed);
    }
    const third = sendAtLeastOnce(db, key, () => Promise.resolve(), { maxStarts: 2 });
    await expect(third).rejects.toThrow(EventExhaustedError);
  });

  it('lets one of two send at a time', async () => {
    const key = newKey();
    const begun = deferred();
    const go = deferred();
    const first = sendAtLeastOnce(db, key, () => {
      begun.resolve();
      return go.promise;
    });
    await begun.promise;
    await expect(sendAtLeastOnce(db, key, () => Promise.resolve())).rejects.toThrow(EventInProgressError);
    go.resolve();
    await first;
  });
});
