import type { Case } from './case.ts';

export const claimsInStores: readonly Case[] = [
  {
    name: 'silent: a unique path of Mongoose rejects the second delivery with 11000',
    files: {
      'models/event.js': `const mongoose = require('mongoose');
const schema = new mongoose.Schema({ eventId: { type: String, required: true, unique: true }, receivedAt: Date });
module.exports = mongoose.model('WebhookEvent', schema);
`,
      'routes/paystack.js': `const express = require('express');
const crypto = require('crypto');
const WebhookEvent = require('../models/event');
const User = require('../models/user');
const { sendMail } = require('../lib/mail');
const router = express.Router();
router.post('/paystack/webhook', async (req, res) => {
  const hash = crypto.createHmac('sha512', process.env.SECRET).update(req.rawBody).digest('hex');
  if (hash !== req.headers['x-paystack-signature']) return res.sendStatus(401);
  const { event, data } = req.body;
  try {
    await WebhookEvent.create({ eventId: \`\${event}:\${data.id}\`, receivedAt: new Date() });
  } catch (err) {
    if (err.code === 11000) return res.sendStatus(200);
    return res.sendStatus(500);
  }
  await User.updateOne({ email: data.customer.email }, { $inc: { credits: 10 } });
  await sendMail(data.customer.email);
  res.sendStatus(200);
});
module.exports = router;
`,
      'models/user.js': `const mongoose = require('mongoose');
module.exports = mongoose.model('User', new mongoose.Schema({ email: { type: String, unique: true }, credits: Number }));
`,
      'lib/mail.js': `const nodemailer = require('nodemailer');
const t = nodemailer.createTransport({});
exports.sendMail = async (to) => t.sendMail({ to, subject: 'x' });
`,
      'package.json': '{ "name": "app" }',
    },
  },
  {
    name: 'silent: an upsert by _id that inserted nothing is a duplicate',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { MongoClient, MongoServerError } from 'mongodb';
import nodemailer from 'nodemailer';
const db = new MongoClient('x').db();
const events = db.collection<{ _id: string }>('events');
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const r = await events.updateOne({ _id: event.id }, { $setOnInsert: { _id: event.id } }, { upsert: true });
  if (r.upsertedCount === 0) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: then() with two callbacks tells a won insert from a duplicate key',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { MongoClient, MongoServerError } from 'mongodb';
import nodemailer from 'nodemailer';
const db = new MongoClient('x').db();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
const isDup = (e: unknown) => e instanceof MongoServerError && e.code === 11000;
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const won = await db.collection('events').insertOne({ _id: event.id as any }).then(() => true, (e) => { if (isDup(e)) return false; throw e; });
  if (!won) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
  {
    name: 'silent: the error that Supabase hands back carries the unique violation',
    files: {
      'supabase/migrations/1.sql': `create table stripe_events (id text primary key, inserted_at timestamptz default now());`,
      'supabase/functions/stripe-webhook/index.ts': `import Stripe from 'npm:stripe@14';
import { createClient } from 'npm:@supabase/supabase-js@2';
const stripe = new Stripe(Deno.env.get('SK')!);
const supabase = createClient(Deno.env.get('U')!, Deno.env.get('K')!);
Deno.serve(async (req) => {
  const event = await stripe.webhooks.constructEventAsync(await req.text(), req.headers.get('Stripe-Signature')!, Deno.env.get('WH')!);
  const { error } = await supabase.from('stripe_events').insert({ id: event.id });
  if (error) {
    if (error.code === '23505') return new Response('dup', { status: 200 });
    return new Response('err', { status: 500 });
  }
  const r = await fetch('https://api.resend.com/emails', { method: 'POST', headers: { Authorization: 'Bearer x', 'Idempotency-Key': event.id }, body: JSON.stringify({ to: 'x' }) });
  return new Response('ok');
});
`,
    },
  },
  {
    name: 'silent: an upsert that ignores duplicates selects no row for them',
    files: {
      'supabase/migrations/1.sql': `create table stripe_events (id text primary key);`,
      'app/api/webhooks/stripe/route.ts': `import Stripe from 'stripe';
import { createClient } from '@supabase/supabase-js';
import { Resend } from 'resend';
const p = new Stripe('x'); const sb = createClient('a', 'b'); const resend = new Resend('x');
export async function POST(req: Request) {
  const event = p.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  const { data, error } = await sb.from('stripe_events').upsert({ id: event.id }, { onConflict: 'id', ignoreDuplicates: true }).select();
  if (error) throw error;
  if (!data.length) return Response.json({ duplicate: true });
  await resend.emails.send({ from: 'a', to: 'b', subject: 'c', text: 'd' }, { idempotencyKey: event.id });
  return Response.json({});
}
`,
    },
  },
  {
    name: 'silent: a conditional put of DynamoDB is refused for the second delivery',
    files: {
      'src/handler.ts': `import { DynamoDBClient, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { APIGatewayProxyHandlerV2 } from 'aws-lambda';
import Stripe from 'stripe';
const stripe = new Stripe('x');
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const ses = new SESv2Client({});
async function claim(eventId: string) {
  try {
    await ddb.send(new PutCommand({ TableName: process.env.EVENTS, Item: { pk: eventId, ttl: 1 }, ConditionExpression: 'attribute_not_exists(pk)' }));
    return true;
  } catch (e) {
    if (e instanceof ConditionalCheckFailedException) return false;
    throw e;
  }
}
export const handler: APIGatewayProxyHandlerV2 = async (evt) => {
  const event = stripe.webhooks.constructEvent(evt.body!, evt.headers['stripe-signature']!, 'wh');
  const mine = await claim(event.id);
  if (!mine) return { statusCode: 200 };
  await ses.send(new SendEmailCommand({ FromEmailAddress: 'a', Destination: { ToAddresses: ['b'] }, Content: {} }));
  return { statusCode: 200 };
};
`,
    },
  },
  {
    name: 'silent: SET NX answers OK to one delivery alone',
    files: {
      'src/dedupe.ts': `import Redis from 'ioredis';
const redis = new Redis();
export const acquire = async (id: string) => (await redis.set(\`wh:\${id}\`, '1', 'EX', 60 * 60 * 24 * 30, 'NX')) === 'OK';
`,
      'pages/api/webhooks/stripe.ts': `import type { NextApiRequest, NextApiResponse } from 'next';
import { buffer } from 'micro';
import Stripe from 'stripe';
import { acquire } from '../../../src/dedupe';
import sgMail from '@sendgrid/mail';
export const config = { api: { bodyParser: false } };
const stripe = new Stripe('x');
export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== 'POST') return res.status(405).end();
  const event = stripe.webhooks.constructEvent(await buffer(req), req.headers['stripe-signature']!, 'wh');
  if (!(await acquire(event.id))) { res.status(200).json({ duplicate: true }); return; }
  await sgMail.send({ to: 'x', from: 'y', subject: 'z', text: 'w' });
  res.json({ received: true });
}
`,
    },
  },
  {
    name: 'silent: SET with NX of node-redis answers null to the duplicate',
    files: {
      'src/app.js': `import Koa from 'koa';
import Router from '@koa/router';
import { createClient } from 'redis';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const client = createClient(); await client.connect();
const mail = nodemailer.createTransport({});
const stripe = new Stripe('x');
const router = new Router();
router.post('/hooks/stripe', async (ctx) => {
  const event = stripe.webhooks.constructEvent(ctx.request.rawBody, ctx.get('stripe-signature'), 'wh');
  const reply = await client.set(\`stripe:\${event.id}\`, Date.now().toString(), { NX: true, EX: 2592000 });
  if (reply === null) { ctx.status = 200; return; }
  await mail.sendMail({ to: 'x' });
  ctx.status = 200;
});
new Koa().use(router.routes()).listen(1);
`,
    },
  },
  {
    name: 'silent: SET with nx of Upstash answers nothing to the duplicate',
    files: {
      'app/api/webhooks/stripe/route.ts': `import Stripe from 'stripe';
import { Redis } from '@upstash/redis';
import { sendWelcome } from './mail';
const p = new Stripe('x'); const redis = Redis.fromEnv();
export async function POST(req: Request) {
  const event = p.webhooks.constructEvent(await req.text(), req.headers.get('stripe-signature')!, 'wh');
  const set = await redis.set(\`stripe:\${event.id}\`, 1, { nx: true, ex: 60 * 60 * 24 * 31 });
  if (!set) return Response.json({ duplicate: true });
  await sendWelcome('x');
  return Response.json({});
}
`,
      'app/api/webhooks/stripe/mail.ts': `import { ServerClient } from 'postmark';
const c = new ServerClient('x');
export const sendWelcome = (to: string) => c.sendEmail({ From: 'a', To: to, Subject: 'b', TextBody: 'c' });
`,
    },
  },
  {
    name: 'silent: create() of Firestore fails with code 6 for a document that exists',
    files: {
      'src/index.ts': `import { onRequest } from 'firebase-functions/v2/https';
import { getFirestore } from 'firebase-admin/firestore';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const db = getFirestore();
const stripe = new Stripe('x');
const mail = nodemailer.createTransport({});
export const stripeWebhook = onRequest(async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.rawBody, req.headers['stripe-signature']!, 'wh');
  try { await db.collection('events').doc(event.id).create({ at: Date.now() }); }
  catch (e: any) { if (e.code === 6) { res.status(200).end(); return; } throw e; }
  await mail.sendMail({ to: 'x' });
  res.status(200).end();
});
`,
    },
  },
  {
    name: 'silent: SADD and SETNX of Redis count nothing for the duplicate',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import Redis from 'ioredis';
import nodemailer from 'nodemailer';
const redis = new Redis();
const p = new Stripe('x'); const mail = nodemailer.createTransport({});
const app = express();
app.post('/webhooks/stripe-b', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if ((await redis.sadd('events', event.id)) === 0) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
app.post('/webhooks/stripe-c', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  if (!(await redis.setnx(\`e:\${event.id}\`, '1'))) return res.sendStatus(200);
  await mail.sendMail({ to: 'x' });
  return res.sendStatus(200);
});
`,
    },
  },
];
