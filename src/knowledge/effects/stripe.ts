// Checked: stripe 23.1 types and source (every method that posts or deletes). Documented: docs.stripe.com/api/idempotent_requests.
import { defineLibrary } from '../types.ts';
import { isIdempotencyOptionName } from '../lexicon.ts';
import { httpMeaning } from './http-hosts.ts';
import type { EffectDetails } from './support/effect.ts';
import type { Call, Effect, Meaning, MeaningOf, ValueReader } from '../types.ts';
import type { Value } from '../../interpret/value.ts';
import {
  each,
  effectOf,
  idempotent,
  keyAt,
  keyOf,
  nothing,
  prefixed,
  propertyLike,
  refetch,
} from './support/effect.ts';

/** What `RequestOptions` hold, in all versions; parameters hold none of it. */
const optionNames = new Set([
  'apiBase',
  'apiKey',
  'apiVersion',
  'authenticator',
  'host',
  'headers',
  'idempotencyKey',
  'maxNetworkRetries',
  'stripeAccount',
  'stripeContext',
  'streaming',
  'timeout',
]);

/** RequestOptions come last; up to version 21 they may stand in the place of parameters that are left out. */
function call(category: Effect['category'], does: string, options: number, details: EffectDetails = {}): MeaningOf {
  return (made) => {
    const { args, read } = made;
    const early = options - 1;
    const names = args.length === options ? read.entries(args[early]).map(([name]) => name) : [];
    const isEarly = names.includes('idempotencyKey') && names.every((name) => optionNames.has(name));
    const at = isEarly ? early : options;
    const key = keyAt(at, 'idempotencyKey');
    const meaning = effectOf(made, category, does, { ...details, key });
    const header = idempotencyHeader(read, args[at]);
    return header === undefined ? meaning : withKey(meaning, header);
  };
}

/** `{ headers: { 'Idempotency-Key': key } }` in the options. */
function idempotencyHeader(read: ValueReader, options: Value | undefined): Value | undefined {
  const key = read.get(options, 'idempotencyKey');
  if (key !== undefined || options === undefined) return undefined;
  return propertyLike(read, read.get(options, 'headers'), isIdempotencyOptionName).value;
}

function withKey(meaning: Meaning, value: Value): Meaning {
  if (meaning.is !== 'effect' || !meaning.effect.key.accepted) return meaning;
  return { ...meaning, effect: { ...meaning.effect, key: { accepted: true, value, place: meaning.effect.key.place } } };
}

/** `create(params, options)`. */
const creates = (does: string) => call('money', does, 1);
/** `capture(id, params, options)`. */
const acts = (does: string) => call('money', does, 2);
const makes = (does: string) => call('other', does, 1);

const money: Readonly<Record<string, MeaningOf>> = {
  'charges.create': creates('charges'),
  'charges.capture': acts('charges'),
  'paymentIntents.create': creates('charges'),
  'paymentIntents.confirm': acts('charges'),
  'paymentIntents.capture': acts('charges'),
  'paymentIntents.incrementAuthorization': acts('charges more'),
  'paymentIntents.applyCustomerBalance': acts('charges a customer balance'),
  'refunds.create': creates('refunds'),
  'charges.createRefund': acts('refunds'),
  'applicationFees.createRefund': acts('refunds a fee'),
  'transfers.create': creates('pays out'),
  'transfers.createReversal': acts('reverses a transfer'),
  'payouts.create': creates('pays out'),
  'payouts.reverse': acts('reverses a payout'),
  'topups.create': creates('tops up the balance'),
  'invoices.create': creates('bills'),
  'invoices.pay': acts('charges an invoice'),
  'invoices.addLines': acts('bills'),
  'invoices.sendInvoice': call('message', 'sends an invoice', 2),
  'invoices.attachPayment': acts('pays an invoice'),
  'invoices.retrieveUpcoming': () => refetch,
  'invoices.createPreview': () => nothing,
  'invoiceItems.create': creates('bills'),
  'creditNotes.create': creates('credits'),
  'subscriptions.create': creates('starts a subscription'),
  'subscriptions.resume': acts('resumes a subscription'),
  'subscriptionItems.create': creates('adds to a subscription'),
  'subscriptionItems.createUsageRecord': acts('records billed usage'),
  'billing.meterEvents.create': creates('records billed usage'),
  'billing.creditGrants.create': creates('grants credits'),
  'subscriptionSchedules.create': creates('schedules a subscription'),
  'quotes.accept': acts('bills a quote'),
  'customers.createBalanceTransaction': acts('changes a customer balance'),
  'issuing.authorizations.approve': acts('approves a card payment'),
  'treasury.outboundPayments.create': creates('pays out'),
  'treasury.outboundTransfers.create': creates('pays out'),
  'treasury.inboundTransfers.create': creates('pulls money in'),
  'terminal.readers.processPaymentIntent': acts('charges'),
  'terminal.readers.refundPayment': acts('refunds'),
  'terminal.readers.confirmPaymentIntent': acts('charges'),
  'subscriptions.migrate': acts('changes how a subscription is billed'),
  'billing.creditGrants.voidGrant': () => idempotent('voids credits', 'money'),
  'billing.meterEventAdjustments.create': creates('corrects billed usage'),
  'treasury.creditReversals.create': creates('sends money back'),
  'treasury.debitReversals.create': creates('sends money back'),
  'climate.orders.create': creates('buys carbon removal'),
  'v2.billing.meterEvents.create': creates('records billed usage'),
  'v2.billing.meterEventStream.create': creates('records billed usage'),
  'v2.billing.meterEventAdjustments.create': creates('corrects billed usage'),
  'v2.moneyManagement.outboundPayments.create': creates('pays out'),
  'v2.moneyManagement.inboundTransfers.create': creates('pulls money in'),
  'v2.moneyManagement.payoutIntents.create': creates('pays out'),
  'v2.moneyManagement.payoutIntents.confirm': acts('pays out'),
};

