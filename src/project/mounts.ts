import type { Class, Node } from 'oxc-parser';
import { evaluateLazily, scopesOf } from '../interpret/lookup.ts';
import type { Env, Machine } from '../interpret/machine.ts';
import type { LibraryMount } from '../knowledge/registry.ts';
import type { Mount } from '../knowledge/types.ts';
import { isFunctionNode, walk } from '../parse/walk.ts';
import { followSpecifier, type ExportOrigin, type Module } from '../resolve/module.ts';
import { decoratorName, type HandlerSite } from './find-handlers.ts';
import { bare, literalsOf, propertyAt, textOf } from './syntax.ts';

/** What finding out needs of a project. */
export interface MountFiles {
  readonly machine: Machine;
  readonly files: readonly string[];
  text(file: string): string | undefined;
  module(file: string): Module | undefined;
}

/** Something that routes are registered on: an app, a router, or the parameter of a function that is given one. */
interface Router {
  /** The place where it is made, or that of the parameter. */
  readonly id: string;
  readonly file: string;
  /** What stands before the routes that are registered on this very mention of it. */
  readonly own: string;
}

/** A router put under another. */
interface Mounted {
  readonly parent: Router;
  readonly child: Router;
  readonly path: string;
  readonly module: Module;
  readonly node: Node;
}

/** Where a route is registered, and where what it is registered on is mounted, innermost first. */
export interface Level {
  readonly router: string;
  readonly module: Module;
  readonly node: Node;
  /** The paths below the router of this level. */
  readonly path: string;
}

export interface WholeRoute {
  readonly path: string;
  readonly levels: readonly Level[];
}

const mostWays = 8;
const deepest = 6;

