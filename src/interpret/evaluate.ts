import type { Node } from 'oxc-parser';
import { comparedSecrets, noteToldApart } from './authenticity.ts';
import { branch, compare, nullishOf, saidBy, truthOf, not } from './branch.ts';
import { assignTo, conditionValue } from './execute.ts';
import { noteOrdering } from './ordering.ts';
import { asGrown, makeObject, propertiesOf, setProperties } from './heap.ts';
import { classValue, findEnv, functionValue } from './lookup.ts';
import type { Env, Frame, Machine, Outcome } from './machine.ts';
import { birthplace } from './registries.ts';
import { meet } from './meet.ts';
import { kept, noteProperty } from './memory.ts';
import { propertyName } from './pattern.ts';
import { secondOpinion } from './second-opinion.ts';
import type { State } from './state.ts';
import {
  arithmetic,
  earlier,
  array,
  constant,
  falseValue,
  fulfilled,
  identityOf,
  isOpaque,
  originsOf,
  text,
  trueValue,
  undefinedValue,
  union,
  unknown,
  writtenName,
} from './values.ts';
import { Origin, type Condition, type Value } from './value.ts';

const one = (state: State, value: Value): Outcome[] => [{ state, value }];

export const sameValue = (outcome: Outcome): string => identityOf(outcome.value);

interface ListPath {
  readonly state: State;
  readonly values: readonly Value[];
  readonly open: Value | null;
}

/** Paths through a list that have forked meet again, each place then holding either of their values. */
function meetLists(m: Machine, paths: readonly ListPath[], frame: Frame, at: Node): ListPath[] {
  const [first] = paths;
  if (
    !first ||
    paths.length < 2 ||
    paths.some((path) => path.values.length !== first.values.length || (path.open === null) !== (first.open === null))
  )
    return [...paths];
  const key = `list:${frame.context}@${at.start}`;
  for (const path of paths)
    path.values.forEach((value, index) => {
      path.state.set(`${key}:${index}`, value);
    });
  return meet(m, paths, () => '').map((path) => ({
    ...path,
    values: path.values.map((value, index) => path.state.get(`${key}:${index}`) ?? value),
  }));
}

function both(one: Value | null, other: Value | null): Value | null {
  return one && other ? union([one, other]) : (one ?? other);
}

/** Evaluates nodes from left to right; a spread contributes its items, or an open end. */
function evaluateList(m: Machine, nodes: readonly (Node | null)[], frame: Frame, state: State): ListPath[] {
  let paths: ListPath[] = [{ state, values: [], open: null }];
  for (const node of nodes) {
    paths = paths.flatMap((path): ListPath[] => {
      if (!node) return [{ ...path, values: [...path.values, undefinedValue] }];
      if (node.type === 'SpreadElement')
        return m
          .evaluate(node.argument, frame, path.state)
          .map(({ state: after, value }) =>
            value.kind === 'array'
              ? { state: after, values: [...path.values, ...value.items], open: both(path.open, value.rest) }
              : { state: after, values: path.values, open: both(path.open, unknown(null, originsOf(value))) },
          );
      return m
        .evaluate(node, frame, path.state)
        .map(({ state: after, value }) => ({ state: after, values: [...path.values, value], open: path.open }));
    });
    if (node && paths.length > 3) paths = meetLists(m, paths, frame, node);
  }
  return paths;
}

export function evaluate(m: Machine, node: Node, frame: Frame, state: State): Outcome[] {
  if (!m.spend()) return one(state, unknown(writtenName(node)));
  if (!m.enter(state)) return one(state, unknown());
  try {
    return run(m, node, frame, state);
  } finally {
    m.nesting -= 1;
  }
}

