import type { Class, Node } from 'oxc-parser';
import type { SourceLine } from '../parse/place.ts';
import { isFunctionNode } from '../parse/walk.ts';
import type { FunctionLike } from '../parse/walk.ts';
import { findExport } from '../resolve/module.ts';
import type { ExportOrigin, Module, ModuleGraph } from '../resolve/module.ts';

/**
 * What an expression of a migration or model stands for, as far as its text alone says. Nothing is run: names are
 * followed to their declarations, literals are put together, and calls of what is not known stay calls.
 */
export type Static = StaticKind & { readonly at: SourceLine };

type StaticKind =
  | { readonly kind: 'constant'; readonly value: Constant }
  /** A text with parts that are not known. */
  | { readonly kind: 'text'; readonly parts: readonly (string | Static)[] }
  /** `whole` is false where a spread or a computed name is not known. */
  | { readonly kind: 'object'; readonly entries: ReadonlyMap<string, Static>; readonly whole: boolean }
  | { readonly kind: 'array'; readonly items: readonly Static[]; readonly whole: boolean }
  | { readonly kind: 'function'; readonly node: FunctionLike; readonly env: Env }
  | { readonly kind: 'class'; readonly node: Class; readonly env: Env; readonly name: string }
  /** An export of a package. */
  | { readonly kind: 'external'; readonly package: string; readonly name: string }
  /** What a reader hands to a function: the client, the table builder. Members of `class` are looked up first. */
  | { readonly kind: 'handle'; readonly name: string; readonly class?: ClassStatic | undefined }
  | { readonly kind: 'member'; readonly object: Static; readonly name: string }
  | { readonly kind: 'call'; readonly callee: Static; readonly args: readonly Static[]; readonly isNew: boolean }
  | { readonly kind: 'tagged'; readonly tag: Static; readonly strings: readonly string[]; readonly values: readonly Static[] }
  | { readonly kind: 'unknown'; readonly written: string | null }; // prettier-ignore

export type Constant = string | number | boolean | null | undefined;
export type ClassStatic = Extract<Static, { kind: 'class' }>;
export type FunctionStatic = Extract<Static, { kind: 'function' }>;

/** Names and what they are bound to, from the inside out; below them the module's own. */
export interface Env {
  readonly module: Module;
  readonly vars: Map<string, Static>;
  readonly parent: Env | null;
  readonly self: Static | null;
}

/** Hears of what a function that is followed does. `certain`: it does so whenever it runs. */
export type Listener = (value: Static, certain: boolean) => void;

interface Run {
  readonly listen: Listener | null;
  certain: boolean;
  /** A call that is awaited, returned and awaited again is made once. */
  readonly told: Set<Static>;
}

const silent: Run = { listen: null, certain: true, told: new Set() };
const deepest = 60;
const longestLoop = 500;

/** Follows the code of a project without running it. */
export class StaticCode {
  readonly graph: ModuleGraph;
  readonly #roots = new Map<Module, Env>();
  readonly #known = new Map<Node, Static>();
  readonly #open = new Set<Node>();
  #depth = 0;

  constructor(graph: ModuleGraph) {
    this.graph = graph;
  }

  rootOf(module: Module): Env {
    let root = this.#roots.get(module);
    if (!root) {
      root = { module, vars: new Map(), parent: null, self: null };
      this.#roots.set(module, root);
    }
    return root;
  }

  at(node: Node, env: Env): SourceLine {
    return { file: env.module.file, line: env.module.source.lines.lineOf(node.start) };
  }

  /** What a node stands for. Calls that it makes are not told to anyone. */
  valueOf(node: Node, env: Env): Static {
    return this.#evaluate(node, env, silent);
  }

  /** An export of a module; undefined where there is none. */
  exportOf(module: Module, name: string): Static | undefined {
    const found = this.#fromOrigin(findExport(this.graph, module.file, name), module);
    return found?.kind === 'unknown' ? undefined : found;
  }

  /** A name of the module's own scope. */
  localOf(module: Module, name: string): Static | undefined {
    return this.#lookup(name, this.rootOf(module));
  }

  /** Follows a function with these arguments, telling what it does in order. Gives back what it returns. */
  run(
    fn: Static | undefined,
    args: readonly Static[],
    listen: Listener,
    self: Static | null = null,
  ): Static | undefined {
    if (fn?.kind !== 'function') return undefined;
    return this.#enter(fn, args, { listen, certain: true, told: new Set() }, self ?? fn.env.self);
  }

