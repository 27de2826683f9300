// Facts of the provider: the project's table and developer.paddle.com/webhooks/about/respond-to-webhooks. Checked: @paddle/paddle-node-sdk 3.10 types.
import { each } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import { days, verifies } from './support/verification.ts';

export const paddle = defineLibrary({
  name: 'paddle',
  packages: ['@paddle/paddle-node-sdk'],
  source: 'https://developer.paddle.com/webhooks/about/respond-to-webhooks',
  types: { Paddle: ['Paddle.new'], Validator: ['Webhooks.new'] },
  calls: {
    ...each(
      ['Paddle.webhooks.unmarshal', 'Validator.unmarshal'],
      verifies('paddle', 'event', { payload: 0, secret: 1 }),
    ),
    ...each(
      ['Paddle.webhooks.isSignatureValid', 'Validator.isSignatureValid'],
      verifies('paddle', 'boolean', { payload: 0, secret: 1 }),
    ),
  },
  provider: {
    title: 'Paddle',
    eventKey: ['event_id', 'eventId'],
    eventKeyHeaders: [],
    eventType: ['event_type', 'eventType'],
    eventTime: ['occurred_at', 'occurredAt'],
    headers: ['paddle-signature', 'paddle-version'],
    signatureHeaders: ['paddle-signature'],
    eventTypes:
      /^(transaction\.(billed|past_due|payment_failed|ready)|subscription\.(activated|imported|past_due|trialing)|adjustment\.(created|updated)|payout\.paid|discount_group\.\w+)$/,
    object: 'data',
    timeout: 5,
    window: days(3),
    retriesByItself: true,
    order: 'none',
  },
});
