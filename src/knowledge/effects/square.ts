// Checked: square 46.0 types. Documented: developer.squareup.com/docs/build-basics/common-api-patterns/idempotency.
import { defineLibrary } from '../types.ts';
import { each, effectsUnder, idempotent, keyAt, refetch, under } from './support/effect.ts';

const body = keyAt(0, 'idempotencyKey');

export const squareCalls = defineLibrary({
  name: 'square',
  packages: ['square', 'square/legacy'],
  source: 'https://developer.squareup.com/docs/build-basics/common-api-patterns/idempotency',
  types: { Square: ['SquareClient.new', 'Client.new'] },
  typeAliases: { SquareClient: 'Square' },
  calls: {
    ...effectsUnder(
      'Square',
      'money',
      {
        'payments.create': 'charges',
        'paymentsApi.createPayment': 'charges',
        'refunds.refundPayment': 'refunds',
        'refundsApi.refundPayment': 'refunds',
        'orders.pay': 'charges an order',
        'ordersApi.payOrder': 'charges an order',
        'giftCards.activities.create': 'changes a gift card',
        'invoices.publish': 'bills',
        'invoicesApi.publishInvoice': 'bills',
        'subscriptions.create': 'starts a subscription',
        'loyalty.accounts.accumulatePoints': 'grants points',
        'loyalty.accounts.adjust': 'changes points',
      },
      { key: body },
    ),
    ...effectsUnder(
      'Square',
      'other',
      {
        'orders.create': 'creates an order',
        'ordersApi.createOrder': 'creates an order',
        'customers.create': 'creates a customer',
        'customersApi.createCustomer': 'creates a customer',
        'invoices.create': 'creates an invoice',
        'giftCards.create': 'creates a gift card',
        'checkout.paymentLinks.create': 'creates a payment link',
        'inventory.batchCreateChanges': 'changes the stock',
      },
      { key: body },
    ),
    'Square.payments.complete': idempotent('completes a payment', 'money'),
    ...each(
      under('Square', ['*.update', '*.delete', '*.cancel', 'payments.cancelByIdempotencyKey']),
      idempotent('updates at Square'),
    ),
    ...each(
      under('Square', [
        '*.get',
        '*.list',
        '*.search',
        '*.batchGet',
        'paymentsApi.getPayment',
        'ordersApi.retrieveOrder',
      ]),
      refetch,
    ),
  },
});
