// Facts in github.com/hookdeck/webhook-skills, read against the page below.
import { defineLibrary } from '../types.ts';

export const woocommerce = defineLibrary({
  name: 'woocommerce',
  packages: [],
  source: 'https://woocommerce.com/document/webhooks/',
  provider: {
    title: 'WooCommerce',
    eventKey: [],
    eventKeyHeaders: [],
    attemptHeaders: ['x-wc-webhook-delivery-id'],
    eventType: [],
    eventTypeHeaders: ['x-wc-webhook-topic'],
    eventTime: [],
    headers: ['x-wc-webhook-signature', 'x-wc-webhook-topic', 'x-wc-webhook-delivery-id'],
    signatureHeaders: ['x-wc-webhook-signature'],
    naturalKey: '`id` together with `X-WC-Webhook-Topic` and `date_modified`',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
