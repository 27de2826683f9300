import { createHmac, timingSafeEqual } from 'node:crypto';
import { InvalidOptionError, VerificationFailedError } from '../errors.ts';

export type ProviderName =
  'stripe' | 'github' | 'shopify' | 'svix' | 'standard-webhooks' | 'slack' | 'paddle' | 'razorpay' | 'square';

/** A delivery as it came: the body byte for byte, and how to look up a header (its name in lower case). */
export interface RawDelivery {
  readonly body: Uint8Array;
  readonly header: (name: string) => string | undefined;
  /** Where the provider was told to deliver to; Square signs it. */
  readonly url: string;
  /** Seconds since 1970. */
  readonly now: number;
}

export interface Provider {
  /** Throws unless one of the secrets signed the delivery. */
  readonly verify: (delivery: RawDelivery, secrets: readonly string[], toleranceSeconds: number) => void;
  /** The id that is the same on every retry. */
  readonly eventId: (delivery: RawDelivery, payload: unknown) => string | undefined;
  readonly eventType: (delivery: RawDelivery, payload: unknown) => string | undefined;
  /** Headers that sign a body as the provider does, for tests. */
  readonly sign: (body: string, secret: string, about: SigningDetails) => Record<string, string>;
}

export interface SigningDetails {
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly eventId: string;
  readonly eventType: string;
  readonly url: string;
}

type Bytes = string | Uint8Array;

function hmac(secret: Bytes, parts: readonly Bytes[]): Buffer {
  const mac = createHmac('sha256', secret);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Takes the same time wherever they differ. */
function isSame(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function fail(reason: string): never {
  throw new VerificationFailedError(reason);
}

function require(delivery: RawDelivery, name: string): string {
  const value = delivery.header(name);
  return value === undefined || value === '' ? fail(`The header ${name} is missing.`) : value;
}

/** A signature that any of the secrets made, so that a secret can be changed while both are in use. */
function requireMatch(secrets: readonly string[], given: readonly Buffer[], make: (secret: string) => Buffer): void {
  if (!secrets.some((secret) => given.some((signature) => isSame(make(secret), signature)))) {
    fail('No secret made this signature.');
  }
}

function requireRecent(timestamp: string, { now }: RawDelivery, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) fail('The time of the signature is no number.');
  if (Math.abs(now - Number(timestamp)) > toleranceSeconds) fail('The signature is too old, or from the future.');
}

const hex = (text: string): Buffer => Buffer.from(/^(?:[0-9a-f]{2})*$/i.test(text) ? text : '', 'hex');
const base64 = (text: string): Buffer => Buffer.from(text, 'base64');

/** A field of a JSON object, down a path. */
function textAt(payload: unknown, ...path: readonly string[]): string | undefined {
  let value = payload;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  }
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `t=1,v1=a,v1=b` of Stripe and `ts=1;h1=a` of Paddle. */
function fields(header: string, separator: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const part of header.split(separator)) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    const name = part.slice(0, at).trim();
    found.set(name, [...(found.get(name) ?? []), part.slice(at + 1).trim()]);
  }
  return found;
}

function timedScheme(headerName: string, separator: ',' | ';', time: string, version: string, joint: '.' | ':') {
  return {
    verify: (delivery: RawDelivery, secrets: readonly string[], toleranceSeconds: number): void => {
      const given = fields(require(delivery, headerName), separator);
      const timestamp = given.get(time)?.[0] ?? fail(`The header ${headerName} holds no time.`);
      requireMatch(secrets, (given.get(version) ?? []).map(hex), (secret) =>
        hmac(secret, [timestamp, joint, delivery.body]),
      );
      requireRecent(timestamp, delivery, toleranceSeconds);
    },
    sign: (body: string, secret: string, { timestamp }: SigningDetails): Record<string, string> => ({
      [headerName]: `${time}=${timestamp}${separator}${version}=${hmac(secret, [String(timestamp), joint, body]).toString('hex')}`,
    }),
  };
}

/** Svix and everybody who keeps to Standard Webhooks; the secret is `whsec_` and base64. */
function standardScheme(prefix: 'svix' | 'webhook'): Provider {
  const keyOf = (secret: string): Buffer => base64(secret.replace(/^whsec_/, ''));
  return {
    verify: (delivery, secrets, toleranceSeconds) => {
      const id = require(delivery, `${prefix}-id`);
      const timestamp = require(delivery, `${prefix}-timestamp`);
      const given = require(delivery, `${prefix}-signature`)
        .split(' ')
        .filter((signature) => signature.startsWith('v1,'))
        .map((signature) => base64(signature.slice(3)));
      requireMatch(secrets, given, (secret) => hmac(keyOf(secret), [`${id}.${timestamp}.`, delivery.body]));
      requireRecent(timestamp, delivery, toleranceSeconds);
    },
    eventId: (delivery) => delivery.header(`${prefix}-id`),
    eventType: (_, payload) => textAt(payload, 'type') ?? textAt(payload, 'event_type'),
    sign: (body, secret, { timestamp, eventId }) => ({
      [`${prefix}-id`]: eventId,
      [`${prefix}-timestamp`]: String(timestamp),
      [`${prefix}-signature`]: `v1,${hmac(keyOf(secret), [`${eventId}.${timestamp}.`, body]).toString('base64')}`,
    }),
  };
}

