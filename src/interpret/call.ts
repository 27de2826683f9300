import { isFunctionNode } from '../parse/walk.ts';
import { noteUnknownVerifier } from './authenticity.ts';
import { executeAll, blockFrame } from './execute.ts';
import { sameValue } from './evaluate.ts';
import { superOf } from './lookup.ts';
import { limits, type CallRequest, type Env, type Frame, type Machine, type Outcome } from './machine.ts';
import { collector, meet } from './meet.ts';
import { answer, callNative } from './native.ts';
import { bindInto } from './pattern.ts';
import { propertiesOf, setCell } from './heap.ts';
import { cellKey } from './lookup.ts';
import { annotatedValue } from './lookup.ts';
import { isMethodOfLanguage, isOfLanguage, readsBody } from './language.ts';
import type { State } from './state.ts';
import type { UnknownReason } from './trace.ts';
import { deepOrigins } from './summary.ts';
import {
  array,
  fulfilled,
  isOpaque,
  originsOf,
  pendingPromise,
  rejected,
  undefinedValue,
  union,
  unknown,
} from './values.ts';
import { Origin, type Condition, type FunctionValue, type InstanceValue, type StepId, type Value } from './value.ts';

/** Calls a value, whatever it is. */
export function call(m: Machine, request: CallRequest, state: State): Outcome[] {
  const { callee } = request;
  if (m.lazy === 0) m.recorder.noteCall(request.node, false);
  const own = m.knowledge.own && m.parts.callOwn(m, request, state);
  if (own) return own;
  switch (callee.kind) {
    case 'function':
      return callFunction(m, callee, request, state);
    case 'native':
      return callNative(m, callee, request, state);
    case 'external':
      return m.parts.callExternal(m, callee, request, state);
    case 'class':
      return construct(m, callee, request, state);
    case 'union': {
      const callable = callee.options.filter((option) => option.kind !== 'constant');
      const options = callable.length > 0 ? callable : callee.options;
      // One of what it may be tells what the call is for.
      const before = m.recorder.unknownAt(request.node);
      const answers: boolean[] = [];
      const outcomes = options.flatMap((option, index) => {
        if (m.lazy === 0) m.recorder.noteUnknown(request.node, null);
        const some = call(m, { ...request, callee: option }, index === options.length - 1 ? state : state.fork());
        answers.push(m.recorder.unknownAt(request.node) === null);
        return some;
      });
      if (m.lazy === 0 && answers.includes(true)) m.recorder.noteUnknown(request.node, before);
      return meet(m, outcomes, sameValue);
    }
    case 'namespace': {
      const whole = m.parts.exported(m, callee.file, 'default');
      return whole.kind === 'namespace'
        ? callUnknown(m, request, state)
        : call(m, { ...request, callee: whole }, state);
    }
    case 'promise':
      return call(m, { ...request, callee: callee.value }, state);
    default:
      return callUnknown(m, request, state);
  }
}

function construct(m: Machine, callee: Value & { kind: 'class' }, request: CallRequest, state: State): Outcome[] {
  // What is made outside of any run is there for all of them.
  const made = m.lazy > 0 && !request.frame.context.startsWith('lazy:') ? 'lazy:' : '';
  const id = `#${made}${request.frame.context}@${request.node.start}:${callee.node.start}`;
  for (const argument of request.args) keepForConstructor(m, argument, state);
  m.memory.constructed.set(id, request.args);
  const parent = rootOf(m, callee);
  if (parent && isErrorClass(parent))
    return answer(state, { kind: 'error', step: null, path: [], name: callee.name, status: null });
  const instance: InstanceValue = { kind: 'instance', class: callee, id };
  return answer(state, instance);
}

/** A constructor is read when a field is asked for: what it was given must still be there. */
function keepForConstructor(m: Machine, value: Value, state: State, depth = 0): void {
  if (value.kind !== 'object' || depth > 2) return;
  const properties = state.properties(value.id);
  if (!properties) return;
  m.memory.state.set(value.id, properties);
  for (const inner of properties.known.values()) keepForConstructor(m, inner, state, depth + 1);
}

