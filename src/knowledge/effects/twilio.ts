// Checked: twilio 6.3 types and source: messages and calls take no key; payments of a call and its user-defined messages do,
// among their parameters. `…WithHttpInfo` does the same and answers with the status.
import { defineLibrary } from '../types.ts';
import type { Meaning, MeaningOf } from '../types.ts';
import { each, effect, idempotent, keyAt, nothing, prefixed, refetch } from './support/effect.ts';

const sendsMessage = effect('message', 'sends a message');

/** A product's resources, under its version or, deprecated, right below it. */
function product(
  name: string,
  version: string,
  resources: Readonly<Record<string, Meaning | MeaningOf>>,
): Record<string, Meaning | MeaningOf> {
  return prefixed([`Twilio.${name}.${version}.`, `Twilio.${name}.`], resources);
}

const ofAccount: Readonly<Record<string, Meaning | MeaningOf>> = {
  'messages.create': effect('message', 'sends a text message'),
  'calls.create': effect('message', 'places a call'),
  'calls().payments.create': effect('money', 'takes a payment', { key: keyAt(0, 'idempotencyKey') }),
  'calls().userDefinedMessages.create': effect('message', 'sends a message', { key: keyAt(0, 'idempotencyKey') }),
  'conferences().participants.create': effect('message', 'places a call'),
  'incomingPhoneNumbers.create': effect('money', 'buys a phone number'),
  ...each(
    ['messages().update', 'messages().remove', 'calls().update', 'calls().remove', 'calls().payments().update'],
    idempotent('updates at Twilio'),
  ),
  ...each(
    ['messages().fetch', 'calls().fetch', 'messages.get().fetch', 'calls.get().fetch', 'messages.list', 'calls.list'],
    refetch,
  ),
};

const calls: Readonly<Record<string, Meaning | MeaningOf>> = {
  ...prefixed(['Twilio.', 'Twilio.api.', 'Twilio.api.v2010.accounts().', 'Twilio.api.accounts().'], ofAccount),
  ...product('verify', 'v2', {
    'services().verifications.create': effect('message', 'sends a verification code'),
    // A code that was right once is gone.
    'services().verificationChecks.create': nothing,
    'services().verifications().update': idempotent('ends a verification'),
    'services().verifications().fetch': refetch,
  }),
  ...product('conversations', 'v1', {
    'conversations().messages.create': sendsMessage,
    'services().conversations().messages.create': sendsMessage,
    ...each(['conversations.create', 'services().conversations.create'], effect('other', 'opens a conversation')),
  }),
  ...product('chat', 'v2', { 'services().channels().messages.create': sendsMessage }),
  ...product('proxy', 'v1', { 'services().sessions().participants().messageInteractions.create': sendsMessage }),
  ...product('notify', 'v1', { 'services().notifications.create': effect('message', 'sends a notification') }),
  ...product('studio', 'v2', { 'flows().executions.create': effect('message', 'starts a flow') }),
  ...product('studio', 'v1', { 'flows().executions.create': effect('message', 'starts a flow') }),
  ...product('taskrouter', 'v1', { 'workspaces().tasks.create': effect('enqueue', 'enqueues a task') }),
  ...product('lookups', 'v2', { 'phoneNumbers().fetch': nothing }),
};

export const twilioCalls = defineLibrary({
  name: 'twilio',
  packages: ['twilio'],
  source: 'https://www.twilio.com/docs/messaging/api/message-resource',
  types: {
    // `new Twilio(…)`, and the default export of `twilio/lib/rest/Twilio`.
    Twilio: ['default()', 'Twilio.new', 'default.new', 'Twilio()'],
    // What is answered to Twilio, and what a browser is given: made up here, and sent by nobody.
    Document: ['twiml.MessagingResponse.new', 'twiml.VoiceResponse.new', 'jwt.AccessToken.new', 'Document.*()'],
  },
  typeAliases: { 'default.Twilio': 'Twilio', RestClient: 'Twilio' },
  calls: {
    ...calls,
    ...Object.fromEntries(Object.entries(calls).map(([path, meaning]) => [`${path}WithHttpInfo`, meaning])),
    'jwt.AccessToken.VideoGrant.new, jwt.AccessToken.VoiceGrant.new, jwt.AccessToken.ChatGrant.new': nothing,
  },
});

export const twilioDocuments = defineLibrary({
  name: 'twilio/lib/twiml',
  packages: ['twilio/lib/twiml/MessagingResponse', 'twilio/lib/twiml/VoiceResponse', 'twilio/lib/jwt/AccessToken'],
  source: 'https://www.twilio.com/docs/messaging/twiml',
  types: { Document: ['default.new', 'Document.*()'] },
});
