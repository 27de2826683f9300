// Checked: @paddle/paddle-node-sdk 3.10.0 types, every resource; none takes a key. Documented: developer.paddle.com/api-reference/overview.
import { defineLibrary } from '../types.ts';
import { byVerb, effectsUnder } from './support/effect.ts';

export const paddleCalls = defineLibrary({
  name: 'paddle',
  packages: ['@paddle/paddle-node-sdk'],
  source: 'https://developer.paddle.com/api-reference/overview',
  calls: {
    ...effectsUnder('Paddle', 'money', {
      'subscriptions.createOneTimeCharge': 'charges',
      'adjustments.create': 'refunds',
      'transactions.create': 'bills',
      'subscriptions.activate': 'starts a subscription',
      'transactions.revise': 'revises a transaction',
    }),
    ...effectsUnder('Paddle', 'other', {
      'customers.create': 'creates a customer',
      'products.create': 'creates a product',
      'prices.create': 'creates a price',
      'discounts.create': 'creates a discount',
      'discountGroups.create': 'creates a discount group',
      'addresses.create': 'adds an address',
      'businesses.create': 'adds a business',
      'clientTokens.create': 'creates a token',
      'reports.create': 'makes a report',
      'notifications.replay': 'sends a webhook again',
      'customers.generateAuthToken': 'creates a token',
      'customerPortalSessions.create': 'opens a billing session',
    }),
    'Paddle.*.*': byVerb('Paddle'),
  },
});
