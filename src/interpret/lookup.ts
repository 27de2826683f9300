import type { Class, Node } from 'oxc-parser';
import { findExport, followSpecifier, type ExportOrigin, type Module } from '../resolve/module.ts';
import type { Declaration, Scope } from '../resolve/scope.ts';
import { childrenOf, isFunctionNode, walk } from '../parse/walk.ts';
import { bindingKey } from './bindings.ts';
import { getCell, makeObject, propertiesOf } from './heap.ts';
import type { Env, Frame, Machine } from './machine.ts';
import type { State } from './state.ts';
import { bindPattern } from './pattern.ts';
import { constant, external, undefinedValue, union, unknown, writtenName } from './values.ts';
import type { ClassValue, FunctionValue, InstanceValue, Value } from './value.ts';

/** The scope of a module's top level, as code that was never run. */
export function moduleEnv(m: Machine, module: Module): Env {
  const known = m.memory.modules.get(module.file);
  if (known) return known;
  const env: Env = {
    scope: module.scopes.root,
    module,
    id: module.file,
    parent: null,
    lazy: true,
    self: null,
    args: null,
  };
  m.memory.modules.set(module.file, env);
  return env;
}

/** The scopes around a node, as code that was never run. */
export function lazyEnvAround(m: Machine, module: Module, scope: Scope): Env {
  if (!scope.parent) return moduleEnv(m, module);
  return {
    scope,
    module,
    id: `${module.file}@${scope.node.start}`,
    parent: lazyEnvAround(m, module, scope.parent),
    lazy: true,
    self: null,
    args: null,
  };
}

const owners = new WeakMap<Module, ReadonlyMap<Node, Scope>>();

function ownersIn(module: Module): ReadonlyMap<Node, Scope> {
  const known = owners.get(module);
  if (known) return known;
  const found = new Map<Node, Scope>();
  const stack: { node: Node; scope: Scope }[] = [{ node: module.source.program, scope: module.scopes.root }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, scope } = next;
    found.set(node, scope);
    const inner = module.scopes.opened(node) ?? scope;
    for (const child of childrenOf(node)) stack.push({ node: child, scope: inner });
  }
  owners.set(module, found);
  return found;
}

/** The environment in which each node of a module stands. */
export function scopesOf(m: Machine, module: Module): (node: Node) => Env | undefined {
  const envs = new Map<Scope, Env>();
  const scopes = ownersIn(module);
  return (node) => {
    const scope = scopes.get(node);
    if (!scope) return undefined;
    const env = envs.get(scope) ?? lazyEnvAround(m, module, scope);
    envs.set(scope, env);
    return env;
  };
}

export function cellKey(env: Env, name: string): string {
  return `${env.id}:${name}`;
}

/** The environment that declares a name. */
export function findEnv(environment: Env, name: string): Env | undefined {
  for (let env: Env | null = environment; env; env = env.parent) if (env.scope.names.has(name)) return env;
  return undefined;
}

const globalConstants: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['undefined', undefinedValue],
  ['NaN', constant(NaN)],
  ['Infinity', constant(Infinity)],
]);

/** Value of a name: what the run has set, else what its declaration says. */
export function lookup(m: Machine, environment: Env, name: string, state: State): Value {
  const env = findEnv(environment, name);
  if (!env) return globalConstants.get(name) ?? external('global', name);
  const declaration = env.scope.names.get(name);
  if (!declaration) return unknown(name);
  const key = cellKey(env, name);
  const set = getCell(m, state, key);
  if (set) return set;
  if (declaration.kind === 'function') return functionValue(declaration.node, env, name);
  if (declaration.kind === 'class') return classValue(declaration.node as Class, env, name);
  if (!env.lazy) return declaration.kind === 'enum' ? enumValue(m, declaration, env) : undefinedValue;
  return lazyValue(m, env, declaration, key);
}

export function functionValue(
  node: Node,
  env: Env,
  name: string,
  self: Value | null = null,
  home: ClassValue | null = null,
): Value {
  if (!isFunctionNode(node)) return unknown(name);
  return { kind: 'function', node, file: env.module.file, environment: env, self, home, name } satisfies FunctionValue;
}

export function classValue(node: Class, env: Env, name: string): ClassValue {
  return { kind: 'class', node, file: env.module.file, environment: env, name: node.id?.name ?? name };
}

