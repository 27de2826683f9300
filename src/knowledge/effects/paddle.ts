// Checked: @paddle/paddle-node-sdk 3.10 types. Documented: developer.paddle.com/api-reference/overview.
import { defineLibrary } from '../types.ts';
import { each, effectsUnder, idempotent, refetch, under } from './support/effect.ts';

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
      'customerPortalSessions.create': 'opens a billing session',
    }),
    ...each(
      under('Paddle', ['*.update', '*.cancel', '*.pause', '*.resume', '*.archive']),
      idempotent('updates at Paddle'),
    ),
    ...each(under('Paddle', ['*.get', '*.list', 'subscriptions.previewUpdate']), refetch),
  },
});
