// Checked: flutterwave-node-v3 1.4.1 source; it has no types. Documented: developer.flutterwave.com/v3.0/docs/transfers.
import { defineLibrary } from '../types.ts';
import { byVerb, each, effect, effectsUnder, idempotent, keyAt, refetch, under } from './support/effect.ts';

export const flutterwaveCalls = defineLibrary({
  name: 'flutterwave',
  packages: ['flutterwave-node-v3', 'flutterwave-node'],
  source: 'https://developer.flutterwave.com/v3.0/docs/transfers',
  types: { Flutterwave: ['default.new', 'default()'] },
  calls: {
    ...each(
      under('Flutterwave', ['Transfer.initiate', 'Transfer.wallet_to_wallet', 'Bills.create_bill']),
      effect('money', 'pays out', { key: keyAt(0, 'reference') }),
    ),
    ...effectsUnder('Flutterwave', 'money', {
      'Transfer.bulk': 'pays out',
      'Transaction.refund': 'refunds',
      'Bills.create_bulk': 'pays out',
      'Bills.create_ord_billing': 'pays out',
      'VirtualCard.fund': 'loads a card',
      'Tokenized.bulk': 'charges',
    }),
    ...each(
      under('Flutterwave', ['Charge.*', 'MobileMoney.*', 'Tokenized.charge', 'Ebills.order']),
      effect('money', 'charges', { key: keyAt(0, 'tx_ref') }),
    ),
    'Flutterwave.Charge.validate': idempotent('confirms a charge', 'money'),
    'Flutterwave.Otp.create': effect('message', 'sends a code'),
    'Flutterwave.Transaction.resend_hooks': effect('other', 'sends a webhook again'),
    ...each(
      under('Flutterwave', [
        'Beneficiary.create',
        'PaymentPlan.create',
        'Subaccount.create',
        'VirtualAcct.create',
        'VirtualCard.create',
      ]),
      effect('other', 'creates an object at Flutterwave'),
    ),
    ...each(
      under('Flutterwave', [
        'Transaction.verify',
        'Transaction.verify_by_tx',
        'Transaction.event',
        'Transaction.fee',
        'Transfer.fee',
        'Bank.*',
        'Misc.*',
      ]),
      refetch,
    ),
    'Flutterwave.Subscription.activate': idempotent('updates at Flutterwave'),
    'Flutterwave.*.*': byVerb('Flutterwave'),
  },
});
