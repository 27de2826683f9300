// Checked: coinbase-commerce-node 1.0.4 source: two resources that can be created, and none that moves money. It has no types.
import { defineLibrary } from '../types.ts';
import type { Meaning, MeaningOf } from '../types.ts';
import { each, effect, idempotent, nothing, prefixed, refetch } from './support/effect.ts';

const groups = ['resources.', 'default.resources.'];

export const coinbaseCalls = defineLibrary({
  name: 'coinbase',
  packages: ['coinbase-commerce-node'],
  source: 'https://docs.cdp.coinbase.com/commerce/docs/welcome',
  calls: {
    ...prefixed<Meaning | MeaningOf>(groups, {
      'Charge.create': effect('other', 'opens a charge'),
      'Checkout.create': effect('other', 'opens a checkout'),
      ...each(['Checkout.updateById', 'Checkout.deleteById'], idempotent('updates a checkout')),
      ...each(
        ['retrieve', 'list', 'all'].flatMap((name) => [`Charge.${name}`, `Checkout.${name}`, `Event.${name}`]),
        refetch,
      ),
    }),
    'Client.init, default.Client.init': nothing,
  },
});
