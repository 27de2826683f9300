// What names say where nothing better is known: used last, and a fact that rests on it is likely, never certain.
import type { BlastRadius } from '../report/finding.ts';
import type { Effect } from './types.ts';

export interface NamedEffect {
  readonly radius: BlastRadius;
  readonly category: Effect['category'];
  readonly does: string;
}

/** `createPaymentIntent`, `IPN_url`, `paid-at` as lower-cased words. */
export function wordsOf(name: string): readonly string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

function set(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** A name that begins with one of these asks, makes or describes; it does nothing to the world. */
const harmlessFirst = set(`
  get find fetch load read list query search select count sum is has have had can could should will would was were are does did
  build format render parse validate calculate compute estimate preview quote simulate check verify assert ensure expect test mock
  log track trace measure report observe watch debug print inspect describe explain compare match filter sort map reduce group
  merge split join pick omit to from as with without use when on handle before after make prepare resolve normalize sanitize
  serialize deserialize encode decode encrypt decrypt sign hash compile transform convert extract derive generate init setup
  configure define declare register unregister subscribe unsubscribe listen open close connect disconnect start stop wait sleep
  retry cancel void revoke delete remove clear reset undo rollback abort skip ignore mark set update sync store save record persist
  insert upsert cache invalidate revalidate enable disable toggle show hide display toast redirect navigate test mock stub
`);

/** …and one that ends with these is a thing, a question or something that has happened. */
const harmlessLast = set(`
  schema schemas input inputs payload params parameters args options config configuration type types props dto model entity
  error errors exception template templates url uri link links path route router client clients service services mailer transport
  transporter queue worker builder factory provider handler handlers listener listeners middleware mock mocks stub fixture fixtures
  key keys id ids hash text html body subject header headers response responses status json file files stream state page pages
  component hook hooks context store reducer selector action actions exists valid enabled allowed required amount total
  succeeded failed refunded created updated deleted completed paid captured canceled cancelled expired received processed sent
  attached detached activated deactivated queued scheduled delivered opened clicked
`);

/** Objects after which `send` tells nobody outside anything. */
const sentInside = set(`
  response status json file error headers back event command request query beacon analytics metric metrics log logs ping pong
  heartbeat data bytes buffer chunk packet frame next action signal ok html page stream redirect result reply
`);

const messageNouns = set(`
  email emails mail mails sms text texts notification notifications message messages receipt receipts reminder reminders invite
  invites invitation invitations alert alerts newsletter digest confirmation welcome whatsapp telegram slack discord push otp
  letter postcard announcement dm
`);
const parcels = set(`
  shipment shipments parcel parcels package packages order orders label labels fulfillment fulfillments fulfilment fulfilments
  consignment consignments delivery deliveries pickup courier goods items product products
`);
const funds = set(`
  fund funds money balance balances credit credits point points payout payouts refund refunds transfer transfers charge charges
  payment payments bonus bonuses reward rewards commission commissions cashback wallet invoice coins gems royalties royalty
  earnings disbursement disbursements reimbursement tip donation stipend prize winnings subscription
`);
const jobs = set('job jobs task tasks workflow workflows queue message messages');
const credits = set(
  'credits credit points coins gems balance bonus bonuses reward rewards cashback quota tokens minutes funds money',
);

const money = (does: string): NamedEffect => ({ radius: 'money', category: 'money', does });
const shipment = (does: string): NamedEffect => ({ radius: 'shipment', category: 'shipment', does });
const message = (does: string): NamedEffect => ({ radius: 'message', category: 'message', does });
const enqueue = (does: string): NamedEffect => ({ radius: 'state', category: 'enqueue', does });
const other = (does: string): NamedEffect => ({ radius: 'state', category: 'other', does });

/** A verb, what must follow it (`any` even nothing), what must not, and what it does. */
interface Verb {
  readonly verbs: ReadonlySet<string>;
  readonly needs: ReadonlySet<string> | 'any' | 'something';
  readonly not?: ReadonlySet<string>;
  readonly effect: NamedEffect | ((words: readonly string[]) => NamedEffect);
}

/** In this order: what tells somebody of a payout is a message and no payout. */
const verbs: readonly Verb[] = [
  { verbs: set('enqueue queue'), needs: 'something', effect: enqueue('enqueues a job') },
  {
    verbs: set('add push send publish dispatch schedule trigger start submit produce'),
    needs: jobs,
    not: set('slack user'),
    effect: byTarget,
  },
  { verbs: set('publish'), needs: set('event events json'), effect: enqueue('publishes an event') },

  {
    verbs: set('notify'),
    needs: 'something',
    not: set('error errors listener listeners observer observers sentry bugsnag rollbar'),
    effect: message('sends a notification'),
  },
  {
    verbs: set('email mail sms'),
    needs: 'something',
    not: set('for from by of is exists address domain regex service'),
    effect: (words) => message(doesOf(words)),
  },
  {
    verbs: set('deliver dispatch broadcast post push fire'),
    needs: messageNouns,
    effect: (words) => message(doesOf(words)),
  },
  { verbs: set('alert'), needs: 'something', not: set('dialog box'), effect: message('sends an alert') },
  { verbs: set('invite remind'), needs: 'something', effect: message('sends a mail') },
  {
    verbs: set('send'),
    needs: set('money funds payout payouts payment payments transfer'),
    not: messageNouns,
    effect: money('pays out'),
  },
  { verbs: set('send'), needs: set('parcel package shipment'), not: messageNouns, effect: shipment('ships') },
  { verbs: set('send'), needs: 'something', not: sentInside, effect: (words) => message(doesOf(words)) },

  { verbs: set('ship'), needs: 'any', effect: shipment('ships') },
  {
    verbs: set('fulfill fulfil'),
    needs: 'any',
    not: set('promise request requests'),
    effect: shipment('fulfils an order'),
  },
  { verbs: set('dispatch deliver'), needs: parcels, effect: shipment('ships') },
  {
    verbs: set('create buy purchase print book schedule request order submit'),
    needs: set(
      'shipment shipments parcel parcels label labels fulfillment fulfilment consignment pickup courier delivery',
    ),
    effect: shipment('creates a shipment'),
  },

  { verbs: set('pay payout disburse reimburse'), needs: 'any', not: set('load'), effect: money('pays out') },
  { verbs: set('charge bill'), needs: 'any', not: set('id back'), effect: money('charges') },
  { verbs: set('invoice'), needs: set('customer user client account order tenant team'), effect: money('bills') },
  { verbs: set('refund'), needs: 'any', not: set('policy reason window'), effect: money('refunds') },
  {
    verbs: set('transfer'),
    needs: 'something',
    not: set(
      'ownership owner data file files state repo repository control list call chat domain project session encoding',
    ),
    effect: money('transfers money'),
  },
  {
    verbs: set('capture authorize settle'),
    needs: set('payment payments charge order authorization funds intent payout'),
    effect: money('charges'),
  },
  { verbs: set('release'), needs: set('escrow funds payment payout'), effect: money('pays out') },
  {
    verbs: set('credit debit'),
    needs: 'any',
    not: set('card cards note notes score check limit'),
    effect: money('changes a balance'),
  },
  { verbs: set('deposit withdraw topup'), needs: 'any', effect: money('moves money') },
  { verbs: set('top'), needs: set('up'), effect: money('tops up a balance') },
  {
    verbs: set('reward award'),
    needs: 'something',
    not: set('badge badges achievement achievements'),
    effect: money('grants credits'),
  },
  {
    verbs: set('add grant give increase increment issue allocate deduct decrease decrement consume spend mint assign'),
    needs: credits,
    not: set('token cards card note'),
    effect: money('changes a balance'),
  },
  {
    verbs: set('issue create process initiate execute perform do'),
    needs: set('refund refunds'),
    effect: money('refunds'),
  },
  {
    verbs: set('issue create process initiate execute perform do'),
    needs: funds,
    not: set('method methods intent link session plan customer'),
    effect: money('moves money'),
  },
  { verbs: set('create confirm capture'), needs: set('intent'), effect: money('charges') },

  { verbs: set('provision'), needs: 'any', effect: other('provisions') },
  {
    verbs: set('issue create activate'),
    needs: set('license licence licenses licences ticket tickets voucher vouchers giftcard'),
    effect: other('issues a licence'),
  },
];

/** What a call does to the world by the name of the function or method that is called. */
export function effectByName(name: string): NamedEffect | undefined {
  const words = wordsOf(name.split('.').at(-1) ?? name);
  const [first, ...rest] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined || harmlessFirst.has(first)) return undefined;
  if (rest.length > 0 && harmlessLast.has(last) && !isTold(first, last)) return undefined;
  const found = verbs.find((verb) => verb.verbs.has(first) && follows(verb, rest));
  return typeof found?.effect === 'function' ? found.effect(words) : found?.effect;
}

