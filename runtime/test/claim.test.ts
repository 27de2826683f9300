import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ClaimLostError,
  InsideTransactionError,
  InvalidOptionError,
  claimEvent,
  completeEvent,
  processOnce,
  releaseEvent,
  renewEvent,
} from '../src/index.ts';
import type { Claim, Database } from '../src/index.ts';
import { database, transaction } from '../src/clients/pg.ts';
import { useDatabase } from './support/postgres.ts';

const testDatabase = useDatabase();
let pool: Pool;
let db: Database;
let next = 0;
const newEvent = () => ({ source: 'github', eventId: `delivery:${++next}%` });

function won(claim: Claim): Extract<Claim, { won: true }> {
  if (!claim.won) throw new Error(`The claim was lost: ${claim.state}.`);
  return claim;
}

/** As if the lease had been taken long ago. */
const expire = (eventId: string) =>
  pool.query("UPDATE webhook_once_claim SET lease_until = now() - interval '1 second' WHERE event_id = $1", [eventId]);

beforeAll(() => {
  pool = testDatabase.pool({ max: 20 });
  db = database(pool);
});

describe('claimEvent', () => {
  it('is won by one of many at once, and the others are told who holds it since when', async () => {
    const event = newEvent();
    const before = (await pool.query<{ now: Date }>('SELECT now()')).rows[0]?.now ?? new Date(0);
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => claimEvent(db, event, { owner: `worker ${index}` })),
    );
    const winner = claims.findIndex((claim) => claim.won);
    const lost = claims.filter((claim) => !claim.won);
    expect(lost).toHaveLength(19);
    for (const claim of lost) {
      expect(claim).toMatchObject({ state: 'running', owner: `worker ${winner}`, started: 1, finished: 0 });
      expect(claim.since.getTime()).toBeGreaterThanOrEqual(before.getTime());
      expect((claim.leaseUntil?.getTime() ?? 0) - claim.since.getTime()).toBe(60_000);
    }
  });

  it('gives later deliveries the result', async () => {
    const event = newEvent();
    const claim = won(await claimEvent(db, event));
    await completeEvent(db, claim.token, { label: 'L-1' });
    await completeEvent(db, claim.token, { label: 'ignored' });
    expect(await claimEvent(db, event)).toMatchObject({ won: false, state: 'done', result: { label: 'L-1' } });
  });

  it('may be won again after a release, which keeps the error', async () => {
    const event = newEvent();
    const first = won(await claimEvent(db, event));
    await releaseEvent(db, first.token, new TypeError('carrier\0 is closed'));
    await releaseEvent(db, first.token);
    const second = won(await claimEvent(db, event));
    expect(second.attempt).toBe(2);
    expect(await claimEvent(db, event)).toMatchObject({
      state: 'running',
      error: 'TypeError: carrier is closed',
      started: 2,
      finished: 1,
    });
  });

  it('is taken over by one when its lease ran out, and then the first can neither complete, release nor renew', async () => {
    const event = newEvent();
    const first = won(await claimEvent(db, event));
    await expire(event.eventId);
    const takers = await Promise.all(Array.from({ length: 10 }, () => claimEvent(db, event)));
    expect(takers.filter((claim) => claim.won)).toHaveLength(1);
    await expect(completeEvent(db, first.token, 'old')).rejects.toThrow(ClaimLostError);
    await expect(releaseEvent(db, first.token)).rejects.toThrow(ClaimLostError);
    await expect(renewEvent(db, first.token)).rejects.toThrow(ClaimLostError);
    await completeEvent(db, won(takers.find((claim) => claim.won) as Claim).token, 'new');
    await expect(completeEvent(db, first.token, 'old')).rejects.toThrow(ClaimLostError);
    expect(await claimEvent(db, event)).toMatchObject({ result: 'new', started: 2, finished: 1 });
  });

  it('can be completed and renewed after its lease ran out while nobody took over', async () => {
    const event = newEvent();
    const claim = won(await claimEvent(db, event));
    await expire(event.eventId);
    await renewEvent(db, claim.token, { leaseMs: 5000 });
    expect(await claimEvent(db, event)).toMatchObject({ state: 'running', owner: expect.any(String) as string });
    await expire(event.eventId);
    await completeEvent(db, claim.token);
    expect(await claimEvent(db, event)).toMatchObject({ state: 'done', result: undefined });
  });

  it('is not taken over when it has no lease', async () => {
    const event = newEvent();
    await claimEvent(db, event, { leaseMs: null });
    expect(await claimEvent(db, event)).toMatchObject({ state: 'running', leaseUntil: undefined });
  });

  it('gives up an event that was started too often and never finished', async () => {
    const event = newEvent();
    for (const attempt of [1, 2, 3]) {
      expect(await claimEvent(db, event, { maxStarts: 3 })).toMatchObject({ won: true, attempt });
      await expire(event.eventId);
    }
    const given = await claimEvent(db, event, { maxStarts: 3 });
    expect(given).toMatchObject({ won: false, state: 'exhausted', started: 3, finished: 0 });
    expect(await claimEvent(db, event, { maxStarts: 4 })).toMatchObject({ won: true, attempt: 4 });
  });

  it('completes in a transaction together with what else is written in it', async () => {
    const event = newEvent();
    const claim = won(await claimEvent(db, event));
    const client = await pool.connect();
    await client.query('BEGIN');
    await completeEvent(transaction(client), claim.token, 'done');
    await client.query('ROLLBACK');
    expect(await claimEvent(db, event)).toMatchObject({ state: 'running' });
    await client.query('BEGIN');
    await completeEvent(transaction(client), claim.token, 'done');
    await client.query('COMMIT');
    client.release();
    expect(await claimEvent(db, event)).toMatchObject({ state: 'done', result: 'done' });
  });

  it('refuses to be made inside a transaction', async () => {
    const client = await pool.connect();
    await expect(claimEvent(transaction(client) as never, newEvent())).rejects.toThrow(InsideTransactionError);
    client.release();
    const inner = processOnce(db, newEvent(), () => claimEvent(db, newEvent()));
    await expect(inner).rejects.toThrow(InsideTransactionError);
  });

  it.each([{ leaseMs: 0 }, { leaseMs: Number.NaN }, { maxStarts: -1 }])('refuses %j', async (options) => {
    await expect(claimEvent(db, newEvent(), options)).rejects.toThrow(InvalidOptionError);
  });

  it('refuses what is no token', async () => {
    await expect(completeEvent(db, 'evt_1')).rejects.toThrow(InvalidOptionError);
    await expect(completeEvent(db, undefined as never)).rejects.toThrow(InvalidOptionError);
  });

  it('knows its own claim when the answer to it was lost', async () => {
    const event = newEvent();
    let answers = 0;
    const deaf: Database = {
      ...db,
      query: async (text, values) => {
        const rows = await db.query(text, values);
        if (text.startsWith('INSERT') && answers++ === 0) throw new Error('Connection terminated unexpectedly');
        return rows;
      },
    };
    const claim = won(await claimEvent(deaf, event));
    expect(claim.attempt).toBe(1);
    await completeEvent(db, claim.token);
  });
});
