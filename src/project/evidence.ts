import type { Trace } from '../interpret/trace.ts';
import {
  handlerWords,
  isEverydayName,
  isScheduledRoute,
  keepsSubscriptions,
  namesWebhook,
  sendsWebhooks,
  speaksOfDeliveries,
  speaksOfEvents,
  speaksOfSignIn,
} from '../knowledge/lexicon.ts';
import type { Knowledge } from '../knowledge/registry.ts';
import { isSourceFile } from '../parse/parse-module.ts';
import { inboxFramework, takesRows, type HandlerSite } from './find-handlers.ts';
import { startsWorker } from './find-workers.ts';

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
  const words = new Set(handlerWords);
  const names = new Set<string>();
  const queues = new Set<string>();
  for (const [name, provider] of knowledge.providers) {
    for (const one of [name.split('/').at(-1) ?? name, provider.title]) if (!isEverydayName(one)) names.add(one);
    for (const header of [...provider.headers, ...provider.signatureHeaders]) words.add(header);
  }
  const methods = new Set<string>();
  const read = new Set<string>();
  for (const { library, registration } of knowledge.registrations) {
    if (registration.kind !== 'http' || registration.verified !== undefined)
      for (const name of library.packages) queues.add(name);
    if (registration.by === 'export') for (const name of registration.reads ?? []) read.add(name);
    if (registration.by === 'call' || registration.by === 'takes')
      methods.add(
        registration.call
          .split('.')
          .filter((part) => part !== 'new')
          .at(-1)
          ?.replace('()', '') ?? '',
      );
    if (registration.by === 'type')
      for (const type of [...registration.functionTypes, ...registration.parameterTypes]) methods.add(type);
    if (registration.by === 'export') for (const name of registration.exports) methods.add(name);
    if (registration.by === 'default-object')
      for (const name of registration.methods === 'any' ? ['default', 'exports'] : registration.methods)
        methods.add(name);
    if (registration.by === 'class') for (const name of registration.extends) methods.add(name);
    if (registration.by === 'object') methods.add(registration.handler);
    if (registration.by === 'decorator')
      for (const name of registration.classDecorator === null
        ? registration.methodDecorators
        : [registration.classDecorator])
        methods.add(name);
  }
  methods.delete('');
  const hints: Hints = {
    handler: new RegExp(
      [
        ...[...words].map(escape),
        ...[...names].map((name) => `(?<![a-z])${escape(name)}(?![a-z])`),
        ...[...queues].map((name) => `['"]${escape(name)}`),
        ...[...read].map((name) => `\\b${escape(name)}\\b`),
      ].join('|'),
      'i',
    ),
    registration: new RegExp(`\\b(?:${[...methods].map(escape).join('|')})\\b`),
  };
  cache.set(knowledge, hints);
  return hints;
}

