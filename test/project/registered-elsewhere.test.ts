import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { writeApp } from '../support/rule-tester.ts';

/** The handlers found when nothing but this file is asked for: name, framework, route and what it leads to. */
function handlersIn(files: Readonly<Record<string, string>>, file: string): readonly string[] {
  const root = writeApp(files)('');
  const project = new Project({ root });
  const handlers = project.handlersIn(join(root, file));
  expect(project.warnings).toEqual([]);
  return handlers.map(
    ({ name, framework, route, trace }) =>
      `${name} (${framework ?? '?'} ${route ?? '-'}): ${trace.steps
        .filter(({ fact }) => fact.kind === 'effect' || fact.kind === 'verification')
        .map(({ fact }) => fact.kind)
        .join(', ')}`,
  );
}

const body = `
  const event: any = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'whsec');
  await stripe.refunds.create({ payment_intent: event.data.object.id });
  res.sendStatus(200);
`;
const controller = `
  import type { Request, Response } from 'express';
  import Stripe from 'stripe';
  const stripe = new Stripe('sk');
  export async function receive(req: Request, res: Response) { ${body} }
`;

describe('a handler that another file registers is found in its own', () => {
  test('an Express router and a file of controllers', () => {
    expect(
      handlersIn(
        {
          'src/routes.ts': `
            import { Router } from 'express';
            import { receive } from './controllers/payments';
            export const router = Router();
            router.post('/webhooks/stripe', receive);
          `,
          'src/controllers/payments.ts': controller,
        },
        'src/controllers/payments.ts',
      ),
    ).toEqual(['receive (express /webhooks/stripe): verification, effect']);
  });

  test('an Express router and a barrel', () => {
    expect(
      handlersIn(
        {
          'src/routes.ts': `
            import express from 'express';
            import * as controllers from './controllers';
            const router = express.Router();
            router.post('/webhooks/stripe', express.raw({ type: '*/*' }), controllers.receive);
            export default router;
          `,
          'src/controllers/index.ts': "export * from './payments';",
          'src/controllers/payments.ts': controller,
        },
        'src/controllers/payments.ts',
      ),
    ).toEqual(['receive (express /webhooks/stripe): verification, effect']);
  });

  test('an Express router and a wrapper of a third file', () => {
    expect(
      handlersIn(
        {
          'src/routes.ts': `
            import express from 'express';
            import { asyncHandler } from './async-handler';
            import { receive } from './controllers/payments';
            const router = express.Router();
            router.post('/webhooks/stripe', express.raw({ type: '*/*' }), asyncHandler(receive));
            export default router;
          `,
          'src/async-handler.ts': `
            export const asyncHandler = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);
          `,
          'src/controllers/payments.ts': controller,
        },
        'src/controllers/payments.ts',
      ),
    ).toEqual(['receive (express /webhooks/stripe): verification, effect']);
  });

  test('a method of a controller object, and of a class', () => {
    const files = {
      'src/routes.ts': `
        import { Router } from 'express';
        import { payments } from './payments';
        import { Refunds } from './refunds';
        const refunds = new Refunds();
        const router = Router();
        router.post('/webhooks/stripe', payments.receive);
        router.post('/webhooks/stripe/refunds', refunds.receive.bind(refunds));
        export default router;
      `,
      'src/payments.ts': `
        import Stripe from 'stripe';
        const stripe = new Stripe('sk');
        export const payments = { async receive(req, res) { ${body} } };
      `,
      'src/refunds.ts': `
        import Stripe from 'stripe';
        const stripe = new Stripe('sk');
        export class Refunds { async receive(req, res) { ${body} } }
      `,
    };
    expect(handlersIn(files, 'src/payments.ts')).toEqual(['receive (express /webhooks/stripe): verification, effect']);
    expect(handlersIn(files, 'src/refunds.ts')).toEqual([
      'receive (express /webhooks/stripe/refunds): verification, effect',
    ]);
  });

  test('CommonJS', () => {
    expect(
      handlersIn(
        {
          'package.json': '{ "name": "app" }',
          'routes/index.js': `
            const router = require('express').Router();
            const { receive } = require('../controllers/payments');
            router.post('/webhooks/stripe', receive);
            module.exports = router;
          `,
          'controllers/payments.js': `
            const stripe = require('stripe')('sk');
            exports.receive = async (req, res) => { ${body.replace(': any', '')} };
          `,
        },
        'controllers/payments.js',
      ),
    ).toEqual(['receive (express /webhooks/stripe): verification, effect']);
  });

  test('a Fastify plugin', () => {
    expect(
      handlersIn(
        {
          'src/server.ts': `
            import Fastify from 'fastify';
            import { hooks } from './plugin';
            const app = Fastify();
            app.register(hooks, { prefix: '/webhooks' });
          `,
          'src/plugin.ts': `
            import type { FastifyInstance } from 'fastify';
            import { receive } from './receive';
            export async function hooks(app: FastifyInstance) { app.post('/stripe', receive); }
          `,
          'src/receive.ts': `
            import type { FastifyReply, FastifyRequest } from 'fastify';
            import Stripe from 'stripe';
            const stripe = new Stripe('sk');
            export async function receive(request: FastifyRequest, reply: FastifyReply) {
              const event: any = stripe.webhooks.constructEvent(request.rawBody, request.headers['stripe-signature'], 'whsec');
              await stripe.refunds.create({ payment_intent: event.data.object.id });
              return reply.code(200).send();
            }
          `,
        },
        'src/receive.ts',
      ),
    ).toEqual(['receive (fastify /webhooks/stripe): verification, effect']);
  });

  test('a Nest controller whose module stands elsewhere', () => {
    expect(
      handlersIn(
        {
          'src/app.module.ts': `
            import { Module } from '@nestjs/common';
            import { HookController } from './hook.controller';
            import { PayoutService } from './payout.service';
            @Module({ controllers: [HookController], providers: [PayoutService] })
            export class AppModule {}
          `,
          'src/hook.controller.ts': `
            import { Controller, Headers, Post, Req } from '@nestjs/common';
            import { PayoutService } from './payout.service';
            @Controller('webhooks')
            export class HookController {
              constructor(private readonly payouts: PayoutService) {}
              @Post('stripe')
              async receive(@Req() req, @Headers('stripe-signature') signature: string) {
                const event = this.payouts.verify(req.rawBody, signature);
                await this.payouts.refund(event.data.object.id);
              }
            }
          `,
          'src/payout.service.ts': `
            import { Injectable } from '@nestjs/common';
            import Stripe from 'stripe';
            @Injectable()
            export class PayoutService {
              private readonly stripe = new Stripe('sk');
              verify(raw: Buffer, signature: string): any { return this.stripe.webhooks.constructEvent(raw, signature, 'whsec'); }
              async refund(id: string) { await this.stripe.refunds.create({ payment_intent: id }); }
            }
          `,
        },
        'src/hook.controller.ts',
      ),
    ).toEqual(['HookController.receive (@nestjs/common /webhooks/stripe): verification, effect']);
  });

  test('a Next route that only exports again', () => {
    expect(
      handlersIn(
        {
          'src/app/api/webhooks/stripe/route.ts': "export { receive as POST } from '@/features/payments/receive';",
          'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
          'src/features/payments/receive.ts': `
            import Stripe from 'stripe';
            const stripe = new Stripe('sk');
            export async function receive(request: Request) {
              const event: any = stripe.webhooks.constructEvent(await request.text(), request.headers.get('stripe-signature')!, 'whsec');
              await stripe.refunds.create({ payment_intent: event.data.object.id });
              return new Response();
            }
          `,
        },
        'src/features/payments/receive.ts',
      ),
    ).toEqual(['POST (next src/app/api/webhooks/stripe/route.ts): verification, effect']);
  });

  test('a Hono app that is mounted, its handlers in a file of their own', () => {
    expect(
      handlersIn(
        {
          'src/index.ts': `
            import { Hono } from 'hono';
            import { hooks } from './hooks';
            export default new Hono().route('/webhooks', hooks);
          `,
          'src/hooks.ts': `
            import { Hono } from 'hono';
            import { receive } from './receive';
            export const hooks = new Hono();
            hooks.post('/stripe', receive);
          `,
          'src/receive.ts': `
            import type { Context } from 'hono';
            import Stripe from 'stripe';
            const stripe = new Stripe('sk');
            export async function receive(c: Context) {
              const event: any = await stripe.webhooks.constructEventAsync(await c.req.text(), c.req.header('stripe-signature')!, 'whsec');
              await stripe.refunds.create({ payment_intent: event.data.object.id });
              return c.text('ok');
            }
          `,
        },
        'src/receive.ts',
      ),
    ).toEqual(['receive (hono /webhooks/stripe): verification, effect']);
  });

  test('a BullMQ processor in a file of its own', () => {
    expect(
      handlersIn(
        {
          'src/worker.ts': `
            import { Worker } from 'bullmq';
            import { refundJob } from './stripe-jobs';
            new Worker('stripe', refundJob, { connection: {} });
          `,
          'src/stripe-jobs.ts': `
            import type { Job } from 'bullmq';
            import Stripe from 'stripe';
            const stripe = new Stripe('sk');
            export const refundJob = async (job: Job) => { await stripe.refunds.create({ payment_intent: job.data.id }); };
          `,
        },
        'src/stripe-jobs.ts',
      ),
    ).toEqual(['refundJob (bullmq -): effect']);
  });

  test('app.route().post()', () => {
    expect(
      handlersIn(
        {
          'src/server.ts': `
            import express from 'express';
            import { receive } from './payments';
            const app = express();
            app.route('/webhooks/stripe').post(receive);
          `,
          'src/payments.ts': controller,
        },
        'src/payments.ts',
      ),
    ).toHaveLength(1);
  });
});

describe('what nobody registers is no handler', () => {
  test('a function with the shape of one', () => {
    expect(handlersIn({ 'src/payments.ts': controller }, 'src/payments.ts')).toEqual([]);
  });

  test('a helper of a handler, in a file of its own', () => {
    expect(
      handlersIn(
        {
          'src/routes.ts': `
            import express from 'express';
            import { settle } from './settle';
            const app = express();
            app.post('/webhooks/stripe', async (req, res) => { await settle(req.body); res.end(); });
          `,
          'src/settle.ts': `
            import Stripe from 'stripe';
            const stripe = new Stripe('sk');
            export async function settle(event: any) { await stripe.refunds.create({ payment_intent: event.id }); }
          `,
        },
        'src/settle.ts',
      ),
    ).toEqual([]);
  });
});
