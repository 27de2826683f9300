import { runMarked } from '../support/marked.ts';

const rules = ['require-signature-verification', 'require-raw-body', 'no-lost-event', 'no-error-on-duplicate'];

const common = {
  'migrations/1.sql': `create table seen (id text primary key);
create table orders (id text primary key, status text, total int);
create table users (id text primary key, clerk_id text unique, email text);
create table inbox (id text primary key, payload jsonb);
create table leases (id text primary key, locked_until timestamptz, status text);
`,
};

runMarked(rules, common, {
  reported: {
    'the parser of an API route is on': {
      'pages/api/webhooks/stripe.ts': `import Stripe from 'stripe'; import type { NextApiRequest, NextApiResponse } from 'next'; const stripe = new Stripe('k');
export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 's'); // ! require-raw-body
  res.status(200).end(); }
`,
    },
    'the parsed body written anew': {
      'app/api/webhooks/clerk/route.ts': `import { Webhook } from 'svix';
export async function POST(req: Request) { const payload = await req.json(); const body = JSON.stringify(payload); const wh = new Webhook(process.env.S!);
  const evt = wh.verify(body, { 'svix-id': req.headers.get('svix-id')! }); // ! require-raw-body
  return new Response('ok'); }
`,
    },
    'a JSON parser ahead of the route': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); app.use(express.json()); 
app.post('/webhooks/stripe', async (req, res) => {
const event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 's'); // ! require-raw-body
  res.sendStatus(200);
});
`,
    },
    'a JSON parser where the router is mounted, in another file': {
      'src/app.ts': `import express from 'express'; import hooks from './hooks'; const app = express(); app.use('/webhooks', express.json(), hooks);
`,
      'src/hooks.ts': `import { Router } from 'express'; import Stripe from 'stripe'; const stripe = new Stripe('k'); const router = Router();
router.post('/stripe', (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 's'); // ! require-raw-body
  res.sendStatus(200); });
export default router;
`,
    },
    'the parsed body of a controller': {
      'src/c.ts': `import { Controller, Post, Req, Headers } from '@nestjs/common'; import Stripe from 'stripe'; const stripe = new Stripe('k');
@Controller('webhooks') export class C { @Post('stripe') async hook(@Req() req: any, @Headers('stripe-signature') sig: string) {
  const event = stripe.webhooks.constructEvent(req.body, sig, 's'); // ! require-raw-body
  return { ok: true }; } }
`,
    },
    'the parsed body within a text': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/acme', async (req, res) => {
const ts = req.get('x-ts'); const expected = crypto // ! require-raw-body
    .createHmac('sha256', 's')
    .update(\`\${ts}.\${JSON.stringify(req.body)}\`).digest(); if (!crypto.timingSafeEqual(expected, Buffer.from(req.get('x-signature')!))) return res.sendStatus(401); res.sendStatus(200);
});
`,
    },
  },
  silent: {
    'the parser of an API route is off': {
      'pages/api/webhooks/stripe.ts': `import Stripe from 'stripe'; import { buffer } from 'micro'; import type { NextApiRequest, NextApiResponse } from 'next'; const stripe = new Stripe('k'); export const config = { api: { bodyParser: false } };
export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const event = stripe.webhooks.constructEvent(await buffer(req), req.headers['stripe-signature']!, 's');
  res.status(200).end(); }
`,
    },
    'the text of the body': {
      'app/api/webhooks/clerk/route.ts': `import { Webhook } from 'svix';
export async function POST(req: Request) { const body = await req.text(); const wh = new Webhook(process.env.S!);
  const evt = wh.verify(body, { 'svix-id': req.headers.get('svix-id')! });
  return new Response('ok'); }
`,
    },
    'a JSON parser behind the route': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => {
const event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 's');
  res.sendStatus(200);
});
app.use(express.json());
`,
    },
    'the first parser leaves the bytes': {
      'src/app.ts': `import express from 'express'; import hooks from './hooks'; const app = express(); app.use('/webhooks', express.raw({ type: 'application/json' })); app.use(express.json()); app.use('/webhooks', hooks);
`,
      'src/hooks.ts': `import { Router } from 'express'; import Stripe from 'stripe'; const stripe = new Stripe('k'); const router = Router();
router.post('/stripe', (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 's');
  res.sendStatus(200); });
export default router;
`,
    },
    'no parser is known': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', async (req, res) => {
const event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 's');
  res.sendStatus(200);
});
`,
    },
    'a parser that keeps the bytes': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); app.use(express.json({ verify: (req, res, buf) => { req.rawBody = buf; } })); 
app.post('/webhooks/stripe', async (req, res) => {
const event = stripe.webhooks.constructEvent(req.rawBody, req.get('stripe-signature')!, 's');
  res.sendStatus(200);
});
`,
    },
    'the kept bytes of a controller': {
      'src/c.ts': `import { Controller, Post, Req, Headers } from '@nestjs/common'; import Stripe from 'stripe'; const stripe = new Stripe('k');
@Controller('webhooks') export class C { @Post('stripe') async hook(@Req() req: any, @Headers('stripe-signature') sig: string) {
  const event = stripe.webhooks.constructEvent(req.rawBody, sig, 's');
  return { ok: true }; } }
`,
    },
    'written anew only where it is no text': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/acme', async (req, res) => {
const text = typeof req.body === 'string' ? req.body : JSON.stringify(req.body); const expected = crypto.createHmac('sha256', 's').update(text).digest(); if (!crypto.timingSafeEqual(expected, Buffer.from(req.get('x-signature')!))) return res.sendStatus(401); res.sendStatus(200);
});
`,
    },
    'a provider that signs fields': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); import twilio from 'twilio'; app.use(express.json()); 
app.post('/webhooks/twilio', async (req, res) => {
if (!twilio.validateRequest('t', req.get('x-twilio-signature')!, 'https://x', req.body)) return res.sendStatus(403); res.sendStatus(200);
});
`,
    },
  },
});
