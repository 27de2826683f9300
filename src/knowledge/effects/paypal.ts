// Checked: @paypal/paypal-server-sdk 2.5.0, every method of its controllers. Not checked: the SDKs before it (@paypal/checkout-server-sdk, @paypal/payouts-sdk). Documented: developer.paypal.com/api/rest/reference/idempotency.
import { defineLibrary } from '../types.ts';
import { each, effect, effectOf, idempotent, keyAt, refetch, under } from './support/effect.ts';

const key = keyAt(0, 'paypalRequestId');

export const paypalCalls = defineLibrary({
  name: 'paypal',
  packages: ['@paypal/paypal-server-sdk', '@paypal/checkout-server-sdk', '@paypal/payouts-sdk'],
  source: 'https://developer.paypal.com/api/rest/reference/idempotency/',
  types: {
    Orders: ['OrdersController.new'],
    Payments: ['PaymentsController.new'],
    Subscriptions: ['SubscriptionsController.new'],
    Vault: ['VaultController.new'],
    LegacyClient: ['core.PayPalHttpClient.new'],
  },
  typeAliases: {
    OrdersController: 'Orders',
    PaymentsController: 'Payments',
    SubscriptionsController: 'Subscriptions',
    VaultController: 'Vault',
  },
  calls: {
    // Version 0 of the SDK had the resource in the name: `ordersCapture`.
    ...each(
      [
        ...under('Orders', ['ordersCapture', 'captureOrder', 'ordersAuthorize', 'authorizeOrder']),
        ...under('Payments', ['authorizationsCapture', 'captureAuthorizedPayment', 'reauthorizePayment']),
        'Subscriptions.captureSubscription',
      ],
      effect('money', 'charges', { key }),
    ),
    ...each(['Payments.capturesRefund', 'Payments.refundCapturedPayment'], effect('money', 'refunds', { key })),
    'Subscriptions.createSubscription': effect('money', 'starts a subscription', { key }),
    ...each(['Orders.ordersCreate', 'Orders.createOrder'], effect('other', 'creates an order', { key })),
    ...each(
      ['Subscriptions.createBillingPlan', 'Vault.createPaymentToken', 'Vault.createSetupToken'],
      effect('other', 'creates an object at PayPal', { key }),
    ),
    'Orders.createOrderTracking': effect('other', 'tells PayPal of a shipment'),
    'Orders.confirmOrder': idempotent('confirms an order'),
    ...each(
      [
        'Payments.authorizationsVoid',
        'Payments.voidPayment',
        'Orders.ordersPatch',
        'Orders.patchOrder',
        'Orders.updateOrderTracking',
        'Vault.deletePaymentToken',
        ...under('Subscriptions', [
          'patchBillingPlan',
          'activateBillingPlan',
          'deactivateBillingPlan',
          'updateBillingPlanPricingSchemes',
          'patchSubscription',
          'reviseSubscription',
          'suspendSubscription',
          'cancelSubscription',
          'activateSubscription',
        ]),
      ],
      idempotent('updates at PayPal'),
    ),
    ...each(
      [
        ...under('Orders', ['ordersGet', 'getOrder']),
        ...under('Payments', ['capturesGet', 'getCapturedPayment', 'getAuthorizedPayment', 'getRefund']),
        ...under('Subscriptions', [
          'getSubscription',
          'getBillingPlan',
          'listSubscriptions',
          'listBillingPlans',
          'listSubscriptionTransactions',
        ]),
        ...under('Vault', ['getPaymentToken', 'getSetupToken', 'listCustomerPaymentTokens']),
      ],
      refetch,
    ),
    // The old SDK: what is done stands in the name of the request's class.
    'LegacyClient.execute': (call) => {
      const external = call.read.external(call.args[0]);
      const name = [external?.root ?? '', ...(external?.chain.map((step) => step.name) ?? [])].join('.');
      if (name.includes('Get')) return refetch;
      return /Capture|Refund|Authorize|Payouts/.test(name)
        ? effectOf(call, 'money', 'moves money')
        : effectOf(call, 'other', 'creates an object at PayPal');
    },
  },
});