  /** What a function returns for these arguments, where its body says so. */
  apply(fn: Static | undefined, args: readonly Static[]): Static | undefined {
    return fn?.kind === 'function' ? this.#enter(fn, args, silent, fn.env.self) : undefined;
  }

  /** The class that a class extends; undefined where it extends none whose source is known. */
  parentOf(of: ClassStatic): Static | undefined {
    return of.node.superClass ? this.valueOf(of.node.superClass, of.env) : undefined;
  }

  /** A member of a class: `isStatic` one of the class itself, else one of its instances. */
  memberOf(of: ClassStatic, name: string, isStatic: boolean, self: Static): Static | undefined {
    for (const member of of.node.body.body) {
      if (member.type !== 'PropertyDefinition' && member.type !== 'MethodDefinition') continue;
      if (member.static !== isStatic || member.computed || nameOfKey(member.key) !== name) continue;
      const env: Env = { module: of.env.module, vars: new Map(), parent: of.env, self };
      if (!member.value) return undefined;
      const value = this.valueOf(member.value, env);
      if (member.type === 'MethodDefinition' && member.kind === 'get') return this.apply(value, []);
      return value;
    }
    const parent = this.parentOf(of);
    return parent?.kind === 'class' ? this.memberOf(parent, name, isStatic, self) : undefined;
  }

