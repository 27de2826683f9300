import type { Case } from './case.ts';

export const claimsInSqlite: readonly Case[] = [
  {
    name: 'silent: a statement prepared in another module tells by its changes whether the event is new',
    files: {
      'src/db.ts': `import Database from 'better-sqlite3';
export const db = new Database('x.db');
db.exec('CREATE TABLE IF NOT EXISTS seen_events (id TEXT PRIMARY KEY)');
const insert = db.prepare('INSERT OR IGNORE INTO seen_events (id) VALUES (?)');
export function seenBefore(id: string): boolean { return insert.run(id).changes === 0; }
`,
      'src/server.ts': `import { createServer } from 'node:http';
import Stripe from 'stripe';
import twilio from 'twilio';
import { seenBefore } from './db.js';
const stripe = new Stripe('x');
const tw = twilio();
createServer(async (req, res) => {
  if (req.url !== '/webhooks/stripe') { res.statusCode = 404; res.end(); return; }
  const chunks: Buffer[] = [];
  for await (const c of req) chunks.push(c);
  const event = stripe.webhooks.constructEvent(Buffer.concat(chunks), req.headers['stripe-signature']!, 'wh');
  if (!seenBefore(event.id)) {
    await tw.messages.create({ to: 'a', from: 'b', body: 'c' });
  }
  res.end('ok');
}).listen(3000);
`,
    },
  },
  {
    name: 'silent: synchronous SQLite mails only when INSERT OR IGNORE changed a row',
    files: {
      'schema.sql': `CREATE TABLE seen_events (id TEXT PRIMARY KEY);`,
      'src/server.ts': `import express from 'express';
import Database from 'better-sqlite3';
import Stripe from 'stripe';
import twilio from 'twilio';
const db = new Database('x.db');
const stripe = new Stripe('x');
const tw = twilio();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const info = db.prepare('INSERT OR IGNORE INTO seen_events (id) VALUES (?)').run(event.id);
  if (info.changes) await tw.messages.create({ to: 'a', from: 'b', body: 'c' });
  res.end('ok');
});
`,
    },
  },
  {
    name: 'silent: a helper around a prepared statement says "seen before" and is negated',
    files: {
      'schema.sql': `CREATE TABLE seen_events (id TEXT PRIMARY KEY);`,
      'src/server.ts': `import express from 'express';
import Database from 'better-sqlite3';
import Stripe from 'stripe';
import twilio from 'twilio';
const db = new Database('x.db');
const insert = db.prepare('INSERT OR IGNORE INTO seen_events (id) VALUES (?)');
function seenBefore(id: string): boolean { return insert.run(id).changes === 0; }
const stripe = new Stripe('x');
const tw = twilio();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if (!seenBefore(event.id)) {
    await tw.messages.create({ to: 'a', from: 'b', body: 'c' });
  }
  res.end('ok');
});
`,
    },
  },
  {
    name: 'silent: a bare node:http server claims through synchronous SQLite',
    files: {
      'schema.sql': `CREATE TABLE seen_events (id TEXT PRIMARY KEY);`,
      'src/server.ts': `import { createServer } from 'node:http';
import Database from 'better-sqlite3';
import Stripe from 'stripe';
import twilio from 'twilio';
const db = new Database('x.db');
const stripe = new Stripe('x');
const tw = twilio();
createServer(async (req, res) => {
  if (req.url !== '/webhooks/stripe') { res.statusCode = 404; res.end(); return; }
  const chunks: Buffer[] = [];
  for await (const c of req) chunks.push(c);
  const event = stripe.webhooks.constructEvent(Buffer.concat(chunks), req.headers['stripe-signature']!, 'wh');
  const info = db.prepare('INSERT OR IGNORE INTO seen_events (id) VALUES (?)').run(event.id);
  if (info.changes === 0) { res.end('dup'); return; }
  await tw.messages.create({ to: 'a', from: 'b', body: 'c' });
  res.end('ok');
}).listen(3000);
`,
    },
  },
  {
    name: 'silent: the constraint code that synchronous SQLite throws ends the delivery',
    files: {
      'schema.sql': `CREATE TABLE seen_events (id TEXT PRIMARY KEY);`,
      'src/server.ts': `import express from 'express';
import Database from 'better-sqlite3';
import Stripe from 'stripe';
import twilio from 'twilio';
const db = new Database('x.db');
const stripe = new Stripe('x');
const tw = twilio();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  try { db.prepare('INSERT INTO seen_events (id) VALUES (?)').run(event.id); }
  catch (e) { if (e.code === 'SQLITE_CONSTRAINT_PRIMARYKEY') { res.end(); return; } throw e; }
  await tw.messages.create({ to: 'a', from: 'b', body: 'c' });
  res.end('ok');
});
`,
    },
  },
  {
    name: 'silent: ON CONFLICT DO NOTHING in synchronous SQLite with no change ends the delivery',
    files: {
      'schema.sql': `CREATE TABLE seen_events (id TEXT PRIMARY KEY);`,
      'src/server.ts': `import express from 'express';
import Database from 'better-sqlite3';
import Stripe from 'stripe';
import twilio from 'twilio';
const db = new Database('x.db');
const stripe = new Stripe('x');
const tw = twilio();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const info = db.prepare('INSERT INTO seen_events (id) VALUES (?) ON CONFLICT (id) DO NOTHING').run(event.id);
  if (info.changes === 0) { res.end(); return; }
  await tw.messages.create({ to: 'a', from: 'b', body: 'c' });
  res.end('ok');
});
`,
    },
  },
  {
    name: 'silent: INSERT OR IGNORE guards the mail in the same way as a text message',
    files: {
      'schema.sql': `CREATE TABLE seen_events (id TEXT PRIMARY KEY);`,
      'src/server.ts': `import express from 'express';
import Database from 'better-sqlite3';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const db = new Database('x.db');
const stripe = new Stripe('x');
const tw = nodemailer.createTransport();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const info = db.prepare('INSERT OR IGNORE INTO seen_events (id) VALUES (?)').run(event.id);
  if (info.changes === 0) { res.end(); return; }
  await tw.sendMail({ to: 'a', from: 'b', body: 'c' });
  res.end('ok');
});
`,
    },
  },
  {
    name: 'silent: the SQLite database comes out of require() called in place',
    files: {
      'schema.sql': `CREATE TABLE seen_events (id TEXT PRIMARY KEY);`,
      'src/server.cjs': `const express = require('express');
const db = require('better-sqlite3')('x.db');
const stripe = require('stripe')('x');
const tw = require('nodemailer').createTransport();
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  const info = db.prepare('INSERT OR IGNORE INTO seen_events (id) VALUES (?)').run(event.id);
  if (info.changes === 0) { res.end(); return; }
  await tw.sendMail({ to: 'a', from: 'b', body: 'c' });
  res.end('ok');
});
`,
    },
  },
  {
    name: 'silent: D1 reports no change for the duplicate, and the mail goes to waitUntil after it',
    files: {
      'schema.sql': `CREATE TABLE events (id TEXT PRIMARY KEY);`,
      'src/index.ts': `import Stripe from 'stripe';
import { Resend } from 'resend';
interface Env { DB: D1Database; KEY: string }
export default { async fetch(req: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const stripe = new Stripe(env.KEY);
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  const { meta } = await env.DB.prepare('INSERT OR IGNORE INTO events (id) VALUES (?1)').bind(event.id).run();
  if (meta.changes === 0) return new Response('dup');
  ctx.waitUntil(new Resend('x').emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' }, { idempotencyKey: event.id }));
  return new Response('ok');
} } satisfies ExportedHandler<Env>;
`,
    },
  },
];
