// Checked: braintree 3.40.0 source (what each call lets through) and @types/braintree 3.4.4. Documented: github.com/braintree/braintree_node/blob/master/CHANGELOG.md.
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { byVerb, each, effect, effectOf, effectsUnder, idempotent, keyAt, nothing, under } from './support/effect.ts';

/** `refund(id, { amount, apiRequestKey })`; `refund(id, '10.00')` has no place for a key. */
const refund: MeaningOf = (call) => {
  const hasOptions = call.read.entries(call.args[1]).length > 0;
  const args = hasOptions ? call.args : call.args.slice(0, 1);
  return effectOf({ ...call, args }, 'money', 'refunds', { key: keyAt(1, 'apiRequestKey') });
};

export const braintreeCalls = defineLibrary({
  name: 'braintree',
  packages: ['braintree'],
  source: 'https://github.com/braintree/braintree_node/blob/master/CHANGELOG.md',
  calls: {
    // No other call lets a key through.
    'Gateway.transaction.sale': effect('money', 'charges', { key: keyAt(0, 'apiRequestKey') }),
    'Gateway.transaction.credit': effect('money', 'pays out', { key: keyAt(0, 'apiRequestKey') }),
    'Gateway.transaction.refund': refund,
    ...each(
      under('Gateway.transaction', ['submitForSettlement', 'submitForPartialSettlement']),
      effect('money', 'charges', { key: keyAt(2, 'apiRequestKey') }),
    ),
    ...effectsUnder('Gateway', 'money', {
      'transaction.cloneTransaction': 'charges',
      'transaction.adjustAuthorization': 'charges more',
      'creditCard.sale': 'charges',
      'creditCard.credit': 'pays out',
      'subscription.create': 'starts a subscription',
      'subscription.retryCharge': 'charges',
    }),
    ...effectsUnder('Gateway', 'other', {
      'customer.create': 'creates a customer',
      'paymentMethod.create': 'adds a payment method',
      'creditCard.create': 'adds a payment method',
      'address.create': 'adds an address',
      'paymentMethod.grant': 'grants a payment method',
      'paymentMethodNonce.create': 'creates a nonce',
    }),
    ...each(
      under('Gateway', [
        'transaction.holdInEscrow',
        'transaction.releaseFromEscrow',
        'dispute.accept',
        'dispute.finalize',
      ]),
      idempotent('updates at Braintree'),
    ),
    'Gateway.*.*': byVerb('Braintree'),
    'Gateway.clientToken.generate': nothing,
  },
});
