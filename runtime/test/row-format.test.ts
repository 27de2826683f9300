import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { database } from '../src/clients/pg.ts';
import { claimEvent, completeEvent, createInbox, processOnce, StatementFailedError } from '../src/index.ts';
import { useDatabase } from './support/postgres.ts';

const testDatabase = useDatabase();
let pool: Pool;
beforeAll(() => {
  pool = testDatabase.pool();
});

/** Rows as format 1 wrote them, set down by hand: they must be read for ever. */
const rows = `
INSERT INTO webhook_once_claim (source, event_id, state, token, owner, claimed_at, lease_until, started, finished, result, error, completed_at, format) VALUES
  ('stripe', 'done', 'done', 't1', 'host:1', '2026-01-01Z', NULL, 1, 1, '{"paid":true}', NULL, '2026-01-01Z', 1),
  ('stripe', 'empty', 'done', 't2', 'host:1', '2026-01-01Z', NULL, 1, 1, NULL, NULL, '2026-01-01Z', 1),
  ('stripe', 'released', 'released', 't3', 'host:1', '2026-01-01Z', NULL, 2, 1, NULL, 'Error: no', NULL, 1),
  ('stripe', 'expired', 'running', 't4', 'host:1', '2026-01-01Z', '2026-01-01T00:01Z', 1, 0, NULL, NULL, NULL, 1),
  ('stripe', 'newer', 'done', 't5', 'host:1', '2026-01-01Z', NULL, 1, 1, '?', NULL, '2026-01-01Z', 2);
INSERT INTO webhook_once_inbox (source, event_id, event_type, payload, turn, state, received_at, due_at, token, owner, started, finished, error, completed_at, format) VALUES
  ('stripe', 'waits', 'paid', '{"n":1}', 'order:1', 'pending', '2026-01-01Z', '2026-01-01Z', NULL, NULL, 0, 0, NULL, NULL, 1),
  ('stripe', 'crashed', NULL, 'null', NULL, 'running', '2026-01-01Z', '2026-01-01Z', 't6', 'host:1', 1, 0, NULL, NULL, 1),
  ('stripe', 'failed', NULL, '"x"', NULL, 'failed', '2026-01-01Z', '2026-01-01Z', 't7', 'host:1', 10, 10, 'Error: no', '2026-01-02Z', 1);`;

const event = (eventId: string) => ({ source: 'stripe', eventId });

describe('rows of an older format', () => {
  beforeAll(async () => {
    await pool.query(rows);
  });

  it('are claims that are known, released or run out', async () => {
    const db = database(pool);
    expect(await processOnce(db, event('done'), () => 0)).toEqual({ duplicate: true, result: { paid: true } });
    expect(await processOnce(db, event('empty'), () => 0)).toEqual({ duplicate: true, result: undefined });
    const released = await claimEvent(db, event('released'));
    expect(released).toMatchObject({ won: true, attempt: 3 });
    await completeEvent(db, released.won ? released.token : '', 1);
    expect(await claimEvent(db, event('expired'))).toMatchObject({ won: true, attempt: 2 });
  });

  it('are events that a worker handles, and ones that failed', async () => {
    const inbox = createInbox(database(pool));
    expect(await inbox.failed()).toMatchObject([{ eventId: 'failed', payload: 'x', error: 'Error: no', attempt: 10 }]);
    const handled: unknown[] = [];
    await new Promise<void>((resolve) => {
      const done = (): void => {
        if (handled.length === 2) resolve(worker.stop().then(() => undefined));
      };
      const worker = inbox.work(
        ({ eventId, payload, turn, attempt }) => void handled.push({ eventId, payload, turn, attempt }),
        { hooks: { done } },
      );
    });
    expect(handled).toHaveLength(2);
    expect(handled).toContainEqual({ eventId: 'waits', payload: { n: 1 }, turn: 'order:1', attempt: 1 });
    expect(handled).toContainEqual({ eventId: 'crashed', payload: null, turn: undefined, attempt: 2 });
  });

  it('are told from those of a newer version, which this one refuses to guess at', async () => {
    await expect(processOnce(database(pool), event('newer'), () => 0)).rejects.toThrow(StatementFailedError);
  });
});
