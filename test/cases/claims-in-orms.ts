import type { Case } from './case.ts';

export const claimsInOrms: readonly Case[] = [
  {
    name: 'silent: a repository class turns P2002 into an object that the handler asks',
    files: {
      'prisma/schema.prisma': `model ProcessedEvent {
  id String @id
  at DateTime @default(now())
}
`,
      'src/repo.ts': `import { Prisma, PrismaClient } from '@prisma/client';
export class EventRepository {
  constructor(private readonly prisma: PrismaClient) {}
  async claim(id: string): Promise<{ won: boolean }> {
    try {
      await this.prisma.processedEvent.create({ data: { id } });
      return { won: true };
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return { won: false };
      throw error;
    }
  }
}
`,
      'src/index.ts': `export * from './repo';
export { default as sendReceipt } from './mail';
`,
      'src/mail.ts': `import sg from '@sendgrid/mail';
export default async function sendReceipt(to: string) { await sg.send({ to, from: 'x', subject: 's', text: 't' }); }
`,
      'src/server.ts': `import Fastify from 'fastify';
import Stripe from 'stripe';
import { PrismaClient } from '@prisma/client';
import { EventRepository, sendReceipt } from './index';
const stripe = new Stripe('sk');
const events = new EventRepository(new PrismaClient());
const app = Fastify();
app.post('/webhooks/stripe', { config: { rawBody: true } }, async (request, reply) => {
  const event = stripe.webhooks.constructEvent((request as any).rawBody, request.headers['stripe-signature'] as string, 'wh');
  const outcome = await events.claim(event.id);
  if (!outcome.won) return reply.code(200).send();
  await sendReceipt('me');
  return reply.send({ ok: true });
});
`,
    },
  },
  {
    name: 'silent: createMany with skipDuplicates counted nothing, so a helper calls it a duplicate',
    files: {
      'prisma/schema.prisma': `model Receipt {
  id String @id @default(cuid())
  eventId String @unique
}
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import { PrismaClient } from '@prisma/client';
import { Resend } from 'resend';
const stripe = new Stripe('x');
const resend = new Resend('x');
const db = new PrismaClient();
const app = express();
async function isDuplicate(event: Stripe.Event) {
  const { count } = await db.receipt.createMany({ data: [{ eventId: event.id }], skipDuplicates: true });
  return count === 0;
}
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if (await isDuplicate(event)) return res.json({});
  switch (event.type) {
    case 'invoice.paid': case 'invoice.payment_failed': {
      await resend.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' }, { idempotencyKey: \`mail/\${event.id}\` });
      break;
    }
    default: break;
  }
  return res.json({});
});
`,
    },
  },
  {
    name: 'silent: an extended Prisma client claims, its catch answers false only for P2002',
    files: {
      'prisma/schema.prisma': `model Evt {
  id String @id
}
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { PrismaClient } from '../generated/prisma/client';
import { PrismaPg } from '@prisma/adapter-pg';
const base = new PrismaClient({ adapter: new PrismaPg({}) });
const prisma = base.$extends({ model: {} });
const stripe = new Stripe('x');
const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const fresh = await prisma.evt.create({ data: { id: event.id } }).then(() => true).catch((e: any) => { if (e.code === 'P2002') return false; throw e; });
  if (fresh) await mail.sendMail({ to: 'x' });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the payment stays undefined when its unique provider id is taken',
    files: {
      'prisma/schema.prisma': `model Payment {
  id String @id @default(uuid())
  providerId String @unique
  amount Int
}
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { PrismaClient } from '@prisma/client';
import nodemailer from 'nodemailer';
const p = new Stripe('x'); const prisma = new PrismaClient(); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if (event.type !== 'payment_intent.succeeded') return res.sendStatus(200);
  const pi = event.data.object;
  let payment;
  try {
    payment = await prisma.payment.create({ data: { providerId: pi.id, amount: pi.amount } });
  } catch (e) {
    if ((e as { code?: string }).code !== 'P2002') throw e;
    console.info('seen');
  }
  if (payment) await mail.sendMail({ to: 'x', text: payment.id });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: Drizzle returns nothing for a conflict, and the handler leaves',
    files: {
      'src/schema.ts': `import { pgTable, text } from 'drizzle-orm/pg-core';
export const deliveries = pgTable('deliveries', { id: text('id').primaryKey(), topic: text('topic') });
`,
      'src/hook.ts': `import { Hono } from 'hono';
import { drizzle } from 'drizzle-orm/node-postgres';
import { deliveries } from './schema';
import { Webhook } from 'svix';
import { Resend } from 'resend';
const db = drizzle(process.env.DB!);
const app = new Hono();
app.post('/webhooks/clerk', async (c) => {
  const id = c.req.header('svix-id')!;
  const evt = new Webhook(process.env.S!).verify(await c.req.text(), { 'svix-id': id, 'svix-timestamp': c.req.header('svix-timestamp')!, 'svix-signature': c.req.header('svix-signature')! }) as any;
  const inserted = await db.insert(deliveries).values({ id, topic: evt.type }).onConflictDoNothing().returning({ id: deliveries.id });
  if (inserted.length === 0) return c.text('seen');
  await new Resend('k').emails.send({ from: 'a', to: evt.data.email, subject: 'hello', html: '' }, { idempotencyKey: id });
  return c.body(null, 204);
});
export default app;
`,
    },
  },
  {
    name: 'silent: the unique violation is read from the cause of the Drizzle error',
    files: {
      'schema.ts': `import { pgTable, text } from 'drizzle-orm/pg-core';
export const seen = pgTable('seen', { id: text('id').primaryKey() });
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { drizzle } from 'drizzle-orm/node-postgres';
import { DrizzleQueryError } from 'drizzle-orm';
import nodemailer from 'nodemailer';
import { seen } from './schema';
const db = drizzle('x');
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  try { await db.insert(seen).values({ id: event.id }); }
  catch (e) { if (e instanceof DrizzleQueryError && (e.cause as any)?.code === '23505') return res.sendStatus(200); throw e; }
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the unique violation becomes an exception of the app that the controller answers',
    files: {
      'src/entities.ts': `import { Entity, PrimaryColumn, Column } from 'typeorm';
@Entity('processed_webhooks')
export class ProcessedWebhook { @PrimaryColumn() eventId!: string; @Column() type!: string; }
`,
      'src/dup.ts': `import { QueryFailedError } from 'typeorm';
export class DuplicateEvent extends Error { constructor(readonly id: string) { super(\`duplicate \${id}\`); this.name = 'DuplicateEvent'; } }
export const isUnique = (e: unknown) => e instanceof QueryFailedError && (e.driverError as any).code === '23505';
`,
      'src/service.ts': `import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { MailerService } from '@nestjs-modules/mailer';
import { ProcessedWebhook } from './entities';
import { DuplicateEvent, isUnique } from './dup';
@Injectable()
export class PaymentsService {
  constructor(@InjectRepository(ProcessedWebhook) private readonly seen: Repository<ProcessedWebhook>, private readonly mail: MailerService) {}
  private async register(eventId: string, type: string) {
    try { await this.seen.insert({ eventId, type }); }
    catch (e) { if (isUnique(e)) throw new DuplicateEvent(eventId); throw e; }
  }
  async process(event: any) {
    await this.register(event.id, event.type);
    await this.mail.sendMail({ to: 'x', subject: 'y' });
  }
}
`,
      'src/controller.ts': `import { Controller, Post, Headers, Req, RawBodyRequest, HttpCode } from '@nestjs/common';
import Stripe from 'stripe';
import { PaymentsService } from './service';
import { DuplicateEvent } from './dup';
const stripe = new Stripe('k');
@Controller('webhooks')
export class WebhookController {
  constructor(private readonly payments: PaymentsService) {}
  @Post('stripe')
  @HttpCode(200)
  async receive(@Req() req: RawBodyRequest<Request>, @Headers('stripe-signature') sig: string) {
    const event = stripe.webhooks.constructEvent(req.rawBody!, sig, 'wh');
    try { await this.payments.process(event); }
    catch (err) { if (err instanceof DuplicateEvent) return { duplicate: true }; throw err; }
    return { received: true };
  }
}
`,
    },
  },
  {
    name: 'silent: orIgnore() of TypeORM returned no raw row for the duplicate',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { DataSource, Entity, PrimaryColumn } from 'typeorm';
import nodemailer from 'nodemailer';
@Entity() export class Seen { @PrimaryColumn() id!: string; }
const ds = new DataSource({ type: 'postgres', entities: [Seen] });
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const r = await ds.createQueryBuilder().insert().into(Seen).values({ id: event.id }).orIgnore().returning('id').execute();
  if (r.raw.length === 0) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: findOrCreate on a unique column tells whether it created; create throws by name',
    files: {
      'a.js': `const express = require('express');
const { Sequelize, DataTypes, UniqueConstraintError } = require('sequelize');
const p = require('stripe')('x');
const mail = require('nodemailer').createTransport({});
const sequelize = new Sequelize('x');
const Seen = sequelize.define('Seen', { eventId: { type: DataTypes.STRING, unique: true, allowNull: false } });
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  const [row, created] = await Seen.findOrCreate({ where: { eventId: event.id } });
  if (!created) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
app.post('/webhooks/stripe2', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  try { await Seen.create({ eventId: event.id }); }
  catch (e) { if (e.name === 'SequelizeUniqueConstraintError') return res.sendStatus(200); throw e; }
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
      'package.json': '{ "name": "app" }',
    },
  },
];
