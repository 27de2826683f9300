import { describe, expect, test } from 'vitest';
import {
  effectByName,
  isIdempotencyOptionName,
  isLoggerName,
  isMoneyColumn,
  isMoneyTable,
  isStatusColumn,
  looksLikeClaimName,
  namesWebhook,
} from '../../src/knowledge/lexicon.ts';

describe('effectByName', () => {
  test.each([
    ['createShipment', 'shipment'],
    ['shipOrder', 'shipment'],
    ['fulfillOrder', 'shipment'],
    ['fulfilOrder', 'shipment'],
    ['dispatchParcel', 'shipment'],
    ['createLabel', 'shipment'],
    ['buyShippingLabel', 'shipment'],
    ['createFulfillment', 'shipment'],
    ['sendReceipt', 'message'],
    ['sendWelcomeEmail', 'message'],
    ['sendSms', 'message'],
    ['sendText', 'message'],
    ['sendMessage', 'message'],
    ['sendPayoutNotification', 'message'],
    ['notifySlack', 'message'],
    ['mailReceipt', 'message'],
    ['emailCustomer', 'message'],
    ['postToSlack', 'message'],
    ['inviteUser', 'message'],
    ['paySeller', 'money'],
    ['chargeCustomer', 'money'],
    ['issueRefund', 'money'],
    ['refund', 'money'],
    ['transferFunds', 'money'],
    ['payout', 'money'],
    ['createPayout', 'money'],
    ['topUp', 'money'],
    ['topUpWallet', 'money'],
    ['addCredits', 'money'],
    ['grantCredits', 'money'],
    ['creditWallet', 'money'],
    ['capturePayment', 'money'],
    ['createPaymentIntent', 'money'],
    ['wallets.awardPoints', 'money'],
    ['enqueueJob', 'enqueue'],
    ['triggerJob', 'enqueue'],
    ['publishJSON', 'enqueue'],
    ['sendToQueue', 'enqueue'],
    ['provisionTenant', 'other'],
    ['issueLicence', 'other'],
  ])('%s: %s', (name, category) => {
    expect(effectByName(name)?.category).toBe(category);
  });

  test.each([
    'getBalance',
    'findOrder',
    'isPaid',
    'hasShipped',
    'buildShipment',
    'formatReceipt',
    'renderReceiptEmail',
    'parseRefund',
    'validatePayment',
    'calculatePayout',
    'logRefund',
    'trackShipment',
    'verifyPayment',
    'sendResponse',
    'sendStatus',
    'send',
    'sendEvent',
    'dispatch',
    'dispatchEvent',
    'createPaymentIntentSchema',
    'createTransport',
    'createEmailTemplate',
    'handleChargeRefunded',
    'chargeSucceeded',
    'captureException',
    'transferOwnership',
    'createPaymentMethod',
    'creditCardBrand',
    'paymentStatus',
    'shippingAddress',
    'emailExists',
    'notifyListeners',
    'cancelSubscription',
    'updateOrder',
    'markPaid',
    'payload',
    '',
  ])('%s is no effect', (name) => {
    expect(effectByName(name)).toBeUndefined();
  });
});

describe('columns and tables', () => {
  test.each([
    'balance',
    'balance_cents',
    'walletBalance',
    'credits',
    'api_credits',
    'loyalty_points',
    'stock',
    'refunded_cents',
    'totalEarnings',
  ])('%s is worth something', (name) => {
    expect(isMoneyColumn(name)).toBe(true);
  });

  test.each([
    'id',
    'name',
    'paid_orders',
    'attempts',
    'credit_card',
    'balance_currency',
    'payment_method',
    'reset_token',
    'pushes',
  ])('%s is not', (name) => {
    expect(isMoneyColumn(name)).toBe(false);
  });

  test.each(['credit_ledger', 'wallet_transactions', 'payout_log', 'CreditGrant', 'refunds'])(
    'rows of %s are worth something',
    (name) => {
      expect(isMoneyTable(name)).toBe(true);
    },
  );

  test.each(['payment_methods', 'push_log', 'users', 'payment_events', 'credit_cards'])(
    'rows of %s are not',
    (name) => {
      expect(isMoneyTable(name)).toBe(false);
    },
  );

  test.each([
    'status',
    'state',
    'phase',
    'stage',
    'order_status',
    'payoutState',
    'subscriptionStatus',
    'paymentstatus',
    'paid',
    'isPaid',
    'paid_at',
    'refundedAt',
    'shipped',
    'cancelled_at',
  ])('%s is a status', (name) => {
    expect(isStatusColumn(name)).toBe(true);
  });

  test.each(['estate', 'status_code', 'created_at', 'updatedAt', 'plan', 'tracking', 'amount_paid', 'state_id'])(
    '%s is none',
    (name) => {
      expect(isStatusColumn(name)).toBe(false);
    },
  );
});

