// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below. The body is what an administrator wrote.
import { defineLibrary } from '../types.ts';

export const zendesk = defineLibrary({
  name: 'zendesk',
  packages: [],
  source: 'https://developer.zendesk.com/documentation/webhooks/verifying/',
  provider: {
    title: 'Zendesk',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: [],
    eventTime: [],
    headers: ['x-zendesk-webhook-signature'],
    signatureHeaders: ['x-zendesk-webhook-signature'],
    naturalKey: 'the id of the ticket together with the time of its change',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
