import { describe, expect, test } from 'vitest';
import { providers } from '../../src/knowledge/providers/index.ts';

const claims = (type: string) =>
  providers.filter(({ provider }) => provider?.eventTypes?.test(type) === true).map(({ name }) => name);

describe('event types', () => {
  test.each([
    ['checkout.session.completed', 'stripe'],
    ['invoice.payment_succeeded', 'stripe'],
    ['customer.subscription.updated', 'stripe'],
    ['charge.dispute.created', 'stripe'],
    ['payment_intent.succeeded', 'stripe'],
    ['orders/paid', 'shopify'],
    ['app/uninstalled', 'shopify'],
    ['PAYMENT.CAPTURE.COMPLETED', 'paypal'],
    ['BILLING.SUBSCRIPTION.ACTIVATED', 'paypal'],
    ['subscription_payment_success', 'lemon-squeezy'],
    ['order_created', 'lemon-squeezy'],
    ['payment.captured', 'razorpay'],
    ['charge.success', 'paystack'],
    ['charge.completed', 'flutterwave'],
    ['charge:confirmed', 'coinbase'],
    ['transaction.billed', 'paddle'],
    ['email.bounced', 'resend'],
    ['app_mention', 'slack'],
    ['SYNC_UPDATES_AVAILABLE', 'plaid'],
    ['subscription_charged_successfully', 'braintree'],
    ['organizationMembership.created', 'clerk'],
    ['payment_captured', 'checkout.com'],
    ['benefit_grant.revoked', 'polar'],
  ])('%s is sent by %s alone', (type, name) => {
    expect(claims(type)).toEqual([name]);
  });

  test.each([
    'user.created',
    'order.created',
    'created',
    'push',
    'message',
    'type',
    'payment.created',
    'invoice.updated',
    'completed',
  ])('%s is sent by many', (type) => {
    expect(claims(type)).toEqual([]);
  });
});

describe('headers', () => {
  test('are lower-cased, and belong to one provider', () => {
    const headers = providers.flatMap(({ provider }) => provider?.headers ?? []);
    expect(headers.filter((header) => header !== header.toLowerCase())).toEqual([]);
    expect(headers.filter((header, index) => headers.indexOf(header) !== index)).toEqual([]);
  });

  test('a provider without an event id says what to use instead', () => {
    const silent = providers.flatMap(({ name, provider }) => {
      if (provider === undefined || provider.naturalKey !== undefined) return [];
      return provider.eventKey.length + provider.eventKeyHeaders.length === 0 ? [name] : [];
    });
    expect(silent).toEqual([]);
  });
});
