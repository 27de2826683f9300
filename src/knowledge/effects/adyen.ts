// Checked: @adyen/api-library 32.1 types. Documented: docs.adyen.com/development-resources/api-idempotency.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt, refetch, under } from './support/effect.ts';

const adyenOptions = (argument: number) => keyAt(argument, 'idempotencyKey');

export const adyenCalls = defineLibrary({
  name: 'adyen',
  packages: ['@adyen/api-library'],
  source: 'https://docs.adyen.com/development-resources/api-idempotency/',
  types: {
    Client: ['Client.new', 'default.Client.new'],
    Checkout: ['CheckoutAPI.new', 'default.CheckoutAPI.new'],
    Transfers: ['TransfersAPI.new', 'default.TransfersAPI.new'],
    Payout: ['PayoutAPI.new', 'default.PayoutAPI.new'],
  },
  typeAliases: { CheckoutAPI: 'Checkout', TransfersAPI: 'Transfers', PayoutAPI: 'Payout' },
  calls: {
    ...each(
      ['Checkout.payments', 'Checkout.PaymentsApi.payments'],
      effect('money', 'charges', { key: adyenOptions(1) }),
    ),
    'Checkout.ModificationsApi.captureAuthorisedPayment': effect('money', 'charges', { key: adyenOptions(2) }),
    'Checkout.ModificationsApi.refundCapturedPayment': effect('money', 'refunds', { key: adyenOptions(2) }),
    'Checkout.ModificationsApi.refundOrCancelPayment': effect('money', 'refunds', { key: adyenOptions(2) }),
    ...each(
      under('Checkout.ModificationsApi', ['cancelAuthorisedPayment', 'cancelAuthorisedPaymentByPspReference']),
      idempotent('cancels a payment'),
    ),
    'Transfers.TransfersApi.transferFunds': effect('money', 'pays out', { key: adyenOptions(1) }),
    'Payout.InstantPayoutsApi.payout': effect('money', 'pays out', { key: adyenOptions(1) }),
    ...each(
      ['Checkout.sessions', 'Checkout.PaymentsApi.sessions'],
      effect('other', 'opens a checkout session', { key: adyenOptions(1) }),
    ),
    ...each(
      ['Checkout.paymentLinks', 'Checkout.PaymentLinksApi.paymentLinks'],
      effect('other', 'creates a payment link', { key: adyenOptions(1) }),
    ),
    ...each(
      [
        'Checkout.paymentMethods',
        'Checkout.PaymentsApi.paymentMethods',
        'Checkout.PaymentsApi.getResultOfPaymentSession',
      ],
      refetch,
    ),
  },
});
