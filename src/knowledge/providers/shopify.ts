// Facts of the provider: the project's table and shopify.dev/docs/apps/build/webhooks/ignore-duplicates. Checked: @shopify/shopify-api 15.0, @shopify/shopify-app-express 7.0 types.
import { each } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import type { ParameterMeaning } from '../types.ts';
import { hours, verifies } from './support/verification.ts';

/** `callback(topic, shop, body, webhookId, apiVersion)`, called once the signature is found right. */
const callback: readonly ParameterMeaning[] = [
  { delivery: 'header', name: 'x-shopify-topic' },
  { ignored: true },
  { delivery: 'raw' },
  { delivery: 'header', name: 'x-shopify-webhook-id' },
];

export const shopify = defineLibrary({
  name: 'shopify',
  packages: ['@shopify/shopify-api'],
  source: 'https://shopify.dev/docs/apps/build/webhooks/ignore-duplicates',
  types: { Shopify: ['shopifyApi()', 'default.shopifyApi()'] },
  calls: {
    'Shopify.webhooks.validate': verifies('shopify', 'boolean', { payload: 'rawBody', property: 'valid' }),
    'Shopify.webhooks.process': verifies('shopify', 'nothing', { payload: 'rawBody' }),
    'Shopify.webhooks.*': { is: 'nothing' },
  },
  registrations: [
    {
      by: 'call',
      call: 'Shopify.webhooks.addHandlers',
      entries: { argument: 0, handlers: ['callback'] },
      handlers: { argument: 0 },
      parameters: callback,
      kind: 'http',
      verified: 'shopify',
    },
  ],
  provider: {
    title: 'Shopify',
    eventKey: [],
    eventKeyHeaders: ['x-shopify-event-id', 'x-shopify-webhook-id'],
    eventType: [],
    eventTypeHeaders: ['x-shopify-topic'],
    eventTime: [],
    headers: [
      'x-shopify-hmac-sha256',
      'x-shopify-topic',
      'x-shopify-shop-domain',
      'x-shopify-webhook-id',
      'x-shopify-event-id',
      'x-shopify-triggered-at',
      'x-shopify-api-version',
    ],
    signatureHeaders: ['x-shopify-hmac-sha256'],
    eventTypes:
      /^(orders|draft_orders|products|customers|refunds|fulfillments|checkouts|carts|app|shop|inventory_levels|inventory_items|collections|order_transactions|disputes|app_subscriptions|subscription_contracts|subscription_billing_attempts|bulk_operations)\/[a-z_]+$/,
    timeout: 5,
    window: hours(4),
    retriesByItself: true,
    order: 'none',
  },
});

/** The app templates answer the verified payload together with topic and shop. */
export const shopifyApp = defineLibrary({
  name: '@shopify/shopify-app-remix',
  packages: [
    '@shopify/shopify-app-remix',
    '@shopify/shopify-app-remix/server',
    '@shopify/shopify-app-react-router',
    '@shopify/shopify-app-react-router/server',
    '@shopify/shopify-app-express',
  ],
  source: 'https://shopify.dev/docs/api/shopify-app-remix/latest/authenticate/webhook',
  types: { App: ['shopifyApp()'] },
  calls: {
    'App.authenticate.webhook': verifies('shopify', 'event'),
    ...each(['App.authenticate.admin', 'App.authenticate.public.appProxy', 'App.registerWebhooks'], {
      is: 'nothing',
    } as const),
  },
  registrations: [
    {
      by: 'call',
      call: 'App.processWebhooks',
      entries: { argument: 0, within: 'webhookHandlers', handlers: ['callback'] },
      handlers: { argument: 0 },
      parameters: callback,
      kind: 'http',
      verified: 'shopify',
    },
  ],
});
