// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const pagerduty = defineLibrary({
  name: 'pagerduty',
  packages: [],
  source: 'https://developer.pagerduty.com/docs/webhooks/webhook-signatures/',
  provider: {
    title: 'PagerDuty',
    eventKey: ['event.id'],
    eventKeyHeaders: [],
    eventType: ['event.event_type'],
    eventTime: ['event.occurred_at'],
    headers: ['x-pagerduty-signature'],
    signatureHeaders: ['x-pagerduty-signature'],
    object: 'event.data',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
