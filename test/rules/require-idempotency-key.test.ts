import rule from '../../rules/require-idempotency-key.ts';
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
  'src/schema.ts': `
    import { pgTable, text } from 'drizzle-orm/pg-core';
    export const arrivals = pgTable('arrivals', { delivery: text('delivery').primaryKey() });
    export const bookings = pgTable('bookings', { id: text('id').primaryKey() });
    export const purses = pgTable('purses', { id: text('id').primaryKey() });
  `,
  'src/routes/bank.ts': `
    import Stripe from 'stripe';
    const bank = new Stripe('sk');
    export async function payOut(amount: number) {
      return bank.transfers.create({ amount, currency: 'eur', destination: 'acct' });
    }
    export async function payOutOnce(amount: number, key: string) {
      return bank.transfers.create({ amount, currency: 'eur', destination: 'acct' }, { idempotencyKey: key });
    }
    export async function refund(charge: string, options?: Stripe.RequestOptions) {
      return bank.refunds.create({ charge }, options);
    }
  `,
  'src/routes/payout.service.ts': `
    import Stripe from 'stripe';
    export class PayoutService {
      constructor(private readonly stripe: Stripe) {}
      async payOut(booking: { seller: string; price: number }) {
        await this.stripe.transfers.create({ destination: booking.seller, amount: booking.price, currency: 'eur' });
      }
    }
  `,
});
const express = app('src/routes/stripe.ts');