/** The class at the far end of `extends`, where it is none of known source. */
function rootOf(m: Machine, owner: Value & { kind: 'class' }): Value | null {
  let current: Value | null = owner;
  for (let depth = 0; depth < 8 && current?.kind === 'class'; depth += 1) current = superOf(m, current);
  return current;
}

function isErrorClass(value: Value): boolean {
  return value.kind === 'external' && /(?:Error|Exception)$/.test(value.chain.at(-1)?.name ?? value.root);
}

/** A short name for the call made at this place in this call. */
function innerContext(m: Machine, frame: Frame, file: string, start: number): string {
  const key = `${frame.context}>${file}:${start}`;
  let context = m.contexts.get(key);
  if (context === undefined) {
    context = `c${m.contexts.size}`;
    m.contexts.set(key, context);
  }
  return context;
}

function callFunction(m: Machine, callee: FunctionValue, request: CallRequest, state: State): Outcome[] {
  const { node } = callee;
  // A function of the user's that logs: where it writes to is no concern of the handler.
  if (m.lexicon.isLoggerName(callee.name)) return answer(state, unknown(callee.name));
  const depth = m.running.get(node) ?? 0;
  const runs = m.runs.get(node) ?? 0;
  const environment = callee.environment as Env;
  const scope = environment.module.scopes.opened(node);
  if (
    !scope ||
    !isFunctionNode(node) ||
    !node.body ||
    depth >= 2 ||
    m.calls.length >= limits.depth ||
    runs >= limits.callsOfOneFunction
  ) {
    if (m.calls.length >= limits.depth || runs >= limits.callsOfOneFunction) state.weakened = true;
    else if (depth >= 2) state.isCutShort = true;
    // What calls itself is followed already.
    if (m.running.get(node) === undefined || depth === 0)
      m.parts.noteUnknownCall(m, request, request.name ?? callee.name, node.body ? 'bound' : 'source');
    return answer(state, unknown(callee.name));
  }
  m.recorder.files.add(callee.file);
  if (m.lazy === 0) m.recorder.noteCall(request.node, true);
  const context = innerContext(m, request.frame, request.frame.module.file, request.node.start);
  const self = callee.self ?? (callee.node.type === 'ArrowFunctionExpression' ? null : request.self);
  const inner: Env = {
    scope,
    module: environment.module,
    id: `${context}:${node.start}`,
    parent: environment,
    lazy: false,
    self: null,
    args: null,
  };
  const frame: Frame = {
    module: environment.module,
    environment: inner,
    self: self ?? null,
    home: callee.home,
    context: `${context}:${node.start}`,
  };

  bindParameters(m, callee, request, frame, inner, state);

  m.running.set(node, depth + 1);
  m.runs.set(node, runs + 1);
  const calls = m.calls;
  m.calls = request.isRoot
    ? []
    : [
        ...calls,
        {
          file: request.frame.module.file,
          node: request.node,
          name: [callee.name, request.name].find(Boolean) ?? 'callback',
        },
      ];
  const isAsync = node.async;
  const caught = isAsync ? collector(m) : null;
  const run = (): Outcome[] => {
    if (node.body && node.body.type !== 'BlockStatement') return m.evaluate(node.body, frame, state);
    const body = node.body;
    if (!body) return answer(state, undefinedValue);
    return executeAll(m, body.body, blockFrame(m, body, frame), state, body)
      .filter((end) => end.kind === 'return' || end.kind === 'normal')
      .map((end) => {
        if (end.kind === 'normal') end.state.leftAt = null;
        return { state: end.state, value: end.kind === 'return' ? end.value : undefinedValue };
      });
  };
  const before = state.outcomes;
  const { visits } = m.recorder;
  const wasCutShort = state.isCutShort;
  let outcomes: Outcome[];
  try {
    if (caught) {
      // What an async function returns it waits for.
      outcomes = m.catching(caught.sink, () =>
        run().flatMap((outcome) => m.parts.settle(m, outcome.value, node, frame, outcome.state)),
      );
    } else outcomes = run();
  } finally {
    m.calls = calls;
    m.running.set(node, depth);
  }
  // A function that takes no step takes none however often it calls itself.
  if (depth === 0 && !wasCutShort && m.recorder.visits === visits)
    for (const { state: end } of [...outcomes, ...(caught?.thrown ?? [])]) end.isCutShort = false;
  // Where the handler itself ends, each way is kept apart; inside it a function's ways out meet, and are noted before.
  if (request.isRoot)
    return caught
      ? [
          ...outcomes.map((outcome) => ({ state: outcome.state, value: fulfilled(outcome.value) })),
          ...caught.thrown.map((thrown) => ({ state: thrown.state, value: rejected(thrown.value) })),
        ]
      : outcomes;
  if (m.lazy === 0 && outcomes.length > 1)
    for (const outcome of outcomes) m.recorder.end('left', null, node, callee.file, outcome.state);
  if (m.lazy === 0) outcomes = outcomes.map((outcome) => carryingClaim(m, outcome, before, request));
  outcomes = meet(m, outcomes, sameValue);
  if (outcomes.length > waysOut) outcomes = meetValues(m, outcomes);
  if (node.generator) return outcomes.map((outcome) => ({ state: outcome.state, value: array([], unknown()) }));
  if (!caught) return outcomes;
  return [
    ...outcomes.map((outcome) => ({ state: outcome.state, value: fulfilled(outcome.value) })),
    ...caught.thrown.map((thrown) => ({ state: thrown.state, value: rejected(thrown.value) })),
  ];
}

