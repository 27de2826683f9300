// Facts of the provider: the project's table and www.twilio.com/docs/usage/webhooks/webhooks-security. Checked: twilio 6.3 types.
import { each, prefixed } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const twilio = defineLibrary({
  name: 'twilio',
  packages: ['twilio', 'twilio/lib/webhooks/webhooks'],
  source: 'https://www.twilio.com/docs/usage/webhooks/webhooks-security',
  // The form's parameters are signed, not the bytes.
  calls: prefixed(['', 'default.'], {
    ...each(['validateRequest', 'validateExpressRequest', 'validateIncomingRequest'], verifies('twilio', 'boolean')),
    validateRequestWithBody: verifies('twilio', 'boolean', { payload: 3, secret: 0 }),
    validateBody: verifies('twilio', 'boolean', { payload: 0 }),
    // Middleware that answers 403 itself.
    'webhook()': verifies('twilio', 'nothing'),
  }),
  provider: {
    title: 'Twilio',
    eventKey: ['MessageSid', 'SmsSid', 'CallSid', 'SmsMessageSid'],
    eventKeyHeaders: ['i-twilio-idempotency-token'],
    eventType: ['MessageStatus', 'SmsStatus', 'CallStatus'],
    eventTime: ['Timestamp'],
    headers: ['x-twilio-signature', 'i-twilio-idempotency-token'],
    signatureHeaders: ['x-twilio-signature'],
    naturalKey: '`MessageSid` or `CallSid` together with its status',
    timeout: 15,
    window: 15,
    retriesByItself: true,
    signs: 'fields',
    order: 'unknown',
  },
});
