// Source: developer.flutterwave.com/docs/webhooks, not re-read: time limit and retries stay null.
import { defineLibrary } from '../types.ts';

export const flutterwave = defineLibrary({
  name: 'flutterwave',
  packages: [],
  source: 'https://developer.flutterwave.com/docs/webhooks',
  provider: {
    title: 'Flutterwave',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['event', 'type', 'event.type'],
    eventTime: ['data.created_at', 'data.created_datetime'],
    headers: ['verif-hash', 'flutterwave-signature'],
    signatureHeaders: ['verif-hash', 'flutterwave-signature'],
    eventTypes:
      /^(charge\.completed|transfer\.completed|transfer\.disburse|subscription\.cancelled|singlebillpayment\.status)$/,
    object: 'data',
    naturalKey: '`data.id` (or `data.tx_ref`) together with `data.status`',
    timeout: null,
    window: null,
    retriesByItself: true,
    signs: 'nothing',
    order: 'unknown',
  },
});
