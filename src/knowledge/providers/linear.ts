// Checked: @linear/sdk types; retries and time limit in developers.linear.app/docs/graphql/webhooks.
import { each } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import { hours, verifies } from './support/verification.ts';

export const linear = defineLibrary({
  name: 'linear',
  packages: ['@linear/sdk', '@linear/sdk/webhooks'],
  source: 'https://linear.app/developers/webhooks',
  types: { WebhookClient: ['LinearWebhookClient.new', 'LinearWebhooks.new'] },
  typeAliases: { LinearWebhookClient: 'WebhookClient', LinearWebhooks: 'WebhookClient' },
  calls: {
    'WebhookClient.verify': verifies('linear', 'boolean', { payload: 0 }),
    'WebhookClient.parseData': verifies('linear', 'event', { payload: 0 }),
    ...each(['WebhookClient.createHandler'], { is: 'nothing' } as const),
  },
  provider: {
    title: 'Linear',
    eventKey: [],
    eventKeyHeaders: ['linear-delivery'],
    eventType: ['type', 'action'],
    eventTypeHeaders: ['linear-event'],
    eventTime: ['webhookTimestamp', 'createdAt'],
    headers: ['linear-signature', 'linear-delivery', 'linear-event'],
    signatureHeaders: ['linear-signature'],
    object: 'data',
    timeout: 5,
    window: hours(8),
    retriesByItself: true,
    order: 'unknown',
  },
});
