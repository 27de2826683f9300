// Checked: @vonage/server-sdk 3.27, @vonage/sms 1.21, @vonage/messages 1.24, @vonage/voice, @vonage/verify2 types: no key; they
// throw. Documented: github.com/Vonage/vonage-node-sdk.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, refetch, under } from './support/effect.ts';

const code = effect('message', 'sends a verification code');

export const vonage = defineLibrary({
  name: '@vonage/server-sdk',
  packages: [
    ...['@vonage/server-sdk', '@vonage/sms', '@vonage/messages', '@vonage/voice', '@vonage/verify', '@vonage/verify2'],
    '@vonage/jwt',
  ],
  source: 'https://github.com/Vonage/vonage-node-sdk',
  types: {
    Vonage: ['Vonage.new'],
    Sms: ['SMS.new', 'Vonage.sms'],
    Messages: ['Messages.new', 'Vonage.messages'],
    Voice: ['Voice.new', 'Vonage.voice'],
    Verify: ['Verify.new', 'Vonage.verify'],
    Verify2: ['Verify2.new', 'Vonage.verify2'],
  },
  typeAliases: { SMS: 'Sms' },
  calls: {
    'Sms.send': effect('message', 'sends a text message'),
    'Messages.send': effect('message', 'sends a text message'),
    'Voice.createOutboundCall': effect('message', 'places a call'),
    ...each(['Verify.start', 'Verify.trigger', 'Verify2.newRequest', 'Verify2.nextWorkflow'], code),
    'Vonage.numbers.buyNumber': effect('money', 'buys a phone number'),
    ...each(['Verify.cancel', 'Verify2.cancel', 'Messages.updateMessage'], idempotent('updates at Vonage')),
    ...each(
      under('Voice', [
        'hangupCall',
        'muteCall',
        'unmuteCall',
        'transferCallWithNCCO',
        'transferCallWithURL',
        'stopTTS',
      ]),
      idempotent('changes a call', 'other'),
    ),
    ...each(['Voice.getCall', 'Verify.search'], refetch),
    ...each(['Verify.check', 'Verify2.checkCode', 'tokenGenerate'], nothing),
    // Over the parameters of a text message, or the token beside a call's event.
    ...each(['Sms.verifySignature', 'verifySignature'], {
      is: 'verification',
      verification: { provider: null, returns: 'boolean' },
    } as const),
  },
});
