// Checked: @lemonsqueezy/lemonsqueezy.js 4.0.0 types, every function; none takes a key, and none throws when it is refused.
import { defineLibrary } from '../types.ts';
import { byVerb, each, effect, errorInResult, nothing } from './support/effect.ts';

const result = errorInResult;

export const lemonSqueezyCalls = defineLibrary({
  name: 'lemon-squeezy',
  packages: ['@lemonsqueezy/lemonsqueezy.js'],
  source: 'https://github.com/lmsqueezy/lemonsqueezy.js',
  calls: {
    ...each(['issueOrderRefund', 'issueSubscriptionInvoiceRefund'], effect('money', 'refunds', { result })),
    createUsageRecord: effect('money', 'records billed usage', { result }),
    ...each(
      ['createCheckout', 'createCustomer', 'createDiscount', 'createWebhook'],
      effect('other', 'creates an object at Lemon Squeezy', { result }),
    ),
    activateLicense: effect('other', 'activates a license', { result }),
    ...each(['lemonSqueezySetup', 'validateLicense', 'generateOrderInvoice', 'generateSubscriptionInvoice'], nothing),
    '*': byVerb('Lemon Squeezy'),
  },
});
