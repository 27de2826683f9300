// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const sentryEvents = defineLibrary({
  name: 'sentry webhooks',
  packages: [],
  source: 'https://docs.sentry.io/product/integrations/integration-platform/webhooks/',
  provider: {
    title: 'Sentry',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['action'],
    eventTypeHeaders: ['sentry-hook-resource'],
    eventTime: [],
    headers: ['sentry-hook-signature', 'sentry-hook-resource'],
    signatureHeaders: ['sentry-hook-signature'],
    object: 'data',
    naturalKey: 'the id of the issue or error together with `action`',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
