// Checked: @vonage/server-sdk 3.27, @vonage/sms 1.21, @vonage/messages 1.24 types. Documented: github.com/Vonage/vonage-node-sdk.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';

const text = effect('message', 'sends a text message');

export const vonage = defineLibrary({
  name: '@vonage/server-sdk',
  packages: ['@vonage/server-sdk', '@vonage/sms', '@vonage/messages'],
  source: 'https://github.com/Vonage/vonage-node-sdk',
  types: { Vonage: ['Vonage.new'], Sms: ['SMS.new', 'Vonage.sms'], Messages: ['Messages.new', 'Vonage.messages'] },
  calls: {
    'Sms.send': text,
    'Messages.send': text,
    'Vonage.voice.createOutboundCall': effect('message', 'places a call'),
  },
});
