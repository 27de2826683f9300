import type { Class, Node } from 'oxc-parser';
import { lazyEnvAround, classValue, scopesOf, evaluateLazily, moduleEnv, functionValue } from '../interpret/lookup.ts';
import { injected } from '../interpret/annotation.ts';
import { pathOf } from '../interpret/external-path.ts';
import type { Env, Machine } from '../interpret/machine.ts';
import type { FunctionValue, Value } from '../interpret/value.ts';
import { writtenName } from '../interpret/values.ts';
import type { HandlerKind, ParameterMeaning, Registration } from '../knowledge/types.ts';
import type { Knowledge, LibraryRegistration } from '../knowledge/registry.ts';
import { boundNames, isFunctionNode, walk, type FunctionLike } from '../parse/walk.ts';
import type { Module } from '../resolve/module.ts';
import { bare, keyOf, literalsOf, propertyAt, textOf } from './syntax.ts';

/** A function that a platform is told to call. */
export interface HandlerSite {
  /** The file in which the function is written. */
  readonly file: string;
  readonly node: Node;
  readonly name: string;
  readonly functions: readonly Value[];
  readonly parameters: readonly ParameterMeaning[];
  /** Package whose types the parameters are of. */
  readonly package: string;
  readonly framework: string;
  readonly kind: HandlerKind;
  /** HTTP method where one is registered; null where any or none is. */
  readonly method: string | null;
  /** Route path where there is one; the mounting prefix is not part of it. */
  readonly route: string | null;
  /** The file that registers it. */
  readonly registeredIn: string;
  /** The call that registers it, where one does. */
  readonly registration?: Node & { type: 'CallExpression' | 'NewExpression' };
  /** The class of a decorated method. */
  readonly owner?: Class;
  /** It takes its messages itself. */
  readonly takes?: boolean;
  /** The settings say that it is a handler: no more evidence is asked for. */
  readonly declared?: { readonly provider: string | null };
  /** The library has verified what it hands over; the provider, null where it does not say. */
  readonly verified?: string | null | undefined;
  /** The function as it is written, where `functions` holds it wrapped by another. */
  readonly written: FunctionValue | null;
}

const verbs = new Set(['post', 'put', 'patch', 'all', 'use', 'route', 'process', 'on']);

/** Finds what a module registers, whichever file the registered functions are written in. */
export function findHandlers(m: Machine, module: Module, relativePath: string): HandlerSite[] {
  const sites: HandlerSite[] = [];
  const seen = new Map<string, number>();
  const add = (site: HandlerSite | undefined) => {
    if (!site) return;
    const key = `${site.file}@${site.node.start}`;
    const known = seen.get(key);
    if (known === undefined) seen.set(key, sites.push(site) - 1);
    // What a type or a wrapper says of a function, where a route of the same framework says where it is called.
    else if (saysWhere(sites[known], site)) sites[known] = site;
  };
  const scopes = scopesOf(m, module);
  const byCalls = callTable(m.knowledge);
  const byDecorators = m.knowledge.registrations.filter((one) => one.registration.by === 'decorator');
  const byTypes = m.knowledge.registrations.filter((one) => one.registration.by === 'type');
  const byClasses = m.knowledge.registrations.filter((one) => one.registration.by === 'class');
  const byObjects = m.knowledge.registrations.filter(
    ({ library, registration }) =>
      registration.by === 'object' &&
      (importsAny(module, library.packages) || registration.file?.test(relativePath) === true),
  );
  walk(module.source.program, (node) => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression')
      for (const site of byCall(m, module, node, scopes, byCalls)) add(site);
    else if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') {
      for (const site of byDecorator(m, module, node, scopes, byDecorators)) add(site);
      for (const site of byClass(m, module, node, scopes, byClasses)) add(site);
    } else if (node.type === 'ObjectExpression' && byObjects.length > 0)
      for (const site of byObject(m, module, node, scopes, byObjects)) add(site);
    else if (node.type === 'VariableDeclarator' || isFunctionNode(node))
      for (const site of byType(m, module, node, scopes, byTypes)) add(site);
  });
  // A type says more of a function than the name it is exported by.
  for (const { library, registration } of m.knowledge.registrations) {
    const packageName = library.packages[0] ?? library.name;
    if (registration.by === 'export')
      for (const site of byExport(m, module, relativePath, packageName, library.name, registration)) add(site);
    if (registration.by === 'default-object')
      for (const site of byDefaultObject(m, module, relativePath, scopes, packageName, library.name, registration))
        add(site);
  }
  if (takesRows.test(module.source.text)) for (const site of inboxWorkers(m, module)) add(site);
  return sites;
}

/** Words of a query that takes a row which nobody else gets. */
export const takesRows = /skip\s+locked|skip_?locked/i;

