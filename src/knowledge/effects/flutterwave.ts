// Source: developer.flutterwave.com/v3.0/docs/transfers. flutterwave-node-v3 1.4 has no types.
import { defineLibrary } from '../types.ts';
import { each, effect, keyAt, refetch, under } from './support/effect.ts';

export const flutterwaveCalls = defineLibrary({
  name: 'flutterwave',
  packages: ['flutterwave-node-v3', 'flutterwave-node'],
  source: 'https://developer.flutterwave.com/v3.0/docs/transfers',
  types: { Flutterwave: ['default.new'] },
  calls: {
    'Flutterwave.Transfer.initiate': effect('money', 'pays out', { key: keyAt(0, 'reference') }),
    'Flutterwave.Transfer.bulk': effect('money', 'pays out'),
    'Flutterwave.Transaction.refund': effect('money', 'refunds'),
    ...each(
      under('Flutterwave', [
        'Charge.card',
        'Charge.bank_transfer',
        'Charge.ng',
        'MobileMoney.ghana',
        'MobileMoney.mpesa',
        'Tokenized.charge',
        'Bills.create_bill',
      ]),
      effect('money', 'charges', { key: keyAt(0, 'tx_ref') }),
    ),
    ...each(
      ['Flutterwave.Transaction.verify', 'Flutterwave.Transfer.get_a_transfer', 'Flutterwave.Transaction.fetch'],
      refetch,
    ),
  },
});
