// Checked: @adyen/api-library 32.1.0 types, the APIs that take payments, pay out, move funds and load gift cards. Documented: docs.adyen.com/development-resources/api-idempotency.
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { byVerb, each, effect, effectsUnder, idempotent, keyAt, nothing, prefixed, refetch } from './support/effect.ts';

/** In the request options, which come last. */
const at = (argument: number) => ({ key: keyAt(argument, 'idempotencyKey') });

const checkout = ['Checkout', 'Checkout.PaymentsApi'];

/** `checkout.PaymentsApi.payments`; old versions had it on the API itself. */
const old = (name: string, meaning: MeaningOf) =>
  each(
    checkout.map((path) => `${path}.${name}`),
    meaning,
  );

export const adyenCalls = defineLibrary({
  name: 'adyen',
  packages: ['@adyen/api-library'],
  source: 'https://docs.adyen.com/development-resources/api-idempotency/',
  types: {
    Client: ['Client.new'],
    Checkout: ['CheckoutAPI.new'],
    Transfers: ['TransfersAPI.new'],
    Payout: ['PayoutAPI.new'],
    Classic: ['PaymentAPI.new'],
    StoredValue: ['StoredValueAPI.new'],
    BalanceControl: ['BalanceControlAPI.new'],
    Recurring: ['RecurringAPI.new'],
  },
  typeAliases: {
    CheckoutAPI: 'Checkout',
    TransfersAPI: 'Transfers',
    PayoutAPI: 'Payout',
    PaymentAPI: 'Classic',
    StoredValueAPI: 'StoredValue',
    BalanceControlAPI: 'BalanceControl',
    RecurringAPI: 'Recurring',
  },
  calls: {
    ...old('payments', effect('money', 'charges', at(1))),
    ...old('paymentsDetails', effect('money', 'charges', at(1))),
    ...old('sessions', effect('other', 'opens a checkout session', at(1))),
    ...each(
      ['Checkout.paymentLinks', 'Checkout.PaymentLinksApi.paymentLinks'],
      effect('other', 'creates a payment link', at(1)),
    ),
    'Checkout.DonationsApi.donations': effect('money', 'charges', at(1)),
    'Checkout.OrdersApi.orders': effect('other', 'creates an order', at(1)),
    'Checkout.RecurringApi.storedPaymentMethods': effect('other', 'stores a card', at(1)),
    ...effectsUnder(
      'Checkout.ModificationsApi',
      'money',
      {
        captureAuthorisedPayment: 'charges',
        refundCapturedPayment: 'refunds',
        refundOrCancelPayment: 'refunds',
        updateAuthorisedAmount: 'charges more',
      },
      at(2),
    ),
    ...effectsUnder(
      'Classic',
      'money',
      {
        authorise: 'charges',
        authorise3d: 'charges',
        authorise3ds2: 'charges',
        capture: 'charges',
        adjustAuthorisation: 'charges more',
        refund: 'refunds',
        cancelOrRefund: 'refunds',
        donate: 'moves money',
      },
      at(1),
    ),
    'Transfers.TransfersApi.transferFunds': effect('money', 'pays out', at(1)),
    'Transfers.TransfersApi.approveInitiatedTransfers': effect('money', 'pays out', at(1)),
    'Transfers.TransfersApi.returnTransfer': effect('money', 'sends money back', at(2)),
    'Transfers.CapitalApi.requestGrantPayout': effect('money', 'pays out', at(1)),
    'Transfers.CashOutApi.initiateCashout': effect('money', 'pays out', at(1)),
    'Payout.InstantPayoutsApi.payout': effect('money', 'pays out', at(1)),
    'Payout.InitializationApi.submitThirdParty': effect('money', 'pays out', at(1)),
    'Payout.InitializationApi.storeDetailAndSubmitThirdParty': effect('money', 'pays out', at(1)),
    'Payout.ReviewingApi.confirmThirdParty': effect('money', 'pays out', at(1)),
    ...effectsUnder(
      'StoredValue',
      'money',
      { issue: 'issues a gift card', load: 'loads a gift card', mergeBalance: 'loads a gift card' },
      at(1),
    ),
    'BalanceControl.balanceTransfer': effect('money', 'moves money', at(1)),
    ...prefixed(
      checkout.map((path) => `${path}.`),
      {
        paymentMethods: refetch,
        cardDetails: nothing,
      },
    ),
    ...each(['Classic.cancel', 'Classic.technicalCancel', 'Classic.voidPendingRefund'], idempotent('cancels at Adyen')),
    ...each(['Checkout.*.*', 'Transfers.*.*', 'Payout.*.*', 'Recurring.*'], byVerb('Adyen')),
  },
});
