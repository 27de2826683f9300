// Checked: square, @adyen/api-library, @mollie/api-client, braintree, plaid, checkout-sdk-node, xendit-node, razorpay types; paystack-sdk, flutterwave-node-v3, gocardless-nodejs, dwolla-v2 READMEs; places of keys as in the table of providers.
import { defineLibrary } from '../types.ts';
import type { Effect, Meaning, MeaningOf } from '../types.ts';
import { each, effect, effectOf, idempotent, keyAt, nothing, prefixed, refetch, type EffectDetails } from './support/effect.ts';

function under(prefix: string, names: readonly string[]): string[] {
  return names.map((name) => `${prefix}.${name}`);
}

function all(category: Effect['category'], details: EffectDetails, prefix: string, table: Readonly<Record<string, string>>): Record<string, MeaningOf> {
  return Object.fromEntries(Object.entries(table).map(([path, does]) => [`${prefix}.${path}`, effect(category, does, details)]));
}

const body = keyAt(0, 'idempotencyKey');

export const squareCalls = defineLibrary({
  name: 'square',
  packages: ['square', 'square/legacy'],
  source: 'https://developer.squareup.com/docs/build-basics/common-api-patterns/idempotency',
  types: { Square: ['SquareClient.new', 'Client.new'] },
  typeAliases: { SquareClient: 'Square' },
  calls: {
    ...all('money', { key: body }, 'Square', {
      'payments.create': 'charges',
      'paymentsApi.createPayment': 'charges',
      'refunds.refundPayment': 'refunds',
      'refundsApi.refundPayment': 'refunds',
      'orders.pay': 'charges an order',
      'ordersApi.payOrder': 'charges an order',
      'giftCards.activities.create': 'changes a gift card',
      'invoices.publish': 'bills',
      'invoicesApi.publishInvoice': 'bills',
      'subscriptions.create': 'starts a subscription',
      'loyalty.accounts.accumulatePoints': 'grants points',
      'loyalty.accounts.adjust': 'changes points',
    }),
    ...all('other', { key: body }, 'Square', {
      'orders.create': 'creates an order',
      'ordersApi.createOrder': 'creates an order',
      'customers.create': 'creates a customer',
      'customersApi.createCustomer': 'creates a customer',
      'invoices.create': 'creates an invoice',
      'giftCards.create': 'creates a gift card',
      'checkout.paymentLinks.create': 'creates a payment link',
      'inventory.batchCreateChanges': 'changes the stock',
    }),
    'Square.payments.complete': idempotent('completes a payment', 'money'),
    ...each(under('Square', ['*.update', '*.delete', '*.cancel', 'payments.cancelByIdempotencyKey']), idempotent('updates at Square')),
    ...each(under('Square', ['*.get', '*.list', '*.search', '*.batchGet', 'paymentsApi.getPayment', 'ordersApi.retrieveOrder']), refetch),
  },
});

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
    ...each(['Checkout.payments', 'Checkout.PaymentsApi.payments'], effect('money', 'charges', { key: adyenOptions(1) })),
    'Checkout.ModificationsApi.captureAuthorisedPayment': effect('money', 'charges', { key: adyenOptions(2) }),
    'Checkout.ModificationsApi.refundCapturedPayment': effect('money', 'refunds', { key: adyenOptions(2) }),
    'Checkout.ModificationsApi.refundOrCancelPayment': effect('money', 'refunds', { key: adyenOptions(2) }),
    ...each(
      under('Checkout.ModificationsApi', ['cancelAuthorisedPayment', 'cancelAuthorisedPaymentByPspReference']),
      idempotent('cancels a payment'),
    ),
    'Transfers.TransfersApi.transferFunds': effect('money', 'pays out', { key: adyenOptions(1) }),
    'Payout.InstantPayoutsApi.payout': effect('money', 'pays out', { key: adyenOptions(1) }),
    ...each(['Checkout.sessions', 'Checkout.PaymentsApi.sessions'], effect('other', 'opens a checkout session', { key: adyenOptions(1) })),
    ...each(['Checkout.paymentLinks', 'Checkout.PaymentLinksApi.paymentLinks'], effect('other', 'creates a payment link', { key: adyenOptions(1) })),
    ...each(['Checkout.paymentMethods', 'Checkout.PaymentsApi.paymentMethods', 'Checkout.PaymentsApi.getResultOfPaymentSession'], refetch),
  },
});

