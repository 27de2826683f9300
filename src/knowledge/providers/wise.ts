// Documented: docs.wise.com/api-docs/webhooks-notifications (eleven retries from a minute on, doubling, then fourteen daily ones), …/api-reference/webhook-event.
import { defineLibrary } from '../types.ts';
import { days } from './support/verification.ts';

export const wise = defineLibrary({
  name: 'wise',
  packages: [],
  source: 'https://docs.wise.com/api-docs/webhooks-notifications',
  provider: {
    title: 'Wise',
    eventKey: [],
    eventKeyHeaders: [],
    attemptHeaders: ['x-delivery-id'],
    eventType: ['event_type'],
    eventTime: ['data.occurred_at', 'sent_at'],
    headers: ['x-signature-sha256'],
    signatureHeaders: ['x-signature-sha256'],
    eventTypes: /^(transfers#[a-z-]+|balances#[a-z-]+|swift-in#credit|cards#[a-z0-9-]+|profiles#[a-z-]+)$/,
    object: 'data.resource',
    naturalKey: 'the id of the resource together with its state and `data.occurred_at`',
    timeout: null,
    window: days(16),
    retriesByItself: true,
    order: 'none',
  },
});
