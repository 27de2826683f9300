// Facts of the provider: the project's table and docs.github.com/webhooks/using-webhooks/best-practices-for-using-webhooks. Checked: @octokit/webhooks 14.2, @octokit/webhooks-methods 6.0 types.
import { Origin } from '../../interpret/value.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import { days, verifies } from './support/verification.ts';

export const github = defineLibrary({
  name: 'github',
  packages: ['@octokit/webhooks'],
  source: 'https://docs.github.com/webhooks/using-webhooks/best-practices-for-using-webhooks',
  types: { Webhooks: ['Webhooks.new'], Event: [] },
  typeAliases: { EmitterWebhookEvent: 'Event' },
  members: {
    'Event.id': valueOf(Origin.eventKey),
    'Event.payload': { is: 'delivery', part: 'body' },
  },
  calls: {
    'Webhooks.verify': verifies('github', 'boolean', { payload: 0 }),
    'Webhooks.verifyAndReceive': verifies('github', 'nothing', { payload: 'payload' }),
    'Webhooks.receive': { is: 'nothing' },
    'Webhooks.sign': { is: 'nothing' },
    'Webhooks.onError': { is: 'nothing' },
  },
  ahead: { trusted: true },
  registrations: [
    {
      by: 'call',
      call: 'Webhooks.on',
      handlers: { argument: 1 },
      parameters: [{ type: 'Event' }],
      kind: 'http',
      verified: 'github',
    },
    {
      by: 'call',
      call: 'Webhooks.onAny',
      handlers: { argument: 0 },
      parameters: [{ type: 'Event' }],
      kind: 'http',
      verified: 'github',
    },
  ],
  provider: {
    title: 'GitHub',
    eventKey: [],
    eventKeyHeaders: ['x-github-delivery'],
    eventType: [],
    eventTypeHeaders: ['x-github-event'],
    eventTime: [],
    headers: ['x-github-event', 'x-github-delivery', 'x-hub-signature-256', 'x-hub-signature', 'x-github-hook-id'],
    signatureHeaders: ['x-hub-signature-256', 'x-hub-signature'],
    timeout: 10,
    window: days(3),
    retriesByItself: false,
    order: 'unknown',
  },
});

export const githubMethods = defineLibrary({
  name: '@octokit/webhooks-methods',
  packages: ['@octokit/webhooks-methods'],
  source: 'https://github.com/octokit/webhooks-methods.js',
  calls: {
    verify: verifies('github', 'boolean', { payload: 1, secret: 0 }),
    verifyWithFallback: verifies('github', 'boolean', { payload: 1, secret: 0 }),
    sign: { is: 'nothing' },
  },
});
