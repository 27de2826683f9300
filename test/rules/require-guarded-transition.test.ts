import rule from '../../rules/require-guarded-transition.ts';
import {
  onBullmq,
  onCheckout,
  onExpress,
  onFastify,
  onHono,
  onLambda,
  onNextApp,
  onNextPages,
} from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const app = writeApp({
  'migrations/001.sql': `
    CREATE TABLE arrivals (delivery text PRIMARY KEY, status text NOT NULL);
    CREATE TABLE bookings (id text PRIMARY KEY, status text NOT NULL, paid boolean, guest text, seen_version int);
  `,
  'src/schema.ts': `
    import { pgTable, text } from 'drizzle-orm/pg-core';
    export const arrivals = pgTable('arrivals', { delivery: text('delivery').primaryKey() });
    export const bookings = pgTable('bookings', { id: text('id').primaryKey(), status: text('status') });
    export const purses = pgTable('purses', { id: text('id').primaryKey() });
  `,
  'src/routes/bookings.ts': `
    import { Pool } from 'pg';
    const pool = new Pool();
    export async function setStatus(id: string, status: string) {
      await pool.query('UPDATE bookings SET status = $2 WHERE id = $1', [id, status]);
    }
    export async function close(id: string) {
      await pool.query("UPDATE bookings SET status = 'closed' WHERE id = $1 AND status = 'open'", [id]);
    }
  `,
});
const prismaApp = writeApp({
  'prisma/schema.prisma': `
    datasource db { provider = "postgresql" }
    model Booking {
      id String @id
      status String
      paid Boolean
      guest String?
    }
  `,
});
const express = app('src/routes/stripe.ts');
const next = prismaApp('src/app/hooks/stripe/route.ts');

