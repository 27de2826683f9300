import type { Case } from './case.ts';

export const hosts: readonly Case[] = [
  {
    name: 'reported: a folder called worker does not make a webhook a schedule',
    files: {
      'apps/worker/src/index.ts': `import { Hono } from 'hono';
import Stripe from 'stripe';
const stripe = new Stripe('x'); const app = new Hono();
app.post('/webhooks/stripe', async (c) => {
  const event = await stripe.webhooks.constructEventAsync(await c.req.text(), c.req.header('stripe-signature')!, 'wh');
  await stripe.refunds.create({ charge: 'c' });
  return c.json({});
});
export default app;
`,
    },
    reports: [
      'apps/worker/src/index.ts:6 no-effect-before-claim',
      'apps/worker/src/index.ts:6 require-idempotency-key',
    ],
  },
  {
    name: 'reported: a folder called tasks does not make a webhook a schedule',
    files: {
      'src/tasks/webhook.ts': `import express from 'express';
import Stripe from 'stripe';
const stripe = new Stripe('x'); const app = express();
app.post('/webhooks/stripe', async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  await stripe.refunds.create({ charge: 'c' });
  res.end();
});
`,
    },
    reports: ['src/tasks/webhook.ts:6 no-effect-before-claim', 'src/tasks/webhook.ts:6 require-idempotency-key'],
  },
  {
    name: 'reported: a folder called jobs does not make a webhook a schedule',
    files: {
      'app/api/jobs/stripe-webhook/route.ts': `import Stripe from 'stripe';
const stripe = new Stripe('x');
export async function POST(req: Request) {
  const event = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  await stripe.refunds.create({ charge: 'c' });
  return new Response('ok');
}
`,
    },
    reports: [
      'app/api/jobs/stripe-webhook/route.ts:5 no-effect-before-claim',
      'app/api/jobs/stripe-webhook/route.ts:5 require-idempotency-key',
    ],
  },
  {
    name: 'reported: a bare node:http server tells the route by an if',
    files: {
      'src/s.ts': `import { createServer } from 'node:http';
import Stripe from 'stripe';
import { Resend } from 'resend';
const stripe = new Stripe('x'); const r = new Resend('x');
createServer(async (req, res) => {
  if (req.method === 'POST' && req.url === '/webhooks/stripe') {
    const event = stripe.webhooks.constructEvent(await body(req), req.headers['stripe-signature']!, 'wh');
    await r.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' });
    res.end('ok'); return;
  }
  res.statusCode = 404; res.end();
}).listen(1);
async function body(req) { let s = ''; for await (const c of req) s += c; return s; }
`,
    },
    reports: ['src/s.ts:8 no-effect-before-claim', 'src/s.ts:8 require-idempotency-key'],
  },
  {
    name: 'reported: the fetch of a worker hands the request to a function of the file',
    files: {
      'src/worker.ts': `import Stripe from 'stripe';
import { Resend } from 'resend';
const stripe = new Stripe('x'); const r = new Resend('x');
async function hook(req: Request) {
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  await r.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' });
  return new Response('ok');
}
export default { async fetch(req: Request) { const url = new URL(req.url); if (url.pathname === '/webhooks/stripe') return hook(req); return new Response('nf', { status: 404 }); } };
`,
    },
    reports: ['src/worker.ts:6 no-effect-before-claim', 'src/worker.ts:6 require-idempotency-key'],
  },
  {
    name: 'reported: the function that gets the request was made by a factory',
    files: {
      'src/worker.ts': `import Stripe from 'stripe';
import { Resend } from 'resend';
const stripe = new Stripe('x'); const r = new Resend('x');
function make() { return async function hook(req: Request) {
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  await r.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' });
  return new Response('ok');
} }
const h = make();
export default { async fetch(req: Request) { const url = new URL(req.url); if (url.pathname === '/webhooks/stripe') return h(req); return new Response('nf', { status: 404 }); } };
`,
    },
    reports: ['src/worker.ts:6 no-effect-before-claim', 'src/worker.ts:6 require-idempotency-key'],
  },
  {
    name: 'reported: the function that gets the request was made by a factory of another file',
    files: {
      'src/hook.ts': `import Stripe from 'stripe';
import { Resend } from 'resend';
const stripe = new Stripe('x'); const r = new Resend('x');
export function make() { return async function hook(req: Request) {
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  await r.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' });
  return new Response('ok');
} }
`,
      'src/worker.ts': `import { make } from './hook';
const h = make();
export default { async fetch(req: Request) { const url = new URL(req.url); if (url.pathname === '/webhooks/stripe') return h(req); return new Response('nf', { status: 404 }); } };
`,
    },
    reports: ['src/worker.ts:3 no-effect-before-claim', 'src/worker.ts:3 require-idempotency-key'],
  },
  {
    name: 'reported: the fetch of a worker handles the request itself, with an environment',
    files: {
      'src/worker.ts': `import Stripe from 'stripe';
import { Resend } from 'resend';
const stripe = new Stripe('x'); const r = new Resend('x');
export default { async fetch(req: Request, env: any) { const url = new URL(req.url); if (url.pathname === '/webhooks/stripe') {
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  await r.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' });
  return new Response('ok'); } return new Response('nf', { status: 404 }); } };
`,
    },
    reports: ['src/worker.ts:6 no-effect-before-claim', 'src/worker.ts:6 require-idempotency-key'],
  },
  {
    name: 'reported: the fetch of a worker takes the request alone',
    files: {
      'src/worker.ts': `import Stripe from 'stripe';
import { Resend } from 'resend';
const stripe = new Stripe('x'); const r = new Resend('x');
export default { async fetch(req: Request) { const url = new URL(req.url); if (url.pathname === '/webhooks/stripe') {
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  await r.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' });
  return new Response('ok'); } return new Response('nf', { status: 404 }); } };
`,
    },
    reports: ['src/worker.ts:6 no-effect-before-claim', 'src/worker.ts:6 require-idempotency-key'],
  },
  {
    name: 'reported: the fetch of a worker handles whatever comes',
    files: {
      'src/worker.ts': `import Stripe from 'stripe';
import { Resend } from 'resend';
const stripe = new Stripe('x'); const r = new Resend('x');
export default { async fetch(req: Request) {
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  await r.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' });
  return new Response('ok'); } };
`,
    },
    reports: ['src/worker.ts:6 no-effect-before-claim', 'src/worker.ts:6 require-idempotency-key'],
  },
  {
    name: 'reported: the answer of the function is awaited and then returned',
    files: {
      'src/worker.ts': `import Stripe from 'stripe';
import { Resend } from 'resend';
const stripe = new Stripe('x'); const r = new Resend('x');
async function hook(req: Request) {
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  await r.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' });
  return new Response('ok');
}
export default { async fetch(req: Request) { const url = new URL(req.url); if (url.pathname === '/webhooks/stripe') { const out = await hook(req); return out; } return new Response('nf', { status: 404 }); } };
`,
    },
    reports: ['src/worker.ts:6 no-effect-before-claim', 'src/worker.ts:6 require-idempotency-key'],
  },
];