function run(m: Machine, node: Node, frame: Frame, state: State): Outcome[] {
  switch (node.type) {
    case 'Literal':
      if ('regex' in node)
        return one(state, {
          kind: 'constant',
          value: node.value instanceof RegExp ? node.value : /(?:)/,
          origins: Origin.literal,
        });
      return one(state, constant(node.value));
    case 'TemplateLiteral':
      return evaluateList(m, node.expressions, frame, state).map(({ state: after, values }) => ({
        state: after,
        value: text(
          weave(
            node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw),
            values,
          ),
        ),
      }));
    case 'Identifier':
      return one(state, asGrown(m, state, m.parts.lookup(m, frame.environment, node.name, state)));
    case 'ThisExpression':
      return one(state, frame.self ?? selfOf(frame.environment) ?? unknown('this'));
    case 'Super':
      return one(state, frame.self ?? unknown('super'));
    case 'ObjectExpression':
      return objectExpression(m, node, frame, state);
    case 'ArrayExpression':
      return evaluateList(m, node.elements, frame, state).map(({ state: after, values, open }) => ({
        state: after,
        value: { ...array(values, open), id: allocation(frame, node) },
      }));
    case 'ArrowFunctionExpression':
      return one(
        state,
        functionValue(node, frame.environment, '', frame.self ?? selfOf(frame.environment), frame.home),
      );
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return one(state, functionValue(node, frame.environment, node.id?.name ?? ''));
    case 'ClassExpression':
    case 'ClassDeclaration':
      return one(state, classValue(node, frame.environment, node.id?.name ?? ''));
    case 'MemberExpression':
      return memberExpression(m, node, frame, state).map((outcome) => ({
        state: outcome.state,
        value: asGrown(m, outcome.state, outcome.value),
      }));
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSInstantiationExpression':
      return m.evaluate(node.expression, frame, state);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return asserted(m, node, frame, state);
    case 'CallExpression':
      return callExpression(m, node, frame, state);
    case 'NewExpression':
      return m.evaluate(node.callee, frame, state).flatMap((callee) =>
        evaluateList(m, node.arguments, frame, callee.state).flatMap((args) =>
          m.call(
            {
              callee: callee.value,
              self: null,
              args: args.values,
              node,
              frame,
              isNew: true,
              name: writtenName(node.callee),
            },
            args.state,
          ),
        ),
      );
    case 'TaggedTemplateExpression':
      return taggedTemplate(m, node, frame, state);
    case 'AwaitExpression':
      return m
        .evaluate(node.argument, frame, state)
        .flatMap((outcome) => m.parts.settle(m, outcome.value, node.argument, frame, outcome.state));
    case 'YieldExpression':
      return node.argument
        ? m
            .evaluate(node.argument, frame, state)
            .flatMap((outcome) => m.parts.settle(m, outcome.value, node, frame, outcome.state))
            .map((outcome) => ({ state: outcome.state, value: unknown() }))
        : one(state, unknown());
    case 'ImportExpression':
      return importExpression(m, node, frame, state);
    case 'UnaryExpression':
      return unary(m, node, frame, state);
    case 'UpdateExpression':
      return m.evaluate(node.argument, frame, state).map((outcome) => {
        const { value: before } = outcome;
        const value = before.kind === 'result' ? arithmetic(before, constant(1)) : unknown(null, originsOf(before));
        assignTo(m, node.argument, value, frame, outcome.state);
        return { state: outcome.state, value };
      });
    case 'BinaryExpression':
      return binary(m, node, frame, state);
    case 'LogicalExpression':
      return logical(m, node, frame, state);
    case 'ConditionalExpression':
      return meet(
        m,
        m.evaluate(node.test, frame, state).flatMap((outcome) => {
          const { yes, no } = branch(m, outcome.state, outcome.value);
          return [
            ...yes.flatMap((path) => m.evaluate(node.consequent, frame, path)),
            ...no.flatMap((path) => m.evaluate(node.alternate, frame, path)),
          ];
        }),
        sameValue,
      );
    case 'AssignmentExpression':
      return assignment(m, node, frame, state);
    case 'SequenceExpression': {
      let paths: Outcome[] = one(state, undefinedValue);
      for (const expression of node.expressions)
        paths = paths.flatMap((path) => m.evaluate(expression, frame, path.state));
      return paths;
    }
    case 'JSXElement':
    case 'JSXFragment':
      return one(state, unknown('jsx'));
    case 'MetaProperty':
      return one(state, unknown('import.meta'));
    default:
      return one(state, unknown(writtenName(node)));
  }
}

/** `this` of code that was never run. */
function selfOf(environment: Env): Value | null {
  for (let env: Env | null = environment; env; env = env.parent) if (env.self) return env.self;
  return null;
}

