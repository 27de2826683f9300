import { describe, expect, test } from 'vitest';
import { traceOne } from './trace-app.ts';

describe('the status of the answer', () => {
  test('assigned to the context (Koa)', () => {
    const app = (body: string) => `
      import Router from '@koa/router';
      const router = new Router();
      router.post('/webhooks', async (ctx) => { ${body} });
    `;
    expect(traceOne(app('ctx.status = 202;')).answers).toEqual([202]);
    expect(traceOne(app('if (!ctx.request.body.id) { ctx.status = 400; return; } ctx.body = "ok";')).answers).toEqual([
      200, 400,
    ]);
    expect(traceOne(app('ctx.status = 500; ctx.body = { error: true };')).answers).toEqual([500]);
    expect(traceOne(app('ctx.throw(401, "no");')).answers).toEqual([401]);
    expect(traceOne(app('ctx.status = ctx.request.body.status;')).answers).toEqual([null]);
  });

  test('set on the response before it is sent (Node, Express, Fastify)', () => {
    expect(
      traceOne(`
        import { createServer } from 'node:http';
        createServer((req, res) => {
          if (req.headers['stripe-signature'] === undefined) { res.statusCode = 400; res.end(); return; }
          res.end('ok');
        });
      `),
    ).toMatchObject({ steps: ['answer 400', 'answer 200'], answers: [200, 400] });
    expect(
      traceOne(`
        import express from 'express';
        const app = express();
        app.post('/webhooks', (req, res) => { res.status(500); if (req.body.id) res.status(204); res.send(); });
      `).answers,
    ).toEqual([204, 500]);
    expect(
      traceOne(`
        import fastify from 'fastify';
        const app = fastify();
        app.post('/webhooks', async (request, reply) => { reply.code(202); return { ok: true }; });
      `).answers,
    ).toEqual([202]);
  });

  test('a property of what is returned (Lambda, Azure)', () => {
    expect(
      traceOne(`
        import type { APIGatewayProxyHandler } from 'aws-lambda';
        const answer = (statusCode: number) => ({ statusCode, body: '' });
        export const handler: APIGatewayProxyHandler = async (event) => {
          if (!event.headers.y) return answer(400);
          if (event.headers.x) return { body: '' } as any;
          return answer(204);
        };
      `).answers,
    ).toEqual([200, 204, 400]);
    expect(
      traceOne(`
        import { app } from '@azure/functions';
        app.http('hook', { methods: ['POST'], route: 'webhooks', handler: async (request) => {
          if (!request.headers.get('x-signature')) return { status: 400 };
          return { jsonBody: {} };
        } });
      `).answers,
    ).toEqual([200, 400]);
  });

  test('thrown by a call (SvelteKit)', () => {
    expect(
      traceOne({
        'src/routes/webhooks/+server.ts': `
          import { error, json } from '@sveltejs/kit';
          export async function POST({ request }) {
            if (!request.headers.get('stripe-signature')) error(400, 'no signature');
            return json({ ok: true });
          }
        `,
      }).answers,
    ).toEqual([200, 400]);
  });

  test("Hono's c.status() is that of the answers which say none", () => {
    expect(
      traceOne(`
        import { Hono } from 'hono';
        const app = new Hono();
        app.post('/webhooks', (c) => { c.status(202); return c.json({}); });
      `).answers,
    ).toEqual([202]);
  });
});

describe('a body parser before the handler', () => {
  const app = (parser: string) => `
    import express from 'express';
    import Stripe from 'stripe';
    const stripe = new Stripe('');
    const app = express();
    app.post('/webhooks', ${parser} (req, res) => {
      stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], '');
      res.send();
    });
  `;

  test.each([
    ["express.raw({ type: '*/*' }),", 'raw'],
    ['express.json(),', 'body'],
    ['', 'body'],
  ])('%s', (parser, part) => {
    expect(traceOne(app(parser)).verified).toEqual([part]);
  });
});

describe('an app that nobody annotated', () => {
  test('is of the framework that its module imports', () => {
    const app = (line: string) => `
      ${line}
      export default async function routes(app) { app.post('/webhooks/stripe', async (a, b) => ({ ok: a.body.id })); }
    `;
    expect(traceOne(app("import type { FastifyInstance } from 'fastify';")).framework).toBe('fastify');
    expect(traceOne(app("import { Hono } from 'hono';")).framework).toBe('hono');
    expect(traceOne(app('')).framework).toBe('express');
  });
});