const state: Readonly<Record<string, MeaningOf>> = {
  'v2.core.accounts.persons.create': call('other', 'adds a person to an account', 2),
  'v2.core.accounts.personTokens.create': call('other', 'creates a token', 2),
  'invoices.finalizeInvoice': acts('finalizes an invoice'),
  'checkout.sessions.create': makes('opens a checkout session'),
  'billingPortal.sessions.create': makes('opens a billing session'),
  'customers.create': makes('creates a customer'),
  'products.create': makes('creates a product'),
  'prices.create': makes('creates a price'),
  'coupons.create': makes('creates a coupon'),
  'promotionCodes.create': makes('creates a promotion code'),
  'paymentLinks.create': makes('creates a payment link'),
  'setupIntents.create': makes('creates a setup intent'),
  'accounts.create': makes('creates an account'),
  'accountLinks.create': makes('creates an account link'),
  'ephemeralKeys.create': makes('creates a key'),
  'issuing.cards.create': makes('issues a card'),
  'setupIntents.confirm': call('other', 'sets up a payment method', 2),
  'tax.transactions.createFromCalculation': makes('records a tax transaction'),
  'tax.transactions.createReversal': makes('reverses a tax transaction'),
  'quotes.finalizeQuote': call('other', 'finalizes a quote', 2),
  'customers.createSource': call('other', 'adds a payment source', 2),
  'accounts.createExternalAccount': call('other', 'adds a bank account', 2),
};

/** Objects directly on the client, under a group, and under a group of a group. */
const anywhere = ['*.', '*.*.', '*.*.*.'];

const usual: Record<string, Meaning | MeaningOf> = {
  ...prefixed<Meaning | MeaningOf>(anywhere, {
    create: makes('creates an object at Stripe'),
    retrieve: refetch,
    list: refetch,
    search: refetch,
    ...each(['update', 'modify'], idempotent('updates an object at Stripe')),
    ...each(
      [
        'del',
        'cancel',
        'close',
        'expire',
        'voidInvoice',
        'voidCreditNote',
        'markUncollectible',
        'detach',
        'deactivate',
        'archive',
        'release',
        'reject',
        'deleteDiscount',
        'pause',
      ],
      idempotent('cancels at Stripe'),
    ),
    attach: idempotent('attaches a payment method'),
  }),
  ...Object.fromEntries(anywhere.map((prefix) => [`${prefix}*`, byVerb])),
  ...Object.fromEntries(anywhere.slice(1).map((prefix) => [`testHelpers.${prefix.slice(2)}*`, nothing])),
};

/** The rest says in its first word what it does: `listTaxIds`, `updateLines`, `createPerson(id, params, options)`. */
function byVerb(made: Call): Meaning | undefined {
  const verb = /^[a-z]+/.exec(made.chain.at(-1)?.name ?? '')?.[0] ?? '';
  if (/^(retrieve|list|search|preview)$/.test(verb)) return refetch;
  if (/^(update|delete|remove|set|unarchive|enable|disable|reactivate|unreject|redact)$/.test(verb))
    return idempotent('updates an object at Stripe');
  const making = call('other', 'creates an object at Stripe', 2);
  return verb === 'create' ? (making(made) as Meaning) : undefined;
}

/** `rawRequest('POST', '/v1/transfers', params, options)`. */
const raw: MeaningOf = (made) => {
  const [method, path, , options] = made.args;
  const { read } = made;
  const headers = read.get(options, 'additionalHeaders') ?? read.get(options, 'headers');
  const meaning = httpMeaning(
    { method: read.string(method) ?? null, host: 'api.stripe.com', url: path, headers },
    read,
  );
  if (meaning === false || meaning.is !== 'effect' || !meaning.effect.key.accepted || meaning.effect.key.value)
    return meaning;
  return { ...meaning, effect: { ...meaning.effect, key: keyOf(read, made.args, keyAt(3, 'idempotencyKey')) } };
};

export const stripeCalls = defineLibrary({
  name: 'stripe',
  packages: ['stripe'],
  source: 'https://docs.stripe.com/api/idempotent_requests',
  types: { Stripe: ['Stripe.withStripeContext()'] },
  calls: {
    ...prefixed(['Stripe.'], usual),
    ...prefixed(['Stripe.'], state),
    ...prefixed(['Stripe.'], money),
    'Stripe.on': nothing,
    'Stripe.off': nothing,
    'Stripe.once': nothing,
    'Stripe.rawRequest': raw,
  },
});
