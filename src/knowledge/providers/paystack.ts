// Source: paystack.com/docs/payments/webhooks, not re-read: time limit and retries stay null.
import { defineLibrary } from '../types.ts';

export const paystack = defineLibrary({
  name: 'paystack',
  packages: [],
  source: 'https://paystack.com/docs/payments/webhooks/',
  provider: {
    title: 'Paystack',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['event'],
    eventTime: ['data.paid_at', 'data.created_at'],
    headers: ['x-paystack-signature'],
    signatureHeaders: ['x-paystack-signature'],
    eventTypes:
      /^(charge\.success|transfer\.(success|failed|reversed)|customeridentification\.\w+|dedicatedaccount\.assign\.\w+|paymentrequest\.(pending|success)|subscription\.(disable|not_renew|expiring_cards)|charge\.dispute\.(create|remind|resolve)|refund\.(pending|processed|processing))$/,
    object: 'data',
    naturalKey: '`event` together with `data.reference` (or `data.id`)',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
