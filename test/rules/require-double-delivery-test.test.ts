import rule from '../../rules/require-double-delivery-test.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const hook = (route: string) => `
  import express from 'express';
  import Stripe from 'stripe';
  const stripe = new Stripe('sk');
  export const router = express.Router();
  export async function receive(req: any, res: any) {
    const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 'whsec');
    await stripe.refunds.create({ charge: event.data.object.id }, { idempotencyKey: event.id });
    res.sendStatus(200);
  }
  router.post('${route}', express.raw({ type: '*/*' }), receive);
`;
const files = {
  'src/hook.ts': hook('/stripe'),
  'src/server.ts': `
    import express from 'express';
    import { router } from './hook';
    export const server = express();
    server.use('/webhooks', router);
    server.get('/orders/:id', (req, res) => res.json({ id: req.params.id }));
  `,
  'src/app/api/webhooks/stripe/route.ts': `
    import Stripe from 'stripe';
    const stripe = new Stripe('sk');
    export async function POST(request: Request) {
      const event: any = stripe.webhooks.constructEvent(await request.text(), request.headers.get('stripe-signature')!, 'whsec');
      await stripe.refunds.create({ charge: event.data.object.id }, { idempotencyKey: event.id });
      return new Response(null, { status: 200 });
    }
  `,
  'test/support/deliver.ts': `
    import request from 'supertest';
    import { server } from '../../src/server';
    export const deliver = (event: object) => request(server).post('/webhooks/stripe').send(event);
    export const both = (event: object) => Promise.all([deliver(event), deliver(event)]);
  `,
};
const app = writeApp(files);
const covered = writeApp({
  ...files,
  'test/race.test.ts': `
    import { deliver } from './support/deliver';
    it('races', async () => { await Promise.all([deliver({ id: 'e' }), deliver({ id: 'e' })]); });
  `,
});
const filename = app('test/hook.test.ts');
const before = `import request from 'supertest'; import { server } from '../src/server'; import { both, deliver } from './support/deliver'; const event = { id: 'evt_1' }; const send = (body: object) => request(server).post('/webhooks/stripe').send(body);`;
const test = (body: string, call = 'it') => `${before}\n${call}('refunds once', async () => {\n${body}\n});`;

new RuleTester(app('')).run('require-double-delivery-test', rule, {
  valid: [
    ...[
      'await Promise.all([send(event), send(event)]);',
      'await Promise.all([deliver(event), deliver(event)]);',
      'await both(event);',
      "await Promise.allSettled([send({ id: 'a' }), send({ id: 'a' })]);",
      'await Promise.all(Array.from({ length: 5 }, () => send(event)));',
      'await Promise.all([1, 2, 3].map(() => send(event)));',
      'await Promise.all([event, event].map((one) => send(one)));',
      'const first = send(event); const second = send(event); await first; await second;',
      'const first = send(event); await send(event); await first;',
      'const all = [send(event), send(event)]; await Promise.all(all);',
      'const first = send(event); const second = send(event); await Promise.all([first, second]);',
      'const all = []; for (let i = 0; i < 3; i += 1) all.push(send(event)); await Promise.all(all);',
    ].map((body) => ({ name: body, filename, code: test(body) })),
    {
      name: 'a helper that says so itself',
      filename,
      code: `import { deliverTwice } from 'webhook-once/testing';${test('await deliverTwice(() => send(event));')}`,
    },
    {
      name: 'no handler is delivered to',
      filename,
      code: test("await request(server).get('/orders/1'); await request(server).post('/orders').send({});"),
    },
    { name: 'no test', filename: app('src/client.ts'), code: `${before} await send(event);` },
    {
      name: 'a test of its own part',
      filename,
      code: "import { receive } from '../src/hook'; it('is there', () => { expect(receive).toBeDefined(); });",
    },
    {
      name: 'a fake server in a test is no handler',
      filename,
      code: "import express from 'express'; it('x', async () => { const fake = express(); fake.post('/webhooks/other', (req, res) => res.end()); });",
    },
  ],
  invalid: [
    {
      name: 'supertest',
      filename,
      code: test('await send(event);'),
      errors: [
        {
          message:
            'A change that lets `receive` (hook.ts:6) work twice for one event passes these tests: none of them delivers the same event twice at the same time.',
          line: 3,
        },
      ],
    },
    ...[
      'await send(event); await send(event);',
      "await Promise.all([send({ id: 'a' }), send({ id: 'b' })]);",
      "const first = { id: 'a' }; const second = { id: 'b' }; await Promise.all([first, second].map((one) => send(one)));",
      'const first = await send(event); const second = await send(event);',
      "await Promise.all([send(event), request(server).get('/orders/1')]);",
    ].map((body) => ({ name: body, filename, code: test(body), errors: 1 })),
    {
      name: 'node:test, a call of the function itself, imported under another name',
      filename: app('src/app/api/webhooks/stripe/route.test.ts'),
      code: `import run from 'node:test'; import test from 'node:test'; import { POST as receive } from './route';
        test('works', async () => { await receive(new Request('http://localhost', { method: 'POST', body: '{}' })); });`,
      errors: [{ messageId: 'neverTwice', line: 2 }],
    },
    {
      name: 'a helper of another file',
      filename: app('spec/hook.spec.ts'),
      code: `import { deliver as push } from '../test/support/deliver';\ndescribe('x', () => {\n  specify('y', async () => {\n    await push({});\n  });\n});`,
      errors: [{ messageId: 'neverTwice', line: 4 }],
    },
    ...[
      "await fetch(`http://localhost:${port}/webhooks/stripe`, { method: 'POST', body: '{}' });",
      "await server.inject({ method: 'POST', url: '/webhooks/stripe', payload: {} });",
      "await server.request('/webhooks/stripe', { method: 'POST' });",
      "await server.fetch(new Request('http://localhost/webhooks/stripe', { method: 'POST' }));",
      "await chai.request(server).post('/webhooks/stripe').send({});",
    ].map((body) => ({ name: body, filename, code: test(body, 'test.each([1, 2])'), errors: 1 })),
    {
      name: 'two handlers, one finding for each',
      filename,
      code: `import { POST } from '../src/app/api/webhooks/stripe/route';${test('await request(server).post("/webhooks/stripe"); await POST(new Request("http://x"));')}`,
      errors: 2,
    },
    {
      name: 'a test that is skipped proves nothing',
      filename,
      code: `${test('await send(event);')}\nit.skip('races', async () => { await Promise.all([send(event), send(event)]); });`,
      errors: 1,
    },
  ],
});

new RuleTester(covered('')).run('require-double-delivery-test, beside another test', rule, {
  valid: [
    { name: 'that delivers twice at once', filename: covered('test/hook.test.ts'), code: test('await send(event);') },
  ],
  invalid: [],
});