/** The key stands beside the parameters: `create({ …, idempotencyKey })`. */
export const mollieCalls = defineLibrary({
  name: 'mollie',
  packages: ['@mollie/api-client'],
  source: 'https://docs.mollie.com/reference/api-idempotency',
  types: { Mollie: ['default()', 'createMollieClient()', 'default.createMollieClient()'] },
  typeAliases: { MollieClient: 'Mollie' },
  calls: {
    ...all('money', { key: body }, 'Mollie', {
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
    }),
    ...all('other', { key: body }, 'Mollie', {
      'customers.create': 'creates a customer',
      'orders.create': 'creates an order',
      'paymentLinks.create': 'creates a payment link',
      'customerMandates.create': 'creates a mandate',
    }),
    ...each(under('Mollie', ['*.update', '*.cancel', '*.delete', '*.revoke']), idempotent('updates at Mollie')),
    ...each(under('Mollie', ['*.get', '*.page', '*.list', '*.iterate']), refetch),
  },
});

export const braintreeCalls = defineLibrary({
  name: 'braintree',
  packages: ['braintree'],
  source: 'https://github.com/braintree/braintree_node/blob/master/CHANGELOG.md',
  calls: {
    ...all('money', { key: keyAt(0, 'apiRequestKey') }, 'Gateway', {
      'transaction.sale': 'charges',
      'transaction.credit': 'pays out',
      'subscription.create': 'starts a subscription',
    }),
    ...all('money', {}, 'Gateway', {
      'transaction.refund': 'refunds',
      'transaction.submitForSettlement': 'charges',
      'transaction.submitForPartialSettlement': 'charges',
      'transaction.cloneTransaction': 'charges',
      'transaction.adjustAuthorization': 'charges more',
      'subscription.retryCharge': 'charges',
    }),
    ...all('other', {}, 'Gateway', { 'customer.create': 'creates a customer', 'paymentMethod.create': 'adds a payment method' }),
    ...each(under('Gateway', ['transaction.void', '*.update', '*.delete', 'subscription.cancel', 'transaction.cancelRelease']), idempotent('cancels at Braintree')),
    ...each(under('Gateway', ['*.find', '*.search', '*.all']), refetch),
    'Gateway.clientToken.generate': nothing,
  },
});

export const razorpayCalls = defineLibrary({
  name: 'razorpay',
  packages: ['razorpay'],
  source: 'https://github.com/razorpay/razorpay-node',
  calls: {
    ...all('money', {}, 'Razorpay', {
      'payments.capture': 'charges',
      'payments.refund': 'refunds',
      'payments.transfer': 'pays out',
      'payments.createRecurringPayment': 'charges',
      'payments.createPaymentJson': 'charges',
      'transfers.create': 'pays out',
      'transfers.reverse': 'reverses a transfer',
      'subscriptions.create': 'starts a subscription',
      'subscriptions.createAddon': 'bills',
      'invoices.create': 'bills',
      'invoices.issue': 'bills',
    }),
    // The `receipt` of an order is unique.
    'Razorpay.orders.create': effect('other', 'creates an order', { key: keyAt(0, 'receipt') }),
    ...all('other', {}, 'Razorpay', { 'customers.create': 'creates a customer', 'paymentLink.create': 'creates a payment link', 'plans.create': 'creates a plan' }),
    'Razorpay.invoices.notifyBy': effect('message', 'sends an invoice'),
    ...each(under('Razorpay', ['*.edit', '*.update', '*.cancel', '*.delete', '*.pause', '*.resume']), idempotent('updates at Razorpay')),
    ...each(under('Razorpay', ['*.fetch', '*.all', 'payments.fetchRefund', 'orders.fetchPayments', 'payments.fetchMultipleRefund']), refetch),
  },
});

