import { runMarked } from '../support/marked.ts';

const rules = ['require-signature-verification', 'require-raw-body', 'no-lost-event', 'no-error-on-duplicate'];

const common = {
  'migrations/1.sql': `create table seen (id text primary key);
create table orders (id text primary key, status text, total int);
create table users (id text primary key, clerk_id text unique, email text);
create table inbox (id text primary key, payload jsonb);
create table failures (id text, error text);
create table leases (id text primary key, locked_until timestamptz, status text);
create table audit_logs (id serial primary key, note text);
`,
  'src/db.ts': `import { Pool } from 'pg';
export const pool = new Pool();
`,
  'src/work.ts': `import { pool } from './db';
export async function fulfil(id: string) { await pool.query("UPDATE orders SET total = 1 WHERE id = $1", [id]); }
export async function swallow(id: string) { try { await pool.query("UPDATE orders SET total = 1 WHERE id = $1", [id]); } catch (err) { console.error(err); } }
export async function track(id: string) { await pool.query("insert into audit_logs (note) values ($1)", [id]); }
`,
};

runMarked(rules, common, {
  reported: {
    'somebody is mailed of the failure, and it is answered 200': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err) { await mail.sendMail({ to: 'a@b.c' });
  return res.sendStatus(200); // ! no-lost-event
 } res.sendStatus(200);
});
`,
    },
    'the type of the event, not the failure, decides whether the provider hears of it': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err) { if (event.type === 'invoice.paid') {
  return res.sendStatus(200); // ! no-lost-event
 } throw err; } res.sendStatus(200);
});
`,
    },
    'many kinds of events, and one catch that answers 200': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { switch (event.type) {
case 't0': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open0'", [event.data.object.id, 0]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't1': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open1'", [event.data.object.id, 1]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't2': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open2'", [event.data.object.id, 2]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't3': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open3'", [event.data.object.id, 3]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't4': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open4'", [event.data.object.id, 4]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't5': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open5'", [event.data.object.id, 5]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't6': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open6'", [event.data.object.id, 6]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't7': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open7'", [event.data.object.id, 7]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't8': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open8'", [event.data.object.id, 8]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't9': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open9'", [event.data.object.id, 9]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't10': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open10'", [event.data.object.id, 10]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't11': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open11'", [event.data.object.id, 11]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't12': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open12'", [event.data.object.id, 12]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't13': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open13'", [event.data.object.id, 13]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't14': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open14'", [event.data.object.id, 14]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
case 't15': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open15'", [event.data.object.id, 15]); if (r.rowCount) await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, event.data.object.email]); break; }
} } catch (err) { console.error(err);
  return res.sendStatus(200); // ! no-lost-event
 } res.sendStatus(201);
});
`,
    },
    'no such row is one failure, all others are answered 200 too': {
      'prisma/schema.prisma': `datasource db {\n  provider = "postgresql"\n  url = "x"\n}\nmodel Team {\n  id String @id\n  customer String @unique\n  plan String\n}\n`,
      'src/hooks.ts': `import express from 'express'; import Stripe from 'stripe'; import { Prisma, PrismaClient } from '@prisma/client'; const prisma = new PrismaClient(); const stripe = new Stripe('k'); const app = express();
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await prisma.team.update({ where: { customer: event.data.object.customer }, data: { plan: 'free' } }); } catch (error) {
if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025') return res.status(200).send('gone');
  return res.status(200).send('error'); // ! no-lost-event
} res.sendStatus(200);
});
`,
    },
    'a failure is caught and answered 200': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200); } catch (err) { console.error(err);
  res.sendStatus(200); // ! no-lost-event
 }
});
`,
    },
    'a failure is logged, and the handler goes on to its 200': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err) { console.error(err); }
  res.json({ received: true }); // ! no-lost-event
});
`,
    },
    'a failure is logged in another file': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await swallow(event.data.object.id);
  res.json({ received: true }); // ! no-lost-event
});
`,
    },
    'the claim stays, and the failure is answered 200': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
