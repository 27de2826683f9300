// Checked: @shopify/shopify-api 13.1, @shopify/admin-api-client 1.1 types. Documented: shopify.dev/docs/api/admin-graphql.
import { defineLibrary } from '../types.ts';
import type { Effect, Meaning, MeaningOf } from '../types.ts';
import type { Value } from '../../interpret/value.ts';
import { each, effect, nothing } from './support/effect.ts';

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
  if (text === undefined || !/\bmutation\b/.test(text)) return nothing;
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
    Admin: ['App.unauthenticated.admin().admin'],
  },
  typeAliases: { GraphqlClient: 'Graphql', AdminApiContext: 'Admin' },
  calls: {
    ...each(['Graphql.request', 'Graphql.query', 'Admin.graphql'], graphql),
    'Rest.post': (call) =>
      (call.read.text(call.read.get(call.args[0], 'path')) ?? '').includes('fulfillments')
        ? effect('shipment', 'fulfils an order')(call)
        : /refunds|transactions/.test(call.read.text(call.read.get(call.args[0], 'path')) ?? '')
          ? effect('money', 'refunds')(call)
          : effect('other', 'writes to Shopify')(call),
    'Rest.get': { is: 'refetch' },
    'Shopify.rest.Fulfillment.new.save': effect('shipment', 'fulfils an order'),
    'Shopify.rest.Refund.new.save': effect('money', 'refunds'),
  },
});