/** Past this many ways out of a function, what it gives back is no longer told apart. */
const waysOut = 8;

/** Ways out that agree in all that matters give back any of their values; an answer keeps its status. */
function meetValues(m: Machine, outcomes: readonly Outcome[]): Outcome[] {
  const answered = ({ value }: Outcome) => (value.kind === 'response' ? String(value.status) : '');
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = `${answered(outcome)}|${outcome.state.hardKey(m.recorder.isSoft)}`;
    const group = groups.get(key);
    if (group) group.push(outcome);
    else groups.set(key, [outcome]);
  }
  const met = [...groups.values()].flatMap((group) => {
    const value = union(group.map((one) => one.value));
    return meet(m, group, () => '').map(({ state }) => ({ state, value }));
  });
  return meet(m, met, answered);
}

/** `return err(…)` of a library that is not known, on the path that lost: whoever tests it tests the claim. */
function carryingClaim(
  m: Machine,
  outcome: Outcome,
  before: ReadonlyMap<StepId, unknown>,
  request: CallRequest,
): Outcome {
  if (!isOpaque(outcome.value)) return outcome;
  const decided = [...outcome.state.outcomes.keys()].some((step) => !before.has(step) && isClaimStep(m, step));
  if (!decided) return outcome;
  const step = m.parts.recordMaybeClaim(m, request, request.name ?? 'result', outcome.state, true);
  return { state: outcome.state, value: unknown(request.name, originsOf(outcome.value), null, step) };
}

function bindParameters(
  m: Machine,
  callee: FunctionValue,
  request: CallRequest,
  frame: Frame,
  env: Env,
  state: State,
): void {
  callee.node.params.forEach((parameter, index) => {
    let value: Value = request.args[index] ?? undefinedValue;
    if (parameter.type === 'RestElement') value = array(request.args.slice(index));
    else if (index >= request.args.length && parameter.type !== 'AssignmentPattern')
      value =
        request.args.length === 0 && m.unbound.has(callee.node)
          ? annotatedValue(m, parameter, callee.file, null)
          : undefinedValue;
    else if (isOpaque(value)) {
      // An argument that nothing is known of: the parameter's type may say more.
      const annotated = annotatedValue(m, parameter, callee.file, value.kind === 'unknown' ? value.name : null);
      if (annotated.kind === 'external' || annotated.kind === 'instance' || annotated.kind === 'object')
        value = annotated;
      else if (annotated.kind === 'unknown' && annotated.type && value.kind === 'unknown')
        value = { ...annotated, origins: value.origins };
    }
    bindInto(m, parameter, value, frame, state, (target, part) => {
      if (target.type === 'Identifier') setCell(m, state, cellKey(env, target.name), part);
    });
  });
}