new RuleTester(app('')).run('require-guarded-transition', rule, {
  valid: [
    {
      name: 'the predicate names the state',
      filename: express,
      code: onExpress(`
        await pool.query("UPDATE bookings SET status = 'paid' WHERE id = $1 AND status IN ('held', 'open')", [event.data.object.booking]);
      `),
    },
    {
      name: 'the predicate names a version',
      filename: express,
      code: onExpress(`
        await pool.query('UPDATE bookings SET status = $2, seen_version = $3 WHERE id = $1 AND seen_version < $3', [event.data.object.booking, event.data.object.status, event.data.object.version]);
      `),
    },
    {
      name: 'the row was locked and its state tested in the same transaction',
      filename: express,
      code: onExpress(`
        const client = await pool.connect();
        await client.query('BEGIN');
        const { rows: [booking] } = await client.query('SELECT status FROM bookings WHERE id = $1 FOR UPDATE', [event.data.object.booking]);
        if (booking.status === 'held') await client.query("UPDATE bookings SET status = 'paid' WHERE id = $1", [event.data.object.booking]);
        await client.query('COMMIT');
      `),
    },
    {
      name: 'the value was fetched from the provider now',
      filename: express,
      code: onExpress(`
        const subscription = await stripe.subscriptions.retrieve(event.data.object.id);
        await pool.query('UPDATE bookings SET status = $2 WHERE id = $1', [subscription.metadata.booking, subscription.status]);
      `),
    },
    {
      name: "the row is the claim's own",
      filename: express,
      code: onExpress(`
        const { rowCount } = await pool.query("INSERT INTO arrivals (delivery, status) VALUES ($1, 'taken') ON CONFLICT DO NOTHING", [event.id]);
        if (rowCount === 0) return res.sendStatus(200);
        await pool.query("UPDATE arrivals SET status = 'done' WHERE delivery = $1", [event.id]);
      `),
    },
    {
      name: 'no column of the update is a state',
      filename: next,
      code: onNextApp(`
        await prisma.booking.update({ where: { id: event.data.object.booking }, data: { guest: event.data.object.name } });
      `),
    },
    {
      name: 'a new row has no earlier state',
      filename: app('src/routes/hono.ts'),
      code: onHono(`
        await db.insert(bookings).values({ id: event.data.object.booking, status: event.data.object.status });
      `),
    },
    {
      name: 'unknown: a predicate that cannot be read',
      filename: express,
      code: `import { conditions } from './not-there';${onExpress(`
        await pool.query("UPDATE bookings SET status = 'paid' WHERE " + conditions(event), [event.data.object.booking]);
      `)}`,
    },
    {
      name: 'guarded in a function of another file',
      filename: express,
      code: `import { close } from './bookings';${onExpress(`
        await close(event.data.object.booking);
      `)}`,
    },
    {
      name: 'no handler: an admin sets it',
      filename: app('src/routes/admin.ts'),
      code: onCheckout(`
        await pool.query("UPDATE bookings SET status = 'paid' WHERE id = $1", [event.booking]);
      `),
    },
    {
      name: 'disabled by a comment',
      filename: express,
      code: onExpress(`
        // eslint-disable-next-line rule-to-test/require-guarded-transition -- there is one event in a booking's life
        await pool.query("UPDATE bookings SET status = 'paid' WHERE id = $1", [event.data.object.booking]);
      `),
    },
  ],
  invalid: [
    {
      name: 'Express and pg: a constant',
      filename: express,
      code: onExpress(`
        await pool.query("UPDATE bookings SET status = 'paid' WHERE id = $1", [event.data.object.booking]);
      `),
      errors: [
        {
          message:
            'A late or repeated event sets `status` of `bookings` back to "paid": the update (line 2) does not say which state it leaves.',
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 99,
        },
      ],
    },
    {
      name: 'Fastify and postgres: what the event says',
      filename: app('src/routes/fastify.ts'),
      code: onFastify(`
        const { booking, status } = event.data.object;
        await sql\`UPDATE bookings SET status = \${status} WHERE id = \${booking}\`;
      `),
      errors: [
        {
          message:
            'An older event that arrives late overwrites `status` of `bookings` with what it says: the update (line 3) does not say which state it leaves.',
          line: 3,
          column: 7,
          endLine: 3,
          endColumn: 72,
        },
      ],
    },
    {
      name: 'Next and Prisma: a boolean that says how it ended',
      filename: next,
      code: onNextApp(`
        await prisma.booking.update({ where: { id: event.data.object.booking }, data: { paid: true } });
      `),
      errors: [{ messageId: 'blindTransition', line: 2, column: 7, endLine: 2, endColumn: 96 }],
    },
    {
      name: 'Prisma: the update of an upsert',
      filename: next,
      code: onNextApp(`
        const { booking: id, status } = event.data.object;
        await prisma.booking.upsert({ where: { id }, create: { id, status }, update: { status } });
      `),
      errors: [{ messageId: 'blindTransitionFromEvent', line: 3, column: 7, endLine: 3, endColumn: 91 }],
    },
    {
      name: 'Hono and drizzle: a spread object',
      filename: app('src/routes/hono.ts'),
      code: onHono(`
        const change = { status: event.data.object.status };
        await db.update(bookings).set({ ...change }).where(eq(bookings.id, event.data.object.booking));
      `),
      errors: [{ messageId: 'blindTransitionFromEvent', line: 3, column: 7, endLine: 3, endColumn: 95 }],
    },
    {
      name: 'Next pages and Knex',
      filename: app('pages/api/stripe-webhook.ts'),
      code: onNextPages(`
        await knex('bookings').where('id', event.data.object.booking).update({ status: 'cancelled' });
      `),
      errors: [{ messageId: 'blindTransition', line: 2, column: 7, endLine: 2, endColumn: 94 }],
    },
    {
      name: 'Lambda: INSERT … ON CONFLICT DO UPDATE',
      filename: app('src/routes/lambda.ts'),
      code: onLambda(`
        await pool.query('INSERT INTO bookings (id, status) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET status = $2', [event.data.object.booking, event.data.object.status]);
      `),
      errors: [{ messageId: 'blindTransitionFromEvent', line: 2, column: 7, endLine: 2, endColumn: 168 }],
    },
    {
      name: 'in a function of another file, imported under another name: at its call',
      filename: express,
      code: `import { setStatus as mark } from './bookings';${onExpress(`
        if (event.type === 'a') await mark(event.data.object.booking, 'paid');
      `)}`,
      errors: [
        {
          messageId: 'blindTransition',
          data: {
            column: 'status',
            table: '`bookings`',
            value: '"paid"',
            update: 'bookings.ts:5',
          },
          line: 2,
          column: 31,
          endLine: 2,
          endColumn: 70,
        },
      ],
    },
    {
      name: 'behind a claim of the event: an older one may still come later',
      filename: express,
      code: onExpress(`
        const { rowCount } = await pool.query("INSERT INTO arrivals (delivery, status) VALUES ($1, 'taken') ON CONFLICT DO NOTHING", [event.id]);
        if (rowCount === 0) return res.sendStatus(200);
        await pool.query('UPDATE bookings SET status = $2 WHERE id = $1', [event.data.object.booking, event.data.object.status]);
      `),
      errors: [{ messageId: 'blindTransitionFromEvent', line: 4, column: 7, endLine: 4, endColumn: 121 }],
    },
    {
      name: 'BullMQ: in a worker too',
      filename: app('src/worker.ts'),
      code: onBullmq(`
        await pool.query("UPDATE bookings SET status = 'paid' WHERE id = $1", [event.booking]);
      `),
      errors: [{ messageId: 'blindTransition', line: 2, column: 7, endLine: 2, endColumn: 87 }],
    },
  ],
});