export const plaidCalls = defineLibrary({
  name: 'plaid',
  packages: ['plaid'],
  source: 'https://plaid.com/docs/api/products/transfer/initiating-transfers/',
  types: { Plaid: ['PlaidApi.new', 'default.PlaidApi.new'] },
  typeAliases: { PlaidApi: 'Plaid' },
  calls: {
    ...all('money', { key: keyAt(0, 'idempotency_key') }, 'Plaid', {
      transferAuthorizationCreate: 'authorizes a transfer',
      bankTransferCreate: 'moves money',
      transferRefundCreate: 'refunds',
      transferRecurringCreate: 'starts a recurring transfer',
      transferLedgerDeposit: 'moves money',
      transferLedgerWithdraw: 'moves money',
      transferLedgerDistribute: 'moves money',
      paymentInitiationConsentPaymentExecute: 'charges',
      paymentInitiationPaymentReverse: 'refunds',
    }),
    // Its authorization can be used once: the second transfer is the first.
    'Plaid.transferCreate': effect('money', 'moves money', { key: keyAt(0, 'authorization_id') }),
    ...each(under('Plaid', ['transferCancel', 'transferRefundCancel', 'bankTransferCancel', 'itemRemove', 'itemWebhookUpdate']), idempotent('cancels at Plaid')),
    ...each(
      under('Plaid', ['transactionsSync', 'transactionsGet', 'accountsGet', 'accountsBalanceGet', 'itemGet', 'transferGet', 'transferEventSync', 'transferEventList', 'webhookVerificationKeyGet', 'authGet', 'identityGet', 'linkTokenGet']),
      refetch,
    ),
  },
});

export const checkoutComCalls = defineLibrary({
  name: 'checkout.com',
  packages: ['checkout-sdk-node'],
  source: 'https://github.com/checkout/checkout-sdk-node',
  types: { Checkout: ['Checkout.new', 'default.Checkout.new', 'default.new'] },
  calls: {
    'Checkout.payments.request': effect('money', 'charges', { key: keyAt(1) }),
    ...each(under('Checkout.payments', ['capture', 'increment']), effect('money', 'charges', { key: keyAt(2) })),
    ...each(under('Checkout.payments', ['refund', 'reverse']), effect('money', 'refunds', { key: keyAt(2) })),
    'Checkout.payments.void': idempotent('cancels a payment'),
    'Checkout.transfers.initiate': effect('money', 'pays out', { key: keyAt(1) }),
    ...each(under('Checkout.payments', ['get', 'getActions', 'getPaymentList', 'search']), refetch),
    ...each(['Checkout.hostedPayments.create', 'Checkout.paymentLinks.create', 'Checkout.paymentSessions.request'], effect('other', 'opens a checkout session')),
  },
});

export const xenditCalls = defineLibrary({
  name: 'xendit',
  packages: ['xendit-node'],
  source: 'https://github.com/xendit/xendit-node/blob/master/docs/Payout.md',
  types: { Xendit: ['Xendit.new', 'default.new'] },
  calls: {
    ...all('money', { key: body }, 'Xendit', {
      'Payout.createPayout': 'pays out',
      'Refund.createRefund': 'refunds',
      'PaymentRequest.createPaymentRequest': 'charges',
      'PaymentRequest.capturePaymentRequest': 'charges',
    }),
    ...all('other', { key: body }, 'Xendit', { 'Customer.createCustomer': 'creates a customer', 'PaymentMethod.createPaymentMethod': 'adds a payment method' }),
    'Xendit.Invoice.createInvoice': effect('other', 'creates an invoice', { key: keyAt(0, 'data', 'externalId') }),
    ...each(['Xendit.Payout.cancelPayout', 'Xendit.Invoice.expireInvoice', 'Xendit.Refund.cancelRefund'], idempotent('cancels at Xendit')),
    ...each(['Xendit.Invoice.getInvoiceById', 'Xendit.Payout.getPayoutById', 'Xendit.PaymentRequest.getPaymentRequestByID'], refetch),
  },
});

