// Checked: nats 2.29 types. Documented: github.com/nats-io/nats.js/blob/main/jetstream/README.md.
import { effect, keyAt } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';

export const nats = defineLibrary({
  name: 'nats',
  packages: ['nats', '@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/nats-core'],
  source: 'https://github.com/nats-io/nats.js/blob/main/jetstream/README.md',
  types: { Connection: ['connect()'], JetStream: ['Connection.jetstream()', 'jetstream()'] },
  typeAliases: { NatsConnection: 'Connection', JetStreamClient: 'JetStream' },
  calls: {
    'Connection.publish': effect('enqueue', 'publishes a message'),
    'Connection.request': effect('enqueue', 'sends a request'),
    'JetStream.publish': effect('enqueue', 'publishes a message', { key: keyAt(2, 'msgID') }),
  },
});