  #unknown(node: Node, env: Env): Static {
    const written = env.module.source.text.slice(node.start, node.end);
    return { kind: 'unknown', written: written.length > 80 ? null : written, at: this.at(node, env) };
  }

  #lookup(name: string, env: Env): Static | undefined {
    for (let at: Env | null = env; at; at = at.parent) {
      const bound = at.vars.get(name);
      if (bound) return bound;
    }
    const { module } = env;
    const imported = module.imports.get(name);
    if (imported) {
      const resolution = this.graph.resolve(module.file, imported.specifier);
      const at = { file: module.file, line: 1 };
      if (resolution.kind === 'package') return { kind: 'external', package: resolution.name, name: imported.name, at };
      if (resolution.kind !== 'file') return undefined;
      return this.#fromOrigin(findExport(this.graph, resolution.file, imported.name), module);
    }
    const declaration = module.scopes.root.names.get(name);
    if (!declaration) return undefined;
    const root = this.rootOf(module);
    const { node } = declaration;
    if (declaration.kind === 'variable' && node.type === 'VariableDeclarator') {
      if (!node.init) return undefined;
      const whole = this.#once(node.init, root);
      return node.id.type === 'Identifier' ? whole : this.#destructured(node.id, whole, name, root);
    }
    if (declaration.kind === 'function' || declaration.kind === 'class' || declaration.kind === 'enum')
      return this.#once(node, root);
    return undefined;
  }

  #destructured(pattern: Node, whole: Static, name: string, env: Env): Static | undefined {
    const bound = new Map<string, Static>();
    this.#bind(pattern, whole, { ...env, vars: bound });
    return bound.get(name);
  }

  /** A declaration of a module means the same whenever it is asked for. */
  #once(node: Node, env: Env): Static {
    const known = this.#known.get(node);
    if (known) return known;
    if (this.#open.has(node)) return this.#unknown(node, env);
    this.#open.add(node);
    const value = this.#evaluate(node, env, silent);
    this.#open.delete(node);
    this.#known.set(node, value);
    return value;
  }

  #fromOrigin(origin: ExportOrigin, from: Module): Static | undefined {
    const at = { file: from.file, line: 1 };
    switch (origin.kind) {
      case 'package':
        return { kind: 'external', package: origin.name, name: origin.export, at };
      case 'namespace': {
        const entries = new Map<string, Static>();
        for (const name of origin.module.exports.keys()) {
          const value = this.exportOf(origin.module, name);
          if (value) entries.set(name, value);
        }
        return { kind: 'object', entries, whole: origin.module.stars.length === 0, at };
      }
      case 'definition':
        return origin.target.kind === 'local'
          ? this.#lookup(origin.target.name, this.rootOf(origin.module))
          : this.#once(origin.target.node, this.rootOf(origin.module));
      default:
        return undefined;
    }
  }

  #evaluate(node: Node, env: Env, run: Run): Static {
    if (this.#depth >= deepest) return this.#unknown(node, env);
    this.#depth += 1;
    try {
      return this.#evaluateNode(node, env, run);
    } finally {
      this.#depth -= 1;
    }
  }

  #evaluateNode(node: Node, env: Env, run: Run): Static {
    const at = this.at(node, env);
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'object' && node.value !== null
          ? this.#unknown(node, env)
          : { kind: 'constant', value: typeof node.value === 'bigint' ? Number(node.value) : node.value, at };
      case 'TemplateLiteral':
        return joinText(
          node.quasis.flatMap((quasi, index): (string | Static)[] => {
            const value = node.expressions[index];
            return [quasi.value.cooked ?? quasi.value.raw, ...(value ? [this.#evaluate(value, env, run)] : [])];
          }),
          at,
        );
      case 'TaggedTemplateExpression':
        return {
          kind: 'tagged',
          tag: this.#evaluate(node.tag, env, run),
          strings: node.quasi.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw),
          values: node.quasi.expressions.map((value) => this.#evaluate(value, env, run)),
          at,
        };
      case 'Identifier':
        if (node.name === 'undefined') return { kind: 'constant', value: undefined, at };
        return this.#lookup(node.name, env) ?? this.#unknown(node, env);
      case 'ThisExpression':
        return selfOf(env) ?? this.#unknown(node, env);
      case 'ObjectExpression':
        return this.#object(node, env, run);
      case 'ArrayExpression':
        return this.#array(node, env, run);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return this.#evaluate(node.expression, env, run);
      case 'AwaitExpression':
      case 'YieldExpression': {
        if (!node.argument) return this.#unknown(node, env);
        const value = this.#evaluate(node.argument, env, run);
        this.#tell(value, run);
        return value;
      }
      case 'MemberExpression': {
        const object = this.#evaluate(node.object, env, run);
        const name = node.computed
          ? textOf(this.#evaluate(node.property, env, run))
          : 'name' in node.property
            ? node.property.name
            : undefined;
        return name === undefined ? this.#unknown(node, env) : this.member(object, name, at);
      }
      case 'CallExpression':
      case 'NewExpression':
        return this.#call(node, env, run);
      case 'BinaryExpression':
        return this.#binary(node, env, run);
      case 'LogicalExpression': {
        const left = this.#evaluate(node.left, env, run);
        if (left.kind === 'constant') {
          const takesRight =
            node.operator === '??'
              ? left.value === null || left.value === undefined
              : Boolean(left.value) === (node.operator === '&&');
          return takesRight ? this.#evaluate(node.right, env, run) : left;
        }
        if (isThere(left) && node.operator !== '&&') return left;
        this.#under(run, isThere(left), () => {
          this.#tell(this.#evaluate(node.right, env, run), run);
        });
        return this.#unknown(node, env);
      }
      case 'ConditionalExpression': {
        const test = this.#evaluate(node.test, env, run);
        const known = truthOf(test);
        if (known !== undefined) return this.#evaluate(known ? node.consequent : node.alternate, env, run);
        return this.#unknown(node, env);
      }
      case 'UnaryExpression': {
        const value = this.#evaluate(node.argument, env, run);
        const known = truthOf(value);
        if (node.operator === '!' && known !== undefined) return { kind: 'constant', value: !known, at };
        if (node.operator === '-' && value.kind === 'constant' && typeof value.value === 'number')
          return { kind: 'constant', value: -value.value, at };
        return this.#unknown(node, env);
      }
      case 'SequenceExpression':
        return node.expressions.map((one) => this.#evaluate(one, env, run)).at(-1) ?? this.#unknown(node, env);
      case 'AssignmentExpression': {
        const value = this.#evaluate(node.right, env, run);
        if (node.left.type === 'Identifier' && node.operator === '=') assign(env, node.left.name, value);
        else if (node.left.type === 'Identifier') assign(env, node.left.name, this.#unknown(node, env));
        return value;
      }
      case 'ClassDeclaration':
      case 'ClassExpression':
        return { kind: 'class', node, env, name: node.id?.name ?? '', at };
      case 'TSEnumDeclaration': {
        const entries = new Map<string, Static>();
        let next: number | undefined = 0;
        for (const member of node.body.members) {
          const value: Static = member.initializer
            ? this.#evaluate(member.initializer, env, run)
            : { kind: 'constant', value: next, at };
          next = value.kind === 'constant' && typeof value.value === 'number' ? value.value + 1 : undefined;
          entries.set(nameOfKey(member.id) ?? '', value);
        }
        return { kind: 'object', entries, whole: true, at };
      }
      default:
        if (isFunctionNode(node)) return { kind: 'function', node, env, at };
        return this.#unknown(node, env);
    }
  }

  #object(node: Extract<Node, { type: 'ObjectExpression' }>, env: Env, run: Run): Static {
    const entries = new Map<string, Static>();
    let whole = true;
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.#evaluate(property.argument, env, run);
        if (spread.kind === 'object') {
          for (const [name, value] of spread.entries) entries.set(name, value);
          whole &&= spread.whole;
        } else if (spread.kind !== 'constant') {
          whole = false;
        }
        continue;
      }
      const name = property.computed ? textOf(this.#evaluate(property.key, env, run)) : nameOfKey(property.key);
      if (name === undefined) whole = false;
      else entries.set(name, this.#evaluate(property.value, env, run));
    }
    return { kind: 'object', entries, whole, at: this.at(node, env) };
  }

  #array(node: Extract<Node, { type: 'ArrayExpression' }>, env: Env, run: Run): Static {
    const items: Static[] = [];
    let whole = true;
    for (const element of node.elements) {
      if (!element) continue;
      if (element.type !== 'SpreadElement') {
        items.push(this.#evaluate(element, env, run));
        continue;
      }
      const spread = this.#evaluate(element.argument, env, run);
      if (spread.kind === 'array') {
        items.push(...spread.items);
        whole &&= spread.whole;
      } else {
        whole = false;
      }
    }
    return { kind: 'array', items, whole, at: this.at(node, env) };
  }

  #binary(node: Extract<Node, { type: 'BinaryExpression' }>, env: Env, run: Run): Static {
    if (node.left.type === 'PrivateIdentifier') return this.#unknown(node, env);
    const left = this.#evaluate(node.left, env, run);
    const right = this.#evaluate(node.right, env, run);
    const at = this.at(node, env);
    if (node.operator === '+' && (isText(left) || isText(right))) return joinText([left, right], at);
    if (left.kind !== 'constant' || right.kind !== 'constant') return this.#unknown(node, env);
    switch (node.operator) {
      case '===':
      case '==':
        return { kind: 'constant', value: left.value === right.value, at };
      case '!==':
      case '!=':
        return { kind: 'constant', value: left.value !== right.value, at };
      default: {
        const computed = computedNumber(left.value, node.operator, right.value);
        return computed === undefined ? this.#unknown(node, env) : { kind: 'constant', value: computed, at };
      }
    }
  }

  /** A property of a value. */
  member(object: Static, name: string, at: SourceLine): Static {
    if (object.kind === 'object') {
      const found = object.entries.get(name);
      if (found) return found;
      if (object.whole && !isObjectMethod(name)) return { kind: 'constant', value: undefined, at };
    }
    if (object.kind === 'array') {
      const item = /^\d+$/.test(name) ? object.items[Number(name)] : undefined;
      if (item) return item;
      if (name === 'length' && object.whole) return { kind: 'constant', value: object.items.length, at };
    }
    if (object.kind === 'class') {
      if (name === 'name') return { kind: 'constant', value: object.name, at };
      const found = this.memberOf(object, name, true, object);
      if (found) return found;
    }
    if (object.kind === 'handle' && object.class) {
      const found = this.memberOf(object.class, name, false, object);
      if (found) return found;
    }
    if (object.kind === 'external' && object.name === '*')
      return { kind: 'external', package: object.package, name, at };
    return { kind: 'member', object, name, at };
  }

  #call(node: Extract<Node, { type: 'CallExpression' | 'NewExpression' }>, env: Env, run: Run): Static {
    const callee = this.#evaluate(node.callee, env, run);
    const args: Static[] = [];
    for (const arg of node.arguments) {
      if (arg.type !== 'SpreadElement') {
        args.push(this.#evaluate(arg, env, run));
        continue;
      }
      const spread = this.#evaluate(arg.argument, env, run);
      if (spread.kind === 'array') args.push(...spread.items);
      else args.push(this.#unknown(arg, env));
    }
    const at = this.at(node, env);
    const isNew = node.type === 'NewExpression';
    if (!isNew && node.callee.type === 'Identifier' && node.callee.name === 'require') {
      const specifier = textOf(args[0]);
      if (specifier !== undefined) return this.#required(specifier, env, at);
    }
    if (!isNew) {
      if (callee.kind === 'function') {
        const self = node.callee.type === 'MemberExpression' ? selfBelow(callee) : callee.env.self;
        return this.#enter(callee, args, run, self) ?? { kind: 'constant', value: undefined, at };
      }
      const known = callee.kind === 'member' ? this.#method(callee, args, at, run) : undefined;
      if (known) return known;
    }
    // A function that runs in any case: the callback of a transaction, of a promise, of an immediately invoked one.
    return { kind: 'call', callee, args, isNew, at };
  }

  #required(specifier: string, env: Env, at: SourceLine): Static {
    const resolution = this.graph.resolve(env.module.file, specifier);
    if (resolution.kind === 'package') return { kind: 'external', package: resolution.name, name: '*', at };
    const module = resolution.kind === 'file' ? this.graph.module(resolution.file) : undefined;
    if (!module) return { kind: 'unknown', written: specifier, at };
    return (
      (module.commonJs ? this.exportOf(module, 'default') : undefined) ??
      this.#fromOrigin({ kind: 'namespace', module }, module) ?? { kind: 'unknown', written: specifier, at }
    );
  }

  /** Methods of plain values that put names and texts together. */
  #method(
    callee: Extract<Static, { kind: 'member' }>,
    args: readonly Static[],
    at: SourceLine,
    run: Run,
  ): Static | undefined {
    const { object, name } = callee;
    if (object.kind === 'array') {
      if (name === 'join' && object.whole) {
        const separator = args[0] ? textOf(args[0]) : ',';
        if (separator === undefined) return undefined;
        return joinText(
          object.items.flatMap((item, index) => (index === 0 ? [item] : [separator, item])),
          at,
        );
      }
      if (name === 'map' || name === 'forEach' || name === 'flatMap') {
        const results = object.items.slice(0, longestLoop).map((item, index) => {
          const result = this.#follow(args[0], [item, { kind: 'constant', value: index, at }], run);
          return result ?? ({ kind: 'unknown', written: null, at } satisfies Static);
        });
        return { kind: 'array', items: results, whole: object.whole, at };
      }
      if (name === 'concat') {
        const parts = args.map((arg) => (arg.kind === 'array' ? arg : undefined));
        return {
          kind: 'array',
          items: [...object.items, ...parts.flatMap((part) => part?.items ?? [])],
          whole: object.whole && parts.every((part) => part?.whole === true),
          at,
        };
      }
    }
    const text = textOf(object);
    if (text !== undefined) {
      if (name === 'trim') return { kind: 'constant', value: text.trim(), at };
      if (name === 'toLowerCase') return { kind: 'constant', value: text.toLowerCase(), at };
      if (name === 'toUpperCase') return { kind: 'constant', value: text.toUpperCase(), at };
      if (name === 'toString' || name === 'valueOf') return object;
      if (name === 'concat') return joinText([object, ...args], at);
      const [from, to] = args.map((arg) => textOf(arg));
      if ((name === 'replace' || name === 'replaceAll') && from !== undefined && to !== undefined)
        return {
          kind: 'constant',
          value: name === 'replace' ? text.replace(from, () => to) : text.replaceAll(from, to),
          at,
        };
    }
    if (object.kind === 'unknown' && object.written === 'Object' && args[0]?.kind === 'object') {
      const { entries, whole } = args[0];
      const names = [...entries.keys()].map((value): Static => ({ kind: 'constant', value, at }));
      if (name === 'keys') return { kind: 'array', items: names, whole, at };
      if (name === 'values') return { kind: 'array', items: [...entries.values()], whole, at };
      if (name === 'freeze') return args[0];
      if (name === 'entries') {
        const items = [...entries.values()].map((value, index): Static => ({
          kind: 'array',
          items: [names[index] ?? value, value],
          whole: true,
          at,
        }));
        return { kind: 'array', items, whole, at };
      }
    }
    return undefined;
  }

  #follow(fn: Static | undefined, args: readonly Static[], run: Run): Static | undefined {
    return fn?.kind === 'function' ? this.#enter(fn, args, run, fn.env.self) : undefined;
  }

  /** Binds the parameters and walks the body. */
  #enter(fn: FunctionStatic, args: readonly Static[], run: Run, self: Static | null): Static | undefined {
    if (this.#depth >= deepest || this.#open.has(fn.node)) return undefined;
    this.#open.add(fn.node);
    const env: Env = { module: fn.env.module, vars: new Map(), parent: fn.env, self };
    try {
      fn.node.params.forEach((parameter, index) => {
        const at = this.at(parameter, env);
        if (parameter.type === 'RestElement')
          this.#bind(parameter.argument, { kind: 'array', items: args.slice(index), whole: true, at }, env);
        else this.#bind(parameter, args[index] ?? { kind: 'constant', value: undefined, at }, env);
      });
      const { body } = fn.node;
      if (!body) return undefined;
      if (body.type !== 'BlockStatement') {
        const value = this.#evaluate(body, env, run);
        this.#tell(value, run);
        return value;
      }
      const end = this.#block(body.body, env, run);
      return end?.value;
    } finally {
      this.#open.delete(fn.node);
    }
  }

  #bind(pattern: Node, value: Static, env: Env): void {
    switch (pattern.type) {
      case 'Identifier':
        env.vars.set(pattern.name, value);
        return;
      case 'AssignmentPattern':
        this.#bind(
          pattern.left,
          value.kind === 'constant' && value.value === undefined ? this.valueOf(pattern.right, env) : value,
          env,
        );
        return;
      case 'TSParameterProperty':
        this.#bind(pattern.parameter, value, env);
        return;
      case 'ObjectPattern':
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') {
            this.#bind(property.argument, this.#unknown(property, env), env);
            continue;
          }
          const name = nameOfKey(property.key);
          this.#bind(
            property.value,
            name === undefined ? this.#unknown(property, env) : this.member(value, name, this.at(property, env)),
            env,
          );
        }
        return;
      case 'ArrayPattern':
        pattern.elements.forEach((element, index) => {
          if (!element) return;
          const item =
            element.type === 'RestElement' ? undefined : this.member(value, String(index), this.at(element, env));
          this.#bind(
            element.type === 'RestElement' ? element.argument : element,
            item ?? this.#unknown(element, env),
            env,
          );
        });
        return;
      default:
        return;
    }
  }

  #under(run: Run, certain: boolean, work: () => void): void {
    const before = run.certain;
    if (run !== silent) run.certain = before && certain;
    work();
    if (run !== silent) run.certain = before;
  }

  /** Tells of a call, of the calls in a list, and of what promises do one after the other. */
  #tell(value: Static, run: Run): void {
    if (!run.listen) return;
    if (value.kind === 'array') {
      for (const item of value.items) this.#tell(item, run);
      return;
    }
    if (value.kind !== 'call' || run.told.has(value)) return;
    run.told.add(value);
    const { callee, args } = value;
    if (callee.kind === 'member' && ['then', 'finally', 'catch'].includes(callee.name)) {
      this.#tell(callee.object, run);
      const last = callee.name === 'catch' ? undefined : args[0];
      if (last) this.#follow(last, [{ kind: 'unknown', written: null, at: value.at }], run);
      return;
    }
    if (callee.kind === 'member' && callee.object.kind === 'unknown' && callee.object.written === 'Promise') {
      for (const arg of args) this.#tell(arg, run);
      return;
    }
    run.listen(value, run.certain);
  }

  /** Undefined while the block runs on; the value where it has returned. */
  #block(body: readonly Node[], env: Env, run: Run): { readonly value: Static | undefined } | undefined {
    for (const node of body)
      if (node.type === 'FunctionDeclaration' && node.id) env.vars.set(node.id.name, this.valueOf(node, env));
    for (const node of body) {
      const end = this.#statement(node, env, run);
      if (end) return end;
    }
    return undefined;
  }

  #inner(env: Env): Env {
    return { module: env.module, vars: new Map(), parent: env, self: env.self };
  }

  #statement(node: Node, env: Env, run: Run): { readonly value: Static | undefined } | undefined {
    switch (node.type) {
      case 'ExpressionStatement':
        this.#tell(this.#evaluate(node.expression, env, run), run);
        return undefined;
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations) {
          const value = init ? this.#evaluate(init, env, run) : this.#unknown(id, env);
          this.#bind(id, value, env);
        }
        return undefined;
      case 'ReturnStatement': {
        const value = node.argument ? this.#evaluate(node.argument, env, run) : undefined;
        if (value) this.#tell(value, run);
        return { value };
      }
      case 'ThrowStatement':
        return { value: undefined };
      case 'BlockStatement':
        return this.#block(node.body, this.#inner(env), run);
      case 'IfStatement':
        return this.#if(node, env, run);
      case 'TryStatement': {
        const end = this.#block(node.block.body, this.#inner(env), run);
        if (node.finalizer) this.#block(node.finalizer.body, this.#inner(env), run);
        return end;
      }
      case 'ForOfStatement':
      case 'ForInStatement': {
        const list = this.#evaluate(node.right, env, run);
        const target = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
        const items =
          node.type === 'ForOfStatement' && list.kind === 'array' && list.whole
            ? list.items.slice(0, longestLoop)
            : node.type === 'ForInStatement' && list.kind === 'object' && list.whole
              ? [...list.entries.keys()].map((value): Static => ({ kind: 'constant', value, at: list.at }))
              : undefined;
        const once = (item: Static): void => {
          const inner = this.#inner(env);
          if (target) this.#bind(target, item, inner);
          this.#statement(node.body, inner, run);
        };
        if (items) items.forEach(once);
        else this.#under(run, false, () => { once(this.#unknown(node.right, env)); }); // prettier-ignore
        return undefined;
      }
      case 'ForStatement':
      case 'WhileStatement':
      case 'DoWhileStatement': {
        const inner = this.#inner(env);
        if (node.type === 'ForStatement' && node.init?.type === 'VariableDeclaration')
          for (const { id } of node.init.declarations) this.#bind(id, this.#unknown(id, env), inner);
        this.#under(run, false, () => this.#statement(node.body, inner, run));
        return undefined;
      }
      case 'SwitchStatement':
        this.#under(run, false, () => {
          for (const one of node.cases) this.#block(one.consequent, this.#inner(env), run);
        });
        return undefined;
      case 'LabeledStatement':
        return this.#statement(node.body, env, run);
      case 'ClassDeclaration':
        if (node.id) env.vars.set(node.id.name, this.valueOf(node, env));
        return undefined;
      default:
        return undefined;
    }
  }

  /** A branch that asks whether something is there already does what a new database needs: it is taken. */
  #if(
    node: Extract<Node, { type: 'IfStatement' }>,
    env: Env,
    run: Run,
  ): { readonly value: Static | undefined } | undefined {
    const known = truthOf(this.#evaluate(node.test, env, run));
    const branch = (taken: Node | null): { readonly value: Static | undefined } | undefined =>
      taken ? this.#statement(taken, this.#inner(env), run) : undefined;
    if (known !== undefined) return branch(known ? node.consequent : node.alternate);
    const test = env.module.source.text.slice(node.test.start, node.test.end);
    if (asksForExistence(test)) {
      const ends = endsAtOnce(node.consequent);
      // `if (await hasTable('x')) return;` guards what follows.
      if (!ends) return branch(node.consequent);
      return undefined;
    }
    this.#under(run, false, () => {
      branch(node.consequent);
      branch(node.alternate);
    });
    return undefined;
  }
}