/** `sendText` and `emailReceived` end alike; only the first sends. */
function isTold(first: string, last: string): boolean {
  return (first === 'send' && last === 'text') || (last === 'queue' && first !== 'create') || last === 'json';
}

function follows({ needs, not }: Verb, rest: readonly string[]): boolean {
  if (rest.some((word) => not?.has(word) === true)) return false;
  if (needs === 'any') return true;
  return needs === 'something' ? rest.length > 0 : rest.some((word) => needs.has(word));
}

function byTarget(words: readonly string[]): NamedEffect {
  if (words[0] === 'send' && !words.includes('queue')) return message(doesOf(words));
  return enqueue(words.some((word) => word.startsWith('workflow')) ? 'starts a workflow' : 'enqueues a job');
}

function doesOf(words: readonly string[]): string {
  const includes = (...some: string[]): boolean => some.some((word) => words.includes(word));
  if (includes('sms', 'text', 'whatsapp', 'otp')) return 'sends a text message';
  if (includes('push')) return 'sends a push notification';
  if (includes('slack', 'discord', 'telegram', 'teams')) return 'posts a message';
  return includes('email', 'emails', 'mail', 'mails', 'receipt', 'invoice', 'newsletter', 'welcome')
    ? 'sends a mail'
    : 'sends a message';
}

