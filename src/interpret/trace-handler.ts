import type { Node } from 'oxc-parser';
import type { HandlerKind, ParameterMeaning } from '../knowledge/types.ts';
import type { Module } from '../resolve/module.ts';
import { propertiesOf } from './heap.ts';
import { moduleEnv } from './lookup.ts';
import { limits, type Frame, type Machine, type Outcome } from './machine.ts';
import { collector } from './meet.ts';
import { answer, native } from './native.ts';
import { State } from './state.ts';
import type { Trace } from './trace.ts';
import { event, external, undefinedValue, unknown } from './values.ts';
import type { Spot, Value } from './value.ts';

/** A function that a platform calls for each delivery, with what it runs before it. */
export interface HandlerEntry {
  /** The module in which the handler is written. */
  readonly module: Module;
  readonly node: Node;
  /** Run in order; each but the last goes on by calling `next`. */
  readonly functions: readonly Value[];
  readonly parameters: readonly ParameterMeaning[];
  /** Package whose types the parameters are of. */
  readonly package: string;
  readonly provider: string | null;
  readonly kind: HandlerKind;
  /** The library that calls it has verified what it hands over: the provider, null where it does not say. */
  readonly verified?: string | null | undefined;
}

/** Types of parameters that say nothing of the delivery. */
const isOfAnswer = /^(?:Res(?:ponse)?|Reply|ServerResponse|Env|ExecutionContext|\w*Response|ResponseToolkit)$/;

/** Walks a handler and yields what it does. */
export function traceHandler(m: Machine, entry: HandlerEntry): Trace {
  const environment = moduleEnv(m, entry.module);
  const frame: Frame = { module: entry.module, environment, self: null, home: null, context: 'handler' };
  const state = new State();
  if (entry.verified !== undefined) state.verified = 'yes';
  if (entry.kind !== 'http') m.workLimit = limits.workerWork;
  m.recorder.files.add(entry.module.file);
  const provider = entry.provider ?? entry.verified ?? null;
  if (provider !== null) m.recorder.providers.add(provider);
  for (const parameter of entry.parameters)
    if ('type' in parameter && !isOfAnswer.test(parameter.type))
      m.requestTypes.add(`${entry.package}|${parameter.type}`);
  for (const fn of entry.functions) if (fn.kind === 'function') m.unbound.add(fn.node);

  const run = (index: number, current: State): Outcome[] => {
    const fn = entry.functions[index];
    if (!fn) return answer(current, undefinedValue);
    const isLast = index === entry.functions.length - 1;
    const next = native('next', (_m, request, path) => {
      const [error] = request.args;
      if (error && !(error.kind === 'constant' && !error.value)) {
        m.throw(
          path,
          error.kind === 'error' ? error : { kind: 'error', step: null, path: [], name: null, status: null },
        );
        return [];
      }
      return isLast ? answer(path, undefinedValue) : run(index + 1, path);
    });
    const args = entry.parameters.map((parameter): Value => {
      if ('next' in parameter) return next;
      if ('type' in parameter) return external(entry.package, parameter.type);
      if ('delivery' in parameter) {
        if (parameter.delivery === 'header') return m.parts.header(m, parameter.name ?? null);
        return m.parts.deliveryPart(
          m,
          event(parameter.delivery, provider, parameter.name === undefined ? [] : [parameter.name]),
        );
      }
      return unknown();
    });
    const outcomes = m.call(
      { callee: fn, self: null, args, node: entry.node, frame, isNew: false, name: null, isRoot: true },
      current,
    );
    // A middleware of a library: what it does to the request is known, and it goes on.
    if (fn.kind === 'external' && !isLast)
      return outcomes.flatMap((outcome) => {
        const { value } = outcome;
        if (value.kind === 'event' && value.path.length === 0 && (value.part === 'raw' || value.part === 'body'))
          m.recorder.parsedBody = value.part;
        return run(index + 1, outcome.state);
      });
    return outcomes.flatMap((outcome) => m.parts.settle(m, outcome.value, entry.node, frame, outcome.state));
  };

  const caught = collector(m);
  const done = m.catching(caught.sink, () => run(0, state));
  const file = entry.module.file;
  const returnedStatus = m.knowledge.package(entry.package)?.returnedStatus;
  for (const outcome of done)
    m.recorder.end(
      'returned',
      statusOf(m, outcome.value, outcome.state, returnedStatus),
      entry.node,
      file,
      outcome.state,
      answerOf(outcome.value, outcome.state),
    );
  for (const thrown of caught.thrown) {
    const status = thrown.value.kind === 'error' ? thrown.value.status : null;
    m.recorder.end(
      'threw',
      thrown.state.acknowledged !== undefined ? thrown.state.acknowledged : (status ?? 500),
      entry.node,
      file,
      thrown.state,
      thrown.state.answeredAt ?? thrown.state.leftAt,
    );
  }
  return m.recorder.trace(!m.exhausted);
}

function answerOf(value: Value, state: State): Spot | null {
  const inner = value.kind === 'promise' ? value.value : value;
  return state.answeredAt ?? (inner.kind === 'response' ? inner.made : undefined) ?? state.leftAt;
}

function statusOf(m: Machine, value: Value, state: State, property: string | undefined): number | null {
  if (state.acknowledged !== undefined) return state.acknowledged;
  const inner = value.kind === 'promise' ? value.value : value;
  if (inner.kind === 'response') return inner.status;
  if (state.status !== undefined) return state.status;
  if (inner.kind === 'object' && property !== undefined) {
    const { known, open } = propertiesOf(m, state, inner.id);
    const status = known.get(property);
    if (status?.kind === 'constant')
      return typeof status.value === 'number' ? status.value : Number(status.value ?? 200);
    return status || open ? null : 200;
  }
  if (inner.kind === 'unknown' || inner.kind === 'union') return null;
  return 200;
}