/** Calls a function that some code was given, with what that code would hand to it. */
export function invoke(m: Machine, fn: Value, args: readonly Value[], request: CallRequest, state: State): Outcome[] {
  return m.call(
    { callee: fn, self: null, args, node: request.node, frame: request.frame, isNew: false, name: request.name },
    state,
  );
}

function isCallable(value: Value): boolean {
  return value.kind === 'function' || (value.kind === 'native' && !value.name.startsWith('array.'));
}

/** The functions among the arguments, also as properties of an options object. */
function callbacksOf(args: readonly Value[]): Value[] {
  return args.filter(isCallable);
}

/** A call that nothing is known of: functions it is given are called once, and its name may say what it does. */
export function callUnknown(m: Machine, request: CallRequest, state: State): Outcome[] {
  const name = request.name ?? '';
  const word = name.split('.').at(-1)?.replace(/\(\)$/, '') ?? '';
  const origins = request.args.reduce((all, value) => all | deepOrigins(m, value, state), 0) & ~Origin.literal;
  const receiver = request.callee.kind === 'unknown' ? request.callee : null;
  const inherited = receiver ? receiver.origins : 0;
  if (isSilent(m, name, word) && callbacksOf(request.args).length === 0)
    return answer(state, unknown(name, inherited | origins));

  noteUnknownVerifier(m, request, state);
  for (const value of request.args) noteReadErrors(m, value, state);
  const callbacks = callbacksOf(request.args);
  const isPart = receiver !== null && receiver.origins !== 0 && receiver.type === null;
  let maybeClaim: number | null = receiver?.maybeClaim ?? null;
  if (
    maybeClaim === null &&
    m.lazy === 0 &&
    !request.isNew &&
    request.args.some((value) => speaksOfClaim(m, value, state))
  )
    maybeClaim = m.parts.recordMaybeClaim(m, request, name, state, true);
  const isHarmless = isOfLanguage(word) || readsBody(word, request.args) || (isPart && isMethodOfLanguage(word));
  if (!request.isNew && !isHarmless) m.parts.noteUnknownCall(m, request, name, reasonFor(request));
  if (!isPart && maybeClaim === null && m.lazy === 0) {
    const givesKey = (origins & Origin.eventKey) !== 0 || (request.args.some(isWholeEvent) && !examines.test(word));
    const givesEvent = (origins & (Origin.event | Origin.header)) !== 0;
    if ((givesKey && !request.isNew) || (givesEvent && m.lexicon.looksLikeClaimName(word)))
      maybeClaim = m.parts.recordMaybeClaim(m, request, name, state);
    else {
      const effect = m.lexicon.effectByName(word);
      if (effect && !request.isNew) {
        m.recorder.noteUnknown(request.node, null);
        const step = m.parts.recordNamedEffect(m, request, effect, state);
        return answer(state, pendingPromise(unknown(name, inherited | origins), step));
      }
    }
  }

  if (m.guarded && m.lazy === 0) {
    const failed = state.fork();
    if (maybeClaim !== null) {
      failed.setOutcome(maybeClaim, 'no');
      state.setOutcome(maybeClaim, 'yes');
    }
    m.throw(failed, { kind: 'error', step: maybeClaim, path: [], name: null, status: null });
  }
  const value = unknown(name, inherited | origins, null, maybeClaim);
  if (callbacks.length === 0) return answer(state, request.isNew ? { ...value, maybeClaim: null } : value);
  if (m.lexicon.runsAfterCommit(word)) return afterCommit(m, callbacks, value, request, state);

  if (maybeClaim === null) return throughFunctions(m, callbacks, value, request, state);
  const claim = maybeClaim;
  // It may call the function only for the delivery that wins.
  const skipped = state.fork();
  skipped.setOutcome(claim, 'no');
  state.setOutcome(claim, 'yes');
  return meet(m, [{ state: skipped, value }, ...throughFunctions(m, callbacks, value, request, state)], sameValue);
}