/** `initiate({ reference })`: a reference is used once. */
export const paystackCalls = defineLibrary({
  name: 'paystack',
  packages: ['paystack-sdk', '@paystack/paystack-sdk', 'paystack', 'paystack-api'],
  source: 'https://paystack.com/docs/transfers/single-transfers/',
  types: { Paystack: ['Paystack.new', 'default.new', 'default()'] },
  calls: {
    ...all('money', { key: keyAt(0, 'reference') }, 'Paystack', {
      'transfer.initiate': 'pays out',
      'transfer.create': 'pays out',
      'transaction.chargeAuthorization': 'charges',
      'transaction.charge': 'charges',
      'charge.create': 'charges',
    }),
    ...all('money', {}, 'Paystack', { 'refund.create': 'refunds', 'subscription.create': 'starts a subscription', 'transfer.initiateBulk': 'pays out', 'transfer.bulk': 'pays out' }),
    'Paystack.transaction.initialize': effect('other', 'opens a transaction', { key: keyAt(0, 'reference') }),
    ...each(['Paystack.transaction.verify', 'Paystack.transaction.fetch', 'Paystack.transfer.verify'], refetch),
  },
});

export const flutterwaveCalls = defineLibrary({
  name: 'flutterwave',
  packages: ['flutterwave-node-v3', 'flutterwave-node'],
  source: 'https://developer.flutterwave.com/v3.0/docs/transfers',
  types: { Flutterwave: ['default.new'] },
  calls: {
    'Flutterwave.Transfer.initiate': effect('money', 'pays out', { key: keyAt(0, 'reference') }),
    'Flutterwave.Transfer.bulk': effect('money', 'pays out'),
    'Flutterwave.Transaction.refund': effect('money', 'refunds'),
    ...each(
      under('Flutterwave', ['Charge.card', 'Charge.bank_transfer', 'Charge.ng', 'MobileMoney.ghana', 'MobileMoney.mpesa', 'Tokenized.charge', 'Bills.create_bill']),
      effect('money', 'charges', { key: keyAt(0, 'tx_ref') }),
    ),
    ...each(['Flutterwave.Transaction.verify', 'Flutterwave.Transfer.get_a_transfer', 'Flutterwave.Transaction.fetch'], refetch),
  },
});

export const gocardless = defineLibrary({
  name: 'gocardless-nodejs',
  packages: ['gocardless-nodejs'],
  source: 'https://github.com/gocardless/gocardless-nodejs',
  types: { Client: ['default()', 'GoCardlessClient.new', 'default.GoCardlessClient.new'] },
  typeAliases: { GoCardlessClient: 'Client' },
  calls: {
    ...each(under('Client', ['payments.create', 'subscriptions.create', 'instalmentSchedules.createWithDates']), effect('money', 'charges', { key: keyAt(1) })),
    'Client.refunds.create': effect('money', 'refunds', { key: keyAt(1) }),
    'Client.payments.retry': effect('money', 'charges'),
    ...each(under('Client', ['customers.create', 'mandates.create', 'billingRequests.create', 'redirectFlows.create']), effect('other', 'creates an object at GoCardless', { key: keyAt(1) })),
    ...each(under('Client', ['*.cancel', '*.update', '*.remove']), idempotent('cancels at GoCardless')),
    ...each(under('Client', ['*.find', '*.list', '*.all']), refetch),
    ...each(['parse', 'default.parse', 'webhooks.parse'], ({ args }): Meaning => ({
      is: 'verification',
      verification: { provider: null, returns: 'event', payload: args[0], secret: args[1] },
    })),
  },
});

