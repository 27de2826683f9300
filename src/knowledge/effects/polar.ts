// Checked: @polar-sh/sdk 0.49 types. Documented: polar.sh/docs/api-reference/introduction.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, refetch, under } from './support/effect.ts';

export const polarCalls = defineLibrary({
  name: 'polar',
  packages: ['@polar-sh/sdk'],
  source: 'https://polar.sh/docs/api-reference/introduction',
  types: { Polar: ['Polar.new'] },
  calls: {
    'Polar.refunds.create': effect('money', 'refunds'),
    'Polar.events.ingest': effect('money', 'records billed usage'),
    'Polar.subscriptions.create': effect('money', 'starts a subscription'),
    ...each(
      ['Polar.checkouts.create', 'Polar.customers.create', 'Polar.customerSessions.create', 'Polar.products.create'],
      effect('other', 'creates an object at Polar'),
    ),
    ...each(under('Polar', ['*.update', '*.revoke', '*.delete']), idempotent('updates at Polar')),
    ...each(under('Polar', ['*.get', '*.list', '*.getStateExternal', '*.getExternal', '*.getState']), refetch),
  },
});
