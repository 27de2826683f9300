import type { Case } from './case.ts';

export const claimsInSql: readonly Case[] = [
  {
    name: 'silent: the flag that lets the mail out is only set when the insert counted a row',
    files: {
      'db/001.sql': `CREATE TABLE webhook_events (event_id text PRIMARY KEY, created_at timestamptz DEFAULT now());`,
      'src/hook.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool } from 'pg';
import { mailer } from './mailer.js';
const stripe = new Stripe(process.env.SK!);
const pool = new Pool();
export const app = express();
app.post('/stripe/webhook', express.raw({ type: '*/*' }), async (req, res) => {
  const ev = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, process.env.WH!);
  const { rowCount } = await pool.query('insert into webhook_events(event_id) values ($1) on conflict do nothing', [ev.id]);
  let fresh = false;
  if (rowCount! > 0) fresh = true;
  if (fresh) {
    await mailer.sendMail({ to: 'a@b.c', text: 'hi' });
    await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'x' }, { idempotencyKey: \`t:\${ev.id}\` });
  }
  res.json({ received: true });
});
`,
      'src/mailer.ts': `import nodemailer from 'nodemailer';
export const mailer = nodemailer.createTransport({ host: 'x' });
`,
    },
  },
  {
    name: 'silent: an insert that returns no row ends the delivery before the refund',
    files: {
      'db/001.sql': `CREATE TABLE seen (id text PRIMARY KEY);`,
      'app/api/webhooks/stripe/route.ts': `import postgres from 'postgres';
import Stripe from 'stripe';
import { Resend } from 'resend';
const sql = postgres(process.env.DATABASE_URL!);
const stripe = new Stripe(process.env.SK!);
const resend = new Resend(process.env.R!);
async function firstTime(id: string): Promise<boolean> {
  const [row] = await sql\`insert into seen \${sql({ id })} on conflict (id) do nothing returning id\`;
  return row !== undefined;
}
export async function POST(request: Request) {
  const body = await request.text();
  const event = stripe.webhooks.constructEvent(body, request.headers.get('stripe-signature')!, process.env.WH!);
  if (!(await firstTime(event.id))) return new Response('dup', { status: 200 });
  await stripe.refunds.create({ charge: 'ch' }, { idempotencyKey: 'refund-' + event.id });
  await resend.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' }, { idempotencyKey: event.id });
  return new Response(null, { status: 204 });
}
`,
    },
  },
  {
    name: 'silent: INSERT IGNORE on a primary key that affected no row ends the delivery',
    files: {
      'schema.sql': `CREATE TABLE \`webhook_log\` (\`event_id\` varchar(191) NOT NULL, PRIMARY KEY (\`event_id\`)) ENGINE=InnoDB;`,
      'src/hook.ts': `import express from 'express';
import mysql, { ResultSetHeader } from 'mysql2/promise';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const db = mysql.createPool({});
const stripe = new Stripe('x');
const mail = nodemailer.createTransport({});
const app = express();
app.post('/api/stripe-webhook', express.raw({ type: 'application/json' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'] as string, 'wh');
  const [r] = await db.execute<ResultSetHeader>('INSERT IGNORE INTO webhook_log (event_id) VALUES (?)', [event.id]);
  if (r.affectedRows !== 1) { res.sendStatus(200); return; }
  await mail.sendMail({ to: 'q' });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a helper knows the duplicate entry of MySQL, and the mail waits for the flag it sets',
    files: {
      'schema.sql': `CREATE TABLE webhook_log (event_id varchar(191) NOT NULL, UNIQUE KEY uq (event_id));`,
      'src/errors.ts': `export function isDuplicate(err: unknown): err is { code: string } {
  return typeof err === 'object' && err !== null && 'code' in err && (err as { code?: string }).code === 'ER_DUP_ENTRY';
}
`,
      'src/hook.ts': `import express from 'express';
import mysql from 'mysql2/promise';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { isDuplicate } from './errors';
const db = mysql.createPool({});
const stripe = new Stripe('x');
const mail = nodemailer.createTransport({});
const app = express();
app.post('/api/stripe-webhook', express.raw({ type: 'application/json' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'] as string, 'wh');
  let duplicate = false;
  try { await db.query('INSERT INTO webhook_log SET ?', { event_id: event.id }); }
  catch (err) { if (!isDuplicate(err)) throw err; duplicate = true; }
  if (!duplicate) { await mail.sendMail({ to: 'q' }); }
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the rows of an ignored conflict become a Result of the app, and a switch over it ends the duplicate',
    files: {
      'migrations/20240101_x.ts': `export async function up(knex) { await knex.schema.createTable('hook_log', (t) => { t.string('event_id').notNullable().unique(); t.timestamps(); }); }
export async function down(knex) { await knex.schema.dropTable('hook_log'); }
`,
      'src/result.ts': `export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };
export const Ok = <T>(value: T) => ({ ok: true as const, value });
export const Err = <E>(error: E) => ({ ok: false as const, error });
`,
      'src/claim.ts': `import { knex } from './knex';
import { Ok, Err, type Result } from './result';
export async function claimDelivery(eventId: string): Promise<Result<string, 'duplicate'>> {
  const rows = await knex('hook_log').insert({ event_id: eventId }).onConflict('event_id').ignore().returning('event_id');
  return rows.length ? Ok(eventId) : Err('duplicate');
}
`,
      'src/knex.ts': `import Knex from 'knex';
export const knex = Knex({ client: 'pg' });
`,
      'src/router.ts': `import { Router, raw } from 'express';
import { createHmac, timingSafeEqual } from 'node:crypto';
import twilio from 'twilio';
import { claimDelivery } from './claim';
const router = Router();
const client = twilio('a', 'b');
router.post('/webhooks/github', raw({ type: () => true }), async (req, res, next) => {
  try {
    const mac = 'sha256=' + createHmac('sha256', process.env.GH!).update(req.body).digest('hex');
    if (!timingSafeEqual(Buffer.from(mac), Buffer.from(String(req.get('x-hub-signature-256'))))) { res.status(401).end(); return; }
    const result = await claimDelivery(req.get('x-github-delivery')!);
    switch (true) {
      case !result.ok:
        res.status(202).end();
        return;
      default:
        await client.messages.create({ to: '+1', from: '+2', body: 'pushed' });
    }
    res.status(200).end();
  } catch (e) { next(e); }
});
export default router;
`,
    },
  },
  {
    name: 'silent: Kysely counts no inserted row for the duplicate, in a handler that a factory makes',
    files: {
      'db/1.sql': `create table event_receipts (provider text not null, event_id text not null, primary key (provider, event_id));`,
      'src/webhook.ts': `import { Kysely } from 'kysely';
import Stripe from 'stripe';
import { WebClient } from '@slack/web-api';
const stripe = new Stripe('x');
const slack = new WebClient('x');
export function makeHandler(db: Kysely<any>) {
  return async function handle(req: Request): Promise<Response> {
    const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature')!, 'wh');
    const result = await db.insertInto('event_receipts').values({ provider: 'stripe', event_id: event.id }).onConflict((oc) => oc.columns(['provider', 'event_id']).doNothing()).executeTakeFirst();
    if (result.numInsertedOrUpdatedRows === 0n) return new Response('ok');
    if (event.type === 'invoice.paid') {
      await slack.chat.postMessage({ channel: 'c', text: 'paid' });
    }
    return new Response('ok');
  };
}
`,
      'src/db.ts': `import { Kysely, PostgresDialect } from 'kysely';
export const db = new Kysely<any>({ dialect: new PostgresDialect({} as any) });
`,
      'src/worker.ts': `import { db } from './db';
import { makeHandler } from './webhook';
const stripeWebhook = makeHandler(db);
export default { async fetch(req: Request) { const url = new URL(req.url); if (url.pathname === '/webhooks/stripe') return stripeWebhook(req); return new Response('nf', { status: 404 }); } };
`,
    },
  },
  {
    name: 'silent: the callback of the insert leaves on the unique violation before it mails',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'src/s.js': `const express = require('express');
const stripe = require('stripe')('x');
const mysql = require('mysql');
const mail = require('nodemailer').createTransport({});
const { Pool } = require('pg');
const pool = new Pool();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  pool.query('INSERT INTO processed (event_id) VALUES ($1)', [event.id], (err) => {
    if (err && err.code === '23505') return res.sendStatus(200);
    if (err) return res.sendStatus(500);
    mail.sendMail({ to: 'x' }, () => res.sendStatus(200));
  });
});
`,
      'package.json': '{ "name": "app" }',
    },
  },
  {
    name: 'silent: the promise chain goes on to the mail only for a row that was inserted',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'src/s.js': `const express = require('express');
const stripe = require('stripe')('x');
const { Pool } = require('pg');
const mail = require('nodemailer').createTransport({});
const pool = new Pool();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), (req, res, next) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  pool.query('INSERT INTO processed (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id])
    .then((r) => { if (r.rowCount === 0) return null; return mail.sendMail({ to: 'x' }); })
    .then(() => res.sendStatus(200))
    .catch(next);
});
`,
      'package.json': '{ "name": "app" }',
    },
  },
  {
    name: 'silent: any rejected insert jumps over the mail into the catch clause',
    files: {
      'db/1.sql': `create table seen (id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool } from 'pg';
import nodemailer from 'nodemailer';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  try {
    await pool.query('insert into seen (id) values ($1)', [event.id]);
    await mail.sendMail({ to: 'x' });
    return res.sendStatus(200);
  } catch (e: any) {
    return res.sendStatus(e.constraint === 'seen_pkey' ? 200 : 500);
  }
});
`,
    },
  },
  {
    name: 'silent: one statement claims the event and credits the wallet only if the claim was won',
    files: {
      'db/1.sql': `create table webhook_events (id text primary key);
create table wallets (id text primary key, balance int not null);
`,
      'src/hook.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool } from 'pg';
const stripe = new Stripe('x');
const pool = new Pool();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await pool.query(\`
    WITH claim AS (INSERT INTO webhook_events (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id)
    UPDATE wallets SET balance = balance + $2 WHERE id = $3 AND EXISTS (SELECT 1 FROM claim)\`, [event.id, 5, 'w']);
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the stored function claims and credits, and its false ends the delivery',
    files: {
      'supabase/migrations/1.sql': `create table stripe_events (id text primary key);
create table wallets (id text primary key, balance int);
create or replace function apply_event(p_id text, p_amount int) returns boolean language plpgsql as $$
begin
  insert into stripe_events (id) values (p_id) on conflict do nothing;
  if not found then return false; end if;
  update wallets set balance = balance + p_amount where id = 'w';
  return true;
end $$;
`,
      'app/api/webhooks/stripe/route.ts': `import Stripe from 'stripe';
import { createClient } from '@supabase/supabase-js';
import { Resend } from 'resend';
const p = new Stripe('x'); const sb = createClient('a', 'b'); const resend = new Resend('x');
export async function POST(req: Request) {
  const event = p.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  const { data: applied, error } = await sb.rpc('apply_event', { p_id: event.id, p_amount: 5 });
  if (error) return new Response(null, { status: 500 });
  if (!applied) return Response.json({ duplicate: true });
  await resend.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' }, { idempotencyKey: event.id });
  return Response.json({});
}
`,
    },
  },
];
