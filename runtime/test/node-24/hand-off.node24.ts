import { makeWorkerUtils, run } from 'graphile-worker';
import type { Runner, WorkerUtils } from 'graphile-worker';
import { PgBoss } from 'pg-boss';
import { describe, expect, it, vi } from 'vitest';
import * as toGraphileWorker from '../../src/hand-off/graphile-worker.ts';
import * as toPgBoss from '../../src/hand-off/pg-boss.ts';
import { handsOffOnce } from '../support/hand-off.ts';
import { urlOf, useDatabase } from '../support/postgres.ts';

describe('pg-boss', () => {
  const { name, pool, onEnd } = useDatabase();

  it('runs each event once, and again only once it has forgotten the job', async () => {
    const boss = new PgBoss(urlOf(name));
    boss.on('error', () => undefined);
    onEnd(() => boss.stop({ graceful: false }));
    await boss.start();
    await boss.createQueue('webhooks');
    const pg = pool();
    await handsOffOnce(pg, {
      handOff: toPgBoss.handOff(boss, { queue: 'webhooks', job: { retryLimit: 5 } }),
      start: (credit) =>
        boss.work('webhooks', { pollingIntervalSeconds: 0.5, batchSize: 20 }, async (jobs) => {
          for (const job of jobs) await credit(toPgBoss.eventOf(job.data));
        }),
      forget: async () => {
        await vi.waitUntil(
          async () => (await pg.query("SELECT 1 FROM pgboss.job WHERE state <> 'completed'")).rows.length === 0,
          { timeout: 30_000 },
        );
        await boss.deleteAllJobs('webhooks');
      },
    });
  });
});

describe('Graphile Worker', () => {
  const { pool, onEnd } = useDatabase();

  it('runs each event once, and again only once it has forgotten the job', async () => {
    const pgPool = pool();
    const utils: WorkerUtils = await makeWorkerUtils({ pgPool });
    await utils.migrate();
    let runner: Runner | undefined;
    onEnd(async () => {
      await runner?.stop();
      await utils.release();
    });
    await handsOffOnce(pgPool, {
      handOff: toGraphileWorker.handOff(utils.addJob, { task: 'webhook', job: { maxAttempts: 5 } }),
      start: async (credit) => {
        runner = await run({
          pgPool,
          noHandleSignals: true,
          pollInterval: 100,
          concurrency: 4,
          taskList: {
            webhook: async (payload) => {
              await credit(toGraphileWorker.eventOf(payload));
            },
          },
        });
      },
      forget: async () => {
        await vi.waitUntil(async () => (await pgPool.query('SELECT 1 FROM graphile_worker.jobs')).rows.length === 0, {
          timeout: 30_000,
        });
        expect((await pgPool.query('SELECT 1 FROM graphile_worker.jobs')).rows).toEqual([]);
      },
    });
  });
});