const moneyWords = set(`
  balance balances wallet wallets credit credits point points quota quotas stock inventory ledger amount amounts cents pence payout
  payouts earning earnings revenue coins gems tokens funds cashback commission commissions reward rewards bonus spent spend income
  donations seats minutes allowance deposit deposits debit refunded quantity
`);
const moneyTables = set(`
  wallet wallets ledger ledgers balance balances credit credits payout payouts refund refunds transfer transfers earning earnings
  points loyalty transaction transactions payment payments commission commissions cashback reward rewards disbursement
  disbursements withdrawal withdrawals deposit deposits charge charges donation donations royalty royalties journal
`);
/** Last words of tables that stand beside money without being it. */
const noMoney = set(
  'method methods type types setting settings provider providers config card cards event events webhook webhooks plan plans id ids status state currency at token limit',
);

/** A column whose sum is worth something, so that adding twice gives somebody too much. */
export function isMoneyColumn(name: string): boolean {
  return isWorth(name, moneyWords);
}

/** A table each of whose rows is worth something. */
export function isMoneyTable(name: string): boolean {
  return isWorth(name, moneyTables);
}

function isWorth(name: string, worth: ReadonlySet<string>): boolean {
  const words = wordsOf(name);
  return words.some((word) => worth.has(word)) && !noMoney.has(words.at(-1) ?? '');
}

const stateWords = set('status state phase stage');
/** What ends a thing, as a boolean or, with `at` or `on` behind it, as a time. */
const terminalFacts = set(`
  paid refunded shipped cancelled canceled delivered fulfilled completed failed expired voided captured settled disputed returned
  rejected approved confirmed closed suspended terminated ended resolved declined
`);

