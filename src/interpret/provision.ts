import type { BindingKind, Meaning } from '../knowledge/types.ts';
import { injected } from './annotation.ts';
import { bindingKey, type Listener } from './bindings.ts';
import { annotatedValue, lazily, moduleEnv } from './lookup.ts';
import type { Frame, Machine } from './machine.ts';
import { valueReader } from './reader.ts';
import type { CallRequest } from './machine.ts';
import type { State } from './state.ts';
import { identityOf, union, unknown } from './values.ts';
import type { FunctionValue, Value } from './value.ts';

/** The one thing that is bound to a key; undefined where nothing or more than one is. */
export function boundValue(m: Machine, kind: BindingKind, key: string | null, fromFile: string): Value | undefined {
  if (key === null || key === '') return undefined;
  const value = lazily(m, `b:${kind}:${key}:${fromFile}`, null, () => {
    const all = new Map(m.bindings.bound(m, kind, key, fromFile).map((one) => [identityOf(one), one]));
    const [only, ...others] = all.values();
    return only && others.length === 0 ? only : unknown();
  });
  return value.kind === 'unknown' ? undefined : value;
}

/** The instance of a class that a container makes, or what a factory that it calls gives. */
export function provision(m: Machine, maker: Value | undefined, given: readonly Value[] | null = null): Value {
  if (maker?.kind === 'class') {
    const instance = injected(m, maker);
    if (given && instance.kind === 'instance') m.memory.constructed.set(instance.id, given);
    return instance;
  }
  if (maker?.kind === 'function') return made(m, maker, given);
  return unknown();
}

function made(m: Machine, factory: FunctionValue, given: readonly Value[] | null): Value {
  const module = m.graph.module(factory.file);
  if (!module) return unknown();
  return lazily(m, `m:${factory.file}@${factory.node.start}`, null, () => {
    const args = given ?? factory.node.params.map((parameter) => annotatedValue(m, parameter, factory.file, null));
    const frame: Frame = {
      module,
      environment: moduleEnv(m, module),
      self: null,
      home: null,
      context: `made:${factory.file}@${factory.node.start}`,
    };
    const outcomes = m.call(
      { callee: factory, self: null, args, node: factory.node, frame, isNew: false, name: null },
      m.memory.state.fork(),
    );
    const value = union(outcomes.map((outcome) => outcome.value));
    return value.kind === 'promise' ? value.value : value;
  });
}

/** More listeners than this are not those of one name. */
const mostListeners = 12;

/** What is called for one dispatched event, in order. */
export interface Called {
  /** The event's type, where the listeners are those of one of several types. */
  readonly type: string | null;
  readonly listeners: readonly { readonly fn: Value; readonly args: readonly Value[] }[];
}

/** What a dispatched event calls: the listeners of its name, or of every name that it may be, each a way of its own. */
export function listenersOf(
  m: Machine,
  meaning: Extract<Meaning, { is: 'dispatch' }>,
  request: CallRequest,
  state: State,
): readonly Called[] {
  if (m.lazy > 0) return [];
  const { file } = request.frame.module;
  const { event } = meaning;
  const called = (list: readonly Listener[], type: string | null): Called => ({
    type,
    listeners: atMost(list).map(({ value, isGivenName }) => ({
      fn: value,
      args: isGivenName && event ? [event, ...meaning.args] : meaning.args,
    })),
  });
  const exact = bindingKey(event);
  if (exact !== null) return [called(m.bindings.listeners(m, exact, file), null)];
  const [only] = state.eventTypes;
  if (event?.kind === 'event' && m.recorder.isEventType(event)) {
    // Past a test of the type there is one; else each type that a listener names.
    if (only !== undefined && state.eventTypes.length === 1) return [called(m.bindings.listeners(m, only, file), null)];
    const byName = [...m.bindings.listenersNamed(m, (name) => isTypeOfEvent(m, name), file)];
    return byName.length > mostNames ? [] : byName.map(([name, list]) => called(list, name));
  }
  const text = valueReader(m, request.node, request.frame, state).text(event);
  const start = text?.slice(0, text.indexOf('\u0000')) ?? '';
  return start.length < 3 ? [] : [called(m.bindings.listeners(m, `${start}*`, file), null)];
}

const mostNames = 24;

/** Is this what a provider calls one of its events: of those in play, or of any where none is known? */
function isTypeOfEvent(m: Machine, name: string): boolean {
  const known = [...m.recorder.providers].flatMap((one) => m.knowledge.provider(one) ?? []);
  const among = known.length > 0 ? known : [...m.knowledge.providers.values()];
  return among.some(({ eventTypes }) => eventTypes?.test(name) === true);
}

function atMost(listeners: readonly Listener[]): readonly Listener[] {
  return listeners.length > mostListeners ? [] : listeners;
}