/** Functions of a module that takes rows off a table: which of them is the worker shows in the walk. */
function inboxWorkers(m: Machine, module: Module): HandlerSite[] {
  const env = moduleEnv(m, module);
  const sites: HandlerSite[] = [];
  for (const declaration of module.scopes.root.names.values()) {
    if (declaration.kind !== 'function' && declaration.kind !== 'variable') continue;
    const value = m.parts.lookup(m, env, declaration.name, m.memory.state);
    if (value.kind !== 'function' || value.file !== module.file) continue;
    const site = siteOf(
      value,
      {
        parameters: [],
        package: 'global',
        framework: inboxFramework,
        kind: 'queue',
        method: null,
        route: null,
        registeredIn: module.file,
      },
      [value],
      declaration.name,
    );
    if (site) sites.push(site);
  }
  return sites;
}

function saysWhere(known: HandlerSite | undefined, site: HandlerSite): boolean {
  return known?.route === null && site.route !== null && known.framework === site.framework && known.kind === site.kind;
}

/** The innermost functions of a module whose text fits, with the environment in which each stands. */
export function functionsWith(m: Machine, module: Module, words: RegExp): FunctionValue[] {
  const scopes = scopesOf(m, module);
  const found: FunctionValue[] = [];
  walk(module.source.program, (node) => {
    const isFitting = isFunctionNode(node) && words.test(module.source.text.slice(node.start, node.end));
    const env = isFitting ? scopes(node) : undefined;
    const value = env && functionValue(node, env, nameOf(node));
    if (value?.kind === 'function') found.push(value);
    return true;
  });
  return found.filter(
    ({ node }) =>
      !found.some((inner) => inner.node !== node && inner.node.start >= node.start && inner.node.end <= node.end),
  );
}

/** What is shown as the framework of a worker that no library runs. */
export const inboxFramework = 'inbox';

export function siteOf(
  value: Value,
  part: Omit<HandlerSite, 'file' | 'node' | 'name' | 'functions' | 'written'>,
  functions: readonly Value[],
  name: string,
  written: FunctionValue | null = null,
): HandlerSite | undefined {
  if (value.kind !== 'function') return undefined;
  const shown = written ?? value;
  return { ...part, file: shown.file, node: shown.node, name: shown.name || name, functions, written };
}

/** `withLogging(handler)`, `(req, res) => controller.handle(req, res)`: the handler that a person wrote, where another function stands before it. */
function writtenIn(m: Machine, module: Module, node: Node, env: Env, value: Value, depth = 0): FunctionValue | null {
  let place = node;
  if (place.type === 'Identifier') {
    const declaration = env.scope.find(place.name);
    if (declaration?.node.type === 'VariableDeclarator' && declaration.node.init) place = declaration.node.init;
  }
  if (depth > 4) return null;
  if (isFunctionNode(place)) return handedOn(m, module, place);
  if (place.type !== 'CallExpression') return null;
  for (const argument of [...place.arguments].reverse()) {
    if (argument.type === 'SpreadElement') continue;
    const inner = evaluateLazily(m, argument, env);
    if (inner.kind !== 'function') continue;
    if (value.kind === 'function' && inner.node === value.node) return null;
    return writtenIn(m, module, argument, env, inner, depth + 1) ?? inner;
  }
  return null;
}

/** The function that a function does nothing but hand its request to; null where it does more. */
function handedOn(m: Machine, module: Module, fn: FunctionLike): FunctionValue | null {
  let body: Node | null = fn.body;
  if (body?.type === 'BlockStatement') {
    const [only, ...more] = body.body;
    if (more.length > 0) return null;
    body =
      only?.type === 'ReturnStatement' ? only.argument : only?.type === 'ExpressionStatement' ? only.expression : null;
  }
  while (body?.type === 'AwaitExpression' || body?.type === 'ChainExpression')
    body = body.type === 'AwaitExpression' ? body.argument : body.expression;
  if (body?.type !== 'CallExpression') return null;
  const names = new Set(fn.params.flatMap((parameter) => boundNames(parameter).map((bound) => bound.name)));
  if (!body.arguments.some((argument) => argument.type === 'Identifier' && names.has(argument.name))) return null;
  const scope = module.scopes.opened(fn);
  if (!scope) return null;
  const inside = lazyEnvAround(m, module, scope);
  for (const argument of body.arguments) {
    if (argument.type !== 'Identifier' || names.has(argument.name)) continue;
    const given = evaluateLazily(m, argument, inside);
    if (given.kind === 'function') return given;
  }
  const callee = evaluateLazily(m, body.callee, inside);
  return callee.kind === 'function' ? callee : null;
}

