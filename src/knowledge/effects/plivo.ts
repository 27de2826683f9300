// Checked: plivo 4.79 types, africastalking 0.8 source, @infobip-api/sdk 0.3 types: messages and calls take no key, airtime does;
// they throw.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt, nothing, under } from './support/effect.ts';

const text = effect('message', 'sends a text message');

export const plivo = defineLibrary({
  name: 'plivo',
  packages: ['plivo'],
  source: 'https://github.com/plivo/plivo-node',
  types: { Client: ['Client.new'] },
  calls: {
    ...each(under('Client', ['messages.create', 'messages.send']), text),
    'Client.calls.create': effect('message', 'places a call'),
    'Client.verify_session.create': effect('message', 'sends a verification code'),
    'Client.numbers.buy': effect('money', 'buys a phone number'),
    ...each(
      under('Client', ['calls.hangup', 'calls.transfer', 'messages.deleteMedia']),
      idempotent('changes a call', 'other'),
    ),
    ...each(
      under('Client', ['messages.get', 'messages.list', 'calls.get', 'calls.list', 'verify_session.validate']),
      nothing,
    ),
    ...each(['validateV3Signature', 'validateSignature'], {
      is: 'verification',
      verification: { provider: null, returns: 'boolean' },
    } as const),
  },
});

export const otherTextServices = defineLibrary({
  name: 'other text services',
  packages: ['africastalking', '@infobip-api/sdk'],
  source:
    'https://github.com/AfricasTalkingLtd/africastalking-node.js, https://github.com/infobip/infobip-api-node-sdk',
  types: { Client: ['default()', 'Infobip.new'] },
  calls: {
    ...each(under('Client', ['SMS.send', 'SMS.sendPremium', 'channels.sms.send', 'WHATSAPP.sendMessage']), text),
    ...each(under('Client.channels', ['whatsapp.send', 'email.send']), effect('message', 'sends a message')),
    'Client.VOICE.call': effect('message', 'places a call'),
    ...each(
      under('Client', ['AIRTIME.send', 'MOBILE_DATA.send']),
      effect('money', 'tops up a phone', { key: keyAt(0, 'idempotencyKey') }),
    ),
  },
});
