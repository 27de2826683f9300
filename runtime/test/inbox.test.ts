import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { Pool } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InvalidEventError, InvalidOptionError, createInbox } from '../src/index.ts';
import type { Handle, Inbox, InboxEvent, Worker, WorkerOptions } from '../src/index.ts';
import { database, transaction } from '../src/clients/pg.ts';
import { deferred } from './support/deferred.ts';
import { configOf, urlOf, useDatabase } from './support/postgres.ts';

const testDatabase = useDatabase();
let pool: Pool;
let inbox: Inbox;
const workers: Worker[] = [];

beforeAll(async () => {
  pool = testDatabase.pool({ max: 30 });
  inbox = createInbox(database(pool));
  await pool.query('CREATE TABLE effect (event_id text PRIMARY KEY)');
});
beforeEach(() => pool.query('TRUNCATE webhook_once_inbox, effect'));
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

function work(handle: Handle, options: WorkerOptions = {}, of: Inbox = inbox): Worker {
  const worker = of.work(handle, { pollMs: 20, backoff: () => 1, ...options });
  workers.push(worker);
  return worker;
}

const receive = (eventId: string, more: { payload?: unknown; turn?: string } = {}) =>
  inbox.receive({ source: 'stripe', eventId, payload: { id: eventId }, ...more });