/** The functions that an expression in the place of a handler comes to: wrappers are looked into. */
export function handlerValues(m: Machine, node: Node, env: Env): Value[] {
  const value = evaluateLazily(m, node, env);
  const method = methodOfPair(m, value, node, env);
  if (method) return [method];
  const direct = functionsIn(value);
  if (direct.length > 0) return direct;
  // `asyncHandler(fn)` of a library that is not known: the function that it is given.
  if (node.type === 'CallExpression') {
    for (const argument of [...node.arguments].reverse()) {
      if (argument.type === 'SpreadElement') continue;
      const inner = handlerValues(m, argument, env);
      if (inner.some((one) => one.kind === 'function')) return inner;
    }
  }
  return value.kind === 'external' ? [value] : [];
}

/** `[Controller, 'method']`: a method of a controller that the framework makes; the class may be imported when it is needed. */
function methodOfPair(m: Machine, value: Value, node: Node, env: Env): Value | undefined {
  if (value.kind !== 'array' || value.items.length !== 2) return undefined;
  const [first, second] = value.items;
  if (second?.kind !== 'constant' || typeof second.value !== 'string' || first === undefined) return undefined;
  const owner = first.kind === 'function' ? lazilyImported(m, first) : first;
  if (owner?.kind !== 'class') return undefined;
  const frame = { module: env.module, environment: env, self: null, home: null, context: 'pair' };
  const outcomes = m.parts.member(m, injected(m, owner), second.value, node, frame, m.memory.state.fork());
  return outcomes.map((outcome) => outcome.value).find((one) => one.kind === 'function');
}

/** `() => import('./controller')`: what the module exports by default. */
function lazilyImported(m: Machine, fn: FunctionValue): Value | undefined {
  const { body } = fn.node;
  if (body?.type !== 'ImportExpression' || body.source.type !== 'Literal') return undefined;
  const target = m.graph.resolve(fn.file, String(body.source.value));
  return target.kind === 'file' ? m.parts.exported(m, target.file, 'default') : undefined;
}

export function functionsIn(value: Value): Value[] {
  switch (value.kind) {
    case 'function':
      return [value];
    case 'promise':
      return functionsIn(value.value);
    case 'union':
      return value.options.flatMap(functionsIn);
    case 'array':
      return value.items.flatMap(functionsIn);
    default:
      return [];
  }
}

function byExport(
  m: Machine,
  module: Module,
  relativePath: string,
  packageName: string,
  framework: string,
  registration: Registration & { by: 'export' },
): HandlerSite[] {
  if (!registration.file.test(relativePath) || registration.text?.test(module.source.text) === false) return [];
  return registration.exports.flatMap((name) => {
    if (!module.exports.has(name) && !module.commonJs) return [];
    const exportedValue = m.parts.exported(m, module.file, name);
    let values = functionsIn(exportedValue);
    const node = exportNode(module, name);
    if (values.length === 0 && node) values = handlerValues(m, node, moduleEnv(m, module));
    const [value] = values.filter((one) => one.kind === 'function');
    if (!value || (registration.reads && !readsAll(m, value, registration.reads))) return [];
    const written = node ? writtenIn(m, module, node, moduleEnv(m, module), value) : null;
    const site = siteOf(
      value,
      {
        parameters: registration.parameters,
        package: packageName,
        framework,
        kind: registration.kind,
        method: /^[A-Z]+$/.test(name) ? name : null,
        route: relativePath,
        registeredIn: module.file,
        verified: registration.verified,
      },
      [value],
      name,
      written,
    );
    return site ? [{ ...site, name }] : [];
  });
}

/** Does a function read all these properties of its first parameter, by name or in a pattern? */
function readsAll(m: Machine, value: Value, names: readonly string[]): boolean {
  if (value.kind !== 'function') return false;
  const [first] = value.node.params;
  const read = new Set<string>();
  const inPattern = (pattern: Node | null): void => {
    if (pattern?.type === 'ObjectPattern')
      for (const one of pattern.properties) if (one.type === 'Property') read.add(keyOf(one) ?? '');
  };
  inPattern(first ?? null);
  if (first?.type === 'Identifier')
    walk(value.node, (node) => {
      const isOfIt = (object: Node | null): boolean => object?.type === 'Identifier' && object.name === first.name;
      if (node.type === 'MemberExpression' && isOfIt(node.object)) {
        if (node.property.type === 'Identifier' && !node.computed) read.add(node.property.name);
        if (node.property.type === 'Literal') read.add(String(node.property.value));
      }
      if (node.type === 'VariableDeclarator' && isOfIt(node.init)) inPattern(node.id);
    });
  return names.every((name) => read.has(name));
}

/** The expression that an export is initialised with. */
export function exportNode(module: Module, name: string): Node | undefined {
  const target = module.exports.get(name);
  if (target?.kind === 'expression') return target.node;
  if (target?.kind !== 'local') return undefined;
  const declaration = module.scopes.root.names.get(target.name);
  return declaration?.node.type === 'VariableDeclarator' ? (declaration.node.init ?? undefined) : undefined;
}