const c = await pool.query('insert into seen (id) values ($1) on conflict do nothing', [event.id]); if (c.rowCount === 0) return res.sendStatus(200); try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err) { console.error(err);
  return res.sendStatus(200); // ! no-lost-event
 } res.sendStatus(200);
});
`,
    },
    'work that is not awaited': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
fulfil(event.data.object.id); // ! no-lost-event
  res.sendStatus(200);
});
`,
    },
    'work that is voided': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
void fulfil(event.data.object.id); // ! no-lost-event
  res.sendStatus(200);
});
`,
    },
    'work after the answer, in another file': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
res.sendStatus(200);
  await fulfil(event.data.object.id); // ! no-lost-event
 
});
`,
    },
    'a write after the answer': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
res.sendStatus(200);
  await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); // ! no-lost-event
 
});
`,
    },
    'work in a timer': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
setImmediate(async () => { // ! no-lost-event
  await fulfil(event.data.object.id); }); res.sendStatus(200);
});
`,
    },
    'work that is not awaited, and its failure logged': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
fulfil(event.data.object.id).catch((e) => console.error(e)); // ! no-lost-event
  res.sendStatus(200);
});
`,
    },
    'work that is awaited, and its failure logged': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await fulfil(event.data.object.id).catch((e) => console.error(e));
  res.sendStatus(200); // ! no-lost-event
});
`,
    },
    'an async function for each of a list': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
event.data.lines.forEach(async (l: any) => { // ! no-lost-event
   await fulfil(l.id); }); res.sendStatus(200);
});
`,
    },
    'a promise that outlives the answer': {
      'app/api/webhooks/stripe/route.ts': `import { pool } from '../../../../src/db'; import { fulfil, swallow } from '../../../../src/work'; import { NextResponse, after } from 'next/server'; import { waitUntil } from '@vercel/functions'; import Stripe from 'stripe'; const stripe = new Stripe('k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
waitUntil(fulfil(event.data.object.id)); // ! no-lost-event
  return NextResponse.json({ ok: true });
}
`,
    },
    'a function that runs after the answer': {
      'app/api/webhooks/stripe/route.ts': `import { pool } from '../../../../src/db'; import { fulfil, swallow } from '../../../../src/work'; import { NextResponse, after } from 'next/server'; import { waitUntil } from '@vercel/functions'; import Stripe from 'stripe'; const stripe = new Stripe('k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
after(async () => { // ! no-lost-event
   await fulfil(event.data.object.id); });
  return NextResponse.json({ ok: true });
}
`,
    },
    'a response that says an error with 200': {
      'app/api/webhooks/stripe/route.ts': `import { pool } from '../../../../src/db'; import { fulfil, swallow } from '../../../../src/work'; import { NextResponse, after } from 'next/server'; import { waitUntil } from '@vercel/functions'; import Stripe from 'stripe'; const stripe = new Stripe('k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
try { await fulfil(event.data.object.id); } catch (e) { console.error(e);
  return NextResponse.json({ error: 'failed' }); // ! no-lost-event
  } return NextResponse.json({ ok: true });
}
`,
    },
    'a status that stands in the body': {
      'app/api/webhooks/stripe/route.ts': `import { pool } from '../../../../src/db'; import { fulfil, swallow } from '../../../../src/work'; import { NextResponse, after } from 'next/server'; import { waitUntil } from '@vercel/functions'; import Stripe from 'stripe'; const stripe = new Stripe('k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
try { await fulfil(event.data.object.id); } catch (e) { console.error(e);
  return NextResponse.json({ error: 'failed', status: 500 }); // ! no-lost-event
  } return NextResponse.json({ ok: true });
}
`,
    },
    'a response that is built and not returned': {
      'app/api/webhooks/stripe/route.ts': `import { pool } from '../../../../src/db'; import { fulfil, swallow } from '../../../../src/work'; import { NextResponse, after } from 'next/server'; import { waitUntil } from '@vercel/functions'; import Stripe from 'stripe'; const stripe = new Stripe('k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
try { await fulfil(event.data.object.id); } catch (e) { new Response('failed', { status: 500 }); }
  return new Response('ok'); // ! no-lost-event
}
`,
    },
    'a returned error that nobody reads': {
      'app/api/webhooks/stripe/route.ts': `import { createClient } from '@supabase/supabase-js'; import Stripe from 'stripe'; const stripe = new Stripe('k'); const db = createClient('u', 'k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
 await db.from('orders').update({ total: 1 }).eq('id', event.data.object.id); // ! no-lost-event
 return new Response('ok'); }
