import type { BindingKind, Meaning } from '../knowledge/types.ts';
import { injected } from './annotation.ts';
import { bindingKey } from './bindings.ts';
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

/** What a dispatched event calls: the listeners of its name, or of every name that it may be. */
export function listenersOf(
  m: Machine,
  meaning: Extract<Meaning, { is: 'dispatch' }>,
  request: CallRequest,
  state: State,
): readonly Value[] {
  if (m.lazy > 0) return [];
  const { file } = request.frame.module;
  const exact = bindingKey(meaning.event);
  if (exact !== null) return atMost(m.bindings.bound(m, 'listener', exact, file));
  const text = valueReader(m, request.node, request.frame, state).text(meaning.event);
  const start = text?.slice(0, text.indexOf('\u0000')) ?? '';
  return start.length < 3 ? [] : atMost(m.bindings.bound(m, 'listener', `${start}*`, file));
}

function atMost(listeners: readonly Value[]): readonly Value[] {
  return listeners.length > mostListeners ? [] : listeners;
}