/** Evaluates once, with nothing recorded and nothing thrown; what asks for itself is unknown. */
export function lazily(m: Machine, key: string, name: string | null, compute: () => Value): Value {
  const known = m.memory.values.get(key);
  if (known) return known;
  if (m.memory.pending.has(key) || m.lazy > 40) return unknown(name);
  m.memory.pending.add(key);
  if (m.lazy === 0) m.lazyWork = 0;
  m.lazy += 1;
  const { sink, guarded, calls } = m;
  m.sink = () => undefined;
  m.guarded = false;
  try {
    const { cuts } = m;
    const value = compute();
    if (m.cuts === cuts) m.memory.values.set(key, value);
    return value;
  } finally {
    m.sink = sink;
    m.guarded = guarded;
    m.calls = calls;
    m.lazy -= 1;
    m.memory.pending.delete(key);
  }
}

function lazyFrame(env: Env): Frame {
  return {
    module: env.module,
    environment: env,
    self: env.self,
    home: env.self?.kind === 'instance' ? env.self.class : null,
    context: `lazy:${env.id}`,
  };
}

/** The value of an expression of code that was never run. */
export function evaluateLazily(m: Machine, node: Node, env: Env): Value {
  return lazily(
    m,
    `e:${env.id}@${node.start}-${node.end}:${env.self?.kind === 'instance' ? env.self.id : ''}`,
    null,
    () => {
      const outcomes = m.evaluate(node, lazyFrame(env), m.memory.state.fork());
      return settled(union(outcomes.map((outcome) => outcome.value)));
    },
  );
}

function settled(value: Value): Value {
  return value.kind === 'promise' && value.outcome !== 'rejected' ? value.value : value;
}

function lazyValue(m: Machine, env: Env, declaration: Declaration, key: string): Value {
  return lazily(m, `v:${key}`, declaration.name, () => {
    switch (declaration.kind) {
      case 'import': {
        const target = env.module.imports.get(declaration.name);
        if (!target) return unknown(declaration.name);
        return originValue(
          m,
          followSpecifier(m.graph, env.module.file, target.specifier, target.name),
          env.module.file,
          target.specifier,
          target.name,
        );
      }
      case 'variable':
        return variableValue(m, env, declaration);
      case 'parameter':
        return parameterValue(m, env, declaration);
      case 'enum':
        return enumValue(m, declaration, env);
      default:
        return unknown(declaration.name);
    }
  });
}

function variableValue(m: Machine, env: Env, declaration: Declaration): Value {
  const declarator = declaration.node;
  if (declarator.type !== 'VariableDeclarator') return unknown(declaration.name);
  const annotation = declarator.id.type === 'Identifier' ? declarator.id.typeAnnotation : null;
  let value: Value | undefined;
  if (declarator.init) {
    const bound = bindPattern(
      m,
      declarator.id,
      evaluateLazily(m, declarator.init, env),
      lazyFrame(env),
      m.memory.state.fork(),
    );
    value = bound.get(declaration.name);
  }
  if (!declaration.constant) {
    // `let client; … client = new Client()` anywhere in the module: the value is one of those.
    const assigned = (env.module.assignments.get(declaration.name) ?? []).map((node) => evaluateLazily(m, node, env));
    const isEmpty = !value || (value.kind === 'constant' && (value.value === null || value.value === undefined));
    if (assigned.length > 0) value = isEmpty ? union(assigned) : union([value, ...assigned, unknown(declaration.name)]);
    else if (isEmpty) value = undefined;
  }
  if (value && !(value.kind === 'unknown' && annotation)) return value;
  if (annotation) return m.parts.typed(m, annotation.typeAnnotation, env.module.file, declaration.name);
  return value ?? unknown(declaration.name);
}

/** A parameter of a function that was never run: its argument where that is known, else what its type says. */
function parameterValue(m: Machine, env: Env, declaration: Declaration): Value {
  const argument = env.args?.[declaration.index];
  const frame = lazyFrame(env);
  const value =
    argument ??
    providedBy(m, decoratorsOf(declaration.node), env) ??
    annotatedValue(m, declaration.node, env.module.file, declaration.name);
  return (
    bindPattern(m, declaration.node, value, frame, m.memory.state.fork()).get(declaration.name) ??
    unknown(declaration.name)
  );
}

