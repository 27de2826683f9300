// Checked: @polar-sh/sdk 0.49, @polar-sh/nextjs 0.9, @polar-sh/better-auth 1.8 types. Time limit: docs of github.com/polarsource/polar (integrate/webhooks/delivery); the window of retries was not read and stays null.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const polar = defineLibrary({
  name: 'polar',
  packages: ['@polar-sh/sdk', '@polar-sh/sdk/webhooks', '@polar-sh/sdk/webhooks.js'],
  source: 'https://polar.sh/docs/integrate/webhooks/delivery',
  calls: { validateEvent: verifies('polar', 'event', { payload: 0, secret: 2 }) },
  provider: {
    title: 'Polar',
    eventKey: [],
    eventKeyHeaders: ['webhook-id'],
    eventType: ['type'],
    eventTime: ['timestamp'],
    // The headers are those of Standard Webhooks.
    headers: [],
    signatureHeaders: ['webhook-signature'],
    eventTypes:
      /^(benefit_grant\.(created|cycled|updated|revoked)|customer\.state_changed|customer_seat\.\w+|subscription\.(uncanceled|revoked)|organization\.updated|checkout\.(created|updated|expired)|order\.paid|benefit\.(created|updated))$/,
    object: 'data',
    timeout: 10,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});

const adapters = [
  '@polar-sh/nextjs',
  '@polar-sh/express',
  '@polar-sh/hono',
  '@polar-sh/fastify',
  '@polar-sh/sveltekit',
  '@polar-sh/astro',
  '@polar-sh/remix',
  '@polar-sh/better-auth',
];

/** `Webhooks({ webhookSecret, onPayload })` verifies, then calls. */
export const polarAdapters = defineLibrary({
  name: '@polar-sh/nextjs',
  packages: adapters,
  source: 'https://polar.sh/docs/integrate/sdk/adapters/nextjs',
  registrations: [
    'onPayload',
    'onCheckoutCreated',
    'onCheckoutUpdated',
    'onOrderCreated',
    'onOrderPaid',
    'onOrderRefunded',
    'onOrderUpdated',
    'onRefundCreated',
    'onRefundUpdated',
    'onSubscriptionCreated',
    'onSubscriptionUpdated',
    'onSubscriptionActive',
    'onSubscriptionCanceled',
    'onSubscriptionRevoked',
    'onSubscriptionUncanceled',
    'onBenefitGrantCreated',
    'onBenefitGrantUpdated',
    'onBenefitGrantRevoked',
    'onCustomerCreated',
    'onCustomerUpdated',
    'onCustomerDeleted',
    'onCustomerStateChanged',
  ].flatMap((handler) =>
    ['Webhooks', 'webhooks'].map((call) => ({
      by: 'call' as const,
      call,
      options: { argument: 0, path: '', method: '', handler },
      handlers: { argument: 0 },
      parameters: [{ delivery: 'body' as const }],
      kind: 'http' as const,
      verified: 'polar',
    })),
  ),
});
