import type { InboxEvent } from './inbox-event.ts';

interface Span {
  recordException(error: Error): void;
  setStatus(status: { code: number }): void;
  end(): void;
}

interface Tracer {
  startActiveSpan<T>(
    name: string,
    options: { kind: number; attributes: Record<string, string | number> },
    run: (span: Span) => T,
  ): T;
}

interface Api {
  readonly trace: { getTracer(name: string): Tracer };
}

const CONSUMER = 4;
const ERROR = 2;

let loading: Promise<Api | undefined> | undefined;

/** OpenTelemetry's API, where the application has it. */
function loadApi(): Promise<Api | undefined> {
  const name = '@opentelemetry/api';
  loading ??= (import(name) as Promise<Api>).catch(() => undefined);
  return loading;
}

/** Handles an event within a span, where OpenTelemetry is there. */
export async function inSpan(event: InboxEvent, handle: () => Promise<void>): Promise<void> {
  const api = await loadApi();
  if (api === undefined) return handle();
  const attributes = {
    'messaging.system': 'webhook-once',
    'messaging.operation.type': 'process',
    'messaging.message.id': event.eventId,
    'webhook_once.source': event.source,
    'webhook_once.attempt': event.attempt,
    ...(event.type === undefined ? {} : { 'webhook_once.type': event.type }),
  };
  const name = `process ${event.type ?? event.source}`;
  return api.trace.getTracer('webhook-once').startActiveSpan(name, { kind: CONSUMER, attributes }, async (span) => {
    try {
      await handle();
    } catch (error) {
      span.recordException(error instanceof Error ? error : new Error(String(error)));
      span.setStatus({ code: ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