function weave(strings: readonly string[], values: readonly Value[]): (string | Value)[] {
  return strings.flatMap((part, index) => {
    const value = values[index];
    return index < strings.length - 1 && value ? [part, value] : [part];
  });
}

/** A name for an object made at this place in this call. */
export function allocation(frame: Frame, node: Node): string {
  return `#${frame.context}@${node.start}`;
}

/** The object stands on the heap from the start, so that paths which fork inside it can meet inside it. */
function objectExpression(
  m: Machine,
  node: Node & { type: 'ObjectExpression' },
  frame: Frame,
  state: State,
): Outcome[] {
  const id = allocation(frame, node);
  const self = makeObject(m, state, id, new Map());
  if (m.lazy > 0 && node.properties.length === 0) m.memory.bornObjects.set(id, birthplace(frame));
  const add = (path: State, name: string | null, value: Value): State => {
    const { known, open } = propertiesOf(m, path, id);
    setProperties(
      m,
      path,
      id,
      name === null ? { known, open: true } : { known: new Map([...known, [name, value]]), open },
    );
    return path;
  };
  let paths: State[] = [state];
  for (const property of node.properties) {
    paths = paths.flatMap((path) => {
      if (property.type === 'SpreadElement')
        return m.evaluate(property.argument, frame, path).map(({ state: after, value }) => {
          const spread = spreadOf(m, value, after);
          const { known, open } = propertiesOf(m, after, id);
          setProperties(m, after, id, { known: new Map([...known, ...spread.known]), open: open || spread.open });
          return after;
        });
      return keysOf(m, property, frame, path).flatMap(({ state: keyed, name }) => {
        if (property.kind === 'set') return [keyed];
        if (property.kind === 'get') {
          const getter = functionValue(property.value, frame.environment, name ?? '');
          return [
            name === null
              ? keyed
              : add(keyed, name, getter.kind === 'function' ? { ...getter, name: `get ${name}` } : getter),
          ];
        }
        return m.evaluate(property.value, frame, keyed).map(({ state: after, value }) => {
          if (value.kind !== 'function') return add(after, name, value);
          // Methods see the object as `this`, and are called by their property's name.
          const named = value.name === '' && name !== null ? { ...value, name } : value;
          return add(
            after,
            name,
            named.self === null && named.node.type === 'FunctionExpression' ? { ...named, self } : named,
          );
        });
      });
    });
    if (paths.length > 1)
      paths = meet(
        m,
        paths.map((path) => ({ state: path })),
        () => '',
      ).map((path) => path.state);
  }
  return paths.map((path) => ({ state: path, value: self }));
}

/** The names that a property's key may be; null where it is not known. */
function keysOf(
  m: Machine,
  property: Node & { type: 'Property' },
  frame: Frame,
  state: State,
): { state: State; name: string | null }[] {
  if (!property.computed) return [{ state, name: propertyName(m, property.key, false, frame, state) }];
  return m.evaluate(property.key, frame, state).map((outcome) => ({
    state: outcome.state,
    name: keyOf(m, outcome.value),
  }));
}

/** The name of a property that is written as `[value]`: a library's constant answers to its dotted name (`Op.ne`). */
function keyOf(m: Machine, value: Value): string | null {
  if (value.kind === 'constant')
    return typeof value.value === 'string' || typeof value.value === 'number' ? String(value.value) : null;
  if (
    value.kind !== 'external' ||
    value.package === 'global' ||
    value.chain.some((step) => step.args !== null || step.isNew)
  )
    return null;
  const name = [...value.root.split('.'), ...value.chain.map((step) => step.name)].slice(-2).join('.');
  return /^[A-Z]\w*\.\w+$/.test(name) && m.knowledge.package(value.package) ? name : null;
}

/** What a spread or Object.assign takes from a value. */
export function spreadOf(m: Machine, value: Value, state: State): { known: ReadonlyMap<string, Value>; open: boolean } {
  switch (value.kind) {
    case 'object':
      return propertiesOf(m, state, value.id);
    case 'constant':
      return { known: new Map(), open: false };
    case 'union': {
      const known = new Map<string, Value>();
      let open = false;
      for (const option of value.options) {
        const part = spreadOf(m, option, state);
        open ||= part.open;
        for (const [name, inner] of part.known) known.set(name, union([known.get(name), inner]));
      }
      return { known, open };
    }
    case 'test':
      return { known: new Map(), open: false };
    case 'instance':
      return propertiesOf(m, state, value.id);
    default:
      return { known: new Map([['...', unknown(null, originsOf(value))]]), open: true };
  }
}