/** `client.post('transfers', body, { 'Idempotency-Key': key })`. */
export const dwolla = defineLibrary({
  name: 'dwolla-v2',
  packages: ['dwolla-v2'],
  source: 'https://github.com/Dwolla/dwolla-v2-node',
  types: { Client: ['Client.new', 'default.Client.new'] },
  calls: {
    'Client.post': (call) => {
      const path = call.read.text(call.args[0]) ?? '';
      const key = keyAt(2, 'Idempotency-Key');
      return /transfers|mass-payments/.test(path)
        ? effectOf(call, 'money', 'pays out', { key })
        : effectOf(call, 'other', 'creates an object at Dwolla', { key });
    },
    'Client.get': refetch,
    'Client.delete': idempotent('deletes at Dwolla'),
  },
});

export const paypalCalls = defineLibrary({
  name: 'paypal',
  packages: ['@paypal/paypal-server-sdk', '@paypal/checkout-server-sdk'],
  source: 'https://developer.paypal.com/api/rest/reference/idempotency/',
  types: {
    Orders: ['OrdersController.new', 'default.OrdersController.new'],
    Payments: ['PaymentsController.new', 'default.PaymentsController.new'],
    LegacyClient: ['core.PayPalHttpClient.new', 'default.core.PayPalHttpClient.new'],
  },
  typeAliases: { OrdersController: 'Orders', PaymentsController: 'Payments' },
  calls: {
    ...each(
      ['Orders.ordersCapture', 'Orders.captureOrder', 'Orders.ordersAuthorize', 'Orders.authorizeOrder', 'Payments.authorizationsCapture', 'Payments.captureAuthorizedPayment'],
      effect('money', 'charges', { key: keyAt(0, 'paypalRequestId') }),
    ),
    ...each(['Payments.capturesRefund', 'Payments.refundCapturedPayment'], effect('money', 'refunds', { key: keyAt(0, 'paypalRequestId') })),
    ...each(['Orders.ordersCreate', 'Orders.createOrder'], effect('other', 'creates an order', { key: keyAt(0, 'paypalRequestId') })),
    ...each(['Payments.authorizationsVoid', 'Payments.voidPayment', 'Orders.ordersPatch', 'Orders.patchOrder'], idempotent('cancels at PayPal')),
    ...each(['Orders.ordersGet', 'Orders.getOrder', 'Payments.capturesGet', 'Payments.getCapturedPayment'], refetch),
    // The old SDK: what is done stands in the name of the request's class.
    'LegacyClient.execute': (call) => {
      const external = call.read.external(call.args[0]);
      const name = [external?.root ?? '', ...(external?.chain.map((step) => step.name) ?? [])].join('.');
      if (/Get/.test(name)) return refetch;
      return /Capture|Refund|Authorize|Payouts/.test(name)
        ? effectOf(call, 'money', 'moves money')
        : effectOf(call, 'other', 'creates an object at PayPal');
    },
  },
});

export const paddleCalls = defineLibrary({
  name: 'paddle',
  packages: ['@paddle/paddle-node-sdk'],
  source: 'https://developer.paddle.com/api-reference/overview',
  calls: {
    ...all('money', {}, 'Paddle', {
      'subscriptions.createOneTimeCharge': 'charges',
      'adjustments.create': 'refunds',
      'transactions.create': 'bills',
      'subscriptions.activate': 'starts a subscription',
      'transactions.revise': 'revises a transaction',
    }),
    ...all('other', {}, 'Paddle', { 'customers.create': 'creates a customer', 'products.create': 'creates a product', 'prices.create': 'creates a price', 'discounts.create': 'creates a discount', 'customerPortalSessions.create': 'opens a billing session' }),
    ...each(under('Paddle', ['*.update', '*.cancel', '*.pause', '*.resume', '*.archive']), idempotent('updates at Paddle')),
    ...each(under('Paddle', ['*.get', '*.list', 'subscriptions.previewUpdate']), refetch),
  },
});