/** A column whose new value may be older than the one it overwrites. */
export function isStatusColumn(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (stateWords.has(last) || last.endsWith('status')) return true;
  const fact =
    last === 'at' || last === 'on' || last === 'date' ? words.slice(0, -1) : words[0] === 'is' ? words.slice(1) : words;
  return fact.length === 1 && terminalFacts.has(fact[0] ?? '');
}

/** An option or header by which a receiver is told what a repetition is. */
/** By its name a column that keeps when the last event was made. */
export function isEventTimeColumn(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  if (/expir|trial|period|due|until|start|end|valid|deadline|scheduled|cancel|birth/.test(words)) return false;
  return /event.*(?:at|time|created|timestamp|ts|date)$|(?:last|latest|updated|modified|synced|changed|seen|provider|stripe|webhook).*(?:at|time|created|timestamp|ts)$/.test(
    words,
  );
}

/** A function of tests that runs what it is given several times at once, or delivers twice. */
export function runsAtOnce(name: string): boolean {
  return /twice|concurren|parallel|simultan|at_?once|in_?turns|race[sd]?$|^race|overlap|stampede|double_?deliver|redeliver|duplicate|^p_?map$|storm/i.test(
    name,
  );
}

/** Puts off what it is given until the transaction has ended: `tx.afterCommit(fn)`. */
export function runsAfterCommit(name: string): boolean {
  return /(?:after|on|post|upon)_?(?:transaction_?|tx_?)?(?:commit|complete)(?:ted|d)?$/i.test(
    name.replace(/\(\)$/, ''),
  );
}

/** Counts the tries of one delivery. */
export function isAttemptName(name: string): boolean {
  return /^(?:n(?:o|um(?:ber)?)?_?)?(?:retry|attempt|try)(?:_?(?:no|num(?:ber)?|count|index|id|s_?made|s))?$|^(?:retries|tries)$/i.test(
    name,
  );
}

export function isIdempotencyOptionName(name: string): boolean {
  const joined = name.toLowerCase().replace(/[^a-z]/g, '');
  return /idempoten|^x?dedup|deduplication|^(client|request)token$|clientrequesttoken|^(job|singleton|unique|once|apirequest)key$|^jobid$|^paypalrequestid$|^msgid$/.test(
    joined,
  );
}

const claimWords = set(
  'claim dedupe dedup deduplicate deduplicated idempotent idempotently idempotency once duplicate duplicated replay',
);
const seenWords = set('processed handled seen consumed');

/** The name of a function that may be deciding which delivery wins. */
export function looksLikeClaimName(name: string): boolean {
  const words = wordsOf(name.split('.').at(-1) ?? name);
  const [first = ''] = words;
  const includes = (...some: string[]): boolean => some.some((word) => words.includes(word));
  if (/^(release|unlock|un|remove|delete|clear|prune|purge|complete|finish|extend)$/.test(first)) return false;
  if (words.some((word) => claimWords.has(word))) return true;
  if (words.some((word) => seenWords.has(word))) return words.length > 1 || first === 'seen';
  if (includes('lock') || first === 'acquire') return true;
  if (
    includes('event', 'delivery', 'webhook') &&
    /^(record|register|reserve|store|save|remember|insert|track)$/.test(first)
  )
    return true;
  if (includes('event', 'delivery') && includes('new', 'exists', 'known')) return true;
  return first === 'should' && includes('process', 'handle');
}

const verifying = set(`
  verify verifies verified verifier verification authenticate authenticated authenticates authenticator authorize authorized
  auth signature signatures hmac digest unwrap guard guarded authentic trusted genuine secret token bearer whitelist allowlist
`);

/** The name of a function that may be finding out who sent an event. */
export function looksLikeVerifierName(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => verifying.has(word))) return true;
  const includes = (...some: string[]): boolean => some.some((word) => words.includes(word));
  if (includes('construct', 'parse', 'receive', 'read') && includes('event', 'webhook', 'notification')) return true;
  return (
    includes('validate', 'check', 'ensure', 'assert', 'valid') &&
    includes('webhook', 'request', 'event', 'sender', 'ip', 'origin', 'source', 'key')
  );
}

