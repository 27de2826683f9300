// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below. One delivery carries many events. Checked: @hubspot/api-client 13.5 types.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const hubspot = defineLibrary({
  name: 'hubspot',
  packages: ['@hubspot/api-client'],
  source: 'https://developers.hubspot.com/docs/guides/api/app-management/webhooks',
  calls: { 'Signature.isValid': verifies('hubspot', 'boolean', { payload: 'requestBody', secret: 'clientSecret' }) },
  provider: {
    title: 'HubSpot',
    eventKey: ['*.eventId'],
    eventKeyHeaders: [],
    eventType: ['*.subscriptionType'],
    eventTime: ['*.occurredAt'],
    headers: ['x-hubspot-signature', 'x-hubspot-signature-v3', 'x-hubspot-request-timestamp'],
    signatureHeaders: ['x-hubspot-signature-v3', 'x-hubspot-signature'],
    eventTypes: /^(contact|company|deal|ticket)\.(propertyChange|creation|deletion|associationChange|merge)$/,
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
