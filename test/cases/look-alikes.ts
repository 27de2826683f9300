import type { Case } from './case.ts';

export const lookAlikes: readonly Case[] = [
  {
    name: 'silent: the app signs and sends webhooks of its own',
    files: {
      'src/webhooks/deliver.ts': `import { createHmac, randomUUID } from 'node:crypto';
import { pool } from '../db';
export async function deliverWebhook(endpoint: { id: string; url: string; secret: string }, event: { id: string; type: string; data: unknown }) {
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', endpoint.secret).update(body).digest('hex');
  const res = await fetch(endpoint.url, { method: 'POST', headers: { 'x-signature': signature, 'x-event-id': event.id, 'webhook-id': randomUUID() }, body });
  await pool.query('update webhook_deliveries set status = $1, attempts = attempts + 1 where event_id = $2', [res.ok ? 'delivered' : 'failed', event.id]);
}
`,
      'src/db.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
      'src/api/orders.ts': `import { Router } from 'express';
import { deliverWebhook } from '../webhooks/deliver';
import { pool } from '../db';
const r = Router();
r.post('/orders', async (req, res) => {
  const { rows } = await pool.query('insert into orders (total, status) values ($1, $2) returning *', [req.body.total, 'new']);
  const hooks = await pool.query('select * from webhook_endpoints');
  for (const h of hooks.rows) await deliverWebhook(h, { id: rows[0].id, type: 'order.created', data: rows[0] });
  res.json(rows[0]);
});
export default r;
`,
    },
  },
  {
    name: 'silent: a contact form has a payload and is no webhook',
    files: {
      'app/api/contact/route.ts': `import { Resend } from 'resend';
import { z } from 'zod';
const resend = new Resend('x');
export async function POST(request: Request) {
  const payload = z.object({ email: z.string(), message: z.string() }).parse(await request.json());
  await resend.emails.send({ from: 'a', to: 'me', subject: 'Contact', text: payload.message });
  return Response.json({ ok: true });
}
`,
    },
  },
  {
    name: 'silent: forms that post to a webhook of Slack or Discord receive none',
    files: {
      'app/api/feedback/route.ts': `export async function POST(request: Request) {
  const { message, event } = await request.json();
  await fetch(process.env.SLACK_WEBHOOK_URL!, { method: 'POST', body: JSON.stringify({ text: message }) });
  return Response.json({ ok: true });
}
`,
      'pages/api/notify.ts': `import type { NextApiRequest, NextApiResponse } from 'next';
import axios from 'axios';
const DISCORD_WEBHOOK = process.env.DISCORD_WEBHOOK!;
export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const { payload } = req.body;
  await axios.post(DISCORD_WEBHOOK, { content: payload.text });
  res.status(200).end();
}
`,
    },
  },
  {
    name: 'silent: scripts register endpoints and seed the database',
    files: {
      'scripts/register-webhooks.ts': `import Stripe from 'stripe';
const stripe = new Stripe(process.env.SK!);
for (const wh of (await stripe.webhookEndpoints.list()).data) await stripe.webhookEndpoints.del(wh.id);
const endpoint = await stripe.webhookEndpoints.create({ url: 'https://x/api/webhooks/stripe', enabled_events: ['checkout.session.completed'] });
console.log(endpoint.secret);
`,
      'scripts/seed.ts': `import { PrismaClient } from '@prisma/client';
import Stripe from 'stripe';
const prisma = new PrismaClient(); const stripe = new Stripe('x');
async function main() {
  const found = await prisma.webhookEvent.findFirst();
  if (found) return;
  const c = await stripe.customers.create({ email: 'a' });
  await stripe.subscriptions.create({ customer: c.id, items: [] });
  await prisma.order.update({ where: { id: '1' }, data: { status: 'paid' } });
}
main();
`,
    },
  },
  {
    name: 'silent: the handler stands in a test',
    files: {
      'test/webhook.test.ts': `import { describe, it, expect } from 'vitest';
import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const stripe = new Stripe('x');
describe('webhook', () => {
  it('verifies', async () => {
    const app = express();
    app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
      const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
      await nodemailer.createTransport({}).sendMail({ to: event.id });
      res.sendStatus(200);
    });
    expect(1).toBe(1);
  });
});
`,
    },
  },
  {
    name: 'silent: the handlers are mocks of a story',
    files: {
      'src/Pay.stories.tsx': `import { http, HttpResponse } from 'msw';
export default { title: 'Pay' };
export const Story = { parameters: { msw: { handlers: [http.post('/api/webhooks/stripe', async ({ request }) => { const event = await request.json(); return HttpResponse.json({ event }); })] } } };
`,
      'src/mocks/handlers.ts': `import { http, HttpResponse } from 'msw';
export const handlers = [http.post('/webhooks/stripe', async ({ request }) => { const event = await request.json() as any; await fetch('https://x', { method: 'POST' }); return HttpResponse.json(event); })];
`,
    },
  },
  {
    name: 'silent: a schedule calls the route',
    files: {
      'app/api/cron/dunning/route.ts': `import { prisma } from '../../../../lib/prisma';
import Stripe from 'stripe';
import { Resend } from 'resend';
const stripe = new Stripe('x');
export async function GET(req: Request) {
  if (req.headers.get('authorization') !== \`Bearer \${process.env.CRON_SECRET}\`) return new Response('no', { status: 401 });
  const due = await prisma.invoice.findMany({ where: { status: 'due' } });
  for (const inv of due) {
    await stripe.invoices.pay(inv.stripeId);
    await prisma.invoice.update({ where: { id: inv.id }, data: { status: 'paid' } });
    await new Resend('x').emails.send({ from: 'a', to: inv.email, subject: 'b', text: 'c' });
  }
  return Response.json({ ok: true });
}
`,
      'lib/prisma.ts': `import { PrismaClient } from '@prisma/client';
export const prisma = new PrismaClient();
`,
    },
  },
  {
    name: "silent: the app's own pages send events to count",
    files: {
      'app/api/events/route.ts': `import { prisma } from '../../../lib/prisma';
export async function POST(req: Request) {
  const { event, payload } = await req.json();
  await prisma.analyticsEvent.create({ data: { name: event, payload } });
  await prisma.page.update({ where: { path: payload.path }, data: { views: { increment: 1 } } });
  return new Response(null, { status: 204 });
}
`,
      'lib/prisma.ts': `import { PrismaClient } from '@prisma/client';
export const prisma = new PrismaClient();
`,
    },
  },
  {
    name: 'silent: a service of the same app signs the request',
    files: {
      'src/internal.ts': `import express from 'express';
import { createHmac, timingSafeEqual } from 'crypto';
import { pool } from './db';
const app = express();
app.post('/internal/rebuild', express.json(), async (req, res) => {
  const mac = createHmac('sha256', process.env.INTERNAL!).update(JSON.stringify(req.body)).digest('hex');
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(req.get('x-internal-signature')!))) return res.sendStatus(401);
  await pool.query('update builds set status = $1 where id = $2', ['queued', req.body.id]);
  return res.sendStatus(202);
});
`,
      'src/db.ts': `import pg from 'pg';
export const pool = new pg.Pool();
`,
    },
  },
  {
    name: 'silent: a React hook watches what a webhook did',
    files: {
      'src/hooks/useStripe.ts': `import { useEffect, useState } from 'react';
export function useStripeWebhookStatus(id: string) { const [s, set] = useState<string>(); useEffect(() => { const es = new EventSource('/events/' + id); es.onmessage = (event) => set(event.data); return () => es.close(); }, [id]); return s; }
export async function postWebhook(payload: unknown) { await fetch('/api/webhooks', { method: 'POST', body: JSON.stringify(payload) }); }
`,
    },
  },
];
