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
    'a lost claim answered 409': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
const c = await pool.query('insert into seen (id) values ($1) on conflict do nothing', [event.id]); if (c.rowCount === 0)
   return res.status(409).json({}); // ! no-error-on-duplicate
  await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a lost claim that throws': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
const c = await pool.query('insert into seen (id) values ($1) on conflict do nothing', [event.id]); if (c.rowCount === 0)
   throw new Error('duplicate'); // ! no-error-on-duplicate
  await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a found event answered 400': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
const { rows } = await pool.query('select id from seen where id = $1', [event.id]); if (rows.length > 0)
   return res.status(400).send('already processed'); // ! no-error-on-duplicate
  await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); await pool.query('insert into seen (id) values ($1)', [event.id]); res.sendStatus(200);
});
`,
    },
    'a row found as the handler leaves it, answered 400': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
const { rows: [o] } = await pool.query('select * from orders where id = $1', [event.data.object.id]); if (!o) return res.sendStatus(404); if (o.status === 'paid')
   return res.status(400).send('already paid'); // ! no-error-on-duplicate
  await mail.sendMail({ to: 'a' }); await pool.query("UPDATE orders SET status = 'paid' WHERE id = $1", [o.id]); res.sendStatus(200);
});
`,
    },
    'a unique violation that nobody catches': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await pool.query('insert into seen (id) values ($1)', [event.id]); // ! no-error-on-duplicate
  await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a unique violation that is thrown again with all other failures': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
const client = await pool.connect(); try { await client.query('BEGIN');
   await client.query('insert into seen (id) values ($1)', [event.id]); // ! no-error-on-duplicate
   await client.query('UPDATE orders SET total = 2 WHERE id = $1', [event.data.object.id]); await client.query('COMMIT'); } catch (e) { await client.query('ROLLBACK'); throw e; } finally { client.release(); } res.sendStatus(200);
});
`,
    },
    'a row of its own for each object': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await pool.query('insert into users (id, clerk_id) values (gen_random_uuid(), $1)', [event.data.object.id]); // ! no-error-on-duplicate
  res.sendStatus(200);
});
`,
    },
    'two defects in one handler, one report each': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
let c; try { c = await pool.query('insert into seen (id) values ($1) on conflict do nothing', [event.id]);
   if (c.rowCount === 0) return res.status(409).end(); // ! no-error-on-duplicate
   await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200); } catch (e) { console.error(e);
   res.sendStatus(200); // ! no-lost-event
  }
});
`,
    },
  },
  silent: {
    'a lost claim answered 200': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
const c = await pool.query('insert into seen (id) values ($1) on conflict do nothing', [event.id]); if (c.rowCount === 0) return res.status(200).json({}); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a lease that another holds, answered 409': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
const c = await pool.query("insert into leases (id, locked_until, status) values ($1, now() + interval '5 minutes', 'running') on conflict (id) do update set locked_until = excluded.locked_until where leases.locked_until < now()", [event.id]); if (c.rowCount === 0) return res.status(409).json({}); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a unique violation answered 200': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query('insert into seen (id) values ($1)', [event.id]); } catch (e: any) { if (e.code === '23505') return res.sendStatus(200); throw e; } await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'a record at the end is no claim': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); await pool.query('insert into seen (id) values ($1)', [event.id]); res.sendStatus(200);
});
`,
    },
    'a read finds the duplicate first': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
const { rows } = await pool.query('select id from seen where id = $1', [event.id]); if (rows[0]) return res.sendStatus(200); await pool.query('insert into seen (id) values ($1)', [event.id]); await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
    'what tells a duplicate could not be followed': {
      'src/hooks.ts': `import express from 'express'; import { pool } from './db'; import { fulfil, swallow, track } from './work'; import Stripe from 'stripe'; import nodemailer from 'nodemailer'; const mail = nodemailer.createTransport({}); const stripe = new Stripe('k'); const app = express(); import { isDup } from '@acme/pg'; 
app.post('/webhooks/stripe', express.raw({type:'*/*'}), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, process.env.S!);
try { await pool.query('insert into seen (id) values ($1)', [event.id]); } catch (e) { if (isDup(e)) return res.sendStatus(200); throw e; } await pool.query("UPDATE orders SET total = $2 WHERE id = $1", [event.data.object.id, 1]); res.sendStatus(200);
});
`,
    },
  },
});
