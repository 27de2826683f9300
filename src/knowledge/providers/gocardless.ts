// Documented: developer.gocardless.com/partners/webhooks-for-partners: one delivery carries many events. Checked: gocardless-nodejs 10.1 types. Time limit and retries were not read and stay null.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const gocardlessEvents = defineLibrary({
  name: 'gocardless',
  packages: ['gocardless-nodejs', 'gocardless-nodejs/webhooks'],
  source: 'https://developer.gocardless.com/partners/webhooks-for-partners',
  calls: {
    parse: verifies('gocardless', 'event', { payload: 0, secret: 1 }),
    verifySignature: verifies('gocardless', 'nothing', { payload: 0, secret: 1 }),
  },
  provider: {
    title: 'GoCardless',
    eventKey: ['events.*.id'],
    eventKeyHeaders: [],
    eventType: ['events.*.action', 'events.*.resource_type'],
    eventTime: ['events.*.created_at'],
    headers: [],
    signatureHeaders: ['webhook-signature'],
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
