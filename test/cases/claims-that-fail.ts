import type { Case } from './case.ts';

export const claimsThatFail: readonly Case[] = [
  {
    name: 'reported: a count is the only guard, since the index on the event is not unique',
    files: {
      'prisma/schema.prisma': `model Evt {
  id Int @id @default(autoincrement())
  eventId String
  @@index([eventId])
}
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { PrismaClient } from '@prisma/client';
const p = new Stripe('x'); const mail = nodemailer.createTransport({}); const prisma = new PrismaClient();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const n = await prisma.evt.count({ where: { eventId: event.id } });
  if (n > 0) return res.sendStatus(200);
  await prisma.evt.create({ data: { eventId: event.id } });
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:9 no-check-then-act', 'a.ts:12 no-effect-before-claim'],
  },
  {
    name: 'reported: the insert ignores conflicts and nobody asks what came of it',
    files: {
      'db/1.sql': `create table processed_events (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import postgres from 'postgres';
const p = new Stripe('x'); const mail = nodemailer.createTransport({}); const sql = postgres();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await sql\`insert into processed_events (event_id) values (\${event.id}) on conflict do nothing\`;
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:10 no-effect-before-claim'],
  },
  {
    name: 'reported: the conflict is caught, logged and forgotten',
    files: {
      'db/1.sql': `create table processed_events (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { Pool } from 'pg';
const p = new Stripe('x'); const mail = nodemailer.createTransport({}); const pool = new Pool();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  try { await pool.query('insert into processed_events (event_id) values ($1)', [event.id]); } catch (e) { console.warn('already there', e); }
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:10 no-effect-before-claim'],
  },
  {
    name: 'reported: the branch of the duplicate logs and goes on',
    files: {
      'db/1.sql': `create table processed_events (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { Pool } from 'pg';
const p = new Stripe('x'); const mail = nodemailer.createTransport({}); const pool = new Pool();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const { rowCount } = await pool.query('insert into processed_events (event_id) values ($1) on conflict do nothing', [event.id]);
  if (rowCount === 0) { console.log('duplicate'); }
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:11 no-effect-before-claim'],
  },
  {
    name: 'reported: the promise of the claim is tested, not its answer',
    files: {
      'db/1.sql': `create table processed_events (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { Pool } from 'pg';
const p = new Stripe('x'); const mail = nodemailer.createTransport({}); const pool = new Pool();
const app = express();
async function claim(id: string) { const r = await pool.query('insert into processed_events (event_id) values ($1) on conflict do nothing', [id]); return r.rowCount === 1; }
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const ok = claim(event.id);
  if (!ok) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:12 no-effect-before-claim'],
  },
  {
    name: 'reported: INSERT IGNORE ignores nothing where the column has a plain index',
    files: {
      'schema.sql': `create table webhook_log (id int auto_increment primary key, event_id varchar(99) not null, key k (event_id));`,
      'a.ts': `import express from 'express';
import mysql from 'mysql2/promise';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const db = mysql.createPool({}); const stripe = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'] as string, 'wh');
  const [r] = await db.execute('INSERT IGNORE INTO webhook_log (event_id) VALUES (?)', [event.id]);
  if ((r as any).affectedRows !== 1) { res.sendStatus(200); return; }
  await mail.sendMail({ to: 'q' });
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:11 no-effect-before-claim'],
  },
  {
    name: 'reported: Supabase reads, then credits, sets a status and records the event last',
    files: {
      'a.ts': `import Stripe from 'stripe';
import { createClient } from '@supabase/supabase-js';
const stripe = new Stripe('x'); const sb = createClient('a', 'b');
export default { async fetch(req: Request, env: any) {
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  const { data: seen } = await sb.from('events').select('id').eq('id', event.id).maybeSingle();
  if (seen) return new Response('ok');
  const { data: u } = await sb.from('profiles').select('credits').eq('id', 'u').single();
  await sb.from('profiles').update({ credits: u!.credits + 10 }).eq('id', 'u');
  await sb.from('subscriptions').update({ status: (event.data.object as any).status }).eq('id', 's');
  await sb.from('events').insert({ id: event.id });
  return new Response('ok');
} };
`,
    },
    reports: ['a.ts:6 no-check-then-act', 'a.ts:9 no-effect-before-claim', 'a.ts:10 require-guarded-transition'],
  },
  {
    name: 'reported: GET and a later SET leave room for a second delivery',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import Redis from 'ioredis';
import nodemailer from 'nodemailer';
const stripe = new Stripe('x'); const redis = new Redis(); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'] as string, 'wh');
  if (await redis.get(\`e:\${event.id}\`)) return res.sendStatus(200);
  await mail.sendMail({ to: 'q' });
  await redis.set(\`e:\${event.id}\`, '1', 'EX', 86400);
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:9 no-check-then-act', 'a.ts:10 no-effect-before-claim'],
  },
  {
    name: 'reported: the read of a helper is the only guard',
    files: {
      'db/1.sql': `create table processed_events (id bigserial primary key, event_id text not null);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { Pool } from 'pg';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
async function has(id: string) { const r = await pool.query('select 1 from processed_events where event_id = $1', [id]); return r.rowCount !== 0; }
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if (!(await has(event.id))) {
    await mail.sendMail({ to: 'x' });
    await pool.query('insert into processed_events (event_id) values ($1)', [event.id]);
  }
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:8 no-check-then-act', 'a.ts:12 no-effect-before-claim'],
  },
  {
    name: 'reported: a synchronous read is the only guard, since the column is not unique',
    files: {
      'schema.sql': `CREATE TABLE seen (id INTEGER PRIMARY KEY, event_id TEXT);`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import Database from 'better-sqlite3';
import nodemailer from 'nodemailer';
const p = new Stripe('x'); const mail = nodemailer.createTransport({}); const db = new Database('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const row = db.prepare('select 1 from seen where event_id = ?').get(event.id);
  if (row) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  db.prepare('insert into seen (event_id) values (?)').run(event.id);
  return res.sendStatus(200);
});
`,
    },
    reports: ['src/s.ts:9 no-check-then-act', 'src/s.ts:11 no-effect-before-claim'],
  },
  {
    name: 'reported: a payment fetched anew does not keep the mail from going out twice',
    files: {
      'db/1.sql': `create table orders (id text primary key, status text not null, payment_id text unique);`,
      'src/s.ts': `import express from 'express';
import { createMollieClient } from '@mollie/api-client';
import { Pool } from 'pg';
import nodemailer from 'nodemailer';
const tw = nodemailer.createTransport();
const pool = new Pool();
const mollie = createMollieClient({ apiKey: 'x' });
const app = express();
app.post('/webhooks/mollie', express.urlencoded({ extended: false }), async (req, res) => {
  const payment = await mollie.payments.get(req.body.id);
  await pool.query('update orders set status = $2 where payment_id = $1', [payment.id, payment.status]);
  await tw.sendMail({ to: 'a', from: 'b', body: 'c' });
  res.send('ok');
});
`,
    },
    reports: ['src/s.ts:12 no-effect-before-claim'],
  },
];
