import type { Node } from 'oxc-parser';
import { lazyEnvAround, classValue, evaluateLazily, moduleEnv, functionValue } from '../interpret/lookup.ts';
import { injected } from '../interpret/annotation.ts';
import { pathOf } from '../interpret/library.ts';
import type { Env, Machine } from '../interpret/machine.ts';
import type { FunctionValue, Value } from '../interpret/value.ts';
import { unknown, writtenName } from '../interpret/values.ts';
import type { HandlerKind, ParameterMeaning, Registration } from '../knowledge/types.ts';
import type { Knowledge, LibraryRegistration } from '../knowledge/registry.ts';
import { boundNames, childrenOf, isFunctionNode, walk, type FunctionLike } from '../parse/walk.ts';
import type { Module } from '../resolve/module.ts';
import type { Scope } from '../resolve/scope.ts';

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
  /** The settings say that it is a handler: no more evidence is asked for. */
  readonly declared?: { readonly provider: string | null };
  /** The function as it is written, where `functions` holds it wrapped by another. */
  readonly written: FunctionValue | null;
}

const verbs = new Set(['post', 'put', 'patch', 'all', 'use', 'route', 'process', 'on']);

/** Finds what a module registers, whichever file the registered functions are written in. */
export function findHandlers(m: Machine, module: Module, relativePath: string): HandlerSite[] {
  const sites: HandlerSite[] = [];
  const seen = new Set<string>();
  const add = (site: HandlerSite | undefined) => {
    if (!site) return;
    const key = `${site.file}@${site.node.start}`;
    if (seen.has(key)) return;
    seen.add(key);
    sites.push(site);
  };
  const scopes = scopesOf(m, module);
  const byCalls = callTable(m.knowledge);
  const byDecorators = m.knowledge.registrations.filter((one) => one.registration.by === 'decorator');
  const byTypes = m.knowledge.registrations.filter((one) => one.registration.by === 'type');
  walk(module.source.program, (node) => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression')
      for (const site of byCall(m, module, node, scopes, byCalls)) add(site);
    else if ((node.type === 'ClassDeclaration' || node.type === 'ClassExpression') && node.decorators.length > 0)
      for (const site of byDecorator(m, module, node, scopes, byDecorators)) add(site);
    else if (node.type === 'VariableDeclarator' || isFunctionNode(node))
      for (const site of byType(m, module, node, scopes, byTypes)) add(site);
  });
  // A type says more of a function than the name it is exported by.
  for (const { library, registration } of m.knowledge.registrations) {
    if (registration.by === 'export')
      for (const site of byExport(
        m,
        module,
        relativePath,
        library.packages[0] ?? library.name,
        library.name,
        registration,
      ))
        add(site);
    if (registration.by === 'default-object')
      for (const site of byDefaultObject(m, module, library.packages[0] ?? library.name, library.name, registration))
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

/** The environment in which each node of a module stands. */
export function scopesOf(m: Machine, module: Module): (node: Node) => Env | undefined {
  const envs = new Map<Scope, Env>();
  const owners = new Map<Node, Scope>();
  const stack: { node: Node; scope: Scope }[] = [{ node: module.source.program, scope: module.scopes.root }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, scope } = next;
    owners.set(node, scope);
    const inner = module.scopes.opened(node) ?? scope;
    for (const child of childrenOf(node)) stack.push({ node: child, scope: inner });
  }
  return (node) => {
    const scope = owners.get(node);
    if (!scope) return undefined;
    const env = envs.get(scope) ?? lazyEnvAround(m, module, scope);
    envs.set(scope, env);
    return env;
  };
}

