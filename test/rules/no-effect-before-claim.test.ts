import rule from '../../rules/no-effect-before-claim.ts';
import {
  onBullmq,
  onCheckout,
  onExpress,
  onFastify,
  onHono,
  onLambda,
  onNest,
  onNextApp,
  onNextPages,
} from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const app = writeApp({
  'migrations/001.sql': `
    CREATE TABLE arrivals (delivery text PRIMARY KEY, seen_at timestamptz NOT NULL DEFAULT now());
    CREATE TABLE bookings (id text PRIMARY KEY, status text NOT NULL, seat int);
    CREATE TABLE purses (id text PRIMARY KEY, cents bigint NOT NULL);
    CREATE TABLE purse_entries (id bigserial PRIMARY KEY, purse text NOT NULL, cents bigint NOT NULL);
  `,
  'src/schema.ts': `
    import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
    export const arrivals = pgTable('arrivals', { delivery: text('delivery').primaryKey() });
    export const bookings = pgTable('bookings', { id: text('id').primaryKey(), status: text('status'), seat: integer('seat') });
    export const purses = pgTable('purses', { id: text('id').primaryKey(), cents: bigint('cents', { mode: 'number' }) });
  `,
  'src/routes/arrivals.ts': `
    import { Pool } from 'pg';
    import { Resend } from 'resend';
    import Stripe from 'stripe';
    const pool = new Pool();
    const bank = new Stripe('sk');
    const post = new Resend('re');
    export async function isFirst(id: string): Promise<boolean> {
      const { rowCount } = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
      return rowCount === 1;
    }
    export async function settle(booking: { seller: string; price: number }) {
      await bank.transfers.create({ destination: booking.seller, amount: booking.price, currency: 'eur' });
      await post.emails.send({ from: 'a@b.c', to: booking.seller, subject: 'Paid', text: '' });
    }
  `,
  'src/routes/payout.service.ts': `
    import Stripe from 'stripe';
    export class PayoutService {
      constructor(private readonly stripe: Stripe) {}
      async payOut(booking: { seller: string; price: number }) {
        return this.stripe.transfers.create({ destination: booking.seller, amount: booking.price, currency: 'eur' });
      }
    }
  `,
});
const prismaApp = writeApp({
  'prisma/schema.prisma': `
    datasource db { provider = "postgresql" }
    model Arrival {
      delivery String @id
    }
    model Purse {
      id String @id
      cents Int
    }
  `,
});
const express = app('src/routes/stripe.ts');
const next = prismaApp('src/app/hooks/stripe/route.ts');
const pages = app('pages/api/stripe-webhook.ts');