/** The keyed hash that compared values are made of. */
export { computesHash, findMac } from './platform/support/mac.ts';

const loggers =
  /^(log|logs|logger|logging|console|winston|pino|bunyan|sentry|tracer|span|metrics?|statsd|analytics|telemetry|posthog|mixpanel|datadog|newrelic)$/i;

/** `this.logger.warn`, `req.log.info`, `logError`, `captureException`: known by name to be of no interest. */
export function isLoggerName(name: string): boolean {
  const segments = name.replace(/\(.*?\)/g, '').split('.');
  const last = segments.at(-1) ?? '';
  if (segments.slice(0, -1).some((segment) => loggers.test(segment) || /[a-z]Logger$/.test(segment))) return true;
  if (/^(log|debug|warn|info|trace|fatal)$/.test(last)) return true;
  if (/^(captureException|captureMessage|captureEvent|addBreadcrumb|reportError|trackEvent|track|logger)$/.test(last))
    return true;
  const words = wordsOf(last);
  return words.length > 1 && words[0] === 'log' && !/^(in|out|off|on)$/.test(words[1] ?? '');
}

const senders = set(`
  stripe github gitlab bitbucket shopify paypal adyen square squareup paddle lemonsqueezy lemon razorpay mollie clerk svix resend
  twilio slack sendgrid braintree coinbase xendit plaid checkoutcom polar paystack flutterwave postmark linear replicate mailgun
  discord telegram whatsapp facebook meta zoom calendly cal typeform hubspot intercom docusign woocommerce bigcommerce mercadopago
  mercado midtrans wise dwolla gocardless revenuecat appstore apple google playstore vercel supabase inngest mux livekit vonage
  nexmo messagebird plivo vapi retell elevenlabs fal runpod auth workos kinde creem dodo dodopayments chargebee recurly orb lago
  hitpay payu phonepe cashfree moyasar iyzico payfast sumup nowpayments alchemy helius moralis zapier sendcloud easypost shippo
  shipstation printful printify klarna afterpay tabby jira notion airtable contentful sanity brevo loops customerio onesignal
`);
const paying = set(
  'payment payments pay order orders billing transaction transactions sms delivery shipping shipment payout',
);
const signingIn = set('oauth oidc saml sso auth login signin signup logout session sessions verify');
/** Sending, managing or rehearsing webhooks is not receiving them. */
const never = set(`
  register registration setup simulate simulator mock mocks outgoing outbound sender senders send dispatch dispatcher dispatchers
  emitter publisher fire test tests spec fixtures
`);
const withoutSender = set(`
  subscription subscriptions endpoint endpoints settings config configure create manage management manager list types schema docs
  deliver delivery deliveries sdk client trigger retry replay logs history secret secrets rotate
`);