/** Computed names that the analysis can tell; null where it cannot. */
function memberNames(value: Value): string[] | null {
  if (value.kind === 'constant')
    return typeof value.value === 'string' || typeof value.value === 'number' ? [String(value.value)] : null;
  if (value.kind === 'union') {
    const names = value.options.map((option) => (option.kind === 'constant' ? String(option.value) : null));
    return names.every((name) => name !== null) ? names : null;
  }
  return null;
}

function memberExpression(
  m: Machine,
  node: Node & { type: 'MemberExpression' },
  frame: Frame,
  state: State,
): Outcome[] {
  return m.evaluate(node.object, frame, state).flatMap((object) => {
    let value = secondOpinion(m, node.object, object.value, frame);
    if (node.object.type === 'Super') value = superValue(m, frame) ?? value;
    if (!node.computed) {
      const name = node.property.type === 'PrivateIdentifier' ? `#${node.property.name}` : node.property.name;
      return memberOf(m, value, name, node, frame, object.state);
    }
    return m.evaluate(node.property, frame, object.state).flatMap((property) => {
      const names = memberNames(property.value);
      if (names)
        return meet(
          m,
          names.flatMap((name, index) =>
            memberOf(m, value, name, node, frame, index === names.length - 1 ? property.state : property.state.fork()),
          ),
          sameValue,
        );
      const remembered = memberRemembered(m, node, value, property, frame);
      if (remembered) return one(property.state, remembered);
      const origins = originsOf(property.value) & ~Origin.literal;
      return memberOf(m, value, '*', node, frame, property.state).map((outcome) => ({
        state: outcome.state,
        value: picked(outcome.value, origins),
      }));
    });
  });
}

/** `seen[event.id]`: a question to the memory of this process. */
function memberRemembered(
  m: Machine,
  node: Node & { type: 'MemberExpression' },
  object: Value,
  property: Outcome,
  frame: Frame,
): Value | undefined {
  const access = { object, key: property.value, action: 'read' } as const;
  const step = noteProperty(m, access, node.object, { node, frame }, property.state);
  return step === undefined ? undefined : kept(step);
}

/** What a computed name picked comes from what the name comes from, too. */
function picked(value: Value, origins: number): Value {
  if (origins === 0) return value;
  if (value.kind === 'constant') return { ...value, origins: value.origins | origins };
  if (value.kind === 'unknown') return { ...value, origins: value.origins | origins };
  if (value.kind === 'union') return { kind: 'union', options: value.options.map((option) => picked(option, origins)) };
  return value;
}

function superValue(m: Machine, frame: Frame): Value | null {
  return frame.home ? m.parts.superOf(m, frame.home) : null;
}

function memberOf(
  m: Machine,
  value: Value,
  name: string,
  node: Node & { type: 'MemberExpression' },
  frame: Frame,
  state: State,
): Outcome[] {
  if (node.optional) {
    const nullish = nullishOf(value);
    if (nullish === true) return one(state, undefinedValue);
  }
  return m.parts.member(m, value, name, node, frame, state);
}

function asserted(
  m: Machine,
  node: Node & { type: 'TSAsExpression' | 'TSSatisfiesExpression' | 'TSTypeAssertion' },
  frame: Frame,
  state: State,
): Outcome[] {
  return m.evaluate(node.expression, frame, state).map((outcome) => {
    if (!isOpaque(outcome.value) || originsOf(outcome.value) !== 0) return outcome;
    const typed = m.parts.typed(
      m,
      node.typeAnnotation,
      frame.module.file,
      outcome.value.kind === 'unknown' ? outcome.value.name : null,
    );
    return typed.kind === 'unknown' && !typed.type ? outcome : { state: outcome.state, value: typed };
  });
}

