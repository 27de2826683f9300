import type { Node } from 'oxc-parser';
import type { Effect } from '../knowledge/types.ts';
import { isFunctionNode, walk } from '../parse/walk.ts';
import { nullishOf } from './branch.ts';
import { propertiesOf } from './heap.ts';
import type { CallRequest, Machine } from './machine.ts';
import type { State } from './state.ts';
import { deepOrigins, summarise } from './summary.ts';
import type { Fact, ValueSummary } from './trace.ts';
import { Origin, type Origins, type Value } from './value.ts';
import { originsOf, writtenName } from './values.ts';

type KeyFacts = Pick<
  Extract<Fact, { kind: 'effect' }>,
  'key' | 'keyValue' | 'keyValues' | 'keyMayBeUnset' | 'keySpan' | 'keyPlace' | 'keySpace' | 'carries' | 'joins'
>;

/** All that a call says of the key that it gives its receiver. */
export function keyFacts(
  m: Machine,
  effect: Pick<Effect, 'key' | 'host' | 'joinsTransaction'>,
  request: CallRequest,
  state: State,
): KeyFacts {
  const { key } = effect;
  const value = key.accepted ? key.value : undefined;
  const node =
    value || (key.accepted && key.isUnset) ? keyNode(m, value, key.accepted ? key.place : '', request) : null;
  const keyValues = summariesOf(m, value, node, request, state);
  return {
    key: !key.accepted ? 'unsupported' : value ? 'present' : key.unknown ? 'unknown' : 'missing',
    keyValue: keyValues[0] ?? null,
    keyValues,
    keyMayBeUnset: (key.accepted && key.isUnset === true) || (node !== null && mayMissPart(m, node, request, state)),
    keySpan: node && { file: request.frame.module.file, start: node.start, end: node.end },
    keyPlace: key.accepted ? key.place : null,
    keySpace: keySpaceOf(effect, request),
    carries: carriedBy(m, request, value, state),
    joins: effect.joinsTransaction === true || isHandedTransaction(m, request, state),
  };
}

function summariesOf(
  m: Machine,
  value: Value | undefined,
  node: Node | null,
  request: CallRequest,
  state: State,
): ValueSummary[] {
  const options = value?.kind === 'union' ? value.options : value ? [value] : [];
  const counts = node !== null && namesAttempt(m, node, request, state) ? Origin.attempt : 0;
  return options
    .map((option) => summarise(m, option, state))
    .filter((one) => one !== null)
    .map((one) => (counts ? { ...one, origins: one.origins | counts, isFixed: false } : one));
}

/** Where the key is written: the argument, or the property that holds it. */
function keyNode(m: Machine, value: Value | undefined, place: string, request: CallRequest): Node | null {
  const { node } = request;
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
  const direct = value === undefined ? -1 : request.args.indexOf(value);
  if (direct >= 0) return node.arguments[direct] ?? null;
  const words = new Set(place.toLowerCase().match(/[\w-]+/g) ?? []);
  const isKey = (name: string) => words.has(name.toLowerCase()) || m.lexicon.isIdempotencyOptionName(name);
  const written = node.arguments.map((argument) => propertyIn(argument, isKey)).find((found) => found !== null);
  if (written) return written;
  for (let callee: Node = node.callee; callee.type === 'MemberExpression' && callee.object.type === 'CallExpression';) {
    const { arguments: earlier } = callee.object;
    const [name, given] = earlier;
    if (name?.type === 'Literal' && typeof name.value === 'string' && isKey(name.value) && given) return given;
    const inObject = earlier.map((argument) => propertyIn(argument, isKey)).find((found) => found !== null);
    if (inObject) return inObject;
    callee = callee.object.callee;
  }
  return declaredBefore(node, request, isKey);
}

/** The innermost property of that name in an expression. */
function propertyIn(root: Node, isKey: (name: string) => boolean): Node | null {
  let found: Node | null = null;
  walk(root, (node) => {
    if (isFunctionNode(node)) return false;
    if (node.type !== 'Property' || node.computed) return true;
    const name =
      node.key.type === 'Identifier' ? node.key.name : node.key.type === 'Literal' ? String(node.key.value) : '';
    if (isKey(name)) found = node;
    return true;
  });
  return found;
}