/** What the annotation of a parameter says; unknown without one. */
export function annotatedValue(m: Machine, parameter: Node, file: string, name: string | null): Value {
  let pattern: Node = parameter;
  if (pattern.type === 'TSParameterProperty') pattern = pattern.parameter;
  if (pattern.type === 'AssignmentPattern') pattern = pattern.left;
  if (pattern.type === 'RestElement') return unknown(name);
  const annotation = 'typeAnnotation' in pattern ? pattern.typeAnnotation : null;
  const written = pattern.type === 'Identifier' ? pattern.name : name;
  if (annotation?.type === 'TSTypeAnnotation') return m.parts.typed(m, annotation.typeAnnotation, file, written);
  return unknown(written);
}

function enumValue(m: Machine, declaration: Declaration, env: Env): Value {
  const { node } = declaration;
  if (node.type !== 'TSEnumDeclaration') return unknown(declaration.name);
  const known = new Map<string, Value>();
  let next = 0;
  for (const member of node.body.members) {
    const name =
      member.id.type === 'Identifier' ? member.id.name : member.id.type === 'Literal' ? member.id.value : null;
    if (name === null) continue;
    const value: Value = member.initializer ? evaluateLazily(m, member.initializer, env) : constant(next);
    if (value.kind === 'constant' && typeof value.value === 'number') next = value.value + 1;
    known.set(name, value);
  }
  return makeObject(m, m.memory.state, `#enum:${env.id}:${node.start}`, known);
}

/** The value that an exported name of a file has. */
export function exported(m: Machine, file: string, name: string): Value {
  return lazily(m, `x:${file}\u0000${name}`, name, () =>
    originValue(m, findExport(m.graph, file, name), file, '', name),
  );
}

function originValue(m: Machine, origin: ExportOrigin, fromFile: string, specifier: string, name: string): Value {
  switch (origin.kind) {
    case 'definition': {
      m.recorder.files.add(origin.module.file);
      const env = moduleEnv(m, origin.module);
      if (origin.target.kind === 'local')
        return orDeclared(m, origin.module.file, name, lookup(m, env, origin.target.name, m.memory.state));
      return orDeclared(
        m,
        origin.module.file,
        name,
        lazily(m, `d:${origin.module.file}@${origin.target.node.start}`, name, () => {
          const node = (origin.target as { node: Node }).node;
          if (isFunctionNode(node)) return functionValue(node, env, name);
          if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return classValue(node, env, name);
          return evaluateLazily(m, node, env);
        }),
      );
    }
    case 'namespace':
      return { kind: 'namespace', file: origin.module.file };
    case 'package':
      return external(origin.name, origin.export);
    case 'unknown': {
      const resolution = specifier ? m.graph.resolve(fromFile, specifier) : ({ kind: 'file', file: fromFile } as const);
      const target = resolution.kind === 'file' ? m.graph.module(resolution.file) : undefined;
      if (!target) return unknown(name === 'default' || name === '*' ? specifier : name);
      if (name === 'default' && target.exports.size > 0) return { kind: 'namespace', file: target.file };
      if (target.commonJs && target.exports.has('default')) {
        const whole = exported(m, target.file, 'default');
        return staticMember(m, whole, name) ?? unknown(name);
      }
      return unknown(name);
    }
  }
}

export const ownPrefix = 'own:';

/** An export that the source does not explain gets a name, so that the settings can speak of it. */
function orDeclared(m: Machine, file: string, name: string, value: Value): Value {
  return value.kind === 'unknown' && m.knowledge.own?.declares(file, name)
    ? external(`${ownPrefix}${file}`, name)
    : value;
}

function staticMember(m: Machine, value: Value, name: string): Value | undefined {
  if (value.kind === 'object') return propertiesOf(m, m.memory.state, value.id).known.get(name);
  const [only] = m.parts.member(m, value, name, dummyNode, lazyFrame(anyEnv(m)), m.memory.state.fork());
  return only?.value;
}

function anyEnv(m: Machine): Env {
  const [first] = m.memory.modules.values();
  if (!first) throw new Error('No module was read yet.');
  return first;
}

const dummyNode = { type: 'EmptyStatement', start: 0, end: 0 } as unknown as Node;

// --- classes -------------------------------------------------------------------------------------------------------

