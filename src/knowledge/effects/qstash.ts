// Checked: @upstash/qstash 2.12 types. Documented: upstash.com/docs/qstash/features/deduplication.
import { webRequestAs } from '../platform/support/web-request.ts';
import { verifies } from '../providers/support/verification.ts';
import { defineLibrary } from '../types.ts';
import { each, effect, keyAt } from './support/effect.ts';

const request = webRequestAs('Request');

export const qstash = defineLibrary({
  name: '@upstash/qstash',
  packages: ['@upstash/qstash', '@upstash/qstash/nextjs', '@upstash/qstash/cloudflare', '@upstash/qstash/hono'],
  source: 'https://upstash.com/docs/qstash/features/deduplication',
  ...request,
  types: { ...request.types, Client: ['Client.new'], Queue: ['Client.queue()'], Receiver: ['Receiver.new'] },
  calls: {
    ...request.calls,
    ...each(
      ['Client.publish', 'Client.publishJSON', 'Queue.enqueue', 'Queue.enqueueJSON'],
      effect('enqueue', 'enqueues a message', { key: keyAt(0, 'deduplicationId') }),
    ),
    ...each(['Client.batch', 'Client.batchJSON'], effect('enqueue', 'enqueues messages')),
    'Receiver.verify': verifies(null, 'boolean', { payload: 'body' }),
  },
  registrations: ['verifySignatureAppRouter', 'verifySignature', 'verifySignatureEdge'].map((call) => ({
    by: 'call',
    call,
    handlers: { argument: 0 },
    parameters: [{ type: 'Request' }],
    kind: 'queue',
  })),
});
