// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const docusign = defineLibrary({
  name: 'docusign',
  packages: [],
  source: 'https://developers.docusign.com/platform/webhooks/connect/',
  provider: {
    title: 'DocuSign',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['event'],
    eventTime: ['generatedDateTime'],
    headers: [],
    signatureHeaders: [],
    eventTypes: /^(envelope-(completed|declined|sent|voided)|recipient-completed)$/,
    object: 'data',
    naturalKey: '`data.envelopeId` together with `event`',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