/** A function for others that is named after messages: some wrapper may run it for each. */
const isWorker =
  /\bexports?\b[^\n]*\b\w*(?:[wW]orker|[pP]rocessor|[cC]onsumer|(?:[mM]essage|[jJ]ob)Handler|handle(?:Message|Job))\w*\s*[:=(]/;

/** Could a handler be written in this file? */
export function mayHoldHandler(knowledge: Knowledge, path: string, text: string): boolean {
  return (
    namesWebhook(path) ||
    hintsOf(knowledge).handler.test(text) ||
    takesRows.test(text) ||
    startsWorker.test(text) ||
    isWorker.test(text) ||
    (knowledge.own?.mayHold(path, text) ?? false) ||
    (knowledge.own?.mayVerify(text) ?? false)
  );
}

const requests =
  /\b(?:req|request|ctx|reply|context)\b\s*[,:)=]|\bc\s*(?:[,:)]|=>)|\.(?:post|put|patch|all)\s*[(<]|@Controller\b/;

/** Could a function in this file take requests, or a route be registered in it? */
export function takesRequests(text: string): boolean {
  return requests.test(text) && /\bexports?\b/.test(text);
}

/** Words of tables that keep keys of events, and of their columns. */
const tellsOfEvents = /event|web_?hook|idempoten|dedup|inbox|deliver|effect|processed|handled/i;

/** Could a table for keys of events be defined in this file? */
export function mayHoldTable(path: string, text: string): boolean {
  if (path.endsWith('.sql')) return /\bcreate\b[^;]*?\btable\b/i.test(text);
  if (path.endsWith('.prisma')) return true;
  return (
    isSourceFile(path) &&
    tellsOfEvents.test(text) &&
    /\b(?:\w*[tT]able\w*|Entity|EntitySchema|Schema|define|model|init|raw|sql|query|createIndex(?:es)?)\s*(?:<[^>]*>)?[(`]|\bcreate table\b/i.test(
      text,
    )
  );
}

/** Could rows be deleted by their age here? */
export function mayCleanUp(path: string, text: string): boolean {
  if (!isSourceFile(path) && !path.endsWith('.sql')) return false;
  return deletes.test(text) && tellsOfEvents.test(text) && tellsOfAge.test(text);
}

const tellsOfAge =
  /interval|\bDate\b|\bsub[A-Z]\w+|now|ago\b|\.(?:minus|subtract)\(|\b(?:day|hour)s?\b|cut_?off|older|retention|prune|clean_?up/i;

/** Words of a call or statement that deletes rows. */
export const deletes = /\bdelete\s+from\b|\.del\(|\.delete\w*\(|\.destroy\(|\.remove\(|\.prune\w*\(/i;

/** Could this file tell a platform which function handles deliveries? */
export function mayRegister(knowledge: Knowledge, path: string, text: string, holdsHandler: boolean): boolean {
  return (
    takesRows.test(text) ||
    startsWorker.test(text) ||
    (holdsHandler && hintsOf(knowledge).registration.test(text)) ||
    (knowledge.own?.mayHold(path, text) ?? false)
  );
}

export interface Evidence {
  readonly site: HandlerSite;
  /** The whole paths under which it is reached, as far as they are known. */
  readonly routes: readonly string[];
  readonly path: string;
  readonly registrar: string;
  readonly functionText: string;
  readonly fileText: string;
  /** Null before the walk. */
  readonly trace: Trace | null;
}

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
  if (site.takes) {
    if (!trace) return 'maybe';
    return trace.steps.length > 0 ? 'yes' : 'no';
  }
  if (site.kind !== 'http' || site.declared || site.verified !== undefined) return trace ? 'yes' : 'maybe';
  const route = evidence.routes[0] ?? site.route ?? '';
  const named =
    !sendsWebhooks(route) && [route, site.route ?? '', evidence.path, site.name].some((name) => namesWebhook(name));
  if (!trace) {
    const mentions = named || speaks(knowledge, evidence) || (knowledge.own?.mayVerify(functionText) ?? false);
    return mentions ? 'maybe' : 'no';
  }
  if (
    trace.steps.some(
      (step) =>
        step.fact.kind === 'verification' &&
        (step.fact.provider !== null ||
          (named ? readsDelivery(trace) : trace.headers.some((header) => header.includes('webhook')))),
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
  if (!named || speaksOfSignIn(functionText) || isScheduledRoute(route)) return 'no';
  if (trace.eventTypes.length > 0) return 'yes';
  const keepsThem = (site.method !== null && site.method !== 'POST') || keepsSubscriptions(route);
  return !keepsThem || (speaksOfEvents(functionText) && (site.method === null || site.method === 'POST'))
    ? 'yes'
    : 'no';
}

/** A signature compared over what came in: a helper for passwords or sessions reads no header of a delivery. */
function readsDelivery(trace: Trace): boolean {
  return trace.headers.some((header) => /signature|hmac|sign|token|secret|webhook/.test(header));
}

/** Does a function, or a thin one that hands its request on, speak of deliveries at all? */
function speaks(knowledge: Knowledge, { site, routes, path, functionText }: Evidence): boolean {
  if (speaksOfDeliveries(functionText)) return true;
  const isThin = functionText.length < 600 || site.functions.length > 1;
  return (
    isThin && hintsOf(knowledge).handler.test(`${path} ${routes[0] ?? site.route ?? ''} ${site.name} ${functionText}`)
  );
}