export interface ClassMember {
  readonly kind: 'method' | 'getter' | 'field' | 'parameter' | 'assigned';
  readonly node: Node;
  readonly owner: ClassValue;
  /** For a field set in the constructor or a parameter property: the constructor. */
  readonly constructorNode: Node | null;
  readonly isStatic: boolean;
}

function memberName(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  if (node.type === 'Literal') return String(node.value);
  return null;
}

/** The class that a class extends: of known source, or something of a package. */
export function superOf(m: Machine, owner: ClassValue): Value | null {
  const { superClass } = owner.node;
  if (!superClass) return null;
  return lazily(m, `s:${owner.file}@${owner.node.start}`, null, () =>
    evaluateLazily(m, superClass, owner.environment as Env),
  );
}

/** Finds a member in a class or those it extends. */
export function findMember(
  m: Machine,
  owner: ClassValue,
  name: string,
  wantStatic: boolean,
  depth = 0,
): ClassMember | undefined {
  let constructorNode = null as Node | null;
  for (const member of owner.node.body.body) {
    if (member.type === 'MethodDefinition' || member.type === 'TSAbstractMethodDefinition') {
      if (member.kind === 'constructor') constructorNode = member.value;
      else if (
        member.static === wantStatic &&
        memberName(member.key) === name &&
        member.type === 'MethodDefinition' &&
        member.kind !== 'set'
      )
        return {
          kind: member.kind === 'get' ? 'getter' : 'method',
          node: member.value,
          owner,
          constructorNode,
          isStatic: wantStatic,
        };
    }
  }
  const constructorParameters = constructorNode && isFunctionNode(constructorNode) ? constructorNode.params : [];
  for (const parameter of constructorParameters) {
    if (parameter.type !== 'TSParameterProperty' || wantStatic) continue;
    const inner = parameter.parameter.type === 'AssignmentPattern' ? parameter.parameter.left : parameter.parameter;
    if (inner.type === 'Identifier' && inner.name === name)
      return { kind: 'parameter', node: parameter, owner, constructorNode, isStatic: false };
  }
  const field = owner.node.body.body.find(
    (member) =>
      (member.type === 'PropertyDefinition' || member.type === 'AccessorProperty') &&
      member.static === wantStatic &&
      memberName(member.key) === name,
  );
  if (constructorNode && !wantStatic && (field?.type !== 'PropertyDefinition' || !field.value)) {
    const assigned = constructorAssignment(constructorNode, name);
    if (assigned) return { kind: 'assigned', node: assigned, owner, constructorNode, isStatic: false };
  }
  if (field) return { kind: 'field', node: field, owner, constructorNode, isStatic: wantStatic };
  if (depth > 8) return undefined;
  const parent = superOf(m, owner);
  return parent?.kind === 'class' ? findMember(m, parent, name, wantStatic, depth + 1) : undefined;
}

/** The right side of `this.name = …` in a constructor. */
function constructorAssignment(constructorNode: Node, name: string): Node | undefined {
  let found: Node | undefined;
  walk(constructorNode, (node) => {
    if (found) return false;
    if (
      node.type === 'AssignmentExpression' &&
      node.left.type === 'MemberExpression' &&
      node.left.object.type === 'ThisExpression' &&
      !node.left.computed
    )
      if (memberName(node.left.property) === name) found = node.right;
    return undefined;
  });
  return found;
}

/** The environment of a class's constructor, its parameters being what the instance was constructed with. */
function constructorEnv(m: Machine, owner: ClassValue, constructorNode: Node, self: InstanceValue): Env {
  const scope = (owner.environment as Env).module.scopes.opened(constructorNode);
  const parent = owner.environment as Env;
  if (!scope) return parent;
  const args =
    owner.node === self.class.node ? (m.memory.constructed.get(self.id) ?? null) : superArguments(m, self, owner);
  return { scope, module: parent.module, id: `${self.id}@${owner.node.start}`, parent, lazy: true, self, args };
}

