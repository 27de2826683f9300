/**
 * Handlers in the shape of each framework, for the cases of a rule. The first line holds all that stands before the
 * body, so that a body's first line is the second of its file; a body loses the indentation that all its lines have.
 */
export function onExpress(body: string): string {
  return inside(
    "import express from 'express'; import { Pool } from 'pg'; import Stripe from 'stripe'; const app = express(); const pool = new Pool(); const stripe = new Stripe('sk'); app.post('/hooks/stripe', express.raw({ type: '*/*' }), async (req, res) => { const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 'whsec');",
    body,
    'res.sendStatus(200); });',
  );
}

export function onFastify(body: string): string {
  return inside(
    "import fastify from 'fastify'; import postgres from 'postgres'; import Stripe from 'stripe'; const app = fastify(); const sql = postgres(); const stripe = new Stripe('sk'); app.post('/hooks/stripe', async (request, reply) => { const event: any = stripe.webhooks.constructEvent(request.body as string, request.headers['stripe-signature']!, 'whsec');",
    body,
    'return reply.code(200).send(); });',
  );
}

export function onHono(body: string): string {
  return inside(
    "import { Hono } from 'hono'; import { and, eq, sql } from 'drizzle-orm'; import { drizzle } from 'drizzle-orm/node-postgres'; import { Resend } from 'resend'; import Stripe from 'stripe'; import { arrivals, bookings, purses } from '../schema'; const app = new Hono(); const db = drizzle(process.env.URL!); const resend = new Resend('re'); const stripe = new Stripe('sk'); app.post('/hooks/stripe', async (c) => { const event: any = await stripe.webhooks.constructEventAsync(await c.req.text(), c.req.header('stripe-signature')!, 'whsec');",
    body,
    'return c.text("ok"); });',
  );
}

/** A file named `app/…/route.ts`. */
export function onNextApp(body: string): string {
  return inside(
    "import { Prisma, PrismaClient } from '@prisma/client'; import Stripe from 'stripe'; const prisma = new PrismaClient(); const stripe = new Stripe('sk'); export async function POST(request: Request) { const event: any = stripe.webhooks.constructEvent(await request.text(), request.headers.get('stripe-signature')!, 'whsec');",
    body,
    'return new Response(null, { status: 200 }); }',
  );
}

/** A file named `pages/api/….ts`. */
export function onNextPages(body: string): string {
  return inside(
    "import type { NextApiRequest, NextApiResponse } from 'next'; import { buffer } from 'micro'; import knexFactory from 'knex'; import Stripe from 'stripe'; const knex = knexFactory({ client: 'pg' }); const stripe = new Stripe('sk'); export default async function handler(req: NextApiRequest, res: NextApiResponse) { const event: any = stripe.webhooks.constructEvent(await buffer(req), req.headers['stripe-signature']!, 'whsec');",
    body,
    'res.status(200).end(); }',
  );
}

export function onNest(body: string): string {
  return inside(
    "import { Body, Controller, Headers, HttpCode, Post, type RawBodyRequest, Req } from '@nestjs/common'; import Stripe from 'stripe'; import { PayoutService } from './payout.service'; @Controller('hooks') export class HookController { constructor(private readonly payouts: PayoutService, private readonly stripe: Stripe) {} @Post('stripe') async receive(@Req() req: RawBodyRequest<any>, @Headers('stripe-signature') signature: string) { const event: any = this.stripe.webhooks.constructEvent(req.rawBody!, signature, 'whsec');",
    body,
    '} }',
  );
}

export function onLambda(body: string): string {
  return inside(
    "import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda'; import nodemailer from 'nodemailer'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('sk'); const post = nodemailer.createTransport({}); export async function handler(request: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> { const event: any = stripe.webhooks.constructEvent(request.body!, request.headers['stripe-signature']!, 'whsec');",
    body,
    'return { statusCode: 200 }; }',
  );
}

/** A worker, which is called again when it throws. */
export function onBullmq(body: string): string {
  return inside(
    "import { Queue, Worker } from 'bullmq'; import { Pool } from 'pg'; import Stripe from 'stripe'; const pool = new Pool(); const stripe = new Stripe('sk'); const mails = new Queue('mails'); new Worker('stripe-events', async (job) => { const event: any = job.data;",
    body,
    '});',
  );
}

/** A route that no provider calls. */
export function onCheckout(body: string): string {
  return onExpress(body)
    .replace('/hooks/stripe', '/checkout')
    .replace(/const event: any = .*;$/m, 'const event = req.body;');
}

function inside(before: string, body: string, after: string): string {
  const lines = body.replace(/^\n|\n\s*$/g, '').split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return [before, ...lines.map((line) => line.slice(indent)), after, ''].join('\n');
}
