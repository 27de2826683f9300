// Documented: docs.midtrans.com/docs/https-notification-webhooks, …/reference/handle-async-payment: `signature_key` of the body hashes fields of it.
import { defineLibrary } from '../types.ts';

export const midtrans = defineLibrary({
  name: 'midtrans',
  packages: [],
  source: 'https://docs.midtrans.com/docs/https-notification-webhooks',
  provider: {
    title: 'Midtrans',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['transaction_status'],
    eventTime: ['transaction_time'],
    headers: [],
    signatureHeaders: [],
    naturalKey: '`order_id` together with `transaction_status`',
    timeout: null,
    window: null,
    retriesByItself: true,
    signs: 'fields',
    order: 'unknown',
  },
});
