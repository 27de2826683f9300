import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { json as expressJson, raw as expressRaw } from 'express';
import express from 'express';
import Fastify from 'fastify';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { toExpress } from '../src/http/express.ts';
import { toFastify } from '../src/http/fastify.ts';
import { toLambda } from '../src/http/lambda.ts';
import { toNode } from '../src/http/node.ts';
import { receiver } from '../src/http/receiver.ts';
import type { ProviderName, ReceiverOptions } from '../src/http/receiver.ts';
import type { IncomingEvent } from '../src/index.ts';
import { InvalidOptionError } from '../src/index.ts';
import { deliver, sign } from '../src/testing/index.ts';

const stripe = new Stripe('sk_test_fake');
const standardSecret = `whsec_${Buffer.from('a secret of 24 bytes ...').toString('base64')}`;
const secretOf = (provider: ProviderName): string =>
  provider === 'svix' || provider === 'standard-webhooks' ? standardSecret : 'shh';

const otherSecretOf = (provider: ProviderName): string =>
  secretOf(provider) === standardSecret ? `whsec_${Buffer.from('another secret, as long').toString('base64')}` : 'shhh';

/** An inbox that keeps in memory, so that these tests are about HTTP alone. */
function memoryInbox() {
  const kept: IncomingEvent[] = [];
  let broken = false;
  return {
    kept,
    break: () => {
      broken = true;
    },
    receive: (event: IncomingEvent) => {
      if (broken) return Promise.reject(new Error('the database is away'));
      const duplicate = kept.some(({ source, eventId }) => source === event.source && eventId === event.eventId);
      if (!duplicate) kept.push(event);
      return Promise.resolve({ duplicate });
    },
  };
}

function open(provider: ProviderName, options: Partial<ReceiverOptions> = {}) {
  const inbox = memoryInbox();
  const errors: unknown[] = [];
  const receive = receiver({
    provider,
    secret: secretOf(provider),
    inbox,
    url: 'https://app.test/webhook',
    onError: (error) => errors.push(error),
    ...options,
  });
  return { inbox, errors, receive };
}

const eventOf: Record<ProviderName, unknown> = {
  stripe: { id: 'evt_1', type: 'charge.succeeded', data: { object: { id: 'ch_1' } } },
  github: { action: 'opened' },
  shopify: { id: 1, total: '5.00' },
  svix: { type: 'invoice.paid', data: {} },
  'standard-webhooks': { type: 'invoice.paid', data: {} },
  slack: { type: 'event_callback', event_id: 'evt_1', event: { type: 'app_mention' } },
  paddle: { event_id: 'evt_1', event_type: 'transaction.completed' },
  razorpay: { event: 'payment.captured' },
  square: { event_id: 'evt_1', type: 'payment.updated' },
};
const names = Object.keys(eventOf) as ProviderName[];
const signed = (provider: ProviderName, more: { secret?: string; timestamp?: number; event?: unknown } = {}) =>
  sign(provider, more.event ?? eventOf[provider], {
    secret: more.secret ?? secretOf(provider),
    eventId: 'evt_1',
    eventType: 'a.type',
    ...(more.timestamp === undefined ? {} : { timestamp: more.timestamp }),
  });
const once = { times: 1, tries: 1 };

