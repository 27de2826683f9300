// Documented: sanity.io/docs/changelog (two retries, 30 seconds apart). Checked: @sanity/webhook 4.0 types.
import { defineLibrary } from '../types.ts';
import { minutes, verifies } from './support/verification.ts';

export const sanity = defineLibrary({
  name: 'sanity',
  packages: ['@sanity/webhook'],
  source: 'https://www.sanity.io/docs/webhooks',
  calls: {
    isValidSignature: verifies('sanity', 'boolean', { payload: 0, secret: 2 }),
    assertValidSignature: verifies('sanity', 'nothing', { payload: 0, secret: 2 }),
    isValidRequest: verifies('sanity', 'boolean', { secret: 1 }),
    assertValidRequest: verifies('sanity', 'nothing', { secret: 1 }),
    'requireSignedRequest()': verifies('sanity', 'nothing'),
  },
  provider: {
    title: 'Sanity',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: [],
    eventTime: [],
    headers: ['sanity-webhook-signature'],
    signatureHeaders: ['sanity-webhook-signature'],
    naturalKey: '`_id` together with `_rev`',
    timeout: null,
    window: minutes(1),
    retriesByItself: true,
    order: 'unknown',
  },
});