/** Does a route, a file's path or a function's name say that providers deliver there? */
export function namesWebhook(pathOrRoute: string): boolean {
  const isFile = /\.[cm]?[jt]sx?$/.test(pathOrRoute);
  // The folder of a platform's functions names no sender.
  const words = wordsOf(pathOrRoute.replace(/(?:^|\/)supabase\/functions\//, '/'));
  const includes = (some: ReadonlySet<string>): boolean => words.some((word) => some.has(word));
  const hasSender = includes(senders);
  const says =
    words.some(
      (word, index) =>
        /^(webhooks?|ipn|postbacks?)$/.test(word) || (/^hooks?$/.test(word) && words[index - 1] === 'web'),
    ) ||
    /(?:^|\/)hooks?\/(?:.*\/)?(?:route|\+server)\.[cm]?[jt]s$/.test(pathOrRoute) ||
    // React's hooks live in folders of that name.
    (words.some((word) => /^hooks?$/.test(word)) &&
      !isFile &&
      words[0] !== 'use' &&
      (pathOrRoute.startsWith('/') || hasSender)) ||
    (words.some((word) => /^callbacks?$/.test(word)) && !includes(signingIn) && (hasSender || includes(paying))) ||
    // A file of notifications sends them.
    (words.some((word) => (isFile ? /^(events?|inbound)$/ : /^(events?|notifications?|notify|inbound)$/).test(word)) &&
      hasSender &&
      !includes(signingIn));
  return says && !includes(never) && (hasSender || !includes(withoutSender));
}

/** `/webhooks/send`, `/test-webhook`: a person of the team sends or rehearses one there. */
export function sendsWebhooks(route: string): boolean {
  const words = wordsOf(route);
  return words.some((word) => /^(?:web)?hooks?$/.test(word)) && words.some((word) => never.has(word));
}

/**
 * `/webhooks` by itself, `/webhooks/:id`: where subscriptions are kept. Not `/gitlab/:integrationId`, which is a
 * provider's address of one customer.
 */
export function keepsSubscriptions(route: string): boolean {
  const hasSender = wordsOf(route).some((word) => senders.has(word));
  return (
    /(?:^|\/)(?:web)?hooks\/?(?:route\.\w+|index\.\w+)?$/i.test(route) ||
    (/[:[{$][^/]*id\b/i.test(route) &&
      !/ipn|postback/i.test(route) &&
      (!hasSender || /hooks?\/[:[{$]|[:[{$](?:web)?hook/i.test(route)))
  );
}

/** Looks that no provider's webhook has: a person is signed in. */
const signedIn =
  /\b(?:requireAdmin|isAuthenticated|requireAuth|ensureLoggedIn|withAuth|getServerSession|protectedProcedure|adminProcedure|requireUser)\b|\b(?:getAuth|auth|currentUser|getSession)\(/;

export function speaksOfSignIn(functionText: string): boolean {
  return signedIn.test(functionText);
}

const schedules = /\/(?:cron|crons|cronjobs?|schedul(?:e|ed|er)|tasks?|jobs?|workers?|trigger)(?:\/|[-_.]|$)/i;

/** A route that a scheduler of the same team calls. */
export function isScheduledRoute(route: string): boolean {
  return schedules.test(route);
}

const deliveryWords =
  /webhook|web_hook|signature|constructEvent|unmarshal|hmac|postback|event\.(?:type|event)\b|event_?type|svix|verif/i;

/** Words that a function has which takes deliveries: a verification, a header, the type of an event. */
export function speaksOfDeliveries(functionText: string): boolean {
  return deliveryWords.test(functionText);
}

const eventWords = /\b(?:event|payload|topic|event_type|eventType)\b/i;

export function speaksOfEvents(functionText: string): boolean {
  return eventWords.test(functionText);
}

/** Words by which a file that may hold a handler is found. */
export const handlerWords: readonly string[] = [
  'webhook',
  'web_hook',
  'web-hook',
  'signature',
  'constructEvent',
  'x-hub-',
  'postback',
  '/ipn',
  'hmac',
];

const everyday = set('meta line linear square notion sentry vercel openai zoom mux wise sanity');

/** A provider's name that most files say without meaning its deliveries: it makes no file worth reading. */
export function isEverydayName(name: string): boolean {
  return everyday.has(name.toLowerCase());
}

/** A function named so may write down, or hand over, what failed in it or before it. */
export function keepsByName(name: string): boolean {
  return /save|store|persist|record|insert|enqueue|queue|retry|dead|dlq|failed|failure|park|defer|push|create|mark/i.test(
    name,
  );
}

/** A method named so writes to what it is called on. */
export function writesByName(name: string): boolean {
  return /^(?:set|put|add)$|^(?:write|update|upsert|save|store|persist|insert|create)/i.test(name);
}

/** A table of what happened: whether a row is there decides nothing for an event. */
export function isRecordTable(table: string): boolean {
  return /log|audit|analytic|metric|trace|histor|activit|statistic|telemetry|usage|report|notification/i.test(table);
}

/** Of those, one for people to look at: a second row of the same hurts nobody. */
export function isLogTable(table: string): boolean {
  return /logs?$|^log_|audit|analytic|metric|telemetr|activit/i.test(table);
}
