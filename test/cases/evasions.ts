import type { Case } from './case.ts';

export const evasions: readonly Case[] = [
  {
    name: 'reported: clients and methods under other names are still Stripe and the mailer',
    files: {
      'a.ts': `import express from 'express';
import { Stripe as Pay } from 'stripe';
import * as nm from 'nodemailer';
const { createTransport: mk } = nm;
const p = new Pay('x');
const { transfers } = p;
const { create: send } = transfers;
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await transfers.create({ amount: 1, currency: 'eur', destination: 'd' });
  await send({ amount: 1, currency: 'eur', destination: 'd' });
  const { sendMail } = mk({});
  await sendMail({ to: 'x' });
  res.sendStatus(200);
});
`,
    },
    reports: [
      'a.ts:11 no-effect-before-claim',
      'a.ts:11 require-idempotency-key',
      'a.ts:12 no-effect-before-claim',
      'a.ts:12 require-idempotency-key',
      'a.ts:14 no-effect-before-claim',
    ],
  },
  {
    name: 'reported: the handler is looked up in a map keyed by an enum',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
enum T { Paid = 'invoice.paid', Gone = 'customer.deleted' }
const handlers = { [T.Paid]: onPaid, [T.Gone]: onGone } as const;
async function onPaid(e: any) { await mail.sendMail({ to: e.id }); }
async function onGone(e: any) { await p.refunds.create({ charge: e.id }); }
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const h = handlers[event.type as T];
  if (h) await h(event.data.object);
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:7 no-effect-before-claim', 'a.ts:8 no-effect-before-claim', 'a.ts:8 require-idempotency-key'],
  },
  {
    name: 'reported: the mail stands in a strategy that an abstract class calls',
    files: {
      'strategies.ts': `import nodemailer from 'nodemailer';
export abstract class Strategy { abstract type: string; protected abstract work(e: any): Promise<void>; async run(e: any) { if (e.type === this.type) await this.work(e); } }
export class Paid extends Strategy { type = 'invoice.paid'; #mail = nodemailer.createTransport({}); protected async work(e: any) { await this.#mail.sendMail({ to: e.id }); } }
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { Paid, type Strategy } from './strategies';
const p = new Stripe('x');
class Dispatcher { constructor(private strategies: Strategy[]) {} async handle(e: Stripe.Event) { await Promise.all(this.strategies.map((s) => s.run(e))); } }
const d = new Dispatcher([new Paid()]);
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await d.handle(event);
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:5 no-effect-before-claim'],
  },
  {
    name: 'reported: the transfers are chained by reduce()',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
const p = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const splits = (event.data.object as any).metadata.splits as { acct: string; amount: number }[];
  await splits.reduce((prev, s) => prev.then(() => p.transfers.create({ amount: s.amount, currency: 'eur', destination: s.acct })), Promise.resolve() as Promise<unknown>);
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:8 no-effect-before-claim', 'a.ts:8 require-idempotency-key'],
  },
  {
    name: 'reported: the statements are put together from constants and joined',
    files: {
      'db/1.sql': `create table orders (id text primary key, status text not null);
create table wallets (id text primary key, balance int not null);
`,
      'sql.ts': `const ORDERS = 'orders';
export const SET_STATUS = \`UPDATE \${ORDERS} SET status = $1 WHERE id = $2\`;
export const Q = { credit: ['update wallets', 'set balance = balance + $1', 'where id = $2'].join(' ') };
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool } from 'pg';
import { SET_STATUS, Q } from './sql';
const p = new Stripe('x'); const pool = new Pool();
const run = (text: string, ...values: unknown[]) => pool.query({ text, values });
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await run(SET_STATUS, 'paid', 'o');
  await run(Q.credit, 5, 'w');
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:6 require-guarded-transition', 'a.ts:6 no-effect-before-claim'],
  },
  {
    name: 'reported: the query is built over several lines and its patch filled in later',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import Knex from 'knex';
const p = new Stripe('x'); const knex = Knex({ client: 'pg' });
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  let q = knex('orders');
  q = q.where('id', (event.data.object as any).metadata.id);
  const patch: Record<string, unknown> = { updated_at: new Date() };
  patch.status = 'paid';
  await q.update(patch);
  const w = knex('wallets').where({ id: 'w' });
  await w.increment('balance', 5);
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:12 require-guarded-transition', 'a.ts:14 no-effect-before-claim'],
  },
  {
    name: 'reported: options and values are spread, and no key is among them',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { PrismaClient } from '@prisma/client';
const p = new Stripe('x'); const prisma = new PrismaClient();
const base = { where: { id: 'o' } };
const opts: Stripe.RequestOptions = { timeout: 1000, maxNetworkRetries: 2 };
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await p.transfers.create({ amount: 1, currency: 'eur', destination: 'd' }, { ...opts });
  const status = event.type === 'invoice.paid' ? 'PAID' : 'OPEN';
  const args = { ...base, data: { ...{ status } } };
  await prisma.order.update(args);
  await prisma['wallet'].update({ ...base, data: { balance: { ['increment']: 5 } } });
  res.sendStatus(200);
});
`,
    },
    reports: [
      'a.ts:10 no-effect-before-claim',
      'a.ts:10 require-idempotency-key',
      'a.ts:13 require-guarded-transition',
      'a.ts:14 no-effect-before-claim',
    ],
  },
  {
    name: 'reported: a subclass of Stripe transfers through this',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
class Billing extends Stripe { async settle(a: number) { return this.transfers.create({ amount: a, currency: 'eur', destination: 'd' }); } }
const b = new Billing('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = b.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await b.settle(1);
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:3 no-effect-before-claim', 'a.ts:3 require-idempotency-key'],
  },
  {
    name: 'reported: the mail waits in after() of an exported alias',
    files: {
      'app/api/webhooks/stripe/route.ts': `import { after } from 'next/server';
import Stripe from 'stripe';
import { Resend } from 'resend';
const stripe = new Stripe('x'); const { emails } = new Resend('x');
async function POSTHandler(req: Request) {
  const event = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  after(async () => { await emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' }); });
  return Response.json({});
}
export { POSTHandler as POST };
`,
    },
    reports: [
      'app/api/webhooks/stripe/route.ts:7 no-effect-before-claim',
      'app/api/webhooks/stripe/route.ts:7 require-idempotency-key',
    ],
  },
  {
    name: 'reported: the effects hang on what an async generator yields',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
const b = new Stripe('x');
async function* pages(e: any) { let n = 0; while (n < 3) { yield e.items[n++]; } }
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = b.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  for await (const i of pages(event)) await b.refunds.create({ charge: i.id });
  const it = pages(event)[Symbol.asyncIterator]();
  for (let s = await it.next(); !s.done; s = await it.next()) await b.payouts.create({ amount: 1, currency: 'x' });
  return res.sendStatus(200);
});
`,
    },
    reports: [
      'a.ts:8 no-effect-before-claim',
      'a.ts:8 require-idempotency-key',
      'a.ts:10 no-effect-before-claim',
      'a.ts:10 require-idempotency-key',
    ],
  },
  {
    name: 'reported: a generic helper updates whatever table it is given',
    files: {
      'schema.ts': `import { pgTable, text, integer } from 'drizzle-orm/pg-core';
export const orders = pgTable('orders', { id: text('id').primaryKey(), status: text('status') });
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { drizzle } from 'drizzle-orm/node-postgres';
import { eq } from 'drizzle-orm';
import * as s from './schema';
const stripe = new Stripe('x'); const db = drizzle('x', { schema: s });
const updateById = <T extends any>(table: T, id: string, data: any) => db.update(table as any).set(data).where(eq((table as any).id, id));
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'] as string, 'wh');
  await updateById(s.orders, 'o', { status: 'paid' });
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:7 require-guarded-transition'],
  },
  {
    name: 'reported: both functions of the looked-up object mail',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
const m: any = { 'a.b': async (e) => { await mail.sendMail({ to: 'x' }); }, 'c.d': async (e) => { await mail.sendMail({ to: 'x' }); } };
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await m[event.type](event);
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:6 no-effect-before-claim', 'a.ts:6 no-effect-before-claim'],
  },
  {
    name: 'reported once: three calls lead to the same mail',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
async function tell(to: string) { await mail.sendMail({ to }); }
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if (event.type === 'invoice.paid') await tell('a');
  else if (event.type === 'charge.refunded') await tell('b');
  else await tell('c');
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:6 no-effect-before-claim'],
  },
  {
    name: 'reported: bound, called, applied, optional and bracketed calls are calls',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
const p = new Stripe('x');
const pay = p.payouts.create.bind(p.payouts);
const refund = (...a: Parameters<typeof p.refunds.create>) => p.refunds.create(...a);
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await pay({ amount: 1, currency: 'eur' });
  await refund({ charge: 'c' });
  await p.transfers?.create?.({ amount: 1, currency: 'eur', destination: 'd' });
  await p['topups']['create']({ amount: 1, currency: 'eur' });
  await p.payouts.create.call(p.payouts, { amount: 1, currency: 'eur' });
  await p.payouts.create.apply(p.payouts, [{ amount: 1, currency: 'eur' }]);
  res.sendStatus(200);
});
`,
    },
    reports: [
      'a.ts:5 no-effect-before-claim',
      'a.ts:5 require-idempotency-key',
      'a.ts:9 no-effect-before-claim',
      'a.ts:9 require-idempotency-key',
      'a.ts:11 no-effect-before-claim',
      'a.ts:11 require-idempotency-key',
      'a.ts:12 no-effect-before-claim',
      'a.ts:12 require-idempotency-key',
      'a.ts:13 no-effect-before-claim',
      'a.ts:13 require-idempotency-key',
      'a.ts:14 no-effect-before-claim',
      'a.ts:14 require-idempotency-key',
    ],
  },
  {
    name: 'reported: the handler is looked up in a Map filled when it was made',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const registry = new Map<string, (e: any) => Promise<unknown>>([['invoice.paid', async (e) => mail.sendMail({ to: e.id })]]);
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const run = registry.get(event.type);
  if (run) await run(event.data.object);
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:5 no-effect-before-claim'],
  },
  {
    name: 'reported: effects that nobody waits for, in chains, timers and callbacks',
    files: {
      'a.js': `const express = require('express');
const p = require('stripe')('x');
const mail = require('nodemailer').createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  p.transfers.create({ amount: 1, currency: 'eur', destination: 'd' }).then(() => mail.sendMail({ to: 'x' })).catch(console.error);
  void (async () => { await p.refunds.create({ charge: 'x' }); })();
  setImmediate(() => mail.sendMail({ to: 'later' }));
  process.nextTick(notify, event.id);
  res.sendStatus(200);
});
function notify(id) { mail.sendMail({ to: id }); }
`,
      'package.json': '{ "name": "app" }',
    },
    reports: [
      'a.js:7 no-effect-before-claim',
      'a.js:7 no-effect-before-claim',
      'a.js:7 require-idempotency-key',
      'a.js:8 no-effect-before-claim',
      'a.js:8 require-idempotency-key',
      'a.js:9 no-effect-before-claim',
      'a.js:13 no-effect-before-claim',
    ],
  },
];
