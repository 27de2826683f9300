// Source: github.com/mercadopago/sdk-nodejs; not checked against types.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt, refetch } from './support/effect.ts';

export const mercadopago = defineLibrary({
  name: 'mercadopago',
  packages: ['mercadopago'],
  source: 'https://github.com/mercadopago/sdk-nodejs',
  types: {
    Payment: ['Payment.new'],
    Refund: ['PaymentRefund.new'],
    PreApproval: ['PreApproval.new'],
    Preference: ['Preference.new'],
    Order: ['Order.new', 'MerchantOrder.new'],
  },
  calls: {
    'Payment.create': effect('money', 'charges', { key: keyAt(0, 'requestOptions', 'idempotencyKey') }),
    'Payment.capture': effect('money', 'charges', { key: keyAt(0, 'requestOptions', 'idempotencyKey') }),
    ...each(
      ['Refund.create', 'Refund.total'],
      effect('money', 'refunds', { key: keyAt(0, 'requestOptions', 'idempotencyKey') }),
    ),
    'PreApproval.create': effect('money', 'starts a subscription', {
      key: keyAt(0, 'requestOptions', 'idempotencyKey'),
    }),
    'Preference.create': effect('other', 'opens a checkout'),
    ...each(['Payment.cancel', 'PreApproval.update'], idempotent('cancels a payment')),
    ...each(['Payment.get', 'Payment.search', 'PreApproval.get', 'Order.get'], refetch),
  },
});
