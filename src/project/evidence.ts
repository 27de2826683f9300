import type { Trace } from '../interpret/trace.ts';
import { namesWebhook } from '../knowledge/lexicon.ts';
import type { Knowledge } from '../knowledge/registry.ts';
import { isSourceFile } from '../parse/parse-module.ts';
import { inboxFramework, takesRows, type HandlerSite } from './find-handlers.ts';

/** What the cheap looks at a text go by, made once from the knowledge. */
interface Hints {
  /** A word that a file with a handler in it has. */
  readonly handler: RegExp;
  /** A word that a file which registers something has. */
  readonly registration: RegExp;
}

const cache = new WeakMap<Knowledge, Hints>();

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function hintsOf(knowledge: Knowledge): Hints {
  const known = cache.get(knowledge);
  if (known) return known;
  const words = new Set<string>([
    'webhook',
    'web_hook',
    'web-hook',
    'signature',
    'constructEvent',
    'x-hub-',
    'postback',
    '/ipn',
    'hmac',
  ]);
  const queues = new Set<string>();
  for (const [name, provider] of knowledge.providers) {
    words.add(name.split('/').at(-1) ?? name);
    words.add(provider.title);
    for (const header of [...provider.headers, ...provider.signatureHeaders]) words.add(header);
  }
  const methods = new Set<string>();
  for (const { library, registration } of knowledge.registrations) {
    if (registration.kind !== 'http') for (const name of library.packages) queues.add(name);
    if (registration.by === 'call')
      methods.add(
        registration.call
          .split('.')
          .filter((part) => part !== 'new')
          .at(-1) ?? '',
      );
    if (registration.by === 'type')
      for (const type of [...registration.functionTypes, ...registration.parameterTypes]) methods.add(type);
    if (registration.by === 'export') for (const name of registration.exports) methods.add(name);
    if (registration.by === 'default-object') for (const name of registration.methods) methods.add(name);
    if (registration.by === 'decorator' && registration.classDecorator) methods.add(registration.classDecorator);
  }
  methods.delete('');
  const hints: Hints = {
    handler: new RegExp(
      [...words, ...[...queues].map((name) => `['"]${name}`)]
        .map((word) => (word.startsWith("['") ? `['"]${escape(word.slice(4))}` : escape(word)))
        .join('|'),
      'i',
    ),
    registration: new RegExp(`\\b(?:${[...methods].map(escape).join('|')})\\b`),
  };
  cache.set(knowledge, hints);
  return hints;
}

/** Could a handler be written in this file? */
export function mayHoldHandler(knowledge: Knowledge, path: string, text: string): boolean {
  return (
    namesWebhook(path) ||
    hintsOf(knowledge).handler.test(text) ||
    takesRows.test(text) ||
    (knowledge.own?.mayHold(path, text) ?? false) ||
    (knowledge.own?.mayVerify(text) ?? false)
  );
}

/** Words of tables that keep keys of events, and of their columns. */
const tellsOfEvents = /event|web_?hook|idempoten|dedup|inbox|deliver|effect|processed|handled/i;

