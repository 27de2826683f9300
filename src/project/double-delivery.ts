import type { Node } from 'oxc-parser';
import { evaluateLazily, scopesOf } from '../interpret/lookup.ts';
import type { Machine } from '../interpret/machine.ts';
import { runsAtOnce } from '../knowledge/lexicon.ts';
import { childrenOf, isFunctionNode, walk } from '../parse/walk.ts';
import type { Module } from '../resolve/module.ts';
import type { HandlerSite } from './find-handlers.ts';
import { pathIn, matchesRoute } from './test-routes.ts';

/** What the tests of one file do with handlers. */
export interface TestReading {
  /** The first call in a test that delivers to each handler. */
  readonly delivered: ReadonlyMap<HandlerSite, Node>;
  /** Handlers to which some test delivers one event twice at once, or may do so. */
  readonly twice: ReadonlySet<HandlerSite>;
}

const testPath = /[.-](?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|specs?|e2e)\//;
const testCall = /\b(?:it|test|specify)\b\s*[.(]/;

/** Cheap: could this file hold a test? */
export function mayTest(relativePath: string, text: string): boolean {
  return testPath.test(relativePath) && testCall.test(text);
}

const starters = new Set(['it', 'test', 'specify', 'fit', 'Deno', 't']);
const combinator = /^(?:Promise|Bluebird)\.(?:all|allSettled|race|any)$/;
const senders = /^(?:post|put|inject|request|fetch|\$fetch|handle|dispatch|send)$/;
/** Calls inside calls. */
const deepest = 4;

export function readTests(m: Machine, module: Module, sites: readonly HandlerSite[]): TestReading {
  return new TestReader(m, sites).read(module);
}

class TestReader {
  readonly #m: Machine;
  readonly #sites: readonly HandlerSite[];
  readonly #scopes = new Map<string, ReturnType<typeof scopesOf>>();
  readonly #helpers = new Map<string, ReadonlySet<HandlerSite>>();

  constructor(m: Machine, sites: readonly HandlerSite[]) {
    this.#m = m;
    this.#sites = sites;
  }

  read(module: Module): TestReading {
    const delivered = new Map<HandlerSite, Node>();
    const twice = new Set<HandlerSite>();
    walk(module.source.program, (node) => {
      const body = bodyOfTest(node);
      if (!body) return true;
      walk(body, (inner) => {
        if (inner.type === 'CallExpression' || inner.type === 'NewExpression')
          for (const site of this.#deliveredBy(inner, module, 0)) if (!delivered.has(site)) delivered.set(site, inner);
        return true;
      });
      for (const site of this.#twiceIn(body, module, 0)) twice.add(site);
      return true;
    });
    return { delivered, twice };
  }

  /** The handlers that a call delivers to, by itself or through a function of the tests. */
  #deliveredBy(call: Node, module: Module, depth: number): ReadonlySet<HandlerSite> {
    if (call.type !== 'CallExpression') return new Set();
    const { callee } = call;
    if (callee.type === 'FunctionExpression' || callee.type === 'ArrowFunctionExpression') return new Set();
    const name = lastName(callee);
    const path = senders.test(name) && !call.arguments.some(isFunctionNode) ? pathIn(call) : null;
    if (path !== null) {
      const found = this.#sites.filter((site) => matchesRoute(site, path));
      if (found.length > 0) return new Set(found);
    }
    const target = this.#functionAt(callee, module);
    const direct = this.#sites.filter(
      (site) =>
        (site.file === target?.file && site.node.start === target.node.start) || this.#isImportOf(callee, module, site),
    );
    if (direct.length > 0) return new Set(direct);
    if (!target || depth >= deepest) return new Set();
    return this.#deliveredInside(target.node, target.file, depth + 1);
  }

  #deliveredInside(node: Node, file: string, depth: number): ReadonlySet<HandlerSite> {
    const key = `${file}@${node.start}`;
    const known = this.#helpers.get(key);
    if (known) return known;
    this.#helpers.set(key, new Set());
    const module = this.#m.graph.module(file);
    const found = module && this.#sites.every((site) => site.file !== file) ? this.#within(node, module, depth) : [];
    const sites = new Set(found);
    this.#helpers.set(key, sites);
    return sites;
  }

  #within(node: Node, module: Module, depth: number): HandlerSite[] {
    const found: HandlerSite[] = [];
    walk(node, (inner) => {
      if (inner.type === 'CallExpression') found.push(...this.#deliveredBy(inner, module, depth));
      return true;
    });
    return found;
  }

  #functionAt(callee: Node, module: Module): { readonly node: Node; readonly file: string } | null {
    if (callee.type !== 'Identifier' && callee.type !== 'MemberExpression') return null;
    let scopes = this.#scopes.get(module.file);
    if (!scopes) this.#scopes.set(module.file, (scopes = scopesOf(this.#m, module)));
    const env = scopes(callee);
    if (!env) return null;
    const value = evaluateLazily(this.#m, callee, env);
    return value.kind === 'function' ? value : null;
  }

  /** The handler's own name, imported from its file, whatever wraps it there; or its method on some object. */
  #isImportOf(callee: Node, module: Module, site: HandlerSite): boolean {
    const own = site.name.split('.').at(-1) ?? site.name;
    if (callee.type === 'MemberExpression') return lastName(callee) === own && this.#importsFrom(module, site.file);
    if (callee.type !== 'Identifier') return false;
    const target = module.imports.get(callee.name);
    if (!target || (target.name !== own && target.name !== 'default')) return false;
    const resolved = this.#m.graph.resolve(module.file, target.specifier);
    return resolved.kind === 'file' && resolved.file === site.file && (target.name === own || site.name === 'default');
  }

  #importsFrom(module: Module, file: string): boolean {
    return [...module.imports.values()].some(({ specifier }) => {
      const resolved = this.#m.graph.resolve(module.file, specifier);
      return resolved.kind === 'file' && resolved.file === file;
    });
  }

  /** Handlers to which this code delivers one event twice with neither waiting for the other. */
  #twiceIn(root: Node, module: Module, depth: number): Set<HandlerSite> {
    const found = new Set<HandlerSite>();
    const add = (sites: Iterable<HandlerSite>) => {
      for (const site of sites) found.add(site);
    };
    walk(root, (node) => {
      if (node.type === 'BlockStatement') add(this.#leftRunning(node.body, module));
      if (node.type !== 'CallExpression') return true;
      const name = dotted(node.callee);
      if (combinator.test(name)) add(this.#together(node.arguments[0], module, root));
      // A helper of the team's or of a library that says so itself.
      else if (runsAtOnce(name.split('.').at(-1) ?? '')) {
        const sites = this.#within(node, module, 0);
        add(sites.length > 0 ? sites : this.#sites);
      } else if (node.arguments.filter((argument) => this.#isDelivery(argument, module)).length > 1)
        add(this.#within(node, module, 0));
      const target = depth < deepest ? this.#functionAt(node.callee, module) : null;
      const file = target && this.#sites.every((site) => site.file !== target.file) ? target.file : null;
      const inner = file !== null && target?.node !== root ? this.#m.graph.module(file) : undefined;
      if (target && inner && !inside(target.node, root)) add(this.#twiceIn(target.node, inner, depth + 1));
      return true;
    });
    return found;
  }

  /** `Promise.all(…)`: two deliveries of one event among what it waits for; what cannot be read may be that. */
  #together(given: Node | undefined, module: Module, root: Node): readonly HandlerSite[] {
    if (!given) return [];
    if (given.type === 'Identifier') {
      const declared = initOf(given.name, root);
      // A list that is filled in a loop may hold one event several times.
      const isFilled = declared?.type === 'ArrayExpression' && declared.elements.length === 0;
      return declared && !isFilled ? this.#together(declared, module, root) : this.#sites;
    }
    const sites = this.#within(given, module, 0);
    if (given.type !== 'ArrayExpression') return sites.length > 0 && mayRepeat(given, root) ? sites : [];
    const deliveries = given.elements.filter((element) => element !== null && this.#isDelivery(element, module));
    const promises = given.elements.flatMap((element) => (element?.type === 'Identifier' ? [element.name] : []));
    if (given.elements.some((element) => element?.type === 'SpreadElement')) return sites;
    const all = [...deliveries, ...promises.map((name) => initOf(name, root))];
    return hasPair(
      all.filter((one) => one !== null),
      module,
    )
      ? [...sites, ...all.flatMap((one) => (one ? this.#within(one, module, 0) : []))]
      : [];
  }

  /** `const first = deliver(event); const second = deliver(event);`: nobody waits for the first yet. */
  #leftRunning(statements: readonly Node[], module: Module): HandlerSite[] {
    const running: Node[] = [];
    for (const statement of statements) {
      const inits =
        statement.type === 'VariableDeclaration'
          ? statement.declarations.map((one) => one.init).filter((init) => init !== null)
          : statement.type === 'ExpressionStatement'
            ? [statement.expression]
            : [];
      for (const init of inits) {
        const started = init.type === 'AwaitExpression' ? init.argument : init;
        if (!this.#isDelivery(started, module)) continue;
        if (running.some((other) => isSameEvent(other, started, module))) return this.#within(started, module, 0);
        if (init.type !== 'AwaitExpression') running.push(started);
      }
    }
    return [];
  }

  /** An expression that has delivered, or begun to, once it is evaluated. */
  #isDelivery(node: Node, module: Module): boolean {
    if (isFunctionNode(node) || node.type === 'AwaitExpression') return false;
    if (node.type === 'CallExpression' && this.#deliveredBy(node, module, 0).size > 0) return true;
    return childrenOf(node).some((child) => this.#isDelivery(child, module));
  }
}

function bodyOfTest(node: Node): Node | null {
  if (node.type !== 'CallExpression') return null;
  const name = dotted(node.callee);
  const [first = ''] = name.split('.');
  if (!starters.has(first) || /\.(?:skip|todo)\b/.test(name)) return null;
  if ((first === 't' || first === 'Deno') && !name.endsWith('.test')) return null;
  return node.arguments.find(isFunctionNode) ?? null;
}

/** `test.each(table)` as `test.each`. */
function dotted(node: Node): string {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return `${dotted(node.object)}.${node.property.type === 'Identifier' ? node.property.name : '*'}`;
    case 'CallExpression':
      return dotted(node.callee);
    case 'TaggedTemplateExpression':
      return dotted(node.tag);
    default:
      return '';
  }
}

function lastName(callee: Node): string {
  return dotted(callee).split('.').at(-1) ?? '';
}

function inside(node: Node, root: Node): boolean {
  return node.start >= root.start && node.end <= root.end;
}

function initOf(name: string, root: Node): Node | null {
  let found: Node | null = null;
  walk(root, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.id.name === name) found = node.init;
    return true;
  });
  return found;
}

/** `[1, 2].map(() => deliver(event))` repeats one event; `events.map((one) => deliver(one))` does where two of them are one. */
function mayRepeat(node: Node, root: Node): boolean {
  if (node.type !== 'CallExpression') return true;
  const list = node.callee.type === 'MemberExpression' ? node.callee.object : null;
  const over = list?.type === 'Identifier' ? initOf(list.name, root) : list;
  if (over?.type !== 'ArrayExpression') return true;
  const fn = node.arguments.find(isFunctionNode);
  if (fn?.params.length === 0) return over.elements.length > 1;
  const kinds = over.elements.map((element) => element?.type);
  if (kinds.some((kind) => kind !== 'Identifier' && kind !== 'Literal')) return true;
  const names = over.elements.map((element) =>
    element?.type === 'Identifier' ? element.name : element?.type === 'Literal' ? element.raw : '',
  );
  return new Set(names).size < names.length || kinds.every((kind) => kind === 'Literal');
}

function hasPair(nodes: readonly Node[], module: Module): boolean {
  return nodes.some((one, index) => nodes.slice(index + 1).some((other) => isSameEvent(one, other, module)));
}

/** Written alike but for names and texts that tell two events apart; what cannot be compared may be the same. */
function isSameEvent(one: Node, other: Node, module: Module): boolean {
  const [left, right] = [one, other].map((node) => wordsOf(module.source.text.slice(node.start, node.end)));
  if (left === undefined || left.length !== right?.length) return true;
  return left.every((word, index) => word === right[index] || /^\d/.test(word));
}

function wordsOf(text: string): string[] {
  return text.match(/'[^']*'|"[^"]*"|`[^`]*`|[\w$]+/g) ?? [];
}
