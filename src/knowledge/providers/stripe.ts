// Facts of the provider: the project's table and docs.stripe.com/webhooks. Checked: stripe 23.1 types.
import { prefixed } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import { days, eventMembers, verifies } from './support/verification.ts';

const constructEvent = verifies('stripe', 'event', { payload: 0, secret: 2 });
const verifyHeader = verifies('stripe', 'boolean', { payload: 0, secret: 2 });

export const stripe = defineLibrary({
  name: 'stripe',
  packages: ['stripe'],
  source: 'https://docs.stripe.com/webhooks',
  types: { Stripe: ['default.new', 'Stripe.new', 'default()', 'default.default.new', 'default.Stripe.new'], Event: [] },
  typeAliases: {
    'Stripe.Event': 'Event',
    'default.Stripe': 'Stripe',
    'Stripe.Stripe': 'Stripe',
    DiscriminatedEvent: 'Event',
  },
  members: eventMembers('Event', 'stripe', {
    key: 'id',
    kind: 'type',
    time: 'created',
    rest: ['data', 'account', 'api_version', 'livemode', 'request', 'context'],
  }),
  // The class carries `webhooks` too, without an instance.
  calls: prefixed(['Stripe.', 'default.'], {
    'webhooks.constructEvent': constructEvent,
    'webhooks.constructEventAsync': constructEvent,
    'webhooks.signature.verifyHeader': verifyHeader,
    'webhooks.signature.verifyHeaderAsync': verifyHeader,
    parseEventNotification: constructEvent,
    parseEventNotificationAsync: constructEvent,
    parseThinEvent: constructEvent,
    createSubtleCryptoProvider: { is: 'nothing' },
    createNodeCryptoProvider: { is: 'nothing' },
    'webhooks.generateTestHeaderString': { is: 'nothing' },
    'webhooks.generateTestHeaderStringAsync': { is: 'nothing' },
  }),
  provider: {
    title: 'Stripe',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['type'],
    eventTime: ['created'],
    headers: ['stripe-signature'],
    signatureHeaders: ['stripe-signature'],
    eventTypes:
      /^(checkout\.session\.(completed|expired|async_payment_(succeeded|failed))|payment_intent\.(succeeded|payment_failed|created|canceled|processing|requires_action|amount_capturable_updated|partially_funded)|charge\.(succeeded|failed|refunded|captured|pending|expired|updated|dispute\.\w+|refund\.updated)|invoice\.(paid|payment_succeeded|payment_failed|payment_action_required|created|finalized|finalization_failed|upcoming|voided|marked_uncollectible|will_be_due|overdue|sent)|customer\.(subscription|source|discount|tax_id|bank_account|card)\.\w+|payment_method\.(attached|detached|updated|automatically_updated)|setup_intent\.\w+|payout\.(paid|failed|created|canceled|reconciliation_completed)|transfer\.(created|reversed|updated)|account\.(updated|application\.\w+|external_account\.\w+)|capability\.updated|radar\.early_fraud_warning\.\w+|identity\.verification_session\.\w+|application_fee\.\w+|subscription_schedule\.\w+|credit_note\.\w+|billing_portal\.\w+\.\w+|customer_cash_balance_transaction\.created|entitlements\.active_entitlement_summary\.updated)$/,
    object: 'data.object',
    timeout: null,
    window: days(3),
    retriesByItself: true,
    order: 'none',
  },
});
