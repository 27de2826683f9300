import type { Node } from 'oxc-parser';
import { evaluateLazily, scopesOf } from '../interpret/lookup.ts';
import { pathOf } from '../interpret/external-path.ts';
import type { Env, Machine } from '../interpret/machine.ts';
import type { Value } from '../interpret/value.ts';
import { writtenName } from '../interpret/values.ts';
import type { RunsAhead } from '../knowledge/types.ts';
import { isFunctionNode, walk } from '../parse/walk.ts';
import type { Module } from '../resolve/module.ts';
import { decoratorName, type HandlerSite } from './find-handlers.ts';
import type { Ahead } from './model.ts';
import type { WholeRoute } from './mounts.ts';

/** What finding out needs of a project. */
export interface AheadFiles {
  readonly machine: Machine;
  /** Source files in which something may be put ahead of a handler. */
  readonly files: readonly string[];
  /** What was found, for each framework, while no file changes. */
  readonly found: Map<RunsAhead, Found>;
  text(file: string): string | undefined;
  module(file: string): Module | undefined;
  wholeRoutes(site: HandlerSite): readonly WholeRoute[];
  routerId(module: Module, node: Node): string | undefined;
}

interface Found {
  readonly isSaid: boolean;
  readonly parsedBody: 'body' | null;
  readonly uses: readonly Use[];
}

const nothingFound: Found = { isSaid: false, parsedBody: null, uses: [] };

function findIn(known: RunsAhead | undefined, files: AheadFiles): Found {
  if (!known) return nothingFound;
  const before = files.found.get(known);
  if (before) return before;
  const { text } = known;
  const found: Found = {
    isSaid: text !== undefined && files.files.some((file) => text.test(files.text(file) ?? '')),
    parsedBody: known.parses?.in ? null : parsedByFramework(known, files.files, files),
    uses: usesIn(known, files),
  };
  files.found.set(known, found);
  return found;
}

/** What runs before a handler and is written elsewhere: middleware, hooks, guards, wrappers, the framework itself. */
export function findAhead(site: HandlerSite, files: AheadFiles): Ahead {
  const known = files.machine.knowledge.registrations.find(({ library }) => library.name === site.framework)?.library
    .ahead;
  const { isSaid, uses, parsedBody } = findIn(known, files);
  const mayBeVerified =
    known?.trusted === true ||
    isSaid ||
    isWrapped(site, files) ||
    isDecorated(site, known, files) ||
    uses.some((use) => mayVerify(use, site, files));
  const own = known?.parses?.in?.test(site.file)
    ? parsedByFramework(known, [site.file, site.registeredIn], files)
    : null;
  return {
    verifies: mayBeVerified ? 'unknown' : 'no',
    parsedBody: parserAhead(uses, site, files) ?? own ?? parsedBody,
  };
}

function parsedByFramework(known: RunsAhead | undefined, among: readonly string[], files: AheadFiles): 'body' | null {
  if (!known?.parses) return null;
  const { unless } = known.parses;
  return among.some((file) => unless.test(files.text(file) ?? '')) ? null : 'body';
}

// --- wrappers and decorators -----------------------------------------------------------------------------------------

/** Wrappers that only catch what a handler throws, or look on. */
const harmlessWrapper =
  /^(?:(?:express)?_?async\w*|\w*catch\w*|wrap\w*|try\w*|\w*log\w*|\w*trace\w*|\w*sentry\w*|\w*instrument\w*|\w*error\w*|\w*cors\w*|\w*timing|create\w*|define\w*|handler?|serve|\w*[rR]oute\w*|\w*json\w*|memo\w*)$/i;

/** Is the handler handed to a function, before it is registered, that was not followed and may verify? */
function isWrapped(site: HandlerSite, files: AheadFiles): boolean {
  const methods = registeringMethods(files.machine);
  return [...new Set([site.registeredIn, site.file])].some((file) => {
    const module = files.module(file);
    if (!module) return false;
    let found = false;
    walk(module.source.program, (node) => {
      if (found || node.type !== 'CallExpression') return;
      const callee = writtenName(node.callee)?.split('.').at(-1) ?? '';
      if (methods.has(callee) || harmlessWrapper.test(callee)) return;
      const isGiven = node.arguments.some(
        (argument) =>
          (argument === site.node && module.file === site.file) ||
          (argument.type === 'Identifier' && argument.name === nameOf(site)),
      );
      if (isGiven && !isFollowed(files, module, node.callee)) found = true;
    });
    return found;
  });
}

function nameOf(site: HandlerSite): string {
  const { node } = site;
  const id = 'id' in node ? (node.id as Node | null) : null;
  return id?.type === 'Identifier' ? id.name : (site.name.split('.').at(-1) ?? '');
}

