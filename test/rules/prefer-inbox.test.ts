import rule from '../../rules/prefer-inbox.ts';
import { onBullmq, onExpress, onHono } from '../support/handlers.ts';
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
    export async function settle(id: string) {
      const charge = await bank.charges.retrieve(id);
      await bank.transfers.create({ amount: charge.amount, currency: 'eur', destination: 'acct' }, { idempotencyKey: id });
    }
  `,
});
const express = app('src/routes/stripe.ts');
const transfer = (key: string) =>
  `await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' }, { idempotencyKey: '${key}' + event.id });`;

new RuleTester(app('')).run('prefer-inbox', rule, {
  valid: [
    { name: 'one call', filename: express, code: onExpress(transfer('a')) },
    {
      name: 'one call on each path',
      filename: express,
      code: onExpress(`if (event.type === 'charge.succeeded') { ${transfer('a')} } else { ${transfer('b')} }`),
    },
    {
      name: 'after the answer',
      filename: express,
      code: onExpress(`res.sendStatus(202);\n${transfer('a')}\n${transfer('b')}`).replace('res.sendStatus(200);', ''),
    },
    {
      name: 'stored, and handed to a queue',
      filename: express,
      code: `import { Queue } from 'bullmq'; const jobs = new Queue('jobs');${onExpress(`
        await pool.query('INSERT INTO inbox (event_id, payload) VALUES ($1, $2) ON CONFLICT DO NOTHING', [event.id, event]);
        await jobs.add('a', {}, { jobId: event.id });
        await jobs.add('b', {}, { jobId: 'b' + event.id });
      `)}`,
    },
    {
      name: 'queries are no calls',
      filename: express,
      code: onExpress(
        "for (const id of event.data.object.ids) await pool.query('SELECT 1 FROM a WHERE id = $1', [id]);",
      ),
    },
    {
      name: 'nobody waits for a worker',
      filename: app('src/worker.ts'),
      code: onBullmq(`${transfer('a')}\n${transfer('b')}`),
    },
    {
      name: 'as many as the settings allow',
      filename: express,
      code: onExpress(`${transfer('a')}\n${transfer('b')}`),
      options: [{ most: 2 }],
    },
    {
      name: 'unknown calls',
      filename: express,
      code: `import { one, two } from './not-there';${onExpress('await one(event.data.object.id); await two(event.data.object.id);')}`,
    },
  ],
  invalid: [
    {
      name: 'the second call',
      filename: express,
      code: onExpress(`${transfer('a')}\n${transfer('b')}\n${transfer('c')}`),
      errors: [
        {
          message:
            'Stripe stops waiting and sends the event again while this delivery still runs: `stripe.transfers.create` (line 2) and `stripe.transfers.create` (line 3) are waited for before the answer.',
          line: 3,
        },
      ],
    },
    {
      name: 'one in a loop',
      filename: express,
      code: onExpress(`for (const line of event.data.object.lines) {\n  ${transfer('a')}\n}`),
      errors: [
        {
          message:
            'Stripe stops waiting and sends the event again while this delivery still runs: `stripe.transfers.create` (line 3) is called in a loop before the answer.',
          line: 3,
        },
      ],
    },
    {
      name: 'behind a function of another file, at its call',
      filename: express,
      code: `import { settle as payHost } from './bank';${onExpress('await payHost(event.data.object.id);')}`,
      errors: [{ messageId: 'several', line: 2 }],
    },
    {
      name: 'a mail to each, in a map',
      filename: app('src/routes/hono.ts'),
      code: onHono(
        "await Promise.all(event.data.object.emails.map((to: string) => resend.emails.send({ from: 'a@b.c', to, subject: '', text: '' })));",
      ),
      errors: [{ messageId: 'loop', line: 2 }],
    },
    {
      name: 'none at all',
      filename: express,
      code: onExpress(transfer('a')),
      options: [{ most: 0 }],
      errors: [{ messageId: 'one' }],
    },
    {
      name: 'one call, made twice',
      filename: express,
      code: onExpress(`
        const tell = () => fetch('https://a.example/x', { method: 'POST' });
        await tell();
        await tell();
      `),
      errors: [{ messageId: 'again' }],
    },
    {
      name: 'how long the sender waits, where that is known',
      filename: express,
      code: `import express from 'express'; import { Webhooks } from '@octokit/webhooks'; const app = express(); const hooks = new Webhooks({ secret: 's' });
        app.post('/hooks/github', express.text({ type: '*/*' }), async (req, res) => { await hooks.verify(req.body, req.get('x-hub-signature-256')!); req.get('x-github-delivery');
        await fetch('https://a.example/x', { method: 'POST' });
        await fetch('https://b.example/x', { method: 'POST' });
        res.sendStatus(200); });`,
      errors: [
        {
          message:
            'GitHub stops waiting after 10 s and sends the event again while this delivery still runs: `fetch` (line 3) and `fetch` (line 4) are waited for before the answer.',
        },
      ],
    },
  ],
});
