// Checked: @lemonsqueezy/lemonsqueezy.js 4.0 types. Documented: github.com/lmsqueezy/lemonsqueezy.js.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, refetch } from './support/effect.ts';

export const lemonSqueezyCalls = defineLibrary({
  name: 'lemon-squeezy',
  packages: ['@lemonsqueezy/lemonsqueezy.js', 'lemonsqueezy.ts'],
  source: 'https://github.com/lmsqueezy/lemonsqueezy.js',
  calls: {
    ...each(['issueOrderRefund', 'issueSubscriptionInvoiceRefund'], effect('money', 'refunds')),
    createUsageRecord: effect('money', 'records billed usage'),
    ...each(
      ['createCheckout', 'createCustomer', 'createDiscount'],
      effect('other', 'creates an object at Lemon Squeezy'),
    ),
    ...each(
      [
        'updateSubscription',
        'cancelSubscription',
        'updateLicenseKey',
        'updateSubscriptionItem',
        'archiveCustomer',
        'updateCustomer',
      ],
      idempotent('updates at Lemon Squeezy'),
    ),
    ...each(
      [
        'getSubscription',
        'getOrder',
        'getCustomer',
        'getLicenseKey',
        'getVariant',
        'getProduct',
        'getPrice',
        'listSubscriptions',
        'listOrders',
        'getSubscriptionItem',
        'getOrderItem',
        'getSubscriptionInvoice',
      ],
      refetch,
    ),
    lemonSqueezySetup: nothing,
  },
});
