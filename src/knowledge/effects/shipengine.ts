// Source: github.com/ShipEngine/shipengine-js; not checked against types.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent } from './support/effect.ts';

const buys = effect('shipment', 'buys a shipping label');

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
