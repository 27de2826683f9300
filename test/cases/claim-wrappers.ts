import type { Case } from './case.ts';

export const claimWrappers: readonly Case[] = [
  {
    name: 'silent: an Express middleware claims and calls next() for the winner alone',
    files: {
      'db/1.sql': `create table inbound_events (id text primary key, source text not null);`,
      'src/middleware.ts': `import type { RequestHandler } from 'express';
import Stripe from 'stripe';
import { pool } from './pool';
const stripe = new Stripe('x');
export const verified: RequestHandler = (req, res, next) => {
  try { res.locals.event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'] as string, 'wh'); next(); }
  catch { res.status(400).end(); }
};
export const once: RequestHandler = async (_req, res, next) => {
  const r = await pool.query(\`insert into inbound_events (id, source) values ($1, 'stripe') on conflict (id) do nothing\`, [res.locals.event.id]);
  if (r.rowCount === 0) return void res.sendStatus(200);
  next();
};
`,
      'src/pool.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
      'src/server.ts': `import express from 'express';
import nodemailer from 'nodemailer';
import { verified, once } from './middleware';
const app = express();
const mail = nodemailer.createTransport({});
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), verified, once, async (_req, res) => {
  await mail.sendMail({ to: res.locals.event.data.object.email });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a Hono middleware answers the duplicate and never calls next()',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'src/app.ts': `import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import Stripe from 'stripe';
import postgres from 'postgres';
import { Resend } from 'resend';
const sql = postgres();
const stripe = new Stripe('x');
const resend = new Resend('x');
const verify = createMiddleware<{ Variables: { event: Stripe.Event } }>(async (c, next) => {
  c.set('event', await stripe.webhooks.constructEventAsync(await c.req.text(), c.req.header('stripe-signature')!, 'wh'));
  await next();
});
const once = createMiddleware<{ Variables: { event: Stripe.Event } }>(async (c, next) => {
  const rows = await sql\`insert into processed (event_id) values (\${c.get('event').id}) on conflict do nothing returning 1\`;
  if (rows.count === 0) return c.body(null, 200);
  await next();
});
const app = new Hono();
app.post('/webhooks/stripe', verify, once, async (c) => {
  await resend.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' }, { idempotencyKey: c.get('event').id });
  return c.json({});
});
export default app;
`,
    },
  },
  {
    name: 'silent: a wrapper claims and calls the function it was given afterwards',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'src/idempotent.ts': `import { db } from './db';
import { processed } from './schema';
import type { NextRequest } from 'next/server';
export function idempotent(getId: (e: any) => string, handler: (e: any) => Promise<Response>) {
  return async (event: any): Promise<Response> => {
    const inserted = await db.insert(processed).values({ eventId: getId(event) }).onConflictDoNothing({ target: processed.eventId }).returning();
    if (!inserted.length) return new Response(null, { status: 200 });
    return handler(event);
  };
}
`,
      'src/db.ts': `import { drizzle } from 'drizzle-orm/neon-http';
export const db = drizzle('x');
`,
      'src/schema.ts': `import { pgTable, text } from 'drizzle-orm/pg-core';
export const processed = pgTable('processed', { eventId: text('event_id').primaryKey() });
`,
      'app/api/webhooks/stripe/route.ts': `import Stripe from 'stripe';
import { idempotent } from '../../../../src/idempotent';
import { sendMail } from '../../../../src/mail';
const stripe = new Stripe('x');
const run = idempotent((e) => e.id, async (e) => { await sendMail(e.data.object.email); return new Response('ok'); });
export async function POST(req: Request) {
  const event = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  return run(event);
}
`,
      'src/mail.ts': `import nodemailer from 'nodemailer';
const t = nodemailer.createTransport({});
export const sendMail = async (to: string) => { await t.sendMail({ to }); };
`,
    },
  },
  {
    name: 'silent: Nest injects the store that claims, found through the provider of an abstract class',
    files: {
      'src/ports.ts': `export abstract class EventStore { abstract tryClaim(id: string): Promise<boolean>; }
export const MAIL = Symbol('MAIL');
export interface Mail { send(to: string): Promise<void>; }
`,
      'src/pg-store.ts': `import { Injectable } from '@nestjs/common';
import { PrismaService } from './prisma.service';
import { EventStore } from './ports';
@Injectable()
export class PrismaEventStore extends EventStore {
  constructor(private prisma: PrismaService) { super(); }
  async tryClaim(id: string) {
    const n = await this.prisma.$executeRaw\`INSERT INTO webhook_event (id) VALUES (\${id}) ON CONFLICT (id) DO NOTHING\`;
    return n > 0;
  }
}
`,
      'src/prisma.service.ts': `import { Injectable, OnModuleInit } from '@nestjs/common';
import { PrismaClient } from '@prisma/client';
@Injectable() export class PrismaService extends PrismaClient implements OnModuleInit { async onModuleInit() { await this.$connect(); } }
`,
      'src/mail.ts': `import { Injectable } from '@nestjs/common';
import * as nodemailer from 'nodemailer';
import type { Mail } from './ports';
@Injectable() export class SmtpMail implements Mail { private t = nodemailer.createTransport({}); async send(to: string) { await this.t.sendMail({ to }); } }
`,
      'src/module.ts': `import { Module } from '@nestjs/common';
import { WebhooksController } from './controller';
import { EventStore, MAIL } from './ports';
import { PrismaEventStore } from './pg-store';
import { PrismaService } from './prisma.service';
import { SmtpMail } from './mail';
@Module({ controllers: [WebhooksController], providers: [PrismaService, { provide: EventStore, useClass: PrismaEventStore }, { provide: MAIL, useClass: SmtpMail }] })
export class AppModule {}
`,
      'src/controller.ts': `import { Controller, Inject, Post, Req, Headers } from '@nestjs/common';
import Stripe from 'stripe';
import { EventStore, MAIL, type Mail } from './ports';
const stripe = new Stripe('x');
@Controller('stripe')
export class WebhooksController {
  constructor(private readonly store: EventStore, @Inject(MAIL) private readonly mail: Mail) {}
  @Post('webhook')
  async hook(@Req() req: any, @Headers('stripe-signature') sig: string) {
    const event = stripe.webhooks.constructEvent(req.rawBody, sig, 'wh');
    if (!(await this.store.tryClaim(event.id))) return;
    await this.mail.send('x');
  }
}
`,
      'prisma/schema.prisma': `model WebhookEvent {
  id String @id
  @@map("webhook_event")
}
`,
    },
  },
  {
    name: 'silent: the claim and the mailer come out of a container that a factory builds',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'src/container.ts': `import { Pool } from 'pg';
import nodemailer from 'nodemailer';
export function createContainer() {
  const pool = new Pool();
  const transport = nodemailer.createTransport({});
  const claims = {
    async take(id: string) {
      const { rowCount } = await pool.query({ text: 'INSERT INTO processed (event_id) VALUES ($1) ON CONFLICT DO NOTHING', values: [id] });
      return { duplicate: rowCount === 0 } as const;
    },
  };
  return { claims, mailer: { notify: (to: string) => transport.sendMail({ to }) } };
}
export type Container = ReturnType<typeof createContainer>;
`,
      'src/routes.ts': `import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import type { Container } from './container';
const stripe = new Stripe('x');
export const webhookRoutes = ({ claims, mailer }: Container) => async (fastify: FastifyInstance) => {
  fastify.post('/webhooks/stripe', async (req: any, reply) => {
    const event = stripe.webhooks.constructEvent(req.rawBody, req.headers['stripe-signature'], 'wh');
    const { duplicate } = await claims.take(event.id);
    if (duplicate) return reply.status(200).send({ status: 'duplicate' });
    await mailer.notify('x');
    return reply.status(200).send({ status: 'ok' });
  });
};
`,
      'src/main.ts': `import Fastify from 'fastify';
import { createContainer } from './container';
import { webhookRoutes } from './routes';
const app = Fastify();
app.register(webhookRoutes(createContainer()));
`,
    },
  },
  {
    name: 'silent: the map of handlers runs inside once(), which claims',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { Pool } from 'pg';
const pool = new Pool();
const stripe = new Stripe('x');
const mail = nodemailer.createTransport({});
const app = express();
const handlers: Partial<Record<Stripe.Event.Type, (e: any) => Promise<void>>> = {
  'invoice.paid': async (e) => { await mail.sendMail({ to: e.data.object.customer_email }); },
  'charge.refunded': async (e) => { await mail.sendMail({ to: 'r' }); },
};
async function once<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
  const got = await pool.query('INSERT INTO processed (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  if (got.rowCount !== 1) return undefined;
  return work();
}
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await once(event.id, async () => { await handlers[event.type]?.(event); });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: each event of the batch is claimed, and a duplicate goes on to the next',
    files: {
      'db/1.sql': `create table sg_events (sg_event_id text primary key);
create table stats (campaign text primary key, opens int not null default 0);
`,
      'src/s.ts': `import express from 'express';
import { EventWebhook } from '@sendgrid/eventwebhook';
import { Pool } from 'pg';
const pool = new Pool();
const app = express();
app.post('/webhooks/sendgrid', express.raw({ type: '*/*' }), async (req, res) => {
  const ew = new EventWebhook();
  if (!ew.verifySignature(ew.convertPublicKeyToECDSA('k'), req.body, req.get('X-Twilio-Email-Event-Webhook-Signature')!, req.get('X-Twilio-Email-Event-Webhook-Timestamp')!)) return res.sendStatus(403);
  for (const e of JSON.parse(req.body.toString())) {
    const { rowCount } = await pool.query('insert into sg_events (sg_event_id) values ($1) on conflict do nothing', [e.sg_event_id]);
    if (rowCount === 0) continue;
    await pool.query('update stats set opens = opens + 1 where campaign = $1', [e.campaign]);
  }
  return res.sendStatus(204);
});
`,
    },
  },
  {
    name: 'silent: every mail has its own claim, taken by sendOnce()',
    files: {
      'db/1.sql': `create table side_effects (key text primary key, done_at timestamptz default now());`,
      'src/once.ts': `import { sql } from './sql';
export async function sendOnce(key: string, fn: () => Promise<unknown>) {
  const [row] = await sql\`insert into side_effects (key) values (\${key}) on conflict do nothing returning key\`;
  if (!row) return;
  await fn();
}
`,
      'src/sql.ts': `import postgres from 'postgres';
export const sql = postgres();
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { sendOnce } from './once';
import nodemailer from 'nodemailer';
const stripe = new Stripe('x');
const mail = nodemailer.createTransport({});
export const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await sendOnce(\`receipt:\${event.id}\`, async () => { await mail.sendMail({ to: 'x' }); });
  await sendOnce(\`welcome:\${event.id}\`, () => mail.sendMail({ to: 'y' }));
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a lease is won, busy or done, and the payout carries a key besides',
    files: {
      'db/1.sql': `create table event_claims (event_id text primary key, state text not null, claimed_at timestamptz not null default now());`,
      'src/claims.ts': `import { pool } from './pool';
export async function claimEvent(id: string): Promise<'won' | 'busy' | 'done'> {
  const r = await pool.query(
    \`insert into event_claims (event_id, state) values ($1, 'working')
     on conflict (event_id) do update set claimed_at = now()
       where event_claims.state = 'working' and event_claims.claimed_at < now() - interval '10 minutes'
     returning event_id\`, [id]);
  if (r.rowCount === 1) return 'won';
  const { rows } = await pool.query('select state from event_claims where event_id = $1', [id]);
  return rows[0]?.state === 'done' ? 'done' : 'busy';
}
export async function completeEvent(id: string) { await pool.query(\`update event_claims set state = 'done' where event_id = $1\`, [id]); }
export async function releaseEvent(id: string) { await pool.query('delete from event_claims where event_id = $1', [id]); }
`,
      'src/pool.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { claimEvent, completeEvent, releaseEvent } from './claims';
const stripe = new Stripe('x');
export const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const claim = await claimEvent(event.id);
  if (claim === 'done') { res.sendStatus(200); return; }
  if (claim === 'busy') { res.sendStatus(503); return; }
  try {
    await stripe.payouts.create({ amount: 1, currency: 'eur' }, { idempotencyKey: \`payout-\${event.id}\` });
    await completeEvent(event.id);
  } catch (e) { await releaseEvent(event.id); throw e; }
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a package whose function is called processOnce gets the effect as a callback',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool } from 'pg';
import nodemailer from 'nodemailer';
import { processOnce } from '@acme/idempotency';
import { withIdempotency } from '@acme/webhooks';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await processOnce(pool, event.id, async () => { await mail.sendMail({ to: 'x' }); });
  return res.sendStatus(200);
});
app.post('/webhooks/stripe-b', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  return withIdempotency(event.id, async () => { await mail.sendMail({ to: 'x' }); return res.sendStatus(200); });
});
`,
    },
  },
  {
    name: 'silent: Powertools makes the function idempotent that mails',
    files: {
      'a.ts': `import { makeIdempotent, IdempotencyConfig } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const stripe = new Stripe('x'); const mail = nodemailer.createTransport({});
const persistenceStore = new DynamoDBPersistenceLayer({ tableName: 't' });
const work = makeIdempotent(async (event: Stripe.Event) => { await mail.sendMail({ to: event.id }); }, { persistenceStore, config: new IdempotencyConfig({ eventKeyJmesPath: 'id' }) });
export const handler = async (evt: any) => {
  const event = stripe.webhooks.constructEvent(evt.body!, evt.headers['Stripe-Signature']!, 'wh');
  await work(event);
  return { statusCode: 200, body: '' };
};
`,
    },
  },
];
