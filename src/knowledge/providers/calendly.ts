// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const calendly = defineLibrary({
  name: 'calendly',
  packages: [],
  source: 'https://developer.calendly.com/api-docs/4c305798a61d3-webhook-signatures',
  provider: {
    title: 'Calendly',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['event'],
    eventTime: ['created_at'],
    headers: ['calendly-webhook-signature'],
    signatureHeaders: ['calendly-webhook-signature'],
    eventTypes: /^invitee\.(created|canceled)$/,
    object: 'payload',
    naturalKey: '`payload.uri` together with `event`',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