function registeringMethods(m: Machine): ReadonlySet<string> {
  const names = new Set<string>(['use', 'then', 'catch', 'finally']);
  for (const { registration } of m.knowledge.registrations)
    if (registration.by === 'call')
      names.add(
        registration.call
          .split('.')
          .filter((part) => part !== 'new')
          .at(-1) ?? '',
      );
  return names;
}

/** A function of known source: it was walked with the handler in it. */
function isFollowed(files: AheadFiles, module: Module, callee: Node): boolean {
  const env = scopesOf(files.machine, module)(callee);
  return env !== undefined && evaluateLazily(files.machine, callee, env).kind === 'function';
}

/** Decorators that put something before a method, on it or on its class. */
function isDecorated(site: HandlerSite, known: RunsAhead | undefined, files: AheadFiles): boolean {
  const module = files.module(site.file);
  if (!known?.decorators || !module) return false;
  let found = false;
  walk(module.source.program, (node) => {
    if (found || (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression')) return;
    const member = node.body.body.find((one) => one.type === 'MethodDefinition' && one.value === site.node);
    if (member?.type !== 'MethodDefinition') return;
    found = [...node.decorators, ...member.decorators].some((decorator) => {
      const name = decoratorName(decorator) ?? '';
      return known.decorators?.includes(name) === true || files.machine.lexicon.looksLikeVerifierName(name);
    });
  });
  return found;
}

// --- middleware ------------------------------------------------------------------------------------------------------

/** `receiver.use('/path', …given)`. */
interface Use {
  readonly module: Module;
  readonly receiver: string;
  /** What it is called on, where that is a router which is known. */
  readonly router: string | null;
  readonly path: string | null;
  readonly given: readonly Node[];
  readonly start: number;
  readonly env: Env;
}

function usesIn(known: RunsAhead | undefined, files: AheadFiles): Use[] {
  const methods = new Set(known?.methods ?? []);
  if (methods.size === 0) return [];
  const said = new RegExp(`\\.(?:${[...methods].join('|')})\\s*\\(`);
  return files.files.flatMap((file): Use[] => {
    const module = said.test(files.text(file) ?? '') ? files.module(file) : undefined;
    if (!module) return [];
    const envOf = scopesOf(files.machine, module);
    const uses: Use[] = [];
    walk(module.source.program, (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
      const { object, property } = node.callee;
      if (property.type !== 'Identifier' || !methods.has(property.name)) return;
      const env = envOf(node);
      const [first] = node.arguments;
      if (!env || !first) return;
      const path = first.type === 'Literal' && typeof first.value === 'string' ? first.value : null;
      const given = path === null ? node.arguments : node.arguments.slice(1);
      uses.push({
        module,
        receiver: writtenName(object) ?? '',
        router: files.routerId(module, object) ?? null,
        path: path?.startsWith('/') ? path : null,
        given: given.flatMap((one) =>
          one.type === 'ArrayExpression' ? one.elements.filter((item) => item !== null) : [one],
        ),
        start: node.start,
        env,
      });
    });
    return uses;
  });
}

const harmlessMiddleware =
  /helmet|cors|morgan|compress|cookie|json|urlencoded|static|limit|logg?er|pino|session|favicon|timeout|trac(?:e|ing)|metric|i18n|request_?id|error|sentry|multer|upload|initialize|\braw\b|text|health|cache|etag|body_?parser|swagger|docs|not_?found|openapi|router?s?$|opentelemetry|serve|time|hpp|xss|sanitize|pretty|logs?$/i;
const speaksOfSender =
  /signature|hmac|verif|timingSafe|authoriz|constructEvent|x-hub|bearer|jwt|passport|basic|api[-_]?key|secret|token|\bip\b|401|403/i;

/** Could this middleware be what verifies the events of this handler? */
function mayVerify(use: Use, site: HandlerSite, files: AheadFiles): boolean {
  if (!mayCover(use, site, files)) return false;
  return use.given.some((node) => {
    const name = writtenName(node.type === 'CallExpression' ? node.callee : node) ?? '';
    const word = name.split('.').at(-1) ?? '';
    if (files.machine.lexicon.looksLikeVerifierName(word)) return true;
    const value = evaluateLazily(files.machine, node, use.env);
    // What registers the route itself: what it puts ahead of it is looked at by itself.
    if (value.kind === 'function' && value.file === site.file && holds(value.node, site.node)) return false;
    const functions = isFunctionNode(node) ? [] : sourcesOf(value, files);
    if (isFunctionNode(node)) return speaksOfSender.test(textIn(use.module, node));
    if (functions.length > 0) return functions.some((text) => speaksOfSender.test(text));
    if (isOfFramework(value) || node.type === 'Literal' || node.type === 'ObjectExpression') return false;
    return !harmlessMiddleware.test(name.replace(/\(\)/g, ''));
  });
}

function holds(outer: Node, inner: Node): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function sourcesOf(value: Value, files: AheadFiles): string[] {
  if (value.kind === 'union') return value.options.flatMap((option) => sourcesOf(option, files));
  if (value.kind !== 'function') return [];
  const module = files.module(value.file);
  return module ? [textIn(module, value.node)] : [];
}

function textIn(module: Module, node: Node): string {
  return module.source.text.slice(node.start, node.end);
}

/** A router or a parser: it holds routes, or takes a body apart. */
function isOfFramework(value: Value): boolean {
  return value.kind === 'external' && value.chain.length === 0;
}

/** May the path of a middleware lead to the handler's route, whatever it is mounted at? */
function mayCover(use: Use, site: HandlerSite, files: AheadFiles): boolean {
  const ways = files.wholeRoutes(site);
  // Where it is known how a delivery comes to the route, only what it passes on that way runs ahead of it.
  if (use.router !== null && ways.length > 0 && ways.every(({ levels }) => levels.length > 1)) {
    const passed = ways.flatMap(({ levels }) => levels.filter(({ router }) => router === use.router));
    if (passed.length > 0) return passed.some(({ path }) => leadsTo(use.path, path));
    return !isMade(use.router);
  }
  if (use.path === null || site.route === null || leadsTo(use.path, site.route)) return true;
  // On the very receiver of the route, what does not begin its path does not lead to it.
  const isSame = use.module.file === site.registeredIn && registersOn(use.module, site) === use.receiver;
  return !isSame;
}

/** `/webhooks/*` and `/webhooks/:tenant`: as far as it is spelled out. */
function leadsTo(path: string | null, route: string): boolean {
  const spelled = path?.replace(/[*:(].*$/, '') ?? '/';
  return spelled === '/' || route.startsWith(spelled);
}

/** Made where it stands: not a parameter or a field, whose every name is not known. */
function isMade(router: string): boolean {
  return /@\d+$/.test(router);
}

/** The receiver on which a module registers this route. */
function registersOn(module: Module, site: HandlerSite): string | null {
  if (site.registration)
    return site.registration.callee.type === 'MemberExpression'
      ? (writtenName(site.registration.callee.object) ?? '')
      : null;
  let found: string | null = null;
  walk(module.source.program, (node) => {
    if (found !== null || node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
    const [first] = node.arguments;
    if (first?.type !== 'Literal' || first.value !== site.route) return;
    if (
      module.file === site.file &&
      !(node.start <= site.node.start && site.node.end <= node.end) &&
      !namesHandler(node.arguments, site)
    )
      return;
    found = writtenName(node.callee.object) ?? '';
  });
  return found;
}

function namesHandler(given: readonly Node[], site: HandlerSite): boolean {
  return given.some((node) => node.type === 'Identifier' && node.name === nameOf(site));
}

// --- body parsers ----------------------------------------------------------------------------------------------------

/** What the first parser ahead of the route leaves in the body; null where none is known, or one cannot be told. */
function parserAhead(uses: readonly Use[], site: HandlerSite, files: AheadFiles): 'body' | 'raw' | null {
  const [way, ...others] = files.wholeRoutes(site);
  // Mounted twice, it is not known which way a delivery takes.
  if (!way || others.length > 0) return null;
  for (const level of way.levels.toReversed())
    for (const use of uses) {
      if (use.router !== level.router || use.module !== level.module || use.start > level.node.start) continue;
      if (use.path !== null && !level.path.startsWith(use.path)) continue;
      const parser = parserIn(use, files);
      if (parser) return parser;
    }
  return null;
}

/** The parser among what a `use` is given; one that takes some kinds of bodies only is not told apart. */
function parserIn(use: Use, files: AheadFiles): 'body' | 'raw' | null {
  for (const node of use.given) {
    if (node.type === 'CallExpression' && node.arguments.some((argument) => isSelective(argument))) continue;
    const value = evaluateLazily(files.machine, node, use.env);
    if (value.kind !== 'external') continue;
    const meaning = files.machine.knowledge.package(value.package)?.call(pathOf(value));
    if (typeof meaning !== 'object' || meaning.is !== 'delivery') continue;
    if (meaning.part === 'body' && /urlencoded/i.test(writtenName(node) ?? '')) continue;
    if (meaning.part === 'body' || meaning.part === 'raw') return meaning.part;
  }
  return null;
}

function isSelective(argument: Node): boolean {
  return (
    argument.type !== 'ObjectExpression' ||
    argument.properties.some(
      (property) =>
        property.type !== 'Property' ||
        (property.key.type === 'Identifier' &&
          property.key.name === 'type' &&
          !/json|\*\/\*/.test(String((property.value as { value?: unknown }).value))),
    )
  );
}