function callExpression(m: Machine, node: Node & { type: 'CallExpression' }, frame: Frame, state: State): Outcome[] {
  const { callee } = node;
  const name = writtenName(callee);
  if (callee.type === 'Super')
    return evaluateList(m, node.arguments, frame, state).map((args) => ({ state: args.state, value: undefinedValue }));
  if (
    callee.type === 'Identifier' &&
    (callee.name === 'require' || callee.name === 'eval') &&
    !findEnv(frame.environment, callee.name)
  )
    return requireCall(m, node, frame, state);

  const target: Node = unwrap(callee);
  const invoke = (value: Value, self: Value | null, path: State): Outcome[] => {
    if (node.optional) {
      const nullish = nullishOf(value);
      if (nullish === true) return one(path, undefinedValue);
    }
    return evaluateList(m, node.arguments, frame, path).flatMap((args) =>
      m.call(
        {
          callee: value,
          self,
          args: args.open ? [...args.values, args.open] : args.values,
          node,
          frame,
          isNew: false,
          name,
        },
        args.state,
      ),
    );
  };
  if (target.type === 'MemberExpression') {
    return m.evaluate(target.object, frame, state).flatMap((evaluated) => {
      const object = { ...evaluated, value: secondOpinion(m, target.object, evaluated.value, frame) };
      const self = target.object.type === 'Super' ? frame.self : object.value;
      const read: Outcome[] =
        target.object.type === 'Super'
          ? m.parts.member(
              m,
              superValue(m, frame) ?? object.value,
              target.property.type === 'Identifier' ? target.property.name : '*',
              target,
              frame,
              object.state,
            )
          : readMember(m, target, object, frame);
      return read.flatMap((member) => invoke(member.value, self, member.state));
    });
  }
  return m.evaluate(callee, frame, state).flatMap((outcome) => invoke(outcome.value, null, outcome.state));
}

function readMember(m: Machine, node: Node & { type: 'MemberExpression' }, object: Outcome, frame: Frame): Outcome[] {
  if (!node.computed) {
    const name = node.property.type === 'PrivateIdentifier' ? `#${node.property.name}` : node.property.name;
    return memberOf(m, object.value, name, node, frame, object.state);
  }
  return m.evaluate(node.property, frame, object.state).flatMap((property) => {
    const names = memberNames(property.value);
    if (!names) return memberOf(m, object.value, '*', node, frame, property.state);
    return names.flatMap((name, index) =>
      memberOf(m, object.value, name, node, frame, index === names.length - 1 ? property.state : property.state.fork()),
    );
  });
}

function unwrap(node: Node): Node {
  let current = node;
  while (
    current.type === 'ChainExpression' ||
    current.type === 'TSNonNullExpression' ||
    current.type === 'TSAsExpression' ||
    current.type === 'TSSatisfiesExpression' ||
    current.type === 'TSInstantiationExpression'
  )
    current = current.expression;
  return current;
}

function moduleValue(m: Machine, frame: Frame, specifier: string): Value {
  const resolution = m.graph.resolve(frame.module.file, specifier);
  if (resolution.kind === 'package')
    return { kind: 'external', package: resolution.name, root: '*', chain: [], handle: null, origins: 0, data: null };
  if (resolution.kind === 'unknown') return unknown(specifier);
  const module = m.graph.module(resolution.file);
  if (module?.commonJs && module.exports.has('default')) return m.parts.exported(m, resolution.file, 'default');
  return module ? { kind: 'namespace', file: resolution.file } : unknown(specifier);
}

function requireCall(m: Machine, node: Node & { type: 'CallExpression' }, frame: Frame, state: State): Outcome[] {
  const [argument] = node.arguments;
  if (argument?.type === 'Literal' && typeof argument.value === 'string')
    return one(state, moduleValue(m, frame, argument.value));
  return one(state, unknown('require()'));
}

function importExpression(
  m: Machine,
  node: Node & { type: 'ImportExpression' },
  frame: Frame,
  state: State,
): Outcome[] {
  const { source } = node;
  if (source.type === 'Literal' && typeof source.value === 'string') {
    const resolution = m.graph.resolve(frame.module.file, source.value);
    const value: Value =
      resolution.kind === 'file' && m.graph.module(resolution.file)
        ? { kind: 'namespace', file: resolution.file }
        : moduleValue(m, frame, source.value);
    return one(state, fulfilled(value));
  }
  return one(state, unknown('import()'));
}