/** Finds where the routers of a project are mounted; made anew whenever a file changes. */
export class Mounts {
  readonly #files: MountFiles;
  readonly #known: readonly LibraryMount[];
  readonly #methods: ReadonlySet<string>;
  readonly #said: RegExp;
  readonly #named: RegExp;
  #mounted: ReadonlyMap<string, readonly Mounted[]> | undefined;
  #before: readonly {
    readonly path: string;
    readonly except: readonly string[];
    readonly packages: readonly string[];
  }[] = [];
  #tree = new Map<Node, { readonly file: string; readonly paths: readonly string[] }>();
  readonly #set = new Map<string, string>();
  #enclosing = new Map<string, readonly { readonly node: Node; readonly path: string }[]>();
  readonly #routers = new Map<Node, Router | null>();

  constructor(files: MountFiles) {
    this.#files = files;
    this.#known = files.machine.knowledge.mounts;
    const names = this.#known.flatMap(({ mount }) => ('method' in mount ? [mount.method] : []));
    this.#methods = new Set(names);
    const packages = this.#known.flatMap(({ library }) => library.packages.map((name) => name.replace(/\/.*/, '')));
    this.#named = new RegExp([...new Set(packages)].join('|'));
    this.#said = new RegExp(
      `\\.(?:${[...this.#methods].join('|')})\\s*[(<]|\\(\\s*(?:app|router|server|fastify|instance|api)\\b`,
    );
  }

  /** Every path under which a handler is reached; its own route alone where nothing mounts it. */
  wholeRoutes(site: HandlerSite): readonly WholeRoute[] {
    const module = this.#files.module(site.registeredIn);
    if (site.route === null || !module) return [];
    const all = this.#all();
    if (site.kind !== 'http') return [];
    if (!site.registration) {
      if (!site.owner) return [{ path: site.route, levels: [] }];
      const inTree = this.#tree.get(site.owner)?.paths ?? [''];
      return inTree.map((path) => ({ path: this.#prefixed(join(path, site.route ?? ''), site), levels: [] }));
    }
    const callee = site.registration.callee;
    const router = callee.type === 'MemberExpression' ? this.#routerAt(module, callee.object) : undefined;
    const before = router ? join(router.own, this.#set.get(router.id) ?? '') : '';
    const own = join(this.#enclosedBy(module, site.registration), join(before, site.route));
    if (!router) return [{ path: own, levels: [] }];
    const first: Level = { router: router.id, module, node: site.registration, path: own };
    return this.#climb(all, router.id, { path: own, levels: [first] }, 0).slice(0, mostWays);
  }

  /** Files that register routes below a path that fits. */
  filesBelow(fits: (path: string) => boolean): ReadonlySet<string> {
    const found = new Set<string>();
    const all = this.#all();
    const below = new Map<string, Mounted[]>();
    for (const list of all.values())
      for (const one of list) below.set(one.parent.id, [...(below.get(one.parent.id) ?? []), one]);
    const add = (router: Router) => {
      if (found.has(router.id)) return;
      found.add(router.id);
      found.add(router.file);
      for (const one of below.get(router.id) ?? []) add(one.child);
    };
    for (const list of all.values()) for (const one of list) if (fits(one.path)) add(one.child);
    for (const { file, paths } of this.#tree.values()) if (paths.some((path) => fits(path))) found.add(file);
    return found;
  }

  /** The router that an expression is, by which two mentions of it are known to be the same. */
  routerId(module: Module, node: Node): string | undefined {
    return this.#routerAt(module, node)?.id;
  }

  #prefixed(path: string, site: HandlerSite): string {
    const before = this.#before.filter(({ packages }) => packages.includes(site.package));
    const [only, ...others] = before;
    if (!only || others.length > 0 || only.except.some((one) => join('/', one) === join('/', path))) return path;
    return join(only.path, path);
  }

  #climb(
    all: ReadonlyMap<string, readonly Mounted[]>,
    id: string,
    way: WholeRoute,
    depth: number,
  ): readonly WholeRoute[] {
    const above = depth < deepest ? (all.get(id) ?? []) : [];
    const ways = above.flatMap((one) => {
      if (way.levels.some(({ router }) => router === one.parent.id)) return [];
      const before = join(one.parent.own, this.#set.get(one.parent.id) ?? '');
      const path = join(before, join(one.path, way.path));
      const level: Level = { router: one.parent.id, module: one.module, node: one.node, path };
      return this.#climb(all, one.parent.id, { path, levels: [...way.levels, level] }, depth + 1);
    });
    return ways.length > 0 ? ways : [way];
  }

  #all(): ReadonlyMap<string, readonly Mounted[]> {
    if (this.#mounted) return this.#mounted;
    const mounted = new Map<string, Mounted[]>();
    this.#mounted = mounted;
    for (const file of this.#files.files) {
      const text = this.#files.text(file) ?? '';
      const module = this.#said.test(text) && this.#named.test(text) ? this.#files.module(file) : undefined;
      if (!module) continue;
      walk(module.source.program, (node) => {
        if (node.type !== 'CallExpression') return;
        for (const one of this.#mountsAt(module, node)) {
          if (one.child.id === one.parent.id) continue;
          mounted.set(one.child.id, [...(mounted.get(one.child.id) ?? []), one]);
        }
      });
    }
    return mounted;
  }

  #mountsAt(module: Module, node: Node & { type: 'CallExpression' }): Mounted[] {
    const { callee } = node;
    const env = this.#envOf(module, node);
    if (!env) return [];
    if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && !callee.computed) {
      const { name } = callee.property;
      const found: Mounted[] = [];
      for (const { library, mount } of this.#known) {
        if (!('method' in mount) || mount.method !== name) continue;
        if (mount.by === 'all') this.#noteBefore(node, env, library.packages);
        else if (mount.by === 'set') this.#noteSet(module, node, env);
        else if (mount.by === 'tree') this.#noteTree(module, node, env, mount);
        else if (mount.by === 'enclosed') this.#noteEnclosed(module, node, env, mount);
        else if (found.length === 0) found.push(...this.#byCall(module, node, env, mount));
      }
      if (found.length > 0) return found;
    }
    return this.#handedOn(module, node, env);
  }

  #byCall(module: Module, node: Node & { type: 'CallExpression' }, env: Env, mount: Mount & { by: 'call' }): Mounted[] {
    if (node.callee.type !== 'MemberExpression') return [];
    const parent = this.#routerAt(module, node.callee.object);
    if (!parent) return [];
    const args = node.arguments.filter((argument) => argument.type !== 'SpreadElement');
    const [first] = args;
    let paths: readonly string[] = [''];
    if (mount.options) {
      const given = args[mount.options.argument];
      const prefix = given && this.#textIn(given, mount.options.path, env);
      paths = [prefix ?? ''];
    } else if (first) paths = this.#pathsOf(first, env) ?? [''];
    return args.flatMap((argument): Mounted[] => {
      const wrapped = this.#wrapped(module, argument);
      const child = this.#childAt(module, wrapped?.routes ?? argument);
      if (!child) return [];
      const isUnprefixed = mount.unprefixed !== undefined && this.#isMadeBy(module, argument, mount.unprefixed);
      return paths.map((path) => ({
        parent,
        child,
        path: isUnprefixed ? '' : join(path, wrapped?.path ?? ''),
        module,
        node,
      }));
    });
  }

  /** `registerRoutes(app)`, `require('./routes')(app)`: what the function registers is registered on what it is given. */
  #handedOn(module: Module, node: Node & { type: 'CallExpression' }, env: Env): Mounted[] {
    return node.arguments.flatMap((argument, index): Mounted[] => {
      if (
        argument.type !== 'Identifier' ||
        !/^_?(?:app|router|server|fastify|instance|api|\w+Router|\w+App)$/.test(argument.name)
      )
        return [];
      const parent = this.#routerAt(module, argument);
      if (!parent) return [];
      const value = evaluateLazily(this.#files.machine, node.callee, env);
      if (value.kind !== 'function' || value.node.params.length <= index) return [];
      const child = parameterOf(value.file, value.node, index);
      return child.id === parent.id ? [] : [{ parent, child, path: '', module, node }];
    });
  }

  // --- what stands before the routes of several routers ------------------------------------------------------------

  #noteBefore(node: Node & { type: 'CallExpression' }, env: Env, packages: readonly string[]): void {
    const [first, options] = node.arguments;
    const path = first && textOf(this.#files.machine, first, env);
    if (!path) return;
    const except: string[] = [];
    if (options)
      walk(options, (inner) => {
        if (inner.type === 'Literal' && typeof inner.value === 'string') except.push(inner.value);
      });
    this.#before = [...this.#before, { path, except, packages }];
  }

  #noteSet(module: Module, node: Node & { type: 'CallExpression' }, env: Env): void {
    if (node.callee.type !== 'MemberExpression' || node.callee.object.type === 'CallExpression') return;
    const router = this.#routerAt(module, node.callee.object);
    const path = node.arguments[0] && textOf(this.#files.machine, node.arguments[0], env);
    if (router && path) this.#set.set(router.id, path);
  }

  #noteTree(module: Module, node: Node & { type: 'CallExpression' }, env: Env, mount: Mount & { by: 'tree' }): void {
    if (node.callee.type !== 'MemberExpression') return;
    const { object } = node.callee;
    if (object.type !== 'Identifier' || object.name !== mount.on) return;
    const visit = (given: Node, path: string, depth: number): void => {
      if (depth > deepest) return;
      const inner = bare(given);
      if (inner.type === 'ArrayExpression') {
        for (const element of inner.elements)
          if (element && element.type !== 'SpreadElement') visit(element, path, depth);
        return;
      }
      const [entry] = literalsOf(this.#files.machine, inner, env);
      if (!entry) {
        if (inner.type === 'Identifier') this.#addListed(inner, path, env, mount);
        return;
      }
      const own = join(path, this.#textIn(entry, mount.path, env) ?? '');
      const owner = propertyAt(entry, mount.module);
      if (owner) this.#addListed(owner, own, env, mount);
      const children = propertyAt(entry, mount.children);
      if (children) visit(children, own, depth + 1);
    };
    for (const argument of node.arguments) if (argument.type !== 'SpreadElement') visit(argument, '', 0);
  }

  /** The classes that a module lists in its decorator stand under the path of the module. */
  #addListed(node: Node, path: string, env: Env, mount: Mount & { by: 'tree' }): void {
    const { machine } = this.#files;
    const owner = evaluateLazily(machine, node, env);
    if (owner.kind !== 'class') return;
    const home = this.#files.module(owner.file);
    const decorator = owner.node.decorators.find((one) => decoratorName(one) === mount.decorator);
    if (!home || decorator?.expression.type !== 'CallExpression') return;
    const [given] = decorator.expression.arguments;
    const list = given && propertyAt(given, mount.lists);
    if (list?.type !== 'ArrayExpression') return;
    const inside = this.#envOf(home, list);
    for (const element of list.elements) {
      const listed = element && inside ? evaluateLazily(machine, element, inside) : undefined;
      if (listed?.kind !== 'class') continue;
      const { paths = [] } = this.#tree.get(listed.node) ?? {};
      this.#tree.set(listed.node, { file: listed.file, paths: [...paths, path] });
    }
  }

  /** `router.group(() => { router.post(…) }).prefix('/path')`. */
  #noteEnclosed(
    module: Module,
    node: Node & { type: 'CallExpression' },
    env: Env,
    mount: Mount & { by: 'enclosed' },
  ): void {
    let inner: Node | undefined = node.callee.type === 'MemberExpression' ? node.callee.object : undefined;
    while (
      inner?.type === 'CallExpression' &&
      inner.callee.type === 'MemberExpression' &&
      !(inner.callee.property.type === 'Identifier' && inner.callee.property.name === mount.around)
    )
      inner = inner.callee.object;
    const path = node.arguments[0] && textOf(this.#files.machine, node.arguments[0], env);
    if (inner?.type !== 'CallExpression' || inner.callee.type !== 'MemberExpression' || !path) return;
    const known = this.#enclosing.get(module.file) ?? [];
    this.#enclosing.set(module.file, [...known, { node: inner, path }]);
  }

  #enclosedBy(module: Module, node: Node): string {
    const around = (this.#enclosing.get(module.file) ?? []).filter(
      (one) => one.node.start <= node.start && node.end <= one.node.end,
    );
    return around.sort((a, b) => a.node.start - b.node.start).reduce((path, one) => join(path, one.path), '');
  }

  // --- what an expression is ---------------------------------------------------------------------------------------

  /** A router, or the parameter of a function that is given one. */
  #childAt(module: Module, node: Node): Router | undefined {
    const inner = bare(node);
    if (isFunctionNode(inner)) return parameterOf(module.file, inner, 0);
    if (inner.type === 'ObjectExpression') {
      const register = propertyAt(inner, 'register');
      return register && isFunctionNode(register) ? parameterOf(module.file, register, 0) : undefined;
    }
    return this.#routerAt(module, inner);
  }

  #routerAt(module: Module, node: Node, depth = 0): Router | undefined {
    const known = this.#routers.get(node);
    if (known !== undefined) return known ?? undefined;
    // Ends what leads back to itself.
    this.#routers.set(node, null);
    const router = depth > 12 ? undefined : this.#readRouter(module, bare(node), depth + 1);
    this.#routers.set(node, router ?? null);
    return router;
  }

  #readRouter(module: Module, node: Node, depth: number): Router | undefined {
    const { machine } = this.#files;
    switch (node.type) {
      case 'Identifier': {
        const declaration = this.#envOf(module, node)?.scope.find(node.name);
        switch (declaration?.kind) {
          case 'import': {
            const target = module.imports.get(node.name);
            return target && this.#exported(module, target.specifier, target.name, depth);
          }
          case 'variable': {
            const declarator = declaration.node;
            if (declarator.type !== 'VariableDeclarator') return undefined;
            const [assigned] = module.assignments.get(node.name) ?? [];
            const init = declarator.init ?? assigned;
            if (!init) return undefined;
            if (declarator.id.type === 'Identifier') return this.#routerAt(module, init, depth);
            const specifier = requiredBy(init);
            return specifier === undefined ? undefined : this.#exported(module, specifier, node.name, depth);
          }
          case 'parameter':
            return isFunctionNode(declaration.scope.node)
              ? parameterOf(module.file, declaration.scope.node, declaration.index)
              : undefined;
          case 'function':
            return isFunctionNode(declaration.node) ? parameterOf(module.file, declaration.node, 0) : undefined;
          default:
            return undefined;
        }
      }
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'ArrowFunctionExpression':
        return parameterOf(module.file, node, 0);
      case 'AwaitExpression':
        return this.#routerAt(module, node.argument, depth);
      case 'ImportExpression':
        return node.source.type === 'Literal'
          ? this.#exported(module, String(node.source.value), 'default', depth)
          : undefined;
      case 'MemberExpression':
        return this.#ofMember(module, node, depth);
      case 'NewExpression':
        return { id: `${module.file}@${node.start}`, file: module.file, own: this.#ownPath(module, node) };
      case 'CallExpression': {
        const specifier = requiredBy(node);
        if (specifier !== undefined) return this.#exported(module, specifier, 'default', depth);
        const { callee } = node;
        if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
          const { name } = callee.property;
          const on = this.#routerAt(module, callee.object, depth);
          if (on) return { ...on, own: join(on.own, this.#added(name, node, module)) };
        }
        const env = this.#envOf(module, node);
        const value = env && evaluateLazily(machine, callee, env);
        if (value?.kind === 'function') {
          const returned = this.#returned(value.file, value.node, depth);
          if (returned) return returned;
        }
        // `fp(plugin)`: what a library makes of a function is that function.
        const given = env && node.arguments[0] && evaluateLazily(machine, node, env);
        if (given?.kind === 'function') return parameterOf(given.file, given.node, 0);
        return { id: `${module.file}@${node.start}`, file: module.file, own: this.#ownPath(module, node) };
      }
      default:
        return undefined;
    }
  }

  /** The router that a function makes and gives back. */
  #returned(file: string, node: Node, depth: number): Router | undefined {
    const module = this.#files.module(file);
    if (!module || !isFunctionNode(node) || !node.body) return undefined;
    if (node.body.type !== 'BlockStatement') return this.#routerAt(module, node.body, depth);
    let found: Router | undefined;
    walk(node.body, (inner) => {
      if (inner !== node && isFunctionNode(inner)) return false;
      if (inner.type === 'ReturnStatement' && inner.argument) found ??= this.#routerAt(module, inner.argument, depth);
      return true;
    });
    return found;
  }

  #ofMember(module: Module, node: Node & { type: 'MemberExpression' }, depth: number): Router | undefined {
    if (node.property.type !== 'Identifier' || node.computed) return undefined;
    const { name } = node.property;
    const object = bare(node.object);
    if (object.type === 'ThisExpression') {
      const owner = classAround(module, node);
      return owner && this.#field(module, owner, name);
    }
    const specifier = object.type === 'Identifier' ? module.imports.get(object.name) : undefined;
    if (specifier?.name === '*') return this.#exported(module, specifier.specifier, name, depth);
    const required = requiredBy(object);
    if (required !== undefined) return this.#exported(module, required, name, depth);
    if (object.type === 'AwaitExpression' && object.argument.type === 'ImportExpression')
      return object.argument.source.type === 'Literal'
        ? this.#exported(module, String(object.argument.source.value), name, depth)
        : undefined;
    const env = this.#envOf(module, object);
    const value = env && evaluateLazily(this.#files.machine, object, env);
    if (value?.kind === 'instance') {
      const home = this.#files.module(value.class.file);
      return home && this.#field(home, value.class.node, name);
    }
    const [literal] = env ? literalsOf(this.#files.machine, object, env) : [];
    const property = literal && propertyAt(literal, name);
    return property && this.#routerAt(module, property, depth);
  }

  #field(module: Module, owner: Class, name: string): Router {
    return { id: `${module.file}@${owner.start}.${name}`, file: module.file, own: '' };
  }

  #exported(module: Module, specifier: string, name: string, depth: number): Router | undefined {
    const origin: ExportOrigin = followSpecifier(this.#files.machine.graph, module.file, specifier, name);
    if (origin.kind === 'namespace') return undefined;
    if (origin.kind === 'unknown' && name !== 'default') {
      // `const { router } = require('./routes')` of `module.exports = { router }`.
      const whole = followSpecifier(this.#files.machine.graph, module.file, specifier, 'default');
      if (whole.kind !== 'definition' || whole.target.kind !== 'expression') return undefined;
      const property = propertyAt(whole.target.node, name);
      return property && this.#routerAt(whole.module, property, depth);
    }
    if (origin.kind !== 'definition') return undefined;
    if (origin.target.kind === 'expression') return this.#routerAt(origin.module, origin.target.node, depth);
    const declaration = origin.module.scopes.root.names.get(origin.target.name);
    if (declaration?.node.type === 'VariableDeclarator' && declaration.node.init)
      return this.#routerAt(origin.module, declaration.node.init, depth);
    return declaration && isFunctionNode(declaration.node)
      ? parameterOf(origin.module.file, declaration.node, 0)
      : undefined;
  }

  // --- paths -------------------------------------------------------------------------------------------------------

  /** `new Router({ prefix: '/path' })`. */
  #ownPath(module: Module, node: Node & { type: 'CallExpression' | 'NewExpression' }): string {
    const env = this.#envOf(module, node);
    const [given] = node.arguments;
    if (!env || given?.type !== 'ObjectExpression') return '';
    return (
      this.#known
        .flatMap(({ mount }) => (mount.by === 'made' ? [this.#textIn(given, mount.option, env)] : []))
        .find((path) => path) ?? ''
    );
  }

  /** `new Hono().basePath('/path')`. */
  #added(name: string, node: Node & { type: 'CallExpression' }, module: Module): string {
    const isOwn = this.#known.some(({ mount }) => mount.by === 'own' && mount.names.includes(name));
    const env = isOwn ? this.#envOf(module, node) : undefined;
    return (env && node.arguments[0] && textOf(this.#files.machine, node.arguments[0], env)) ?? '';
  }

  /** `mount('/path', app)` of a library that makes a middleware of it. */
  #wrapped(module: Module, node: Node): { readonly path: string; readonly routes: Node } | undefined {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
    const specifier = module.imports.get(node.callee.name)?.specifier;
    const declared = this.#envOf(module, node)?.scope.find(node.callee.name)?.node;
    const required = declared?.type === 'VariableDeclarator' && declared.init ? requiredBy(declared.init) : undefined;
    const isWrapper = this.#known.some(
      ({ library, mount }) => mount.by === 'wrapper' && library.packages.includes(specifier ?? required ?? ''),
    );
    const env = isWrapper ? this.#envOf(module, node) : undefined;
    const [path, routes] = node.arguments;
    if (!env || !path) return undefined;
    return routes ? { path: textOf(this.#files.machine, path, env) ?? '', routes } : { path: '', routes: path };
  }

  /** The texts that an argument is; undefined where it is none. */
  #pathsOf(node: Node, env: Env): readonly string[] | undefined {
    if (node.type === 'ArrayExpression') {
      const paths = node.elements.map((element) => element && textOf(this.#files.machine, element, env));
      const said = paths.filter((path): path is string => typeof path === 'string');
      return said.length > 0 && said.length === paths.length ? said : undefined;
    }
    const path = textOf(this.#files.machine, node, env);
    return path === null ? undefined : [path];
  }

  #textIn(object: Node, path: string, env: Env): string | undefined {
    const [literal] = literalsOf(this.#files.machine, object, env);
    const node = literal && propertyAt(literal, path);
    return (node && textOf(this.#files.machine, node, env)) ?? undefined;
  }

  /** Is this made by a call of one of these packages, wherever it is written? */
  #isMadeBy(module: Module, node: Node, packages: readonly string[], depth = 0): boolean {
    const inner = bare(node);
    if (depth > 4) return false;
    if (inner.type === 'CallExpression' && inner.callee.type === 'Identifier') {
      const specifier = module.imports.get(inner.callee.name)?.specifier;
      const declared = this.#envOf(module, inner)?.scope.find(inner.callee.name)?.node;
      const required = declared?.type === 'VariableDeclarator' && declared.init ? requiredBy(declared.init) : undefined;
      return packages.includes(specifier ?? required ?? '');
    }
    if (inner.type === 'ImportExpression' && inner.source.type === 'Literal')
      return this.#isExportMadeBy(module, String(inner.source.value), 'default', packages, depth);
    if (inner.type !== 'Identifier') return false;
    const target = module.imports.get(inner.name);
    if (target) return this.#isExportMadeBy(module, target.specifier, target.name, packages, depth);
    const declaration = this.#envOf(module, inner)?.scope.find(inner.name)?.node;
    return declaration?.type === 'VariableDeclarator' && declaration.init
      ? this.#isMadeBy(module, declaration.init, packages, depth + 1)
      : false;
  }

  #isExportMadeBy(
    module: Module,
    specifier: string,
    name: string,
    packages: readonly string[],
    depth: number,
  ): boolean {
    const origin = followSpecifier(this.#files.machine.graph, module.file, specifier, name);
    if (origin.kind !== 'definition') return false;
    if (origin.target.kind === 'expression')
      return this.#isMadeBy(origin.module, origin.target.node, packages, depth + 1);
    const declaration = origin.module.scopes.root.names.get(origin.target.name)?.node;
    return declaration?.type === 'VariableDeclarator' && declaration.init
      ? this.#isMadeBy(origin.module, declaration.init, packages, depth + 1)
      : false;
  }

  #envOf(module: Module, node: Node): Env | undefined {
    return scopesOf(this.#files.machine, module)(node);
  }
}

function parameterOf(file: string, node: Node, index: number): Router {
  return { id: `${file}@${node.start}#${index}`, file, own: '' };
}

function requiredBy(node: Node): string | undefined {
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'default')
    return requiredBy(node.object);
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return undefined;
  const [argument] = node.arguments;
  return argument?.type === 'Literal' && typeof argument.value === 'string' ? argument.value : undefined;
}

function classAround(module: Module, node: Node): Class | undefined {
  let found: Class | undefined;
  walk(module.source.program, (one) => {
    if (
      (one.type === 'ClassDeclaration' || one.type === 'ClassExpression') &&
      one.start <= node.start &&
      node.end <= one.end
    )
      found = one;
  });
  return found;
}

/** One path after another, with one slash between them; what has nothing before it is left as it is written. */
function join(before: string, after: string): string {
  if (before === '') return after;
  const path = `/${before}/${after}`.replace(/\/{2,}/g, '/');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}
