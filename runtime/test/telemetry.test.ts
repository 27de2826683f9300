import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, describe, expect, it } from 'vitest';
import { database } from '../src/clients/pg.ts';
import { createInbox } from '../src/index.ts';
import { useDatabase } from './support/postgres.ts';

const testDatabase = useDatabase();
const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
afterAll(() => {
  trace.disable();
});

describe('spans of OpenTelemetry', () => {
  it('are made by the real library for each attempt, and tell the one that failed', async () => {
    const inbox = createInbox(database(testDatabase.pool()));
    await inbox.receive({ source: 'stripe', eventId: 'evt_1', type: 'invoice.paid', payload: {} });
    await new Promise<void>((resolve) => {
      const worker = inbox.work(
        ({ attempt }) => {
          if (attempt === 1) throw new Error('not yet');
        },
        {
          backoff: () => 1,
          pollMs: 20,
          hooks: {
            done: () => {
              resolve(worker.stop().then(() => undefined));
            },
          },
        },
      );
    });
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name, kind, status }) => ({ name, kind, code: status.code }))).toEqual([
      { name: 'process invoice.paid', kind: 4, code: 2 },
      { name: 'process invoice.paid', kind: 4, code: 0 },
    ]);
    expect(spans[0]?.events.map(({ name, attributes }) => [name, attributes?.['exception.message']])).toEqual([
      ['exception', 'not yet'],
    ]);
    expect(spans[1]?.attributes).toEqual({
      'messaging.system': 'webhook-once',
      'messaging.operation.type': 'process',
      'messaging.message.id': 'evt_1',
      'webhook_once.source': 'stripe',
      'webhook_once.type': 'invoice.paid',
      'webhook_once.attempt': 2,
    });
  });
});
