// Checked: @easypost/api 8.9 types. Documented: docs.easypost.com/docs/shipments.
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
    ...each(
      ['Client.Batch.create', 'Client.Order.create', 'Client.Pickup.create', 'Client.Batch.createAndBuy'],
      creates,
    ),
    ...each(['Client.Refund.create', 'Client.Shipment.refund'], idempotent('cancels a label')),
    ...each(['Client.*.retrieve', 'Client.*.all'], refetch),
  },
});
