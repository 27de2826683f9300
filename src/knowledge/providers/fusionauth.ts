// Facts in github.com/hookdeck/webhook-skills, read against the page below.
import { defineLibrary } from '../types.ts';

export const fusionauth = defineLibrary({
  name: 'fusionauth',
  packages: [],
  source: 'https://fusionauth.io/docs/extend/events-and-webhooks/',
  provider: {
    title: 'FusionAuth',
    eventKey: ['event.id'],
    eventKeyHeaders: [],
    eventType: ['event.type'],
    eventTime: ['event.createInstant'],
    headers: ['x-fusionauth-signature-jwt'],
    signatureHeaders: ['x-fusionauth-signature-jwt'],
    eventTypes: /^user\.(registration\.(create|update|delete)|login\.(success|failed)|deactivate|reactivate)$/,
    object: 'event',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