new RuleTester(app('')).run('require-idempotency-key', rule, {
  valid: [
    {
      name: 'the key stands in the options',
      filename: express,
      code: onExpress(`
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' }, { idempotencyKey: \`transfer:\${event.data.object.id}\` });
      `),
    },
    {
      name: 'the options are kept in a variable, or made by a helper',
      filename: express,
      code: onExpress(`
        const options = { idempotencyKey: event.id };
        const once = (key: string) => ({ idempotencyKey: key, maxNetworkRetries: 2 });
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' }, options);
        await stripe.refunds.create({ charge: event.data.object.charge }, once('refund:' + event.id));
      `),
    },
    {
      name: 'the key is handed to a function of another file',
      filename: express,
      code: `import { payOutOnce, refund } from './bank';${onExpress(`
        await payOutOnce(1, event.id);
        await refund(event.data.object.charge, { idempotencyKey: event.id });
      `)}`,
    },
    {
      name: 'unknown: the options come from elsewhere',
      filename: express,
      code: `import { requestOptions } from './not-there';${onExpress(`
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' }, requestOptions(event));
        await stripe.refunds.create({ charge: event.data.object.charge }, { ...requestOptions(event) });
      `)}`,
    },
    {
      name: 'nothing is created or moved',
      filename: express,
      code: onExpress(`
        await stripe.paymentIntents.cancel(event.data.object.id);
        await stripe.subscriptions.retrieve(event.data.object.subscription);
        await stripe.customers.update(event.data.object.customer, { name: 'Ada' });
      `),
    },
    {
      name: 'the receiver takes no key',
      filename: app('src/routes/lambda.ts'),
      code: onLambda(`
        await post.sendMail({ to: event.data.object.email, subject: 'Thank you' });
      `),
    },
    {
      name: 'the key is a header of fetch',
      filename: express,
      code: onExpress(`
        await fetch('https://api.stripe.com/v1/refunds', { method: 'POST', headers: { 'Idempotency-Key': event.id }, body: 'charge=ch' });
      `),
    },
    {
      name: 'reads by fetch, and a host that is not known',
      filename: express,
      code: onExpress(`
        await fetch('https://api.stripe.com/v1/refunds/' + event.data.object.id);
        await fetch('https://example.org/notes', { method: 'POST', body: 'x' });
      `),
    },
    {
      name: 'a job with an id',
      filename: app('src/worker.ts'),
      code: onBullmq(`
        await mails.add('receipt', { to: event.to }, { jobId: 'receipt:' + event.id });
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
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' }); // eslint-disable-line rule-to-test/require-idempotency-key -- test mode
      `),
    },
  ],
  invalid: [
    {
      name: 'Express: no options',
      filename: express,
      code: onExpress(`
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
      errors: [
        {
          message:
            'Every repetition of this delivery pays out a second time: `stripe.transfers.create` (line 2) gives the receiver no idempotency key (`{ idempotencyKey }` as second argument).',
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 83,
        },
      ],
    },
    {
      name: 'options without a key',
      filename: express,
      code: onExpress(`
        await stripe.refunds.create({ charge: event.data.object.charge }, { maxNetworkRetries: 2 });
      `),
      errors: [{ messageId: 'missingKey', line: 2, column: 7, endLine: 2, endColumn: 92 }],
    },
    {
      name: 'also behind a claim',
      filename: express,
      code: onExpress(`
        const { rowCount } = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        if (rowCount === 0) return res.sendStatus(200);
        await stripe.paymentIntents.create({ amount: 1, currency: 'eur' });
      `),
      errors: [{ messageId: 'missingKey', line: 4, column: 7, endLine: 4, endColumn: 67 }],
    },
    {
      name: 'in a function of another file, at its call',
      filename: express,
      code: `import { payOut as pay, refund } from './bank';${onExpress(`
        await pay(1);
        await refund(event.data.object.charge);
      `)}`,
      errors: [
        { messageId: 'missingKey', line: 2, column: 7, endLine: 2, endColumn: 13 },
        { messageId: 'missingKey', line: 3, column: 7, endLine: 3, endColumn: 39 },
      ],
    },
    {
      name: 'the package under another name, made by a function',
      filename: app('src/routes/fastify.ts'),
      code: onFastify(`
        const bank = () => new Payments('sk');
        await bank().payouts.create({ amount: 1, currency: 'eur' });
      `).replace("import Stripe from 'stripe'", "import Payments, { Stripe } from 'stripe'"),
      errors: [{ messageId: 'missingKey', line: 3, column: 7, endLine: 3, endColumn: 60 }],
    },
    {
      name: 'Hono: a mail that could have one',
      filename: app('src/routes/hono.ts'),
      code: onHono(`
        await resend.emails.send({ from: 'a@b.c', to: event.data.object.email, subject: 'Hi', text: '' });
      `),
      errors: [{ messageId: 'missingKey', line: 2, column: 7, endLine: 2, endColumn: 98 }],
    },
    {
      name: 'Next: inside a conditional',
      filename: app('src/app/hooks/stripe/route.ts'),
      code: onNextApp(`
        const done = event.type === 'a' ? await stripe.refunds.create({ charge: 'ch' }) : null;
        console.log(done);
      `),
      errors: [{ messageId: 'missingKey', line: 2, column: 41, endLine: 2, endColumn: 80 }],
    },
    {
      name: 'Next pages: by fetch',
      filename: app('pages/api/stripe-webhook.ts'),
      code: onNextPages(`
        await fetch('https://api.stripe.com/v1/transfers', { method: 'POST', body: 'amount=1' });
      `),
      errors: [{ messageId: 'missingKey', line: 2, column: 7, endLine: 2, endColumn: 89 }],
    },
    {
      name: 'Nest: in an injected service',
      filename: app('src/routes/hook.controller.ts'),
      code: onNest(`
        await this.payouts.payOut(event.data.object);
      `),
      errors: [{ messageId: 'missingKey', line: 2, column: 7, endLine: 2, endColumn: 45 }],
    },
    {
      name: 'BullMQ: every retry of the job',
      filename: app('src/worker.ts'),
      code: onBullmq(`
        await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
      `),
      errors: [
        {
          message:
            'Every retry of this job pays out a second time: `stripe.transfers.create` (line 2) gives the receiver no idempotency key (`{ idempotencyKey }` as second argument).',
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 83,
        },
      ],
    },
  ],
});
