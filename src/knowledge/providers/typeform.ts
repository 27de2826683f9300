// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const typeform = defineLibrary({
  name: 'typeform',
  packages: [],
  source: 'https://www.typeform.com/developers/webhooks/secure-your-webhooks/',
  provider: {
    title: 'Typeform',
    eventKey: ['event_id'],
    eventKeyHeaders: [],
    eventType: ['event_type'],
    eventTime: [],
    headers: ['typeform-signature'],
    signatureHeaders: ['typeform-signature'],
    object: 'form_response',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
