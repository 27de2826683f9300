// Checked: @types/amqplib 0.10 types. Documented: amqp-node.github.io/amqplib/channel_api.html.
import { each, effect } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';

const publish = effect('enqueue', 'publishes a message');

export const amqplib = defineLibrary({
  name: 'amqplib',
  packages: ['amqplib', 'amqp-connection-manager'],
  source: 'https://amqp-node.github.io/amqplib/channel_api.html',
  types: {
    Connection: ['connect()', 'default.connect()'],
    Channel: ['Connection.createChannel()', 'Connection.createConfirmChannel()'],
  },
  typeAliases: {
    ConfirmChannel: 'Channel',
    ChannelModel: 'Connection',
    ChannelWrapper: 'Channel',
    AmqpConnectionManager: 'Connection',
  },
  calls: { ...each(['Channel.publish', 'Channel.sendToQueue'], publish), 'Channel.*': { is: 'nothing' } },
  registrations: [
    {
      by: 'call',
      call: 'Channel.consume',
      handlers: { argument: 1 },
      parameters: [{ delivery: 'message' }],
      kind: 'queue',
    },
  ],
});