function byDefaultObject(
  m: Machine,
  module: Module,
  relativePath: string,
  envOf: (node: Node) => Env | undefined,
  packageName: string,
  framework: string,
  registration: Registration & { by: 'default-object' },
): HandlerSite[] {
  if (registration.file && !registration.file.test(relativePath)) return [];
  const node = exportNode(module, 'default');
  const object = node && (registration.file ? madeObject(node) : bare(node));
  if (object?.type !== 'ObjectExpression') return [];
  return object.properties.flatMap((property) => {
    if (
      property.type !== 'Property' ||
      property.key.type !== 'Identifier' ||
      (registration.methods !== 'any' && !registration.methods.includes(property.key.name))
    )
      return [];
    const env = envOf(property.value);
    const [value] = env ? handlerValues(m, property.value, env).filter((one) => one.kind === 'function') : [];
    const site =
      value &&
      siteOf(
        value,
        {
          parameters: registration.parameters,
          package: packageName,
          framework,
          kind: registration.kind,
          method: null,
          route: null,
          registeredIn: module.file,
          verified: registration.verified,
        },
        [value],
        property.key.name,
      );
    return site ? [site] : [];
  });
}

/** The object that is exported: as it stands, or as a function makes it that a call is given. */
function madeObject(node: Node): Node | undefined {
  const inner = bare(node);
  if (inner.type === 'CallExpression') {
    const last = inner.arguments.at(-1);
    return last && last.type !== 'SpreadElement' ? madeObject(last) : undefined;
  }
  if (!isFunctionNode(inner)) return inner;
  if (inner.body?.type !== 'BlockStatement') return inner.body ? bare(inner.body) : undefined;
  const returned = inner.body.body.find((statement) => statement.type === 'ReturnStatement');
  return returned?.type === 'ReturnStatement' && returned.argument ? bare(returned.argument) : undefined;
}

function byClass(
  m: Machine,
  module: Module,
  node: Node & { type: 'ClassDeclaration' | 'ClassExpression' },
  envOf: (node: Node) => Env | undefined,
  registrations: readonly LibraryRegistration[],
): HandlerSite[] {
  const bases = [node.superClass, ...(node.implements ?? []).map((one) => one.expression)].flatMap((base) =>
    base?.type === 'Identifier' ? [base.name] : [],
  );
  const env = bases.length > 0 ? envOf(node) : undefined;
  if (!env) return [];
  const owner = classValue(node, env, node.id?.name ?? 'default');
  return registrations.flatMap(({ library, registration }) => {
    if (registration.by !== 'class') return [];
    const isBase = (name: string): boolean => {
      const target = module.imports.get(name);
      return (
        target !== undefined && registration.extends.includes(target.name) && isOf(target.specifier, library.packages)
      );
    };
    if (!bases.some(isBase)) return [];
    return node.body.body.flatMap((member): HandlerSite[] => {
      if (member.type !== 'MethodDefinition' || member.kind !== 'method' || member.key.type !== 'Identifier') return [];
      if (!registration.methods.includes(member.key.name)) return [];
      const value = functionValue(member.value, env, member.key.name, injected(m, owner), owner);
      const site = siteOf(
        value,
        {
          parameters: registration.parameters,
          package: library.packages[0] ?? library.name,
          framework: library.name,
          kind: registration.kind,
          method: null,
          route: null,
          registeredIn: module.file,
          verified: registration.verified,
        },
        [value],
        member.key.name,
      );
      return site ? [{ ...site, name: `${owner.name}.${member.key.name}` }] : [];
    });
  });
}

function byObject(
  m: Machine,
  module: Module,
  node: Node & { type: 'ObjectExpression' },
  envOf: (node: Node) => Env | undefined,
  registrations: readonly LibraryRegistration[],
): HandlerSite[] {
  const env = envOf(node);
  if (!env) return [];
  return registrations.flatMap(({ library, registration }) => {
    if (registration.by !== 'object') return [];
    const found = fromOptions(m, node, env, registration);
    const main = found?.functions.findLast((value) => value.kind === 'function');
    if (!found || !main || found.route === null || found.method === null) return [];
    const site = siteOf(
      main,
      {
        parameters: registration.parameters,
        package: library.packages[0] ?? library.name,
        framework: library.name,
        kind: registration.kind,
        method: found.method,
        route: found.route,
        registeredIn: module.file,
        verified: registration.verified,
      },
      [main],
      found.route,
      writtenIn(m, module, found.node, env, main),
    );
    return site ? [site] : [];
  });
}

function isOf(specifier: string, packages: readonly string[]): boolean {
  return packages.some((one) => specifier === one || specifier.startsWith(`${one}/`));
}

