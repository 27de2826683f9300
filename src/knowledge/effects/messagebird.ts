// Checked: messagebird 4.0 types. Documented: github.com/messagebird/messagebird-nodejs.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';

const text = effect('message', 'sends a text message');

export const messagebird = defineLibrary({
  name: 'messagebird',
  packages: ['messagebird'],
  source: 'https://github.com/messagebird/messagebird-nodejs',
  types: { Client: ['default()', 'default.initClient()', 'initClient()'] },
  calls: { 'Client.messages.create': text, 'Client.conversations.send': text },
});
