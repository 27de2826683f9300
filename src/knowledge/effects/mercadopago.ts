// Checked: mercadopago 3.6.1 types, every client. Documented: github.com/mercadopago/sdk-nodejs.
import { defineLibrary } from '../types.ts';
import { byVerb, each, effect, effectsUnder, idempotent, keyAt } from './support/effect.ts';

const details = { key: keyAt(0, 'requestOptions', 'idempotencyKey') };

const clients = [
  'Payment',
  'PaymentRefund',
  'PreApproval',
  'PreApprovalPlan',
  'Preference',
  'Order',
  'MerchantOrder',
  'Point',
  'AdvancedPayment',
  'DisbursementRefund',
  'Customer',
  'CustomerCard',
  'CardToken',
  'Invoice',
];

/** Every call takes one object: `create({ body, requestOptions: { idempotencyKey } })`. */
export const mercadopago = defineLibrary({
  name: 'mercadopago',
  packages: ['mercadopago'],
  source: 'https://github.com/mercadopago/sdk-nodejs',
  types: Object.fromEntries(clients.map((name) => [name, [`${name}.new`]])),
  calls: {
    ...effectsUnder('Payment', 'money', { create: 'charges', capture: 'charges' }, details),
    ...effectsUnder('PaymentRefund', 'money', { create: 'refunds', total: 'refunds' }, details),
    ...effectsUnder('DisbursementRefund', 'money', { create: 'refunds', createAll: 'refunds' }, details),
    ...effectsUnder('AdvancedPayment', 'money', { create: 'charges', capture: 'charges' }, details),
    ...effectsUnder(
      'Order',
      'money',
      {
        create: 'charges',
        process: 'charges',
        capture: 'charges',
        refund: 'refunds',
        createTransaction: 'charges',
      },
      details,
    ),
    'PreApproval.create': effect('money', 'starts a subscription', details),
    'Point.createPaymentIntent': effect('money', 'charges', details),
    ...each(
      [
        'Preference.create',
        'MerchantOrder.create',
        'PreApprovalPlan.create',
        'Customer.create',
        'Customer.createCard',
        'CustomerCard.create',
        'CardToken.create',
      ],
      effect('other', 'creates an object at Mercado Pago', details),
    ),
    'Point.changeDeviceOperatingMode': idempotent('sets up a device'),
    ...each(
      clients.map((name) => `${name}.*`),
      byVerb('Mercado Pago'),
    ),
  },
});
