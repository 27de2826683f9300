import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Pool } from 'pg';
import { CommitFailedError, OutcomeUnknownError, processOnce } from '../src/index.ts';
import type { Database } from '../src/index.ts';
import { database } from '../src/clients/pg.ts';
import { useDatabase } from './support/postgres.ts';
import { startProxy } from './support/proxy.ts';
import type { Proxy } from './support/proxy.ts';

const testDatabase = useDatabase();
let proxy: Proxy;
let direct: Pool;
let cut: Pool;
let next = 0;
const newEvent = () => ({ source: 'paddle', eventId: `evt_${++next}` });

beforeAll(async () => {
  proxy = await startProxy(inject('postgresPort'));
  direct = testDatabase.pool();
  cut = testDatabase.pool({ port: proxy.port, max: 4 });
  await direct.query('CREATE TABLE credit (label text)');
});
afterAll(() => proxy.close());

const deliver = (pool: Pool, eventId: string) =>
  processOnce(database(pool), { source: 'paddle', eventId }, async (client) => {
    await client.query('INSERT INTO credit VALUES ($1)', [eventId]);
    return 'credited';
  });
const credits = async (eventId: string) =>
  (await direct.query('SELECT 1 FROM credit WHERE label = $1', [eventId])).rows.length;

describe('a connection that is lost in the commit', () => {
  it('is found to have committed when the server heard the commit', async () => {
    const { eventId } = newEvent();
    proxy.cutNextCommit = 'after';
    expect(await deliver(cut, eventId)).toEqual({ duplicate: false, result: 'credited' });
    expect(await credits(eventId)).toBe(1);
    expect(await deliver(cut, eventId)).toEqual({ duplicate: true, result: 'credited' });
  });

  it('is found not to have committed when the server did not hear it', async () => {
    const { eventId } = newEvent();
    proxy.cutNextCommit = 'before';
    await expect(deliver(cut, eventId)).rejects.toThrow(CommitFailedError);
    expect(await credits(eventId)).toBe(0);
    expect(await deliver(cut, eventId)).toEqual({ duplicate: false, result: 'credited' });
    expect(await credits(eventId)).toBe(1);
  });

  it('is found out although the database cannot be reached at first', async () => {
    const { eventId } = newEvent();
    proxy.cutNextCommit = 'after';
    proxy.refuse = 0;
    const delivered = processOnce(database(cut), { source: 'paddle', eventId }, async (client) => {
      await client.query('INSERT INTO credit VALUES ($1)', [eventId]);
      proxy.refuse = 3;
    });
    expect(await delivered).toEqual({ duplicate: false, result: undefined });
    expect(await credits(eventId)).toBe(1);
  });

  it('counts every event once over thirty losses at random', async () => {
    const cutBefore = proxy.cut;
    for (let index = 0; index < 30; index++) {
      const { eventId } = newEvent();
      proxy.cutNextCommit = Math.random() < 0.5 ? 'before' : 'after';
      // As a provider does: again until it is told that it went well.
      for (let attempt = 1; attempt <= 3; attempt++) {
        const delivered = await deliver(cut, eventId).catch((error: unknown) => error);
        if (!(delivered instanceof Error)) break;
        expect(delivered).toBeInstanceOf(CommitFailedError);
      }
      expect(await credits(eventId)).toBe(1);
    }
    expect(proxy.cut - cutBefore).toBe(30);
  });
});

describe('a database that is gone for good after the commit', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it('leaves the outcome unknown, and says so', async () => {
    let commits = 0;
    const gone = new Error('connection terminated');
    const db: Database = {
      kind: 'database',
      dialect: 'postgres',
      tables: {},
      query: () => Promise.reject(gone),
      transaction: async (run) => {
        if (commits++ > 0) throw gone;
        const tx = { kind: 'transaction', dialect: 'postgres', tables: {}, native: undefined } as const;
        await run({ ...tx, query: () => Promise.resolve([{ won: 1 }]) });
        throw gone;
      },
    };
    const unknown = processOnce(db, newEvent(), () => 1).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await unknown).toBeInstanceOf(OutcomeUnknownError);
    expect(await unknown).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(commits).toBeGreaterThan(5);
  });
});
