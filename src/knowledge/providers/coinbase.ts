// Facts of the provider: the project's table and docs.cdp.coinbase.com/commerce/docs/webhooks-overview.
import { prefixed } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import { days, verifies } from './support/verification.ts';

export const coinbase = defineLibrary({
  name: 'coinbase',
  packages: ['coinbase-commerce-node'],
  source: 'https://docs.cdp.coinbase.com/commerce/docs/webhooks-overview',
  calls: prefixed(['Webhook.', 'default.Webhook.'], {
    verifyEventBody: verifies('coinbase', 'event', { payload: 0, secret: 2 }),
    verifySigHeader: verifies('coinbase', 'nothing', { payload: 0, secret: 2 }),
  }),
  provider: {
    title: 'Coinbase Commerce',
    eventKey: ['event.id'],
    eventKeyHeaders: [],
    attemptHeaders: [],
    eventType: ['event.type'],
    eventTime: ['event.created_at'],
    headers: ['x-cc-webhook-signature'],
    signatureHeaders: ['x-cc-webhook-signature'],
    eventTypes: /^charge:(created|confirmed|failed|delayed|pending|resolved)$/,
    object: 'event.data',
    timeout: null,
    window: days(3),
    retriesByItself: true,
    order: 'unknown',
  },
});
