// Checked: @google-cloud/pubsub 5.3 types. Documented: cloud.google.com/nodejs/docs/reference/pubsub/latest.
import { Origin } from '../../interpret/value.ts';
import { each, effect } from '../effects/support/effect.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';

export const googlePubsub = defineLibrary({
  name: '@google-cloud/pubsub',
  packages: ['@google-cloud/pubsub'],
  source: 'https://cloud.google.com/nodejs/docs/reference/pubsub/latest',
  types: {
    PubSub: ['PubSub.new'],
    Topic: ['PubSub.topic()'],
    Subscription: ['PubSub.subscription()', 'Topic.subscription()'],
    Message: [],
  },
  members: {
    'Message.data': { is: 'delivery', part: 'message' },
    'Message.attributes': { is: 'delivery', part: 'message' },
    'Message.id': valueOf(Origin.eventKey),
    'Message.deliveryAttempt': valueOf(Origin.attempt),
    'Message.ackId': valueOf(Origin.attempt),
  },
  calls: {
    ...each(['Topic.publish', 'Topic.publishMessage', 'Topic.publishJSON'], effect('enqueue', 'publishes a message')),
    'Message.*': { is: 'nothing' },
  },
  registrations: [
    {
      by: 'call',
      call: 'Subscription.on',
      handlers: { argument: 1 },
      parameters: [{ type: 'Message' }],
      kind: 'queue',
    },
  ],
});