/** Could a table for keys of events be defined in this file? */
export function mayHoldTable(path: string, text: string): boolean {
  if (/\.sql$/.test(path)) return /\bcreate\b[^;]*?\btable\b/i.test(text);
  if (/\.prisma$/.test(path)) return true;
  return (
    isSourceFile(path) &&
    tellsOfEvents.test(text) &&
    /\b(?:\w*[tT]able\w*|Entity|EntitySchema|Schema|define|model|init|raw|sql|query)\s*(?:<[^>]*>)?[(`]|\bcreate table\b/i.test(
      text,
    )
  );
}

/** Could rows be deleted by their age here? */
export function mayCleanUp(path: string, text: string): boolean {
  if (!isSourceFile(path) && !/\.sql$/.test(path)) return false;
  return deletes.test(text) && tellsOfEvents.test(text) && /interval|\bDate\b|\bsub[A-Z]\w+|now/i.test(text);
}

/** Words of a call or statement that deletes rows. */
export const deletes = /\bdelete\s+from\b|\.del\(|\.delete\w*\(|\.destroy\(|\.remove\(|\.prune\w*\(/i;

/** Could this file tell a platform which function handles deliveries? */
export function mayRegister(knowledge: Knowledge, path: string, text: string): boolean {
  return (
    takesRows.test(text) ||
    (mayHoldHandler(knowledge, path, text) && hintsOf(knowledge).registration.test(text)) ||
    (knowledge.own?.mayHold(path, text) ?? false)
  );
}

export interface Evidence {
  readonly site: HandlerSite;
  readonly path: string;
  readonly registrar: string;
  readonly functionText: string;
  readonly fileText: string;
  /** Null before the walk. */
  readonly trace: Trace | null;
}

/** Looks that no provider's webhook has: a person is signed in. */
const signedIn =
  /\b(?:requireAdmin|isAuthenticated|requireAuth|ensureLoggedIn|withAuth|getServerSession|protectedProcedure|adminProcedure|requireUser)\b|\b(?:getAuth|auth|currentUser|getSession)\(/;

/** Routes that a scheduler of the same team calls. */
const schedules = /\/(?:cron|crons|cronjobs?|schedul(?:e|ed|er)|tasks?|jobs?|workers?|trigger)(?:\/|[-_.]|$)/i;

/**
 * Is this registered function a handler of deliveries? `maybe` before the walk, `yes` or `no` after it. A verification,
 * a provider's header or event type prove it; a path that names a webhook does where nothing speaks against it.
 */
export function judgeHandler(knowledge: Knowledge, evidence: Evidence): 'yes' | 'no' | 'maybe' {
  const { site, trace, functionText } = evidence;
  if (site.framework === inboxFramework) {
    if (!trace) return 'maybe';
    const takes = trace.steps.some((step) => step.fact.kind === 'operation' && step.fact.operation.takesRow);
    return takes && trace.steps.some((step) => step.fact.kind !== 'operation' || !step.fact.operation.takesRow)
      ? 'yes'
      : 'no';
  }
  if (site.kind !== 'http' || site.declared) return trace ? 'yes' : 'maybe';
  const named = namesWebhook(site.route ?? '') || namesWebhook(evidence.path) || namesWebhook(site.name);
  if (!trace) {
    const mentions = named || speaks(knowledge, evidence) || (knowledge.own?.mayVerify(functionText) ?? false);
    return mentions ? 'maybe' : 'no';
  }
  if (
    trace.steps.some(
      (step) => step.fact.kind === 'verification' && (step.fact.provider !== null || (named && readsDelivery(trace))),
    )
  )
    return 'yes';
  if (trace.headers.some((header) => knowledge.providerOfHeader(header) !== undefined)) return 'yes';
  if (
    trace.eventTypes.some((type) =>
      [...knowledge.providers.values()].some((provider) => provider.eventTypes?.test(type)),
    )
  )
    return 'yes';
  if (trace.providers.length > 0) return 'yes';
  if (!named || signedIn.test(functionText) || schedules.test(site.route ?? '')) return 'no';
  if (trace.eventTypes.length > 0) return 'yes';
  // `/webhooks` by itself, `/webhooks/:id`, PATCH: where subscriptions are kept, unless it speaks of events.
  const keepsThem =
    (site.method !== null && site.method !== 'POST') ||
    /(?:^|\/)(?:web)?hooks\/?(?:route\.\w+|index\.\w+)?$|[:[][^/]*id\b/i.test(site.route ?? '');
  return !keepsThem ||
    (/\b(?:event|payload|topic|event_type|eventType)\b/i.test(functionText) &&
      (site.method === null || site.method === 'POST'))
    ? 'yes'
    : 'no';
}

/** A signature compared over what came in: a helper for passwords or sessions reads no header of a delivery. */
function readsDelivery(trace: Trace): boolean {
  return trace.headers.some((header) => /signature|hmac|sign|token|secret|webhook/.test(header));
}

/** Words that a function has which takes deliveries: a verification, a header, the type of an event. */
const deliveryWords =
  /webhook|web_hook|signature|constructEvent|unmarshal|hmac|postback|event\.(?:type|event)\b|event_?type|svix|verif/i;

/** Does a function, or a thin one that hands its request on, speak of deliveries at all? */
function speaks(knowledge: Knowledge, { site, path, functionText }: Evidence): boolean {
  if (deliveryWords.test(functionText)) return true;
  const isThin = functionText.length < 600 || site.functions.length > 1;
  return isThin && hintsOf(knowledge).handler.test(`${path} ${site.route ?? ''} ${site.name} ${functionText}`);
}