/** What a module imports from: each specifier, and all that it is a subpath of. */
const importedPaths = new WeakMap<Module, ReadonlySet<string>>();

function importsAny(module: Module, packages: readonly string[]): boolean {
  let paths = importedPaths.get(module);
  if (!paths) {
    const all = new Set<string>();
    for (const { specifier } of module.imports.values())
      for (let end = specifier.length; end > 0; end = specifier.lastIndexOf('/', end - 1))
        all.add(specifier.slice(0, end));
    paths = all;
    importedPaths.set(module, paths);
  }
  return packages.some((one) => paths.has(one));
}

interface CallTable {
  readonly methods: ReadonlyMap<string, readonly LibraryRegistration[]>;
  readonly constructed: ReadonlyMap<string, readonly LibraryRegistration[]>;
  /** Functions called by their imported name, by the last part of their path. */
  readonly bare: ReadonlyMap<string, readonly LibraryRegistration[]>;
  /** Functions that another call gave. */
  readonly given: readonly LibraryRegistration[];
}

const callTables = new WeakMap<Knowledge, CallTable>();

/** Registrations by call, by the name that is called. */
function callTable(knowledge: Knowledge): CallTable {
  const known = callTables.get(knowledge);
  if (known) return known;
  const methods = new Map<string, LibraryRegistration[]>();
  const constructed = new Map<string, LibraryRegistration[]>();
  const bare = new Map<string, LibraryRegistration[]>();
  const given: LibraryRegistration[] = [];
  const add = (map: Map<string, LibraryRegistration[]>, name: string, one: LibraryRegistration) =>
    map.set(name, [...(map.get(name) ?? []), one]);
  for (const one of knowledge.registrations) {
    if (one.registration.by !== 'call') continue;
    const { call } = one.registration;
    if (call.endsWith('.new')) add(constructed, lastName(call), one);
    else if (call.endsWith('()')) given.push(one);
    else {
      add(methods, lastName(call), one);
      add(bare, lastPart(call), one);
    }
  }
  const table: CallTable = { methods, constructed, bare, given };
  callTables.set(knowledge, table);
  return table;
}

const lastName = (call: string): string =>
  call
    .split('.')
    .filter((part) => part !== 'new')
    .at(-1) ?? call;

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function byCall(
  m: Machine,
  module: Module,
  node: Node & { type: 'CallExpression' | 'NewExpression' },
  envOf: (node: Node) => Env | undefined,
  table: CallTable,
): HandlerSite[] {
  const { callee } = node;
  const isNew = node.type === 'NewExpression';
  const isGiven = callee.type === 'CallExpression';
  let method: string | null = isGiven ? '' : null;
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && !callee.computed)
    method = callee.property.name;
  else if (callee.type === 'Identifier') method = callee.name;
  if (method === null) return [];
  const name = method;
  const isBare = callee.type === 'Identifier' || isGiven;
  if (node.arguments.length === 0) return [];
  if (callee.type === 'Identifier' && !isNew && !module.imports.has(callee.name)) return [];
  const named = isNew ? table.constructed.get(name) : isGiven ? table.given : isBare ? null : table.methods.get(name);
  if (named === undefined || named?.length === 0) return [];
  const env = envOf(node);
  if (!env) return [];
  const receiver =
    callee.type === 'MemberExpression' && !isNew
      ? evaluateLazily(m, callee.object, env)
      : evaluateLazily(m, callee, env);
  // Only a method is known by its shape, and only where it is not known what it is called on.
  if (receiver.kind !== 'external' && (isNew || isBare || receiver.kind !== 'unknown')) return [];
  const candidates = named ?? (receiver.kind === 'external' ? table.bare.get(lastPart(pathOf(receiver))) : undefined);
  if (!candidates) return [];
  // Of frameworks that all fit by the shape alone, the one that the module imports.
  const isImported = ({ library }: LibraryRegistration) => importsAny(module, library.packages);
  const ordered =
    receiver.kind === 'external'
      ? candidates
      : [...candidates.filter(isImported), ...candidates.filter((one) => !isImported(one))];
  const found: HandlerSite[] = [];
  for (const { library, registration } of ordered) {
    if (registration.by !== 'call') continue;
    if (!matchesReceiver(receiver, registration, library.packages, name, isNew, isBare, node)) continue;
    const packageName =
      receiver.kind === 'external' && library.packages.includes(receiver.package)
        ? receiver.package
        : (library.packages[0] ?? library.name);
    const sites = registeredFunctions(m, node, env, registration).flatMap(
      ({ functions, route, method: verb, nodes }) => {
        const main = functions.findLast((value): value is FunctionValue => value.kind === 'function');
        if (!main || /^(?:GET|HEAD|OPTIONS|DELETE)$/.test(verb ?? '')) return [];
        const site = siteOf(
          main,
          {
            parameters: registration.parameters,
            package: packageName,
            framework: library.name,
            kind: registration.kind,
            method: registration.method ?? verb,
            route: route ?? givenPath(m, callee, env),
            registeredIn: module.file,
            registration: node,
            verified: registration.verified,
          },
          functions.slice(0, functions.indexOf(main) + 1),
          route ??
            givenPath(m, callee, env) ??
            (registration.kind === 'http' ? declaredAs(module, node) : null) ??
            name,
          writtenBy(m, module, nodes, env, main),
        );
        return site ? [site] : [];
      },
    );
    found.push(...sites);
    if (sites.length > 0 && receiver.kind !== 'external') break;
  }
  return found;
}