describe.each(names)('a receiver of %s', (provider) => {
  it('keeps a signed event once and answers 200 both times', async () => {
    const { inbox, receive } = open(provider);
    const answers = await deliver(receive, signed(provider), { times: 2 });
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, 'kept'],
      [200, 'kept before'],
    ]);
    expect(inbox.kept).toMatchObject([{ source: provider, eventId: 'evt_1', payload: eventOf[provider] }]);
    expect(inbox.kept[0]?.type).toBeTypeOf('string');
  });

  it('answers 400 and keeps nothing when the body, the secret or a header is not right', async () => {
    const { inbox, errors, receive } = open(provider);
    const good = signed(provider);
    const headerless = Object.keys(good.headers)
      .filter((name) => !['content-type', 'x-github-event', 'x-shopify-topic'].includes(name))
      .map((name) => ({ ...good, headers: { ...good.headers, [name]: '' } }));
    const wrong = [
      { ...good, body: `${good.body} ` },
      signed(provider, { secret: otherSecretOf(provider) }),
      { ...good, headers: {} },
      ...headerless,
    ];
    const answers = await deliver(receive, wrong, once);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(inbox.kept).toEqual([]);
    expect(errors).toHaveLength(wrong.length);
  });

  it('takes the old secret and the new one while they are changed', async () => {
    const older = otherSecretOf(provider);
    const { receive } = open(provider, { secret: [secretOf(provider), older] });
    const answers = await deliver(receive, [signed(provider), signed(provider, { secret: older })], once);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('answers with an error status when the event could not be kept, so that it comes again', async () => {
    const { inbox, receive } = open(provider);
    inbox.break();
    expect(await deliver(receive, signed(provider), once)).toMatchObject([{ status: 503 }]);
  });
});

