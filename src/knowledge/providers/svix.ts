// Facts of the provider: the project's table and docs.svix.com/retries. Checked: svix 1.99, standardwebhooks 1.1, @clerk/backend 3.25 types.
import { hours, verifies } from './support/verification.ts';
import { effect, keyAt } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import type { Provider } from '../types.ts';

/** Svix retries for 27.6 hours, and a person can resend later. */
const window = hours(28);

const base = {
  eventKey: [],
  eventType: ['type', 'event_type', 'eventType'],
  eventTime: ['timestamp', 'event_timestamp'],
  timeout: 15,
  window,
  retriesByItself: true,
  order: 'unknown',
} satisfies Partial<Provider>;

export const svix = defineLibrary({
  name: 'svix',
  packages: ['svix'],
  source: 'https://docs.svix.com/retries',
  types: { Webhook: ['Webhook.new'], Svix: ['Svix.new'] },
  calls: {
    'Webhook.verify': verifies('svix', 'event', { payload: 0 }),
    'Webhook.sign': { is: 'nothing' },
    'Svix.message.create': effect('enqueue', 'sends a webhook', { key: keyAt(2, 'idempotencyKey') }),
  },
  provider: {
    ...base,
    title: 'Svix',
    eventKeyHeaders: ['svix-id', 'webhook-id'],
    headers: ['svix-id', 'svix-signature', 'svix-timestamp'],
    signatureHeaders: ['svix-signature'],
  },
});

export const standardWebhooks = defineLibrary({
  name: 'standardwebhooks',
  packages: ['standardwebhooks', 'standard-webhooks', '@standardwebhooks/standardwebhooks'],
  source: 'https://www.standardwebhooks.com',
  types: { Webhook: ['Webhook.new', 'default.new', 'default.Webhook.new'] },
  calls: {
    'Webhook.verify': verifies('standardwebhooks', 'event', { payload: 0 }),
    'Webhook.sign': { is: 'nothing' },
  },
  provider: {
    ...base,
    title: 'a sender of Standard Webhooks',
    eventKeyHeaders: ['webhook-id'],
    headers: ['webhook-id', 'webhook-signature', 'webhook-timestamp'],
    signatureHeaders: ['webhook-signature'],
    timeout: null,
    window: null,
  },
});

export const clerk = defineLibrary({
  name: 'clerk',
  packages: [
    '@clerk/backend',
    '@clerk/backend/webhooks',
    '@clerk/nextjs/webhooks',
    '@clerk/express/webhooks',
    '@clerk/fastify/webhooks',
    '@clerk/astro/webhooks',
  ],
  source: 'https://clerk.com/docs/guides/development/webhooks/syncing',
  calls: { verifyWebhook: verifies('clerk', 'event') },
  provider: {
    ...base,
    title: 'Clerk',
    eventKeyHeaders: ['svix-id'],
    headers: [],
    signatureHeaders: ['svix-signature'],
    eventTypes:
      /^(organizationMembership|organizationInvitation|organizationDomain|waitlistEntry|organizationRole)\.(created|updated|deleted|accepted|revoked)$/,
    object: 'data',
  },
});

export const resend = defineLibrary({
  name: 'resend',
  packages: ['resend'],
  source: 'https://resend.com/docs/dashboard/webhooks/introduction',
  types: { Resend: ['Resend.new', 'default.Resend.new'] },
  calls: { 'Resend.webhooks.verify': verifies('resend', 'event', { payload: 'payload', secret: 'webhookSecret' }) },
  provider: {
    ...base,
    title: 'Resend',
    eventTime: ['created_at'],
    eventKeyHeaders: ['svix-id'],
    headers: [],
    signatureHeaders: ['svix-signature'],
    eventTypes:
      /^email\.(sent|delivered|delivery_delayed|complained|bounced|opened|clicked|received|failed|scheduled|suppressed)$/,
    object: 'data',
  },
});
