// Checked: @lob/lob-typescript-sdk 1.4.2 and printful-sdk-js-v2 2.1.3-beta types. Not checked: printful-client, printify-sdk-js, lob.
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { byVerb, each, effect, idempotent, keyAt, refetch, under } from './support/effect.ts';

const prints = effect('shipment', 'orders a print');

/** `client.post('orders', order)` of printful-client. */
const post: MeaningOf = (call) =>
  (/^\/?orders/.test(call.read.text(call.args[0]) ?? '') ? prints : effect('other', 'creates an object at Printful'))(
    call,
  );

const mail = ['LettersApi', 'PostcardsApi', 'ChecksApi', 'SelfMailersApi'];

export const printOnDemand = defineLibrary({
  name: 'print on demand',
  packages: ['printful-client', 'printify-sdk-js', 'printful-sdk-js-v2', 'lob', '@lob/lob-typescript-sdk'],
  source: 'https://github.com/spencerlepine/printify-sdk-js, https://github.com/lob/lob-typescript-sdk',
  types: {
    Client: ['default.new', 'default()', 'Printify.new', 'PrintfulClient.new'],
    ...Object.fromEntries(mail.map((name) => [name, [`${name}.new`]])),
    Records: ['AddressesApi.new', 'BankAccountsApi.new', 'TemplatesApi.new', 'CardsApi.new'],
    CardOrders: ['CardOrdersApi.new'],
  },
  calls: {
    ...each(
      under('Client', [
        'orders.submit',
        'orders.sendToProduction',
        'orders.create',
        'orders.submitExpress',
        'ordersV2.confirmOrder',
      ]),
      prints,
    ),
    'Client.post': post,
    'Client.get': refetch,
    // A draft that is printed when it is confirmed.
    ...each(
      under('Client.ordersV2', ['createOrder', 'createItemByOrderId', 'createOrderEstimationTask']),
      effect('other', 'creates an order'),
    ),
    ...each(
      under('Client', ['letters.create', 'postcards.create', 'checks.create', 'selfMailers.create']),
      effect('shipment', 'sends a letter'),
    ),
    'Client.*.*': byVerb('Printful'),
    ...each(
      mail.flatMap((name) => [`${name}.create`, `${name}.${name.charAt(0).toLowerCase()}${name.slice(1, -4)}Create`]),
      effect('shipment', 'sends a letter', { key: keyAt(1) }),
    ),
    ...each(
      mail.map((name) => `${name}.*`),
      byVerb('Lob'),
    ),
    ...each(['CardOrders.create', 'CardOrders.cardOrderCreate'], prints),
    'Records.create': effect('other', 'creates an object at Lob'),
    'Records.*': byVerb('Lob'),
    'BankAccountsApi.verify': idempotent('verifies a bank account'),
  },
});
