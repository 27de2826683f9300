// Checked: shippo 2.18 types. Documented: docs.goshippo.com/shippoapi/public-api.
import { defineLibrary } from '../types.ts';
import { each, effect, refetch } from './support/effect.ts';

const buys = effect('shipment', 'buys a shipping label');

const creates = effect('shipment', 'creates a shipment');

export const shippo = defineLibrary({
  name: 'shippo',
  packages: ['shippo'],
  source: 'https://docs.goshippo.com/shippoapi/public-api/',
  types: { Shippo: ['Shippo.new', 'default()', 'default.new'] },
  calls: {
    ...each(['Shippo.transactions.create', 'Shippo.transaction.create', 'Shippo.batches.purchase'], buys),
    ...each(['Shippo.orders.create', 'Shippo.order.create', 'Shippo.pickups.create', 'Shippo.batches.create'], creates),
    // A shipment only asks for rates.
    ...each(
      ['Shippo.shipments.create', 'Shippo.shipment.create'],
      effect('other', 'asks for shipping rates', { radius: 'other' }),
    ),
    ...each(['Shippo.*.get', 'Shippo.*.list', 'Shippo.*.retrieve'], refetch),
  },
});
