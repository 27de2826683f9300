// Checked: checkout-sdk-node 5.2.1 types and source. Documented: github.com/checkout/checkout-sdk-node.
import { defineLibrary } from '../types.ts';
import { byVerb, each, effect, idempotent, keyAt, under } from './support/effect.ts';

/** The key is an argument of its own, the last one. */
export const checkoutComCalls = defineLibrary({
  name: 'checkout.com',
  packages: ['checkout-sdk-node'],
  source: 'https://github.com/checkout/checkout-sdk-node',
  types: { Checkout: ['Checkout.new', 'default.new', 'default.default.new'] },
  calls: {
    'Checkout.payments.request': effect('money', 'charges', { key: keyAt(1) }),
    ...each(under('Checkout.payments', ['capture', 'increment']), effect('money', 'charges', { key: keyAt(2) })),
    ...each(under('Checkout.payments', ['refund', 'reverse']), effect('money', 'refunds', { key: keyAt(2) })),
    'Checkout.transfers.initiate': effect('money', 'pays out', { key: keyAt(1) }),
    ...each(
      under('Checkout', ['paymentSessions.submit', 'paymentSessions.complete', 'paymentSetups.confirm']),
      effect('money', 'charges'),
    ),
    ...each(
      under('Checkout', [
        'hostedPayments.create',
        'paymentLinks.create',
        'paymentSessions.request',
        'paymentSetups.request',
        'paymentContexts.request',
      ]),
      effect('other', 'opens a checkout session'),
    ),
    'Checkout.issuing.createCard': effect('other', 'issues a card', { key: keyAt(1) }),
    ...each(
      under('Checkout', ['customers.create', 'instruments.create', 'tokens.request', 'sources.add']),
      effect('other', 'creates an object at Checkout.com'),
    ),
    ...each(
      under('Checkout', ['payments.cancelScheduledRetry', 'disputes.accept', 'disputes.submit']),
      idempotent('updates at Checkout.com'),
    ),
    'Checkout.*.*': byVerb('Checkout.com'),
  },
});
