import type { Pool } from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InvalidOptionError, RetentionTooShortError, claimEvent, processOnce, prune } from '../src/index.ts';
import type { Database } from '../src/index.ts';
import { database } from '../src/clients/pg.ts';
import { useDatabase } from './support/postgres.ts';

const testDatabase = useDatabase();
let pool: Pool;
let db: Database;

beforeAll(() => {
  pool = testDatabase.pool();
  db = database(pool);
});
beforeEach(() => pool.query('TRUNCATE webhook_once_claim'));

const fill = (source: string, count: number, daysAgo: number) =>
  pool.query(
    `INSERT INTO webhook_once_claim (source, event_id, state, token, owner, completed_at)
     SELECT $1, $1 || n || '-' || $3::int, 'done', 't', 'o', now() - $3::int * interval '1 day' FROM generate_series(1, $2::int) n`,
    [source, count, daysAgo],
  );
const left = async () => (await pool.query('SELECT 1 FROM webhook_once_claim')).rows.length;

describe('prune', () => {
  it('forgets what was done more than 30 days ago, in batches, and nothing else', async () => {
    await fill('stripe', 25, 31);
    await fill('stripe', 5, 29);
    await processOnce(db, { source: 'stripe', eventId: 'new' }, () => undefined);
    await claimEvent(db, { source: 'stripe', eventId: 'running' });
    await pool.query("UPDATE webhook_once_claim SET claimed_at = now() - interval '1 year' WHERE event_id = 'running'");
    expect(await prune(db, { batch: 10 })).toEqual({ claims: 25, inbox: 0 });
    expect(await left()).toBe(7);
  });

  it('keeps to one source, and shares the work with another that runs at once', async () => {
    await fill('slack', 40, 2);
    await fill('github', 3, 40);
    const options = { source: 'slack', olderThan: { days: 1 }, batch: 3 };
    const pruned = await Promise.all([prune(db, options), prune(db, options)]);
    expect(pruned[0].claims + pruned[1].claims).toBe(40);
    expect(await left()).toBe(3);
  });

  it('refuses to forget what the provider can still send, unless forced', async () => {
    await fill('stripe:connect', 2, 2);
    const short = { source: 'stripe:connect', olderThan: { days: 1 } };
    await expect(prune(db, short)).rejects.toThrow(RetentionTooShortError);
    await expect(prune(db, { olderThan: { days: 7 } })).rejects.toThrow(RetentionTooShortError);
    await expect(prune(db, { olderThan: { days: 7 }, source: 'our-own' })).rejects.toThrow(RetentionTooShortError);
    expect(await left()).toBe(2);
    expect(await prune(db, { ...short, force: true })).toEqual({ claims: 2, inbox: 0 });
  });

  it.each([{ batch: 0 }, { batch: 1.5 }, { olderThan: { days: -1 } }, { olderThan: { days: Number.NaN } }])(
    'refuses %j',
    async (options) => {
      await expect(prune(db, { force: true, ...options })).rejects.toThrow(InvalidOptionError);
    },
  );
});
