import type { Case } from './case.ts';

export const requestsOfPeople: readonly Case[] = [
  {
    name: 'silent: a guarded controller manages endpoints of webhooks and receives none',
    files: {
      'src/webhooks.controller.ts': `import { Controller, Post, Get, Delete, Patch, Body, Param, UseGuards } from '@nestjs/common';
import { PrismaService } from './prisma';
import { AuthGuard } from './auth';
@Controller('webhooks')
@UseGuards(AuthGuard)
export class WebhooksController {
  constructor(private readonly prisma: PrismaService) {}
  @Post() create(@Body() dto: { url: string; events: string[]; secret: string }) { return this.prisma.webhookEndpoint.create({ data: { ...dto, status: 'active' } }); }
  @Get() list() { return this.prisma.webhookEndpoint.findMany(); }
  @Patch(':id') update(@Param('id') id: string, @Body() dto: any) { return this.prisma.webhookEndpoint.update({ where: { id }, data: { status: dto.status, events: dto.events } }); }
  @Post(':id/test') async test(@Param('id') id: string) {
    const hook = await this.prisma.webhookEndpoint.findUnique({ where: { id } });
    await fetch(hook!.url, { method: 'POST', body: JSON.stringify({ type: 'ping' }) });
  }
  @Delete(':id') remove(@Param('id') id: string) { return this.prisma.webhookEndpoint.delete({ where: { id } }); }
}
`,
      'src/prisma.ts': `import { PrismaClient } from '@prisma/client';
export class PrismaService extends PrismaClient {}
`,
      'src/auth.ts': `export class AuthGuard { canActivate() { return true; } }`,
    },
  },
  {
    name: 'silent: signed-in users add and change their webhooks',
    files: {
      'src/routes/webhooks.ts': `import { Router } from 'express';
import { pool } from '../db';
import { requireUser } from '../auth';
import { sendMail } from '../mail';
const router = Router();
router.post('/webhooks', requireUser, async (req, res) => {
  const existing = await pool.query('select id from webhooks where url = $1', [req.body.url]);
  if (existing.rowCount) return res.status(409).json({ error: 'exists' });
  const { rows } = await pool.query('insert into webhooks (url, events, status) values ($1, $2, $3) returning *', [req.body.url, req.body.events, 'active']);
  await sendMail(req.user.email, 'A webhook was added');
  return res.status(201).json(rows[0]);
});
router.put('/webhooks/:id', requireUser, async (req, res) => {
  await pool.query('update webhooks set status = $1, event_types = $3 where id = $2', [req.body.status, req.params.id, req.body.event_types]);
  res.sendStatus(204);
});
export default router;
`,
      'src/db.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
      'src/auth.ts': `export function requireUser(req: any, res: any, next: any) { if (!req.session?.user) return res.sendStatus(401); req.user = req.session.user; next(); }`,
      'src/mail.ts': `import nodemailer from 'nodemailer';
export const sendMail = (to: string, subject: string) => nodemailer.createTransport({}).sendMail({ to, subject });
`,
    },
  },
  {
    name: 'silent: a buyer starts a checkout',
    files: {
      'app/api/checkout/route.ts': `import Stripe from 'stripe';
import { prisma } from '@/lib/prisma';
const stripe = new Stripe('x');
export async function POST(req: Request) {
  const { items } = await req.json();
  const order = await prisma.order.create({ data: { status: 'pending', total: 1 } });
  const session = await stripe.checkout.sessions.create({ mode: 'payment', line_items: items, success_url: 'https://x/success', metadata: { order: order.id } });
  await prisma.order.update({ where: { id: order.id }, data: { sessionId: session.id, status: 'awaiting' } });
  await stripe.paymentIntents.create({ amount: 1, currency: 'usd' });
  return Response.json({ url: session.url });
}
`,
      'lib/prisma.ts': `import { PrismaClient } from '@prisma/client';
export const prisma = new PrismaClient();
`,
      'tsconfig.json': `{"compilerOptions":{"paths":{"@/*":["./*"]}}}`,
    },
  },
  {
    name: 'silent: the buyer comes back from PayPal in a browser',
    files: {
      'src/paypal.ts': `import express from 'express';
import { Client, OrdersController } from '@paypal/paypal-server-sdk';
import { pool } from './db';
import { sendMail } from './mail';
const app = express();
const orders = new OrdersController(new Client({}));
app.get('/paypal/return', async (req, res) => {
  const { result } = await orders.captureOrder({ id: String(req.query.token) });
  await pool.query('update orders set status = $1 where paypal_id = $2', [result.status, result.id]);
  await sendMail('x');
  res.redirect('/thanks');
});
app.post('/api/orders/:orderID/capture', async (req, res) => {
  const { result } = await orders.captureOrder({ id: req.params.orderID });
  await pool.query('update orders set status = $1 where paypal_id = $2', ['paid', result.id]);
  res.json(result);
});
`,
      'src/db.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
      'src/mail.ts': `import nodemailer from 'nodemailer';
export const sendMail = (to: string) => nodemailer.createTransport({}).sendMail({ to });
`,
    },
  },
  {
    name: 'silent: a callback of OAuth is a browser redirect',
    files: {
      'app/api/auth/callback/stripe/route.ts': `import Stripe from 'stripe';
import { prisma } from '../../../../../lib/prisma';
import { Resend } from 'resend';
const stripe = new Stripe('x');
export async function GET(req: Request) {
  const code = new URL(req.url).searchParams.get('code')!;
  const token = await stripe.oauth.token({ grant_type: 'authorization_code', code });
  await prisma.account.update({ where: { id: 'a' }, data: { stripeAccount: token.stripe_user_id, status: 'connected' } });
  await new Resend('x').emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' });
  return Response.redirect('https://x');
}
`,
      'lib/prisma.ts': `import { PrismaClient } from '@prisma/client';
export const prisma = new PrismaClient();
`,
    },
  },
  {
    name: 'silent: the installation of a Slack app is a browser redirect',
    files: {
      'src/slack.ts': `import express from 'express';
import { WebClient } from '@slack/web-api';
import { pool } from './db';
const app = express();
app.get('/slack/oauth/callback', async (req, res) => {
  const r = await new WebClient().oauth.v2.access({ client_id: 'a', client_secret: 'b', code: String(req.query.code) });
  await pool.query('insert into installs (team, token, status) values ($1, $2, $3)', [r.team!.id, r.access_token, 'active']);
  await new WebClient(r.access_token).chat.postMessage({ channel: 'x', text: 'Installed' });
  res.send('ok');
});
`,
      'src/db.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
    },
  },
  {
    name: 'silent: the signature checked is that of a token the app mailed',
    files: {
      'src/auth.ts': `import { Router } from 'express';
import { createHmac } from 'crypto';
import nodemailer from 'nodemailer';
import { pool } from './db';
const t = nodemailer.createTransport({});
export const auth = Router();
auth.post('/login', async (req, res) => {
  const user = await pool.query('select id, status from users where email = $1', [req.body.email]);
  if (user.rowCount === 0) { await pool.query('insert into users (email, status) values ($1, $2)', [req.body.email, 'new']); }
  const token = createHmac('sha256', process.env.SECRET!).update(req.body.email).digest('hex');
  await t.sendMail({ to: req.body.email, text: token });
  res.sendStatus(204);
});
auth.post('/verify', async (req, res) => {
  const expected = createHmac('sha256', process.env.SECRET!).update(req.body.email).digest('hex');
  if (expected !== req.body.token) return res.sendStatus(401);
  await pool.query(\`update users set status = 'active' where email = $1\`, [req.body.email]);
  await t.sendMail({ to: req.body.email, text: 'welcome' });
  return res.json({ ok: true });
});
`,
      'src/db.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
    },
  },
  {
    name: 'silent: an administrator refunds by hand',
    files: {
      'app/api/admin/refunds/route.ts': `import Stripe from 'stripe';
import { prisma } from '../../../../lib/prisma';
import { requireAdmin } from '../../../../lib/auth';
const stripe = new Stripe('x');
export async function POST(req: Request) {
  await requireAdmin(req);
  const { orderId } = await req.json();
  const order = await prisma.order.findUniqueOrThrow({ where: { id: orderId } });
  await stripe.refunds.create({ payment_intent: order.pi });
  await prisma.order.update({ where: { id: orderId }, data: { status: 'refunded' } });
  return Response.json({ ok: true });
}
`,
      'lib/prisma.ts': `import { PrismaClient } from '@prisma/client';
export const prisma = new PrismaClient();
`,
      'lib/auth.ts': `export async function requireAdmin(req: Request) { if (req.headers.get('x-admin') !== '1') throw new Error('no'); }`,
    },
  },
  {
    name: 'silent: an administrator has a stored event delivered anew',
    files: {
      'app/api/admin/webhooks/replay/route.ts': `import { prisma } from '../../../../../lib/prisma';
import { getServerSession } from 'next-auth';
export async function POST(req: Request) {
  const session = await getServerSession();
  if (!session) return new Response(null, { status: 401 });
  const { eventId } = await req.json();
  const event = await prisma.webhookEvent.findUnique({ where: { id: eventId } });
  await prisma.webhookEvent.update({ where: { id: eventId }, data: { status: 'pending' } });
  await fetch(process.env.SELF + '/api/webhooks/stripe', { method: 'POST', body: JSON.stringify(event!.payload) });
  return Response.json({});
}
`,
      'lib/prisma.ts': `import { PrismaClient } from '@prisma/client';
export const prisma = new PrismaClient();
`,
    },
  },
  {
    name: 'silent: a resolver and a newsletter form are called by people',
    files: {
      'src/server.ts': `import express from 'express';
import { ApolloServer } from '@apollo/server';
import { pool } from './db';
import nodemailer from 'nodemailer';
const hits = new Map<string, number>();
const app = express();
app.use((req, res, next) => { const n = (hits.get(req.ip!) ?? 0) + 1; hits.set(req.ip!, n); if (n > 100) return res.sendStatus(429); next(); });
const resolvers = { Mutation: { async pay(_: unknown, { id }: { id: string }) { await pool.query(\`update orders set status = 'paid' where id = $1\`, [id]); await nodemailer.createTransport({}).sendMail({ to: 'x' }); } } };
app.post('/newsletter/subscribe', async (req, res) => { await nodemailer.createTransport({}).sendMail({ to: req.body.email }); res.sendStatus(200); });
`,
      'src/db.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
    },
  },
  {
    name: "silent: a server action and a procedure are called by the app's own pages",
    files: {
      'app/actions.ts': `'use server';
import Stripe from 'stripe';
import { prisma } from '../lib/prisma';
const stripe = new Stripe('x');
export async function cancelPlan(formData: FormData) {
  const sub = await prisma.subscription.findFirst({ where: { userId: 'u' } });
  if (sub?.status === 'canceled') return;
  await stripe.refunds.create({ payment_intent: sub!.pi });
  await prisma.subscription.update({ where: { id: sub!.id }, data: { status: 'canceled' } });
}
`,
      'lib/prisma.ts': `import { PrismaClient } from '@prisma/client';
export const prisma = new PrismaClient();
`,
      'server/router.ts': `import { initTRPC } from '@trpc/server';
import { Resend } from 'resend';
const t = initTRPC.create();
export const router = t.router({ webhooks: t.router({ create: t.procedure.mutation(async () => { await new Resend('x').emails.send({ from: 'a', to: 'b', subject: 's', text: 't' }); }) }) });
`,
    },
  },
  {
    name: "silent: the buyer's browser brings the signature of the payment",
    files: {
      'src/payments.ts': `import express from 'express';
import Stripe from 'stripe';
import Razorpay from 'razorpay';
import crypto from 'crypto';
import { pool } from './db';
import { sendMail } from './mail';
const app = express();
app.post('/api/payment/verify', async (req, res) => {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = req.body;
  const sign = crypto.createHmac('sha256', 's').update(razorpay_order_id + '|' + razorpay_payment_id).digest('hex');
  if (sign !== razorpay_signature) return res.status(400).json({ message: 'bad' });
  await pool.query(\`update orders set status = 'paid' where rz = $1\`, [razorpay_order_id]);
  await sendMail('x');
  return res.json({ ok: true });
});
`,
      'src/db.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
      'src/mail.ts': `import nodemailer from 'nodemailer';
export const sendMail = (to: string) => nodemailer.createTransport({}).sendMail({ to });
`,
    },
  },
  {
    name: 'silent: a settings page saves the address of a webhook',
    files: {
      'app/routes/settings.webhooks.tsx': `import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { prisma } from '../db.server';
import { requireUserId } from '../session.server';
export async function action({ request }: ActionFunctionArgs) {
  const userId = await requireUserId(request);
  const form = await request.formData();
  await prisma.webhook.create({ data: { userId, url: String(form.get('url')), event: String(form.get('event')), status: 'active' } });
  await prisma.user.update({ where: { id: userId }, data: { webhookCount: { increment: 1 } } });
  return redirect('/settings/webhooks');
}
`,
      'app/db.server.ts': `import { PrismaClient } from '@prisma/client';
export const prisma = new PrismaClient();
`,
      'app/session.server.ts': `export async function requireUserId(r: Request) { return 'u'; }`,
    },
  },
  {
    name: 'silent: users with a token ask for mails and shipments',
    files: {
      'src/notify.ts': `import { Hono } from 'hono';
import { jwt } from 'hono/jwt';
import { Resend } from 'resend';
const app = new Hono();
app.use('*', jwt({ secret: 'x' }));
app.post('/notifications/email', async (c) => { const payload = await c.req.json(); await new Resend('x').emails.send({ from: 'a', to: payload.to, subject: 'b', text: 'c' }); return c.json({}); });
app.post('/orders/:id/ship', async (c) => { await fetch('https://api.easypost.com/v2/shipments', { method: 'POST' }); return c.json({}); });
export default app;
`,
    },
  },
  {
    name: 'silent: signed-in users add and patch their webhooks in route files',
    files: {
      'app/api/webhooks/route.ts': `import { prisma } from '../../../lib/prisma';
import { auth } from '@clerk/nextjs/server';
export async function POST(req: Request) {
  const { userId } = await auth();
  if (!userId) return new Response('no', { status: 401 });
  const { url, events } = await req.json();
  const webhook = await prisma.webhook.create({ data: { url, events, userId } });
  await prisma.team.update({ where: { id: userId }, data: { credits: { decrement: 1 } } });
  return Response.json(webhook, { status: 201 });
}
`,
      'app/api/webhooks/[id]/route.ts': `import { prisma } from '../../../../lib/prisma';
import { auth } from '@/auth';
export async function PATCH(req: Request, { params }: { params: { id: string } }) {
  const session = await auth();
  if (!session) return new Response('no', { status: 401 });
  const payload = await req.json();
  const webhook = await prisma.webhook.update({ where: { id: params.id }, data: { status: payload.status } });
  return Response.json(webhook);
}
`,
      'lib/prisma.ts': `import { PrismaClient } from '@prisma/client';
export const prisma = new PrismaClient();
`,
    },
  },
];
