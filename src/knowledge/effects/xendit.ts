// Checked: xendit-node 7.0.0 types, every call and which of them take the key. Documented: github.com/xendit/xendit-node/blob/master/docs/Payout.md.
import { defineLibrary } from '../types.ts';
import { byVerb, each, effect, effectsUnder, keyAt, under } from './support/effect.ts';

const key = keyAt(0, 'idempotencyKey');

const parts = ['Payout', 'Refund', 'PaymentRequest', 'PaymentMethod', 'Customer', 'Invoice', 'Balance', 'Transaction'];

/** Each part is on the client, and a class of its own. */
export const xenditCalls = defineLibrary({
  name: 'xendit',
  packages: ['xendit-node'],
  source: 'https://github.com/xendit/xendit-node/blob/master/docs/Payout.md',
  types: {
    Xendit: ['Xendit.new', 'default.new'],
    ...Object.fromEntries(parts.map((part) => [part, [`${part}.new`, `Xendit.${part}`]])),
  },
  calls: {
    'Payout.createPayout': effect('money', 'pays out', { key }),
    'Refund.createRefund': effect('money', 'refunds', { key }),
    'PaymentRequest.createPaymentRequest': effect('money', 'charges', { key }),
    // These two take none.
    ...effectsUnder('PaymentRequest', 'money', {
      capturePaymentRequest: 'charges',
      authorizePaymentRequest: 'authorizes a payment',
    }),
    'PaymentRequest.resendPaymentRequestAuth': effect('message', 'sends a code'),
    'Customer.createCustomer': effect('other', 'creates a customer', { key }),
    'PaymentMethod.createPaymentMethod': effect('other', 'adds a payment method'),
    'Invoice.createInvoice': effect('other', 'creates an invoice', { key: keyAt(0, 'data', 'externalId') }),
    ...each(
      parts.flatMap((part) => under(part, ['*'])),
      byVerb('Xendit'),
    ),
  },
});
