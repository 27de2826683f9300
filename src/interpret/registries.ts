import type { Node } from 'oxc-parser';
import { setProperty, propertiesOf } from './heap.ts';
import { annotatedValue, evaluateLazily, functionValue, lazily, lookup, moduleEnv } from './lookup.ts';
import type { CallRequest, Env, Frame, Machine } from './machine.ts';
import type { State } from './state.ts';
import type { InstanceValue, Value } from './value.ts';
import { unknown } from './values.ts';

/** Where a collection was made that outlives any one delivery: what fills it is code that runs before. */
export interface Birthplace {
  readonly file: string;
  /** The instance in whose field it is. */
  readonly owner: InstanceValue | null;
}

export function birthplace({ self, module }: Frame): Birthplace {
  return { file: module.file, owner: self?.kind === 'instance' ? self : null };
}

const heapId = (node: Node, file: string): string => `#collection:${file}@${node.start}`;

/** Keeps what may be called or asked later under a name; false where it is no such thing. */
export function register(m: Machine, node: Node, request: CallRequest, state: State): boolean {
  const [key, value] = request.args;
  if (!key || !value || !isHandler(m, value, state)) return false;
  const name = key.kind === 'constant' ? String(key.value) : `?${request.node.start}`;
  setProperty(m, state, heapId(node, m.memory.born.get(node)?.file ?? ''), name, value);
  return true;
}

/** What was registered under a name, and what may have been; all there is where the name is not known. */
export function registered(m: Machine, node: Node, key: Value | undefined, state: State): readonly Value[] {
  const born = m.memory.born.get(node);
  if (born) initialise(m, born);
  const { known } = propertiesOf(m, state, heapId(node, born?.file ?? ''));
  const name = key?.kind === 'constant' ? String(key.value) : null;
  return [...known].flatMap(([one, value]) => (name === null || one === name || one.startsWith('?') ? [value] : []));
}

/** An object literal that other statements fill: `handlers['order.paid'] = paid`. */
export function initialiseObject(m: Machine, id: string): void {
  const born = m.memory.bornObjects.get(id);
  if (born) initialise(m, born);
}

/** Something that can be called, or that has methods. */
function isHandler(m: Machine, value: Value, state: State): boolean {
  if (value.kind === 'object')
    return [...propertiesOf(m, state, value.id).known.values()].some((one) => one.kind === 'function');
  return /^(?:function|instance|class|native)$/.test(value.kind);
}

/** Runs, once, the top level of the modules that know of a collection, and the constructor that it stands in. */
function initialise(m: Machine, born: Birthplace): void {
  if (born.owner) construct(m, born.owner);
  for (const file of [born.file, ...m.bindings.importers(born.file)]) {
    if (m.memory.initialised.has(file)) continue;
    m.memory.initialised.add(file);
    const module = m.graph.module(file);
    if (!module) continue;
    const env = moduleEnv(m, module);
    for (const statement of module.source.program.body)
      if (statement.type === 'ExpressionStatement' && registers(m, statement.expression, env))
        evaluateInto(m, statement.expression, env);
  }
}

/** A call or an assignment that can fill a collection of the user's own: it hands over a function or an instance. */
function registers(m: Machine, node: Node, env: Env): boolean {
  if (node.type === 'AssignmentExpression')
    return node.left.type === 'MemberExpression' && isOwn(m, rootOf(node.left), env);
  if (node.type !== 'CallExpression' || node.arguments.length === 0) return false;
  return (
    isOwn(m, rootOf(node.callee), env) &&
    node.arguments.some(
      (argument) => argument.type !== 'SpreadElement' && isHandler(m, evaluateLazily(m, argument, env), m.memory.state),
    )
  );
}

function rootOf(node: Node): Node {
  let current = node;
  while (current.type === 'MemberExpression' || current.type === 'CallExpression')
    current = current.type === 'MemberExpression' ? current.object : current.callee;
  return current;
}

function isOwn(m: Machine, root: Node, env: Env): boolean {
  if (root.type !== 'Identifier' || !env.scope.names.has(root.name)) return false;
  const value = lookup(m, env, root.name, m.memory.state);
  return (
    value.kind === 'function' ||
    value.kind === 'instance' ||
    value.kind === 'class' ||
    value.kind === 'object' ||
    (value.kind === 'external' && value.package === 'global')
  );
}

function evaluateInto(m: Machine, node: Node, env: Env): void {
  const frame: Frame = { module: env.module, environment: env, self: null, home: null, context: `lazy:${env.id}` };
  lazily(m, `run:${env.id}@${node.start}`, null, () => {
    m.evaluate(node, frame, m.memory.state);
    return unknown();
  });
}

function construct(m: Machine, self: InstanceValue): void {
  if (m.memory.initialised.has(self.id)) return;
  m.memory.initialised.add(self.id);
  const owner = self.class;
  const constructor = owner.node.body.body.find(
    (member) => member.type === 'MethodDefinition' && member.kind === 'constructor',
  );
  if (constructor?.type !== 'MethodDefinition') return;
  const env = owner.environment as Env;
  const callee = functionValue(constructor.value, env, 'constructor', self, owner);
  if (callee.kind !== 'function') return;
  const args =
    m.memory.constructed.get(self.id) ??
    callee.node.params.map((parameter) => annotatedValue(m, parameter, owner.file, null));
  const frame: Frame = { module: env.module, environment: env, self, home: owner, context: `new:${self.id}` };
  lazily(m, `run:${self.id}`, null, () => {
    m.call({ callee, self, args, node: constructor, frame, isNew: false, name: 'constructor' }, m.memory.state);
    return unknown();
  });
}