/** The options were made before the call and are handed over by name. */
function declaredBefore(call: Node, request: CallRequest, isKey: (name: string) => boolean): Node | null {
  if (call.type !== 'CallExpression') return null;
  const names = new Set<string>();
  for (const argument of call.arguments)
    walk(argument, (node) => {
      if (node.type === 'Identifier') names.add(node.name);
      return !isFunctionNode(node);
    });
  let found: Node | null = null;
  walk(request.frame.module.source.program, (node) => {
    if (node.start > call.start) return false;
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && names.has(node.id.name) && node.init)
      found = propertyIn(node.init, isKey) ?? found;
    return true;
  });
  return found;
}

/** The number of an attempt stands in the key: `${event.id}:${attempt}`. One that the event tells is the same on each. */
function namesAttempt(m: Machine, node: Node, { frame }: CallRequest, state: State): boolean {
  let found = false;
  walk(valueOf(node), (inner, parent) => {
    const isName =
      inner.type === 'Identifier' &&
      !(parent?.type === 'MemberExpression' && !parent.computed && parent.property === inner) &&
      m.lexicon.isAttemptName(inner.name);
    if (isName && !m.evaluate(inner, frame, state.fork()).some(({ value }) => originsOf(value) & given)) found = true;
    return !found;
  });
  return found;
}

const given = Origin.event | Origin.eventKey | Origin.row | Origin.refetched | Origin.header;

function valueOf(node: Node): Node {
  return node.type === 'Property' ? node.value : node;
}

/**
 * `metadata?.order` as the key, or as a part of it: the question mark says that it may be missing. Where the same is
 * read a second time it may have been tested.
 */
function mayMissPart(m: Machine, node: Node, { frame }: CallRequest, state: State): boolean {
  const value = valueOf(node);
  const parts = value.type === 'TemplateLiteral' ? value.expressions : [value];
  return parts.some((part) => {
    if (part.type !== 'ChainExpression') return false;
    const { text } = frame.module.source;
    const written = text.slice(part.start, part.end);
    if (text.split(written).length > 2 || text.includes(written.replaceAll('?.', '.'))) return false;
    const base = optionalBase(part.expression);
    if (!base) return false;
    return m.evaluate(base, frame, state.fork()).every((outcome) => {
      const nullish = nullishOf(outcome.value);
      return nullish !== false && (outcome.value.kind === 'event' || outcome.value.kind === 'result');
    });
  });
}

function optionalBase(node: Node): Node | null {
  for (let current: Node = node; ;) {
    if (current.type === 'MemberExpression') {
      if (current.optional) return current.object;
      current = current.object;
    } else return null;
  }
}

/** Keys given to one account, host or queue live together. */
function keySpaceOf({ key, host }: Pick<Effect, 'key' | 'host'>, { callee, node }: CallRequest): string | null {
  if (!key.accepted || key.space === 'none') return null;
  if (host !== undefined) return host;
  if (callee.kind !== 'external' || callee.package === 'global') return null;
  if (key.space !== 'receiver') return callee.package;
  const receiver =
    node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? writtenName(node.callee.object) : null;
  return receiver === null ? null : `${callee.package} ${receiver}`;
}

function carriedBy(m: Machine, request: CallRequest, key: Value | undefined, state: State): Origins {
  const of = (value: Value | null, depth: number): Origins => {
    if (!value || value === key || depth > 4) return 0;
    if (value.kind === 'object')
      return [...propertiesOf(m, state, value.id).known.values()].reduce((all, one) => all | of(one, depth + 1), 0);
    if (value.kind === 'array')
      return [...value.items, value.rest].reduce((all: number, one) => all | of(one, depth + 1), 0);
    return deepOrigins(m, value, state);
  };
  const chain = request.callee.kind === 'external' ? request.callee.chain : [];
  return [...request.args, ...chain.flatMap((step) => step.args ?? [])].reduce((all, one) => all | of(one, 0), 0);
}

/** Handed the client of an open transaction, it works in that transaction. */
function isHandedTransaction(m: Machine, { self, args }: CallRequest, state: State): boolean {
  if (state.transactions.size === 0) return false;
  const holds = (value: Value | null, depth: number): boolean => {
    if (!value || depth > 3) return false;
    if (value.kind === 'external') return value.handle !== null && state.transactions.has(value.handle);
    if (value.kind !== 'object') return false;
    return [...propertiesOf(m, state, value.id).known.values()].some((inner) => holds(inner, depth + 1));
  };
  return [self, ...args].some((value) => holds(value, 0));
}
