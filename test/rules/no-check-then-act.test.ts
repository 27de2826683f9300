import rule from '../../rules/no-check-then-act.ts';
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
    CREATE TABLE arrivals (delivery text PRIMARY KEY, seen_at timestamptz NOT NULL DEFAULT now());
    CREATE TABLE loose_arrivals (
      id bigserial PRIMARY KEY,
      delivery text NOT NULL
    );
    CREATE TABLE bookings (id text PRIMARY KEY, status text NOT NULL, seller text);
    CREATE TABLE purses (id text PRIMARY KEY, cents bigint NOT NULL);
  `,
  'src/schema.ts': `
    import { bigint, pgTable, serial, text } from 'drizzle-orm/pg-core';
    export const arrivals = pgTable('loose_arrivals', { id: serial('id').primaryKey(), delivery: text('delivery') });
    export const bookings = pgTable('bookings', { id: text('id').primaryKey(), status: text('status') });
    export const purses = pgTable('purses', { id: text('id').primaryKey(), cents: bigint('cents', { mode: 'number' }) });
  `,
  'src/routes/seen.ts': `
    import { Pool } from 'pg';
    const pool = new Pool();
    export async function wasSeen(delivery: string): Promise<boolean> {
      const { rows } = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [delivery]);
      return rows.length > 0;
    }
    export async function remember(delivery: string): Promise<void> {
      await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [delivery]);
    }
  `,
});
const prismaApp = writeApp({
  'prisma/schema.prisma': `
    datasource db { provider = "postgresql" }
    model Arrival {
      id Int @id @default(autoincrement())
      delivery String
    }
    model Booking {
      id String @id
      status String
    }
  `,
});
const express = app('src/routes/stripe.ts');
const next = prismaApp('src/app/hooks/stripe/route.ts');

new RuleTester(app('')).run('no-check-then-act', rule, {
  valid: [
    {
      name: 'the read is a short cut in front of a claim',
      filename: express,
      code: onExpress(`
        const { rows } = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return res.sendStatus(200);
        const { rowCount } = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        if (rowCount === 0) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
    },
    {
      name: 'a row is locked, its state is tested, and only local writes follow in the transaction',
      filename: express,
      code: onExpress(`
        const client = await pool.connect();
        await client.query('BEGIN');
        const { rows: [booking] } = await client.query('SELECT status FROM bookings WHERE id = $1 FOR UPDATE', [event.data.object.booking]);
        if (booking.status === 'paid') {
          await client.query('ROLLBACK');
          return res.sendStatus(200);
        }
        await client.query('UPDATE purses SET cents = cents + $1 WHERE id = $2', [event.data.object.amount, booking.seller]);
        await client.query("UPDATE bookings SET status = 'paid' WHERE id = $1", [event.data.object.booking]);
        await client.query('COMMIT');
      `),
    },
    {
      name: 'a serializable transaction holds read, insert and local writes together',
      filename: app('src/routes/fastify.ts'),
      code: onFastify(`
        await sql.begin('isolation level serializable', async (tx) => {
          const seen = await tx\`SELECT 1 FROM loose_arrivals WHERE delivery = \${event.id}\`;
          if (seen.length > 0) return;
          await tx\`INSERT INTO loose_arrivals (delivery) VALUES (\${event.id})\`;
          await tx\`UPDATE purses SET cents = cents + 1 WHERE id = \${event.data.object.purse}\`;
        });
      `),
    },
    {
      name: 'the read finds who it is about, and decides nothing about repetition',
      filename: express,
      code: onExpress(`
        const { rows: [booking] } = await pool.query('SELECT seller FROM bookings WHERE id = $1', [event.data.object.booking]);
        if (!booking) return res.sendStatus(404);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: booking.seller });
      `),
    },
    {
      name: 'what follows may be repeated',
      filename: express,
      code: onExpress(`
        const { rows } = await pool.query('SELECT 1 FROM loose_arrivals WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return res.sendStatus(200);
        await stripe.subscriptions.cancel(event.data.object.id);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' }, { idempotencyKey: event.id });
      `),
    },
    {
      name: 'the state is tested by the update that changes it',
      filename: next,
      code: onNextApp(`
        const booking = await prisma.booking.findUnique({ where: { id: event.data.object.booking } });
        if (!booking || booking.status === 'PAID') return new Response();
        const { count } = await prisma.booking.updateMany({ where: { id: booking.id, status: 'HELD' }, data: { status: 'PAID' } });
        if (count === 0) return new Response();
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
    },
    {
      name: 'unknown: a helper that was not found claims in between',
      filename: express,
      code: `import { claimDelivery } from '@shop/not-installed';${onExpress(`
        const { rows } = await pool.query('SELECT 1 FROM loose_arrivals WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return res.sendStatus(200);
        if (!(await claimDelivery(event.id))) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `)}`,
    },
    {
      name: 'a worker: its jobs come one at a time',
      filename: app('src/worker.ts'),
      code: onBullmq(`
        const { rows } = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return;
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
      `),
    },
    {
      name: 'no handler: a person pays',
      filename: app('src/routes/checkout.ts'),
      code: onCheckout(`
        const { rows } = await pool.query('SELECT 1 FROM loose_arrivals WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
    },
    {
      name: 'disabled by a comment',
      filename: express,
      code: onExpress(`
        // eslint-disable-next-line rule-to-test/no-check-then-act -- one worker, one connection
        const { rows } = await pool.query('SELECT 1 FROM loose_arrivals WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await pool.query('INSERT INTO loose_arrivals (delivery) VALUES ($1)', [event.id]);
      `),
    },
  ],
  invalid: [
    {
      name: 'no unique key covers what is looked up',
      filename: express,
      code: onExpress(`
        const { rows } = await pool.query('SELECT 1 FROM loose_arrivals WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await pool.query('INSERT INTO loose_arrivals (delivery) VALUES ($1)', [event.id]);
      `),
      errors: [{ messageId: 'noUniqueKey', line: 2, column: 24, endLine: 2, endColumn: 98 }],
    },
    {
      name: 'there is a key, but it is reached after the effects',
      filename: express,
      code: onExpress(`
        const { rows } = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
      `),
      errors: [
        {
          message:
            /^Two deliveries can both pass this check and .*: the unique key of `arrivals` is only reached at the insert into `arrivals` \(line 5\), after `stripe\.transfers\.create` \(line 4\)\.$/u,
          line: 2,
          column: 24,
          endLine: 2,
          endColumn: 92,
        },
      ],
    },
    {
      name: 'what records the event overwrites what is there',
      filename: express,
      code: onExpress(`
        const { default: Redis } = await import('ioredis');
        const store = new Redis();
        if (await store.get('seen:' + event.id)) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await store.set('seen:' + event.id, '1', 'EX', 300);
      `),
      errors: [{ messageId: 'putsAnyway', line: 4 }],
    },
    {
      name: 'no schema was found',
      filename: express,
      code: onExpress(`
        const { rows } = await pool.query('SELECT 1 FROM elsewhere WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await pool.query('INSERT INTO elsewhere (delivery) VALUES ($1)', [event.id]);
      `),
      errors: [{ messageId: 'schemaNotFound', line: 2, column: 24, endLine: 2, endColumn: 93 }],
    },
    {
      name: 'the state of a loaded row is tested, and written later',
      filename: express,
      code: onExpress(`
        const { rows: [booking] } = await pool.query('SELECT status FROM bookings WHERE id = $1', [event.data.object.booking]);
        if (booking.status === 'paid') return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await pool.query("UPDATE bookings SET status = 'paid' WHERE id = $1", [event.data.object.booking]);
      `),
      errors: [{ messageId: 'stateNotLocked', line: 2, column: 35, endLine: 2, endColumn: 119 }],
    },
    {
      name: 'the state, with optional chaining',
      filename: express,
      code: onExpress(`
        const { rows } = await pool.query('SELECT status FROM bookings WHERE id = $1', [event.data.object.booking]);
        if (rows[0]?.status === 'paid') return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await pool.query("UPDATE bookings SET status = 'paid' WHERE id = $1", [event.data.object.booking]);
      `),
      errors: [{ messageId: 'stateNotLocked', line: 2, column: 24, endLine: 2, endColumn: 108 }],
    },
    {
      name: 'the check the other way round: only what is missing is acted on',
      filename: express,
      code: onExpress(`
        const { rows } = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [event.id]);
        if (rows.length === 0) {
          await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
          await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
        }
      `),
      errors: [{ messageId: 'insertTooLate', line: 2, column: 24, endLine: 2, endColumn: 92 }],
    },
    {
      name: 'the check in a helper of another file: at its call',
      filename: express,
      code: `import { remember, wasSeen as already } from './seen';${onExpress(`
        if (await already(event.id)) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await remember(event.id);
      `)}`,
      errors: [{ messageId: 'insertTooLate', line: 2, column: 11, endLine: 2, endColumn: 28 }],
    },
    {
      name: 'Prisma: findFirst',
      filename: next,
      code: onNextApp(`
        const seen = await prisma.arrival.findFirst({ where: { delivery: event.id } });
        if (seen) return new Response();
        await stripe.refunds.create({ payment_intent: event.data.object.id });
        await prisma.arrival.create({ data: { delivery: event.id } });
      `),
      errors: [{ messageId: 'noUniqueKey', line: 2, column: 20, endLine: 2, endColumn: 79 }],
    },
    {
      name: 'Hono and drizzle: select',
      filename: app('src/routes/hono.ts'),
      code: onHono(`
        const [seen] = await db.select().from(arrivals).where(eq(arrivals.delivery, event.id));
        if (seen) return c.text('again');
        await resend.emails.send({ from: 'a@b.c', to: event.data.object.email, subject: 'Hi', text: '' });
        await db.insert(arrivals).values({ delivery: event.id });
      `),
      errors: [{ messageId: 'noUniqueKey', line: 2, column: 22, endLine: 2, endColumn: 87 }],
    },
    {
      name: 'Next pages and Knex: first()',
      filename: app('pages/api/stripe-webhook.ts'),
      code: onNextPages(`
        const seen = await knex('loose_arrivals').where({ delivery: event.id }).first();
        if (seen) return res.status(200).end();
        await knex('purses').where({ id: event.data.object.purse }).increment('cents', 5);
        await knex('loose_arrivals').insert({ delivery: event.id });
      `),
      errors: [{ messageId: 'noUniqueKey', line: 2, column: 20, endLine: 2, endColumn: 80 }],
    },
    {
      name: 'Lambda: a mail',
      filename: app('src/routes/lambda.ts'),
      code: onLambda(`
        const { rowCount } = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [event.id]);
        if (rowCount) return { statusCode: 200 };
        await post.sendMail({ to: event.data.object.email, subject: 'Thank you' });
        await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
      `),
      errors: [{ messageId: 'insertTooLate', line: 2, column: 28, endLine: 2, endColumn: 96 }],
    },
    {
      name: 'one transaction around it all makes no difference to what is outside of the database',
      filename: next,
      code: onNextApp(`
        await prisma.$transaction(async (tx) => {
          const seen = await tx.arrival.findFirst({ where: { delivery: event.id } });
          if (seen) return;
          await tx.arrival.create({ data: { delivery: event.id } });
          await stripe.refunds.create({ payment_intent: event.data.object.id });
        });
      `),
      errors: [{ messageId: 'noUniqueKey', line: 3, column: 22, endLine: 3, endColumn: 77 }],
    },
    {
      name: 'several effects are one finding',
      filename: express,
      code: onExpress(`
        const { rows } = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await stripe.refunds.create({ payment_intent: event.data.object.id });
        await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
      `),
      errors: [{ messageId: 'insertTooLate', line: 2, column: 24, endLine: 2, endColumn: 92 }],
    },
  ],
});