function taggedTemplate(
  m: Machine,
  node: Node & { type: 'TaggedTemplateExpression' },
  frame: Frame,
  state: State,
): Outcome[] {
  return m.evaluate(node.tag, frame, state).flatMap((tag) =>
    evaluateList(m, node.quasi.expressions, frame, tag.state).flatMap((values) => {
      const strings = node.quasi.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw);
      const template = holes(strings, values.values);
      return m.call(
        {
          callee: tag.value,
          self: null,
          args: [template, ...values.values],
          node,
          frame,
          isNew: false,
          tagged: true,
          name: writtenName(node.tag),
        },
        values.state,
      );
    }),
  );
}

/** The text of a tagged template with each value as a part of its own, constants not folded in. */
function holes(strings: readonly string[], values: readonly Value[]): Value {
  let origins = 0;
  for (const value of values) origins |= originsOf(value);
  return { kind: 'text', parts: weave(strings, values), origins };
}

function unary(m: Machine, node: Node & { type: 'UnaryExpression' }, frame: Frame, state: State): Outcome[] {
  return m.evaluate(node.argument, frame, state).map((outcome) => {
    const { value } = outcome;
    switch (node.operator) {
      case '!': {
        const truth = truthOf(value);
        return {
          state: outcome.state,
          value: typeof truth === 'boolean' ? (truth ? falseValue : trueValue) : conditionValue(not(truth)),
        };
      }
      case 'typeof':
        return {
          state: outcome.state,
          value:
            value.kind === 'constant'
              ? constant(typeof value.value)
              : value.kind === 'function'
                ? constant('function')
                : value.kind === 'text'
                  ? constant('string')
                  : unknown(null, 0),
        };
      case 'void':
      case 'delete':
        return { state: outcome.state, value: undefinedValue };
      case '-':
      case '+':
        return {
          state: outcome.state,
          value:
            value.kind === 'constant' && typeof value.value === 'number'
              ? constant(node.operator === '-' ? -value.value : value.value)
              : value.kind === 'result'
                ? value
                : unknown(null, originsOf(value)),
        };
      default:
        return { state: outcome.state, value: unknown(null, originsOf(value)) };
    }
  });
}

const comparisons: Readonly<Record<string, string>> = {
  '===': '=',
  '==': '=',
  '!==': '<>',
  '!=': '<>',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
};

function binary(m: Machine, node: Node & { type: 'BinaryExpression' }, frame: Frame, state: State): Outcome[] {
  // `a + b + c + …` leans to the left as far as it is long: gone through in a loop.
  const spine: (typeof node)[] = [];
  let leftmost: Node = node;
  while (leftmost.type === 'BinaryExpression') {
    spine.push(leftmost);
    leftmost = leftmost.left;
  }
  let paths: Outcome[] =
    leftmost.type === 'PrivateIdentifier' ? one(state, unknown()) : m.evaluate(leftmost, frame, state);
  for (const part of spine.reverse()) {
    const { operator, left, right } = part;
    paths = paths.flatMap((path) =>
      m.evaluate(right, frame, path.state).map((outcome) => {
        if (left.type === 'PrivateIdentifier')
          return { state: outcome.state, value: conditionValue({ kind: 'unknown' }) };
        if (comparisons[operator] || operator === '-')
          noteOrdering(m, part, [path.value, outcome.value], frame, outcome.state);
        return (
          membership(m, node, operator, path.value, outcome, frame) ??
          combine(m, operator, path.value, outcome, node, frame)
        );
      }),
    );
    if (paths.length > 16) paths = meet(m, paths, sameValue);
  }
  return paths;
}

/** `event.id in seen` */
function membership(
  m: Machine,
  node: Node & { type: 'BinaryExpression' },
  operator: string,
  key: Value,
  { state, value: object }: Outcome,
  frame: Frame,
): Outcome | undefined {
  if (operator !== 'in') return undefined;
  const step = noteProperty(m, { object, key, action: 'read' }, node.right, { node, frame }, state);
  return step === undefined ? undefined : { state, value: conditionValue({ kind: 'outcome', step }) };
}

