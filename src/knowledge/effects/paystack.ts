// Checked: paystack-sdk 4.2 types. Documented: paystack.com/docs/transfers/single-transfers.
import { defineLibrary } from '../types.ts';
import { each, effect, effectsUnder, keyAt, refetch } from './support/effect.ts';

/** `initiate({ reference })`: a reference is used once. */
export const paystackCalls = defineLibrary({
  name: 'paystack',
  packages: ['paystack-sdk', '@paystack/paystack-sdk', 'paystack', 'paystack-api'],
  source: 'https://paystack.com/docs/transfers/single-transfers/',
  types: { Paystack: ['Paystack.new', 'default.new', 'default()'] },
  calls: {
    ...effectsUnder(
      'Paystack',
      'money',
      {
        'transfer.initiate': 'pays out',
        'transfer.create': 'pays out',
        'transaction.chargeAuthorization': 'charges',
        'transaction.charge': 'charges',
        'charge.create': 'charges',
      },
      { key: keyAt(0, 'reference') },
    ),
    ...effectsUnder('Paystack', 'money', {
      'refund.create': 'refunds',
      'subscription.create': 'starts a subscription',
      'transfer.initiateBulk': 'pays out',
      'transfer.bulk': 'pays out',
    }),
    'Paystack.transaction.initialize': effect('other', 'opens a transaction', { key: keyAt(0, 'reference') }),
    ...each(['Paystack.transaction.verify', 'Paystack.transaction.fetch', 'Paystack.transfer.verify'], refetch),
  },
});
