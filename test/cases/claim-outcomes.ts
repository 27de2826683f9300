import type { Case } from './case.ts';

export const claimOutcomes: readonly Case[] = [
  {
    name: 'silent: the read is only a shortcut before the insert that decides',
    files: {
      'db/1.sql': `create table webhook_events (id text primary key);`,
      'src/hook.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool } from 'pg';
import nodemailer from 'nodemailer';
const stripe = new Stripe('x');
const pool = new Pool();
const app = express();
const mail = nodemailer.createTransport({});
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const known = await pool.query('select 1 from webhook_events where id = $1', [event.id]);
  if (known.rows.length > 0) { res.sendStatus(200); return; }
  const ins = await pool.query('insert into webhook_events (id) values ($1) on conflict do nothing', [event.id]);
  if (!ins.rowCount) { res.sendStatus(200); return; }
  await mail.sendMail({ to: 'x' });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a switch over the kind of the outcome mails for the fresh one',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'src/claim.ts': `import { Pool } from 'pg';
const pool = new Pool();
type Outcome = { kind: 'fresh'; eventId: string } | { kind: 'duplicate' };
export async function claim(id: string): Promise<Outcome> {
  const res = await pool.query<{ event_id: string }>('INSERT INTO processed (event_id) VALUES ($1) ON CONFLICT (event_id) DO NOTHING RETURNING event_id', [id]);
  const row = res.rows.at(0);
  return row ? { kind: 'fresh', eventId: row.event_id } : { kind: 'duplicate' };
}
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { claim } from './claim';
const stripe = new Stripe('x');
const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const outcome = await claim(event.id);
  switch (outcome.kind) {
    case 'duplicate':
      break;
    case 'fresh':
      await mail.sendMail({ to: 'x', subject: outcome.eventId });
      break;
    default:
      throw new Error('unreachable');
  }
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the mail is nested below the else of the duplicate',
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
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  let event;
  try { event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh'); } catch (e) { return res.status(400).send(\`\${e}\`); }
  if (event) {
    const r = await pool.query('INSERT INTO processed (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
    const n = r.rowCount ?? 0;
    if (n < 1) { console.log('dup'); }
    else {
      if (event.type === 'invoice.paid') {
        if (event.livemode) { await mail.sendMail({ to: 'x' }); } else { await mail.sendMail({ to: 'test' }); }
      }
    }
  }
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: p-retry hands on what the claim inside it answered',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import pRetry from 'p-retry';
import { Pool } from 'pg';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const won = await pRetry(async () => (await pool.query('insert into processed (event_id) values ($1) on conflict do nothing', [event.id])).rowCount === 1, { retries: 2 });
  if (!won) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the claim is tried anew after a serialization failure, and its answer decides',
    files: {
      'db/1.sql': `create table seen (id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool } from 'pg';
import nodemailer from 'nodemailer';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
async function claim(id: string): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const r = await pool.query('insert into seen (id) values ($1) on conflict do nothing', [id]);
      return Boolean(r.rowCount);
    } catch (e: any) {
      if (e.code !== '40001') throw e;
    }
  }
  throw new Error('gave up');
}
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if (await claim(event.id)) await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: an assertion function throws unless one row was inserted',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { Pool } from 'pg';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
function assertWon(n: number | null): asserts n is 1 { if (n !== 1) throw new Error('dup'); }
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const r = await pool.query('insert into processed (event_id) values ($1) on conflict do nothing', [event.id]);
  try { assertWon(r.rowCount); } catch { return res.sendStatus(200); }
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the claim rejects its own promise for a duplicate',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'src/a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { Pool } from 'pg';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
const seen = async (id: string) => { const r = await pool.query('insert into processed (event_id) values ($1) on conflict do nothing', [id]); return r.rowCount === 0 ? Promise.reject(new Error('dup')) : undefined; };
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res, next) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  try { await seen(event.id); await mail.sendMail({ to: 'x' }); } catch (e) { return next(e); }
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a Result of neverthrow is an error when the insert was refused',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'src/claim.ts': `import { ok, err, Result } from 'neverthrow';
import { Pool, DatabaseError } from 'pg';
const pool = new Pool();
export async function claim(id: string): Promise<Result<void, 'duplicate' | 'failed'>> {
  try { await pool.query('INSERT INTO processed (event_id) VALUES ($1)', [id]); return ok(undefined); }
  catch (e) { return err((e as DatabaseError).code === '23505' ? 'duplicate' : 'failed'); }
}
`,
      'src/s.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { claim } from './claim';
const stripe = new Stripe('x');
const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const claimed = await claim(event.id);
  if (claimed.isErr()) { res.sendStatus(claimed.error === 'duplicate' ? 200 : 500); return; }
  await mail.sendMail({ to: 'x' });
  res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: a Result of ts-results is an error when no row was inserted',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { Pool } from 'pg';
import { Ok, Err } from 'ts-results';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
async function claim(id: string) { const r = await pool.query('insert into processed (event_id) values ($1) on conflict do nothing', [id]); return r.rowCount ? Ok(id) : Err('duplicate'); }
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const got = await claim(event.id);
  if (got.err) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the returned rows pass through zod and lodash before they are asked',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import { z } from 'zod';
import { Pool } from 'pg';
import _ from 'lodash';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const rows = z.array(z.object({ event_id: z.string() })).parse((await pool.query('insert into processed (event_id) values ($1) on conflict do nothing returning event_id', [event.id])).rows);
  if (_.isEmpty(rows)) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: node:assert throws past the mail when no row was inserted',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import assert from 'node:assert';
import invariant from 'tiny-invariant';
import { Pool } from 'pg';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  try {
    const r = await pool.query('insert into processed (event_id) values ($1) on conflict do nothing', [event.id]);
    assert(r.rowCount === 1, 'duplicate');
    await mail.sendMail({ to: 'x' });
  } catch (e) { console.log(e); }
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: an invariant throws past the mail when no row was inserted',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import invariant from 'tiny-invariant';
import { Pool } from 'pg';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  try {
    const r = await pool.query('insert into processed (event_id) values ($1) on conflict do nothing', [event.id]);
    invariant(r.rowCount === 1, 'duplicate');
    await mail.sendMail({ to: 'x' });
  } catch (e) { console.log(e); }
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: await-to-js turns the refused insert into the first of a pair',
    files: {
      'db/1.sql': `create table processed (event_id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
import to from 'await-to-js';
import { Pool } from 'pg';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const [err] = await to(pool.query('insert into processed (event_id) values ($1)', [event.id]));
  if (err) return res.sendStatus((err as any).code === '23505' ? 200 : 500);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the pipeline of Effect claims, and its answer decides over the mail',
    files: {
      'db/1.sql': `create table seen (id text primary key);`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { Pool } from 'pg';
import nodemailer from 'nodemailer';
import { Effect, pipe } from 'effect';
const pool = new Pool();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
const claim = (id: string) => Effect.tryPromise(() => pool.query('insert into seen (id) values ($1) on conflict do nothing', [id])).pipe(Effect.map((r) => r.rowCount === 1));
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  await Effect.runPromise(Effect.gen(function* () {
    const won = yield* claim(event.id);
    if (!won) return;
    yield* Effect.promise(() => mail.sendMail({ to: 'x' }));
  }));
  return res.sendStatus(200);
});
`,
    },
  },
];
