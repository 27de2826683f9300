// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below. It signs with the header that GitHub uses.
import { defineLibrary } from '../types.ts';

export const meta = defineLibrary({
  name: 'meta',
  packages: [],
  source: 'https://developers.facebook.com/docs/whatsapp/cloud-api/guides/set-up-webhooks/',
  provider: {
    title: 'Meta',
    eventKey: ['entry.*.changes.*.value.messages.*.id'],
    eventKeyHeaders: [],
    eventType: ['entry.*.changes.*.field'],
    eventTime: ['entry.*.time'],
    headers: [],
    signatureHeaders: ['x-hub-signature-256'],
    naturalKey: 'the id of the message together with its status',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
