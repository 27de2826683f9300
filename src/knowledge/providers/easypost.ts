// Documented: docs.easypost.com/guides/webhooks-guide. Checked: @easypost/api 8.9 types. Time limit and retries were not read and stay null.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const easypostEvents = defineLibrary({
  name: 'easypost',
  packages: ['@easypost/api'],
  source: 'https://docs.easypost.com/guides/webhooks-guide',
  types: { EasyPost: ['default.new', 'EasyPost.new'] },
  calls: {
    'EasyPost.Utils.validateWebhook': verifies('easypost', 'event', { payload: 0, secret: 2 }),
    'EasyPost.Webhook.validateWebhook': verifies('easypost', 'event', { payload: 0, secret: 2 }),
    'Utils.validateWebhook': verifies('easypost', 'event', { payload: 0, secret: 2 }),
  },
  provider: {
    title: 'EasyPost',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['description'],
    eventTime: ['created_at'],
    headers: [],
    signatureHeaders: ['x-hmac-signature'],
    eventTypes: /^tracker\.(created|updated)$/,
    object: 'result',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
