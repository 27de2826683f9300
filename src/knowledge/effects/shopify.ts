// Checked: @shopify/shopify-api 15.0.0, @shopify/admin-api-client 2.0.0 types. Not checked: the packages of app templates. Documented: shopify.dev/docs/api/admin-graphql.
import { defineLibrary } from '../types.ts';
import type { Call, Effect, Meaning, MeaningOf } from '../types.ts';
import type { Value } from '../../interpret/value.ts';
import { each, effect, effectOf, idempotent, keyAt, nothing, refetch } from './support/effect.ts';

const mutations: readonly {
  readonly name: RegExp;
  readonly category: Effect['category'];
  readonly does: string;
  readonly key?: true;
}[] = [
  { name: /\brefundCreate\b/, category: 'money', does: 'refunds', key: true },
  {
    name: /\b(orderCapture|orderCreateMandatePayment|subscriptionBillingAttemptCreate|appUsageRecordCreate|giftCardCreate|giftCardCredit|storeCreditAccountCredit)\b/,
    category: 'money',
    does: 'moves money',
  },
  {
    name: /\b(fulfillmentCreate(V2)?|fulfillmentOrderSubmitFulfillmentRequest)\b/,
    category: 'shipment',
    does: 'fulfils an order',
  },
  {
    name: /\binventory(AdjustQuantities|SetQuantities|SetOnHandQuantities|MoveQuantities)\b/,
    category: 'other',
    does: 'changes the stock',
    key: true,
  },
  {
    name: /\b(orderCreate|draftOrderComplete|draftOrderCreate|discountCodeBasicCreate|customerCreate|productCreate)\b/,
    category: 'other',
    does: 'creates an object at Shopify',
  },
  {
    name: /\b(orderInvoiceSend|draftOrderInvoiceSend|customerSendAccountInviteEmail)\b/,
    category: 'message',
    does: 'sends a mail',
  },
];

/** `graphql(text)`, `request(text, { variables })`, `query({ data: { query } })`. */
const graphql: MeaningOf = ({ args: [given], read }): Meaning => {
  const value: Value | undefined =
    read.text(given) === undefined ? (read.get(given, 'data', 'query') ?? read.get(given, 'data')) : given;
  const text = read.text(value);
  return text === undefined ? nothing : shopifyGraphql(text);
};

/** What a GraphQL document does to a shop. */
export function shopifyGraphql(text: string): Meaning {
  if (!/\bmutation\b/.test(text)) return nothing;
  const found = mutations.find((mutation) => mutation.name.test(text));
  const isIdempotent = found === undefined && /\b\w+(Update|Delete|Cancel|Close|Set|Add|Remove)\s*\(/.test(text);
  const category = found?.category ?? 'other';
  return {
    is: 'effect',
    effect: {
      radius: category === 'other' || category === 'enqueue' ? 'state' : category,
      category,
      does: found?.does ?? 'writes to Shopify',
      idempotent: isIdempotent ? true : undefined,
      key: found?.key
        ? {
            accepted: true,
            value: undefined,
            place: '`@idempotent(key: …)` on the mutation',
            unknown: text.includes('@idempotent') ? true : undefined,
          }
        : { accepted: false },
    },
  };
}

/** A REST request by its path. */
const restOf = (call: Call, path: Value | undefined): Meaning => {
  const text = call.read.text(path) ?? '';
  if (text.includes('fulfillments')) return effectOf(call, 'shipment', 'fulfils an order');
  if (/refunds|transactions/.test(text)) return effectOf(call, 'money', 'refunds');
  return effectOf(call, 'other', 'writes to Shopify');
};

export const shopifyCalls = defineLibrary({
  name: 'shopify admin',
  packages: [
    '@shopify/shopify-api',
    '@shopify/admin-api-client',
    '@shopify/shopify-app-remix',
    '@shopify/shopify-app-remix/server',
    '@shopify/shopify-app-react-router',
    '@shopify/shopify-app-react-router/server',
  ],
  source: 'https://shopify.dev/docs/api/admin-graphql',
  types: {
    Graphql: ['Shopify.clients.Graphql.new', 'createAdminApiClient()'],
    Rest: ['Shopify.clients.Rest.new'],
    AdminRest: ['createAdminRestApiClient()'],
    Admin: ['App.unauthenticated.admin().admin'],
  },
  typeAliases: {
    GraphqlClient: 'Graphql',
    AdminApiClient: 'Graphql',
    AdminRestApiClient: 'AdminRest',
    AdminApiContext: 'Admin',
  },
  calls: {
    ...each(['Graphql.request', 'Graphql.query', 'Graphql.fetch', 'Graphql.requestStream', 'Admin.graphql'], graphql),
    'Rest.post': (call) => restOf(call, call.read.get(call.args[0], 'path')),
    'AdminRest.post': (call) => restOf(call, call.args[0]),
    ...each(['Rest.put', 'Rest.delete', 'AdminRest.put', 'AdminRest.delete'], idempotent('updates at Shopify')),
    ...each(['Rest.get', 'AdminRest.get'], refetch),
    'Shopify.rest.Fulfillment.new.save': effect('shipment', 'fulfils an order'),
    'Shopify.rest.Refund.new.save': effect('money', 'refunds'),
    'Shopify.rest.Transaction.new.save': effect('money', 'moves money'),
    'Shopify.rest.GiftCard.new.save': effect('money', 'issues a gift card'),
    'Shopify.rest.*.new.save': effect('other', 'writes to Shopify'),
    'Shopify.rest.*.new.delete': idempotent('deletes at Shopify'),
    ...each(
      ['find', 'all', 'count', 'search'].map((name) => `Shopify.rest.*.${name}`),
      refetch,
    ),
    'Shopify.rest.*.delete': idempotent('deletes at Shopify'),
    'Shopify.billing.createUsageRecord': effect('money', 'records billed usage', { key: keyAt(0, 'idempotencyKey') }),
    'Shopify.billing.request': effect('other', 'asks a merchant to pay'),
    ...each(
      ['Shopify.billing.cancel', 'Shopify.billing.updateUsageCappedAmount'],
      idempotent('cancels a subscription'),
    ),
    ...each(['Shopify.billing.check', 'Shopify.billing.subscriptions'], refetch),
  },
});
