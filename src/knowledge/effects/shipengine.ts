// Checked: shipengine 1.0.7 types; no call takes a key. Documented: github.com/ShipEngine/shipengine-js.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, refetch, under } from './support/effect.ts';

export const shipengine = defineLibrary({
  name: 'shipengine',
  packages: ['shipengine'],
  source: 'https://github.com/ShipEngine/shipengine-js',
  types: { ShipEngine: ['default.new', 'default.default.new', 'ShipEngine.new'] },
  calls: {
    ...each(
      under('ShipEngine', ['createLabelFromRate', 'createLabelFromShipmentDetails']),
      effect('shipment', 'buys a shipping label'),
    ),
    'ShipEngine.voidLabelWithLabelId': idempotent('cancels a label'),
    ...each(under('ShipEngine', ['trackUsingLabelId', 'trackUsingCarrierCodeAndTrackingNumber']), refetch),
    ...each(under('ShipEngine', ['validateAddresses', 'listCarriers', 'getRatesWithShipmentDetails']), nothing),
  },
});