/** Collects calls and resolves once there are as many. */
function collect<T>() {
  const seen: T[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    seen,
    add: (item: T) => {
      seen.push(item);
      for (const { count, resolve } of waiting) if (seen.length >= count) resolve();
    },
    until: (count: number) =>
      new Promise<void>((resolve) => {
        if (seen.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
}

const rowOf = async (eventId: string) =>
  (await pool.query('SELECT state, started, finished, error FROM webhook_once_inbox WHERE event_id = $1', [eventId]))
    .rows[0] as unknown;

describe('inbox.receive', () => {
  it('keeps an event once, however often it is delivered at once', async () => {
    const received = await Promise.all(Array.from({ length: 20 }, () => receive('evt_1')));
    expect(received.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await inbox.stats()).toMatchObject({ pending: 1, running: 0, failed: 0 });
  });

  it('keeps it when the transaction of the caller commits', async () => {
    const client = await pool.connect();
    for (const end of ['ROLLBACK', 'COMMIT']) {
      await client.query('BEGIN');
      const event = { source: 'stripe', eventId: 'evt_2', payload: null };
      expect(await inbox.receive(event, transaction(client))).toEqual({ duplicate: false });
      await client.query(end);
    }
    client.release();
    expect(await receive('evt_2')).toEqual({ duplicate: true });
  });

  it('refuses an event with no id, and an empty turn', async () => {
    await expect(receive('')).rejects.toThrow(InvalidEventError);
    await expect(receive('evt', { turn: '' })).rejects.toThrow(InvalidEventError);
  });
});

describe('a worker', () => {
  it('is handed what was received', async () => {
    const done = collect<InboxEvent>();
    work(() => undefined, { hooks: { done: done.add } });
    const payload = { amount: 5, text: '\0 é 😀', none: null };
    await inbox.receive({ source: 'stripe', eventId: 'evt_1', type: 'invoice.paid', payload });
    await done.until(1);
    expect(done.seen[0]).toMatchObject({
      source: 'stripe',
      eventId: 'evt_1',
      type: 'invoice.paid',
      payload,
      attempt: 1,
    });
    expect(await rowOf('evt_1')).toEqual({ state: 'done', started: 1, finished: 1, error: null });
  });

  it('shares the events with others, and no event is handled twice', async () => {
    const handled = collect<string>();
    const done = collect<string>();
    for (let index = 0; index < 500; index++) await receive(`evt_${index}`);
    const others = Array.from({ length: 4 }, () => createInbox(database(pool)));
    for (const other of others) {
      work(
        ({ eventId }) => {
          handled.add(eventId);
        },
        {
          hooks: {
            done: ({ eventId }) => {
              done.add(eventId);
            },
          },
        },
        other,
      );
    }
    await done.until(500);
    expect(handled.seen).toHaveLength(500);
    expect(new Set(handled.seen).size).toBe(500);
    expect(await inbox.stats()).toEqual({ pending: 0, running: 0, failed: 0, lag: 0 });
  });

  it('tries again after a failure, and fails the event after its last attempt', async () => {
    const failed = collect<unknown>();
    const retried = collect<unknown>();
    work(
      () => {
        throw new RangeError('no such wallet');
      },
      {
        maxAttempts: 3,
        hooks: {
          failed: (event, error) => {
            failed.add([event.attempt, error]);
          },
          retried: (event) => {
            retried.add(event.attempt);
          },
        },
      },
    );
    await receive('evt_1');
    await failed.until(1);
    expect(retried.seen).toEqual([1, 2]);
    expect(failed.seen).toEqual([[3, new RangeError('no such wallet')]]);
    expect(await inbox.failed()).toMatchObject([{ eventId: 'evt_1', error: 'RangeError: no such wallet', attempt: 3 }]);
    expect(await receive('evt_1')).toEqual({ duplicate: true });
  });

  it('handles a failed event again once it is requeued', async () => {
    const ends = collect<string>();
    let broken = true;
    work(
      () => {
        if (broken) throw new Error('broken');
      },
      {
        maxAttempts: 1,
        hooks: {
          failed: () => {
            ends.add('failed');
          },
          done: ({ attempt }) => {
            ends.add(`done ${attempt}`);
          },
        },
      },
    );
    await receive('evt_1');
    await ends.until(1);
    broken = false;
    expect(await inbox.requeue({ source: 'stripe', eventId: 'evt_1' })).toBe(true);
    await ends.until(2);
    expect(ends.seen).toEqual(['failed', 'done 1']);
    expect(await inbox.requeue({ source: 'stripe', eventId: 'evt_1' })).toBe(false);
  });

  it('handles the events of one object in turn, on any number of workers', async () => {
    const order: Record<string, number[]> = {};
    let together = 0;
    const busy = new Set<string>();
    const done = collect<string>();
    for (let index = 0; index < 60; index++)
      await receive(`evt_${index}`, { turn: `order:${index % 3}`, payload: index });
    const handle: Handle = async ({ turn = '', payload, attempt }) => {
      if (busy.has(turn)) together++;
      busy.add(turn);
      await pool.query('SELECT 1');
      busy.delete(turn);
      if ((payload as number) % 7 === 0 && attempt === 1) throw new Error('again');
      (order[turn] ??= []).push(payload as number);
    };
    for (let index = 0; index < 3; index++) {
      work(
        handle,
        {
          hooks: {
            done: ({ eventId }) => {
              done.add(eventId);
            },
          },
        },
        createInbox(database(pool)),
      );
    }
    await done.until(60);
    expect(together).toBe(0);
    for (const turn of [0, 1, 2]) {
      expect(order[`order:${turn}`]).toEqual(Array.from({ length: 20 }, (_, index) => index * 3 + turn));
    }
  });

  it('takes over an event whose lease ran out, and then the first can neither complete nor give it back', async () => {
    for (const end of ['returns', 'throws'] as const) {
      const go = deferred();
      const begun = deferred();
      const lost = collect<string>();
      const done = collect<string>();
      const id = `evt_${end}`;
      await receive(id);
      const slow = work(
        async () => {
          begun.resolve();
          await go.promise;
          if (end === 'throws') throw new Error('late');
        },
        {
          hooks: {
            lost: () => {
              lost.add('lost');
            },
            done: () => {
              done.add('slow');
            },
          },
          leaseMs: 3_600_000,
          concurrency: 1,
        },
      );
      await begun.promise;
      await pool.query("UPDATE webhook_once_inbox SET due_at = now() - interval '1 ms' WHERE event_id = $1", [id]);
      const taken = deferred();
      const release = deferred();
      const second = work(
        async () => {
          taken.resolve();
          await release.promise;
        },
        {
          hooks: {
            done: () => {
              done.add('second');
            },
          },
        },
        createInbox(database(pool)),
      );
      await taken.promise;
      go.resolve();
      await lost.until(1);
      expect(await rowOf(id)).toMatchObject({ state: 'running', started: 2 });
      release.resolve();
      await done.until(1);
      expect(done.seen).toEqual(['second']);
      expect(await rowOf(id)).toMatchObject({ state: 'done', started: 2, finished: 1 });
      await Promise.all([slow.stop(), second.stop()]);
    }
  });

  it('keeps its lease while the handler is at it, and aborts it when the lease is lost all the same', async () => {
    const aborted = deferred<unknown>();
    const begun = deferred();
    await receive('evt_1');
    work(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          begun.resolve();
          signal.addEventListener('abort', () => {
            aborted.resolve(signal.reason);
            reject(new Error('aborted'));
          });
        }),
      { leaseMs: 90, concurrency: 1 },
    );
    await begun.promise;
    const leases = new Set<string>();
    while (leases.size < 4) {
      const { rows } = await pool.query<{ due: string }>('SELECT due_at::text AS due FROM webhook_once_inbox');
      leases.add(rows[0]?.due ?? '');
    }
    expect(await rowOf('evt_1')).toMatchObject({ state: 'running', started: 1 });
    await pool.query("UPDATE webhook_once_inbox SET token = 'somebody else', due_at = now() + interval '1 hour'");
    expect(await aborted.promise).toMatchObject({ code: 'CLAIM_LOST' });
  });

  it('gives up an event whose workers crash each time', async () => {
    await receive('evt_1');
    await pool.query(
      "UPDATE webhook_once_inbox SET state = 'running', token = 'x', started = 5, due_at = now() - interval '1 s'",
    );
    const failed = collect<unknown>();
    work(() => undefined, {
      maxAttempts: 5,
      hooks: {
        failed: (event, error) => {
          failed.add([event.eventId, error]);
        },
      },
    });
    await failed.until(1);
    expect(failed.seen).toEqual([['evt_1', undefined]]);
    expect(await inbox.failed()).toMatchObject([{ error: 'The worker ended without a word.' }]);
  });

  it('finishes what it began when it is stopped, and takes nothing more', async () => {
    const begun = deferred();
    const go = deferred();
    await receive('evt_1');
    const worker = work(
      async () => {
        begun.resolve();
        await go.promise;
      },
      { concurrency: 1 },
    );
    await begun.promise;
    await receive('evt_2');
    const stopped = worker.stop();
    go.resolve();
    expect(await stopped).toBe(0);
    expect(await rowOf('evt_1')).toMatchObject({ state: 'done' });
    expect(await rowOf('evt_2')).toMatchObject({ state: 'pending', started: 0 });
  });

  it('leaves what does not end in time to the others', async () => {
    const begun = deferred();
    await receive('evt_1');
    const worker = work(
      () => {
        begun.resolve();
        return new Promise(() => undefined);
      },
      { stopWithinMs: 1 },
    );
    await begun.promise;
    expect(await worker.stop()).toBe(1);
    expect(await rowOf('evt_1')).toMatchObject({ state: 'running' });
  });

  it('goes on when a hook throws and when the database is away for a while', async () => {
    const done = collect<string>();
    const errors = collect<unknown>();
    let away = 3;
    const real = database(pool);
    const flaky = createInbox({
      ...real,
      query: (text, values) => (away-- > 0 ? Promise.reject(new Error('away')) : real.query(text, values)),
    });
    work(
      () => undefined,
      {
        hooks: {
          started: () => {
            throw new Error('hook');
          },
          done: ({ eventId }) => {
            done.add(eventId);
          },
          error: errors.add,
        },
      },
      flaky,
    );
    await receive('evt_1');
    await done.until(1);
    expect(errors.seen.length).toBeGreaterThanOrEqual(4);
  });

  it.each([{ concurrency: 0 }, { leaseMs: -1 }, { pollMs: Number.NaN }])('refuses %j', (options) => {
    expect(() => inbox.work(() => undefined, options)).toThrow(InvalidOptionError);
  });
});

describe('a worker that listens', () => {
  it('is woken by what is received, and listens again after its connection was lost', async () => {
    const listening = createInbox(
      database(pool, {
        listener: () => new pg.Client({ ...configOf(testDatabase.name), application_name: 'listener' }),
      }),
    );
    const done = collect<string>();
    const errors = collect<unknown>();
    // Nothing but a notification can wake it within the test.
    work(
      () => undefined,
      {
        pollMs: 3_600_000,
        hooks: {
          done: ({ eventId }) => {
            done.add(eventId);
          },
          error: errors.add,
        },
      },
      listening,
    );
    const listeners = async (): Promise<number> =>
      (
        await pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE application_name = 'listener' AND query LIKE 'LISTEN%' AND state = 'idle'",
        )
      ).rows.length;
    while ((await listeners()) === 0);
    await receive('evt_1');
    await done.until(1);
    await pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listener'");
    await errors.until(1);
    // Received while nobody listens: found when it listens again.
    await receive('evt_2');
    await done.until(2);
    while ((await listeners()) === 0);
    await receive('evt_3');
    await done.until(3);
    expect(done.seen).toEqual(['evt_1', 'evt_2', 'evt_3']);
  });
});

describe('a worker process', () => {
  const script = new URL('./support/inbox-worker.mjs', import.meta.url).pathname;
  function spawnWorker(mode: string) {
    const child: ChildProcess = spawn(process.execPath, [script, urlOf(testDatabase.name), mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = collect<string>();
    if (child.stdout !== null) createInterface(child.stdout).on('line', lines.add);
    const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const until = async (start: string): Promise<void> => {
      for (let count = 1; !lines.seen.some((line) => line.startsWith(start)); count++) await lines.until(count);
    };
    return { child, until, exited };
  }

  it('stops on SIGTERM', async () => {
    const { child, until, exited } = spawnWorker('work');
    await until('ready');
    child.kill('SIGTERM');
    await until('stopped 0');
    expect(await exited).toBe(0);
  });

  it('loses nothing when it is killed', async () => {
    for (let index = 0; index < 40; index++) await receive(`evt_${index}`);
    const doomed = spawnWorker('hang');
    await doomed.until('started');
    doomed.child.kill('SIGKILL');
    await doomed.exited;
    const done = collect<string>();
    work(
      async ({ eventId }) => {
        await pool.query('INSERT INTO effect VALUES ($1) ON CONFLICT DO NOTHING', [eventId]);
      },
      {
        hooks: {
          done: ({ eventId }) => {
            done.add(eventId);
          },
        },
      },
    );
    await done.until(40);
    expect((await pool.query('SELECT 1 FROM effect')).rows).toHaveLength(40);
    expect(await inbox.stats()).toEqual({ pending: 0, running: 0, failed: 0, lag: 0 });
  });
});
