import { describe, expect, test } from 'vitest';
import { traceApp, traceOne } from './trace-app.ts';

const found = (files: Readonly<Record<string, string>>) =>
  traceApp(files).map(({ framework, kind }) => `${framework} ${kind}`);

describe('function platforms and other frameworks', () => {
  test.each([
    ['app.ts', "import Koa from 'koa'; new Koa().use(async (ctx) => { ctx.body = ctx.request.body; });", 'koa http'],
    [
      'app.ts',
      "import Router from '@koa/router'; const r = new Router(); r.post('/in', async (ctx) => { ctx.status = 204; });",
      '@koa/router http',
    ],
    [
      'app/routes/in.tsx',
      'export async function action({ request }) { return new Response(await request.text()); }',
      'remix http',
    ],
    [
      'src/routes/in/+server.ts',
      'export async function POST({ request }) { return new Response(await request.text()); }',
      '@sveltejs/kit http',
    ],
    ['server/api/in.post.ts', 'export default defineEventHandler(async (event) => readRawBody(event));', 'h3 http'],
    ['src/pages/in.ts', 'export const POST = async ({ request }) => new Response(await request.text());', 'astro http'],
    [
      'src/worker.ts',
      'export default { async fetch(request, env, ctx) { return new Response(await request.text()); } };',
      'cloudflare workers http',
    ],
    [
      'src/worker.ts',
      'export default { async queue(batch, env) { for (const m of batch.messages) m.ack(); } };',
      'cloudflare workers batch',
    ],
    ['main.ts', 'Deno.serve(async (req) => new Response(await req.text()));', 'deno http'],
    [
      'main.ts',
      "import { serve } from 'https://deno.land/std/http/server.ts'; serve(async (req) => new Response(await req.text()));",
      'deno http',
    ],
    ['main.ts', 'Bun.serve({ async fetch(req) { return new Response(await req.text()); } });', 'bun http'],
    [
      'in.ts',
      "import { onRequest } from 'firebase-functions/v2/https'; export const f = onRequest(async (req, res) => { res.send(req.rawBody); });",
      'firebase-functions http',
    ],
    [
      'in.ts',
      "import { http } from '@google-cloud/functions-framework'; http('f', (req, res) => { res.send(''); });",
      '@google-cloud/functions-framework http',
    ],
    [
      'in.ts',
      "import { app } from '@azure/functions'; app.http('f', { methods: ['POST'], handler: async (request) => ({ status: 200, body: await request.text() }) });",
      '@azure/functions http',
    ],
    [
      'in.ts',
      "import http from 'node:http'; http.createServer((req, res) => { res.writeHead(200).end(); });",
      'node:http http',
    ],
    [
      'in.ts',
      "import Hapi from '@hapi/hapi'; const s = Hapi.server({}); s.route({ method: 'POST', path: '/in', handler: (request, h) => h.response('').code(204) });",
      '@hapi/hapi http',
    ],
    [
      'in.ts',
      "import { App } from '@slack/bolt'; const a = new App({}); a.event('app_mention', async ({ event, say }) => { await say(event.text); });",
      '@slack/bolt http',
    ],
    [
      'in.ts',
      "import { Webhooks } from '@octokit/webhooks'; const w = new Webhooks({}); w.on('push', async ({ id, payload }) => { void payload; });",
      'github http',
    ],
    [
      'in.ts',
      "import { inngest } from './c'; import { Inngest } from 'inngest'; const c = new Inngest({ id: 'x' }); c.createFunction({ id: 'f' }, { event: 'e' }, async ({ event, step }) => { await step.run('s', async () => event.data); });",
      'inngest queue',
    ],
    [
      'in.ts',
      "import { task } from '@trigger.dev/sdk/v3'; export const t = task({ id: 't', run: async (payload) => payload });",
      '@trigger.dev/sdk queue',
    ],
    [
      'in.ts',
      "import PgBoss from 'pg-boss'; const b = new PgBoss(''); b.work('q', async ([job]) => { void job.data; });",
      'pg-boss queue',
    ],
  ])('%s: %s', (file, text, expected) => {
    expect(found({ [file]: text })).toContain(expected);
  });

  test('a Lambda, by the type of the function or of its first parameter', () => {
    const byFunction = traceOne(`
      import type { APIGatewayProxyHandlerV2 } from 'aws-lambda';
      import { Webhook } from 'svix';
      export const receive: APIGatewayProxyHandlerV2 = async (request) => {
        new Webhook('').verify(request.body ?? '', request.headers);
        return { statusCode: 200 };
      };
    `);
    expect(byFunction.steps).toEqual(['verify svix over the body']);
    const batch = traceApp(`
      import type { SQSEvent } from 'aws-lambda';
      export const consume = async (event: SQSEvent) => { for (const record of event.Records) JSON.parse(record.body); };
    `);
    expect(batch.map(({ kind }) => kind)).toEqual(['batch']);
  });
});
