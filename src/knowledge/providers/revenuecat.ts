// Documented: revenuecat.com/docs/integrations/webhooks, …/event-types-and-fields, revenuecat.com/guides/revenuecat-android-sdk/webhooks. Its retries were not read and stay null.
import { defineLibrary } from '../types.ts';

export const revenuecat = defineLibrary({
  name: 'revenuecat',
  packages: [],
  source: 'https://www.revenuecat.com/docs/integrations/webhooks',
  provider: {
    title: 'RevenueCat',
    eventKey: ['event.id'],
    eventKeyHeaders: [],
    eventType: ['event.type'],
    eventTime: ['event.event_timestamp_ms'],
    headers: ['x-revenuecat-signature'],
    signatureHeaders: ['x-revenuecat-signature'],
    eventTypes: /^(INITIAL_PURCHASE|NON_RENEWING_PURCHASE|UNCANCELLATION|SUBSCRIPTION_PAUSED)$/,
    object: 'event',
    timeout: null,
    window: null,
    retriesByItself: true,
    signs: 'nothing',
    order: 'unknown',
  },
});