`,
    },
    'a returned error that is logged': {
      'app/api/webhooks/stripe/route.ts': `import { createClient } from '@supabase/supabase-js'; import Stripe from 'stripe'; const stripe = new Stripe('k'); const db = createClient('u', 'k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
 const { error } = await db.from('orders').update({ total: 1 }).eq('id', event.data.object.id); if (error) console.error(error);
 return new Response('ok'); // ! no-lost-event
 }
`,
    },
    'an object returned in a catch': {
      'src/c.ts': `import { Controller, Post, Req, Headers } from '@nestjs/common'; import Stripe from 'stripe'; import { fulfil } from './work'; const stripe = new Stripe('k');
@Controller('webhooks') export class C { @Post('stripe') async hook(@Req() req: any, @Headers('stripe-signature') sig: string) {
  const event: any = stripe.webhooks.constructEvent(req.rawBody, sig, 's');
  try { await fulfil(event.data.object.id); return { ok: true }; } catch (e) {
    return { ok: false }; // ! no-lost-event
  } } }
`,
    },
    'work that is not awaited, inside a wrapper': {
      'src/wrap.ts': `export const wrap = (fn: any) => (req: any, res: any, next: any) => { Promise.resolve(fn(req, res, next)).catch(next); };
`,
      'src/hooks.ts': `import express from 'express'; import Stripe from 'stripe'; import { wrap } from './wrap'; import { fulfil } from './work'; const stripe = new Stripe('k'); const app = express();