export const lemonSqueezyCalls = defineLibrary({
  name: 'lemon-squeezy',
  packages: ['@lemonsqueezy/lemonsqueezy.js', 'lemonsqueezy.ts'],
  source: 'https://github.com/lmsqueezy/lemonsqueezy.js',
  calls: {
    ...each(['issueOrderRefund', 'issueSubscriptionInvoiceRefund'], effect('money', 'refunds')),
    createUsageRecord: effect('money', 'records billed usage'),
    ...each(['createCheckout', 'createCustomer', 'createDiscount'], effect('other', 'creates an object at Lemon Squeezy')),
    ...each(['updateSubscription', 'cancelSubscription', 'updateLicenseKey', 'updateSubscriptionItem', 'archiveCustomer', 'updateCustomer'], idempotent('updates at Lemon Squeezy')),
    ...each(['getSubscription', 'getOrder', 'getCustomer', 'getLicenseKey', 'getVariant', 'getProduct', 'getPrice', 'listSubscriptions', 'listOrders', 'getSubscriptionItem', 'getOrderItem', 'getSubscriptionInvoice'], refetch),
    lemonSqueezySetup: nothing,
  },
});

export const polarCalls = defineLibrary({
  name: 'polar',
  packages: ['@polar-sh/sdk'],
  source: 'https://polar.sh/docs/api-reference/introduction',
  types: { Polar: ['Polar.new'] },
  calls: {
    'Polar.refunds.create': effect('money', 'refunds'),
    'Polar.events.ingest': effect('money', 'records billed usage'),
    'Polar.subscriptions.create': effect('money', 'starts a subscription'),
    ...each(['Polar.checkouts.create', 'Polar.customers.create', 'Polar.customerSessions.create', 'Polar.products.create'], effect('other', 'creates an object at Polar')),
    ...each(under('Polar', ['*.update', '*.revoke', '*.delete']), idempotent('updates at Polar')),
    ...each(under('Polar', ['*.get', '*.list', '*.getStateExternal', '*.getExternal', '*.getState']), refetch),
  },
});

export const otherPayments = defineLibrary({
  name: 'mercadopago',
  packages: ['mercadopago'],
  source: 'https://github.com/mercadopago/sdk-nodejs',
  types: { Payment: ['Payment.new'], Refund: ['PaymentRefund.new'], PreApproval: ['PreApproval.new'], Preference: ['Preference.new'], Order: ['Order.new', 'MerchantOrder.new'] },
  calls: {
    'Payment.create': effect('money', 'charges', { key: keyAt(0, 'requestOptions', 'idempotencyKey') }),
    'Payment.capture': effect('money', 'charges', { key: keyAt(0, 'requestOptions', 'idempotencyKey') }),
    ...each(['Refund.create', 'Refund.total'], effect('money', 'refunds', { key: keyAt(0, 'requestOptions', 'idempotencyKey') })),
    'PreApproval.create': effect('money', 'starts a subscription', { key: keyAt(0, 'requestOptions', 'idempotencyKey') }),
    'Preference.create': effect('other', 'opens a checkout'),
    ...each(['Payment.cancel', 'PreApproval.update'], idempotent('cancels a payment')),
    ...each(['Payment.get', 'Payment.search', 'PreApproval.get', 'Order.get'], refetch),
  },
});

export const coinbaseCalls = defineLibrary({
  name: 'coinbase',
  packages: ['coinbase-commerce-node'],
  source: 'https://docs.cdp.coinbase.com/commerce/docs/welcome',
  calls: prefixed<Meaning | MeaningOf>(['resources.', 'default.resources.'], {
    'Charge.create': effect('other', 'opens a charge'),
    'Checkout.create': effect('other', 'opens a checkout'),
    'Charge.retrieve': refetch,
  }),
});
