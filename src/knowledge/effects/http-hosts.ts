// Checked: paths and keys against the SDKs in this folder, where there is one. Sources of the rest: the API references of the services; not called.
import type { BlastRadius } from '../../report/finding.ts';
import type { Value } from '../../interpret/value.ts';
import type { Effect, Meaning, ValueReader } from '../types.ts';
import { isIdempotencyOptionName } from '../lexicon.ts';
import { messageHosts } from './message-hosts.ts';
import { propertyLike, refetch } from './support/effect.ts';
import { shopifyGraphql } from './shopify.ts';

/** A request as any HTTP client describes it. */
export interface HttpRequest {
  /** Undefined where none is given (GET), null where it is not constant. */
  readonly method: string | null | undefined;
  readonly url: Value | undefined;
  /** The host, of a client that has one only. */
  readonly host?: string;
  /** Prefix that the client puts before the url. */
  readonly base?: Value | undefined;
  readonly headers: Value | undefined;
  /** What is sent, as an object or as the text of one. */
  readonly body?: Value | undefined;
  /** Headers that the client was made with. */
  readonly defaultHeaders?: Value | undefined;
}

interface SendingApi {
  /** Matched on `host/path`, unknown parts as `\u0000`. */
  readonly url: RegExp;
  readonly category: Effect['category'];
  readonly does: string;
  readonly radius?: BlastRadius;
  readonly idempotent?: true;
  /** Header that takes the key; absent where the API takes none, or takes it in the body. */
  readonly key?: string;
  /** Property of the body that takes the key; dots lead into objects. */
  readonly bodyKey?: string;
  /** Sends on a GET too. */
  readonly anyMethod?: true;
}

const standard = 'idempotency-key';

