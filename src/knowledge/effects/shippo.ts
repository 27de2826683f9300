// Checked: shippo 2.18.0 types, every resource; none takes a key. Documented: docs.goshippo.com/shippoapi/public-api.
import { defineLibrary } from '../types.ts';
import { byVerb, each, effect, idempotent, nothing, under } from './support/effect.ts';

export const shippo = defineLibrary({
  name: 'shippo',
  packages: ['shippo'],
  source: 'https://docs.goshippo.com/shippoapi/public-api/',
  types: { Shippo: ['Shippo.new', 'default()', 'default.new'] },
  calls: {
    // The singular names are those of version 1.
    ...each(
      under('Shippo', ['transactions.create', 'transaction.create', 'batches.purchase', 'batch.purchase']),
      effect('shipment', 'buys a shipping label'),
    ),
    ...each(under('Shippo', ['pickups.create', 'pickup.create']), effect('shipment', 'orders a pickup')),
    // A shipment only asks for rates, and a batch buys nothing before it is purchased.
    ...each(
      under('Shippo', ['shipments.create', 'shipment.create', 'ratesAtCheckout.create']),
      effect('other', 'asks for shipping rates', { radius: 'other' }),
    ),
    ...each(
      under('Shippo', [
        'orders.create',
        'order.create',
        'batches.create',
        'batch.create',
        'manifests.create',
        'trackingStatus.create',
        'carrierAccounts.create',
        'shippoAccounts.create',
        'webhooks.createWebhook',
      ]),
      effect('other', 'creates an object at Shippo'),
    ),
    ...each(
      under('Shippo', ['addresses.create', 'parcels.create', 'customsItems.create', 'customsDeclarations.create']),
      effect('other', 'creates an object at Shippo', { radius: 'other' }),
    ),
    ...each(
      under('Shippo', ['refunds.create', 'refund.create', 'batches.addShipments', 'batches.removeShipments']),
      idempotent('cancels a label'),
    ),
    'Shippo.addresses.validate': nothing,
    'Shippo.*.*': byVerb('Shippo'),
  },
});
