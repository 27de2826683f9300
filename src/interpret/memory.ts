import type { Node } from 'oxc-parser';
import { conditionValue } from './execute.ts';
import { hasProperties, propertiesOf } from './heap.ts';
import { findEnv } from './lookup.ts';
import type { CallRequest, Frame, Machine, Outcome } from './machine.ts';
import { answer, type NativeFunction } from './native.ts';
import { initialiseObject, register, registered } from './registries.ts';
import type { State } from './state.ts';
import type { ExternalValue, StepId, Value } from './value.ts';
import { result, trueValue, undefinedValue, union, unknown, writtenName } from './values.ts';

// Collections that outlive the delivery: made by code that no run has walked, so that every delivery meets the same one.

/** An object of the handler's own run, though its fields are read from the class. */
const ofThisRun = /(?:^lazy:|!)#(?!lazy:|injected:)/;

/** Marks a collection that is made outside of any run. */
export function outliving(collection: ExternalValue, { frame }: CallRequest): ExternalValue {
  return ofThisRun.test(frame.context)
    ? collection
    : { ...collection, data: { ...collection.data, shared: trueValue } };
}

/** What a method is called on, as it is written. */
export function collectionName({ node, name }: CallRequest): string {
  const callee = node.type === 'CallExpression' ? node.callee : null;
  const written = callee?.type === 'MemberExpression' ? writtenName(callee.object) : null;
  return written ?? name?.replace(/\.[^.]*$/, '') ?? 'a collection';
}

const actions: Readonly<Record<string, 'read' | 'write' | 'delete'>> = {
  has: 'read',
  get: 'read',
  add: 'write',
  set: 'write',
  delete: 'delete',
};

/** Notes that a method of a collection is called; the step, where its key speaks of the delivery. */
function noteCall(m: Machine, name: string, request: CallRequest, state: State): StepId | undefined {
  const action = actions[name];
  if (!action) return undefined;
  const [key] = request.args;
  return m.parts.recordMemory(
    m,
    { action, collection: collectionName(request), key, node: request.node, frame: request.frame },
    state,
  );
}

function answerOf(name: string, step: StepId, state: State): Outcome[] | undefined {
  if (name === 'has') return answer(state, conditionValue({ kind: 'outcome', step }));
  return name === 'get' ? answer(state, result(step, { kind: 'row' }, 0)) : undefined;
}

/** Methods of `new Map(…)` and `new Set(…)`: memory of this process, and a registry where it was filled when made. */
export function collectionMethod(m: Machine, collection: ExternalValue, name: string): NativeFunction | undefined {
  if (isOfTheProcess(collection) && actions[name])
    return (machine, request, state) => {
      const step = noteCall(machine, name, request, state);
      return step === undefined
        ? machine.parts.callUnknown(machine, { ...request, callee: unknown(request.name) }, state)
        : (answerOf(name, step, state) ?? answer(state, unknown(request.name)));
    };
  if (!/^(?:Map|Set|WeakMap|WeakSet)$/.test(collection.root) || collection.chain.length !== 1) return undefined;
  const [filled] = collection.chain[0]?.args ?? [];
  const entries = filled?.kind === 'array' ? filled.items : [];
  const made = collection.root === 'Map' ? collection.chain[0]?.node : undefined;
  const isEmpty = filled === undefined || (filled.kind === 'array' && filled.rest === null && entries.length === 0);
  return (_machine, request, state) => {
    const [key = undefinedValue] = request.args;
    if (made && name === 'set' && register(m, made, request, state)) return answer(state, collection);
    const handlers = made && name === 'get' ? registered(m, made, key, state) : [];
    if (handlers.length > 0 && entries.length === 0) return answer(state, union([...handlers, undefinedValue]));
    const step = isEmpty && collection.data?.shared ? noteCall(m, name, request, state) : undefined;
    const known = step === undefined ? undefined : answerOf(name, step, state);
    if (known) return known;
    if (name === 'get') {
      const pairs = entries.flatMap((entry) =>
        entry.kind === 'array' && entry.items.length === 2 ? [entry.items] : [],
      );
      const matching =
        key.kind === 'constant'
          ? pairs.filter(([name]) => name?.kind === 'constant' && name.value === key.value)
          : pairs;
      const values = [...matching.flatMap(([, value]) => (value ? [value] : [])), ...handlers];
      return answer(state, values.length > 0 ? union([...values, undefinedValue]) : unknown(request.name));
    }
    if (name === 'has') {
      // A set of the rows that an insert gave back: what is in it was won.
      const item = filled?.kind === 'array' ? (filled.rest ?? filled.items[0]) : undefined;
      if (item?.kind === 'result') return answer(state, conditionValue({ kind: 'outcome', step: item.step }));
      if (entries.length > 0 && key.kind === 'event' && m.recorder.isEventType(key))
        for (const entry of entries) if (entry.kind === 'constant') m.recorder.eventTypes.add(String(entry.value));
      return answer(state, conditionValue({ kind: 'unknown' }));
    }
    if (name === 'forEach')
      return m.call({ ...request, callee: key, self: null, args: [unknown(), unknown()] }, state).map((outcome) => ({
        state: outcome.state,
        value: undefinedValue,
      }));
    return answer(state, unknown(request.name));
  };
}

