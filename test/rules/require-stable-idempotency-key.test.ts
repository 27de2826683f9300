import rule from '../../rules/require-stable-idempotency-key.ts';
import { onBullmq, onCheckout, onExpress, onHono, onNest } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const app = writeApp({
  'migrations/001.sql': 'CREATE TABLE payouts (event_id text PRIMARY KEY, key text NOT NULL);',
  'src/schema.ts': `
    import { pgTable, text } from 'drizzle-orm/pg-core';
    export const arrivals = pgTable('arrivals', { delivery: text('delivery').primaryKey() });
    export const bookings = pgTable('bookings', { id: text('id').primaryKey() });
    export const purses = pgTable('purses', { id: text('id').primaryKey() });
  `,
  'src/routes/bank.ts': `
    import Stripe from 'stripe';
    const bank = new Stripe('sk');
    export const payOut = (amount: number, key: string) =>
      bank.transfers.create({ amount, currency: 'eur', destination: 'acct' }, { idempotencyKey: key });
  `,
  'src/routes/keys.ts': `
    import { randomUUID as fresh } from 'node:crypto';
    export const newKey = () => 'payout-' + fresh();
    export const keyOf = (id: string) => 'payout-' + id;
  `,
  'src/routes/payout.service.ts': `
    import Stripe from 'stripe';
    import { v4 } from 'uuid';
    export class PayoutService {
      constructor(private readonly stripe: Stripe) {}
      async payOut(amount: number) {
        await this.stripe.transfers.create({ amount, currency: 'eur', destination: 'acct' }, { idempotencyKey: v4() });
      }
    }
  `,
});
const express = app('src/routes/stripe.ts');
const transfer = (key: string) =>
  `await stripe.transfers.create({ amount: event.data.object.amount, currency: 'eur', destination: 'acct' }, { idempotencyKey: ${key} });`;

