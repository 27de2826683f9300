import { describe, expect, test } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { writeApp } from '../support/rule-tester.ts';

type Files = Readonly<Record<string, string>>;

/** The whole routes of the handlers in the files of an app. */
function routesIn(files: Files): readonly string[] {
  const root = writeApp({ 'package.json': '{ "name": "app" }', ...files })('');
  const project = new Project({ root });
  const handlers = project.findHandlerFiles([root]).flatMap((file) => project.handlersIn(file));
  expect(project.warnings).toEqual([]);
  return handlers.map(({ route }) => route ?? '-');
}

/** What the rules on the HTTP side ask of what runs ahead of the one handler. */
function aheadOf(files: Files): { readonly verifies: string; readonly parsedBody: string | null } {
  const root = writeApp({ 'package.json': '{ "name": "app" }', ...files })('');
  const project = new Project({ root });
  const [handler, ...others] = project.findHandlerFiles([root]).flatMap((file) => project.handlersIn(file));
  expect(others).toEqual([]);
  if (!handler) throw new Error('no handler was found');
  return handler.model.ahead;
}

// Nothing in it says what it is for: the path at which it is mounted does.
const express = `
  import { Router } from 'express';
  import { db } from './db';
  const router = Router();
  router.post('/acme', async (req, res) => {
    await db.query('INSERT INTO invoices (id) VALUES ($1)', [req.body.id]);
    res.sendStatus(200);
  });
  export default router;
`;
const db = "import { Pool } from 'pg'; export const db = new Pool();";

