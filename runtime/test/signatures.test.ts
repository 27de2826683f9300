import { EventName, Paddle } from '@paddle/paddle-node-sdk';
import Razorpay from 'razorpay';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { providerOf } from '../src/http/providers.ts';
import type { ProviderName } from '../src/http/providers.ts';
import { sign } from '../src/testing/index.ts';

interface Vector {
  readonly provider: ProviderName;
  readonly from: string;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly url?: string;
  readonly now?: number;
}

/** What the vendors publish, or what their own library accepted and refused with another body. */
const vectors: readonly Vector[] = [
  {
    provider: 'github',
    from: 'docs.github.com, "Validating webhook deliveries", "Testing the webhook payload validation"',
    secret: "It's a Secret to Everybody",
    headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
    body: 'Hello, World!',
  },
  {
    provider: 'slack',
    from: 'the example of "Verifying requests from Slack" in Slack’s documentation',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    headers: {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    now: 1531420618,
  },
  {
    provider: 'svix',
    from: 'docs.svix.com, "Verifying webhooks manually"',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: {
      'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'svix-timestamp': '1614265330',
      'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
    now: 1614265330,
  },
  {
    provider: 'square',
    from: 'accepted by WebhooksHelper.verifySignature of square 46.0.0',
    secret: 'a-square-key',
    headers: { 'x-square-hmacsha256-signature': 'WBTWT5kK9YDGvwMqw76EFlCYIX0QMweW/3dLc0cJ/J8=' },
    body: '{"merchant_id":"6SSW7HV8K2ST5","type":"payment.updated","event_id":"6a8f5f28-54a1-4eb0-a98a-3111513fd4fc"}',
    url: 'https://shop.example/webhooks/square?tenant=7',
  },
  {
    provider: 'shopify',
    from: 'accepted by webhooks.validate of @shopify/shopify-api 15.0.0',
    secret: 'a-shopify-secret',
    headers: { 'x-shopify-hmac-sha256': 'u/IacGUgUzrnXTfmg/8kWMW7+PmQj3m/2qWPuJ0QYDQ=' },
    body: '{"id":820982911946154508,"note":"café"}',
  },
];

function verify({ provider, secret, headers, body, url = 'https://app.test/', now = 0 }: Vector): void {
  const delivery = { body: Buffer.from(body), header: (name: string) => headers[name], url, now };
  providerOf(provider).verify(delivery, [secret], 300);
}

describe.each(vectors)('$provider, $from', (vector) => {
  it('is accepted', () => {
    verify(vector);
  });
  it('is refused with another body', () => {
    expect(() => {
      verify({ ...vector, body: `${vector.body}!` });
    }).toThrow('No secret made this signature.');
  });
});

describe('what sign() makes', () => {
  const secret = 'a secret';

  it('is accepted by the library of Stripe', () => {
    const { body, headers } = sign('stripe', { id: 'evt_1', type: 'charge.succeeded' }, { secret });
    const event = new Stripe('sk_test').webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret);
    expect(event.id).toBe('evt_1');
  });

  it('is accepted by the library of Razorpay', () => {
    const { body, headers } = sign('razorpay', { event: 'payment.captured' }, { secret });
    const signature = headers['x-razorpay-signature'] ?? '';
    expect(Razorpay.validateWebhookSignature(body, signature, secret)).toBe(true);
    expect(Razorpay.validateWebhookSignature(`${body} `, signature, secret)).toBe(false);
  });

  it('is accepted by the library of Paddle', async () => {
    const event = { event_id: 'evt_1', event_type: EventName.CustomerCreated, occurred_at: '2026-01-01', data: {} };
    const { body, headers } = sign('paddle', event, { secret });
    const { webhooks } = new Paddle('key');
    const signature = headers['paddle-signature'] ?? '';
    expect(await webhooks.unmarshal(body, secret, signature)).toMatchObject({ eventId: 'evt_1' });
    await expect(webhooks.unmarshal(`${body} `, secret, signature)).rejects.toThrow();
  });

  it('is accepted by the library of Standard Webhooks', () => {
    const key = `whsec_${Buffer.from('a secret of 24 bytes ...').toString('base64')}`;
    const { body, headers } = sign('standard-webhooks', { type: 'invoice.paid' }, { secret: key });
    expect(new Webhook(key).verify(body, headers)).toEqual({ type: 'invoice.paid' });
  });
});
