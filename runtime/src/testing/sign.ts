import { providerOf } from '../http/providers.ts';
import type { ProviderName } from '../http/providers.ts';

export interface SignedDelivery {
  readonly method: 'POST';
  /** Path and host that the delivery is for; the host counts only for providers that sign it. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SignOptions {
  readonly secret: string;
  /** What the provider puts into a header where it has one for the id; by default `event.id` or `event.event_id`. */
  readonly eventId?: string;
  /** By default `event.type` or `event.event_type`. */
  readonly eventType?: string;
  /** Seconds since 1970; now by default. */
  readonly timestamp?: number;
  /** `https://app.test/webhook` by default. */
  readonly url?: string;
}

/** Signs an event as its provider does: an object is written as JSON, a text is the body as it stands. */
export function sign(provider: ProviderName, event: unknown, options: SignOptions): SignedDelivery {
  const { secret, timestamp = Math.floor(Date.now() / 1000), url = 'https://app.test/webhook' } = options;
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const eventId = options.eventId ?? textOf(event, 'id') ?? textOf(event, 'event_id') ?? 'evt_test';
  const eventType = options.eventType ?? textOf(event, 'type') ?? textOf(event, 'event_type') ?? 'test';
  const headers = providerOf(provider).sign(body, secret, { timestamp, eventId, eventType, url });
  return { method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, body };
}

function textOf(event: unknown, field: string): string | undefined {
  if (typeof event !== 'object' || event === null) return undefined;
  const value = (event as Record<string, unknown>)[field];
  return typeof value === 'string' ? value : undefined;
}