describe('a route is found below the path at which its router is mounted', () => {
  test('an Express router in another file', () => {
    const app =
      "import express from 'express'; import billing from './billing'; const app = express(); app.use('/webhooks', billing);";
    expect(routesIn({ 'src/app.ts': app, 'src/billing.ts': express, 'src/db.ts': db })).toEqual(['/webhooks/acme']);
  });

  test('silent: the same router below a path that names no webhook', () => {
    const app =
      "import express from 'express'; import billing from './billing'; const app = express(); app.use('/invoices', billing);";
    expect(routesIn({ 'src/app.ts': app, 'src/billing.ts': express, 'src/db.ts': db })).toEqual([]);
  });

  test('silent: another router is mounted at the path of webhooks', () => {
    const app = `
      import express from 'express'; import billing from './billing'; import other from './other';
      const app = express(); app.use('/webhooks', other); app.use('/invoices', billing);
    `;
    const other =
      "import { Router } from 'express'; const router = Router(); router.get('/', (req, res) => res.send('ok')); export default router;";
    expect(routesIn({ 'src/app.ts': app, 'src/billing.ts': express, 'src/other.ts': other, 'src/db.ts': db })).toEqual(
      [],
    );
  });

  test('routers inside routers, a barrel, CommonJS and a controller', () => {
    const files = {
      'src/app.js': "const express = require('express'); const app = express(); app.use('/api', require('./routes'));",
      'src/routes/index.js':
        "const { Router } = require('express'); const { billing } = require('./all'); const api = Router(); api.use('/hooks', billing); module.exports = api;",
      'src/routes/all.js': "module.exports = { billing: require('./billing') };",
      'src/routes/billing.js':
        "const { Router } = require('express'); const { paid } = require('../controllers/billing'); const router = Router(); router.post('/acme/paid', paid); module.exports = router;",
      'src/controllers/billing.js':
        "const { db } = require('../db'); exports.paid = async (req, res) => { await db.query('INSERT INTO invoices (id) VALUES ($1)', [req.body.event.id]); res.sendStatus(200); };",
      'src/db.js': "const { Pool } = require('pg'); exports.db = new Pool();",
    };
    expect(routesIn(files)).toEqual(['/api/hooks/acme/paid']);
  });

  test('a function that makes the router, one that is given the app, and a class with a router', () => {
    const handler =
      "async (req, res) => { await db.query('INSERT INTO invoices (id) VALUES ($1)', [req.body.id]); res.sendStatus(200); }";
    const files = {
      'src/app.ts': `
        import express from 'express'; import { makeRoutes } from './made'; import { register } from './given'; import { Shop } from './shop';
        const app = express();
        app.use('/webhooks/made', makeRoutes({ log: true }));
        register(app);
        app.use('/webhooks/shop', new Shop().router);
      `,
      'src/made.ts': `import { Router } from 'express'; import { db } from './db'; export function makeRoutes(options: object) { const r = Router(); r.post('/acme', ${handler}); return r; }`,
      'src/given.ts': `import type { Express } from 'express'; import { db } from './db'; export function register(app: Express) { app.post('/webhooks/given', ${handler}); }`,
      'src/shop.ts': `import { Router } from 'express'; import { db } from './db'; export class Shop { router = Router(); constructor() { this.router.post('/acme', ${handler}); } }`,
      'src/db.ts': db,
    };
    expect([...routesIn(files)].sort()).toEqual(['/webhooks/given', '/webhooks/made/acme', '/webhooks/shop/acme']);
  });

  test('Fastify plugins with a prefix, inside each other, by import()', () => {
    const files = {
      'src/app.ts':
        "import Fastify from 'fastify'; import routes from './routes'; const app = Fastify(); app.register(routes, { prefix: '/v1' });",
      'src/routes/index.ts':
        "import type { FastifyInstance } from 'fastify'; export default async function (app: FastifyInstance) { app.register(import('./billing'), { prefix: '/webhooks' }); }",
      'src/routes/billing.ts':
        "import type { FastifyPluginAsync } from 'fastify'; import { db } from '../db'; const billing: FastifyPluginAsync = async (server) => { server.post('/acme', async (request, reply) => { await db.query('INSERT INTO invoices (id) VALUES ($1)', [request.body.id]); return reply.send({}); }); }; export default billing;",
      'src/db.ts': db,
    };
    expect(routesIn(files)).toEqual(['/v1/webhooks/acme']);
  });

  test('silent: a Fastify plugin that is wrapped has no prefix', () => {
    const files = {
      'src/app.ts':
        "import Fastify from 'fastify'; import billing from './billing'; const app = Fastify(); app.register(billing, { prefix: '/webhooks' });",
      'src/billing.ts':
        "import fp from 'fastify-plugin'; import { db } from './db'; export default fp(async (app) => { app.post('/acme', async (request, reply) => { await db.query('INSERT INTO invoices (id) VALUES ($1)', [request.body.id]); return reply.send({}); }); });",
      'src/db.ts': db,
    };
    expect(routesIn(files)).toEqual([]);
  });

  test('Koa routers with a prefix, and mounted apps', () => {
    const handler =
      "async (ctx) => { await db.query('INSERT INTO invoices (id) VALUES ($1)', [ctx.request.body.id]); ctx.status = 200; }";
    const files = {
      'src/app.ts':
        "import Koa from 'koa'; import mount from 'koa-mount'; import { api } from './api'; import { old } from './old'; const app = new Koa(); app.use(api.routes()).use(api.allowedMethods()); app.use(mount('/legacy', old.routes()));",
      'src/api.ts':
        "import Router from '@koa/router'; import { billing } from './billing'; export const api = new Router({ prefix: '/api' }); api.use('/webhooks', billing.routes(), billing.allowedMethods());",
      'src/billing.ts': `import Router from '@koa/router'; import { db } from './db'; export const billing = new Router(); billing.post('/acme', ${handler});`,
      'src/old.ts': `import Router from '@koa/router'; import { db } from './db'; export const old = new Router(); old.prefix('/webhooks'); old.post('/acme', ${handler});`,
      'src/db.ts': db,
    };
    expect([...routesIn(files)].sort()).toEqual(['/api/webhooks/acme', '/legacy/webhooks/acme']);
  });

  test('Hono routes, and a base path', () => {
    const files = {
      'src/app.ts':
        "import { Hono } from 'hono'; import hooks from './hooks'; const app = new Hono().basePath('/api'); app.route('/webhooks', hooks); export default app;",
      'src/hooks.ts':
        "import { Hono } from 'hono'; import { db } from './db'; const hooks = new Hono().post('/acme', async (c) => { const body = await c.req.json(); await db.query('INSERT INTO invoices (id) VALUES ($1)', [body.id]); return c.json({}); }); export default hooks;",
      'src/db.ts': db,
    };
    expect(routesIn(files)).toEqual(['/api/webhooks/acme']);
  });

  test('Elysia plugins and groups', () => {
    const files = {
      'src/app.ts':
        "import { Elysia } from 'elysia'; import { hooks } from './hooks'; new Elysia().group('/api', (app) => app.use(hooks)).listen(3000);",
      'src/hooks.ts':
        "import { Elysia } from 'elysia'; import { db } from './db'; export const hooks = new Elysia({ prefix: '/webhooks' }).post('/acme', async ({ body }) => { await db.query('INSERT INTO invoices (id) VALUES ($1)', [body.id]); return {}; });",
      'src/db.ts': db,
    };
    expect(routesIn(files)).toEqual(['/api/webhooks/acme']);
  });

  test('Adonis groups', () => {
    const files = {
      'start/routes.ts':
        "import router from '@adonisjs/core/services/router'; import { db } from '#db'; router.group(() => { router.group(() => { router.post('/acme', async ({ request, response }) => { await db.query('INSERT INTO invoices (id) VALUES ($1)', [request.body().id]); return response.ok({}); }); }).prefix('/webhooks'); }).prefix('/api').middleware([]);",
      'db.ts': db,
    };
    expect(routesIn(files)).toEqual(['/api/webhooks/acme']);
  });

  const controller =
    "import { Body, Controller, Post } from '@nestjs/common'; import { db } from './db'; @Controller('acme') export class Acme { @Post('paid') async paid(@Body() body: any) { await db.query('INSERT INTO invoices (id) VALUES ($1)', [body.id]); } }";
  const acme =
    "import { Module } from '@nestjs/common'; import { Acme } from './acme'; @Module({ controllers: [Acme] }) export class AcmeModule {}";

  test('Nest: a global prefix and a tree of modules', () => {
    const files = {
      'src/main.ts':
        "import { NestFactory } from '@nestjs/core'; import { AppModule } from './app.module'; const app = await NestFactory.create(AppModule); app.setGlobalPrefix('api');",
      'src/app.module.ts':
        "import { Module } from '@nestjs/common'; import { RouterModule } from '@nestjs/core'; import { AcmeModule } from './acme.module'; @Module({ imports: [AcmeModule, RouterModule.register([{ path: 'in', children: [{ path: 'webhooks', module: AcmeModule }] }])] }) export class AppModule {}",
      'src/acme.module.ts': acme,
      'src/acme.ts': controller,
      'src/db.ts': db,
    };
    expect(routesIn(files)).toEqual(['/api/in/webhooks/acme/paid']);
  });

  test('silent: a tree of modules below another path', () => {
    const files = {
      'src/app.module.ts':
        "import { Module } from '@nestjs/common'; import { RouterModule } from '@nestjs/core'; import { AcmeModule } from './acme.module'; @Module({ imports: [AcmeModule, RouterModule.register([{ path: 'admin', module: AcmeModule }])] }) export class AppModule {}",
      'src/acme.module.ts': acme,
      'src/acme.ts': controller,
      'src/db.ts': db,
    };
    expect(routesIn(files)).toEqual([]);
  });
});