new RuleTester(app('')).run('require-stable-idempotency-key', rule, {
  valid: [
    ...[
      'event.id',
      '`transfer:${event.data.object.id}`',
      "['transfer', event.data.object.id].join(':')",
      '`${process.env.STAGE}:${event.id}`',
      '`${event.data.object.id}:${event.created}`',
      'new Date(event.created * 1000).toISOString() + event.data.object.id',
      '`dunning:${event.data.object.id}:${event.data.object.attempt_count}`',
      'event.data.object.metadata.payout_key',
    ].map((key) => ({ name: `stable: ${key}`, filename: express, code: onExpress(transfer(key)) })),
    {
      name: 'ids and hashes made of the event',
      filename: express,
      code: `import { v5 } from 'uuid'; import { createHash } from 'node:crypto'; import { keyOf } from './keys';${onExpress(`
        ${transfer("v5(event.id, '6ba7b810-9dad-11d1-80b4-00c04fd430c8')")}
        ${transfer("createHash('sha256').update('b' + event.id).digest('hex')")}
        ${transfer('keyOf(event.data.object.id)')}
      `)}`,
    },
    {
      name: 'a random key that the retry finds again',
      filename: express,
      code: `import { randomUUID } from 'node:crypto';${onExpress(`
        const { rows: [known] } = await pool.query('SELECT key FROM payouts WHERE event_id = $1', [event.id]);
        const key = known?.key ?? randomUUID();
        if (!known) await pool.query('INSERT INTO payouts (event_id, key) VALUES ($1, $2)', [event.id, key]);
        ${transfer('key')}
      `)}`,
    },
    {
      name: 'unknown: the key comes from elsewhere',
      filename: express,
      code: `import { keyFor } from './not-there';${onExpress(transfer('keyFor(event)'))}`,
    },
    {
      name: 'one key for two receivers, for two events, and for the same call once more',
      filename: app('src/routes/hono.ts'),
      code: onHono(`
        await resend.emails.send({ from: 'a@b.c', to: event.data.object.email, subject: '', text: '' }, { idempotencyKey: event.id });
        if (event.type === 'charge.succeeded') ${transfer('event.id')}
        else await stripe.refunds.create({ charge: event.data.object.id }, { idempotencyKey: event.id });
      `),
    },
    {
      name: 'a tested part of the event',
      filename: express,
      code: onExpress(`
        if (!event.data.object.metadata?.payout) return res.sendStatus(200);
        ${transfer('event.data.object.metadata?.payout')}
      `),
    },
    {
      name: 'one job for all events, which carries nothing of any',
      filename: app('src/worker.ts'),
      code: onBullmq(
        `await mails.add('rebuild', {}, { jobId: 'rebuild' }); await mails.add('mail', { to: event.email }, { jobId: event.id });`,
      ),
    },
    {
      name: 'nothing to repeat: a cancel, and a route that no provider calls',
      filename: express,
      code: onExpress(
        'await stripe.subscriptions.cancel(event.data.object.id, {}, { idempotencyKey: String(Math.random()) });',
      ),
    },
    { filename: express, code: onCheckout(transfer('String(Math.random())').replace('event.data.object.amount', '1')) },
  ],
  invalid: [
    ...(
      [
        ['String(Math.random())', 'is random'],
        ['crypto.randomUUID()', 'is random'],
        ['`${event.id}:${Date.now()}`', 'holds the time of the call'],
        ['new Date().toISOString().slice(0, 10) + event.id', 'holds the time of the call'],
      ] as const
    ).map(([key, holds]) => ({
      name: `${key} ${holds}`,
      filename: express,
      code: onExpress(transfer(key)),
      errors: [
        {
          message: `Every repetition pays out a second time: the key of \`stripe.transfers.create\` (line 2) ${holds}, so the receiver takes each retry for something new.`,
          line: 2,
        },
      ],
    })),
    ...["'payout'", '`payout:${process.env.STAGE}`', 'event.type', '`payout:${event.type}`'].map((key) => ({
      name: `${key} is the same for all events`,
      filename: express,
      code: onExpress(transfer(key)),
      errors: [
        {
          message:
            'The second event is dropped or refused: `stripe.transfers.create` (line 2) gives the receiver the same key for all events, whatever they are about.',
        },
      ],
    })),
    ...[
      'event.data.object.metadata?.payout',
      '`payout:${event.data.object.metadata?.payout}`',
      'event.data.object.amount > 5 ? event.id : undefined',
    ].map((key) => ({
      name: `${key} can be undefined`,
      filename: express,
      code: onExpress(transfer(key)),
      errors: [
        {
          message:
            'A repetition pays out a second time where the key is missing: the key of `stripe.transfers.create` (line 2) can be undefined.',
        },
      ],
    })),
    {
      name: 'reported where the key is written',
      filename: express,
      code: `import { nanoid as short } from 'nanoid';${onExpress(`
        const options = {
          maxNetworkRetries: 2,
          idempotencyKey: \`payout-\${short()}\`,
        };
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' }, options);
        await fetch('https://api.stripe.com/v1/refunds', {
          method: 'POST',
          headers: {
            'Idempotency-Key': short(),
          },
          body: event.data.object.id,
        });
      `)}`,
      errors: [
        { messageId: 'changes', line: 4 },
        { messageId: 'changes', line: 10 },
      ],
    },
    {
      name: 'a key made in another file, and one that is used there',
      filename: express,
      code: `import { newKey } from './keys'; import { payOut } from './bank';${onExpress(`
        ${transfer('newKey()')}
        await payOut(event.data.object.amount, \`p:\${Math.random()}\`);
        await payOut(event.data.object.amount, event.id);
      `)}`,
      errors: [
        { messageId: 'changes', line: 2 },
        {
          message:
            'Every repetition pays out a second time: the key of `bank.transfers.create` (bank.ts:5) is random, so the receiver takes each retry for something new.',
          line: 3,
        },
      ],
    },
    {
      name: 'behind an injected service',
      filename: app('src/routes/hook.controller.ts'),
      code: onNest('await this.payouts.payOut(event.data.object.amount);'),
      errors: [{ messageId: 'changes', line: 2 }],
    },
    {
      name: 'the number of the attempt',
      filename: express,
      code: onExpress(`
        for (let attempt = 0; attempt < 3; attempt += 1) {
          ${transfer('`${event.id}:${attempt}`')}
        }
      `),
      errors: [
        {
          message:
            'Every repetition pays out a second time: the key of `stripe.transfers.create` (line 3) holds the number of the attempt, so the receiver takes each retry for something new.',
        },
      ],
    },
    {
      name: 'the second of two effects with one key',
      filename: express,
      code: onExpress(`
        const key = \`order:\${event.data.object.order_id}\`;
        ${transfer('key')}
        await stripe.refunds.create({ charge: event.data.object.id }, { idempotencyKey: key });
      `),
      errors: [
        {
          message:
            '`stripe.refunds.create` (line 4) is dropped or refused: it gives the receiver the key that `stripe.transfers.create` (line 3) has used for something else.',
          line: 4,
        },
      ],
    },
    {
      name: 'jobs: random, the attempt, constant, and two under one id',
      filename: app('src/worker.ts'),
      code: onBullmq(`
        await mails.add('mail', { to: event.email }, { jobId: crypto.randomUUID() });
        await mails.add('mail', { to: event.email }, { jobId: \`\${job.id}:\${job.attemptsMade}\` });
        await mails.add('mail', { to: event.email }, { jobId: 'mail' });
        await mails.add('mail', { to: event.email }, { jobId: event.id });
        await mails.add('sms', { to: event.phone }, { jobId: event.id });
      `),
      errors: [
        { messageId: 'changes', line: 2 },
        { messageId: 'changes', line: 3 },
        { messageId: 'sameForAll', line: 4 },
        { messageId: 'shared', line: 6 },
      ],
    },
  ],
});
