// Facts of the provider: the project's table and razorpay.com/docs/webhooks/best-practices. Checked: razorpay 2.9 types.
import { prefixed } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import { days, verifies } from './support/verification.ts';

const webhook = verifies('razorpay', 'boolean', { payload: 0, secret: 2 });

export const razorpay = defineLibrary({
  name: 'razorpay',
  packages: ['razorpay', 'razorpay/dist/utils/razorpay-utils'],
  source: 'https://razorpay.com/docs/webhooks/best-practices/',
  types: { Razorpay: ['default.new', 'Razorpay.new'] },
  calls: {
    ...prefixed(['', 'default.', 'Razorpay.'], {
      validateWebhookSignature: webhook,
      // The signature of a payment that returns from checkout: fields, not bytes.
      validatePaymentVerification: verifies('razorpay', 'boolean'),
    }),
  },
  provider: {
    title: 'Razorpay',
    eventKey: [],
    eventKeyHeaders: ['x-razorpay-event-id'],
    eventType: ['event'],
    eventTime: ['created_at'],
    headers: ['x-razorpay-signature', 'x-razorpay-event-id'],
    signatureHeaders: ['x-razorpay-signature'],
    eventTypes:
      /^(payment\.(authorized|captured)|payment\.downtime\.\w+|order\.paid|invoice\.(partially_paid|expired)|subscription\.(authenticated|activated|charged|halted|pending)|settlement\.processed|refund\.speed_changed|transfer\.settled|payment_link\.\w+|virtual_account\.\w+|qr_code\.\w+|fund_account\.validation\.\w+|payout\.(processed|queued|initiated|reversed|rejected))$/,
    object: 'payload',
    timeout: 5,
    window: days(8),
    retriesByItself: true,
    order: 'none',
  },
});