app.post('/webhooks/stripe', express.raw({type:'*/*'}), wrap(async (req: any, res: any) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
fulfil(event.data.object.id); // ! no-lost-event
res.sendStatus(200); }));
`,
    },
  },
  silent: {
    'somebody is mailed of the failure, and the provider hears of it': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err) { await mail.sendMail({ to: 'a@b.c' }); return res.sendStatus(500); } res.sendStatus(200);
});
`,
    },
    'the failure decides whether the provider hears of it': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err: any) { if (err.code === '22P02') return res.sendStatus(200); throw err; } res.sendStatus(200);
});
`,
    },
    'many kinds of events, and one catch that answers 500': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
const out = await (async () => { try { switch (event.type) {
case 't0': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open0'", [event.data.object.id, 0]); if (!r.rowCount) return Response.json({ n: 0 }); break; }
case 't1': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open1'", [event.data.object.id, 1]); if (!r.rowCount) return Response.json({ n: 1 }); break; }
case 't2': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open2'", [event.data.object.id, 2]); if (!r.rowCount) return Response.json({ n: 2 }); break; }
case 't3': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open3'", [event.data.object.id, 3]); if (!r.rowCount) return Response.json({ n: 3 }); break; }
case 't4': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open4'", [event.data.object.id, 4]); if (!r.rowCount) return Response.json({ n: 4 }); break; }
case 't5': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open5'", [event.data.object.id, 5]); if (!r.rowCount) return Response.json({ n: 5 }); break; }
case 't6': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open6'", [event.data.object.id, 6]); if (!r.rowCount) return Response.json({ n: 6 }); break; }
case 't7': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open7'", [event.data.object.id, 7]); if (!r.rowCount) return Response.json({ n: 7 }); break; }
case 't8': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open8'", [event.data.object.id, 8]); if (!r.rowCount) return Response.json({ n: 8 }); break; }
case 't9': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open9'", [event.data.object.id, 9]); if (!r.rowCount) return Response.json({ n: 9 }); break; }
case 't10': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open10'", [event.data.object.id, 10]); if (!r.rowCount) return Response.json({ n: 10 }); break; }
case 't11': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open11'", [event.data.object.id, 11]); if (!r.rowCount) return Response.json({ n: 11 }); break; }
case 't12': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open12'", [event.data.object.id, 12]); if (!r.rowCount) return Response.json({ n: 12 }); break; }
case 't13': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open13'", [event.data.object.id, 13]); if (!r.rowCount) return Response.json({ n: 13 }); break; }
case 't14': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open14'", [event.data.object.id, 14]); if (!r.rowCount) return Response.json({ n: 14 }); break; }
case 't15': { const r = await pool.query("UPDATE orders SET total = $2 WHERE id = $1 AND status = 'open15'", [event.data.object.id, 15]); if (!r.rowCount) return Response.json({ n: 15 }); break; }
} } catch (err) { return new Response('failed', { status: 500 }); } return new Response('ok'); })(); res.status(out.status).send();
});
`,
    },
    'what could not be followed has stored something before': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("select 1"); } catch {} await unknownStore.save(event); try { await pool.query("UPDATE users SET email = $2 WHERE id = $1", [event.data.object.id, 'x']); } catch (err) { console.error(err); } res.sendStatus(200);
});
`,
    },
    'no such row is answered 200, all other failures 500': {
      'prisma/schema.prisma': `datasource db {\n  provider = "postgresql"\n  url = "x"\n}\nmodel Team {\n  id String @id\n  customer String @unique\n  plan String\n}\n`,
      'src/hooks.ts': `import express from 'express'; import Stripe from 'stripe'; import { Prisma, PrismaClient } from '@prisma/client'; const prisma = new PrismaClient(); const stripe = new Stripe('k'); const app = express();
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await prisma.team.update({ where: { customer: event.data.object.customer }, data: { plan: 'free' } }); } catch (error) {
if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025') return res.status(200).send('gone');
return res.status(500).send('error');
} res.sendStatus(200);
});
`,
    },
    'a failure is caught and answered 500': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200); } catch (err) { console.error(err); res.sendStatus(500); }
});
`,
    },
    'a failure is stored': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err) { await pool.query('insert into failures (id, error) values ($1, $2)', [event.id, String(err)]); }
  res.json({ received: true });
});
`,
    },
    'a failure is thrown again': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err) { console.error(err); throw err; }
  res.json({ received: true });
});
`,
    },
    'the event was stored first': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await pool.query('insert into inbox (id, payload) values ($1, $2) on conflict do nothing', [event.id, event]); try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err) { console.error(err); }
  res.json({ received: true });
});
`,
    },
    'a duplicate is told from a failure': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query('insert into seen (id) values ($1)', [event.id]); } catch (err: any) { if (err.code === '23505') return res.sendStatus(200); throw err; } await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'some failures are answered 500': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err) { if (err instanceof TypeError) return res.sendStatus(200); return res.sendStatus(500); } res.sendStatus(200);
});
`,
    },
    'a mail that fails after the event was processed': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); try { await mail.sendMail({ to: 'a' }); } catch (err) { console.error(err); } res.sendStatus(200);
});
`,
    },
    'a record for people that fails': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await track(event.id); } catch (err) { console.error(err); } if (event.type === 'x') { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } res.sendStatus(200);
});
`,
    },
    'a wrong signature answered 200': {
      'src/hooks.ts': `import express from 'express'; import Stripe from 'stripe'; import { pool } from './db'; const stripe = new Stripe('k'); const app = express();
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { let event: any; try { event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!); } catch { return res.status(200).send('bad'); } await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200); });
`,
    },
    'work that is awaited': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await fulfil(event.data.object.id); res.sendStatus(200);
});
`,
    },
    'a record for people that is not awaited': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
track(event.id); await fulfil(event.data.object.id); res.sendStatus(200);
});
`,
    },
    'work after the answer, of an event that is stored': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await pool.query('insert into inbox (id, payload) values ($1, $2) on conflict do nothing', [event.id, event]); res.sendStatus(200); await fulfil(event.data.object.id);
});
`,
    },
    'work that is not awaited, and its failure stored': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
fulfil(event.data.object.id).catch((e) => pool.query('insert into failures (id, error) values ($1, $2)', [event.id, String(e)])); res.sendStatus(200);
});
`,
    },
    'all of a list are awaited': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await Promise.all(event.data.lines.map((l: any) => fulfil(l.id))); res.sendStatus(200);
});
`,
    },
    'a log line after the answer': {
      'app/api/webhooks/stripe/route.ts': `import { pool } from '../../../../src/db'; import { fulfil, swallow } from '../../../../src/work'; import { NextResponse, after } from 'next/server'; import { waitUntil } from '@vercel/functions'; import Stripe from 'stripe'; const stripe = new Stripe('k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
await fulfil(event.data.object.id); after(() => console.log('done')); return NextResponse.json({ ok: true });
}
`,
    },
    'a status that stands where it belongs': {
      'app/api/webhooks/stripe/route.ts': `import { pool } from '../../../../src/db'; import { fulfil, swallow } from '../../../../src/work'; import { NextResponse, after } from 'next/server'; import { waitUntil } from '@vercel/functions'; import Stripe from 'stripe'; const stripe = new Stripe('k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
try { await fulfil(event.data.object.id); } catch (e) { return NextResponse.json({ error: 'failed' }, { status: 500 }); } return NextResponse.json({ ok: true });
}
`,
    },
    'a returned error that is thrown': {
      'app/api/webhooks/stripe/route.ts': `import { createClient } from '@supabase/supabase-js'; import Stripe from 'stripe'; const stripe = new Stripe('k'); const db = createClient('u', 'k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
 const { error } = await db.from('orders').update({ total: 1 }).eq('id', event.data.object.id); if (error) throw error;
 return new Response('ok'); }
