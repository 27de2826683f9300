import type { Case } from './case.ts';

const read = `import Stripe from 'stripe';
export const stripe = new Stripe('k');
export const read = (req: any) => stripe.webhooks.constructEvent(req.body, req.get('stripe-signature'), 's') as any;
`;
const start = `import express from 'express';
import { Pool } from 'pg';
import nodemailer from 'nodemailer';
import { claimEvent, completeEvent, createInbox, idempotencyKey, processOnce, releaseEvent, sendOnce, transition } from 'webhook-once';
import { database } from 'webhook-once/pg';
import { read, stripe } from './read';
const db = database(new Pool());
const inbox = createInbox(db);
const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = read(req);
  const key = { source: 'stripe', eventId: event.id };
`;
const files = (body: string, after = ''): Case['files'] => ({
  'read.ts': read,
  'app.ts': `${start}${body}\n});\n${after}`,
  'migrations/1.sql':
    'create table wallet (id text primary key, cents int);\ncreate table orders (id text primary key, status text);\n',
});

/** The library that fixes rewrite to is known as any other is. */
export const ownLibrary: readonly Case[] = [
  {
    name: 'silent: the claim and the work in one transaction',
    files: files(
      `  const { duplicate } = await processOnce(db, key, async (client) => {
    await client.query('UPDATE wallet SET cents = cents + $1 WHERE id = $2', [event.data.object.amount, event.data.object.customer]);
  });
  res.json({ duplicate });`,
    ),
  },
  {
    name: 'a call outside does not go back with the transaction',
    files: files(
      `  await processOnce(db, key, async () => {
    await stripe.refunds.create({ charge: event.data.object.charge }, { idempotencyKey: idempotencyKey('refund', event.data.object.id) });
  });
  res.sendStatus(200);`,
    ),
    reports: ['app.ts:15 no-effect-in-transaction'],
  },
  {
    name: 'silent: a claim with a lease in front of a call that takes a key',
    files: files(
      `  const claim = await claimEvent(db, key, { leaseMs: 60_000 });
  if (!claim.won) return res.sendStatus(claim.state === 'done' ? 200 : 409);
  try {
    await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'a' }, { idempotencyKey: idempotencyKey('transfer', event.data.object.id) });
    await completeEvent(db, claim.token);
  } catch (error) {
    await releaseEvent(db, claim.token, error);
    throw error;
  }
  res.sendStatus(200);`,
    ),
  },
  {
    name: 'a claim whose outcome nobody looks at',
    files: files(
      `  await claimEvent(db, key);
  await mail.sendMail({ to: 'c' });
  res.sendStatus(200);`,
    ),
    reports: ['app.ts:14 require-claim-outcome', 'app.ts:15 no-effect-before-claim'],
  },
  {
    name: 'silent: received first, and worked off with keys and sendOnce',
    files: files(
      `  await inbox.receive({ ...key, payload: event });
  res.sendStatus(200);`,
      `inbox.work(async (event: any) => {
  const object = event.payload.data.object;
  await sendOnce(db, idempotencyKey('receipt', object.id), () => mail.sendMail({ to: 'a' }));
  await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'a' }, { idempotencyKey: idempotencyKey('transfer', object.id) });
});
`,
    ),
  },
  {
    name: 'worked off without a key, and without a record of the mail',
    files: files(
      `  await inbox.receive({ ...key, payload: event });
  res.sendStatus(200);`,
      `inbox.work(async () => {
  await mail.sendMail({ to: 'a' });
  await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'a' });
});
`,
    ),
    reports: ['app.ts:18 require-send-once', 'app.ts:19 require-idempotency-key'],
  },
  {
    name: 'a status that is left once: what comes behind it has no way back',
    files: files(
      `  const moved = await transition(db, { table: 'orders', key: { id: event.data.object.id }, from: 'pending', to: 'paid' });
  if (moved.happened) await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'a' }, { idempotencyKey: idempotencyKey('transfer', event.data.object.id) });
  res.sendStatus(200);`,
    ),
    reports: ['app.ts:14 require-recoverable-claim'],
  },
  {
    name: 'a transition that nobody asks whether it happened',
    files: files(
      `  await transition(db, { table: 'orders', key: { id: event.data.object.id }, from: 'pending', to: 'paid' });
  await mail.sendMail({ to: 'b' });
  res.sendStatus(200);`,
    ),
    reports: ['app.ts:15 no-effect-before-claim'],
  },

  {
    name: 'silent: a claim with the lease that it has by default',
    files: files(
      `  const claim = await claimEvent(db, key);
  if (!claim.won) return res.sendStatus(claim.state === 'done' ? 200 : 409);
  try {
    await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'a' }, { idempotencyKey: idempotencyKey('transfer', event.data.object.id) });
    await completeEvent(db, claim.token);
  } catch (error) {
    await releaseEvent(db, claim.token, error);
    throw error;
  }
  res.sendStatus(200);`,
    ),
  },
  {
    name: 'a claim that nobody takes over, and no way back',
    files: files(
      `  const claim = await claimEvent(db, key, { leaseMs: null });
  if (!claim.won) return res.sendStatus(200);
  await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'a' }, { idempotencyKey: idempotencyKey('transfer', event.data.object.id) });
  res.sendStatus(200);`,
    ),
    reports: ['app.ts:14 require-recoverable-claim'],
  },
  {
    name: 'what the inbox says of a duplicate ends it: what is done besides has no way back, and no key',
    files: files(
      `  const { duplicate } = await inbox.receive({ ...key, payload: event });
  if (duplicate) return res.sendStatus(200);
  await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'a' });
  res.sendStatus(200);`,
    ),
    reports: ['app.ts:14 require-recoverable-claim', 'app.ts:16 require-idempotency-key'],
  },
];
