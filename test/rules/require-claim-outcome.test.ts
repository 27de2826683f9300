import rule from '../../rules/require-claim-outcome.ts';
import { onExpress, onFastify, onHono, onNextApp } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const app = writeApp({
  'migrations/001.sql': `
    CREATE TABLE arrivals (delivery text PRIMARY KEY);
    CREATE TABLE raw_events (id bigserial PRIMARY KEY, delivery text NOT NULL);
  `,
  'src/schema.ts': `
    import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
    export const arrivals = pgTable('arrivals', { delivery: text('delivery').primaryKey() });
    export const bookings = pgTable('bookings', { id: text('id').primaryKey() });
    export const purses = pgTable('purses', { id: text('id').primaryKey(), cents: bigint('cents', { mode: 'number' }) });
  `,
  'src/routes/arrivals.ts': `
    import { Pool } from 'pg';
    const pool = new Pool();
    export async function isFirst(id: string): Promise<boolean> {
      const { rowCount } = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
      return rowCount === 1;
    }
  `,
});
const prismaApp = writeApp({
  'prisma/schema.prisma': `
    datasource db { provider = "postgresql" }
    model Arrival {
      delivery String @id
      tries Int @default(0)
    }
  `,
});
const express = app('src/routes/stripe.ts');
const next = prismaApp('src/app/hooks/stripe/route.ts');
const pay = 'await stripe.refunds.create({ payment_intent: event.data.object.id });';
const arrive = "await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);";

new RuleTester(app('')).run('require-claim-outcome', rule, {
  valid: [
    {
      name: 'the affected rows are looked at',
      filename: express,
      code: onExpress(`
        const claim = ${arrive}
        if (claim.rowCount === 0) return res.sendStatus(200);
        ${pay}
      `),
    },
    {
      name: 'a helper of another file, whose answer decides',
      filename: express,
      code: onExpress(`
        const { isFirst } = await import('./arrivals');
        if (!(await isFirst(event.id))) return res.sendStatus(200);
        ${pay}
      `),
    },
    {
      name: 'the answer goes to a function that is not known, and what that says decides',
      filename: express,
      code: onExpress(`
        const { tells } = await import('outcome-reader');
        const claim = ${arrive}
        if (!tells(claim)) return res.sendStatus(200);
        ${pay}
      `),
    },
    {
      name: 'what follows carries a key of its own',
      filename: express,
      code: onExpress(`
        ${arrive}
        await stripe.refunds.create({ payment_intent: event.data.object.id }, { idempotencyKey: event.id });
      `),
    },
    {
      name: 'a log of deliveries whose table has no key: looking would say nothing',
      filename: express,
      code: onExpress(`
        await pool.query('INSERT INTO raw_events (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        ${pay}
      `),
    },
    {
      name: 'a log beside the claim that is looked at',
      filename: express,
      code: onExpress(`
        const claim = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING RETURNING delivery', [event.id]);
        if (!claim.rows[0]) return res.sendStatus(200);
        await pool.query('INSERT INTO webhook_log (event_id) VALUES ($1) ON CONFLICT (event_id) DO NOTHING', [event.id]);
        ${pay}
      `),
    },
    {
      name: 'an inbox: nothing follows but the answer',
      filename: express,
      code: onExpress(arrive),
    },
    {
      name: 'an insert of a business row that ignores conflicts is no claim of the event',
      filename: express,
      code: onExpress(`
        await pool.query('INSERT INTO customers (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.data.object.customer]);
        ${pay}
      `),
    },
    {
      name: 'who loses leaves, in a catch',
      filename: next,
      code: onNextApp(`
        try {
          await prisma.arrival.create({ data: { delivery: event.id } });
        } catch (error) {
          if (error.code === 'P2002') return new Response();
          throw error;
        }
        ${pay}
      `),
    },
    {
      name: 'an upsert that counts attempts is a record, read elsewhere',
      filename: next,
      code: onNextApp(`
        await prisma.arrival.upsert({ where: { delivery: event.id }, create: { delivery: event.id }, update: { tries: { increment: 1 } } });
        ${pay}
      `),
    },
  ],
  invalid: [
    {
      name: 'the answer is dropped',
      filename: express,
      code: onExpress(`
        ${arrive}
        ${pay}
      `),
      errors: [
        {
          message:
            'Both deliveries of this event go on to refund: nothing looks at whether the insert into `arrivals` (line 2) went in or found the event there.',
          line: 2,
        },
      ],
    },
    {
      name: 'select, then an insert that ignores the conflict, then work',
      filename: express,
      code: onExpress(`
        const seen = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [event.id]);
        if (seen.rows.length > 0) return res.sendStatus(200);
        ${arrive}
        ${pay}
      `),
      errors: [{ messageId: 'outcomeUnread', line: 4 }],
    },
    {
      name: 'looked at, logged, and gone on',
      filename: express,
      code: onExpress(`
        const claim = ${arrive}
        if (claim.rowCount === 0) console.warn('again', event.id);
        ${pay}
      `),
      errors: [{ messageId: 'conflictSwallowed', line: 2 }],
    },
    {
      name: 'a helper of another file, whose answer nobody takes: reported at its call',
      filename: express,
      code: onExpress(`
        const { isFirst: remember } = await import('./arrivals');
        await remember(event.id);
        ${pay}
      `),
      errors: [{ messageId: 'outcomeUnread', line: 3 }],
    },
    {
      name: 'drizzle: the row that comes back is only printed',
      filename: app('src/routes/hono.ts'),
      code: onHono(`
        const [kept] = await db.insert(arrivals).values({ delivery: event.id }).onConflictDoNothing().returning();
        console.log(kept);
        await db.update(purses).set({ cents: sql\`\${purses.cents} + 1\` }).where(eq(purses.id, event.data.object.purse));
      `),
      errors: [{ messageId: 'outcomeUnread', line: 2 }],
    },
    {
      name: 'postgres: rows that nobody counts',
      filename: app('src/routes/fastify.ts'),
      code: onFastify(`
        await sql\`INSERT INTO arrivals (delivery) VALUES (\${event.id}) ON CONFLICT DO NOTHING RETURNING delivery\`;
        ${pay}
      `),
      errors: [{ messageId: 'outcomeUnread', line: 2 }],
    },
    {
      name: 'a unique violation that is caught and passed over',
      filename: next,
      code: onNextApp(`
        try {
          await prisma.arrival.create({ data: { delivery: event.id } });
        } catch {
          console.warn('known', event.id);
        }
        ${pay}
      `),
      errors: [{ messageId: 'conflictSwallowed', line: 3 }],
    },
    {
      name: 'an upsert cannot be lost',
      filename: next,
      code: onNextApp(`
        await prisma.arrival.upsert({ where: { delivery: event.id }, create: { delivery: event.id }, update: {} });
        ${pay}
      `),
      errors: [{ messageId: 'cannotBeLost', line: 2 }],
    },
    {
      name: 'the reply of SET NX is not looked at, under another name of the client',
      filename: express,
      code: onExpress(`
        const { Redis: Store } = await import('ioredis');
        const store = new Store();
        await store.set(\`seen:\${event.id}\`, '1', 'EX', 604800, 'NX');
        ${pay}
      `),
      errors: [{ messageId: 'outcomeUnread', line: 4 }],
    },
  ],
});
