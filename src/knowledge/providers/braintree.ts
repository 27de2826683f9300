// Facts of the provider: the project's table and developer.paypal.com/braintree/docs/guides/webhooks/parse. Checked: @types/braintree 3.4 types.
import { defineLibrary } from '../types.ts';
import { hours, verifies } from './support/verification.ts';

export const braintree = defineLibrary({
  name: 'braintree',
  packages: ['braintree'],
  source: 'https://developer.paypal.com/braintree/docs/guides/webhooks/parse',
  types: { Gateway: ['BraintreeGateway.new', 'default.BraintreeGateway.new', 'connect()', 'default.connect()'] },
  calls: {
    // The payload is a form field that the provider encoded: no bytes of the body are needed.
    'Gateway.webhookNotification.parse': verifies('braintree', 'event'),
    'Gateway.webhookNotification.verify': { is: 'nothing' },
  },
  provider: {
    title: 'Braintree',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['kind'],
    eventTime: ['timestamp'],
    headers: [],
    signatureHeaders: [],
    eventTypes:
      /^(subscription_(charged_successfully|charged_unsuccessfully|went_active|went_past_due|trial_ended)|dispute_(opened|won|lost|accepted|expired|under_review)|transaction_(settled|settlement_declined|disbursed)|sub_merchant_account_(approved|declined)|disbursement_exception|local_payment_(completed|funded|reversed|expired))$/,
    naturalKey: '`kind` together with `timestamp` and the id of the subject',
    timeout: 30,
    window: hours(24),
    retriesByItself: true,
    signs: 'fields',
    order: 'none',
  },
});