/** `export const webhook = onRequest(…)`: platforms call the function by the name that it is exported by. */
function declaredAs(module: Module, node: Node): string | null {
  for (const { name, node: declaration } of module.scopes.root.names.values())
    if (declaration.type === 'VariableDeclarator' && declaration.init && bare(declaration.init) === node) return name;
  return null;
}

/** The path that stands in the call before: `createRoute('/path')({ … })`. */
function givenPath(m: Machine, callee: Node, env: Env): string | null {
  const inner = callee.type === 'MemberExpression' ? callee.object : callee;
  if (inner.type !== 'CallExpression') return null;
  const [first] = inner.arguments;
  const value = first && first.type !== 'SpreadElement' ? evaluateLazily(m, first, env) : undefined;
  return value?.kind === 'constant' && typeof value.value === 'string' && value.value.startsWith('/')
    ? value.value
    : null;
}

function writtenBy(
  m: Machine,
  module: Module,
  nodes: readonly Node[],
  env: Env,
  main: FunctionValue,
): FunctionValue | null {
  const argument = nodes.find(
    (one) =>
      (one.type === 'CallExpression' || isFunctionNode(one)) &&
      handlerValues(m, one, env).some((value) => value.kind === 'function' && value.node === main.node),
  );
  return argument ? writtenIn(m, module, argument, env, main) : null;
}

function matchesReceiver(
  receiver: Value,
  registration: Registration & { by: 'call' },
  packages: readonly string[],
  name: string,
  isNew: boolean,
  bare: boolean,
  node: Node,
): boolean {
  if (receiver.kind === 'external') {
    if (!packages.some((one) => receiver.package === one || receiver.package.startsWith(`${one}/`))) return false;
    const path = pathOf(receiver);
    if (isNew) return registration.call === `${path}.new` || `${path}.new` === `default.${registration.call}`;
    if (bare) return registration.call === path || path.endsWith(`.${registration.call}`);
    return registration.call === `${path}.${name}` || `${path}.${name}` === `default.${registration.call}`;
  }
  if (!registration.structural || isNew || bare) return false;
  if (receiver.kind !== 'unknown') return false;
  // `app.post('/x', fn)` on a parameter that nobody annotated: the shape is enough.
  const [first] = (node as { arguments: readonly Node[] }).arguments;
  const callee = (node as { callee: Node }).callee;
  const written = callee.type === 'MemberExpression' ? (writtenName(callee.object) ?? '') : '';
  return (
    first?.type === 'Literal' &&
    typeof first.value === 'string' &&
    first.value.startsWith('/') &&
    verbs.has(name) &&
    /(?:^|\.)_?(?:app|router|routes?|server|api|fastify|instance|r|hono|webhooks?|\w*[rR]outer|\w*App)$/.test(written)
  );
}

interface Registered {
  readonly functions: readonly Value[];
  readonly route: string | null;
  readonly method: string | null;
  /** The expressions in the place of handlers. */
  readonly nodes: readonly Node[];
}

function registeredFunctions(
  m: Machine,
  node: Node & { type: 'CallExpression' | 'NewExpression' },
  env: Env,
  registration: Registration & { by: 'call' },
): readonly Registered[] {
  const args: readonly Node[] = node.arguments;
  const { options, entries } = registration;
  if (options) {
    const argument = args[options.argument];
    return literalsOf(m, argument, env).flatMap((object) => {
      const found = fromOptions(m, object, env, options);
      return found ? [{ ...found, nodes: [found.node] }] : [];
    });
  }
  if (entries) return entriesOf(m, args[entries.argument], env, entries);
  const { handlers } = registration;
  const nodes = 'from' in handlers ? args.slice(handlers.from) : args.slice(handlers.argument, handlers.argument + 1);
  const functions = nodes.flatMap((argument) => {
    if (argument.type === 'SpreadElement') return [];
    if (argument.type === 'ObjectExpression') {
      const handler = propertyAt(argument, 'handler');
      return handler ? handlerValues(m, handler, env) : [];
    }
    return handlerValues(m, argument, env);
  });
  const route = registration.path === undefined ? null : textOf(m, args[registration.path], env);
  return [{ functions, route, method: null, nodes }];
}