describe('options, claims and loggers', () => {
  test.each([
    'idempotencyKey',
    'idempotency_key',
    'Idempotency-Key',
    'x-idempotency-key',
    'jobId',
    'singletonKey',
    'deduplicationId',
    'dedupeKey',
    'apiRequestKey',
  ])('%s is a key', (name) => {
    expect(isIdempotencyOptionName(name)).toBe(true);
  });

  test.each(['apiKey', 'key', 'x-request-id', 'authorization', 'id', 'token'])('%s is none', (name) => {
    expect(isIdempotencyOptionName(name)).toBe(false);
  });

  test.each([
    'claimEvent',
    'claimOnce',
    'dedupe',
    'acquireLock',
    'alreadyProcessed',
    'markProcessed',
    'hasBeenProcessed',
    'isDuplicate',
    'recordEvent',
    'wasHandled',
    'runOnce',
    'ensureIdempotent',
    'store.seen',
  ])('%s may be a claim', (name) => {
    expect(looksLikeClaimName(name)).toBe(true);
  });

  test.each(['releaseClaim', 'unlock', 'blockUser', 'getOrder', 'clockIn', 'getClaims', 'processOrder', 'sendReceipt'])(
    '%s is none',
    (name) => {
      expect(looksLikeClaimName(name)).toBe(false);
    },
  );

  test.each([
    'this.logger.warn',
    'req.log.info',
    'log',
    'console.error',
    'logError',
    'Sentry.captureException',
    'paymentLogger.error',
  ])('%s logs', (name) => {
    expect(isLoggerName(name)).toBe(true);
  });

  test.each(['login', 'logOut', 'prisma.auditLog.create', 'catalog.find', 'error', 'sendReceipt'])(
    '%s does not',
    (name) => {
      expect(isLoggerName(name)).toBe(false);
    },
  );
});

describe('namesWebhook', () => {
  test.each([
    '/webhooks/stripe',
    '/api/web-hooks/github',
    '/hooks/stripe',
    '/paypal/ipn',
    '/offers/postback',
    '/payments/callback',
    '/slack/events',
    '/events/stripe',
    'app/api/webhooks/stripe/route.ts',
    'app/api/stripe/webhook/route.ts',
    'src/webhooks/stripe-webhook.controller.ts',
    'stripeWebhook',
    'stripeHook',
    'webhooks/stripe/subscription.ts',
    '/adyen/notifications',
    'supabase/functions/stripe-webhook/index.ts',
    'src/slack/events.ts',
    'src/api/hooks/payment/[provider]/route.ts',
  ])('%s does', (path) => {
    expect(namesWebhook(path)).toBe(true);
  });

  test.each([
    '/orders/:id/refund',
    '/auth/callback',
    '/oauth/google/callback',
    'src/hooks/useOrders.ts',
    'useHook',
    'src/webhooks/dispatch.ts',
    'scripts/register-stripe-webhook.ts',
    'src/webhooks/subscriptions.controller.ts',
    '/webhook-endpoints',
    '/events',
    '/checkout',
    'src/git/hooks.ts',
    'supabase/functions/log-widget-event/index.ts',
    'src/jobs/slackNotifications.ts',
  ])('%s does not', (path) => {
    expect(namesWebhook(path)).toBe(false);
  });
});
