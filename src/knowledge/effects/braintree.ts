// Checked: @types/braintree 3.4 types. Documented: github.com/braintree/braintree_node/blob/master/CHANGELOG.md.
import { defineLibrary } from '../types.ts';
import { each, effectsUnder, idempotent, keyAt, nothing, refetch, under } from './support/effect.ts';

export const braintreeCalls = defineLibrary({
  name: 'braintree',
  packages: ['braintree'],
  source: 'https://github.com/braintree/braintree_node/blob/master/CHANGELOG.md',
  calls: {
    ...effectsUnder(
      'Gateway',
      'money',
      {
        'transaction.sale': 'charges',
        'subscription.create': 'starts a subscription',
      },
      { key: keyAt(0, 'apiRequestKey') },
    ),
    ...effectsUnder('Gateway', 'money', {
      'transaction.refund': 'refunds',
      'transaction.submitForSettlement': 'charges',
      'transaction.submitForPartialSettlement': 'charges',
      'transaction.cloneTransaction': 'charges',
      'transaction.adjustAuthorization': 'charges more',
      'subscription.retryCharge': 'charges',
    }),
    ...effectsUnder('Gateway', 'other', {
      'customer.create': 'creates a customer',
      'paymentMethod.create': 'adds a payment method',
    }),
    ...each(
      under('Gateway', [
        'transaction.void',
        '*.update',
        '*.delete',
        'subscription.cancel',
        'transaction.cancelRelease',
      ]),
      idempotent('cancels at Braintree'),
    ),
    ...each(under('Gateway', ['*.find', '*.search', '*.all']), refetch),
    'Gateway.clientToken.generate': nothing,
  },
});
