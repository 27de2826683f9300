// Checked: @easypost/api 8.9, shippo 2.18 types; the others from their READMEs.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, refetch } from './support/effect.ts';

const buys = effect('shipment', 'buys a shipping label');
const creates = effect('shipment', 'creates a shipment');

export const easypost = defineLibrary({
  name: '@easypost/api',
  packages: ['@easypost/api'],
  source: 'https://docs.easypost.com/docs/shipments',
  types: { Client: ['default.new', 'EasyPostClient.new', 'EasyPost.new'] },
  calls: {
    'Client.Shipment.create': creates,
    ...each(['Client.Shipment.buy', 'Client.Batch.buy', 'Client.Order.buy', 'Client.Pickup.buy'], buys),
    ...each(['Client.Batch.create', 'Client.Order.create', 'Client.Pickup.create', 'Client.Batch.createAndBuy'], creates),
    ...each(['Client.Refund.create', 'Client.Shipment.refund'], idempotent('cancels a label')),
    ...each(['Client.*.retrieve', 'Client.*.all'], refetch),
  },
});

export const shippo = defineLibrary({
  name: 'shippo',
  packages: ['shippo'],
  source: 'https://docs.goshippo.com/shippoapi/public-api/',
  types: { Shippo: ['Shippo.new', 'default()', 'default.new'] },
  calls: {
    ...each(['Shippo.transactions.create', 'Shippo.transaction.create', 'Shippo.batches.purchase'], buys),
    ...each(['Shippo.orders.create', 'Shippo.order.create', 'Shippo.pickups.create', 'Shippo.batches.create'], creates),
    // A shipment only asks for rates.
    ...each(['Shippo.shipments.create', 'Shippo.shipment.create'], effect('other', 'asks for shipping rates', { radius: 'other' })),
    ...each(['Shippo.*.get', 'Shippo.*.list', 'Shippo.*.retrieve'], refetch),
  },
});

export const shipengine = defineLibrary({
  name: 'shipengine',
  packages: ['shipengine'],
  source: 'https://github.com/ShipEngine/shipengine-js',
  types: { ShipEngine: ['default.new', 'ShipEngine.new'] },
  calls: {
    ...each(['ShipEngine.createLabelFromRate', 'ShipEngine.createLabelFromShipmentDetails'], buys),
    'ShipEngine.voidLabelWithLabelId': idempotent('cancels a label'),
  },
});

export const prints = defineLibrary({
  name: 'print on demand',
  packages: ['printful-client', 'printify-sdk-js', 'printful-sdk-js-v2', 'lob', '@lob/lob-typescript-sdk'],
  source: 'https://github.com/spencerlepine/printify-sdk-js, https://github.com/lob/lob-typescript-sdk',
  types: { Client: ['default.new', 'default()', 'Printify.new'], Letters: ['LettersApi.new', 'PostcardsApi.new', 'ChecksApi.new'] },
  calls: {
    ...each(['Client.orders.submit', 'Client.orders.sendToProduction', 'Client.orders.create', 'Client.orders.submitExpress'], effect('shipment', 'orders a print')),
    'Letters.create': effect('shipment', 'sends a letter'),
  },
});
