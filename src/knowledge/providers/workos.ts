// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below. Checked: @workos-inc/node 8.13 types and source.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const workosEvents = defineLibrary({
  name: 'workos',
  packages: ['@workos-inc/node'],
  source: 'https://workos.com/docs/events/data-syncing/webhooks',
  types: { WorkOS: ['WorkOS.new', 'default.new'] },
  calls: {
    // They take the parsed body, and write it as text themselves.
    'WorkOS.webhooks.constructEvent': verifies('workos', 'event', { secret: 'secret' }),
    'WorkOS.webhooks.verifyHeader': verifies('workos', 'nothing', { secret: 'secret' }),
  },
  provider: {
    title: 'WorkOS',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['event'],
    eventTime: ['created_at'],
    headers: ['workos-signature'],
    signatureHeaders: ['workos-signature'],
    object: 'data',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
