// A worker in a process of its own, for tests that kill it: node inbox-worker.mjs URL MODE. It needs the build.
import pg from 'pg';
import { database } from 'webhook-once/pg';
import { createInbox } from 'webhook-once';

const [, , url = '', mode = 'work'] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 4 });
pool.on('error', () => undefined);
/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

const worker = createInbox(database(pool)).work(
  async (event, { signal }) => {
    say(`started ${event.eventId}`);
    if (mode === 'hang')
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
    await pool.query('INSERT INTO effect (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [event.eventId]);
    say(`handled ${event.eventId}`);
  },
  { leaseMs: 300, pollMs: 50, maxAttempts: 100, stopOn: ['SIGTERM'], stopWithinMs: 50, concurrency: 4 },
);
say('ready');
const unfinished = await worker.stopped;
say(`stopped ${unfinished}`);
await pool.end();
