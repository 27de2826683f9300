// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below. It signs with the header that GitHub used.
import { defineLibrary } from '../types.ts';

export const intercom = defineLibrary({
  name: 'intercom',
  packages: [],
  source: 'https://developers.intercom.com/docs/webhooks/webhook-notifications',
  provider: {
    title: 'Intercom',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['topic'],
    eventTime: ['created_at'],
    headers: [],
    signatureHeaders: ['x-hub-signature'],
    object: 'data.item',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
