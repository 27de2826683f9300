import type { Case } from './case.ts';

export const transactions: readonly Case[] = [
  {
    name: 'silent: the claim comes last in the transaction and takes the increment back with it',
    files: {
      'prisma/schema.prisma': `model StripeEvent {
  id String @id
}
model Wallet {
  id String @id
  balance Int
}
`,
      'app/api/stripe/webhook/route.ts': `import { NextResponse } from 'next/server';
import { headers } from 'next/headers';
import Stripe from 'stripe';
import { prisma } from '@/lib/prisma';
const stripe = new Stripe('x');
export const POST = async (req: Request) => {
  const sig = (await headers()).get('stripe-signature')!;
  let event: Stripe.Event;
  try { event = stripe.webhooks.constructEvent(await req.text(), sig, 'wh'); } catch { return NextResponse.json({}, { status: 400 }); }
  try {
    await prisma.$transaction(async (tx) => {
      await tx.wallet.update({ where: { id: 'w' }, data: { balance: { increment: 5 } } });
      await tx.stripeEvent.create({ data: { id: event.id } });
    });
  } catch (e: any) {
    if (e?.code === 'P2002') return NextResponse.json({ dup: true });
    throw e;
  }
  return NextResponse.json({ ok: true });
};
`,
      'lib/prisma.ts': `import { PrismaClient } from '@prisma/client';
const g = globalThis as unknown as { prisma?: PrismaClient };
export const prisma = g.prisma ?? new PrismaClient();
if (process.env.NODE_ENV !== 'production') g.prisma = prisma;
`,
      'tsconfig.json': `{"compilerOptions":{"baseUrl":".","paths":{"@/*":["./*"]}}}`,
    },
  },
  {
    name: 'silent: the batch of Prisma holds the claim and the increment together',
    files: {
      'prisma/schema.prisma': `model StripeEvent {
  id String @id
}
model Account {
  id String @id
  credits Int
}
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { PrismaClient, Prisma } from '@prisma/client';
const stripe = new Stripe('x');
const db = new PrismaClient();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  try {
    await db.$transaction([
      db.stripeEvent.create({ data: { id: event.id } }),
      db.account.update({ where: { id: 'a' }, data: { credits: { increment: 100 } } }),
    ]);
  } catch (err) {
    if (err instanceof Prisma.PrismaClientKnownRequestError && err.code === 'P2002') { res.sendStatus(200); return; }
    res.sendStatus(500); return;
  }
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a helper of the app opens the Drizzle transaction that claims first',
    files: {
      'src/schema.ts': `import { pgTable, text, integer, uniqueIndex } from 'drizzle-orm/pg-core';
export const inbox = pgTable('webhook_inbox', { id: text('id').notNull(), source: text('source').notNull() }, (t) => [uniqueIndex('u').on(t.source, t.id)]);
export const wallets = pgTable('wallets', { id: text('id').primaryKey(), balance: integer('balance').notNull() });
`,
      'src/db.ts': `import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema';
export const db = drizzle(postgres('x'), { schema });
export type Tx = Parameters<Parameters<typeof db.transaction>[0]>[0];
export async function withTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> { return db.transaction((tx) => work(tx), { isolationLevel: 'read committed' }); }
`,
      'src/hook.ts': `import { Hono } from 'hono';
import Stripe from 'stripe';
import { sql, eq } from 'drizzle-orm';
import { withTransaction } from './db';
import { inbox, wallets } from './schema';
const stripe = new Stripe('x');
export const app = new Hono().post('/stripe/webhooks', async (c) => {
  const event = await stripe.webhooks.constructEventAsync(await c.req.text(), c.req.header('stripe-signature')!, 'wh');
  await withTransaction(async (tx) => {
    const claimed = await tx.insert(inbox).values({ source: 'stripe', id: event.id }).onConflictDoNothing().returning();
    if (!claimed[0]) return;
    await tx.update(wallets).set({ balance: sql\`\${wallets.balance} + \${100}\` }).where(eq(wallets.id, 'w'));
  });
  return c.json({ ok: true });
});
`,
    },
  },
  {
    name: 'silent: a helper writes BEGIN and COMMIT itself around claim and credit',
    files: {
      'db/1.sql': `create table webhook_events (id text primary key);
create table wallets (id text primary key, balance int not null);
`,
      'src/tx.ts': `import { Pool, PoolClient } from 'pg';
const pool = new Pool();
export async function transaction<T>(fn: (c: PoolClient) => Promise<T>): Promise<T> {
  const c = await pool.connect();
  try {
    await c.query('BEGIN');
    const out = await fn(c);
    await c.query('COMMIT');
    return out;
  } catch (e) {
    await c.query('ROLLBACK');
    throw e;
  } finally { c.release(); }
}
`,
      'src/hook.ts': `import express from 'express';
import Stripe from 'stripe';
import { transaction } from './tx';
const stripe = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const applied = await transaction(async (c) => {
    const ins = await c.query('INSERT INTO webhook_events (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id', [event.id]);
    if (ins.rows.length === 0) return false;
    await c.query('UPDATE wallets SET balance = balance + $1 WHERE id = $2', [5, 'w']);
    return true;
  });
  res.json({ applied });
});
`,
    },
  },
  {
    name: 'silent: the refused payment row rolls back before anything is credited',
    files: {
      'db/1.sql': `create table payments (id bigint generated always as identity primary key, provider_payment_id text not null unique, amount int);
create table accounts (id text primary key, credits int not null default 0);
`,
      'src/hook.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool, DatabaseError } from 'pg';
const pool = new Pool();
const stripe = new Stripe('x');
const app = express();
const UNIQUE_VIOLATION = '23505';
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if (event.type !== 'payment_intent.succeeded') return res.sendStatus(204);
  const pi = event.data.object;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('INSERT INTO payments (provider_payment_id, amount) VALUES ($1, $2)', [pi.id, pi.amount]);
    await client.query('UPDATE accounts SET credits = credits + $2 WHERE id = $1', [pi.metadata.account, pi.amount]);
    await client.query('COMMIT');
  } catch (err) {
    await client.query('ROLLBACK');
    if (err instanceof DatabaseError && err.code === UNIQUE_VIOLATION) return res.sendStatus(200);
    throw err;
  } finally { client.release(); }
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the session of Mongoose takes the credits back when the claim is refused',
    files: {
      'models.ts': `import { Schema, model } from 'mongoose';
export const Evt = model('Evt', new Schema({ _id: String }));
export const User = model('User', new Schema({ credits: Number }));
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import mongoose from 'mongoose';
import { Evt, User } from './models';
const p = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const session = await mongoose.startSession();
  try {
    await session.withTransaction(async () => {
      await User.updateOne({ _id: 'u' }, { $inc: { credits: 5 } }, { session });
      await Evt.create([{ _id: event.id }], { session });
    });
  } catch (e: any) { if (e.code !== 11000) throw e; } finally { await session.endSession(); }
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a transaction function of synchronous SQLite claims before it credits',
    files: {
      'schema.sql': `CREATE TABLE seen (id TEXT PRIMARY KEY);
CREATE TABLE wallets (id TEXT PRIMARY KEY, balance INTEGER NOT NULL);
`,
      'src/server.ts': `import express from 'express';
import Database from 'better-sqlite3';
import Stripe from 'stripe';
const db = new Database('x.db');
const stripe = new Stripe('x');
const app = express();
const apply = db.transaction((id: string, amount: number) => {
  const r = db.prepare('INSERT INTO seen (id) VALUES (?) ON CONFLICT DO NOTHING').run(id);
  if (r.changes === 0) return false;
  db.prepare('UPDATE wallets SET balance = balance + ? WHERE id = ?').run(amount, 'w');
  return true;
});
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  apply(event.id, 5);
  res.end('ok');
});
`,
    },
  },
  {
    name: 'silent: at the serializable level one of two readers is aborted',
    files: {
      'prisma/schema.prisma': `model Seen {
  id Int @id @default(autoincrement())
  eventId String
}
model Wallet {
  id String @id
  balance Int
}
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { PrismaClient, Prisma } from '@prisma/client';
const stripe = new Stripe('x');
const prisma = new PrismaClient();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await prisma.$transaction(async (tx) => {
    const seen = await tx.seen.findFirst({ where: { eventId: event.id } });
    if (seen) return;
    await tx.seen.create({ data: { eventId: event.id } });
    await tx.wallet.update({ where: { id: 'w' }, data: { balance: { increment: 1 } } });
  }, { isolationLevel: Prisma.TransactionIsolationLevel.Serializable });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: an advisory lock on the event lets one delivery read at a time',
    files: {
      'db/1.sql': `create table seen (id bigserial primary key, event_id text);
create table wallets (id text primary key, balance int);
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool } from 'pg';
const pool = new Pool();
const p = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const c = await pool.connect();
  try {
    await c.query('begin');
    await c.query('select pg_advisory_xact_lock(hashtext($1))', [event.id]);
    const r = await c.query('select 1 from seen where event_id = $1', [event.id]);
    if (r.rowCount) { await c.query('rollback'); return res.sendStatus(200); }
    await c.query('insert into seen (event_id) values ($1)', [event.id]);
    await c.query('update wallets set balance = balance + 5 where id = $1', ['w']);
    await c.query('commit');
  } catch (e) { await c.query('rollback'); throw e; } finally { c.release(); }
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the order is locked for update before its status is read',
    files: {
      'db/1.sql': `create table orders (id text primary key, status text not null, total int);
create table wallets (id text primary key, balance int);
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool } from 'pg';
const pool = new Pool();
const stripe = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const id = (event.data.object as any).metadata.order;
  const db = await pool.connect();
  try {
    await db.query('BEGIN');
    const { rows: [order] } = await db.query('SELECT * FROM orders WHERE id = $1 FOR UPDATE', [id]);
    if (!order || order.status === 'paid') {
      await db.query('ROLLBACK');
      res.sendStatus(200);
      return;
    }
    await db.query(\`UPDATE orders SET status = 'paid' WHERE id = $1\`, [id]);
    await db.query('UPDATE wallets SET balance = balance + $1 WHERE id = $2', [order.total, 'shop']);
    await db.query('COMMIT');
    res.sendStatus(200);
  } catch (e) {
    await db.query('ROLLBACK');
    res.sendStatus(500);
  } finally { db.release(); }
});
`,
    },
  },
  {
    name: 'silent: Sequelize loads the order under a lock in the transaction',
    files: {
      'src/models.js': `const { Sequelize, DataTypes } = require('sequelize');
const sequelize = new Sequelize('x');
const Order = sequelize.define('Order', { id: { type: DataTypes.STRING, primaryKey: true }, status: DataTypes.STRING });
const Wallet = sequelize.define('Wallet', { id: { type: DataTypes.STRING, primaryKey: true }, balance: DataTypes.INTEGER });
module.exports = { sequelize, Order, Wallet };
`,
      'src/s.js': `const express = require('express');
const Stripe = require('stripe');
const { sequelize, Order, Wallet } = require('./models');
const stripe = Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  await sequelize.transaction(async (t) => {
    const order = await Order.findByPk(event.data.object.metadata.order, { transaction: t, lock: t.LOCK.UPDATE });
    if (order.status === 'paid') return;
    order.status = 'paid';
    await order.save({ transaction: t });
    await Wallet.increment({ balance: 5 }, { where: { id: 'w' }, transaction: t });
  });
  res.sendStatus(200);
});
`,
      'package.json': '{ "name": "app" }',
    },
  },
  {
    name: 'silent: Knex reads the state of the order with forUpdate() in the transaction',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import Knex from 'knex';
const p = new Stripe('x'); const knex = Knex({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await knex.transaction(async (trx) => {
    const order = await trx('orders').where({ id: (event.data.object as any).metadata.id }).forUpdate().first();
    if (order.state !== 'open') return;
    await trx('orders').where({ id: order.id }).update({ state: 'paid' });
    await trx('accounts').where({ id: order.account }).increment('balance', order.total);
  });
  return res.sendStatus(200);
});
`,
    },
  },
];
