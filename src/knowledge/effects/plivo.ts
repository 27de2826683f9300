// Source: github.com/plivo/plivo-node; not checked against types.
import { defineLibrary } from '../types.ts';
import { each, effect } from './support/effect.ts';

const text = effect('message', 'sends a text message');

export const plivo = defineLibrary({
  name: 'plivo',
  packages: ['plivo', 'africastalking', 'aws-sns-sms', '@infobip-api/sdk'],
  source: 'https://github.com/plivo/plivo-node',
  types: { Client: ['Client.new', 'default.Client.new', 'default()', 'Infobip.new'] },
  calls: each(['Client.messages.create', 'Client.SMS.send', 'Client.channels.sms.send'], text),
});
