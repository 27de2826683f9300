// Checked: @easypost/api 8.9.0 types, every service; none takes a key. Documented: docs.easypost.com/docs/shipments.
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { byVerb, each, effect, effectsUnder, idempotent, nothing, under } from './support/effect.ts';

const buys = effect('shipment', 'buys a shipping label');
const asks = effect('other', 'asks for shipping rates', { radius: 'other' });

/** A shipment that names its service is bought at once; any other only has rates. */
const createShipment: MeaningOf = (call) => {
  const { args, read } = call;
  const isBought = read.entries(args[0]).some(([name]) => name === 'service');
  return (isBought || !read.isWhole(args[0]) ? effect('shipment', 'creates a shipment') : asks)(call);
};

export const easypost = defineLibrary({
  name: '@easypost/api',
  packages: ['@easypost/api'],
  source: 'https://docs.easypost.com/docs/shipments',
  types: { EasyPost: ['default.new', 'default.default.new', 'EasyPostClient.new', 'EasyPost.new'] },
  typeAliases: { EasyPostClient: 'EasyPost' },
  calls: {
    'EasyPost.Shipment.create': createShipment,
    ...each(
      under('EasyPost', ['Shipment.buy', 'Batch.buy', 'Batch.createAndBuy', 'Order.buy', 'Luma.getPromise']),
      buys,
    ),
    'EasyPost.Pickup.buy': effect('shipment', 'orders a pickup'),
    ...each(under('EasyPost', ['Batch.create', 'Order.create', 'Pickup.create']), asks),
    ...effectsUnder('EasyPost', 'money', {
      'Shipment.insure': 'buys insurance',
      'Insurance.create': 'buys insurance',
      'Billing.fundWallet': 'loads the wallet',
      'ReferralCustomer.refundByAmount': 'refunds',
      'ReferralCustomer.refundByPaymentLog': 'refunds',
    }),
    ...each(
      under('EasyPost', [
        'Tracker.create',
        'ScanForm.create',
        'Batch.createScanForm',
        'Claim.create',
        'Webhook.create',
      ]),
      effect('other', 'creates an object at EasyPost'),
    ),
    ...each(
      under('EasyPost', [
        'Address.create',
        'Address.createAndVerify',
        'Parcel.create',
        'CustomsInfo.create',
        'CustomsItem.create',
      ]),
      effect('other', 'creates an object at EasyPost', { radius: 'other' }),
    ),
    ...each(
      under('EasyPost', [
        'Refund.create',
        'Shipment.refund',
        'Insurance.refund',
        'Batch.addShipments',
        'Batch.removeShipments',
      ]),
      idempotent('cancels a label'),
    ),
    ...each(
      under('EasyPost', [
        'Shipment.regenerateRates',
        'Shipment.convertLabelFormat',
        'Shipment.generateForm',
        'Address.verifyAddress',
      ]),
      nothing,
    ),
    'EasyPost.*.*': byVerb('EasyPost'),
  },
});
