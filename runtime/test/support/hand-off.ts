import type { Pool } from 'pg';
import { expect, vi } from 'vitest';
import { database } from '../../src/clients/pg.ts';
import { createInbox, processOnce } from '../../src/index.ts';
import type { Handle, InboxEvent } from '../../src/index.ts';

/** Ids that engines have refused, or taken for one another. */
export const awkward = [
  '42',
  'a:b',
  'a:b:c:d',
  'a/b',
  'a%2Fb',
  'é ü',
  '\u{1F600}',
  'x'.repeat(255),
  `${'x'.repeat(254)}y`,
];

export interface Engine {
  readonly handOff: Handle;
  /** Starts to run jobs by this function, which throws where a job must be tried again. */
  start(run: (event: InboxEvent) => Promise<unknown>): Promise<unknown>;
  /** Has it forget the jobs that ended. */
  forget(): Promise<unknown>;
}

/** Every event of an inbox is run once by an engine, whatever is handed off twice. */
export async function handsOffOnce(pool: Pool, engine: Engine): Promise<void> {
  const db = database(pool);
  const inbox = createInbox(db);
  await pool.query('CREATE TABLE credit (event_id text)');
  for (const eventId of awkward)
    await inbox.receive({ source: 'shop:eu', eventId, type: 'paid', payload: { eventId } });

  // The worker crashes between the hand-off and its mark: each event is offered once more.
  const offered: InboxEvent[] = [];
  const crash = new Error('crashed after the hand-off');
  const worker = inbox.work(
    async (event, context) => {
      await engine.handOff(event, context);
      offered.push(event);
      if (event.attempt === 1) throw crash;
    },
    { backoff: () => 1, pollMs: 20 },
  );
  const ended = (states: string) => async () => {
    const { rows } = await pool.query(`SELECT 1 FROM webhook_once_inbox WHERE state IN (${states})`);
    return rows.length === awkward.length;
  };
  await vi.waitUntil(ended("'done'"), { timeout: 60_000 });
  await worker.stop();
  expect(offered).toHaveLength(2 * awkward.length);

  const runs: string[] = [];
  const credit = (event: InboxEvent) => {
    runs.push(event.eventId);
    expect(event).toMatchObject({ source: 'shop:eu', type: 'paid', payload: { eventId: event.eventId } });
    expect(event.receivedAt).toBeInstanceOf(Date);
    return processOnce(db, event, (client) => client.query('INSERT INTO credit VALUES ($1)', [event.eventId]));
  };
  await engine.start(credit);
  const credited = async () => (await pool.query('SELECT event_id FROM credit')).rows.length === awkward.length;
  await vi.waitUntil(credited, { timeout: 60_000 });
  expect([...runs].sort()).toEqual([...awkward].sort());

  // Once the engine has forgotten the id, only the claim is left to tell.
  await engine.forget();
  const [first] = offered;
  if (first === undefined) throw new Error('Nothing was offered.');
  await engine.handOff(first, { signal: new AbortController().signal });
  await vi.waitUntil(() => runs.length === awkward.length + 1, { timeout: 60_000 });
  await vi.waitUntil(async () => {
    const { rows } = await pool.query('SELECT event_id FROM credit');
    return rows.length === awkward.length;
  });
}
