import rule from '../../rules/no-in-memory-dedupe.ts';
import { onExpress } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const app = writeApp({
  'migrations/001.sql': 'CREATE TABLE arrivals (delivery text PRIMARY KEY);',
  'src/routes/memory.ts': `
    const known = new Map<string, number>();
    export function isRepeated(id: string): boolean {
      const at = known.get(id);
      if (at && Date.now() - at < 300_000) return true;
      known.set(id, Date.now());
      return false;
    }
    export class Remembering {
      private readonly ids = new Set<string>();
      has(id: string) { return this.ids.has(id); }
      keep(id: string) { this.ids.add(id); }
    }
    export const remembering = new Remembering();
  `,
});
const express = app('src/routes/stripe.ts');
const pay = 'await stripe.refunds.create({ payment_intent: event.data.object.id });';
const leave = 'return res.sendStatus(200);';
/** What stands before a handler, on its first line. */
const on = (before: string, body: string) =>
  onExpress(body).replace('const app = express();', `const app = express(); ${before}`);

new RuleTester(app('')).run('no-in-memory-dedupe', rule, {
  valid: [
    {
      name: 'a shortcut before a claim',
      filename: express,
      code: on(
        'const seen = new Set<string>();',
        `
        if (seen.has(event.id)) ${leave}
        const claim = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        if (claim.rowCount === 0) ${leave}
        seen.add(event.id);
        ${pay}
      `,
      ),
    },
    {
      name: 'a limiter of requests',
      filename: express,
      code: on(
        'const hits = new Map<string, number>();',
        `
        const count = hits.get(req.ip!) ?? 0;
        if (count > 10) return res.sendStatus(429);
        hits.set(req.ip!, count + 1);
        ${pay}
      `,
      ),
    },
    {
      name: 'a cache of data: what was found is used, and nobody leaves',
      filename: express,
      code: on(
        'const plans = new Map<string, any>();',
        `
        const id = event.data.object.plan;
        let plan = plans.get(id);
        if (!plan) {
          plan = (await pool.query('SELECT * FROM plans WHERE id = $1', [id])).rows[0];
          plans.set(id, plan);
        }
        ${pay}
      `,
      ),
    },
    {
      name: 'a set of this delivery alone',
      filename: express,
      code: onExpress(`
        const seen = new Set<string>();
        if (seen.has(event.id)) ${leave}
        seen.add(event.id);
        ${pay}
      `),
    },
    {
      name: 'a table of handlers, and a set of types',
      filename: express,
      code: on(
        "const relevant = new Set(['charge.refunded']);",
        `
        if (!relevant.has(event.type)) ${leave}
        ${pay}
      `,
      ),
    },
    {
      name: 'a cache that could not be followed',
      filename: express,
      code: on(
        "import { cache } from 'some-cache';",
        `
        if (await cache.has(event.id)) ${leave}
        await cache.set(event.id, true);
        ${pay}
      `,
      ),
    },
    {
      name: 'a lock that is kept when the work succeeds',
      filename: express,
      code: on(
        "import { Redis } from 'ioredis'; const redis = new Redis();",
        `
        if ((await redis.set(\`seen:\${event.id}\`, '1', 'EX', 2592000, 'NX')) !== 'OK') ${leave}
        try {
          ${pay}
        } catch (error) {
          await redis.del(\`seen:\${event.id}\`);
          throw error;
        }
      `,
      ),
    },
    {
      name: 'a lock around a look at what was done, and the note of it',
      filename: express,
      code: on(
        "import { Redis } from 'ioredis'; const redis = new Redis();",
        `
        if ((await redis.set(\`lock:\${event.id}\`, '1', 'EX', 30, 'NX')) !== 'OK') return res.sendStatus(503);
        try {
          const done = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [event.id]);
          if (done.rows.length > 0) ${leave}
          ${pay}
          await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
        } finally {
          await redis.del(\`lock:\${event.id}\`);
        }
      `,
      ),
    },
    {
      name: 'a lock that puts the work on one customer in order',
      filename: express,
      code: on(
        "import Redlock from 'redlock'; const redlock = new Redlock([]);",
        `
        const lock = await redlock.acquire([event.data.object.customer], 5000);
        ${pay}
        await lock.release();
      `,
      ),
    },
  ],
  invalid: [
    {
      name: 'a set of the module',
      filename: express,
      code: on(
        'const seen = new Set<string>();',
        `
        if (seen.has(event.id)) ${leave}
        seen.add(event.id);
        ${pay}
      `,
      ),
      errors: [
        {
          message:
            'A retry after a restart, or one that reaches another instance, gets past this check to refund: `seen` is kept in the memory of this process only.',
          line: 2,
        },
      ],
    },
    {
      name: 'an object, asked in three ways',
      filename: express,
      code: on(
        'const seen: Record<string, boolean> = {};',
        `
        if (seen[event.id]) ${leave}
        seen[event.id] = true;
        ${pay}
      `,
      ),
      errors: [{ messageId: 'keptInMemory', line: 2 }],
    },
    {
      name: 'an object, asked by in',
      filename: express,
      code: on(
        'const seen: Record<string, boolean> = {};',
        `
        if (event.id in seen) ${leave}
        seen[event.id] = true;
        ${pay}
      `,
      ),
      errors: [{ messageId: 'keptInMemory', line: 2 }],
    },
    {
      name: 'a list',
      filename: express,
      code: on(
        'const seen: string[] = [];',
        `
        if (seen.includes(event.id)) ${leave}
        seen.push(event.id);
        ${pay}
      `,
      ),
      errors: [{ messageId: 'keptInMemory', line: 2 }],
    },
    {
      name: 'a list, asked for the place',
      filename: express,
      code: on(
        'const seen: string[] = [];',
        `
        if (seen.indexOf(event.id) !== -1) ${leave}
        seen.push(event.id);
        ${pay}
      `,
      ),
      errors: [{ messageId: 'keptInMemory', line: 2 }],
    },
    {
      name: 'globalThis',
      filename: express,
      code: onExpress(`
        if (globalThis.seen.has(event.id)) ${leave}
        globalThis.seen.add(event.id);
        ${pay}
      `),
      errors: [{ messageId: 'keptInMemory', line: 2 }],
    },
    {
      name: 'a cache that forgets, under a name of its own',
      filename: express,
      code: on(
        "import { LRUCache as Recent } from 'lru-cache'; const recent = new Recent({ max: 100, ttl: 300000 });",
        `
        if (recent.has(event.id)) ${leave}
        recent.set(event.id, true);
        ${pay}
      `,
      ),
      errors: [{ messageId: 'keptInMemory', line: 2 }],
    },
    {
      name: 'ids kept for five minutes, in a helper of another file: reported at its call',
      filename: express,
      code: onExpress(`
        const { isRepeated } = await import('./memory');
        if (isRepeated(event.id)) ${leave}
        ${pay}
      `),
      errors: [{ messageId: 'keptInMemory', line: 3 }],
    },
    {
      name: 'a field of an object that lives as long as the process',
      filename: express,
      code: onExpress(`
        const { remembering } = await import('./memory');
        if (remembering.has(event.id)) ${leave}
        remembering.keep(event.id);
        ${pay}
      `),
      errors: [{ messageId: 'keptInMemory', line: 3 }],
    },
    {
      name: 'what runs now, dropped in finally',
      filename: express,
      code: on(
        'const running = new Set<string>();',
        `
        if (running.has(event.id)) ${leave}
        running.add(event.id);
        try {
          ${pay}
        } finally {
          running.delete(event.id);
        }
      `,
      ),
      errors: [{ messageId: 'keptInMemory', line: 2 }],
    },
    {
      name: 'a lock that is deleted in finally',
      filename: express,
      code: on(
        "import { Redis } from 'ioredis'; const redis = new Redis();",
        `
        const lock = await redis.set(\`lock:\${event.id}\`, '1', 'EX', 30, 'NX');
        if (!lock) ${leave}
        try {
          ${pay}
        } finally {
          await redis.del(\`lock:\${event.id}\`);
        }
      `,
      ),
      errors: [{ messageId: 'lockReleased', line: 2 }],
    },
    {
      name: 'redlock on the event',
      filename: express,
      code: on(
        "import Redlock from 'redlock'; const redlock = new Redlock([]);",
        `
        await redlock.using([event.id], 5000, async () => {
          ${pay}
        });
      `,
      ),
      errors: [{ messageId: 'lockReleased', line: 2 }],
    },
    {
      name: 'an advisory lock on the event',
      filename: express,
      code: onExpress(`
        await pool.query('SELECT pg_advisory_lock(hashtext($1))', [event.id]);
        ${pay}
        await pool.query('SELECT pg_advisory_unlock(hashtext($1))', [event.id]);
      `),
      errors: [{ messageId: 'lockReleased', line: 2 }],
    },
  ],
});
