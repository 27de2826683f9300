// Checked: twilio 6.3 types: messages take no key, payments of a call do.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt, refetch } from './support/effect.ts';

export const twilioCalls = defineLibrary({
  name: 'twilio',
  packages: ['twilio'],
  source: 'https://www.twilio.com/docs/messaging/api/message-resource',
  types: { Twilio: ['default()', 'Twilio.new', 'default.Twilio.new', 'default.new', 'Twilio()'] },
  typeAliases: { 'default.Twilio': 'Twilio', RestClient: 'Twilio' },
  calls: {
    'Twilio.messages.create': effect('message', 'sends a text message'),
    'Twilio.api.messages.create': effect('message', 'sends a text message'),
    'Twilio.calls.create': effect('message', 'places a call'),
    'Twilio.calls().payments.create': effect('money', 'takes a payment', { key: keyAt(0, 'idempotencyKey') }),
    ...each(
      ['Twilio.verify.v2.services().verifications.create', 'Twilio.verify.services().verifications.create'],
      effect('message', 'sends a verification code'),
    ),
    'Twilio.conversations.v1.conversations().messages.create': effect('message', 'sends a message'),
    'Twilio.notify.v1.services().notifications.create': effect('message', 'sends a notification'),
    ...each(
      ['Twilio.messages().update', 'Twilio.messages().remove', 'Twilio.calls().update'],
      idempotent('updates at Twilio'),
    ),
    ...each(['Twilio.messages().fetch', 'Twilio.calls().fetch', 'Twilio.messages.list'], refetch),
  },
});