`,
    },
    'a client that is told to throw': {
      'app/api/webhooks/stripe/route.ts': `import { createClient } from '@supabase/supabase-js'; import Stripe from 'stripe'; const stripe = new Stripe('k'); const db = createClient('u', 'k');
export async function POST(req: Request) { const event: any = stripe.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, process.env.S!);
 await db.from('orders').update({ total: 1 }).eq('id', event.data.object.id).throwOnError();
 return new Response('ok'); }
`,
    },
    'a worker answers nobody': {
      'src/c.ts': `import { Worker } from 'bullmq'; import { fulfil } from './work';
new Worker('stripe-events', async (job) => { try { await fulfil(job.data.id); } catch (e) { console.error(e); } });
`,
    },
    'a wrapper that hands failures on': {
      'src/wrap.ts': `export const wrap = (fn: any) => (req: any, res: any, next: any) => { Promise.resolve(fn(req, res, next)).catch(next); };
`,
      'src/hooks.ts': `import express from 'express'; import Stripe from 'stripe'; import { wrap } from './wrap'; import { fulfil } from './work'; const stripe = new Stripe('k'); const app = express();
app.post('/webhooks/stripe', express.raw({type:'*/*'}), wrap(async (req: any, res: any) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await fulfil(event.data.object.id); res.sendStatus(200); }));
`,
    },
    'a function that answers when it is done': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
(async () => { await fulfil(event.data.object.id); res.sendStatus(200); })().catch((err) => { console.error(err); res.sendStatus(500); });
});
`,
    },
    'what may store the failure could not be followed': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); import { saveFailedEvent } from '@acme/dlq'; 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); } catch (err) { await saveFailedEvent(event, err); } res.json({ received: true });
});
`,
    },
    'handed to a queue': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); import { Queue } from 'bullmq'; const queue = new Queue('q'); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await queue.add('x', event, { jobId: event.id }); } catch (err) { return res.sendStatus(500); } res.sendStatus(200);
});
`,
    },
  },
});
