// Checked: paystack-sdk 4.2.1 types. Not checked: the other packages. Documented: paystack.com/docs/transfers/single-transfers.
import { defineLibrary } from '../types.ts';
import { byVerb, each, effect, effectsUnder, keyAt, nothing, refetch, under } from './support/effect.ts';

const key = keyAt(0, 'reference');

/** A reference is used once; a second request under it is refused. */
export const paystackCalls = defineLibrary({
  name: 'paystack',
  packages: ['paystack-sdk', '@paystack/paystack-sdk', 'paystack', 'paystack-api'],
  source: 'https://paystack.com/docs/transfers/single-transfers/',
  types: { Paystack: ['Paystack.new', 'default.Paystack.new', 'default.new', 'default()'] },
  calls: {
    ...effectsUnder(
      'Paystack',
      'money',
      {
        'transfer.initiate': 'pays out',
        'transfer.create': 'pays out',
        'transaction.chargeAuthorization': 'charges',
        'transaction.charge': 'charges',
        'transaction.partialDebit': 'charges',
        'charge.create': 'charges',
      },
      { key },
    ),
    ...effectsUnder('Paystack', 'money', {
      'refund.create': 'refunds',
      'refund.retry': 'refunds',
      'subscription.create': 'starts a subscription',
      'transfer.initiateBulk': 'pays out',
      'transfer.bulk': 'pays out',
      'transfer.finalize': 'pays out',
      'bulkcharge.initiate': 'charges',
    }),
    'Paystack.transaction.initialize': effect('other', 'opens a transaction', { key }),
    ...effectsUnder('Paystack', 'message', {
      'paymentRequest.create': 'sends an invoice',
      'paymentRequest.sendNotification': 'sends an invoice',
      'subscription.sendUpdateSubscriptionLink': 'sends a mail',
    }),
    ...each(
      under('Paystack', [
        'customer.create',
        'plan.create',
        'product.create',
        'page.create',
        'recipient.create',
        'recipient.createBulk',
        'subAccount.create',
        'split.create',
        'dedicated.create',
        'dedicated.assign',
      ]),
      effect('other', 'creates an object at Paystack'),
    ),
    ...each(
      under('Paystack', [
        '*.verify',
        '*.balance',
        'transaction.total',
        'transaction.viewTimeline',
        'charge.checkPending',
      ]),
      refetch,
    ),
    'Paystack.subscription.generateSubscriptionLink': nothing,
    'Paystack.*.*': byVerb('Paystack'),
  },
});
