// Documented: docs.creem.io/code/webhooks (retries after 30 seconds, 1 minute, 5 minutes and 1 hour; a person can resend later). Checked: @creem_io/nextjs 0.6 types.
import { defineLibrary } from '../types.ts';
import { minutes } from './support/verification.ts';

export const creem = defineLibrary({
  name: 'creem',
  packages: ['@creem_io/nextjs'],
  source: 'https://docs.creem.io/code/webhooks',
  registrations: [
    'onCheckoutCompleted',
    'onDisputeCreated',
    'onGrantAccess',
    'onRefundCreated',
    'onRevokeAccess',
    'onSubscriptionActive',
    'onSubscriptionCanceled',
    'onSubscriptionExpired',
    'onSubscriptionPaid',
    'onSubscriptionPastDue',
    'onSubscriptionPaused',
    'onSubscriptionTrialing',
    'onSubscriptionUnpaid',
    'onSubscriptionUpdate',
  ].map((handler) => ({
    by: 'call',
    call: 'Webhook',
    options: { argument: 0, path: '', method: '', handler },
    handlers: { argument: 0 },
    parameters: [{ delivery: 'body' }],
    kind: 'http',
    verified: 'creem',
  })),
  provider: {
    title: 'Creem',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['eventType'],
    eventTime: ['created_at'],
    headers: ['creem-signature'],
    signatureHeaders: ['creem-signature'],
    object: 'object',
    timeout: null,
    window: minutes(67),
    retriesByItself: true,
    order: 'unknown',
  },
});
