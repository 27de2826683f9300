// Checked: @polar-sh/sdk 0.49.0 types, every resource that takes the organization's token; only ingested events take a key.
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { byVerb, each, effect, effectOf, effectsUnder, idempotent, keyAt, nothing, under } from './support/effect.ts';

/** `ingest({ events: [{ name, externalId }] })`: the first event stands for all; one that is known is counted as a duplicate. */
const ingest: MeaningOf = (call) => {
  const [first] = call.read.items(call.read.get(call.args[0], 'events')) ?? [];
  const args = first === undefined ? [] : [first];
  const key = first === undefined ? null : keyAt(0, 'externalId');
  return effectOf({ ...call, args }, 'money', 'records billed usage', { key });
};

export const polarCalls = defineLibrary({
  name: 'polar',
  packages: ['@polar-sh/sdk'],
  source: 'https://polar.sh/docs/api-reference/introduction',
  types: { Polar: ['Polar.new'] },
  calls: {
    ...effectsUnder('Polar', 'money', {
      'refunds.create': 'refunds',
      'subscriptions.create': 'starts a subscription',
      'orders.create': 'bills',
      'orders.finalize': 'charges an order',
    }),
    'Polar.events.ingest': ingest,
    ...each(
      under('Polar', ['customerSeats.assignSeat', 'customerSeats.resendInvitation']),
      effect('message', 'invites to a seat'),
    ),
    ...each(
      under('Polar', [
        'benefits.create',
        'checkoutLinks.create',
        'checkouts.create',
        'customers.create',
        'customerSessions.create',
        'customFields.create',
        'discounts.create',
        'files.create',
        'licenseKeys.activate',
        'members.createMember',
        'meters.create',
        'products.create',
        'webhooks.createWebhookEndpoint',
      ]),
      effect('other', 'creates an object at Polar'),
    ),
    'Polar.licenseKeys.validate': nothing,
    'Polar.orders.generateInvoice': idempotent('makes an invoice'),
    'Polar.*.*': byVerb('Polar'),
  },
});
