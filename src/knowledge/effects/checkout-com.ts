// Source: github.com/checkout/checkout-sdk-node. checkout-sdk-node 5.2 has no types.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt, refetch, under } from './support/effect.ts';

export const checkoutComCalls = defineLibrary({
  name: 'checkout.com',
  packages: ['checkout-sdk-node'],
  source: 'https://github.com/checkout/checkout-sdk-node',
  types: { Checkout: ['Checkout.new', 'default.Checkout.new', 'default.new'] },
  calls: {
    'Checkout.payments.request': effect('money', 'charges', { key: keyAt(1) }),
    ...each(under('Checkout.payments', ['capture', 'increment']), effect('money', 'charges', { key: keyAt(2) })),
    ...each(under('Checkout.payments', ['refund', 'reverse']), effect('money', 'refunds', { key: keyAt(2) })),
    'Checkout.payments.void': idempotent('cancels a payment'),
    'Checkout.transfers.initiate': effect('money', 'pays out', { key: keyAt(1) }),
    ...each(under('Checkout.payments', ['get', 'getActions', 'getPaymentList', 'search']), refetch),
    ...each(
      ['Checkout.hostedPayments.create', 'Checkout.paymentLinks.create', 'Checkout.paymentSessions.request'],
      effect('other', 'opens a checkout session'),
    ),
  },
});