function asksForExistence(test: string): boolean {
  return /\b(?:has|is|does|table|column|index|constraint|describe|find|get|check)\w*(?:Table|Column|Index|Constraint|Exist)\w*|\bexist\w*\b|\brows?\b|\blength\b|\browCount\b/i.test(
    test,
  );
}

function endsAtOnce(node: Node): boolean {
  if (node.type === 'BlockStatement') return node.body.some(endsAtOnce);
  return node.type === 'ReturnStatement' || node.type === 'ThrowStatement' || node.type === 'ContinueStatement';
}

function selfOf(env: Env): Static | null {
  for (let at: Env | null = env; at; at = at.parent) if (at.self) return at.self;
  return null;
}

function selfBelow(fn: FunctionStatic): Static | null {
  return fn.env.self;
}

function assign(env: Env, name: string, value: Static): void {
  for (let at: Env | null = env; at; at = at.parent) {
    if (!at.vars.has(name)) continue;
    at.vars.set(name, value);
    return;
  }
}

function isObjectMethod(name: string): boolean {
  return ['hasOwnProperty', 'toString', 'valueOf'].includes(name);
}

/** `60 * 60 * 24` */
function computedNumber(left: unknown, operator: string, right: unknown): number | undefined {
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    default:
      return undefined;
  }
}

