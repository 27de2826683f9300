// Checked: stripe 23.1 types. Documented: docs.stripe.com/api/idempotent_requests.
import { defineLibrary } from '../types.ts';
import type { EffectDetails } from './support/effect.ts';
import type { Effect, Meaning, MeaningOf } from '../types.ts';
import { each, effectOf, idempotent, keyAt, nothing, prefixed, refetch } from './support/effect.ts';

/** RequestOptions come last; where the parameters before them may be left out, the options may stand in their place. */
function call(category: Effect['category'], does: string, options: number, details: EffectDetails = {}): MeaningOf {
  return (made) => {
    const { args, read } = made;
    const early = options - 1;
    const isEarly = args.length === options && read.entries(args[early]).some(([name]) => name === 'idempotencyKey');
    return effectOf(made, category, does, { ...details, key: keyAt(isEarly ? early : options, 'idempotencyKey') });
  };
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
};

const state: Readonly<Record<string, MeaningOf>> = {
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
    'list().autoPagingToArray': refetch,
    'list().autoPagingEach': nothing,
    'search().autoPagingToArray': refetch,
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
  ...each(
    [
      'listLineItems',
      'listPaymentMethods',
      'listSources',
      'retrieveSource',
      'listBalanceTransactions',
      'listReversals',
      'listTaxIds',
      'listExternalAccounts',
      'retrievePaymentMethod',
      'retrieveCashBalance',
      'retrieveCurrent',
      'listUpcomingLines',
    ].flatMap((name) => anywhere.map((prefix) => prefix + name)),
    refetch,
  ),
};

export const stripeCalls = defineLibrary({
  name: 'stripe',
  packages: ['stripe'],
  source: 'https://docs.stripe.com/api/idempotent_requests',
  calls: {
    ...prefixed(['Stripe.'], usual),
    ...prefixed(['Stripe.'], state),
    ...prefixed(['Stripe.'], money),
    'Stripe.on': nothing,
    'Stripe.off': nothing,
  },
});
