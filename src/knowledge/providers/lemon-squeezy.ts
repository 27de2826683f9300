// Facts of the provider: the project's table and docs.lemonsqueezy.com/help/webhooks/webhook-requests.
import { defineLibrary } from '../types.ts';
import { hours } from './support/verification.ts';

export const lemonSqueezy = defineLibrary({
  name: 'lemon-squeezy',
  packages: [],
  source: 'https://docs.lemonsqueezy.com/help/webhooks/webhook-requests',
  provider: {
    title: 'Lemon Squeezy',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['meta.event_name'],
    eventTypeHeaders: ['x-event-name'],
    eventTime: ['data.attributes.updated_at'],
    // `x-signature` alone is sent by many; the name of the event stands beside it here.
    headers: ['x-event-name'],
    signatureHeaders: ['x-signature'],
    eventTypes:
      /^(order_(created|refunded)|subscription_(created|updated|cancelled|resumed|expired|paused|unpaused|plan_changed|payment_(success|failed|recovered|refunded))|license_key_(created|updated)|affiliate_activated)$/,
    object: 'data',
    naturalKey: '`meta.event_name` together with `data.id` and `data.attributes.updated_at`',
    timeout: null,
    // Three more attempts within three minutes; resending from the dashboard has no published limit.
    window: hours(1),
    retriesByItself: true,
    order: 'unknown',
  },
});