/** What `super(…)` hands to the constructor of a parent class. */
function superArguments(m: Machine, self: InstanceValue, owner: ClassValue): readonly Value[] | null {
  const child = self.class;
  const constructor = child.node.body.body.find(
    (member) => member.type === 'MethodDefinition' && member.kind === 'constructor',
  );
  if (constructor?.type !== 'MethodDefinition') return m.memory.constructed.get(self.id) ?? null;
  if (superOf(m, child) !== owner && (superOf(m, child) as ClassValue | null)?.node !== owner.node) return null;
  let args: readonly Node[] | undefined;
  walk(constructor.value, (node) => {
    if (node.type === 'CallExpression' && node.callee.type === 'Super') args ??= node.arguments;
    return undefined;
  });
  if (!args) return null;
  const env = constructorEnv(m, child, constructor.value, self);
  return args.map((node) => (node.type === 'SpreadElement' ? unknown() : evaluateLazily(m, node, env)));
}

/** Value of a field that no run has set: from its initialiser, constructor assignment, injected type or annotation. */
export function fieldValue(m: Machine, self: InstanceValue | null, member: ClassMember, name: string): Value {
  const owner = member.owner;
  const file = owner.file;
  const key = `f:${self?.id ?? `${file}@${owner.node.start}`}.${name}`;
  return lazily(m, key, name, () => {
    const env: Env = { ...(owner.environment as Env), self };
    switch (member.kind) {
      case 'field': {
        const node = member.node;
        if (node.type !== 'PropertyDefinition' && node.type !== 'AccessorProperty') return unknown(name);
        const value = node.value
          ? evaluateLazily(m, node.value, { ...env, id: `${env.id}!${self?.id ?? ''}` })
          : undefined;
        if (
          value &&
          value.kind !== 'unknown' &&
          !(value.kind === 'constant' && (value.value === null || value.value === undefined))
        )
          return value;
        const provided = providedBy(m, node.decorators, env);
        if (provided) return provided;
        const decorated = injectedBy(m, node.decorators, env);
        if (node.typeAnnotation)
          return withInjection(m.parts.typed(m, node.typeAnnotation.typeAnnotation, file, name), decorated);
        return value ?? unknown(name);
      }
      case 'parameter':
      case 'assigned': {
        if (!self || !member.constructorNode) return unknown(name);
        const inside = constructorEnv(m, owner, member.constructorNode, self);
        if (member.kind === 'assigned') return evaluateLazily(m, member.node, inside);
        const declaration = inside.scope.names.get(name);
        const value = declaration ? parameterValue(m, inside, declaration) : unknown(name);
        const decorators = member.node.type === 'TSParameterProperty' ? member.node.decorators : [];
        return withInjection(value, injectedBy(m, decorators, env));
      }
      default:
        return unknown(name);
    }
  });
}

function decoratorsOf(parameter: Node): readonly Node[] {
  return 'decorators' in parameter ? ((parameter.decorators as readonly Node[] | undefined) ?? []) : [];
}

/** What a container puts in the place of a parameter or field that names a token: `@Inject(PAYMENTS)`. */
function providedBy(m: Machine, decorators: readonly Node[] | undefined, env: Env): Value | undefined {
  for (const decorator of decorators ?? []) {
    if (decorator.type !== 'Decorator' || decorator.expression.type !== 'CallExpression') continue;
    if (!m.knowledge.injects.has(writtenName(decorator.expression.callee) ?? '')) continue;
    let [token] = decorator.expression.arguments as readonly Node[];
    // `@Inject(forwardRef(() => Service))`
    if (token?.type === 'CallExpression') [token] = token.arguments;
    if (token?.type === 'ArrowFunctionExpression') token = token.body;
    if (!token) continue;
    const value = evaluateLazily(m, token, env);
    const bound = m.parts.boundValue(m, 'provided', bindingKey(value), env.module.file);
    if (bound) return bound;
    if (value.kind === 'class') return m.parts.injected(m, value);
  }
  return undefined;
}

/** The argument of an injecting decorator (`@InjectRepository(Order)`): which entity, queue or token is meant. */
function injectedBy(m: Machine, decorators: readonly Node[] | undefined, env: Env): Value | null {
  for (const decorator of decorators ?? []) {
    if (decorator.type !== 'Decorator' || decorator.expression.type !== 'CallExpression') continue;
    const name = writtenName(decorator.expression.callee);
    const [argument] = decorator.expression.arguments;
    if (name?.startsWith('Inject') && argument && argument.type !== 'SpreadElement')
      return evaluateLazily(m, argument, env);
  }
  return null;
}

function withInjection(value: Value, token: Value | null): Value {
  return token && value.kind === 'external' ? { ...value, data: { ...value.data, injected: token } } : value;
}