/** The first that matches counts, so the narrow ones come first. */
const sendingApis: readonly SendingApi[] = [
  // Posts that only ask: nothing is left behind.
  {
    url: /^connect\.squareup(sandbox)?\.com\/v2\/.*\/(search|batch-retrieve|bulk-retrieve|calculate|batch-retrieve-\w+)$|^(sandbox-)?api\.paddle\.com\/.*\bpreview$|^api\.printful\.com\/.*(estimate|rates)|^api\.printify\.com\/.*orders\/shipping|\/admin\/api\/[^/]+\/.*\/calculate\.json$|^(ssapi|api)\.shipstation\.com\/.*rates|^api\.shipengine\.com\/v1\/rates|^api\.easypost\.com\/.*\/(rerate|verify)$/,
    category: 'other',
    does: 'asks for a price',
    radius: 'other',
    idempotent: true,
  },
  // Posts that end something: a second one changes nothing.
  {
    url: /^(api(-m)?(\.sandbox)?\.paypal\.com|connect\.squareup(sandbox)?\.com|api\.razorpay\.com|([\w-]+\.)?api(\.sandbox)?\.checkout\.com|api\.xendit\.co|api(-sandbox)?\.gocardless\.com|(production|sandbox)\.plaid\.com|(sandbox-)?api\.paddle\.com|api\.printify\.com|api\.easypost\.com|[^/]*\.myshopify\.com|[^/]*adyen(payments)?\.com)\/.*\/(cancel|cancels|void|voids|suspend|activate|deactivate|pause|resume|close|expire|complete|disable)(\.json|!)?$/,
    category: 'other',
    does: 'ends something there',
    idempotent: true,
  },
  // Stripe: a path that ends in an id is an update.
  {
    url: /^api\.stripe\.com\/v1\/.*\/(cancel|void|expire|detach|close|reject|release)$/,
    category: 'other',
    does: 'cancels at Stripe',
    idempotent: true,
  },
  {
    url: /^api\.stripe\.com\/v1\/payment_intents\/[^/]+\/(confirm|capture)$/,
    category: 'money',
    does: 'charges',
    key: standard,
  },
  {
    url: /^api\.stripe\.com\/v1\/charges\/[^/]+\/(capture|refunds?)$/,
    category: 'money',
    does: 'moves money',
    key: standard,
  },
  {
    url: /^api\.stripe\.com\/v1\/transfers\/[^/]+\/reversals$/,
    category: 'money',
    does: 'reverses a transfer',
    key: standard,
  },
  {
    url: /^api\.stripe\.com\/v1\/invoices\/[^/]+\/(pay|finalize|send)$/,
    category: 'money',
    does: 'bills',
    key: standard,
  },
  {
    url: /^api\.stripe\.com\/v1\/customers\/[^/]+\/balance_transactions$/,
    category: 'money',
    does: 'changes a customer balance',
    key: standard,
  },
  { url: /^api\.stripe\.com\/v1\/(charges|payment_intents)\/?$/, category: 'money', does: 'charges', key: standard },
  { url: /^api\.stripe\.com\/v1\/refunds\/?$/, category: 'money', does: 'refunds', key: standard },
  { url: /^api\.stripe\.com\/v1\/transfers\/?$/, category: 'money', does: 'pays out', key: standard },
  { url: /^api\.stripe\.com\/v1\/payouts\/?$/, category: 'money', does: 'pays out', key: standard },
  {
    url: /^api\.stripe\.com\/v1\/(invoices|invoiceitems|subscriptions|credit_notes|topups)\/?$/,
    category: 'money',
    does: 'bills',
    key: standard,
  },
  {
    url: /^api\.stripe\.com\/v1\/[a-z_]+(\/[a-z_]+)?\/?$/,
    category: 'other',
    does: 'creates an object at Stripe',
    key: standard,
  },
  {
    url: /^api\.stripe\.com\/v2\/money_management\/(outbound_payments|payout_intents|inbound_transfers)(\/[^/]+\/confirm)?$/,
    category: 'money',
    does: 'pays out',
    key: standard,
  },
  {
    url: /^api\.stripe\.com\/v2\/billing\/meter_event/,
    category: 'money',
    does: 'records billed usage',
    key: standard,
  },
  {
    url: /^api\.stripe\.com\/v2\/[a-z_]+\/[a-z_]+(\/[a-z]+_[a-z_]+)?$/,
    category: 'other',
    does: 'creates an object at Stripe',
    key: standard,
  },
  { url: /^api\.stripe\.com\//, category: 'other', does: 'updates an object at Stripe', idempotent: true },

  {
    url: /^api(-m)?(\.sandbox)?\.paypal\.com\/v\d\/(notifications|oauth2)\//,
    category: 'other',
    does: 'asks PayPal',
    idempotent: true,
  },
  {
    url: /^api(-m)?(\.sandbox)?\.paypal\.com\/v\d\/(payments|checkout\/orders\/[^/]+\/(capture|authorize)|billing\/subscriptions\/[^/]+\/capture|invoicing)/,
    category: 'money',
    does: 'moves money',
    key: 'paypal-request-id',
  },
  {
    url: /^api(-m)?(\.sandbox)?\.paypal\.com\//,
    category: 'other',
    does: 'creates an object at PayPal',
    key: 'paypal-request-id',
  },
  {
    url: /\badyen(payments)?\.com\/.*\/(payments|captures|refunds|cancels|reversals|transfers|payouts?)\b/,
    category: 'money',
    does: 'moves money',
    key: standard,
  },
  {
    url: /^connect\.squareup(sandbox)?\.com\/v2\/(payments|refunds|payouts|gift-cards\/activities|loyalty)/,
    category: 'money',
    does: 'moves money',
    bodyKey: 'idempotency_key',
  },
  {
    url: /^connect\.squareup(sandbox)?\.com\/v2\//,
    category: 'other',
    does: 'creates an object at Square',
    bodyKey: 'idempotency_key',
  },
  { url: /^api\.mollie\.com\/v2\/.*(payments|refunds|captures)$/, category: 'money', does: 'charges', key: standard },
  { url: /^api\.mollie\.com\//, category: 'other', does: 'creates an object at Mollie', key: standard },
  { url: /^api\.razorpay\.com\/v1\/payouts/, category: 'money', does: 'pays out', key: 'x-payout-idempotency' },
  {
    url: /^api\.razorpay\.com\/v1\/(payments\/[^/]+\/(refund|transfers)|refunds)/,
    category: 'money',
    does: 'refunds',
    key: 'x-refund-idempotency',
  },
  {
    url: /^api\.razorpay\.com\/v1\/(payments|transfers|subscriptions|invoices)/,
    category: 'money',
    does: 'moves money',
  },
  {
    url: /^api\.paystack\.co\/(transfer|transaction\/(charge_authorization|partial_debit)|charge)$/,
    category: 'money',
    does: 'moves money',
    bodyKey: 'reference',
  },
  {
    url: /^api\.paystack\.co\/(transfer|refund|charge|bulkcharge|subscription$)/,
    category: 'money',
    does: 'moves money',
  },
  {
    url: /^api\.flutterwave\.com\/v\d\/transfers$/,
    category: 'money',
    does: 'pays out',
    bodyKey: 'reference',
  },
  {
    url: /^api\.flutterwave\.com\/v\d\/(charges|tokenized-charges)$/,
    category: 'money',
    does: 'charges',
    bodyKey: 'tx_ref',
  },
  {
    url: /^api\.flutterwave\.com\/v\d\/(refunds|bulk-transfers|transactions\/[^/]+\/refund)/,
    category: 'money',
    does: 'moves money',
  },
  {
    url: /^([\w-]+\.)?api(\.sandbox)?\.checkout\.com\/(payments|transfers)/,
    category: 'money',
    does: 'moves money',
    key: 'cko-idempotency-key',
  },
  {
    url: /^api\.xendit\.co\/(batch_)?disbursements/,
    category: 'money',
    does: 'pays out',
    key: 'x-idempotency-key',
  },
  {
    url: /^api\.xendit\.co\/(v2\/)?(payouts|refunds|payment_requests|credit_card_charges)/,
    category: 'money',
    does: 'moves money',
    key: standard,
  },
  {
    url: /^api(-sandbox)?\.gocardless\.com\/(payments|refunds|payouts|subscriptions|billing_requests)/,
    category: 'money',
    does: 'moves money',
    key: standard,
  },
  {
    url: /^api(\.sandbox)?\.(transferwise|wise)(-sandbox)?\.(com|tech)\/.*(transfers|payments)/,
    category: 'money',
    does: 'pays out',
    bodyKey: 'customerTransactionId',
  },
  {
    url: /^api(-sandbox)?\.dwolla\.com\/(transfers|mass-payments)/,
    category: 'money',
    does: 'pays out',
    key: standard,
  },
  {
    url: /^(production|sandbox|development)\.plaid\.com\/(transfer|bank_transfer)\/(create|refund)/,
    category: 'money',
    does: 'moves money',
    bodyKey: 'idempotency_key',
  },
  {
    url: /^api\.mercadopago\.com\/v1\/(payments|orders)/,
    category: 'money',
    does: 'charges',
    key: 'x-idempotency-key',
  },
  {
    url: /^(sandbox-)?api\.paddle\.com\/(transactions|adjustments|subscriptions\/[^/]+\/charge)/,
    category: 'money',
    does: 'bills',
  },
  {
    url: /^api\.lemonsqueezy\.com\/v1\/(orders|subscription-invoices)\/[^/]+\/refund/,
    category: 'money',
    does: 'refunds',
  },
  { url: /^api\.lemonsqueezy\.com\/v1\/usage-records/, category: 'money', does: 'records billed usage' },
  { url: /^(sandbox-)?api\.polar\.sh\/v1\/refunds/, category: 'money', does: 'refunds' },
  { url: /^(sandbox-)?api\.polar\.sh\/v1\/events\/ingest/, category: 'money', does: 'records billed usage' },

  {
    url: /^api\.easypost\.com\/(v2|beta)\/.*(shipments|batches|orders|pickups)/,
    category: 'shipment',
    does: 'creates a shipment',
  },
  {
    url: /^api\.goshippo\.com\/(transactions|batches\/[^/]+\/purchase|pickups)/,
    category: 'shipment',
    does: 'buys a shipping label',
  },
  // A shipment there only asks for rates.
  { url: /^api\.goshippo\.com\//, category: 'other', does: 'creates an object at Shippo', radius: 'other' },
  {
    url: /^(ssapi|api)\.shipstation\.com\/(.*createlabel|v2\/labels)/,
    category: 'shipment',
    does: 'buys a shipping label',
  },
  // An order under a known key is put over the one that is there.
  {
    url: /^ssapi\.shipstation\.com\/orders\/createorder$/,
    category: 'other',
    does: 'creates an order',
    bodyKey: 'orderKey',
  },
  { url: /^(ssapi|api)\.shipstation\.com\//, category: 'other', does: 'creates an object at ShipStation' },
  { url: /^api\.shipengine\.com\/v1\/labels/, category: 'shipment', does: 'buys a shipping label' },
  {
    url: /^api\.sendcloud\.(sc|dev)\/|^panel\.sendcloud\.sc\/api\/v\d\/parcels/,
    category: 'shipment',
    does: 'creates a parcel',
  },
  { url: /^api\.printful\.com\/.*orders/, category: 'shipment', does: 'orders a print' },
  { url: /^api\.printify\.com\/.*orders/, category: 'shipment', does: 'orders a print' },
  {
    url: /^api\.lob\.com\/v1\/(letters|postcards|checks|self_mailers)/,
    category: 'shipment',
    does: 'sends a letter',
    key: standard,
  },
  {
    url: /^api(\.sandbox)?\.prodigi\.com\/v4(\.0)?\/orders/i,
    category: 'shipment',
    does: 'orders a print',
    bodyKey: 'idempotencyKey',
  },
  {
    url: /^api(\.sandbox)?\.lulu\.com\/print-jobs|^order\.gelatoapis\.com\/v\d\/orders/,
    category: 'shipment',
    does: 'orders a print',
  },
  {
    url: /\/admin\/api\/[^/]+\/(fulfillments|orders\/[^/]+\/fulfillments)/,
    category: 'shipment',
    does: 'fulfils an order',
  },
  { url: /\/admin\/api\/[^/]+\/orders\/[^/]+\/(refunds|transactions)/, category: 'money', does: 'refunds' },

  ...messageHosts,
  { url: /^api\.resend\.com\/emails/, category: 'message', does: 'sends a mail', key: standard },
  { url: /^api\.sendgrid\.com\/v3\/mail\/send/, category: 'message', does: 'sends a mail' },
  { url: /^api\.postmarkapp\.com\/(email|message)/, category: 'message', does: 'sends a mail' },
  { url: /^api(\.eu)?\.mailgun\.net\/v\d\/.*messages/, category: 'message', does: 'sends a mail' },
  {
    url: /^api\.brevo\.com\/v3\/(smtp\/email|transactionalSMS|whatsapp)|^api\.sendinblue\.com\/v3\/smtp\/email/,
    category: 'message',
    does: 'sends a mail',
  },
  { url: /^mandrillapp\.com\/api\/.*\/messages\/send/, category: 'message', does: 'sends a mail' },
  { url: /^api(\.eu)?\.sparkpost\.com\/api\/v1\/transmissions/, category: 'message', does: 'sends a mail' },
  { url: /^api\.mailersend\.com\/v1\/(email|sms|bulk-email)/, category: 'message', does: 'sends a mail' },
  { url: /^api\.mailjet\.com\/v3(\.1)?\/send/, category: 'message', does: 'sends a mail' },
  { url: /^(api|next-api)\.useplunk\.com\/v1\/(send|track)/, category: 'message', does: 'sends a mail' },
  {
    url: /^app\.loops\.so\/api\/v1\/(transactional|events\/send)/,
    category: 'message',
    does: 'sends a mail',
    key: standard,
  },
  { url: /^api(-eu)?\.customer\.io\/v1\/send/, category: 'message', does: 'sends a message' },
  { url: /^api\.emailjs\.com\//, category: 'message', does: 'sends a mail' },
  { url: /^api\.zeptomail\.[a-z.]+\//, category: 'message', does: 'sends a mail' },
  {
    url: /^slack\.com\/api\/(chat\.(postMessage|postEphemeral|scheduleMessage|meMessage)|files\.upload|views\.open|conversations\.open)/,
    category: 'message',
    does: 'posts to Slack',
  },
  { url: /^hooks\.slack\.com\//, category: 'message', does: 'posts to Slack' },
  {
    url: /^(ptb\.|canary\.)?discord(app)?\.com\/api\/(v\d+\/)?(webhooks|channels\/[^/]+\/messages)/,
    category: 'message',
    does: 'posts to Discord',
  },
  { url: /^[\w.-]*(webhook\.office\.com|logic\.azure\.com)/, category: 'message', does: 'posts to Teams' },
  {
    url: /^api\.telegram\.org\/bot[^/]*\/send\w+/i,
    category: 'message',
    does: 'sends a Telegram message',
    anyMethod: true,
  },
  { url: /^api\.twilio\.com\/.*\/(Messages|Calls)/i, category: 'message', does: 'sends a text message' },
  {
    url: /^(rest|api|messages-sandbox)\.nexmo\.com\/(sms|v1\/messages)|^api\.vonage\.com\//,
    category: 'message',
    does: 'sends a text message',
    anyMethod: true,
  },
  { url: /^rest\.messagebird\.com\/(messages|voicemessages)/, category: 'message', does: 'sends a text message' },
  { url: /^api\.plivo\.com\/.*\/Message/, category: 'message', does: 'sends a text message' },
  { url: /^graph\.facebook\.com\/v[\d.]+\/[^/]+\/messages/, category: 'message', does: 'sends a WhatsApp message' },
  {
    url: /^(api\.)?onesignal\.com\/(api\/v1\/)?notifications/,
    category: 'message',
    does: 'sends a push notification',
    bodyKey: 'idempotency_key',
  },
  { url: /^exp\.host\/--\/api\/v2\/push\/send/, category: 'message', does: 'sends a push notification' },
  { url: /^fcm\.googleapis\.com\//, category: 'message', does: 'sends a push notification' },
  { url: /^api\.(pushover|pushbullet)\.(net|com)\//, category: 'message', does: 'sends a push notification' },
  {
    url: /^(eu\.)?api\.novu\.co\/v1\/events\/trigger/,
    category: 'message',
    does: 'sends a notification',
    key: standard,
  },
  {
    url: /^api\.knock\.app\/v1\/workflows\/[^/]+\/trigger/,
    category: 'message',
    does: 'sends a notification',
    key: standard,
  },
  { url: /^api\.courier\.com\/send/, category: 'message', does: 'sends a notification', key: standard },
  // Gateways for text messages are many, and most send on a GET.
  {
    url: /^[^/?]*sms[^/?]*\/.*\bsend|\bsms\/send\b|\bsend_?sms\b/i,
    category: 'message',
    does: 'sends a text message',
    anyMethod: true,
  },

  {
    url: /^qstash([\w-]*)\.upstash\.io\/v2\/(publish|batch|enqueue|schedules)/,
    category: 'enqueue',
    does: 'enqueues a message',
    key: 'upstash-deduplication-id',
  },
  { url: /^inn\.gs\/e\//, category: 'enqueue', does: 'sends an event', bodyKey: 'id' },
  {
    url: /^api\.trigger\.dev\/api\/v\d\/tasks\/[^/]+\/trigger/,
    category: 'enqueue',
    does: 'starts a task',
    bodyKey: 'options.idempotencyKey',
  },
  { url: /^cloudtasks\.googleapis\.com\//, category: 'enqueue', does: 'enqueues a task', bodyKey: 'task.name' },
];

/** APIs whose GET tells the present state of what an event is about. */
const providerApi =
  /^(api\.stripe\.com|api\.mollie\.com|api(-m)?(\.sandbox)?\.paypal\.com|api\.github\.com|[^/]*\.myshopify\.com\/admin|api\.lemonsqueezy\.com|(sandbox-)?api\.paddle\.com|api\.razorpay\.com|api\.mercadopago\.com|connect\.squareup(sandbox)?\.com|api\.clerk\.(com|dev)|[^/]*\.adyen\.com|api\.paystack\.co|api\.flutterwave\.com|api\.checkout\.com|api\.xendit\.co|api(-sandbox)?\.gocardless\.com|[^/]*\.plaid\.com|slack\.com\/api|api\.linear\.app|(sandbox-)?api\.polar\.sh|api\.replicate\.com|api\.(commerce\.)?coinbase\.com)/;

/** What a request does, told by its host and path; false where it only reads. */
export function httpMeaning(request: HttpRequest, read: ValueReader): Meaning | false {
  const url = addressOf(request, read);
  const method = request.method?.toUpperCase() ?? request.method;
  const reads = method === undefined || method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const api =
    url === undefined ? undefined : sendingApis.find((one) => one.url.test(url) && (!reads || one.anyMethod === true));
  const host = url === undefined ? undefined : hostOf(url);
  // PayPal verifies a signature when it is asked to.
  if (url !== undefined && !reads && url.endsWith('/notifications/verify-webhook-signature'))
    return { is: 'verification', verification: { provider: 'paypal', returns: 'nothing' } };
  if (url !== undefined && !reads && /\/admin\/api\/[^/]+\/graphql\.json$/.test(url)) {
    const document = read.text(read.get(read.written(request.body), 'query'));
    if (document !== undefined) return shopifyGraphql(document);
  }
  if (api) {
    // A change to given values, or the end of something.
    const isUpdate = method === 'PATCH' || (method === 'PUT' && api.category === 'other');
    const isSettled = method === 'DELETE' || isUpdate;
    const effect: Effect = {
      radius: api.radius ?? (api.category === 'other' || api.category === 'enqueue' ? 'state' : api.category),
      category: api.category,
      does: api.does,
      idempotent: api.idempotent === true || isSettled ? true : undefined,
      key: keyOfRequest(api, request, read),
      host,
    };
    return { is: 'effect', effect };
  }
  if (reads) return url !== undefined && providerApi.test(url) ? refetch : { is: 'nothing' };
  if (method === null) return { is: 'nothing' };
  return {
    is: 'effect',
    effect: {
      radius: 'other',
      category: 'other',
      does: host === undefined ? 'calls another service' : `calls ${host}`,
      idempotent: method === 'DELETE' ? true : undefined,
      key: keyOfUnknownHost(request, read),
      host,
    },
  };
}

/** `host/path` without scheme, query and credentials; unknown parts as `\u0000`. */
function addressOf({ url, base, host }: HttpRequest, read: ValueReader): string | undefined {
  const text = read.text(url);
  if (host !== undefined)
    return text === undefined ? undefined : `${host}/${text.replace(/^\//, '').replace(/[?#].*$/s, '')}`;
  const prefix = base === undefined ? undefined : read.text(base);
  if (text === undefined && prefix === undefined) return undefined;
  const isAbsolute = text !== undefined && /^[a-z]+:\/\//i.test(text);
  const whole =
    prefix === undefined || isAbsolute
      ? (text ?? '')
      : `${prefix.replace(/\/$/, '')}/${(text ?? '').replace(/^\//, '')}`;
  return whole
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[?#].*$/s, '');
}

function hostOf(address: string): string | undefined {
  const host = address.split('/', 1)[0] ?? '';
  return host === '' || host.includes('\u0000') ? undefined : host;
}

function keyOfRequest({ key, bodyKey }: SendingApi, request: HttpRequest, read: ValueReader): Effect['key'] {
  if (bodyKey !== undefined) return keyInBody(bodyKey, request, read);
  if (key === undefined) return { accepted: false };
  const { value, unknown } = headerOf(request, read, (name) => name === key);
  return { accepted: true, value, place: `the \`${key}\` header`, unknown: unknown ? true : undefined };
}

function keyInBody(path: string, request: HttpRequest, read: ValueReader): Effect['key'] {
  const names = path.split('.');
  const place = `\`${names.at(-1)}\` in the body`;
  let holder = read.written(request.body);
  for (const name of names) {
    const found = read.entries(holder).find(([one]) => one === name);
    if (!found) return { accepted: true, value: undefined, place, unknown: isRead(holder, read) ? undefined : true };
    holder = found[1];
  }
  return { accepted: true, value: holder, place };
}

/** An object that was seen whole. */
function isRead(value: Value | undefined, read: ValueReader): boolean {
  return read.entries(value).length > 0 && read.isWhole(value);
}

function keyOfUnknownHost(request: HttpRequest, read: ValueReader): Effect['key'] {
  const { value } = headerOf(request, read, isIdempotencyOptionName);
  return value === undefined ? { accepted: false } : { accepted: true, value, place: `the \`${standard}\` header` };
}

function headerOf(request: HttpRequest, read: ValueReader, isName: (name: string) => boolean) {
  const own = headerIn(request.headers, read, isName);
  if (own.value !== undefined || request.defaultHeaders === undefined) return own;
  const common = headerIn(request.defaultHeaders, read, isName);
  return { value: common.value, unknown: own.unknown || common.unknown };
}

/** An object, a list of pairs, or `new Headers(…)` of one, which may get more after that. */
function headerIn(
  headers: Value | undefined,
  read: ValueReader,
  isName: (name: string) => boolean,
): { readonly value: Value | undefined; readonly unknown: boolean } {
  const external = read.external(headers);
  if (external?.root.endsWith('Headers')) {
    const first = external.chain.find((step) => step.args !== null)?.args?.[0];
    return { value: headerIn(first, read, isName).value, unknown: true };
  }
  const pairs = read.items(headers);
  if (pairs === undefined) return propertyLike(read, headers, isName);
  const pair = pairs.map((one) => read.items(one)).find((one) => isName((read.string(one?.[0]) ?? '').toLowerCase()));
  return { value: pair?.[1], unknown: false };
}
