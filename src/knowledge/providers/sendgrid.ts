// Facts of the provider: the project's table and www.twilio.com/docs/sendgrid/for-developers/tracking-events/event. Checked: @sendgrid/eventwebhook 8.0 types.
import { constant } from '../../interpret/values.ts';
import { defineLibrary } from '../types.ts';
import { hours, verifies } from './support/verification.ts';

export const sendgridEvents = defineLibrary({
  name: 'sendgrid',
  packages: ['@sendgrid/eventwebhook'],
  source: 'https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event',
  types: { EventWebhook: ['EventWebhook.new', 'default.new'] },
  calls: {
    'EventWebhook.verifySignature': verifies('sendgrid', 'boolean', { payload: 1, secret: 0 }),
    'EventWebhook.convertPublicKeyToECDSA': { is: 'nothing' },
    'EventWebhookHeader.SIGNATURE': { is: 'value', value: constant('X-Twilio-Email-Event-Webhook-Signature') },
    'EventWebhookHeader.TIMESTAMP': { is: 'value', value: constant('X-Twilio-Email-Event-Webhook-Timestamp') },
  },
  provider: {
    title: 'SendGrid',
    eventKey: ['*.sg_event_id', 'sg_event_id'],
    eventKeyHeaders: [],
    eventType: ['*.event', 'event'],
    eventTime: ['*.timestamp', 'timestamp'],
    headers: ['x-twilio-email-event-webhook-signature', 'x-twilio-email-event-webhook-timestamp'],
    signatureHeaders: ['x-twilio-email-event-webhook-signature'],
    timeout: null,
    window: hours(24),
    retriesByItself: true,
    order: 'unknown',
  },
});
