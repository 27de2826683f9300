// Documented: chargebee.com/docs (events and webhooks; how failing webhooks are retried: up to 7 times, for 3 days). Event fields in github.com/hookdeck/webhook-skills.
import { defineLibrary } from '../types.ts';
import { days } from './support/verification.ts';

export const chargebee = defineLibrary({
  name: 'chargebee',
  packages: [],
  source: 'https://www.chargebee.com/docs/2.0/site-configuration/articles-and-faq/',
  provider: {
    title: 'Chargebee',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['event_type'],
    eventTime: ['occurred_at'],
    headers: [],
    signatureHeaders: [],
    eventTypes: /^(subscription_changed|subscription_reactivated|invoice_generated)$/,
    object: 'content',
    timeout: null,
    window: days(3),
    retriesByItself: true,
    order: 'unknown',
  },
});
