// Checked: @mollie/api-client 4.6.0, every binder and which parameters take the key. Documented: docs.mollie.com/reference/api-idempotency.
import { defineLibrary } from '../types.ts';
import { byVerb, effectsUnder, idempotent, keyAt } from './support/effect.ts';

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
        'balanceTransfers.create': 'moves money',
        'paymentRoutes.create': 'moves money',
        'orderPayments.create': 'charges',
        'customers_payments.create': 'charges',
        'payments_captures.create': 'charges',
        'orders_refunds.create': 'refunds',
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
        'customers_mandates.create': 'creates a mandate',
        'profiles.create': 'creates a profile',
        'clientLinks.create': 'creates a client link',
      },
      { key: body },
    ),
    // What is shipped is charged, where the method of payment bills on shipment.
    ...effectsUnder(
      'Mollie',
      'shipment',
      { 'orderShipments.create': 'ships an order', 'orders_shipments.create': 'ships an order' },
      { key: body },
    ),
    'Mollie.payments.releaseAuthorization': idempotent('releases an authorization'),
    'Mollie.*.*': byVerb('Mollie'),
  },
});