describe('a receiver', () => {
  it.each(['stripe', 'svix', 'standard-webhooks', 'slack', 'paddle'] as const)(
    'refuses a delivery of %s that was recorded long ago, or is from the future',
    async (provider) => {
      const { receive } = open(provider);
      const now = Math.floor(Date.now() / 1000);
      const deliveries = [now - 400, now + 400].map((timestamp) => signed(provider, { timestamp }));
      expect((await deliver(receive, deliveries, once)).map(({ status }) => status)).toEqual([400, 400]);
      const { receive: patient } = open(provider, { toleranceSeconds: 500 });
      expect((await deliver(patient, deliveries, once)).map(({ status }) => status)).toEqual([200, 200]);
    },
  );

  it('accepts what the libraries of the providers sign, and they accept what is signed here', async () => {
    const payload = JSON.stringify(eventOf.stripe);
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: 'shh' });
    const byStripe = { ...signed('stripe'), body: payload, headers: { 'stripe-signature': header } };
    expect(await deliver(open('stripe').receive, byStripe, once)).toMatchObject([{ status: 200 }]);
    const ours = signed('stripe');
    const read = stripe.webhooks.constructEvent(ours.body, ours.headers['stripe-signature'] ?? '', 'shh');
    expect(read.id).toBe('evt_1');

    const webhook = new Webhook(standardSecret);
    const at = new Date();
    const signature = webhook.sign('evt_1', at, '{"type":"a"}');
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,AAAA v1a,zzz ${signature}`,
    };
    const byStandard = { ...signed('standard-webhooks'), body: '{"type":"a"}', headers };
    expect(await deliver(open('standard-webhooks').receive, byStandard, once)).toMatchObject([{ status: 200 }]);
    const standard = signed('standard-webhooks');
    expect(webhook.verify(standard.body, standard.headers)).toEqual(eventOf['standard-webhooks']);
  });

  it('knows the example that GitHub gives', async () => {
    const headers = {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      'x-github-delivery': 'd1',
    };
    const delivery = { ...signed('github'), body: 'Hello, World!', headers };
    const { inbox, receive } = open('github', { secret: "It's a Secret to Everybody" });
    expect(await deliver(receive, delivery, once)).toMatchObject([{ status: 200 }]);
    expect(inbox.kept).toMatchObject([{ eventId: 'd1', payload: 'Hello, World!' }]);
  });

  it('answers the challenge of Slack and keeps no event of it', async () => {
    const { inbox, receive } = open('slack');
    const challenge = signed('slack', { event: { type: 'url_verification', challenge: 'c-1' } });
    expect(await deliver(receive, challenge, once)).toMatchObject([{ status: 200, body: 'c-1' }]);
    expect(inbox.kept).toEqual([]);
  });

  it('answers 400 where a signed delivery has no id', async () => {
    const { receive } = open('stripe');
    expect(await deliver(receive, signed('stripe', { event: { type: 'a' } }), once)).toMatchObject([{ status: 400 }]);
    expect(await deliver(receive, signed('stripe', { event: 'no json' }), once)).toMatchObject([{ status: 400 }]);
  });

  it('reads no further than its limit', async () => {
    const { receive } = open('github', { maxBytes: 1000 });
    const large = signed('github', { event: 'x'.repeat(1001) });
    expect(await deliver(receive, large, once)).toMatchObject([{ status: 413 }]);
    expect(await deliver(toNode(receive), large, once)).toMatchObject([{ status: 413 }]);
    expect((await receive(new Request('https://app.test/webhook'))).status).toBe(405);
  });

  it('refuses an empty secret and a provider that it does not know', () => {
    expect(() => open('stripe', { secret: '' })).toThrow(InvalidOptionError);
    expect(() => open('stripe', { secret: [] })).toThrow(InvalidOptionError);
    expect(() => open('toString' as ProviderName)).toThrow(InvalidOptionError);
  });

  it('keeps events in turn where it is told what they are about', async () => {
    const { inbox, receive } = open('stripe', {
      source: 'stripe:eu',
      turn: ({ payload }) => (payload as { id: string }).id,
    });
    await deliver(receive, signed('stripe'), once);
    expect(inbox.kept).toMatchObject([{ source: 'stripe:eu', turn: 'evt_1' }]);
  });
});

describe('adapters', () => {
  const delivery = signed('stripe');

  it('listen on Node', async () => {
    const { inbox, receive } = open('stripe');
    expect(await deliver(toNode(receive), delivery, { times: 2 })).toMatchObject([{ status: 200 }, { status: 200 }]);
    const server = createServer((request, response) => void toNode(receive)(request, response));
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as { port: number };
    expect(await deliver(`http://127.0.0.1:${port}`, delivery, once)).toMatchObject([{ status: 200 }]);
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(405);
    server.close();
    expect(inbox.kept).toHaveLength(1);
  });

  it('serve Express, before a parser or behind the raw one, and say so when a parser ate the body', async () => {
    const { receive } = open('stripe');
    const bare = express().post('/webhook', toExpress(receive));
    const raw = express()
      .use(expressRaw({ type: '*/*' }))
      .post('/webhook', toExpress(receive));
    const parsed = express().use(expressJson()).post('/webhook', toExpress(receive));
    expect(await deliver(bare, delivery, once)).toMatchObject([{ status: 200 }]);
    expect(await deliver(raw, delivery, once)).toMatchObject([{ status: 200 }]);
    expect(await deliver(parsed, delivery, once)).toMatchObject([
      { status: 503, body: expect.stringContaining('parsed') as string },
    ]);
  });

  it('serve Fastify, whose other routes keep their parsers', async () => {
    const { receive } = open('stripe');
    const app = Fastify();
    app.post('/json', (request) => Promise.resolve({ got: request.body }));
    await app.register(toFastify(receive, '/webhook'));
    expect(await deliver(app, [delivery, { ...delivery, body: 'x' }], once)).toMatchObject([
      { status: 200 },
      { status: 400 },
    ]);
    const json = await app.inject({ method: 'POST', url: '/json', payload: { a: 1 } });
    expect(json.json()).toEqual({ got: { a: 1 } });
    await app.close();
  });

  it('serve Lambda, with a body in base64 or not', async () => {
    const { receive } = open('stripe');
    const handler = toLambda(receive);
    const headers = { 'Stripe-Signature': delivery.headers['stripe-signature'] };
    expect(await handler({ body: delivery.body, headers })).toMatchObject({ statusCode: 200 });
    const encoded = { body: Buffer.from(delivery.body).toString('base64'), isBase64Encoded: true, headers };
    expect(await handler(encoded)).toMatchObject({ statusCode: 200, body: 'kept before' });
    expect(await handler({})).toMatchObject({ statusCode: 400 });
  });

  it('give Square the URL that it signs', async () => {
    const { receive } = open('square', { url: undefined });
    const url = 'https://shop.example/hooks?x=1';
    const body = '{"event_id":"e"}';
    const signature = createHmac('sha256', 'shh')
      .update(url + body)
      .digest('base64');
    const request = new Request(url, { method: 'POST', body, headers: { 'x-square-hmacsha256-signature': signature } });
    expect((await receive(request)).status).toBe(200);
  });
});