function combine(
  m: Machine,
  operator: string,
  left: Value,
  { state: after, value: right }: Outcome,
  node: Node,
  frame: Frame,
): Outcome {
  const comparison = comparisons[operator];
  if (m.lazy === 0 && (comparison || operator === 'instanceof')) noteToldApart(m, [left, right], after);
  const secrets = comparison && comparedSecrets(m, comparison, [left, right], node, frame, after);
  if (secrets) return { state: after, value: conditionValue(secrets) };
  if (comparison) return { state: after, value: conditionValue(compare(m, left, comparison, right)) };
  if (operator === 'instanceof') return { state: after, value: conditionValue(instanceOf(m, left, right)) };
  if (operator === 'in') return { state: after, value: conditionValue({ kind: 'unknown' }) };
  if (operator === '+') {
    const isText = (value: Value) =>
      value.kind === 'text' || (value.kind === 'constant' && typeof value.value === 'string');
    if (isText(left) || isText(right)) return { state: after, value: text([left, right]) };
    if (
      left.kind === 'constant' &&
      right.kind === 'constant' &&
      typeof left.value === 'number' &&
      typeof right.value === 'number'
    )
      return { state: after, value: constant(left.value + right.value) };
    if (
      left.kind === 'unknown' ||
      right.kind === 'unknown' ||
      left.kind === 'event' ||
      right.kind === 'event' ||
      left.kind === 'result' ||
      right.kind === 'result'
    )
      return { state: after, value: arithmetic(left, right) };
  }
  if (
    left.kind === 'constant' &&
    right.kind === 'constant' &&
    typeof left.value === 'number' &&
    typeof right.value === 'number'
  ) {
    const folded =
      operator === '-'
        ? left.value - right.value
        : operator === '*'
          ? left.value * right.value
          : operator === '/'
            ? left.value / right.value
            : undefined;
    if (folded !== undefined) return { state: after, value: constant(folded) };
  }
  const before = operator === '-' ? earlier(left, right) : undefined;
  return { state: after, value: before ?? arithmetic(left, right) };
}

function instanceOf(m: Machine, left: Value, right: Value): boolean | Condition {
  const name =
    right.kind === 'class' ? right.name : right.kind === 'external' ? (right.chain.at(-1)?.name ?? right.root) : null;
  const said = left.kind === 'error' && left.step !== null && name !== null && saidBy(m, name, left.step);
  if (said) return said;
  if (left.kind === 'error' && left.name !== null && right.kind === 'class')
    return left.name === right.name ? true : { kind: 'unknown' };
  return { kind: 'unknown' };
}

function logical(m: Machine, node: Node & { type: 'LogicalExpression' }, frame: Frame, state: State): Outcome[] {
  const spine: (typeof node)[] = [];
  let leftmost: Node = node;
  while (leftmost.type === 'LogicalExpression') {
    spine.push(leftmost);
    leftmost = leftmost.left;
  }
  let paths = m.evaluate(leftmost, frame, state);
  for (const one of spine.reverse()) paths = meet(m, logicalStep(m, one, paths, frame), sameValue);
  return paths;
}

function logicalStep(
  m: Machine,
  node: Node & { type: 'LogicalExpression' },
  lefts: readonly Outcome[],
  frame: Frame,
): Outcome[] {
  return lefts.flatMap((left) => {
    if (node.operator === '??') {
      const { yes, no } = branch(m, left.state, left.value, nullishOf);
      return [
        ...no.map((path) => ({ state: path, value: present(left.value) })),
        ...yes.flatMap((path) => m.evaluate(node.right, frame, path)),
      ];
    }
    const truth = truthOf(left.value);
    const isPure = node.right.type === 'Literal' || !mayAct(node.right);
    // Conditions without steps of their own stay symbolic: no path parts before somebody asks.
    if (isPure && typeof truth !== 'boolean' && isTest(left.value))
      return m.evaluate(node.right, frame, left.state).map((right) => {
        const other = truthOf(right.value);
        if (typeof other === 'boolean') {
          if (node.operator === '&&') return { state: right.state, value: other ? left.value : falseValue };
          return { state: right.state, value: other ? trueValue : left.value };
        }
        return {
          state: right.state,
          value: conditionValue({ kind: node.operator === '&&' ? 'and' : 'or', left: truth, right: other }),
        };
      });
    const { yes, no } = branch(m, left.state, left.value);
    const [short, long] = node.operator === '&&' ? [no, yes] : [yes, no];
    return [
      ...short.map((path) => ({
        state: path,
        value: node.operator === '&&' ? falsyPart(left.value) : present(left.value),
      })),
      ...long.flatMap((path) => m.evaluate(node.right, frame, path)),
    ];
  });
}

