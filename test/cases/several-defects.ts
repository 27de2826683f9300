import type { Case } from './case.ts';

/** Handlers with many defects at once: each is told once, by the rule that it belongs to. */
export const severalDefects: readonly Case[] = [
  {
    name: 'reported: a guard without a key, money under a fresh key and mail in its transaction, a blind status, a conflict on duplicates, a swallowed failure',
    files: {
      'migrations/1.sql': `CREATE TABLE handled_events (id bigserial PRIMARY KEY, event_id text NOT NULL, seen_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE rentals (id text PRIMARY KEY, status text NOT NULL);
`,
      'src/hook.ts': `import express from 'express';
import { Pool } from 'pg';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';

const stripe = new Stripe('sk');
const pool = new Pool();
const mail = nodemailer.createTransport('smtp://mail');
const app = express();

app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 'whsec');
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const seen = await client.query('SELECT 1 FROM handled_events WHERE event_id = $1', [event.id]);
    if (seen.rowCount) {
      await client.query('ROLLBACK');
      return void res.sendStatus(409);
    }
    await stripe.transfers.create(
      { amount: 1, currency: 'eur', destination: 'acct' },
      { idempotencyKey: \`payout:\${Date.now()}\` },
    );
    await mail.sendMail({ to: 'a@b.c', subject: 'paid' });
    await client.query(\`UPDATE rentals SET status = 'paid' WHERE id = $1\`, [event.data.object.id]);
    await client.query('INSERT INTO handled_events (event_id) VALUES ($1)', [event.id]);
    await client.query('COMMIT');
    res.sendStatus(200);
  } catch (error) {
    await client.query('ROLLBACK');
    console.error(error);
    res.sendStatus(200);
  } finally {
    client.release();
  }
});
`,
    },
    reports: [
      'migrations/1.sql:1 require-unique-event-key',
      'src/hook.ts:16 no-check-then-act',
      'src/hook.ts:19 no-error-on-duplicate',
      'src/hook.ts:21 no-effect-before-claim',
      'src/hook.ts:21 no-effect-in-transaction',
      'src/hook.ts:23 require-stable-idempotency-key',
      'src/hook.ts:25 no-effect-before-claim',
      'src/hook.ts:25 no-effect-in-transaction',
      'src/hook.ts:26 require-guarded-transition',
      'src/hook.ts:33 no-lost-event',
    ],
  },
  {
    name: 'reported: a check of a parsed body, a Set for a guard, a claim that nobody asks, a sum and money without a key',
    files: {
      'migrations/1.sql': `CREATE TABLE handled_events (event_id text PRIMARY KEY);
CREATE TABLE wallets (id text PRIMARY KEY, balance int NOT NULL);
`,
      'src/hook.ts': `import { createHmac } from 'node:crypto';
import express from 'express';
import { Pool } from 'pg';
import Stripe from 'stripe';

const stripe = new Stripe('sk');
const pool = new Pool();
const app = express();
const known = new Set<string>();

app.post('/webhooks/github', express.json(), async (req, res) => {
  const expected = createHmac('sha256', process.env.SECRET!).update(JSON.stringify(req.body)).digest('hex');
  if (req.get('x-hub-signature-256') !== \`sha256=\${expected}\`) return void res.sendStatus(401);
  const id = req.get('x-github-delivery')!;
  if (known.has(id)) return void res.sendStatus(200);
  known.add(id);
  await pool.query('INSERT INTO handled_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  await pool.query('UPDATE wallets SET balance = balance + 1 WHERE id = $1', [req.body.repository.id]);
  await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct' });
  res.sendStatus(200);
});
`,
    },
    reports: [
      'src/hook.ts:12 require-raw-body',
      'src/hook.ts:13 require-signature-verification',
      'src/hook.ts:15 no-in-memory-dedupe',
      'src/hook.ts:17 require-claim-outcome',
      'src/hook.ts:18 no-effect-before-claim',
      'src/hook.ts:19 no-effect-before-claim',
      'src/hook.ts:19 require-idempotency-key',
    ],
  },
];
