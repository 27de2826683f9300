// Facts of the provider: the project's table and developer.paypal.com/api/rest/webhooks/rest.
import { defineLibrary } from '../types.ts';
import { days } from './support/verification.ts';

export const paypal = defineLibrary({
  name: 'paypal',
  packages: [],
  source: 'https://developer.paypal.com/api/rest/webhooks/rest/',
  provider: {
    title: 'PayPal',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['event_type'],
    eventTime: ['create_time'],
    headers: [
      'paypal-transmission-id',
      'paypal-transmission-sig',
      'paypal-transmission-time',
      'paypal-cert-url',
      'paypal-auth-algo',
      'paypal-auth-version',
    ],
    signatureHeaders: ['paypal-transmission-sig'],
    eventTypes:
      /^(PAYMENT\.(CAPTURE|SALE|AUTHORIZATION|ORDER|PAYOUTS-ITEM|PAYOUTSBATCH|REFERENCED-PAYOUT-ITEM)\.[A-Z_-]+|CHECKOUT\.(ORDER|PAYMENT-APPROVAL)\.[A-Z.-]+|BILLING\.(SUBSCRIPTION|PLAN)\.[A-Z.-]+|CUSTOMER\.DISPUTE\.[A-Z_-]+|CATALOG\.PRODUCT\.[A-Z]+|INVOICING\.INVOICE\.[A-Z]+|MERCHANT\.ONBOARDING\.[A-Z]+|VAULT\.PAYMENT-TOKEN\.[A-Z-]+)$/,
    object: 'resource',
    timeout: null,
    window: days(3),
    retriesByItself: true,
    signs: 'fields',
    order: 'unknown',
  },
});