function isTest(value: Value): boolean {
  return value.kind === 'test' || (value.kind === 'result' && value.shape.kind !== 'rows');
}

/** What a value is where it was found falsy. */
function falsyPart(value: Value): Value {
  if (value.kind === 'test') return falseValue;
  if (value.kind === 'constant' || value.kind === 'result' || (value.kind === 'unknown' && value.maybeClaim !== null))
    return value;
  if (value.kind === 'union') return union(value.options.filter((option) => truthOf(option) !== true));
  return falseValue;
}

/** What a value is where it was found to be there. */
function present(value: Value): Value {
  if (value.kind !== 'union') return value.kind === 'test' ? trueValue : value;
  return union(
    value.options.filter(
      (option) =>
        !(
          option.kind === 'constant' &&
          (option.value === null || option.value === undefined || option.value === false)
        ),
    ),
  );
}

const actors = new Set([
  'CallExpression',
  'NewExpression',
  'AwaitExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'YieldExpression',
  'TaggedTemplateExpression',
  'ImportExpression',
]);

function mayAct(node: Node, depth = 0): boolean {
  if (depth > 100) return true;
  if (actors.has(node.type)) {
    // `x.includes('y')` and the like act on nothing.
    if (
      node.type !== 'CallExpression' ||
      node.callee.type !== 'MemberExpression' ||
      node.callee.property.type !== 'Identifier'
    )
      return true;
    if (
      !/^(?:includes|startsWith|endsWith|test|has|some|every|toLowerCase|toUpperCase|trim|toString)$/.test(
        node.callee.property.name,
      )
    )
      return true;
    return mayAct(node.callee.object, depth + 1) || node.arguments.some((argument) => mayAct(argument, depth + 1));
  }
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return mayAct(node.left, depth + 1) || mayAct(node.right, depth + 1);
    case 'UnaryExpression':
      return mayAct(node.argument, depth + 1);
    case 'MemberExpression':
      return mayAct(node.object, depth + 1) || (node.computed && mayAct(node.property, depth + 1));
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return mayAct(node.expression, depth + 1);
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
      return false;
    case 'TemplateLiteral':
      return node.expressions.some((one) => mayAct(one, depth + 1));
    default:
      return true;
  }
}

function assignment(m: Machine, node: Node & { type: 'AssignmentExpression' }, frame: Frame, state: State): Outcome[] {
  if (node.operator === '=')
    return m.evaluate(node.right, frame, state).map((outcome) => {
      assignTo(m, node.left, outcome.value, frame, outcome.state);
      return outcome;
    });
  if (node.operator === '??=' || node.operator === '||=' || node.operator === '&&=')
    return meet(
      m,
      m.evaluate(node.left, frame, state).flatMap((left) => {
        const parted = branch(m, left.state, left.value, node.operator === '??=' ? nullishOf : truthOf);
        const [keep, set] =
          node.operator === '||='
            ? [parted.yes, parted.no]
            : node.operator === '&&='
              ? [parted.no, parted.yes]
              : [parted.no, parted.yes];
        return [
          ...keep.map((path) => ({ state: path, value: left.value })),
          ...set.flatMap((path) =>
            m.evaluate(node.right, frame, path).map((right) => {
              assignTo(m, node.left, right.value, frame, right.state);
              return right;
            }),
          ),
        ];
      }),
      sameValue,
    );
  return m.evaluate(node.left, frame, state).flatMap((left) =>
    m.evaluate(node.right, frame, left.state).map((right) => {
      const isColumn = left.value.kind === 'result' && left.value.field !== null;
      const value =
        node.operator === '+=' && !isColumn && isTextual(left.value, right.value)
          ? text([left.value, right.value])
          : arithmetic(left.value, right.value);
      assignTo(m, node.left, value, frame, right.state);
      return { state: right.state, value };
    }),
  );
}

function isTextual(left: Value, right: Value): boolean {
  const is = (value: Value) => value.kind === 'text' || (value.kind === 'constant' && typeof value.value === 'string');
  return is(left) || is(right);
}
