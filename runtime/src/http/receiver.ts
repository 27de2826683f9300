import { InvalidEventError, InvalidOptionError, VerificationFailedError } from '../errors.ts';
import type { Inbox, IncomingEvent } from '../inbox.ts';
import { providerOf } from './providers.ts';
import type { ProviderName, RawDelivery } from './providers.ts';

export type { ProviderName } from './providers.ts';

export interface ReceiverOptions {
  readonly provider: ProviderName;
  /** The secret of the endpoint; several while one is replaced by the next. */
  readonly secret: string | readonly string[];
  readonly inbox: Pick<Inbox, 'receive'>;
  /** The source under which events are kept; the provider by default. Give one where several endpoints' ids may meet. */
  readonly source?: string;
  /** The URL that the provider was given. Square signs it, and behind a proxy a request does not tell it. */
  readonly url?: string;
  /** Bytes of the largest body that is read; 1,048,576 by default. */
  readonly maxBytes?: number;
  /** Seconds by which the time of a signature may differ from now; 300 by default. */
  readonly toleranceSeconds?: number;
  /** What the event is about, where its events must be handled in turn; see `IncomingEvent.turn`. */
  readonly turn?: (event: IncomingEvent) => string | undefined;
  /** Told what is answered with an error status, and why. */
  readonly onError?: (error: unknown) => void;
}

/** A delivery that an adapter took apart. */
export interface Delivery {
  /** The body, byte for byte as it came. */
  readonly body: Uint8Array;
  readonly header: (name: string) => string | undefined;
  readonly url: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Receiver {
  /** For everything that speaks in Web-standard requests: Hono, Next.js, Bun, Deno, Cloudflare. */
  (request: Request): Promise<Response>;
  /** For adapters. */
  readonly receive: (delivery: Delivery) => Promise<Answer>;
  readonly maxBytes: number;
}

const MAX_BYTES = 1_048_576;
export const TOO_LARGE: Answer = { status: 413, body: 'too large' };

/**
 * Receives the deliveries of one endpoint: verifies the signature over the raw body, keeps the event in the inbox and
 * answers 200 once it is kept, now or before. A request that is not signed, or holds no event, is answered with 400 and
 * one that is too large with 413; when the event could not be kept, with 503, so that the provider tries again.
 *
 * ```ts
 * export const POST = receiver({ provider: 'stripe', secret: process.env.STRIPE_WEBHOOK_SECRET ?? '', inbox });
 * ```
 *
 * @throws InvalidOptionError when the secret is missing or the provider is not known
 */
export function receiver(options: ReceiverOptions): Receiver {
  const { maxBytes = MAX_BYTES, onError } = options;
  const secrets = typeof options.secret === 'string' ? [options.secret] : options.secret;
  // An empty secret would accept what anybody signs with it.
  if (secrets.length === 0 || secrets.some((secret) => typeof secret !== 'string' || secret === '')) {
    throw new InvalidOptionError(`The secret of ${options.provider} is missing.`);
  }
  providerOf(options.provider);
  const receive = async (delivery: Delivery): Promise<Answer> => {
    if (delivery.body.length > maxBytes) return TOO_LARGE;
    try {
      return await receiveDelivery(options, secrets, delivery);
    } catch (error) {
      onError?.(error);
      if (error instanceof VerificationFailedError) return { status: 400, body: 'not verified' };
      if (error instanceof InvalidEventError) return { status: 400, body: 'no event' };
      return { status: 503, body: 'not kept' };
    }
  };
  const handle = async (request: Request): Promise<Response> => {
    const answer = await receiveRequest(request, receive, maxBytes);
    return new Response(answer.body, { status: answer.status });
  };
  return Object.assign(handle, { receive, maxBytes });
}

async function receiveRequest(
  request: Request,
  receive: (delivery: Delivery) => Promise<Answer>,
  maxBytes: number,
): Promise<Answer> {
  if (request.method !== 'POST') return { status: 405, body: 'only POST' };
  const body = await readBody(request.body as AsyncIterable<Uint8Array> | null, maxBytes);
  if (body === undefined) return TOO_LARGE;
  return receive({ body, url: request.url, header: (name) => request.headers.get(name) ?? undefined });
}

/** Reads no further than the limit; `undefined` beyond it. */
export async function readBody(
  stream: AsyncIterable<Uint8Array | string> | null,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream ?? []) {
    const data = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    bytes += data.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(data);
  }
  return Buffer.concat(chunks);
}

async function receiveDelivery(
  { provider, inbox, source = provider, url, toleranceSeconds = 300, turn }: ReceiverOptions,
  secrets: readonly string[],
  delivery: Delivery,
): Promise<Answer> {
  const { verify, eventId, eventType } = providerOf(provider);
  const raw: RawDelivery = { ...delivery, url: url ?? delivery.url, now: Date.now() / 1000 };
  verify(raw, secrets, toleranceSeconds);
  const payload = parsePayload(delivery.body);
  const challenge = challengeOf(provider, payload);
  if (challenge !== undefined) return { status: 200, body: challenge };
  const id = eventId(raw, payload);
  if (id === undefined || id === '')
    throw new InvalidEventError(`This delivery of ${provider} holds no id of an event.`);
  const type = eventType(raw, payload);
  const event: IncomingEvent = { source, eventId: id, payload, ...(type === undefined ? {} : { type }) };
  const inTurn = turn?.(event);
  const { duplicate } = await inbox.receive(inTurn === undefined ? event : { ...event, turn: inTurn });
  return { status: 200, body: duplicate ? 'kept before' : 'kept' };
}

/** Some deliver forms; what is no JSON is kept as its text. */
function parsePayload(body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Slack asks an endpoint to prove itself once; it is no event. */
function challengeOf(provider: ProviderName, payload: unknown): string | undefined {
  if (provider !== 'slack' || typeof payload !== 'object' || payload === null) return undefined;
  const { type, challenge } = payload as Record<string, unknown>;
  return type === 'url_verification' && typeof challenge === 'string' ? challenge : undefined;
}
