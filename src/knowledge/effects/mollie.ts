// Checked: @mollie/api-client 4.6 types. Documented: docs.mollie.com/reference/api-idempotency.
import { defineLibrary } from '../types.ts';
import { each, effectsUnder, idempotent, keyAt, refetch, under } from './support/effect.ts';

const body = keyAt(0, 'idempotencyKey');

/** The key stands beside the parameters: `create({ …, idempotencyKey })`. */
export const mollieCalls = defineLibrary({
  name: 'mollie',
  packages: ['@mollie/api-client'],
  source: 'https://docs.mollie.com/reference/api-idempotency',
  types: { Mollie: ['default()', 'createMollieClient()', 'default.createMollieClient()'] },
  typeAliases: { MollieClient: 'Mollie' },
  calls: {
    ...effectsUnder(
      'Mollie',
      'money',
      {
        'payments.create': 'charges',
        'paymentRefunds.create': 'refunds',
        'payments_refunds.create': 'refunds',
        'paymentCaptures.create': 'charges',
        'orderRefunds.create': 'refunds',
        'customerPayments.create': 'charges',
        'customerSubscriptions.create': 'starts a subscription',
        'customers_subscriptions.create': 'starts a subscription',
        'orderShipments.create': 'ships an order',
        'balanceTransfers.create': 'moves money',
      },
      { key: body },
    ),
    ...effectsUnder(
      'Mollie',
      'other',
      {
        'customers.create': 'creates a customer',
        'orders.create': 'creates an order',
        'paymentLinks.create': 'creates a payment link',
        'customerMandates.create': 'creates a mandate',
      },
      { key: body },
    ),
    ...each(under('Mollie', ['*.update', '*.cancel', '*.delete', '*.revoke']), idempotent('updates at Mollie')),
    ...each(under('Mollie', ['*.get', '*.page', '*.list', '*.iterate']), refetch),
  },
});
