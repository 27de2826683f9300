// Checked: xendit-node 7.0 types. Documented: github.com/xendit/xendit-node/blob/master/docs/Payout.md.
import { defineLibrary } from '../types.ts';
import { each, effect, effectsUnder, idempotent, keyAt, refetch } from './support/effect.ts';

const body = keyAt(0, 'idempotencyKey');

export const xenditCalls = defineLibrary({
  name: 'xendit',
  packages: ['xendit-node'],
  source: 'https://github.com/xendit/xendit-node/blob/master/docs/Payout.md',
  types: { Xendit: ['Xendit.new', 'default.new'] },
  calls: {
    ...effectsUnder(
      'Xendit',
      'money',
      {
        'Payout.createPayout': 'pays out',
        'Refund.createRefund': 'refunds',
        'PaymentRequest.createPaymentRequest': 'charges',
        'PaymentRequest.capturePaymentRequest': 'charges',
      },
      { key: body },
    ),
    ...effectsUnder(
      'Xendit',
      'other',
      {
        'Customer.createCustomer': 'creates a customer',
        'PaymentMethod.createPaymentMethod': 'adds a payment method',
      },
      { key: body },
    ),
    'Xendit.Invoice.createInvoice': effect('other', 'creates an invoice', { key: keyAt(0, 'data', 'externalId') }),
    ...each(
      ['Xendit.Payout.cancelPayout', 'Xendit.Invoice.expireInvoice', 'Xendit.Refund.cancelRefund'],
      idempotent('cancels at Xendit'),
    ),
    ...each(
      ['Xendit.Invoice.getInvoiceById', 'Xendit.Payout.getPayoutById', 'Xendit.PaymentRequest.getPaymentRequestByID'],
      refetch,
    ),
  },
});
