// Checked: razorpay 2.9.8 types, every resource; none takes a key. Documented: github.com/razorpay/razorpay-node.
import { defineLibrary } from '../types.ts';
import { byVerb, each, effect, effectsUnder, keyAt, under } from './support/effect.ts';

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
      'payments.createUpi': 'charges',
      'settlements.createOndemandSettlement': 'pays out',
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
      'items.create': 'creates an item',
      'fundAccount.create': 'creates a fund account',
      'virtualAccounts.create': 'creates a virtual account',
      'qrCode.create': 'creates a QR code',
      'accounts.create': 'creates an account',
      'tokens.create': 'stores a card',
      'subscriptions.createRegistrationLink': 'creates a registration link',
      'customers.addBankAccount': 'adds a bank account',
    }),
    ...each(under('Razorpay', ['invoices.notifyBy', 'paymentLink.notifyBy']), effect('message', 'sends an invoice')),
    'Razorpay.*.*': byVerb('Razorpay'),
  },
});
