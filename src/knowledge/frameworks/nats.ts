// Checked: nats 2.29 types. Documented: github.com/nats-io/nats.js/blob/main/jetstream/README.md.
import { Origin } from '../../interpret/value.ts';
import { array, external } from '../../interpret/values.ts';
import { each, effect, keyAt } from '../effects/support/effect.ts';
import { argument, valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';

/** What is iterated over, where no callback is given. */
const messages: MeaningOf = ({ receiver, args, read }) =>
  args.some((arg) => read.isFunction(read.get(arg, 'callback')))
    ? { is: 'nothing' }
    : { is: 'value', value: array([], external(receiver.package, 'Message')) };

export const nats = defineLibrary({
  name: 'nats',
  packages: ['nats', '@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/nats-core'],
  source: 'https://github.com/nats-io/nats.js/blob/main/jetstream/README.md',
  types: {
    Connection: ['connect()'],
    JetStream: ['Connection.jetstream()', 'jetstream()'],
    Consumer: ['JetStream.consumers.get()'],
    Message: [],
  },
  typeAliases: { NatsConnection: 'Connection', JetStreamClient: 'JetStream', Msg: 'Message', JsMsg: 'Message' },
  members: {
    'Message.data': { is: 'delivery', part: 'message' },
    'Message.headers': { is: 'delivery', part: 'message' },
    'Message.seq': valueOf(Origin.eventKey),
    'Message.info.redeliveryCount': valueOf(Origin.attempt),
  },
  calls: {
    ...each(['JSONCodec().decode', 'StringCodec().decode'], argument),
    ...each(['Connection.subscribe', 'JetStream.subscribe', 'Consumer.consume', 'Consumer.fetch'], messages),
    'Message.json': { is: 'delivery', part: 'message' },
    'Message.string': { is: 'delivery', part: 'message' },
    'Message.respond': { is: 'nothing' },
    ...each(['Message.ack', 'Message.nak', 'Message.working', 'Message.term', 'Message.ackAck'], { is: 'nothing' }),
    'Connection.publish': effect('enqueue', 'publishes a message'),
    'Connection.request': effect('enqueue', 'sends a request'),
    'JetStream.publish': effect('enqueue', 'publishes a message', { key: keyAt(2, 'msgID') }),
  },
  registrations: [
    ...['Connection.subscribe', 'JetStream.subscribe', 'Consumer.consume', 'Consumer.fetch'].map((call) => ({
      by: 'takes' as const,
      call,
      kind: 'batch' as const,
    })),
    {
      by: 'call',
      call: 'Connection.subscribe',
      options: { argument: 1, path: '', method: '', handler: 'callback' },
      handlers: { argument: 1 },
      parameters: [{ ignored: true }, { type: 'Message' }],
      kind: 'queue',
    },
    {
      by: 'call',
      call: 'Consumer.consume',
      options: { argument: 0, path: '', method: '', handler: 'callback' },
      handlers: { argument: 0 },
      parameters: [{ type: 'Message' }],
      kind: 'queue',
    },
  ],
});