function siteOf(
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
  if (!registration.file.test(relativePath)) return [];
  return registration.exports.flatMap((name) => {
    if (!module.exports.has(name) && !(module.commonJs && name === 'default')) return [];
    const exportedValue = m.parts.exported(m, module.file, name);
    let values = functionsIn(exportedValue);
    const node = exportNode(module, name);
    if (values.length === 0 && node) values = handlerValues(m, node, moduleEnv(m, module));
    const [value] = values.filter((one) => one.kind === 'function');
    if (!value) return [];
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
      },
      [value],
      name,
      written,
    );
    return site ? [{ ...site, name }] : [];
  });
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
  packageName: string,
  framework: string,
  registration: Registration & { by: 'default-object' },
): HandlerSite[] {
  const node = exportNode(module, 'default');
  let object: Node | undefined = node;
  while (object?.type === 'TSSatisfiesExpression' || object?.type === 'TSAsExpression') object = object.expression;
  if (object?.type !== 'ObjectExpression') return [];
  const env = moduleEnv(m, module);
  return object.properties.flatMap((property) => {
    if (
      property.type !== 'Property' ||
      property.key.type !== 'Identifier' ||
      !registration.methods.includes(property.key.name)
    )
      return [];
    const [value] = handlerValues(m, property.value, env).filter((one) => one.kind === 'function');
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
        },
        [value],
        property.key.name,
      );
    return site ? [site] : [];
  });
}

interface CallTable {
  readonly methods: ReadonlyMap<string, readonly LibraryRegistration[]>;
  readonly constructed: ReadonlyMap<string, readonly LibraryRegistration[]>;
  /** Functions called by their imported name, all under ''. */
  readonly bare: ReadonlyMap<string, readonly LibraryRegistration[]>;
}

const callTables = new WeakMap<Knowledge, CallTable>();

/** Registrations by call, by the name that is called. */
function callTable(knowledge: Knowledge): CallTable {
  const known = callTables.get(knowledge);
  if (known) return known;
  const methods = new Map<string, LibraryRegistration[]>();
  const constructed = new Map<string, LibraryRegistration[]>();
  const bare = new Map<string, LibraryRegistration[]>();
  const add = (map: Map<string, LibraryRegistration[]>, name: string, one: LibraryRegistration) =>
    map.set(name, [...(map.get(name) ?? []), one]);
  for (const one of knowledge.registrations) {
    if (one.registration.by !== 'call') continue;
    const { call } = one.registration;
    if (call.endsWith('.new')) add(constructed, lastName(call), one);
    else {
      add(methods, lastName(call), one);
      add(bare, '', one);
    }
  }
  const table: CallTable = { methods, constructed, bare };
  callTables.set(knowledge, table);
  return table;
}

const lastName = (call: string): string =>
  call
    .split('.')
    .filter((part) => part !== 'new')
    .at(-1) ?? call;

function byCall(
  m: Machine,
  module: Module,
  node: Node & { type: 'CallExpression' | 'NewExpression' },
  envOf: (node: Node) => Env | undefined,
  table: CallTable,
): HandlerSite[] {
  const { callee } = node;
  const isNew = node.type === 'NewExpression';
  let method: string | null = null;
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && !callee.computed)
    method = callee.property.name;
  else if (callee.type === 'Identifier') method = callee.name;
  if (method === null) return [];
  const name = method;
  const candidates =
    (isNew ? table.constructed : callee.type === 'Identifier' ? table.bare : table.methods).get(
      callee.type === 'Identifier' && !isNew ? '' : name,
    ) ?? [];
  if (candidates.length === 0 || node.arguments.length === 0) return [];
  if (callee.type === 'Identifier' && !isNew && !module.imports.has(callee.name)) return [];
  const env = envOf(node);
  if (!env) return [];
  const receiver =
    callee.type === 'MemberExpression' && !isNew
      ? evaluateLazily(m, callee.object, env)
      : evaluateLazily(m, callee, env);
  // Of frameworks that all fit by the shape alone, the one that the module imports.
  const isImported = ({ library }: LibraryRegistration) =>
    [...module.imports.values()].some(({ specifier }) =>
      library.packages.some((one) => specifier === one || specifier.startsWith(`${one}/`)),
    );
  const ordered =
    receiver.kind === 'external'
      ? candidates
      : [...candidates.filter(isImported), ...candidates.filter((one) => !isImported(one))];
  for (const { library, registration } of ordered) {
    if (registration.by !== 'call') continue;
    if (!matchesReceiver(receiver, registration, library.packages, name, isNew, callee.type === 'Identifier', node))
      continue;
    const found = registeredFunctions(m, node, env, registration);
    if (!found) continue;
    const { functions, route } = found;
    const main = functions.findLast((value): value is FunctionValue => value.kind === 'function');
    if (!main) continue;
    const packageName =
      receiver.kind === 'external' && library.packages.includes(receiver.package)
        ? receiver.package
        : (library.packages[0] ?? library.name);
    const chain = functions.slice(0, functions.indexOf(main) + 1);
    const argument = node.arguments.find(
      (one) =>
        (one.type === 'CallExpression' || isFunctionNode(one)) &&
        handlerValues(m, one, env).some((value) => value.kind === 'function' && value.node === main.node),
    );
    const written = argument ? writtenIn(m, module, argument, env, main) : null;
    const site = siteOf(
      main,
      {
        parameters: registration.parameters,
        package: packageName,
        framework: library.name,
        kind: registration.kind,
        method: registration.method ?? null,
        route,
        registeredIn: module.file,
      },
      chain,
      route ?? name,
      written,
    );
    if (site) return [site];
  }
  return [];
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