const providers: Readonly<Record<ProviderName, Provider>> = {
  stripe: {
    ...timedScheme('stripe-signature', ',', 't', 'v1', '.'),
    eventId: (_, payload) => textAt(payload, 'id'),
    eventType: (_, payload) => textAt(payload, 'type'),
  },
  paddle: {
    ...timedScheme('paddle-signature', ';', 'ts', 'h1', ':'),
    eventId: (_, payload) => textAt(payload, 'event_id'),
    eventType: (_, payload) => textAt(payload, 'event_type'),
  },
  svix: standardScheme('svix'),
  'standard-webhooks': standardScheme('webhook'),
  github: {
    verify: (delivery, secrets) => {
      const [scheme, signature = ''] = require(delivery, 'x-hub-signature-256').split('=');
      if (scheme !== 'sha256') fail('The signature is not made with SHA-256.');
      requireMatch(secrets, [hex(signature)], (secret) => hmac(secret, [delivery.body]));
    },
    eventId: (delivery) => delivery.header('x-github-delivery'),
    eventType: (delivery) => delivery.header('x-github-event'),
    sign: (body, secret, { eventId, eventType }) => ({
      'x-hub-signature-256': `sha256=${hmac(secret, [body]).toString('hex')}`,
      'x-github-delivery': eventId,
      'x-github-event': eventType,
    }),
  },
  shopify: {
    verify: (delivery, secrets) => {
      const given = base64(require(delivery, 'x-shopify-hmac-sha256'));
      requireMatch(secrets, [given], (secret) => hmac(secret, [delivery.body]));
    },
    eventId: (delivery) => delivery.header('x-shopify-webhook-id'),
    eventType: (delivery) => delivery.header('x-shopify-topic'),
    sign: (body, secret, { eventId, eventType }) => ({
      'x-shopify-hmac-sha256': hmac(secret, [body]).toString('base64'),
      'x-shopify-webhook-id': eventId,
      'x-shopify-topic': eventType,
    }),
  },
  slack: {
    verify: (delivery, secrets, toleranceSeconds) => {
      const timestamp = require(delivery, 'x-slack-request-timestamp');
      const [version, signature = ''] = require(delivery, 'x-slack-signature').split('=');
      if (version !== 'v0') fail('The signature has an unknown version.');
      requireMatch(secrets, [hex(signature)], (secret) => hmac(secret, [`v0:${timestamp}:`, delivery.body]));
      requireRecent(timestamp, delivery, toleranceSeconds);
    },
    eventId: (_, payload) => textAt(payload, 'event_id'),
    eventType: (_, payload) => textAt(payload, 'event', 'type') ?? textAt(payload, 'type'),
    sign: (body, secret, { timestamp }) => ({
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': `v0=${hmac(secret, [`v0:${timestamp}:`, body]).toString('hex')}`,
    }),
  },
  razorpay: {
    verify: (delivery, secrets) => {
      const given = hex(require(delivery, 'x-razorpay-signature'));
      requireMatch(secrets, [given], (secret) => hmac(secret, [delivery.body]));
    },
    eventId: (delivery) => delivery.header('x-razorpay-event-id'),
    eventType: (_, payload) => textAt(payload, 'event'),
    sign: (body, secret, { eventId }) => ({
      'x-razorpay-signature': hmac(secret, [body]).toString('hex'),
      'x-razorpay-event-id': eventId,
    }),
  },
  square: {
    verify: (delivery, secrets) => {
      const given = base64(require(delivery, 'x-square-hmacsha256-signature'));
      requireMatch(secrets, [given], (secret) => hmac(secret, [delivery.url, delivery.body]));
    },
    eventId: (_, payload) => textAt(payload, 'event_id'),
    eventType: (_, payload) => textAt(payload, 'type'),
    sign: (body, secret, { url }) => ({
      'x-square-hmacsha256-signature': hmac(secret, [url, body]).toString('base64'),
    }),
  },
};

export function providerOf(name: ProviderName): Provider {
  if (!Object.hasOwn(providers, name)) throw new InvalidOptionError(`There is no provider called ${name}.`);
  return providers[name];
}
