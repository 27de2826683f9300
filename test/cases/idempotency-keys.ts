import type { Case } from './case.ts';

export const idempotencyKeys: readonly Case[] = [
  {
    name: 'silent: the key reaches Stripe through helpers, a spread and a later assignment',
    files: {
      'src/pay.ts': `import Stripe from 'stripe';
export const stripe = new Stripe('x');
const key = (kind: string, id: string) => [kind, id].join(':');
export const requestOptions = (kind: string, id: string): Stripe.RequestOptions => ({ maxNetworkRetries: 2, idempotencyKey: key(kind, id) });
export class Payouts {
  async pay(orderId: string, amount: number) {
    const params = { amount, currency: 'usd', destination: 'acct' } satisfies Stripe.TransferCreateParams;
    return stripe.transfers.create(params, requestOptions('transfer', orderId));
  }
  async credit(customer: string, orderId: string) {
    const opts: Stripe.RequestOptions = {};
    opts.idempotencyKey = key('credit', orderId);
    return stripe.customers.createBalanceTransaction(customer, { amount: -5, currency: 'usd' }, opts);
  }
  async refund(pi: string, { ...opts }: Stripe.RequestOptions = requestOptions('refund', pi)) {
    return stripe.refunds.create({ payment_intent: pi }, { ...opts });
  }
}
`,
      'src/s.ts': `import express from 'express';
import { Payouts, stripe } from './pay';
export const app = express();
const payouts = new Payouts();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const session = event.data.object as any;
  await payouts.pay(session.metadata.order, session.amount_total);
  await payouts.credit(session.customer, session.metadata.order);
  await payouts.refund(session.payment_intent);
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a client of the app puts the event id into the header of the key',
    files: {
      'src/api/client.ts': `export interface Configuration { basePath: string }
export class TransfersApi {
  constructor(private cfg: Configuration) {}
  createTransfer(body: { amount: number }, idempotencyKey: string) {
    return fetch(this.cfg.basePath + '/transfers', { method: 'POST', headers: { 'Idempotency-Key': idempotencyKey }, body: JSON.stringify(body) });
  }
}
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { TransfersApi } from './api/client';
const stripe = new Stripe('x');
const api = new TransfersApi({ basePath: 'https://bank' });
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await api.createTransfer({ amount: 1 }, event.id);
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: clients of unknown packages are given a key',
    files: {
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { LedgerClient } from '@acme/ledger-sdk';
import { warehouse } from '@acme/warehouse';
const stripe = new Stripe('x');
const ledger = new LedgerClient();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await ledger.creditAccount({ amount: 1, idempotencyKey: event.id });
  await warehouse.createShipment({ order: 'o' }, { headers: { 'Idempotency-Key': \`ship-\${event.id}\` } });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the Axios instance was made with the key among its headers',
    files: {
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import axios from 'axios';
const stripe = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const api = axios.create({ baseURL: 'https://api.stripe.com/v1', headers: { 'Idempotency-Key': event.id } });
  await api.post('/transfers', { amount: 1 });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the key of an unknown client may lie at any depth of its arguments',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { warehouse } from '@acme/warehouse';
const p = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await warehouse.createShipment({ order: 'o' }, { idempotencyKey: event.id });
  await warehouse.createLabel({ order: 'o', options: { idempotencyKey: event.id } });
  await warehouse.bookPickup({ order: 'o' }, { request: { headers: { 'idempotency-key': event.id } } });
  await warehouse.shipParcel({ body: { order: 'o' }, headers: { 'Idempotency-Key': event.id } });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the queue drops a second job of the same id',
    files: {
      'src/queue.ts': `import { Queue, Worker } from 'bullmq';
import nodemailer from 'nodemailer';
const connection = {};
export const queue = new Queue('stripe', { connection });
const mail = nodemailer.createTransport({});
new Worker('stripe', async (job) => { await mail.sendMail({ to: job.data.email }); }, { connection });
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { queue } from './queue';
const stripe = new Stripe('x');
export const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await queue.add(event.type, event.data.object, { jobId: event.id, attempts: 5, backoff: { type: 'exponential', delay: 1000 } });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the consumer of SQS gives Stripe a key of the order',
    files: {
      'src/h.ts': `import type { SQSHandler } from 'aws-lambda';
import Stripe from 'stripe';
const stripe = new Stripe('x');
export const handler: SQSHandler = async (batch) => {
  for (const record of batch.Records) {
    const order = JSON.parse(record.body);
    await stripe.paymentIntents.create({ amount: order.total, currency: 'eur' }, { idempotencyKey: \`order-\${order.id}\` });
  }
};
`,
    },
  },
  {
    name: 'silent: the event is stored under a unique key and worked off later with a key of its own',
    files: {
      'db/1.sql': `create table webhook_inbox (id bigserial primary key, event_id text not null unique, payload jsonb not null, status text not null default 'pending', attempts int not null default 0, locked_until timestamptz);
create table invoices (id text primary key, paid_at timestamptz);
`,
      'src/receive.ts': `import express from 'express';
import Stripe from 'stripe';
import { pool } from './pool';
const stripe = new Stripe('x');
export const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await pool.query('insert into webhook_inbox (event_id, payload) values ($1, $2) on conflict (event_id) do nothing', [event.id, event]);
  res.sendStatus(202);
});
`,
      'src/pool.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
      'src/worker.ts': `import Stripe from 'stripe';
import { pool } from './pool';
const stripe = new Stripe('x');
export async function tick() {
  const { rows } = await pool.query(\`update webhook_inbox set status = 'running', attempts = attempts + 1, locked_until = now() + interval '5 minutes'
    where id = (select id from webhook_inbox where status = 'pending' or (status = 'running' and locked_until < now()) order by id for update skip locked limit 1) returning id, event_id, payload\`);
  const row = rows[0];
  if (!row) return;
  try {
    await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'd' }, { idempotencyKey: \`transfer:\${row.event_id}\` });
    await pool.query(\`update webhook_inbox set status = 'done' where id = $1\`, [row.id]);
  } catch {
    await pool.query(\`update webhook_inbox set status = 'pending' where id = $1\`, [row.id]);
  }
}
setInterval(tick, 1000);
`,
    },
  },
  {
    name: 'reported: an SQS handler pays without a key, and SQS delivers twice',
    files: {
      'src/h.ts': `import type { SQSHandler } from 'aws-lambda';
import Stripe from 'stripe';
const stripe = new Stripe('x');
export const handler: SQSHandler = async (batch) => {
  for (const record of batch.Records) {
    const order = JSON.parse(record.body);
    await stripe.paymentIntents.create({ amount: order.total, currency: 'eur' });
  }
};
`,
    },
    reports: ['src/h.ts:7 require-idempotency-key'],
  },
  {
    name: 'reported: a handler known by the type of its parameter pays without a key',
    files: {
      'src/h.ts': `import type { SQSEvent } from 'aws-lambda';
import Stripe from 'stripe';
const stripe = new Stripe('x');
export async function handler(batch: SQSEvent) {
  for (const record of batch.Records) {
    const order = JSON.parse(record.body);
    await stripe.paymentIntents.create({ amount: order.total, currency: 'eur' });
  }
}
`,
    },
    reports: ['src/h.ts:7 require-idempotency-key'],
  },
  {
    name: 'reported: a consumer under another name pays for each record without a key',
    files: {
      'src/consumer.ts': `import type { SQSEvent } from 'aws-lambda';
import Stripe from 'stripe';
const stripe = new Stripe('x');
export async function consume(batch: SQSEvent) {
  for (const record of batch.Records) {
    await stripe.paymentIntents.create({ amount: JSON.parse(record.body).total, currency: 'eur' });
  }
}
`,
    },
    reports: ['src/consumer.ts:6 require-idempotency-key'],
  },
  {
    name: 'reported: a worker that is run again transfers without a key',
    files: {
      'src/w.ts': `import { Worker } from 'bullmq';
import Stripe from 'stripe';
const stripe = new Stripe('x');
new Worker('pay', async (job) => { await stripe.transfers.create({ amount: job.data.n, currency: 'eur', destination: 'd' }); });
`,
    },
    reports: ['src/w.ts:4 require-idempotency-key'],
  },
  {
    name: 'reported: jobs without an id are added for every delivery',
    files: {
      'src/w.ts': `import express from 'express';
import { Queue } from 'bullmq';
import Stripe from 'stripe';
const stripe = new Stripe('x'); const q = new Queue('x'); const app = express();
app.post('/webhooks/stripe', async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  await q.add('e', event, { attempts: 3 });
  await q.addBulk([{ name: 'a', data: event }]);
  res.end();
});
`,
    },
    reports: [
      'src/w.ts:7 no-effect-before-claim',
      'src/w.ts:7 require-idempotency-key',
      'src/w.ts:8 no-effect-before-claim',
      'src/w.ts:8 require-idempotency-key',
    ],
  },
];