export function nameOfKey(key: Node): string | undefined {
  if (key.type === 'Identifier' || key.type === 'PrivateIdentifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}

function isText(value: Static): boolean {
  return value.kind === 'text' || (value.kind === 'constant' && typeof value.value === 'string');
}

/** A value that is there, whatever it is. */
function isThere(value: Static): boolean {
  return ['object', 'array', 'function', 'class', 'handle', 'external'].includes(value.kind);
}

function truthOf(value: Static): boolean | undefined {
  if (value.kind === 'constant') return Boolean(value.value);
  return isThere(value) ? true : undefined;
}

function joinText(parts: readonly (string | Static)[], at: SourceLine): Static {
  const flat: (string | Static)[] = [];
  const push = (part: string | Static): void => {
    const text = typeof part === 'string' ? part : part.kind === 'constant' ? String(part.value) : undefined;
    if (text === undefined) flat.push(part);
    else {
      const last = flat.at(-1);
      if (typeof last === 'string') flat[flat.length - 1] = `${last}${text}`;
      else flat.push(text);
    }
  };
  for (const part of parts) {
    if (typeof part !== 'string' && part.kind === 'text') part.parts.forEach(push);
    else push(part);
  }
  const [only = '', ...more] = flat;
  return more.length === 0 && typeof only === 'string'
    ? { kind: 'constant', value: only, at }
    : { kind: 'text', parts: flat, at };
}

/** The text that a value is; undefined where a part of it is not known. */
export function textOf(value: Static | undefined): string | undefined {
  if (value?.kind !== 'constant') return undefined;
  return typeof value.value === 'string'
    ? value.value
    : typeof value.value === 'number'
      ? String(value.value)
      : undefined;
}

/** A flag: true or false where it is that constant. */
export function flagOf(value: Static | undefined): boolean | undefined {
  return value?.kind === 'constant' && typeof value.value === 'boolean' ? value.value : undefined;
}

/** A property of an object; undefined where it has none, or where it is none. */
export function fieldOf(value: Static | undefined, ...path: readonly string[]): Static | undefined {
  let at = value;
  for (const name of path) at = at?.kind === 'object' ? at.entries.get(name) : undefined;
  return at?.kind === 'constant' && at.value === undefined ? undefined : at;
}

/** The texts in a list, or the one text; undefined where one of them is not known. */
export function textsOf(value: Static | undefined): readonly string[] | undefined {
  if (!value) return undefined;
  const only = textOf(value);
  if (only !== undefined) return [only];
  if (value.kind !== 'array' || !value.whole) return undefined;
  const texts = value.items.map((item) => textOf(item));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

export interface ChainStep {
  readonly name: string;
  /** Undefined for a property that is only read. */
  readonly args: readonly Static[] | undefined;
  readonly at: SourceLine;
}

/** `root.a.b(x).c(y)` as its root and its steps. A call of the root itself is a step named `()`. */
export function chainOf(value: Static): { readonly root: Static; readonly steps: readonly ChainStep[] } {
  const steps: ChainStep[] = [];
  let current = value;
  for (;;) {
    if (current.kind === 'call' && !current.isNew) {
      if (current.callee.kind === 'member') {
        steps.unshift({ name: current.callee.name, args: current.args, at: current.callee.at });
        current = current.callee.object;
      } else {
        steps.unshift({ name: '()', args: current.args, at: current.at });
        current = current.callee;
      }
    } else if (current.kind === 'member') {
      steps.unshift({ name: current.name, args: undefined, at: current.at });
      current = current.object;
    } else {
      return { root: current, steps };
    }
  }
}

/** The constructor and the arguments of `new X(…)`. */
export function newOf(
  value: Static | undefined,
): { readonly name: string; readonly args: readonly Static[] } | undefined {
  if (value?.kind !== 'call' || !value.isNew) return undefined;
  const { callee } = value;
  const name =
    callee.kind === 'external' || callee.kind === 'member' || callee.kind === 'class' ? callee.name : undefined;
  return name === undefined ? undefined : { name, args: value.args };
}

export function handle(name: string, at: SourceLine, of?: ClassStatic): Static {
  return { kind: 'handle', name, class: of, at };
}
