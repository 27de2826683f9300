// Documented: cashfree.com/docs/api-reference/webhooks/reliability-and-operations (by default three retries, after 2, 10 and 30 minutes), …/payments/latest/webhooks/idempotency.
import { defineLibrary } from '../types.ts';
import { minutes } from './support/verification.ts';

export const cashfree = defineLibrary({
  name: 'cashfree',
  packages: [],
  source: 'https://www.cashfree.com/docs/api-reference/webhooks/reliability-and-operations',
  provider: {
    title: 'Cashfree',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['type'],
    eventTime: ['event_time'],
    headers: [],
    signatureHeaders: ['x-webhook-signature'],
    object: 'data',
    naturalKey: '`data.payment.cf_payment_id` together with its status',
    timeout: null,
    window: minutes(42),
    retriesByItself: true,
    order: 'unknown',
  },
});