function registeredFunctions(
  m: Machine,
  node: Node & { type: 'CallExpression' | 'NewExpression' },
  env: Env,
  registration: Registration & { by: 'call' },
): { functions: Value[]; route: string | null } | undefined {
  const args = node.arguments;
  const valueAt = (index: number): Value => {
    const argument = args[index];
    return argument && argument.type !== 'SpreadElement' ? evaluateLazily(m, argument, env) : unknown();
  };
  const textAt = (index: number): string | null => {
    const value = valueAt(index);
    if (value.kind === 'constant' && typeof value.value === 'string') return value.value;
    if (value.kind === 'text') return value.parts.map((part) => (typeof part === 'string' ? part : '*')).join('');
    const argument = args[index];
    return argument?.type === 'TemplateLiteral' ? argument.quasis.map((quasi) => quasi.value.raw).join('*') : null;
  };
  if (registration.options) {
    const argument = args[registration.options.argument];
    if (argument?.type !== 'ObjectExpression') return undefined;
    const property = (wanted: string): Node | undefined => {
      const found = argument.properties.find(
        (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === wanted,
      );
      return found?.type === 'Property' ? found.value : undefined;
    };
    const handler = property(registration.options.handler);
    const path = property(registration.options.path);
    if (!handler) return undefined;
    const route = path ? evaluateLazily(m, path, env) : unknown();
    return { functions: handlerValues(m, handler, env), route: route.kind === 'constant' ? String(route.value) : null };
  }
  const indexes =
    'from' in registration.handlers
      ? args.map((_, index) => index).filter((index) => index >= (registration.handlers as { from: number }).from)
      : [registration.handlers.argument];
  const functions = indexes.flatMap((index) => {
    const argument = args[index];
    if (!argument || argument.type === 'SpreadElement') return [];
    if (argument.type === 'ObjectExpression') {
      const handler = argument.properties.find(
        (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'handler',
      );
      return handler?.type === 'Property' ? handlerValues(m, handler.value, env) : [];
    }
    return handlerValues(m, argument, env);
  });
  return { functions, route: registration.path === undefined ? null : textAt(registration.path) };
}

function decoratorName(node: Node): string | null {
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
    if (
      registration.classDecorator === null ||
      library.packages.some((name) =>
        [...module.imports.values()].some(
          (target) => target.specifier === name || target.specifier.startsWith(`${name}/`),
        ),
      )
    ) {
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
          parameters: (member.value as unknown as FunctionLike).params.map((parameter) =>
            decoratedParameter(m, parameter, registration, env),
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
          written: null,
        });
      }
    }
  }
  return sites;
}

function decoratedParameter(
  m: Machine,
  parameter: Node,
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
  return registration.kind === 'http' ? { ignored: true } : { type: 'Job' };
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
