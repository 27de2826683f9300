// Facts of the provider: the project's table and docs.xendit.co/docs/handling-webhooks.
import { defineLibrary } from '../types.ts';
import { hours } from './support/verification.ts';

export const xendit = defineLibrary({
  name: 'xendit',
  packages: [],
  source: 'https://docs.xendit.co/docs/handling-webhooks',
  provider: {
    title: 'Xendit',
    eventKey: [],
    // `webhook-id` is shared with Standard Webhooks; the token beside it is not.
    eventKeyHeaders: ['webhook-id'],
    eventType: ['event'],
    eventTime: ['created'],
    headers: ['x-callback-token'],
    signatureHeaders: ['x-callback-token'],
    eventTypes:
      /^(payout\.(succeeded|failed|reversed|expired)|payment_session\.\w+|payment_token\.\w+|ewallet\.(capture|void)|qr\.payment|recurring\.(plan|cycle)\.\w+)$/,
    object: 'data',
    timeout: 30,
    window: hours(24),
    retriesByItself: true,
    signs: 'nothing',
    order: 'none',
  },
});
