// Source: docs.cdp.coinbase.com/commerce/docs/welcome; not checked against types.
import { defineLibrary } from '../types.ts';
import type { Meaning, MeaningOf } from '../types.ts';
import { effect, prefixed, refetch } from './support/effect.ts';

export const coinbaseCalls = defineLibrary({
  name: 'coinbase',
  packages: ['coinbase-commerce-node'],
  source: 'https://docs.cdp.coinbase.com/commerce/docs/welcome',
  calls: prefixed<Meaning | MeaningOf>(['resources.', 'default.resources.'], {
    'Charge.create': effect('other', 'opens a charge'),
    'Checkout.create': effect('other', 'opens a checkout'),
    'Charge.retrieve': refetch,
  }),
});
