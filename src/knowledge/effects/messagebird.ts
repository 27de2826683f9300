// Checked: messagebird 4.0 types: no key; all of it takes a function for the answer.
import { defineLibrary } from '../types.ts';
import { each, effect, nothing, under } from './support/effect.ts';

const text = effect('message', 'sends a text message');

export const messagebird = defineLibrary({
  name: 'messagebird',
  packages: ['messagebird'],
  source: 'https://github.com/messagebird/messagebird-nodejs',
  // Up to version 3 the package itself is called.
  types: { Client: ['initClient()', 'default()'] },
  typeAliases: { MessageBird: 'Client' },
  calls: {
    ...each(
      under('Client', [
        'messages.create',
        'mms.create',
        'conversations.send',
        'conversations.start',
        'conversations.reply',
      ]),
      text,
    ),
    ...each(under('Client', ['voice_messages.create', 'calls.create']), effect('message', 'places a call')),
    ...each(
      under('Client', ['verify.create', 'verify.createWithEmail']),
      effect('message', 'sends a verification code'),
    ),
    ...each(
      under('Client', [
        'messages.read',
        'messages.list',
        'balance.read',
        'verify.verify',
        'verify.read',
        'lookup.read',
      ]),
      nothing,
    ),
  },
});
