// Checked: replicate types (validateWebhook). Its retries were not verified and stay null.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const replicate = defineLibrary({
  name: 'replicate',
  packages: ['replicate'],
  source: 'https://replicate.com/docs/topics/webhooks/receive-webhook',
  calls: {
    // `validateWebhook(request, secret)` or `validateWebhook({ id, timestamp, signature, body, secret })`.
    validateWebhook: verifies('replicate', 'boolean', { payload: 'body' }),
  },
  provider: {
    title: 'Replicate',
    eventKey: [],
    eventKeyHeaders: ['webhook-id'],
    eventType: ['status'],
    eventTime: ['completed_at', 'created_at'],
    headers: [],
    signatureHeaders: ['webhook-signature'],
    naturalKey: "the prediction's `id` together with its `status`",
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'none',
  },
});