function fromOptions(
  m: Machine,
  object: Node,
  env: Env,
  names: { readonly path: string; readonly method: string; readonly handler: string },
): (Omit<Registered, 'nodes'> & { readonly node: Node }) | undefined {
  const handler = propertyAt(object, names.handler);
  if (!handler) return undefined;
  const path = propertyAt(object, names.path);
  const method = textOf(m, propertyAt(object, names.method), env);
  return {
    functions: handlerValues(m, handler, env),
    route: path ? textOf(m, path, env) : null,
    method: method?.toUpperCase() ?? null,
    node: handler,
  };
}

/** An object that has a handler under each name. */
function entriesOf(
  m: Machine,
  argument: Node | undefined,
  env: Env,
  { within, handlers = [] }: { readonly within?: string; readonly handlers?: readonly string[] },
): readonly Registered[] {
  const outer = literalsOf(m, argument, env);
  const nodes = within === undefined ? [argument] : outer.map((object) => propertyAt(object, within));
  return nodes.flatMap((node) => {
    const objects = literalsOf(m, node, env);
    if (objects.length === 0 && node) return functionsUnder(m, evaluateLazily(m, node, env), node);
    return objects.flatMap((object) =>
      object.properties.flatMap((property) => {
        if (property.type !== 'Property') return [];
        const route = keyOf(property) ?? textOf(m, property.key, env);
        const at = (method: string | null, handler: Node): Registered => ({
          functions: handlerValues(m, handler, env),
          route,
          method,
          nodes: [handler],
        });
        const inner = literalsOf(m, property.value, env);
        if (inner.length === 0) return [at(null, property.value)];
        return inner.flatMap((one) =>
          handlers.flatMap((name) => {
            const handler = propertyAt(one, name);
            return handler ? [at(/^[A-Z]+$/.test(name) ? name : null, handler)] : [];
          }),
        );
      }),
    );
  });
}

/** What a module exports, where `import * as activities` stands in the place of the object. */
function functionsUnder(m: Machine, value: Value, node: Node): Registered[] {
  if (value.kind !== 'namespace') return [];
  const names = [...(m.graph.module(value.file)?.exports.keys() ?? [])];
  return names.map((name) => ({
    functions: functionsIn(m.parts.exported(m, value.file, name)),
    route: name,
    method: null,
    nodes: [node],
  }));
}

export function decoratorName(node: Node): string | null {
  if (node.type !== 'Decorator') return null;
  const { expression } = node;
  return writtenName(expression.type === 'CallExpression' ? expression.callee : expression);
}