test('silent: the path of one subscription is no delivery, that of one sender is', () => {
  const app = (path: string) =>
    `import express from 'express'; import billing from './billing'; const app = express(); app.use('${path}', billing);`;
  const billing =
    "import { Router } from 'express'; import { db } from './db'; const router = Router(); router.post('/:providerId', async (req, res) => { await db.query('INSERT INTO invoices (id) VALUES ($1)', [req.body.id]); res.sendStatus(200); }); export default router;";
  expect(routesIn({ 'src/app.ts': app('/webhooks'), 'src/billing.ts': billing, 'src/db.ts': db })).toEqual([]);
  expect(routesIn({ 'src/app.ts': app('/postback'), 'src/billing.ts': billing, 'src/db.ts': db })).toEqual([
    '/postback/:providerId',
  ]);
});

describe('what stands at the place of mounting runs ahead of the route', () => {
  const hooks = `
    import { Router } from 'express'; import Stripe from 'stripe'; import { db } from './db';
    const stripe = new Stripe('k'); const router = Router();
    router.post('/stripe', async (req, res) => {
      const event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 's');
      await db.query('INSERT INTO invoices (id) VALUES ($1)', [event.id]);
      res.sendStatus(200);
    });
    export default router;
  `;
  const files = (app: string): Files => ({ 'src/app.ts': app, 'src/hooks.ts': hooks, 'src/db.ts': db });
  const head = "import express from 'express'; import hooks from './hooks'; const app = express();";

  test('the first parser on the way, wherever it stands', () => {
    expect(aheadOf(files(`${head} app.use(express.json()); app.use('/webhooks', hooks);`)).parsedBody).toBe('body');
    expect(aheadOf(files(`${head} app.use('/webhooks', express.raw({ type: '*/*' }), hooks);`)).parsedBody).toBe('raw');
    expect(aheadOf(files(`${head} app.use('/webhooks', hooks); app.use(express.json());`)).parsedBody).toBe(null);
    expect(
      aheadOf(
        files(
          `${head} const api = express.Router(); api.use(express.json()); app.use('/webhooks', hooks); app.use('/api', api);`,
        ),
      ).parsedBody,
    ).toBe(null);
    expect(
      aheadOf(
        files(
          `${head} const api = express.Router(); app.use('/api', api); api.use(express.json()); api.use('/webhooks', hooks);`,
        ),
      ).parsedBody,
    ).toBe('body');
    expect(
      aheadOf(
        files(
          `${head} app.use('/webhooks/stripe', express.raw({ type: '*/*' })); app.use(express.json()); app.use('/webhooks', hooks);`,
        ),
      ).parsedBody,
    ).toBe('raw');
    expect(
      aheadOf(
        files(
          `${head} app.use('/webhooks/github', express.raw({ type: '*/*' })); app.use(express.json()); app.use('/webhooks', hooks);`,
        ),
      ).parsedBody,
    ).toBe('body');
  });

  test('a check of the sender at the mount counts, one on another router does not', () => {
    const check =
      'const checkSignature = (req, res, next) => (req.get("x-signature") === process.env.SECRET ? next() : res.sendStatus(401));';
    expect(aheadOf(files(`${head} ${check} app.use('/webhooks', checkSignature, hooks);`)).verifies).toBe('unknown');
    expect(
      aheadOf(
        files(
          `${head} ${check} const api = express.Router(); api.use(checkSignature); app.use('/api', api); api.use('/webhooks', hooks);`,
        ),
      ).verifies,
    ).toBe('unknown');
    expect(
      aheadOf(
        files(
          `${head} ${check} const api = express.Router(); api.use(checkSignature); app.use('/api', api); app.use('/webhooks', hooks);`,
        ),
      ).verifies,
    ).toBe('no');
  });
});
