// Checked: razorpay 2.9 types. Documented: github.com/razorpay/razorpay-node.
import { defineLibrary } from '../types.ts';
import { each, effect, effectsUnder, idempotent, keyAt, refetch, under } from './support/effect.ts';

export const razorpayCalls = defineLibrary({
  name: 'razorpay',
  packages: ['razorpay'],
  source: 'https://github.com/razorpay/razorpay-node',
  calls: {
    ...effectsUnder('Razorpay', 'money', {
      'payments.capture': 'charges',
      'payments.refund': 'refunds',
      'payments.transfer': 'pays out',
      'payments.createRecurringPayment': 'charges',
      'payments.createPaymentJson': 'charges',
      'transfers.create': 'pays out',
      'transfers.reverse': 'reverses a transfer',
      'subscriptions.create': 'starts a subscription',
      'subscriptions.createAddon': 'bills',
      'invoices.create': 'bills',
      'invoices.issue': 'bills',
    }),
    // The `receipt` of an order is unique.
    'Razorpay.orders.create': effect('other', 'creates an order', { key: keyAt(0, 'receipt') }),
    ...effectsUnder('Razorpay', 'other', {
      'customers.create': 'creates a customer',
      'paymentLink.create': 'creates a payment link',
      'plans.create': 'creates a plan',
    }),
    'Razorpay.invoices.notifyBy': effect('message', 'sends an invoice'),
    ...each(
      under('Razorpay', ['*.edit', '*.update', '*.cancel', '*.delete', '*.pause', '*.resume']),
      idempotent('updates at Razorpay'),
    ),
    ...each(
      under('Razorpay', [
        '*.fetch',
        '*.all',
        'payments.fetchRefund',
        'orders.fetchPayments',
        'payments.fetchMultipleRefund',
      ]),
      refetch,
    ),
  },
});