/** `globalThis.seen`: kept where nothing but the process ends it. */
function isOfTheProcess({ root, chain }: ExternalValue): boolean {
  return (
    /^(?:globalThis|global|window|self)$/.test(root) &&
    chain.length > 0 &&
    chain.every((step) => step.args === null && !step.isNew)
  );
}

/** `seen[event.id]` of an object that was made empty outside of any run; the step, where its key speaks of the delivery. */
export function noteProperty(
  m: Machine,
  access: { readonly object: Value; readonly key: Value; readonly action: 'read' | 'write' | 'delete' },
  written: Node,
  at: { readonly node: Node; readonly frame: Frame },
  state: State,
): StepId | undefined {
  const { object, key, action } = access;
  if (!isKeptObject(m, object, state) && !(object.kind === 'external' && isOfTheProcess(object))) return undefined;
  return m.parts.recordMemory(m, { action, collection: writtenName(written) ?? 'an object', key, ...at }, state);
}

/** What a property holds that is named by the delivery: there, or not. */
export const kept = (step: StepId): Value => result(step, { kind: 'row' }, 0);

function isKeptObject(m: Machine, object: Value, state: State): boolean {
  if (object.kind !== 'object' || !object.id.startsWith('#lazy:') || ofThisRun.test(object.id.slice(1))) return false;
  initialiseObject(m, object.id);
  if (!hasProperties(m, state, object.id)) return false;
  return [...propertiesOf(m, state, object.id).known.keys()].every((name) => name === '...');
}

/** A list that every delivery meets: an empty one under a name that no run has set. Lists have no identity of their own. */
export function noteListCall(
  m: Machine,
  action: 'read' | 'write',
  list: Value,
  request: CallRequest,
  state: State,
): StepId | undefined {
  if (list.kind !== 'array' || list.items.length > 0 || list.rest !== null) return undefined;
  const { node, frame } = request;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  if (!outlivesRun(node.callee.object, frame)) return undefined;
  const [key] = request.args;
  return m.parts.recordMemory(m, { action, collection: collectionName(request), key, node, frame }, state);
}

function outlivesRun(node: Node, frame: Frame): boolean {
  switch (node.type) {
    case 'Identifier':
      return findEnv(frame.environment, node.name)?.lazy === true;
    case 'ThisExpression':
      return frame.self?.kind === 'instance' && /^#(?:lazy|injected):/.test(frame.self.id);
    case 'MemberExpression':
      return !node.computed && outlivesRun(node.object, frame);
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return outlivesRun(node.expression, frame);
    default:
      return false;
  }
}
