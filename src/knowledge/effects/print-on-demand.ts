// Source: github.com/spencerlepine/printify-sdk-js; not checked against types.
import { defineLibrary } from '../types.ts';
import { each, effect } from './support/effect.ts';

export const printOnDemand = defineLibrary({
  name: 'print on demand',
  packages: ['printful-client', 'printify-sdk-js', 'printful-sdk-js-v2', 'lob', '@lob/lob-typescript-sdk'],
  source: 'https://github.com/spencerlepine/printify-sdk-js, https://github.com/lob/lob-typescript-sdk',
  types: {
    Client: ['default.new', 'default()', 'Printify.new'],
    Letters: ['LettersApi.new', 'PostcardsApi.new', 'ChecksApi.new'],
  },
  calls: {
    ...each(
      ['Client.orders.submit', 'Client.orders.sendToProduction', 'Client.orders.create', 'Client.orders.submitExpress'],
      effect('shipment', 'orders a print'),
    ),
    'Letters.create': effect('shipment', 'sends a letter'),
  },
});
