import type { Case } from './case.ts';

/** Kinds of code that were met in repositories and are right, and the same with the defect in it. */
const verify = `import Stripe from 'stripe';
const stripe = new Stripe(process.env.STRIPE_KEY!);
export const read = async (request: Request) =>
  stripe.webhooks.constructEvent(await request.text(), request.headers.get('stripe-signature')!, process.env.SECRET!);
`;
const mailer = `import nodemailer from 'nodemailer';
const transport = nodemailer.createTransport('smtp://mail');
export const thank = (to: string) => transport.sendMail({ to, subject: 'Thanks', text: 'Welcome' });
`;
const db = `import pg from 'pg';
export const pool = new pg.Pool();
`;
const jobs = `import { Queue } from 'bullmq';
const queue = new Queue('orders');
export const start = (name: string, id: string) => queue.add(name, { id }, { jobId: name + ':' + id });
`;

export const realCode: readonly Case[] = [
  {
    name: 'a mail of thanks after the answer may come twice, and loses no event: a helper stored what it is about',
    files: {
      'verify.ts': verify,
      'mailer.ts': mailer,
      'db.ts': db,
      'subscribed.ts': `import { after } from 'next/server';
import { pool } from './db';
import { thank } from './mailer';
export async function subscribed(subscription: { id: string; customer: string }, email: string) {
  await pool.query('insert into subscriptions (id, customer) values ($1, $2) on conflict (id) do update set customer = excluded.customer', [subscription.id, subscription.customer]);
  after(async () => {
    await thank(email);
  });
}
`,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { subscribed } from '../../../../subscribed';
export async function POST(request: Request) {
  const event = await read(request);
  if (event.type === 'customer.subscription.created') await subscribed(event.data.object as never, 'a@b.c');
  return Response.json({ received: true });
}
`,
      'migrations/1.sql': 'create table subscriptions (id text primary key, customer text not null);\n',
    },
    reports: ['app/api/stripe/webhook/route.ts:5 no-effect-before-claim'],
  },
  {
    name: 'all that the event is about comes after the answer, behind a helper',
    files: {
      'verify.ts': verify,
      'mailer.ts': mailer,
      'subscribed.ts': `import { after } from 'next/server';
import { thank } from './mailer';
export async function subscribed(email: string) {
  after(async () => {
    await thank(email);
  });
}
`,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { subscribed } from '../../../../subscribed';
export async function POST(request: Request) {
  const event = await read(request);
  if (event.type === 'customer.subscription.created') await subscribed('a@b.c');
  return Response.json({ received: true });
}
`,
    },
    reports: [
      'app/api/stripe/webhook/route.ts:5 no-effect-before-claim',
      'app/api/stripe/webhook/route.ts:5 no-lost-event',
    ],
  },
  {
    name: 'silent: a notice that nobody waits for, behind one job for each line of the event',
    files: {
      'verify.ts': verify,
      'jobs.ts': jobs,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { start } from '../../../../jobs';
const upload = async (id: string) => (id.length > 3 ? id : null);
export async function POST(request: Request) {
  const event = await read(request);
  const session = event.data.object as { id: string; lines: { id: string }[] };
  const uploads = await Promise.all(session.lines.map((line) => upload(line.id)));
  const stored = uploads.filter((one) => one !== null);
  if (!stored.length) return Response.json({ received: true });
  const started = await Promise.all(stored.map((one) => start('line', one)));
  console.log(started.length);
  start('notice', session.id).catch(console.error);
  return Response.json({ received: true });
}
`,
    },
  },
  {
    name: 'a job that nobody waits for is all that is done',
    files: {
      'verify.ts': verify,
      'jobs.ts': jobs,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { start } from '../../../../jobs';
export async function POST(request: Request) {
  const event = await read(request);
  const session = event.data.object as { id: string };
  start('notice', session.id).catch(console.error);
  return Response.json({ received: true });
}
`,
    },
    reports: ['app/api/stripe/webhook/route.ts:6 no-lost-event'],
  },
  {
    name: 'silent: a row that lets go of the subscription it was found by is not found twice',
    files: {
      'verify.ts': verify,
      'db.ts': db,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { pool } from '../../../../db';
export async function POST(request: Request) {
  const event = await read(request);
  if (event.type === 'customer.subscription.deleted')
    await pool.query("update teams set status = 'free', subscription_id = null where subscription_id = $1", [event.data.object.id]);
  return Response.json({ received: true });
}
`,
      'migrations/1.sql': 'create table teams (id text primary key, status text, subscription_id text);\n',
    },
  },
  {
    name: 'a row that keeps the subscription it was found by is set back',
    files: {
      'verify.ts': verify,
      'db.ts': db,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { pool } from '../../../../db';
export async function POST(request: Request) {
  const event = await read(request);
  if (event.type === 'customer.subscription.deleted')
    await pool.query("update teams set status = 'free', subscription_id = $1 where subscription_id = $1", [event.data.object.id]);
  return Response.json({ received: true });
}
`,
      'migrations/1.sql': 'create table teams (id text primary key, status text, subscription_id text);\n',
    },
    reports: ['app/api/stripe/webhook/route.ts:6 require-guarded-transition'],
  },
  {
    name: 'a person that is looked up, and made where nobody is found, is no guard; the mail is one',
    files: {
      'verify.ts': verify,
      'mailer.ts': mailer,
      'db.ts': db,
      'person.ts': `import { pool } from './db';
export async function personOf(email: string) {
  const { rows } = await pool.query('select * from people where email = $1', [email]);
  if (rows[0]) return rows[0];
  const made = await pool.query('insert into people (email, handle) values ($1, $2) on conflict (email) do update set handle = excluded.handle returning *', [email, email.split('@')[0]]);
  return made.rows[0];
}
`,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { personOf } from '../../../../person';
import { thank } from '../../../../mailer';
export async function POST(request: Request) {
  const event = await read(request);
  const person = await personOf((event.data.object as { receipt_email: string }).receipt_email);
  if (!person.handle) return Response.json({ received: true });
  await thank(person.email);
  return Response.json({ received: true });
}
`,
      'migrations/1.sql': 'create table people (id serial primary key, email text unique, handle text);\n',
    },
    reports: ['app/api/stripe/webhook/route.ts:8 no-effect-before-claim'],
  },
  {
    name: 'a list that is tested, and loses items that no longer work, is no state; the mail is one',
    files: {
      'verify.ts': verify,
      'mailer.ts': mailer,
      'device.model.ts': `import mongoose from 'mongoose';
export const Device = mongoose.model('Device', new mongoose.Schema({ owner: String, tokens: [{ value: String }] }));
`,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { Device } from '../../../../device.model';
import { thank } from '../../../../mailer';
export async function POST(request: Request) {
  const event = await read(request);
  const device = await Device.findOne({ owner: (event.data.object as { customer: string }).customer });
  if (!device || device.tokens.length === 0) return Response.json({ received: true });
  await thank('a@b.c');
  await Device.updateOne({ _id: device._id }, { tokens: device.tokens });
  return Response.json({ received: true });
}
`,
    },
    reports: ['app/api/stripe/webhook/route.ts:8 no-effect-before-claim'],
  },
  {
    name: 'silent: a row of a log, and an object that is merged into a json column',
    files: {
      'verify.ts': verify,
      'db.ts': db,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { pool } from '../../../../db';
export async function POST(request: Request) {
  const event = await read(request);
  const { customer, metadata } = event.data.object as { customer: string; metadata: object };
  await pool.query('insert into email_send_log (recipient) values ($1)', [customer]);
  await pool.query('update chats set context = context || $2 where customer = $1', [customer, JSON.stringify(metadata)]);
  return Response.json({ received: true });
}
`,
      'migrations/1.sql':
        'create table email_send_log (id serial primary key, recipient text);\ncreate table chats (customer text primary key, context jsonb);\n',
    },
  },
  {
    name: 'a row of what was paid, and a text that grows',
    files: {
      'verify.ts': verify,
      'db.ts': db,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { pool } from '../../../../db';
export async function POST(request: Request) {
  const event = await read(request);
  const { customer, note } = event.data.object as { customer: string; note: string };
  await pool.query('insert into payments_made (payer) values ($1)', [customer]);
  await pool.query('update chats set context = context || $2 where customer = $1', [customer, note]);
  return Response.json({ received: true });
}
`,
      'migrations/1.sql':
        'create table payments_made (id serial primary key, payer text);\ncreate table chats (customer text primary key, context text);\n',
    },
    reports: [
      'app/api/stripe/webhook/route.ts:6 no-effect-before-claim',
      'app/api/stripe/webhook/route.ts:7 no-effect-before-claim',
    ],
  },

  {
    name: 'silent: what is fetched is kept for a while, and nobody waits for that',
    files: {
      'verify.ts': verify,
      'db.ts': db,
      'rates.ts': `import Redis from 'ioredis';
const redis = new Redis();
export async function rateOf(currency: string) {
  const known = await redis.get('rate:' + currency);
  if (known) return Number(known);
  const rate = await (await fetch('https://rates.example/' + currency)).text();
  void redis.set('rate:' + currency, rate, 'EX', 3600);
  return Number(rate);
}
`,
      'app/api/stripe/webhook/route.ts': `import { read } from '../../../../verify';
import { rateOf } from '../../../../rates';
import { pool } from '../../../../db';
export async function POST(request: Request) {
  const event = await read(request);
  const { id, currency, amount } = event.data.object as { id: string; currency: string; amount: number };
  const rate = await rateOf(currency);
  await pool.query('insert into charges (id, cents) values ($1, $2) on conflict (id) do nothing', [id, amount * rate]);
  return Response.json({ received: true });
}
`,
      'migrations/1.sql': 'create table charges (id text primary key, cents int not null);\n',
    },
  },

  {
    name: 'silent: a handler that only puts its events in a queue that takes no key',
    files: {
      'verify.ts': verify,
      'app/api/stripe/webhook/route.ts': `import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs';
import { read } from '../../../../verify';
const sqs = new SQSClient({});
export async function POST(request: Request) {
  const event = await read(request);
  await sqs.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE, MessageBody: JSON.stringify(event) }));
  return Response.json({ received: true });
}
`,
    },
  },
  {
    name: 'a mail beside the queue',
    files: {
      'verify.ts': verify,
      'mailer.ts': mailer,
      'app/api/stripe/webhook/route.ts': `import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs';
import { read } from '../../../../verify';
import { thank } from '../../../../mailer';
const sqs = new SQSClient({});
export async function POST(request: Request) {
  const event = await read(request);
  await sqs.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE, MessageBody: JSON.stringify(event) }));
  await thank('a@b.c');
  return Response.json({ received: true });
}
`,
    },
    reports: [
      'app/api/stripe/webhook/route.ts:7 no-effect-before-claim',
      'app/api/stripe/webhook/route.ts:8 no-effect-before-claim',
    ],
  },
];