new RuleTester(app('')).run('no-effect-before-claim', rule, {
  valid: [
    {
      name: 'pg: a claim that was won',
      filename: express,
      code: onExpress(`
        const { rowCount } = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        if (rowCount === 0) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
    },
    {
      name: 'postgres: a claim that was won, told by its rows',
      filename: app('src/routes/fastify.ts'),
      code: onFastify(`
        const claimed = await sql\`INSERT INTO arrivals (delivery) VALUES (\${event.id}) ON CONFLICT DO NOTHING RETURNING delivery\`;
        if (claimed.length === 0) return reply.send();
        await stripe.refunds.create({ payment_intent: event.data.object.id });
      `),
    },
    {
      name: 'drizzle: a claim that was won, told by its first row',
      filename: app('src/routes/hono.ts'),
      code: onHono(`
        const [claimed] = await db.insert(arrivals).values({ delivery: event.id }).onConflictDoNothing().returning();
        if (!claimed) return c.text('again');
        await resend.emails.send({ from: 'a@b.c', to: event.data.object.email, subject: 'Hi', text: '' });
      `),
    },
    {
      name: 'Prisma: a claim that throws P2002 for the loser',
      filename: next,
      code: onNextApp(`
        try {
          await prisma.arrival.create({ data: { delivery: event.id } });
        } catch (error) {
          if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return new Response();
          throw error;
        }
        await stripe.refunds.create({ payment_intent: event.data.object.id });
      `),
    },
    {
      name: 'Knex: a claim that was won',
      filename: pages,
      code: onNextPages(`
        const claimed = await knex('arrivals').insert({ delivery: event.id }).onConflict('delivery').ignore().returning('delivery');
        if (claimed.length === 0) return res.status(200).end();
        await knex('purses').where({ id: event.data.object.purse }).increment('cents', event.data.object.amount);
      `),
    },
    {
      name: 'a claim behind a helper of another file',
      filename: express,
      code: `import { isFirst } from './arrivals';${onExpress(`
        if (!(await isFirst(event.id))) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `)}`,
    },
    {
      name: 'a key that the receiver honours',
      filename: express,
      code: onExpress(`
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' }, { idempotencyKey: 'transfer:' + event.data.object.id });
      `),
    },
    {
      name: 'calls that do nothing more the second time',
      filename: express,
      code: onExpress(`
        await stripe.subscriptions.cancel(event.data.object.id);
        await stripe.customers.update(event.data.object.customer, { metadata: { seen: 'yes' } });
        await pool.query('UPDATE bookings SET seat = $1 WHERE id = $2', [event.data.object.seat, event.data.object.booking]);
        await pool.query('DELETE FROM bookings WHERE id = $1', [event.data.object.booking]);
      `),
    },
    {
      name: 'a sum in the transaction of a claim, which comes first',
      filename: next,
      code: onNextApp(`
        await prisma.$transaction(async (tx) => {
          await tx.arrival.create({ data: { delivery: event.id } });
          await tx.purse.update({ where: { id: event.data.object.purse }, data: { cents: { increment: 5 } } });
        });
      `),
    },
    {
      name: 'a sum in the transaction of a claim, which comes last: a conflict takes it back',
      filename: express,
      code: onExpress(`
        const client = await pool.connect();
        try {
          await client.query('BEGIN');
          await client.query('UPDATE purses SET cents = cents + $1 WHERE id = $2', [event.data.object.amount, event.data.object.purse]);
          await client.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
          await client.query('COMMIT');
        } catch (error) {
          await client.query('ROLLBACK');
          throw error;
        } finally {
          client.release();
        }
      `),
    },
    {
      name: 'a sum and a claim in one statement',
      filename: express,
      code: onExpress(`
        await pool.query(\`
          WITH first AS (INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING RETURNING delivery)
          UPDATE purses SET cents = cents + $2 WHERE id = $3 AND EXISTS (SELECT 1 FROM first)
        \`, [event.id, event.data.object.amount, event.data.object.purse]);
      `),
    },
    {
      name: 'a transition that only one delivery wins',
      filename: express,
      code: onExpress(`
        const { rowCount } = await pool.query("UPDATE bookings SET status = 'paid' WHERE id = $1 AND status = 'held'", [event.data.object.booking]);
        if (rowCount === 0) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
    },
    {
      name: 'a worker: taking the job is the claim',
      filename: app('src/worker.ts'),
      code: onBullmq(`
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
    },
    {
      name: 'unknown: a helper that was not found may be the claim',
      filename: express,
      code: `import { claimDelivery } from '@shop/not-installed';${onExpress(`
        if (!(await claimDelivery(event.id))) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `)}`,
    },
    {
      name: 'unknown: an insert into a table whose name is not known, told by its rows',
      filename: express,
      code: onExpress(`
        const { rowCount } = await pool.query('INSERT INTO ' + process.env.TABLE + ' (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        if (!rowCount) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
    },
    {
      name: 'a POST to a host that is not known',
      filename: express,
      code: onExpress(`
        await fetch('https://example.org/notes', { method: 'POST', body: event.id });
      `),
    },
    {
      name: 'no handler: a person pays',
      filename: app('src/routes/checkout.ts'),
      code: onCheckout(`
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
    },
    {
      name: 'disabled by a comment',
      filename: express,
      code: onExpress(`
        // eslint-disable-next-line rule-to-test/no-effect-before-claim -- the bank drops repetitions
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
    },
  ],
  invalid: [
    {
      name: 'Express and pg: the record comes last',
      filename: express,
      code: onExpress(`
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
      `),
      errors: [
        {
          message:
            'A retry that arrives while this delivery is still running pays out a second time: `stripe.transfers.create` (line 2) runs before the insert into `arrivals` (line 3) records the event.',
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 83,
        },
      ],
    },
    {
      name: 'nothing is claimed at all',
      filename: express,
      code: onExpress(`
        if (event.type === 'charge.dispute.closed') {
          await stripe.refunds.create({ charge: event.data.object.charge });
        }
      `),
      errors: [
        {
          message:
            'A second delivery of this event refunds a second time: `stripe.refunds.create` (line 3) runs with nothing claimed that only one delivery can win.',
          line: 3,
          column: 9,
          endLine: 3,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'the read as a guard protects nothing',
      filename: express,
      code: onExpress(`
        const { rows } = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [event.id]);
        if (rows.length > 0) return res.sendStatus(200);
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
        await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
      `),
      errors: [{ messageId: 'beforeLateClaim', line: 4, column: 7, endLine: 4, endColumn: 83 }],
    },
    {
      name: 'Fastify and postgres: nobody asks who won',
      filename: app('src/routes/fastify.ts'),
      code: onFastify(`
        await sql\`INSERT INTO arrivals (delivery) VALUES (\${event.id}) ON CONFLICT DO NOTHING\`;
        await stripe.refunds.create({ payment_intent: event.data.object.id });
      `),
      errors: [{ messageId: 'beforeClaim', line: 3, column: 7, endLine: 3, endColumn: 70 }],
    },
    {
      name: 'Hono and drizzle: a sum, and a mail from a package under another name',
      filename: app('src/routes/hono.ts'),
      code: onHono(`
        await db.update(purses).set({ cents: sql\`\${purses.cents} + \${event.data.object.amount}\` }).where(eq(purses.id, event.data.object.purse));
        await resend.emails.send({ from: 'a@b.c', to: event.data.object.email, subject: 'Hi', text: '' });
      `)
        .replace('{ Resend }', '{ Resend as Post }')
        .replace('new Resend', 'new Post'),
      errors: [
        { messageId: 'beforeClaim', line: 2, column: 7, endLine: 2, endColumn: 137 },
        { messageId: 'beforeClaim', line: 3, column: 7, endLine: 3, endColumn: 98 },
      ],
    },
    {
      name: 'Next and Prisma: an increment',
      filename: next,
      code: onNextApp(`
        await prisma.purse.update({ where: { id: event.data.object.purse }, data: { cents: { increment: event.data.object.amount } } });
      `),
      errors: [
        {
          message:
            'A second delivery of this event adds to `purse.cents` a second time: the update of `purse` (line 2) runs with nothing claimed that only one delivery can win.',
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 128,
        },
      ],
    },
    {
      name: 'Next pages and Knex: an increment',
      filename: pages,
      code: onNextPages(`
        await knex('purses').where({ id: event.data.object.purse }).increment('cents', event.data.object.amount);
      `),
      errors: [{ messageId: 'beforeClaim', line: 2, column: 7, endLine: 2, endColumn: 105 }],
    },
    {
      name: 'Nest: at the call that leads to an injected service',
      filename: app('src/routes/hook.controller.ts'),
      code: onNest(`
        await this.payouts.payOut(event.data.object);
      `),
      errors: [
        {
          message:
            'A second delivery of this event pays out a second time: `this.stripe.transfers.create` (payout.service.ts:6) runs with nothing claimed that only one delivery can win.',
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 45,
        },
      ],
    },
    {
      name: 'Lambda: a mail',
      filename: app('src/routes/lambda.ts'),
      code: onLambda(`
        await post.sendMail({ to: event.data.object.email, subject: 'Thank you' });
        await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
      `),
      errors: [{ messageId: 'beforeLateClaim', line: 2, column: 7, endLine: 2, endColumn: 75 }],
    },
    {
      name: 'two effects behind one call, the worse first',
      filename: express,
      code: `import { settle } from './arrivals';${onExpress(`
        await settle(event.data.object);
      `)}`,
      errors: [
        {
          messageId: 'beforeClaim',
          data: { consequence: 'pays out a second time', effect: '`bank.transfers.create` (arrivals.ts:13)' },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 32,
        },
        {
          messageId: 'beforeClaim',
          data: { consequence: 'sends a mail a second time', effect: '`post.emails.send` (arrivals.ts:14)' },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 32,
        },
      ],
    },
    {
      name: 'a namespace of the client kept in a variable',
      filename: express,
      code: onExpress(`
        const { transfers } = stripe;
        await transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
      errors: [{ messageId: 'beforeClaim', line: 3, column: 7, endLine: 3, endColumn: 76 }],
    },
    {
      name: 'claimed for one type of event, not for the other',
      filename: express,
      code: onExpress(`
        switch (event.type) {
          case 'invoice.paid': {
            const { rowCount } = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
            if (rowCount === 0) break;
            await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
            break;
          }
          case 'charge.refunded':
            await stripe.transfers.create({ amount: 2, currency: 'eur', destination: 'acct' });
        }
      `),
      errors: [{ messageId: 'beforeClaim', line: 10, column: 11, endLine: 10, endColumn: 87 }],
    },
    {
      name: 'in a loop',
      filename: express,
      code: onExpress(`
        for (const item of event.data.object.items) await stripe.transfers.create({ amount: item.price, currency: 'eur', destination: item.seller });
      `),
      errors: [{ messageId: 'beforeClaim', line: 2, column: 51, endLine: 2, endColumn: 141 }],
    },
    {
      name: "on the loser's way too: a catch that goes on",
      filename: express,
      code: onExpress(`
        try {
          await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
        } catch (error) {
          console.error(error);
        }
        await stripe.refunds.create({ payment_intent: event.data.object.id });
      `),
      errors: [{ messageId: 'beforeClaim', line: 7, column: 7, endLine: 7, endColumn: 70 }],
    },
    {
      name: 'a row in a ledger, whose own key is a number that always grows',
      filename: express,
      code: onExpress(`
        await pool.query('INSERT INTO purse_entries (purse, cents) VALUES ($1, $2)', [event.data.object.purse, event.data.object.amount]);
      `),
      errors: [{ messageId: 'beforeClaim', line: 2, column: 7, endLine: 2, endColumn: 130 }],
    },
    {
      name: 'an own client, known by its name',
      filename: express,
      code: `import { warehouse } from './not-there';${onExpress(`
        await warehouse.createShipment({ booking: event.data.object.booking });
      `)}`,
      errors: [{ messageId: 'beforeClaim', line: 2, column: 7, endLine: 2, endColumn: 71 }],
    },
    {
      name: 'a transaction that rolled back has claimed nothing',
      filename: express,
      code: onExpress(`
        const client = await pool.connect();
        await client.query('BEGIN');
        await client.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
        await client.query('ROLLBACK');
        await stripe.refunds.create({ payment_intent: event.data.object.id });
      `),
      errors: [{ messageId: 'beforeClaim', line: 6, column: 7, endLine: 6, endColumn: 70 }],
    },
  ],
});
