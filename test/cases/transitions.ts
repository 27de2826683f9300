import type { Case } from './case.ts';

export const transitions: readonly Case[] = [
  {
    name: 'silent: the update names the status it starts from, and its count lets the mail out',
    files: {
      'prisma/schema.prisma': `model Order {
  id String @id
  status String
}
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { PrismaClient } from '@prisma/client';
import { sendReceipt } from './mail';
const stripe = new Stripe('x');
const prisma = new PrismaClient();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if (event.type === 'checkout.session.completed') {
    const orderId = event.data.object.metadata!.orderId;
    const { count } = await prisma.order.updateMany({ where: { id: orderId, status: 'PENDING' }, data: { status: 'PAID' } });
    if (count === 1) await sendReceipt(orderId);
  }
  res.sendStatus(200);
});
`,
      'src/mail.ts': `import nodemailer from 'nodemailer';
const t = nodemailer.createTransport({});
export async function sendReceipt(id: string) { await t.sendMail({ to: id }); }
`,
    },
  },
  {
    name: 'silent: findOneAndUpdate filters on the old status and finds nothing the second time',
    files: {
      'src/models.ts': `import { Schema, model } from 'mongoose';
export const Order = model('Order', new Schema({ ref: { type: String, unique: true }, status: String, email: String }));
`,
      'src/s.ts': `import express from 'express';
import crypto from 'crypto';
import nodemailer from 'nodemailer';
import { Order } from './models';
const mail = nodemailer.createTransport({});
const router = express.Router();
router.post('/webhook/razorpay', express.raw({ type: '*/*' }), async (req, res) => {
  const digest = crypto.createHmac('sha256', process.env.RZP!).update(req.body).digest('hex');
  if (!crypto.timingSafeEqual(Buffer.from(digest), Buffer.from(req.get('x-razorpay-signature')!))) return res.status(401).end();
  const payload = JSON.parse(req.body.toString());
  const order = await Order.findOneAndUpdate({ ref: payload.payload.order.entity.id, status: { $ne: 'paid' } }, { $set: { status: 'paid' } }, { new: true });
  if (!order) return res.status(200).end();
  await mail.sendMail({ to: order.email! });
  return res.status(200).end();
});
export default router;
`,
    },
  },
  {
    name: 'silent: the query builder names the old status, and affected rows decide',
    files: {
      'src/order.entity.ts': `import { Entity, PrimaryColumn, Column } from 'typeorm';
export enum OrderStatus { Pending = 'pending', Paid = 'paid' }
@Entity('orders') export class Order { @PrimaryColumn() id!: string; @Column() status!: OrderStatus; }
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { Order, OrderStatus } from './order.entity';
import twilio from 'twilio';
const ds = new DataSource({ type: 'postgres', entities: [Order] });
const stripe = new Stripe('x');
const sms = twilio('a', 'b');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const s = event.data.object as any;
  const result = await ds.createQueryBuilder().update(Order).set({ status: OrderStatus.Paid }).where('id = :id AND status = :from', { id: s.metadata.order, from: OrderStatus.Pending }).execute();
  if (!result.affected) { res.sendStatus(200); return; }
  await sms.messages.create({ to: '1', from: '2', body: '3' });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: Kysely names the old status in where(), alone or in a list',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { Kysely } from 'kysely';
import nodemailer from 'nodemailer';
const p = new Stripe('x'); const db = new Kysely<any>({} as any); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const r = await db.updateTable('orders').set({ status: 'paid' }).where('id', '=', 'o').where('status', '=', 'open').executeTakeFirst();
  if (Number(r.numUpdatedRows) === 0) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
app.post('/webhooks/stripe-b', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const paid = await db.updateTable('orders').set({ status: 'paid' }).where((eb) => eb.and([eb('id', '=', 'o'), eb('status', 'in', ['open', 'pending'])])).returningAll().executeTakeFirst();
  if (paid) await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: Drizzle names the old status among the conditions it is given as an array',
    files: {
      'schema.ts': `import { pgTable, text } from 'drizzle-orm/pg-core';
export const orders = pgTable('orders', { id: text('id').primaryKey(), status: text('status') });
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { drizzle } from 'drizzle-orm/node-postgres';
import { and, eq, inArray, ne } from 'drizzle-orm';
import nodemailer from 'nodemailer';
import { orders } from './schema';
const p = new Stripe('x'); const db = drizzle('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const conds = [eq(orders.id, 'o'), ne(orders.status, 'paid')];
  const [changed] = await db.update(orders).set({ status: 'paid' }).where(and(...conds)).returning({ id: orders.id });
  if (!changed) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  const r2 = await db.update(orders).set({ status: 'x' }).where(and(eq(orders.id, 'o'), inArray(orders.status, ['a'])));
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: an older version never overwrites a newer one',
    files: {
      'db/1.sql': `create table subs (id text primary key, status text, version bigint);`,
      'src/s.ts': `import express from 'express';
import { createHmac, timingSafeEqual } from 'crypto';
import { Pool } from 'pg';
const pool = new Pool();
const app = express();
app.post('/webhooks/shopify', express.raw({ type: '*/*' }), async (req, res) => {
  const mac = createHmac('sha256', 's').update(req.body).digest();
  if (!timingSafeEqual(mac, Buffer.from(req.get('X-Shopify-Hmac-Sha256')!, 'base64'))) { res.sendStatus(401); return; }
  const body = JSON.parse(req.body.toString());
  await pool.query('insert into subs (id, status, version) values ($1, $2, $3) on conflict (id) do update set status = excluded.status, version = excluded.version where subs.version < excluded.version', [body.id, body.status, body.version]);
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the status written is what Stripe says now, not what the event said',
    files: {
      'prisma/schema.prisma': `model Subscription {
  id String @id
  status String
  plan String
}
`,
      'src/s.ts': `import { PrismaClient } from '@prisma/client';
import Stripe from 'stripe';
const stripe = new Stripe('x');
const prisma = new PrismaClient();
async function syncSubscription(id: string) {
  const sub = await stripe.subscriptions.retrieve(id, { expand: ['items'] });
  const data = { status: sub.status, plan: sub.items.data[0]!.price.id };
  await prisma.subscription.upsert({ where: { id: sub.id }, create: { id: sub.id, ...data }, update: data });
}
export async function POST(req: Request) { return Response.json({}); }
`,
      'app/api/webhooks/stripe/route.ts': `import Stripe from 'stripe';
import { syncSubscription } from '../../../../src/sync';
const stripe = new Stripe('x');
const relevant = new Set(['customer.subscription.created', 'customer.subscription.updated', 'customer.subscription.deleted']);
export async function POST(req: Request) {
  const event = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  if (relevant.has(event.type)) await syncSubscription((event.data.object as Stripe.Subscription).id);
  return Response.json({ received: true });
}
`,
      'src/sync.ts': `import { PrismaClient } from '@prisma/client';
import Stripe from 'stripe';
const stripe = new Stripe('x');
const prisma = new PrismaClient();
export async function syncSubscription(id: string) {
  const sub = await stripe.subscriptions.retrieve(id, { expand: ['items'] });
  const data = { status: sub.status, plan: sub.items.data[0]!.price.id };
  await prisma.subscription.upsert({ where: { id: sub.id }, create: { id: sub.id, ...data }, update: data });
}
`,
    },
  },
  {
    name: 'silent: Mollie sends an id alone, and the status written was just fetched',
    files: {
      'db/1.sql': `create table orders (id text primary key, status text not null, payment_id text unique);`,
      'src/s.ts': `import express from 'express';
import { createMollieClient } from '@mollie/api-client';
import { Pool } from 'pg';
const pool = new Pool();
const mollie = createMollieClient({ apiKey: 'x' });
const app = express();
app.post('/webhooks/mollie', express.urlencoded({ extended: false }), async (req, res) => {
  const payment = await mollie.payments.get(req.body.id);
  await pool.query('update orders set status = $2 where payment_id = $1', [payment.id, payment.status]);
  res.send('ok');
});
`,
    },
  },
  {
    name: 'silent: every call sets what it sets, however often',
    files: {
      'prisma/schema.prisma': `model User {
  id String @id
  plan String
  stripeCustomerId String @unique
}
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { PrismaClient } from '@prisma/client';
const stripe = new Stripe('x');
const prisma = new PrismaClient();
export const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if (event.type === 'checkout.session.completed') {
    const s = event.data.object;
    await stripe.subscriptions.update(s.subscription as string, { metadata: { ok: 'yes' } });
    await stripe.customers.update(s.customer as string, { name: 'x' });
    await prisma.user.update({ where: { stripeCustomerId: s.customer as string }, data: { plan: 'pro' } });
    await stripe.subscriptions.cancel('old');
    await stripe.paymentMethods.detach('pm');
    console.log(await stripe.invoices.list({ customer: 'x' }));
  }
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: an upsert of plain values and a delete end the same when repeated',
    files: {
      'prisma/schema.prisma': `model Customer {
  id String @id
  email String
  stripeId String @unique
}
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { PrismaClient } from '@prisma/client';
const p = new Stripe('x'); const prisma = new PrismaClient();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const c = event.data.object as Stripe.Customer;
  await prisma.customer.upsert({ where: { stripeId: c.id }, create: { id: c.id, stripeId: c.id, email: c.email! }, update: { email: c.email! } });
  await prisma.customer.delete({ where: { stripeId: c.id } }).catch(() => null);
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a missing user is no record of the event, and the update sets a plain value',
    files: {
      'prisma/schema.prisma': `model User {
  id String @id
  email String
  stripeId String @unique
}
model Seen {
  id String @id
}
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { PrismaClient } from '@prisma/client';
import { logger } from './logger';
const p = new Stripe('x'); const prisma = new PrismaClient();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const user = await prisma.user.findUnique({ where: { stripeId: (event.data.object as any).customer } });
  if (!user) { logger.warn('no user'); return res.sendStatus(200); }
  await prisma.user.update({ where: { id: user.id }, data: { email: 'x' } });
  return res.sendStatus(200);
});
`,
      'logger.ts': `import pino from 'pino';
export const logger = pino();
`,
    },
  },
];
