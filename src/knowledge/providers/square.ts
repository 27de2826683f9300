// Facts of the provider: the project's table and developer.squareup.com/docs/webhooks/overview. Checked: square 46.0 types.
import { defineLibrary } from '../types.ts';
import { hours, verifies } from './support/verification.ts';

export const square = defineLibrary({
  name: 'square',
  packages: ['square', 'square/legacy'],
  source: 'https://developer.squareup.com/docs/webhooks/overview',
  calls: {
    'WebhooksHelper.verifySignature': verifies('square', 'boolean', { payload: 'requestBody', secret: 'signatureKey' }),
    'WebhooksHelper.isValidWebhookEventSignature': verifies('square', 'boolean', { payload: 0, secret: 2 }),
  },
  provider: {
    title: 'Square',
    eventKey: ['event_id'],
    eventKeyHeaders: [],
    attemptHeaders: ['square-retry-number', 'square-retry-reason'],
    eventType: ['type'],
    eventTime: ['created_at'],
    headers: [
      'x-square-hmacsha256-signature',
      'x-square-signature',
      'square-initial-delivery-timestamp',
      'square-retry-number',
    ],
    signatureHeaders: ['x-square-hmacsha256-signature', 'x-square-signature'],
    eventTypes:
      /^(order\.fulfillment\.updated|catalog\.version\.updated|loyalty\.(account|event|program|promotion)\.\w+|gift_card(\.customer_(un)?linked|\.activity\.\w+|\.created|\.updated)|inventory\.count\.updated|labor\.\w+\.\w+|oauth\.authorization\.revoked|terminal\.(checkout|refund|action)\.\w+|team_member(\.\w+)+)$/,
    object: 'data.object',
    timeout: 10,
    window: hours(72),
    retriesByItself: true,
    order: 'unknown',
  },
});
