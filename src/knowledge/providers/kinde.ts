// Checked: @kinde/webhooks 1.0 types: the body is a signed token. Time limit and retries were not read and stay null.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const kinde = defineLibrary({
  name: 'kinde',
  packages: ['@kinde/webhooks'],
  source: 'https://docs.kinde.com/integrate/webhooks/about-webhooks/',
  calls: { decodeWebhook: verifies('kinde', 'event', { payload: 0 }) },
  provider: {
    title: 'Kinde',
    eventKey: ['event_id'],
    eventKeyHeaders: [],
    eventType: ['type'],
    eventTime: ['timestamp'],
    headers: [],
    signatureHeaders: [],
    object: 'data',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
