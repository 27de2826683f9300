// Checked: gocardless-nodejs 10.1 types. Documented: github.com/gocardless/gocardless-nodejs.
import { defineLibrary } from '../types.ts';
import type { Meaning } from '../types.ts';
import { each, effect, idempotent, keyAt, refetch, under } from './support/effect.ts';

export const gocardless = defineLibrary({
  name: 'gocardless-nodejs',
  packages: ['gocardless-nodejs'],
  source: 'https://github.com/gocardless/gocardless-nodejs',
  types: { Client: ['default()', 'GoCardlessClient.new', 'default.GoCardlessClient.new'] },
  typeAliases: { GoCardlessClient: 'Client' },
  calls: {
    ...each(
      under('Client', ['payments.create', 'subscriptions.create', 'instalmentSchedules.createWithDates']),
      effect('money', 'charges', { key: keyAt(1) }),
    ),
    'Client.refunds.create': effect('money', 'refunds', { key: keyAt(1) }),
    'Client.payments.retry': effect('money', 'charges'),
    ...each(
      under('Client', ['customers.create', 'mandates.create', 'billingRequests.create', 'redirectFlows.create']),
      effect('other', 'creates an object at GoCardless', { key: keyAt(1) }),
    ),
    ...each(under('Client', ['*.cancel', '*.update', '*.remove']), idempotent('cancels at GoCardless')),
    ...each(under('Client', ['*.find', '*.list', '*.all']), refetch),
    ...each(['parse', 'default.parse', 'webhooks.parse'], ({ args }): Meaning => ({
      is: 'verification',
      verification: { provider: null, returns: 'event', payload: args[0], secret: args[1] },
    })),
  },
});
