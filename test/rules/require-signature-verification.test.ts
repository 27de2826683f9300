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
    'nothing verifies the event': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', async (req, res) => {
const event = req.body; if (event.type === 'checkout.session.completed')
  await pool.query("UPDATE orders SET total = 1 WHERE id = $1", [event.data.object.id]); // ! require-signature-verification
  res.sendStatus(200);
});
`,
    },
    'written before the check': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => {
const event: any = JSON.parse(req.body);
  await pool.query("UPDATE orders SET total = 1 WHERE id = $1", [event.data.object.id]); // ! require-signature-verification
  stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
  res.sendStatus(200);
});
`,
    },
    'checked in production only': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => {
if (process.env.NODE_ENV === 'production') {
    stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!); // ! require-signature-verification
  }
  const event = JSON.parse(req.body); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a failed check is passed over': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => {
let event: any;
  try {
    event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!); // ! require-signature-verification
  } catch (err) { console.warn('bad signature', err); event = JSON.parse(req.body); }
  await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a keyed hash compared by an operator': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/shopify', express.raw({type:'*/*'}), async (req, res) => {
const expected = crypto.createHmac('sha256', process.env.S!).update(req.body).digest('hex');
  if (req.get('x-shopify-hmac-sha256') !== expected) return res.sendStatus(401); // ! require-signature-verification
  const event = JSON.parse(req.body); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'the answer of the check decides nothing': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/shopify', express.raw({type:'*/*'}), async (req, res) => {
const expected = crypto.createHmac('sha256', process.env.S!).update(req.body).digest();
  const ok = crypto.timingSafeEqual(Buffer.from(req.get('x-shopify-hmac-sha256')!), expected); // ! require-signature-verification
  if (!ok) console.warn('bad signature');
  const event = JSON.parse(req.body); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a shared secret that is asked for where it is set': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/flutterwave', async (req, res) => {
if (process.env.FLW_HASH && req.get('verif-hash') !== process.env.FLW_HASH) // ! require-signature-verification
    return res.sendStatus(401);
  const event = req.body; await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'mounted in another file, and no middleware verifies': {
      'src/app.ts': `import express from 'express'; import helmet from 'helmet'; import { hooks } from './hooks'; const app = express(); app.use(helmet()); app.use(express.json()); app.use('/hooks', hooks);
`,
      'src/hooks.ts': `import { Router } from 'express'; import { Pool } from 'pg'; const pool = new Pool(); export const hooks = Router();
hooks.post('/webhooks/acme', async (req, res) => { const event = req.body; 
 await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); // ! require-signature-verification
 res.sendStatus(200); });
`,
    },
    'a Next.js route without a check': {
      'app/api/webhooks/acme/route.ts': `import { Pool } from 'pg'; const pool = new Pool();
export async function POST(req: Request) { const event = await req.json();
 await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); // ! require-signature-verification
 return new Response('ok'); }
`,
    },
    'a controller without a guard': {
      'src/c.ts': `import { Controller, Post, Body, HttpCode } from '@nestjs/common'; import { Pool } from 'pg'; const pool = new Pool();
@Controller('webhooks') export class C { @Post('acme') @HttpCode(200) async hook(@Body() event: any) { 
 await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); // ! require-signature-verification
 return { ok: true }; } }
`,
    },
    'a helper of another file lets all pass where no secret is set': {
      'src/sig.ts': `import crypto from 'node:crypto'; export function isGenuine(raw: Buffer, sig: string): boolean { const secret = process.env.S; if (!secret) return true; return crypto.timingSafeEqual(crypto.createHmac('sha256', secret).update(raw).digest(), Buffer.from(sig, 'hex')); }
`,
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); import { isGenuine } from './sig'; 
app.post('/webhooks/acme', express.raw({type:'*/*'}), async (req, res) => {
if (!isGenuine(req.body, req.get('x-signature')!)) return res.sendStatus(401); // ! require-signature-verification
  const event = JSON.parse(req.body); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'checked where a signature came along': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => {
const sig = req.get('stripe-signature'); let event: any = JSON.parse(req.body);
  if (sig) {
    event = stripe.webhooks.constructEvent(req.body, sig, process.env.S!); // ! require-signature-verification
  }
  await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
  },
  silent: {
    'a verifier that throws': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => {
const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a failed check is answered 400': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => {
let event: any;
  try { event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!); } catch (err) { return res.status(400).send('no'); }
  await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a keyed hash compared in constant time': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/shopify', express.raw({type:'*/*'}), async (req, res) => {
const expected = crypto.createHmac('sha256', process.env.S!).update(req.body).digest();
  const given = Buffer.from(req.get('x-shopify-hmac-sha256') ?? '', 'base64');
  if (given.length !== expected.length || !crypto.timingSafeEqual(given, expected)) return res.sendStatus(401);
  const event = JSON.parse(req.body); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a shared secret in a header': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/flutterwave', async (req, res) => {
if (req.get('verif-hash') !== process.env.FLW_HASH) return res.sendStatus(401);
  const event = req.body; await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a bearer token': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/acme', async (req, res) => {
if (req.headers.authorization !== \`Bearer \${process.env.HOOK_TOKEN}\`) return res.status(401).end();
  const event = req.body; await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a token in the path': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); import { config } from './config'; 
app.post('/webhooks/acme/:token', async (req, res) => {
if (req.params.token !== config.token) return res.status(404).end();
  const event = req.body; await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a token in the query': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/acme', async (req, res) => {
if (req.query.token !== process.env.T) return res.status(404).end();
  const event = req.body; await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a token that a row is looked up by': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/acme/:token', async (req, res) => {
const { rows } = await pool.query('select * from tenants where hook_token = $1', [req.params.token]); if (!rows[0]) return res.status(404).end();
  const event = req.body; await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a helper that could not be followed is given the request': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); import { assertGenuine } from '@acme/hooks'; 
app.post('/webhooks/acme', async (req, res) => {
await assertGenuine(req);
  const event = req.body; await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'the provider is asked instead': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); import { createMollieClient } from '@mollie/api-client'; const mollie = createMollieClient({apiKey:'x'}); 
app.post('/webhooks/mollie', async (req, res) => {
const payment = await mollie.payments.get(req.body.id);
  await pool.query("UPDATE orders SET total = 1 WHERE id = $1", [payment.metadata.id]); res.sendStatus(200);
});
`,
    },
    'the provider verifies': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/paypal', async (req, res) => {
const r = await fetch('https://api-m.paypal.com/v1/notifications/verify-webhook-signature', { method: 'POST', body: JSON.stringify({ transmission_id: req.get('paypal-transmission-id'), webhook_event: req.body }) });
  const { verification_status } = await r.json(); if (verification_status !== 'SUCCESS') return res.sendStatus(400);
  const event = req.body;
  await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a middleware of the mounted router verifies, in another file': {
      'src/app.ts': `import express from 'express'; import { verifyHook } from './verify'; import { hooks } from './hooks'; const app = express(); app.use(express.json()); app.use('/hooks', verifyHook, hooks);
`,
      'src/verify.ts': `import crypto from 'node:crypto'; export function verifyHook(req, res, next) { const mac = crypto.createHmac('sha256', process.env.S!).update(req.rawBody).digest(); if (!crypto.timingSafeEqual(mac, Buffer.from(req.get('x-signature')))) return res.sendStatus(401); next(); }
`,
      'src/hooks.ts': `import { Router } from 'express'; import { Pool } from 'pg'; const pool = new Pool(); export const hooks = Router();
hooks.post('/webhooks/acme', async (req, res) => { const event = req.body; await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200); });
`,
    },
    'a middleware of the route verifies': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); function check(req, res, next) { const mac = crypto.createHmac('sha256', process.env.S!).update(req.body).digest(); if (!crypto.timingSafeEqual(mac, Buffer.from(req.get('x-signature')))) return res.sendStatus(401); next(); }
app.post('/webhooks/acme', express.raw({type:'*/*'}), check, async (req, res) => {
const event = JSON.parse(req.body); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a wrapper that could not be followed': {
      'app/api/webhooks/acme/route.ts': `import { withSignature } from '@acme/next'; import { Pool } from 'pg'; const pool = new Pool();
async function handler(req: Request) { const event = await req.json(); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); return new Response('ok'); }
export const POST = withSignature(handler);
`,
    },
    'a guard on the class': {
      'src/c.ts': `import { Controller, Post, Body, UseGuards } from '@nestjs/common'; import { Pool } from 'pg'; import { G } from './g'; const pool = new Pool();
@Controller('webhooks') @UseGuards(G) export class C { @Post('acme') async hook(@Body() event: any) { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); return { ok: true }; } }
`,
    },
    'a hook of the app': {
      'src/c.ts': `import fastify from 'fastify'; import { Pool } from 'pg'; const pool = new Pool(); const app = fastify();
app.addHook('preHandler', async (request, reply) => { if (!check(request.headers['x-signature'], request.rawBody)) reply.code(401).send(); });
app.post('/webhooks/acme', async (request, reply) => { const event: any = request.body; await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); return reply.send('ok'); });
`,
    },
    'a middleware for a pattern': {
      'src/c.ts': `import { Hono } from 'hono'; import { bearerAuth } from 'hono/bearer-auth'; import { Pool } from 'pg'; const pool = new Pool(); const app = new Hono();
app.use('/webhooks/*', bearerAuth({ token: process.env.T! }));
app.post('/webhooks/acme', async (c) => { const event: any = await c.req.json(); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); return c.text('ok'); });
`,
    },
    'a helper of another file refuses where no secret is set': {
      'src/sig.ts': `import crypto from 'node:crypto'; export function isGenuine(raw: Buffer, sig: string): boolean { const secret = process.env.S; if (!secret) throw new Error('no secret'); return crypto.timingSafeEqual(crypto.createHmac('sha256', secret).update(raw).digest(), Buffer.from(sig, 'hex')); }
`,
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); import { isGenuine } from './sig'; 
app.post('/webhooks/acme', express.raw({type:'*/*'}), async (req, res) => {
if (!isGenuine(req.body, req.get('x-signature')!)) return res.sendStatus(401);
  const event = JSON.parse(req.body); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a list of addresses': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); const IPS = ['1.1.1.1']; 
app.post('/webhooks/acme', async (req, res) => {
if (!IPS.includes(req.ip)) return res.sendStatus(403);
  const event = req.body; await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'what stands before a function of a cloud is not known': {
      'src/h.ts': `import type { APIGatewayProxyEventV2 } from 'aws-lambda'; import { Pool } from 'pg'; const pool = new Pool();
export async function handler(e: APIGatewayProxyEventV2) { const event = JSON.parse(e.body!); if (event.type === 'invoice.paid') await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); return { statusCode: 200 }; }
`,
    },
    'stored together with its signature, for whoever takes it up': {
      'src/hooks.ts': `import express from 'express'; import crypto from 'node:crypto'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/acme', async (req, res) => {
await pool.query('insert into inbox (id, payload, signature) values ($1, $2, $3)', [req.get('x-request-id'), req.body, req.get('x-signature')]); res.sendStatus(200);
});
`,
    },
  },
});
