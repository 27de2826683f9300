import { describe, expect, test } from 'vitest';
import { traceOne } from './trace-app.ts';

const steps = (body: string) =>
  traceOne(`
    import express from 'express';
    import Stripe from 'stripe';
    const billing = new Stripe('sk');
    express().post('/webhooks/in', async (req, res) => { const event = req.body; ${body} res.end(); });
  `).steps.filter((step) => !step.startsWith('answer'));

describe('stripe', () => {
  test.each([
    ['transfers.create({ amount: 1 })', 'money: pays out (key missing)'],
    ['transfers.create({ amount: 1 }, { idempotencyKey: event.id })', 'money: pays out (key event key)'],
    ["transfers.create({ amount: 1 }, { stripeAccount: 'acct' })", 'money: pays out (key missing)'],
    ['transfers.create({ amount: 1 }, { idempotencyKey: undefined })', 'money: pays out (key missing)'],
    ['transfers.create({ amount: 1 }, options())', 'money: pays out (key unknown)'],
    ["refunds.create({ charge: 'ch' })", 'money: refunds (key missing)'],
    ["paymentIntents.capture('pi', {}, { idempotencyKey: event.id })", 'money: charges (key event key)'],
    ["paymentIntents.capture('pi', { idempotencyKey: event.id })", 'money: charges (key event key)'],
    ["invoices.pay('in')", 'money: charges an invoice (key missing)'],
    ["invoices.pay('in', {}, { idempotencyKey: event.id })", 'money: charges an invoice (key event key)'],
    ["customers.createBalanceTransaction('cus', { amount: 1 })", 'money: changes a customer balance (key missing)'],
    [
      "customers.createBalanceTransaction('cus', { amount: 1 }, { idempotencyKey: event.id })",
      'money: changes a customer balance (key event key)',
    ],
    ["subscriptions.create({ customer: 'cus' })", 'money: starts a subscription (key missing)'],
    ["checkout.sessions.create({ mode: 'payment' })", 'other: opens a checkout session (key missing)'],
    ["billingPortal.sessions.create({ customer: 'cus' })", 'other: opens a billing session (key missing)'],
    ["customers.create({ email: 'a' })", 'other: creates a customer (key missing)'],
    ["apps.secrets.create({ name: 'a' })", 'other: creates an object at Stripe (key missing)'],
    ["subscriptions.update('sub', { metadata: {} })", 'other: updates an object at Stripe (idempotent)'],
    ["subscriptions.cancel('sub')", 'other: cancels at Stripe (idempotent)'],
    ["subscriptions.retrieve('sub')", 'refetch'],
    ["checkout.sessions.listLineItems('cs')", 'refetch'],
    ["testHelpers.testClocks.retrieve('c')", 'refetch'],
  ])('%s', (call, step) => {
    expect(steps(`await billing.${call};`)).toEqual([step]);
  });

  test('the verifiers, of an instance and of the class', () => {
    expect(
      steps(`
        billing.webhooks.constructEvent(req.body, '', 'whsec');
        await Stripe.webhooks.constructEventAsync(req.body, '', 'whsec');
      `),
    ).toEqual(['verify stripe over the body', 'verify stripe over the body']);
  });

  test('a class of the program that extends the client', () => {
    expect(
      traceOne(`
        import express from 'express';
        import Stripe from 'stripe';
        class Billing extends Stripe {
          async seller() { await this.transfers.create({ amount: 1 }); }
        }
        const billing = new Billing('sk');
        express().post('/webhooks/in', async (req, res) => { await billing.seller(); res.end(); });
      `).steps,
    ).toContain('money: pays out (key missing)');
  });
});