function decoratorText(m: Machine, node: Node, env: Env): string | null {
  if (node.type !== 'Decorator' || node.expression.type !== 'CallExpression') return null;
  const [argument] = node.expression.arguments;
  if (!argument || argument.type === 'SpreadElement') return '';
  if (argument.type === 'ObjectExpression') {
    const path = argument.properties.find(
      (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'path',
    );
    if (path?.type !== 'Property') return '';
    const value = evaluateLazily(m, path.value, env);
    return value.kind === 'constant' ? String(value.value) : '';
  }
  const value = evaluateLazily(m, argument, env);
  return value.kind === 'constant' ? String(value.value) : '';
}

function byDecorator(
  m: Machine,
  module: Module,
  node: Node & { type: 'ClassDeclaration' | 'ClassExpression' },
  envOf: (node: Node) => Env | undefined,
  registrations: readonly LibraryRegistration[],
): HandlerSite[] {
  const env = envOf(node);
  if (!env) return [];
  const owner = classValue(node, env, node.id?.name ?? 'default');
  const self = injected(m, owner);
  const sites: HandlerSite[] = [];
  for (const { library, registration } of registrations) {
    if (registration.by !== 'decorator') continue;
    const classDecorator =
      registration.classDecorator === null
        ? null
        : node.decorators.find((one) => decoratorName(one) === registration.classDecorator);
    if (registration.classDecorator !== null && !classDecorator) continue;
    if (registration.classDecorator === null || importsAny(module, library.packages)) {
      const prefix = classDecorator ? (decoratorText(m, classDecorator, env) ?? '') : '';
      for (const member of node.body.body) {
        if (member.type !== 'MethodDefinition' || member.kind !== 'method' || member.key.type !== 'Identifier')
          continue;
        const methodName = member.key.name;
        const decorator = member.decorators.find((one) =>
          registration.methodDecorators.includes(decoratorName(one) ?? ''),
        );
        const undecorated =
          member.decorators.length === 0 &&
          registration.classDecorator !== null &&
          registration.methodDecorators.includes(methodName);
        if (!decorator && !undecorated) continue;
        const value = functionValue(member.value, env, methodName, self, owner);
        if (value.kind !== 'function') continue;
        const path = decorator ? (decoratorText(m, decorator, env) ?? '') : '';
        sites.push({
          file: module.file,
          node: member.value,
          name: `${owner.name}.${methodName}`,
          functions: [value],
          parameters: (member.value as unknown as FunctionLike).params.map((parameter, index) =>
            decoratedParameter(m, parameter, index, registration, env),
          ),
          package: library.packages[0] ?? library.name,
          framework: library.name,
          kind: registration.kind,
          method:
            decorator && /^(?:Put|Patch|Delete|Post)$/.test(decoratorName(decorator) ?? '')
              ? (decoratorName(decorator) ?? '').toUpperCase()
              : null,
          route: `/${prefix}/${path}`.replace(/\/{2,}/g, '/'),
          registeredIn: module.file,
          owner: node,
          written: null,
          verified: registration.verified,
        });
      }
    }
  }
  return sites;
}

function decoratedParameter(
  m: Machine,
  parameter: Node,
  index: number,
  registration: Registration & { by: 'decorator' },
  env: Env,
): ParameterMeaning {
  const decorators = 'decorators' in parameter ? ((parameter.decorators as readonly Node[] | undefined) ?? []) : [];
  for (const decorator of decorators) {
    const meaning = registration.parameterDecorators[decoratorName(decorator) ?? ''];
    if (!meaning) continue;
    const text = decoratorText(m, decorator, env);
    if ('delivery' in meaning && text) {
      if (meaning.delivery === 'headers') return { delivery: 'header', name: text };
      return { ...meaning, name: text };
    }
    return meaning;
  }
  return registration.positional?.[index] ?? { ignored: true };
}

function byType(
  m: Machine,
  module: Module,
  node: Node,
  envOf: (node: Node) => Env | undefined,
  registrations: readonly LibraryRegistration[],
): HandlerSite[] {
  const isVariable = node.type === 'VariableDeclarator';
  const annotation = isVariable && node.id.type === 'Identifier' ? node.id.typeAnnotation?.typeAnnotation : undefined;
  const typeName =
    annotation?.type === 'TSTypeReference' && annotation.typeName.type === 'Identifier'
      ? annotation.typeName.name
      : null;
  const fn = isVariable ? node.init : node;
  const env = envOf(node);
  if (!env || !fn) return [];
  const firstType = isFunctionNode(fn) ? parameterType(fn.params[0]) : null;
  if (typeName === null && firstType === null) return [];
  for (const { library, registration } of registrations) {
    if (registration.by !== 'type') continue;
    const comesFrom = (name: string): boolean => {
      const target = module.imports.get(name);
      return (
        target !== undefined &&
        library.packages.some((one) => target.specifier === one || target.specifier.startsWith(`${one}/`))
      );
    };
    const byAnnotation =
      typeName !== null && registration.functionTypes.includes(originalName(module, typeName)) && comesFrom(typeName);
    const byParameter =
      firstType !== null &&
      registration.parameterTypes.includes(originalName(module, firstType)) &&
      comesFrom(firstType) &&
      isExported(module, node);
    if (!byAnnotation && !byParameter) continue;
    const value = isFunctionNode(fn)
      ? functionValue(fn, env, nameOf(node))
      : handlerValues(m, fn, env).find((one) => one.kind === 'function');
    const site =
      value &&
      siteOf(
        value,
        {
          parameters: registration.parameters,
          package: library.packages[0] ?? library.name,
          framework: library.name,
          kind: registration.kind,
          method: null,
          route: null,
          registeredIn: module.file,
          verified: registration.verified,
        },
        [value],
        nameOf(node),
      );
    if (site) return [site];
  }
  return [];
}

function originalName(module: Module, local: string): string {
  return module.imports.get(local)?.name ?? local;
}

function parameterType(parameter: Node | undefined): string | null {
  if (parameter?.type !== 'Identifier') return null;
  const annotation = parameter.typeAnnotation?.typeAnnotation;
  return annotation?.type === 'TSTypeReference' && annotation.typeName.type === 'Identifier'
    ? annotation.typeName.name
    : null;
}

function isExported(module: Module, node: Node): boolean {
  const name = nameOf(node);
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') {
    for (const target of module.exports.values()) if (target.kind === 'expression' && target.node === node) return true;
    return [...module.scopes.root.names.values()].some(
      (declaration) =>
        declaration.node.type === 'VariableDeclarator' &&
        declaration.node.init === node &&
        exportsName(module, declaration.name),
    );
  }
  return exportsName(module, name);
}

function exportsName(module: Module, name: string): boolean {
  for (const target of module.exports.values()) if (target.kind === 'local' && target.name === name) return true;
  return false;
}

function nameOf(node: Node): string {
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') return node.id.name;
  if ((node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') && node.id) return node.id.name;
  return 'handler';
}
