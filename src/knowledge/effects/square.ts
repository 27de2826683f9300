// Checked: square 46.0.0, every request that takes an idempotencyKey. Not checked: square/legacy. Documented: developer.squareup.com/docs/build-basics/common-api-patterns/idempotency.
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { each, byVerb, effectsUnder, idempotent, keyAt, under } from './support/effect.ts';

/** In the request. */
const body = keyAt(0, 'idempotencyKey');
/** In the body, behind the id of what is acted on: `publishInvoice(id, body)`. */
const secondBody = keyAt(1, 'idempotencyKey');

const money: Record<string, MeaningOf> = {
  ...effectsUnder(
    'Square',
    'money',
    {
      'payments.create': 'charges',
      'refunds.refundPayment': 'refunds',
      'orders.pay': 'charges an order',
      'giftCards.activities.create': 'changes a gift card',
      'invoices.publish': 'bills',
      'subscriptions.create': 'starts a subscription',
      'loyalty.accounts.accumulatePoints': 'grants points',
      'loyalty.accounts.adjust': 'changes points',
      'loyalty.rewards.create': 'spends points',
      'loyalty.rewards.redeem': 'spends points',
      'terminal.checkouts.create': 'charges',
      'terminal.refunds.create': 'refunds',
      'paymentsApi.createPayment': 'charges',
      'refundsApi.refundPayment': 'refunds',
      'giftCardActivitiesApi.createGiftCardActivity': 'changes a gift card',
      'subscriptionsApi.createSubscription': 'starts a subscription',
      'terminalApi.createTerminalCheckout': 'charges',
      'terminalApi.createTerminalRefund': 'refunds',
    },
    { key: body },
  ),
  ...effectsUnder(
    'Square',
    'money',
    {
      'ordersApi.payOrder': 'charges an order',
      'invoicesApi.publishInvoice': 'bills',
      'loyaltyApi.accumulateLoyaltyPoints': 'grants points',
      'loyaltyApi.adjustLoyaltyPoints': 'changes points',
      'loyaltyApi.redeemLoyaltyReward': 'spends points',
    },
    { key: secondBody },
  ),
};

const made: Record<string, MeaningOf> = effectsUnder(
  'Square',
  'other',
  {
    'orders.create': 'creates an order',
    'orders.clone': 'creates an order',
    'customers.create': 'creates a customer',
    'invoices.create': 'creates an invoice',
    'giftCards.create': 'creates a gift card',
    'cards.create': 'stores a card',
    'bookings.create': 'books an appointment',
    'checkout.paymentLinks.create': 'creates a payment link',
    'inventory.batchCreateChanges': 'changes the stock',
    'inventory.deprecatedBatchChange': 'changes the stock',
    'loyalty.accounts.create': 'creates a loyalty account',
    'ordersApi.createOrder': 'creates an order',
    'customersApi.createCustomer': 'creates a customer',
    'invoicesApi.createInvoice': 'creates an invoice',
    'giftCardsApi.createGiftCard': 'creates a gift card',
    'cardsApi.createCard': 'stores a card',
    'checkoutApi.createPaymentLink': 'creates a payment link',
    'inventoryApi.batchChangeInventory': 'changes the stock',
  },
  { key: body },
);

const groups = ['*.', '*.*.'].map((group) => `Square.${group}`);

export const squareCalls = defineLibrary({
  name: 'square',
  packages: ['square', 'square/legacy', 'square-legacy'],
  source: 'https://developer.squareup.com/docs/build-basics/common-api-patterns/idempotency',
  types: { Square: ['SquareClient.new', 'Client.new'] },
  typeAliases: { SquareClient: 'Square', Client: 'Square' },
  calls: {
    ...money,
    ...made,
    ...each(
      ['Square.payments.complete', 'Square.paymentsApi.completePayment'],
      idempotent('completes a payment', 'money'),
    ),
    ...each(
      groups.map((group) => `${group}*`),
      byVerb('Square'),
    ),
    ...each(
      under('Square', ['customers.groups.add', 'giftCards.linkCustomer', 'giftCards.unlinkCustomer']),
      idempotent('updates at Square'),
    ),
  },
});