/** What is put off until the transaction has ended runs on a path of its own, on which none is open. */
export function afterCommit(
  m: Machine,
  functions: readonly Value[],
  value: Value,
  request: CallRequest,
  state: State,
): Outcome[] {
  const later = state.fork();
  later.transactions = new Map();
  m.catching(
    () => undefined,
    () => {
      let paths: State[] = [later];
      for (const fn of functions)
        paths = paths
          .flatMap((path) => invoke(m, fn, [], request, path))
          .flatMap((path) => m.parts.settle(m, path.value, request.node, request.frame, path.state))
          .map((path) => path.state);
    },
  );
  return answer(state, value);
}

export function throughFunctions(
  m: Machine,
  functions: readonly Value[],
  value: Value,
  request: CallRequest,
  state: State,
): Outcome[] {
  let paths: Outcome[] = answer(state, value);
  for (const fn of functions) paths = paths.flatMap((path) => invoke(m, fn, [], request, path.state));
  // What a wrapper was given to call answers for it.
  return meet(
    m,
    paths.map((path) =>
      path.value.kind === 'constant' && path.value.value === undefined ? { state: path.state, value } : path,
    ),
    sameValue,
  );
}

/** An answer that is handed on with its error: who is given it may look. */
function noteReadErrors(m: Machine, value: Value, state: State, depth = 0): void {
  if (depth > 3) return;
  if (value.kind === 'result') m.recorder.readErrors.add(value.step);
  else if (value.kind === 'promise') {
    if (value.step !== null) m.recorder.readErrors.add(value.step);
  } else if (value.kind === 'array') for (const item of value.items) noteReadErrors(m, item, state, depth + 1);
  else if (value.kind === 'object')
    for (const inner of propertiesOf(m, state, value.id).known.values()) noteReadErrors(m, inner, state, depth + 1);
}

/** A claim's answer, a test of it, or its failure: what is made of it may say who won. */
export function speaksOfClaim(m: Machine, value: Value, state: State, depth = 0): boolean {
  if (depth > 3) return false;
  switch (value.kind) {
    case 'result':
      return isClaimStep(m, value.step);
    case 'error':
      return value.step !== null && isClaimStep(m, value.step);
    case 'promise':
      return (value.step !== null && isClaimStep(m, value.step)) || speaksOfClaim(m, value.value, state, depth + 1);
    case 'test':
      return conditionSteps(value.condition).some((step) => isClaimStep(m, step));
    case 'array':
      return (
        value.items.some((item) => speaksOfClaim(m, item, state, depth + 1)) ||
        (value.rest !== null && speaksOfClaim(m, value.rest, state, depth + 1))
      );
    case 'object':
      return [...propertiesOf(m, state, value.id).known.values()].some((inner) =>
        speaksOfClaim(m, inner, state, depth + 1),
      );
    default:
      return false;
  }
}

function conditionSteps(condition: Condition): StepId[] {
  switch (condition.kind) {
    case 'not':
      return conditionSteps(condition.condition);
    case 'and':
    case 'or':
      return [...conditionSteps(condition.left), ...conditionSteps(condition.right)];
    case 'outcome':
    case 'conflict':
    case 'returned-error':
      return [condition.step];
    default:
      return [];
  }
}

function isClaimStep(m: Machine, step: StepId): boolean {
  const fact = m.recorder.steps[step]?.fact;
  return (
    fact?.kind === 'claim' ||
    (fact?.kind === 'operation' && fact.operation.action !== 'read' && !m.recorder.isSoft(step))
  );
}

/** Looks at an event rather than remembering it. */
const examines = /valid|verif|pars|sign|auth|schema|format|serial|normal|transform|map|build|extract|get|to[A-Z]/i;

function isWholeEvent(value: Value): boolean {
  return value.kind === 'event' && value.path.length === 0 && value.part === 'body' && value.provider !== null;
}

function reasonFor({ callee, self }: CallRequest): UnknownReason {
  if (self?.kind === 'instance' || self?.kind === 'class') return 'source';
  if (callee.kind === 'external') return callee.package === 'global' ? 'source' : 'package';
  return callee.kind === 'unknown' && callee.type === null ? 'value' : 'source';
}

function isSilent(m: Machine, name: string, word: string): boolean {
  return m.lexicon.isLoggerName(name) || m.lexicon.isLoggerName(word);
}
