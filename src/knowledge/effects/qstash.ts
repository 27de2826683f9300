// Checked: @upstash/qstash 2.12.0 types. Documented: upstash.com/docs/qstash/features/deduplication: ids are kept for 90 days.
import { webRequestAs } from '../platform/support/web-request.ts';
import { verifies } from '../providers/support/verification.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import type { Value } from '../../interpret/value.ts';
import { each, effect, effectOf, idempotent, keyAt, nothing, refetch, under } from './support/effect.ts';

const request = webRequestAs('Request');

const publish: MeaningOf = (call) => publishing(call, call.args[0], 'enqueues a message');

/** The first message stands for all. */
const batch: MeaningOf = (call) => publishing(call, call.read.items(call.args[0])?.[0], 'enqueues messages');

/** `contentBasedDeduplication` makes a key of what is sent. */
function publishing(call: Call, message: Value | undefined, does: string): Meaning {
  const { read } = call;
  const args = message === undefined ? [] : [message];
  const key = message === undefined && call.args.length > 0 ? null : keyAt(0, 'deduplicationId');
  const meaning = effectOf({ ...call, args }, 'enqueue', does, { key });
  if (meaning.is !== 'effect' || !meaning.effect.key.accepted || meaning.effect.key.value) return meaning;
  const isOfContent = read.boolean(read.get(message, 'contentBasedDeduplication')) === true;
  return isOfContent
    ? { ...meaning, effect: { ...meaning.effect, key: { ...meaning.effect.key, unknown: true } } }
    : meaning;
}

export const qstash = defineLibrary({
  name: '@upstash/qstash',
  packages: ['@upstash/qstash', '@upstash/qstash/nextjs', '@upstash/qstash/cloudflare', '@upstash/qstash/hono'],
  source: 'https://upstash.com/docs/qstash/features/deduplication',
  ...request,
  types: { ...request.types, Client: ['Client.new'], Queue: ['Client.queue()'], Receiver: ['Receiver.new'] },
  calls: {
    ...request.calls,
    ...each(['Client.publish', 'Client.publishJSON', 'Queue.enqueue', 'Queue.enqueueJSON'], publish),
    ...each(['Client.batch', 'Client.batchJSON'], batch),
    // A schedule under an id is put over the one that is there.
    'Client.schedules.create': effect('enqueue', 'schedules work', { key: keyAt(0, 'scheduleId') }),
    ...each(
      [
        ...under('Client.messages', ['cancel', 'delete', 'deleteMany', 'deleteAll']),
        ...under('Client.schedules', ['delete', 'pause', 'resume']),
        ...under('Client.urlGroups', ['addEndpoints', 'removeEndpoints', 'delete']),
        ...under('Client.dlq', ['delete', 'deleteMany']),
        ...under('Queue', ['upsert', 'delete', 'pause', 'resume']),
      ],
      idempotent('updates a queue'),
    ),
    ...each(['Client.messages.get', 'Client.schedules.get', 'Client.schedules.list', 'Client.urlGroups.list'], refetch),
    ...each(['Client.logs', 'Client.events', 'Queue.get', 'Queue.list'], nothing),
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
