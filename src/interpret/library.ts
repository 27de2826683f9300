import type { Node } from 'oxc-parser';
import type { Builder, Call, Effect, Meaning, MeaningOf, Verification } from '../knowledge/types.ts';
import type { PackageKnowledge } from '../knowledge/registry.ts';
import type { DatabaseOperation } from './operation.ts';
import { isOfRequest, noteUnknownVerifier } from './authenticity.ts';
import { afterCommit, callUnknown, invoke, speaksOfClaim } from './call.ts';
import { callTarget } from './call-target.ts';
import { pathOf } from './external-path.ts';
import type { Mac } from './lexicon.ts';
import { globalFunction } from './globals.ts';
import { collectionMethod, collectionName, outliving } from './memory.ts';
import type { CallRequest, Frame, Machine, MemoryAccess, NamedEffect, Outcome } from './machine.ts';
import { meet } from './meet.ts';
import { allocation, sameValue } from './evaluate.ts';
import { branch, compare } from './branch.ts';
import { keyFacts } from './effect-key.ts';
import { conditionValue } from './execute.ts';
import { makeObject, propertiesOf } from './heap.ts';
import { collector } from './meet.ts';
import { isMethodOfLanguage, isOfLanguage } from './language.ts';
import { builtinMethod } from './methods.ts';
import { noteOrdering } from './ordering.ts';
import { answer, native } from './native.ts';
import { settleToPromise } from './settle.ts';
import { valueReader } from './reader.ts';
import { bindingKey } from './bindings.ts';
import { listenersOf, provision } from './provision.ts';
import { birthplace } from './registries.ts';
import { answerIn, findRoutine, runRoutine } from './routine.ts';
import { readSql, type RoutineCall, type SqlFact } from './sql-facts.ts';
import type { State } from './state.ts';
import { deepOrigins, summarise, summariseOperation } from './summary.ts';
import type { Fact, UnknownReason } from './trace.ts';
import {
  array,
  event,
  external,
  fulfilled,
  nullValue,
  originsOf,
  pendingPromise,
  rejected,
  result,
  undefinedValue,
  unknown,
  writtenName,
  constant,
} from './values.ts';
import {
  Origin,
  type ChainStep,
  type EventValue,
  type ExternalValue,
  type ResultShape,
  type StepId,
  type Value,
} from './value.ts';

// --- paths ---------------------------------------------------------------------------------------------------------

/** Steps from the package's root in other spellings: `default.Pool` is `Pool` to who imports the namespace. */
function spellings(path: string): string[] {
  if (path.startsWith('default.')) return [path, path.slice(8)];
  if (path.startsWith('*.')) return [path.slice(2), `default.${path.slice(2)}`];
  if (path.startsWith('*')) return [`default${path.slice(1)}`];
  return [path, `default.${path}`];
}

function knowledgeOf(m: Machine, value: ExternalValue): PackageKnowledge | undefined {
  return m.knowledge.package(value.package);
}

const builders = new WeakMap<ExternalValue, Builder>();

/** A value one step further, under the short name of its type where it has one. */
function extend(m: Machine, value: ExternalValue, step: ChainStep, path: string): ExternalValue {
  const known = knowledgeOf(m, value);
  const longer: ExternalValue = { ...value, chain: [...value.chain, step] };
  const builder = builders.get(value);
  if (builder) {
    builders.set(longer, builder);
    return longer;
  }
  if (!known) return longer;
  const full = step.name === '' ? `${pathOf(value)}${step.isNew ? '.new' : step.args ? '()' : ''}` : path;
  for (const spelling of spellings(full)) {
    const start = known.builderAt(spelling);
    if (start) {
      builders.set(longer, start);
      return longer;
    }
    const type = known.typeAt(spelling);
    if (type) return ofType(m, value, type, step);
  }
  return longer;
}

/** Stands for the step of a value that came about without one. */
function stepHere(request: CallRequest): ChainStep {
  return { name: '', args: null, isNew: false, tagged: false, node: request.node };
}

function ofType(m: Machine, from: ExternalValue, type: string, step: ChainStep): ExternalValue {
  const known = knowledgeOf(m, from);
  const handle =
    known?.isConnection(type) && step.args ? `${type}@${step.node.start}:${from.handle ?? ''}` : from.handle;
  return {
    kind: 'external',
    package: from.package,
    root: type,
    chain: [],
    handle,
    origins: from.origins,
    data: from.data,
  };
}

// --- properties ----------------------------------------------------------------------------------------------------

const nothingCalled = new Set(['then', 'catch', 'finally']);

export function externalMember(
  m: Machine,
  object: ExternalValue,
  name: string,
  node: Node,
  frame: Frame,
  state: State,
): Outcome[] {
  if (object.root === '*' && object.chain.length === 0) {
    if (name === 'default') return answer(state, { ...object, root: 'default' });
    if (name !== '*') return answer(state, { ...object, root: name });
  }
  if (nothingCalled.has(name)) {
    const method = builtinMethod(object, name);
    if (method) return answer(state, method);
  }
  const last = object.chain.at(-1);
  if (last && !last.args && !last.isNew && (name === 'bind' || name === 'call' || name === 'apply'))
    return answer(state, functionOfLibrary(object, name));
  const known = knowledgeOf(m, object);
  const step: ChainStep = { name, args: null, isNew: false, tagged: false, node };
  if (known && !builders.has(object)) {
    const path = `${pathOf(object)}.${name}`;
    for (const spelling of spellings(path)) {
      let meaning = known.member(spelling);
      // A body parser that ran before says what the property holds.
      if (meaning?.is === 'delivery' && meaning.part === 'body' && m.recorder.parsedBody)
        meaning = { ...meaning, part: m.recorder.parsedBody };
      if (meaning) {
        const outcomes = applyMeaning(
          m,
          meaning,
          { callee: object, self: object, args: [], node, frame, isNew: false, name },
          { ...object, chain: [...object.chain, step] },
          state,
        );
        if (outcomes) return outcomes;
      }
    }
    const further = extend(m, object, step, path);
    const bag = object.chain.length === 0 && further.chain.length > 0 ? known.bag(object.root) : undefined;
    if (bag && spellings(path).every((spelling) => known.call(spelling) === undefined)) {
      const bound = m.parts.boundValue(m, bag, name, frame.module.file);
      if (bound) return answer(state, bound);
    }
    return answer(state, further);
  }
  return answer(state, extend(m, object, step, `${pathOf(object)}.${name}`));
}

/** `db.update.bind(db)` and its kin: the same method, its arguments in another form. */
function functionOfLibrary(method: ExternalValue, name: string): Value {
  return native(`${name} ${pathOf(method)}`, (m, request, state) => {
    if (name === 'bind') return answer(state, method);
    const [, ...rest] = request.args;
    const args = name === 'call' ? rest : rest[0]?.kind === 'array' ? rest[0].items : [];
    return m.call({ ...request, callee: method, args }, state);
  });
}

/** `ctx.status = 200`: what an assignment says of the answer to come. */
export function noteAssignment(m: Machine, object: ExternalValue, name: string, value: Value, state: State): void {
  const path = `${pathOf(object)}.${name}`;
  const meaning = spellings(path)
    .map((spelling) => knowledgeOf(m, object)?.assignment(spelling))
    .find((one) => one !== undefined);
  if (meaning === 'status')
    state.status = value.kind === 'constant' && typeof value.value === 'number' ? value.value : null;
  if (meaning === 'body' && state.status === undefined) state.status = 200;
}

/** An instance of a library's class, for a class of the user's that extends it. */
export function instanceOf(m: Machine, parent: ExternalValue, self: Value): ExternalValue {
  const step: ChainStep = { name: '', args: [], isNew: true, tagged: false, node: emptyNode };
  const made = extend(m, parent, step, `${pathOf(parent)}.new`);
  if (self.kind !== 'instance') return made;
  const [values] = m.memory.constructed.get(self.id) ?? [];
  return {
    ...made,
    handle: made.handle ?? self.id,
    data: { ...made.data, of: self.class, self, ...(values && { values }) },
  };
}

const emptyNode = { type: 'EmptyStatement', start: 0, end: 0 } as unknown as Node;

// --- calls ---------------------------------------------------------------------------------------------------------

export function callExternal(m: Machine, callee: ExternalValue, request: CallRequest, state: State): Outcome[] {
  const args = request.args;
  let value = callee;
  let step: ChainStep;
  const last = value.chain.at(-1);
  if (value.root === '*' && value.chain.length === 0) value = { ...value, root: 'default' };
  if (last && !last.args && !last.isNew) {
    const head = { ...value, chain: value.chain.slice(0, -1) };
    const builder = builders.get(value);
    if (builder && builders.has(parentOf(value))) builders.set(head, builder);
    value = head;
    step = { name: last.name, args, isNew: request.isNew, tagged: request.tagged ?? false, node: request.node };
  } else step = { name: '', args, isNew: request.isNew, tagged: request.tagged ?? false, node: request.node };

  const prefix = pathOf(value);
  const bare = step.name === '' ? prefix : `${prefix}.${step.name}`;
  const called = `${bare}${step.isNew ? '.new' : '()'}`;
  parents.set(callee, value);
  if (m.lazy === 0) m.computed.set(request.node, m.spot(request.node, request.frame));

  if (value.package === 'global') {
    if (step.isNew && m.lazy > 0) m.memory.born.set(request.node, birthplace(request.frame));
    const language = globalFunction(step.isNew ? `${bare}.new` : bare) ?? collectionMethod(m, value, step.name);
    if (language) return language(m, request, state);
  }
  const known = knowledgeOf(m, value);
  const view: ExternalValue = { ...value, chain: [...value.chain, step] };
  const open = builders.get(value);
  if (open) {
    builders.set(view, open);
    if (open.terminals.includes(step.name))
      return runBuilder(m, open, view, request, state) ?? answer(state, unknown(request.name));
    return answer(state, view);
  }
  if (known) {
    for (const spelling of spellings(step.isNew ? `${bare}.new` : bare)) {
      const entry = known.call(spelling);
      if (entry === undefined) continue;
      const meaning = typeof entry === 'function' ? askMeaning(m, entry, view, request, state) : entry;
      if (meaning === false) return answer(state, unknown(request.name));
      if (meaning === undefined) continue;
      const outcomes = applyMeaning(m, meaning, request, view, state);
      if (outcomes) return outcomes;
    }
    const extended = extend(m, value, step, called);
    const next = value.package === 'global' && step.isNew && m.lazy > 0 ? outliving(extended, request) : extended;
    if (next.chain.length === 0 || builders.has(next)) return answer(state, next);
    // The export itself, called as a function that the tables have under its type: `default()`.
    const isPart = spellings(called).some((spelling) => known.isOnTheWay(spelling));
    const isQuiet =
      isPart ||
      request.isNew ||
      isOfLanguage(step.name) ||
      (value.package === 'global' && isMethodOfLanguage(step.name)) ||
      m.lexicon.isLoggerName(request.name ?? bare);
    if (!isQuiet) m.parts.noteUnknownCall(m, request, request.name ?? bare, 'member');
    if (!m.lexicon.computesHash(view)) noteUnknownVerifier(m, request, state);
    // Something of the user's own that hangs on a library's value: `req.app.locals.db.query(…, [event.id])`.
    const namesEvent = request.args.some((argument) => (deepOrigins(m, argument, state) & Origin.eventKey) !== 0);
    if (!request.isNew && !isPart && namesEvent)
      return callUnknown(m, { ...request, callee: unknown(request.name) }, state);
    return throughCallbacks(m, request, next, state);
  }
  if (value.package === 'global' && step.isNew) return answer(state, view);
  return callUnknown(m, { ...request, callee: view }, state).map((outcome) =>
    outcome.value.kind === 'unknown' && outcome.value.maybeClaim === null && outcome.value.origins === 0
      ? { state: outcome.state, value: view }
      : outcome,
  );
}

const parents = new WeakMap<ExternalValue, ExternalValue>();

function parentOf(value: ExternalValue): ExternalValue {
  return parents.get(value) ?? value;
}

/** A known library's call that no table has: functions it is given are called once. */
function throughCallbacks(m: Machine, request: CallRequest, value: Value, state: State): Outcome[] {
  const callbacks = request.args.filter((argument) => argument.kind === 'function');
  if (m.lexicon.runsAfterCommit(request.name ?? '')) return afterCommit(m, callbacks, value, request, state);
  let paths: Outcome[] = answer(state, value);
  for (const callback of callbacks)
    paths = paths.flatMap((path) =>
      invoke(m, callback, [], request, path.state).map((outcome) => ({ state: outcome.state, value })),
    );
  return meet(m, paths, sameValue);
}

function askMeaning(
  m: Machine,
  entry: MeaningOf,
  view: ExternalValue,
  request: CallRequest,
  state: State,
): Meaning | false | undefined {
  const call: Call = {
    node: request.node,
    args: request.args,
    chain: view.chain,
    receiver: view,
    read: valueReader(m, request.node, request.frame, state),
  };
  return entry(call);
}

function runBuilder(
  m: Machine,
  builder: Builder,
  view: ExternalValue,
  request: CallRequest,
  state: State,
): Outcome[] | undefined {
  const meaning = askMeaning(m, builder.read, view, request, state);
  if (!meaning) return undefined;
  return applyMeaning(m, meaning, request, view, state);
}

export function runLazy(
  m: Machine,
  value: ExternalValue,
  node: Node,
  frame: Frame,
  state: State,
): Outcome[] | undefined {
  const builder = builders.get(value);
  if (!builder?.thenable) return undefined;
  const last = value.chain.at(-1);
  const request: CallRequest = {
    callee: value,
    self: null,
    args: last?.args ?? [],
    node: last?.node ?? node,
    frame,
    isNew: false,
    name: null,
  };
  return runBuilder(m, builder, value, request, state);
}

// --- meanings ------------------------------------------------------------------------------------------------------

function sourceText(request: CallRequest): string {
  const { source } = request.frame.module;
  const whole = source.text.slice(request.node.start, request.node.end).replace(/\s+/g, ' ');
  return whole.length > 120 ? `${whole.slice(0, 117)}…` : whole;
}

/** The written name of a call; of a chain of several calls the first one's. */
function calledName(request: CallRequest): string {
  const { node } = request;
  const callee =
    node.type === 'CallExpression' || node.type === 'NewExpression'
      ? node.callee
      : node.type === 'TaggedTemplateExpression'
        ? node.tag
        : node;
  const written = writtenName(callee) ?? request.name ?? sourceText(request);
  const calls = written.split('()').length - 1;
  return calls > 1 ? (written.split('()')[0] ?? written) : written;
}

function record(
  m: Machine,
  fact: Fact,
  request: CallRequest,
  state: State,
  connection: string | null,
  part = '',
): StepId {
  if (m.lazy > 0) return -1;
  return m.recorder.record(
    fact,
    {
      node: request.node,
      file: request.frame.module.file,
      text: sourceText(request),
      name: calledName(request),
      calls: m.calls,
      connection,
      part: `${m.part}${part}`,
    },
    state,
    state.loop > 0,
  );
}

/** The connection that an operation of a receiver runs on, so far as it takes part in a transaction. */
function connectionOf(value: ExternalValue, state: State): string | null {
  if (value.handle !== null && state.transactions.has(value.handle)) return value.handle;
  return value.handle;
}

export function applyMeaning(
  m: Machine,
  meaning: Meaning,
  request: CallRequest,
  view: ExternalValue,
  state: State,
): Outcome[] | undefined {
  const outcomes = run(m, meaning, request, view, state);
  if (!outcomes) return undefined;
  if ('handedTo' in meaning && meaning.handedTo) return handOver(m, meaning.handedTo, outcomes, request);
  // A client without promises: the call itself throws.
  if ('sync' in meaning && meaning.sync)
    return outcomes.flatMap((outcome) => m.parts.settle(m, outcome.value, request.node, request.frame, outcome.state));
  return outcomes;
}

/** Calls back with the error, or with null and the result; of an array of results each is an argument. */
function handOver(m: Machine, callback: Value, outcomes: readonly Outcome[], request: CallRequest): Outcome[] {
  const value = unknown(request.name);
  const called = (): Outcome[] =>
    outcomes.flatMap((outcome) =>
      settleToPromise(m, outcome.value, request.node, request.frame, outcome.state).flatMap((path) => {
        const answered = path.value.kind === 'promise' ? path.value.value : path.value;
        const failed = path.value.kind === 'promise' && path.value.outcome === 'rejected';
        const results =
          answered.kind === 'result' && answered.shape.kind === 'tuple'
            ? answered.shape.items.map((shape) => result(answered.step, shape, answered.origins))
            : [answered];
        return invoke(m, callback, failed ? [answered] : [nullValue, ...results], request, path.state).flatMap(
          (after) => m.parts.settle(m, after.value, request.node, request.frame, after.state),
        );
      }),
    );
  // What the callback throws reaches nobody who waits.
  return meet(
    m,
    m.catching(() => undefined, called).map((outcome) => ({ state: outcome.state, value })),
    sameValue,
  );
}

function run(
  m: Machine,
  meaning: Meaning,
  request: CallRequest,
  view: ExternalValue,
  state: State,
): Outcome[] | undefined {
  switch (meaning.is) {
    case 'nothing': {
      const value = meaning.returns ?? unknown(request.name);
      // A span or a timer around a function: what it wraps is of interest.
      const callbacks = request.args.filter((argument) => argument.kind === 'function');
      return callbacks.length === 0
        ? answer(state, value)
        : m.parts.throughFunctions(m, callbacks, value, request, state);
    }
    case 'value':
      return answer(state, ofClaim(m, meaning.value, request, state));
    case 'comparison': {
      const { left, operator, right } = meaning;
      if (!left || !right) return answer(state, unknown(request.name));
      noteOrdering(m, request.node, [left, right], request.frame, state);
      return answer(state, conditionValue(compare(m, left, operator, right)));
    }
    case 'object':
      return answer(
        state,
        makeObject(
          m,
          state,
          allocation(request.frame, request.node),
          new Map(Object.entries(meaning.properties)),
          true,
        ),
      );
    case 'instance':
      return answer(state, {
        ...ofType(m, view, meaning.type, view.chain.at(-1) ?? stepHere(request)),
        data: { ...view.data, ...meaning.data },
      });
    case 'refetch': {
      record(m, { kind: 'refetch' }, request, state, null);
      // What the provider itself says of the event is as good as its signature.
      state.maybeVerified = true;
      return answer(state, pendingPromise(unknown(request.name, Origin.refetched), null));
    }
    case 'delivery':
      return answer(state, delivery(m, meaning.part, meaning.name));
    case 'operation':
      return operations(m, meaning.operations, meaning.result, request, view, state);
    case 'sql':
      return sql(m, meaning, request, view, state);
    case 'routine':
      return namedRoutine(m, meaning, request, view, state);
    case 'effect':
      return effect(m, meaning.effect, request, state);
    case 'verification':
      return verification(m, meaning.verification, request, state);
    case 'transaction':
      return transaction(m, meaning, request, view, state);
    case 'begin':
    case 'commit':
    case 'rollback':
      return boundary(m, meaning, request, view, state, meaning.isolation ?? null);
    case 'acknowledgement': {
      const status = statusToSend(meaning.status, state);
      if (m.lazy === 0) {
        record(m, { kind: 'acknowledgement', status }, request, state, null);
        if (state.acknowledged === undefined) {
          state.acknowledged = status;
          state.answeredAt = m.spot(request.node, request.frame);
        }
        noteContradiction(m, status, meaning.body, request, state);
        state.status = undefined;
      }
      return answer(state, { kind: 'response', status, body: meaning.body ?? null });
    }
    case 'response': {
      const status = statusToSend(meaning.status, state);
      const made = m.spot(request.node, request.frame);
      noteContradiction(m, status, meaning.body, request, state);
      return answer(state, { kind: 'response', status, body: meaning.body ?? null, made });
    }
    case 'status':
      state.status = meaning.status;
      return answer(state, view);
    case 'http-error': {
      const error: Value = { kind: 'error', step: null, path: [], name: request.name, status: meaning.status };
      if (!meaning.throws) return answer(state, error);
      state.leftAt = m.spot(request.node, request.frame);
      m.throw(state, error);
      return [];
    }
    case 'invocation':
      return invocation(m, meaning, request, state);
    case 'bound': {
      const key = bindingKey(meaning.key);
      const bound = m.parts.boundValue(m, meaning.kind, key, request.frame.module.file);
      // A container makes what it is asked for by its class.
      const made = bound ?? (meaning.kind === 'provided' ? provision(m, meaning.key) : unknown());
      return answer(state, made.kind === 'unknown' ? unknown(request.name) : made);
    }
    case 'provision':
      return answer(state, provision(m, meaning.maker, meaning.given ? [meaning.given] : null));
    case 'dispatch':
      return dispatch(m, meaning, request, state);
    case 'memory': {
      const { action, key } = meaning;
      const step = m.parts.recordMemory(
        m,
        { action, collection: collectionName(request), key, node: request.node, frame: request.frame },
        state,
      );
      if (step === undefined || action !== 'read') return answer(state, unknown(request.name));
      return answer(
        state,
        meaning.result === 'boolean'
          ? { kind: 'test', condition: { kind: 'outcome', step } }
          : result(step, { kind: 'row' }, 0),
      );
    }
    case 'lock': {
      const step = record(
        m,
        { kind: 'lock', key: summarise(m, meaning.key, state), result: meaning.result },
        request,
        state,
        null,
      );
      if (meaning.around) return m.parts.throughFunctions(m, [meaning.around], unknown(request.name), request, state);
      return answer(state, pendingPromise(result(step, meaning.result), step));
    }
    case 'claim': {
      const step = record(
        m,
        {
          kind: 'claim',
          key: summarise(m, meaning.key, state),
          timeToLive: meaning.timeToLive,
          result: meaning.result,
          throwsWhenLost: meaning.throwsWhenLost,
        },
        request,
        state,
        null,
      );
      if (step >= 0) state.setOutcome(step, 'untested');
      const { around } = meaning;
      if (around)
        return forTheWinner(m, step, state, (path) =>
          m.parts.throughFunctions(m, [around], unknown(request.name), request, path),
        ).map((outcome) => ({
          state: outcome.state,
          value: outcome.value.kind === 'promise' ? outcome.value : fulfilled(outcome.value),
        }));
      return answer(state, pendingPromise(result(step, meaning.result), step));
    }
  }
}

/** Runs something where a claim was won; where it was lost there is only an answer. */
function forTheWinner(
  m: Machine,
  step: StepId,
  state: State,
  run: (state: State) => Outcome[],
  lost: (state: State) => Value = () => unknown(),
): Outcome[] {
  if (m.lazy > 0) return run(state);
  m.parts.stepThrew(m, step, state);
  const { yes, no } = branch(m, state, result(step, { kind: 'boolean' }));
  return [...yes.flatMap(run), ...no.map((path) => ({ state: path, value: lost(path) }))];
}

/** A value that was made of a claim's answer may say who won. */
function ofClaim(m: Machine, value: Value, request: CallRequest, state: State): Value {
  if (value.kind !== 'unknown' || value.maybeClaim !== null || m.lazy > 0) return value;
  if (!request.args.some((argument) => speaksOfClaim(m, argument, state))) return value;
  return { ...value, maybeClaim: recordMaybeClaim(m, request, request.name ?? 'result', state) };
}

function statusToSend(given: number | null | undefined, state: State): number | null {
  if (given !== undefined) return given;
  return state.status === undefined ? 200 : state.status;
}

/** `json({ error, status: 500 })`: the status stands in the body, and is not the one that is sent. */
function noteContradiction(
  m: Machine,
  status: number | null,
  body: Value | undefined,
  request: CallRequest,
  state: State,
): void {
  if (m.lazy > 0 || body?.kind !== 'object' || status === null || status < 200 || status > 299) return;
  const { known } = propertiesOf(m, state, body.id);
  const said = known.get('status') ?? known.get('statusCode');
  if (said?.kind === 'constant' && typeof said.value === 'number' && said.value >= 500 && said.value < 600)
    m.recorder.contradict(m.spot(request.node, request.frame), said.value);
}

export function deliveryPart(m: Machine, value: EventValue): EventValue {
  return { ...value, provider: value.provider ?? [...m.recorder.providers][0] ?? null, origins: partOrigins(m, value) };
}

/** What a part of the delivery is good for: the event's key, its time, the key of a thing it is about. */
function partOrigins(m: Machine, value: EventValue): number {
  if (value.part === 'header' || value.part === 'headers') return value.origins;
  if (value.path.length === 0) return Origin.event;
  const path = value.path.join('.');
  const provider = m.knowledge.provider(value.provider ?? [...m.recorder.providers][0] ?? null);
  // A message of a list: `record.messageId`.
  if (value.part === 'message' && /^\w*(?:records|messages)\.(?:message|event)_?id$/i.test(path))
    return Origin.eventKey | Origin.event;
  if (provider) {
    if (provider.eventKey.includes(path)) return Origin.eventKey | Origin.event;
    if (provider.eventTime.includes(path)) return Origin.eventTime | Origin.event;
  } else {
    if (/^(?:id|event\.id|(?:event|webhook|delivery|notification|message|request)_?id)$/i.test(path))
      return Origin.eventKey | Origin.event;
    if (/^(?:created|created_at|createdAt|timestamp|occurred_at|event_time)$/.test(path))
      return Origin.eventTime | Origin.event;
  }
  const last = value.path.at(-1) ?? '';
  return Origin.event | (/(?:^id|_id|Id|ID|uuid|reference|number)$/.test(last) ? Origin.businessKey : 0);
}

export function header(m: Machine, name: string | null): Value {
  const lower = name?.toLowerCase() ?? '*';
  let origins: number = Origin.header;
  if (name !== null && m.lazy === 0) m.recorder.headers.add(lower);
  let provider: string | null = null;
  for (const [key, known] of m.knowledge.providers) {
    if (
      !known.headers.includes(lower) &&
      !known.signatureHeaders.includes(lower) &&
      !known.eventKeyHeaders.includes(lower)
    )
      continue;
    if (known.headers.includes(lower)) {
      provider = key;
      if (m.lazy === 0) m.recorder.providers.add(key);
    }
    if (known.eventKeyHeaders.includes(lower)) origins |= Origin.eventKey;
    if (known.signatureHeaders.includes(lower)) origins |= Origin.signature;
    if (known.attemptHeaders?.includes(lower)) origins |= Origin.attempt;
  }
  return { ...event('header', provider, [lower]), origins };
}

function delivery(m: Machine, part: EventValue['part'], name: string | undefined): Value {
  if (part === 'header') return header(m, name ?? null);
  return deliveryPart(m, event(part, null));
}

function operations(
  m: Machine,
  list: readonly DatabaseOperation[],
  shape: ResultShape,
  request: CallRequest,
  view: ExternalValue,
  state: State,
): Outcome[] {
  if (list.length === 0) return answer(state, pendingPromise(result(-1, { kind: 'nothing' }), null));
  const statement = (m.recorder.statement += 1);
  let main = -1;
  list.forEach((operation, index) => {
    const given = operation.transaction;
    const connection = given?.kind === 'external' ? given.handle : connectionOf(view, state);
    const step = record(
      m,
      { kind: 'operation', operation: summariseOperation(m, operation, shape, statement, state) },
      request,
      state,
      connection,
      String(index),
    );
    if (operation.action === 'read' && operation.where.some((one) => one.values.some((asked) => isSecretKey(m, asked))))
      state.maybeVerified = true;
    if (step >= 0 && operation.action !== 'read') state.setOutcome(step, 'untested');
    if (step >= 0) m.loadedBy.set(step, { view, transaction: given });
    main = step;
  });
  // What a call is about is its first operation; of a SQL statement with parts it is the last.
  const first = list.length > 1 && view.package !== 'sql' ? main - list.length + 1 : main;
  const step = m.lazy > 0 ? -1 : sqlOrder.has(list) ? main : first;
  const origins = list[0]?.action === 'read' ? Origin.row : Origin.row;
  return answer(state, pendingPromise(result(step, shape, origins), step < 0 ? null : step));
}

/** Operation lists that came from one SQL statement: its main operation is the last. */
const sqlOrder = new WeakSet<readonly DatabaseOperation[]>();

function sql(
  m: Machine,
  meaning: Extract<Meaning, { is: 'sql' }>,
  request: CallRequest,
  view: ExternalValue,
  state: State,
): Outcome[] {
  const facts = readSql(meaning, valueReader(m, request.node, request.frame, state));
  let outcomes: Outcome[] = answer(state, pendingPromise(unknown(request.name), null));
  for (const fact of facts)
    outcomes = outcomes.flatMap((outcome) => {
      switch (fact.kind) {
        case 'operations':
          sqlOrder.add(fact.operations);
          return operations(m, fact.operations, fact.result, request, view, outcome.state);
        case 'transaction':
          return boundary(m, { is: fact.action }, request, view, outcome.state, fact.isolation, true);
        case 'isolation':
          return outcome;
        case 'lock': {
          const step = record(
            m,
            { kind: 'lock', key: summarise(m, fact.key, outcome.state), result: meaning.rows },
            request,
            outcome.state,
            view.handle,
          );
          return answer(
            outcome.state,
            pendingPromise(result(step, fact.mayFail ? meaning.rows : { kind: 'nothing' }), step),
          );
        }
        case 'call':
          return sqlCalls(m, fact, request, view, outcome);
        case 'unknown':
          return [unreadQuery(m, meaning, request, outcome)];
        default:
          return [outcome];
      }
    });
  return outcomes;
}

/** A text that is not known, bound to the event's key, may be that of a claim. */
function unreadQuery(
  m: Machine,
  meaning: Extract<Meaning, { is: 'sql' }>,
  request: CallRequest,
  outcome: Outcome,
): Outcome {
  m.parts.noteUnknownCall(m, request, request.name ?? 'query', 'text');
  const values = Array.isArray(meaning.values)
    ? (meaning.values as readonly Value[])
    : meaning.values
      ? [meaning.values as Value]
      : [];
  const givesKey = values.some((value) => (deepOrigins(m, value, outcome.state) & Origin.eventKey) !== 0);
  if (!givesKey || m.lazy > 0) return outcome;
  const step = recordMaybeClaim(m, request, request.name ?? 'query', outcome.state);
  return { state: outcome.state, value: pendingPromise(unknown(request.name, 0, null, step), null) };
}

/** `SELECT f(…)`, `CALL f(…)`: functions of the database are walked; the answer of one that is not known may be a claim's. */
function sqlCalls(
  m: Machine,
  fact: Extract<SqlFact, { kind: 'call' }>,
  request: CallRequest,
  view: ExternalValue,
  before: Outcome,
): Outcome[] {
  const { file } = request.frame.module;
  const known = fact.calls.flatMap((call) => {
    const routine = m.lazy > 0 ? undefined : findRoutine(m, call, file);
    return routine?.body ? [{ call, routine }] : [];
  });
  if (known.length === 0) {
    const [name = fact.calls[0]?.name] = fact.functions;
    const mayClaim =
      fact.functions.length > 0 || fact.calls.some((call) => m.routines.named(call.name, call.schema, file).length > 0);
    return name === undefined || !mayClaim ? [before] : unknownRoutine(m, name, request, before.state);
  }
  let paths: Outcome[] = [before];
  for (const { call, routine } of known)
    paths = paths.flatMap((path) => {
      const ends = runRoutine(m, routine, call, request, view.handle, path.state);
      if (!ends) return unknownRoutine(m, call.name, request, path.state);
      return ends.flatMap((end): Outcome[] => {
        if (end.kind !== 'answered') return [{ state: end.state, value: rejected(end.value) }];
        if (!call.isOutput || known.length > 1) return unknownRoutine(m, call.name, request, end.state);
        return [
          { state: end.state, value: fulfilled(answerIn(m, fact.returns, end, call.output, request, end.state)) },
        ];
      });
    });
  return paths;
}

function unknownRoutine(m: Machine, name: string, request: CallRequest, state: State): Outcome[] {
  if (m.lazy > 0) return answer(state, unknown(name));
  const step = recordMaybeClaim(m, request, name, state);
  return answer(state, pendingPromise(unknown(name, 0, null, step), null));
}

/** `client.rpc('f', { … })`. */
function namedRoutine(
  m: Machine,
  meaning: Extract<Meaning, { is: 'routine' }>,
  request: CallRequest,
  view: ExternalValue,
  state: State,
): Outcome[] {
  const read = valueReader(m, request.node, request.frame, state);
  const { name = 'function', schema, args } = meaning;
  const listed = Array.isArray(args) ? (args as readonly Value[]) : read.items(args as Value | undefined);
  const named = listed ? [] : read.entries(args as Value | undefined);
  const call: RoutineCall = {
    schema,
    name,
    args: listed?.map((value) => ({ name: null, value })) ?? named.map(([key, value]) => ({ name: key, value })),
    output: meaning.isBare ? null : name,
    isOutput: true,
  };
  const routine = m.lazy > 0 ? undefined : findRoutine(m, call, request.frame.module.file);
  const ends = routine && runRoutine(m, routine, call, request, view.handle, state);
  if (!ends) {
    m.parts.noteUnknownCall(m, request, request.name ?? name, 'source');
    return unknownRoutine(m, name, request, state);
  }
  const hands = (shape: ResultShape): boolean => shape.kind === 'object' && 'error' in shape.properties;
  return ends.flatMap((end): Outcome[] => {
    const shape = end.gives === 'rows' ? meaning.rows : meaning.value;
    if (end.kind !== 'answered' && !hands(shape)) return [{ state: end.state, value: rejected(end.value) }];
    // Who asks for the error that is given back parts the paths there.
    if (end.kind === 'refused') return [];
    return [{ state: end.state, value: fulfilled(answerIn(m, shape, end, call.output, request, end.state)) }];
  });
}

function effect(m: Machine, known: Effect, request: CallRequest, state: State): Outcome[] {
  const purpose = known.radius === 'other' && !known.declared ? purposeOf(m) : null;
  const fact: Fact = {
    kind: 'effect',
    radius: purpose?.effect.radius ?? known.radius,
    isDeclared: known.declared === true,
    category: purpose?.effect.category ?? known.category,
    does: purpose?.effect.does ?? known.does,
    idempotent: known.idempotent ?? false,
    ...keyFacts(m, known, request, state),
    keptFor: known.keptFor ?? null,
    host: known.host ?? null,
    likely: purpose !== null,
    purpose: purpose?.name ?? null,
  };
  if (fact.radius === 'other') noteUnknownVerifier(m, request, state);
  const step = record(m, fact, request, state, null, fact.does);
  const value = known.result ? result(step, known.result, 0) : unknown(request.name);
  return answer(state, pendingPromise(value, step < 0 ? null : step));
}

/** Functions that only carry a request: what it is for is said by who calls them. */
const carrier =
  /^(?:_|#)?(?:async)?(?:do|make|api|http|json|raw|safe|auth\w*)?(?:fetch|request|call|post|put|patch|send|dispatch|execute|exec|run|invoke|with|retry|attempt)\w{0,3}$|(?:fetch|request|retry|timeout|json|api|client|http)/i;

/** What the function around a call to an unknown host says that it is for. */
function purposeOf(m: Machine): { name: string; effect: NamedEffect } | null {
  for (let index = m.calls.length - 1; index >= 0; index -= 1) {
    const name = m.calls[index]?.name.split('.').at(-1) ?? '';
    if (m.lexicon.isLoggerName(name)) return null;
    const named = m.lexicon.effectByName(name);
    if (named) return { name, effect: named };
    if (!carrier.test(name)) return null;
  }
  return null;
}

function verification(m: Machine, known: Verification, request: CallRequest, state: State): Outcome[] {
  const provider = known.provider;
  if (m.lazy === 0 && provider) m.recorder.providers.add(provider);
  const step = record(
    m,
    {
      kind: 'verification',
      provider,
      returns: known.returns,
      payload: summarise(m, known.payload, state),
      secret: summarise(m, known.secret, state),
      by: 'verifier',
      computed: (known.computed && m.computed.get(known.computed)) ?? null,
    },
    request,
    state,
    null,
  );
  const reject = () => {
    const failed = state.fork();
    if (failed.verified === 'unverified') failed.verified = 'no';
    m.throw(failed, { kind: 'error', step, path: [], name: null, status: null });
  };
  if (known.returns === 'boolean') {
    if (step >= 0) state.setOutcome(step, 'returned');
    const passed: Value = { kind: 'test', condition: { kind: 'verified', step } };
    if (known.property === undefined) return answer(state, passed);
    const at = allocation(request.frame, request.node);
    return answer(state, makeObject(m, state, at, new Map([[known.property, passed]]), true));
  }
  if (m.lazy === 0) reject();
  state.verified = 'yes';
  const value: Value = known.returns === 'event' ? deliveryPart(m, event('body', provider)) : undefinedValue;
  return answer(state, value);
}

function transaction(
  m: Machine,
  meaning: Extract<Meaning, { is: 'transaction' }>,
  request: CallRequest,
  view: ExternalValue,
  state: State,
): Outcome[] {
  const handle = `tx@${request.frame.context}:${request.node.start}`;
  const receiver = meaning.on?.kind === 'external' ? meaning.on.handle : view.handle;
  const around = receiver === null ? undefined : state.transactions.get(receiver);
  if (around !== undefined && meaning.callback && m.lazy === 0)
    return savepoint(m, meaning, around, request, view, state);
  // On a connection that is in a transaction already, what it runs is part of that one.
  if (around !== undefined && meaning.runs && m.lazy === 0)
    return batch(m, meaning, around, handle, request, view, state, true);
  const begin = record(m, { kind: 'begin', isolation: meaning.isolation ?? null }, request, state, null);
  if (meaning.batch || meaning.runs) return batch(m, meaning, begin, handle, request, view, state);
  if (!meaning.callback)
    return answer(state, {
      ...ofType(m, view, meaning.client ?? view.root, view.chain.at(-1) ?? stepHere(request)),
      handle,
    });

  const outer = meaning.nested && view.handle !== null ? view.handle : handle;
  if (m.lazy === 0) state.transactions = new Map([...state.transactions, [outer, begin]]);
  const client = clientOf(meaning, view, outer);
  const caught = collector(m);
  const call = (path: State): Outcome[] =>
    invoke(m, meaning.callback ?? undefinedValue, meaning.args ?? [client], request, path);
  const done = m.catching(caught.sink, () =>
    claimedFirst(m, meaning, outer, request, state, call)
      .flatMap((outcome) => m.parts.settle(m, outcome.value, request.node, request.frame, outcome.state))
      .flatMap((outcome) => (meaning.gathers ? settleItems(m, outcome, request) : [outcome])),
  );
  const close = (path: State, kind: 'commit' | 'rollback') => {
    if (m.lazy > 0) return;
    record(m, { kind }, request, path, null, kind);
    endTransaction(m, path, outer, begin, kind);
  };
  const ended: Outcome[] = meet(m, done, sameValue).map((outcome) => {
    close(outcome.state, 'commit');
    return { state: outcome.state, value: fulfilled(outcome.value) };
  });
  for (const thrown of caught.thrown) {
    close(thrown.state, 'rollback');
    ended.push({
      state: thrown.state,
      value: { kind: 'promise', outcome: 'rejected', value: thrown.value, step: null },
    });
  }
  return ended;
}

/** The callback of a transaction, behind the claim that it makes first. */
function claimedFirst(
  m: Machine,
  { claim }: Extract<Meaning, { is: 'transaction' }>,
  handle: string | null,
  request: CallRequest,
  state: State,
  call: (state: State) => Outcome[],
): Outcome[] {
  if (!claim || m.lazy > 0) return call(state);
  const step = record(
    m,
    {
      kind: 'claim',
      key: summarise(m, claim.key, state),
      timeToLive: null,
      result: { kind: 'boolean' },
      throwsWhenLost: false,
    },
    request,
    state,
    handle,
    'claim',
  );
  state.setOutcome(step, 'untested');
  const answered = (path: State, duplicate: boolean, value: Value): Value =>
    makeObject(
      m,
      path,
      allocation(request.frame, request.node),
      new Map([
        ['duplicate', constant(duplicate)],
        ['result', value],
      ]),
    );
  return forTheWinner(
    m,
    step,
    state,
    (won) =>
      call(won)
        .flatMap((outcome) => m.parts.settle(m, outcome.value, request.node, request.frame, outcome.state))
        .map((outcome) => ({ state: outcome.state, value: answered(outcome.state, false, outcome.value) })),
    (lost) => answered(lost, true, unknown()),
  );
}

/** Waits for all items of an array. */
function settleItems(m: Machine, { state, value }: Outcome, request: CallRequest): Outcome[] {
  if (value.kind !== 'array') return [{ state, value }];
  let paths: { state: State; items: Value[] }[] = [{ state, items: [] }];
  for (const item of value.items)
    paths = paths.flatMap((path) =>
      m.parts
        .settle(m, item, request.node, request.frame, path.state)
        .map((outcome) => ({ state: outcome.state, items: [...path.items, outcome.value] })),
    );
  return paths.map((path) => ({ state: path.state, value: array(path.items) }));
}

/** What the callback of a transaction is given, on the transaction's connection. */
function clientOf(meaning: Extract<Meaning, { is: 'transaction' }>, view: ExternalValue, handle: string): Value {
  const { given = { ...external(view.package, meaning.client ?? view.root), data: view.data } } = meaning;
  return given.kind === 'external' ? { ...given, handle } : given;
}

/** A transaction inside another is part of it: it does not commit, and when it fails only what it did is undone. */
function savepoint(
  m: Machine,
  meaning: Extract<Meaning, { is: 'transaction' }>,
  around: StepId,
  request: CallRequest,
  view: ExternalValue,
  state: State,
): Outcome[] {
  const before = state.outcomes;
  const clientHandle = (meaning.on?.kind === 'external' ? meaning.on.handle : view.handle) ?? '';
  const client = clientOf(meaning, view, clientHandle);
  const call = (path: State): Outcome[] =>
    invoke(m, meaning.callback ?? undefinedValue, meaning.args ?? [client], request, path);
  const run = (): Outcome[] =>
    claimedFirst(m, meaning, clientHandle, request, state, call)
      .flatMap((outcome) => m.parts.settle(m, outcome.value, request.node, request.frame, outcome.state))
      .flatMap((outcome) => (meaning.gathers ? settleItems(m, outcome, request) : [outcome]));
  const failed: Outcome[] = [];
  const caught = collector(m);
  const done = m.catching(caught.sink, run);
  for (const thrown of caught.thrown) {
    undo(m, thrown.state, around, (step) => !before.has(step));
    failed.push({
      state: thrown.state,
      value: { kind: 'promise', outcome: 'rejected', value: thrown.value, step: null },
    });
  }
  return [
    ...meet(m, done, sameValue).map((outcome) => ({ state: outcome.state, value: fulfilled(outcome.value) })),
    ...failed,
  ];
}

/** Runs what it is given in one transaction: promises, builders that have not run yet, or calls that only the client makes. */
function batch(
  m: Machine,
  meaning: Extract<Meaning, { is: 'transaction' }>,
  begin: StepId,
  handle: string,
  request: CallRequest,
  view: ExternalValue,
  state: State,
  isInner = false,
): Outcome[] {
  const list = meaning.batch;
  const items = list?.kind === 'array' ? [...list.items, ...(list.rest ? [list.rest] : [])] : [];
  const connections = new Set([view.handle ?? handle]);
  const lazy = items.map((item) => (item.kind === 'external' ? onConnection(item, item.handle ?? handle) : item));
  for (const item of lazy) if (item.kind === 'external' && item.handle !== null) connections.add(item.handle);
  if (m.lazy === 0 && !isInner)
    state.transactions = new Map([...state.transactions, ...[...connections].map((one) => [one, begin] as const)]);
  const own: ExternalValue = { ...view, handle: view.handle ?? handle };

  const caught = collector(m);
  let paths: { state: State; values: Value[] }[] = [{ state, values: [] }];
  m.catching(caught.sink, () => {
    for (const item of lazy) {
      if (item.kind === 'promise' && item.step !== null && m.lazy === 0) {
        const step = m.recorder.steps[item.step];
        if (step) step.transaction = begin;
      }
      paths = paths.flatMap((path) =>
        m.parts
          .settle(m, item, request.node, request.frame, path.state)
          .map((outcome) => ({ state: outcome.state, values: [...path.values, outcome.value] })),
      );
    }
    for (const [index, one] of (meaning.runs ?? []).entries()) {
      const { part } = m;
      m.part = `${part}${index}.`;
      paths = paths.flatMap((path) =>
        (applyMeaning(m, one, request, own, path.state) ?? answer(path.state, unknown()))
          .flatMap((outcome) => m.parts.settle(m, outcome.value, request.node, request.frame, outcome.state))
          .map((outcome) => ({ state: outcome.state, values: [...path.values, outcome.value] })),
      );
      m.part = part;
    }
  });
  const close = (path: State, kind: 'commit' | 'rollback') => {
    if (m.lazy > 0 || isInner) return;
    record(m, { kind }, request, path, null, kind);
    for (const connection of connections) endTransaction(m, path, connection, begin, kind);
  };
  const ended = paths.map((path): Outcome => {
    close(path.state, 'commit');
    return { state: path.state, value: fulfilled(array(path.values)) };
  });
  for (const thrown of caught.thrown) {
    close(thrown.state, 'rollback');
    ended.push({
      state: thrown.state,
      value: { kind: 'promise', outcome: 'rejected', value: thrown.value, step: null },
    });
  }
  return ended;
}

function onConnection(value: ExternalValue, handle: string): ExternalValue {
  if (value.handle === handle) return value;
  const moved = { ...value, handle };
  const builder = builders.get(value);
  if (builder) builders.set(moved, builder);
  return moved;
}

/** Closes a transaction; what a rollback undoes has not happened. */
function endTransaction(
  m: Machine,
  state: State,
  handle: string,
  begin: StepId | undefined,
  kind: 'commit' | 'rollback',
): void {
  const transactions = new Map(state.transactions);
  transactions.delete(handle);
  state.transactions = transactions;
  if (kind === 'rollback' && begin !== undefined) undo(m, state, begin, () => true);
}

/** What was done in a transaction, as far as `which` says, has not happened. */
function undo(m: Machine, state: State, begin: StepId, which: (step: StepId) => boolean): void {
  for (const [step, outcome] of state.outcomes) {
    if (m.recorder.steps[step]?.transaction !== begin || !which(step)) continue;
    if (outcome === 'won' || outcome === 'returned' || outcome === 'untested') state.setOutcome(step, 'void');
  }
}

function boundary(
  m: Machine,
  meaning: { readonly is: 'begin' | 'commit' | 'rollback'; readonly client?: string },
  request: CallRequest,
  view: ExternalValue,
  state: State,
  isolation: string | null = null,
  isText = false,
): Outcome[] {
  if (m.lazy > 0) return answer(state, unknown());
  const around = view.handle === null ? undefined : state.transactions.get(view.handle);
  if (meaning.is === 'begin') {
    // On a connection that is in a transaction already it is a savepoint of that one.
    const begin = around ?? record(m, { kind: 'begin', isolation }, request, state, null);
    const handle = meaning.client ? `tx@${request.frame.context}:${request.node.start}` : (view.handle ?? 'connection');
    const isInner = around !== undefined && !meaning.client && isolation === null && !isText;
    state.transactions = new Map([...state.transactions, [isInner ? innermost(state, handle) : handle, begin]]);
    if (!meaning.client) return answer(state, pendingPromise(unknown(), null));
    return answer(state, pendingPromise({ ...external(view.package, meaning.client, handle), data: view.data }, null));
  }
  const outer = view.handle ?? 'connection';
  const handle = lastOpen(state, outer);
  const begin = state.transactions.get(handle);
  const others = [...state.transactions].some(([connection, step]) => connection !== handle && step === begin);
  if (begin !== undefined && others) {
    // The end of a savepoint: the transaction goes on.
    const transactions = new Map(state.transactions);
    transactions.delete(handle);
    state.transactions = transactions;
    if (meaning.is === 'rollback') undo(m, state, begin, (step) => m.recorder.steps[step]?.connection === handle);
    return answer(state, pendingPromise(unknown(), null));
  }
  record(m, { kind: meaning.is }, request, state, null);
  endTransaction(m, state, handle, begin, meaning.is);
  return answer(state, pendingPromise(unknown(), null));
}

/** Savepoints on one connection are numbered: `connection+`, `connection++`. */
function innermost(state: State, handle: string): string {
  return `${lastOpen(state, handle)}+`;
}

function lastOpen(state: State, handle: string): string {
  let last = handle;
  while (state.transactions.has(`${last}+`)) last += '+';
  return last;
}

function invocation(
  m: Machine,
  meaning: Extract<Meaning, { is: 'invocation' }>,
  request: CallRequest,
  state: State,
): Outcome[] {
  if (meaning.when === 'later') {
    // The caller goes on at once; what runs later runs on a path of its own that nobody waits for.
    const detached = state.fork();
    detached.detached = true;
    const run = () => {
      let paths: State[] = [detached];
      if (meaning.promise && m.lazy === 0) m.recorder.drop(m.spot(request.node, request.frame));
      if (meaning.promise)
        paths = m.parts
          .settle(m, meaning.promise, request.node, request.frame, detached)
          .map((outcome) => outcome.state);
      for (const { fn, args } of meaning.callbacks)
        if (fn)
          paths = paths.flatMap((path) =>
            invoke(m, fn, args, request, path)
              .flatMap((outcome) => m.parts.settle(m, outcome.value, request.node, request.frame, outcome.state))
              .map((outcome) => outcome.state),
          );
    };
    m.catching(() => undefined, run);
    return answer(state, unknown(request.name));
  }
  let paths: { state: State; values: Value[] }[] = [{ state, values: [] }];
  for (const { fn, args } of meaning.callbacks) {
    if (!fn) continue;
    paths = paths.flatMap((path) => {
      if (meaning.when === 'each') path.state.loop += 1;
      return invoke(m, fn, args, request, path.state).map((outcome) => {
        if (meaning.when === 'each') outcome.state.loop = Math.max(0, outcome.state.loop - 1);
        return { state: outcome.state, values: [...path.values, outcome.value] };
      });
    });
  }
  return paths.map((path) => ({
    state: path.state,
    value:
      meaning.returns === 'answer'
        ? (path.values.at(-1) ?? undefinedValue)
        : meaning.returns === 'answers'
          ? array([], path.values.at(-1) ?? unknown())
          : ofClaim(m, meaning.returns, request, path.state),
  }));
}

/** Listeners are called one after the other; nobody waits for what they do after their first `await`. */
function dispatch(
  m: Machine,
  meaning: Extract<Meaning, { is: 'dispatch' }>,
  request: CallRequest,
  state: State,
): Outcome[] {
  const ways = listenersOf(m, meaning, request, state);
  const isOneOfSeveral = ways.some(({ type }) => type !== null);
  const outcomes = ways.flatMap(({ type, listeners }) => {
    const start = isOneOfSeveral ? state.fork() : state;
    if (type !== null) {
      m.recorder.eventTypes.add(type);
      start.eventTypes = [type];
    }
    return callListeners(m, listeners, meaning.awaited, request, start);
  });
  // An event of a type for which nothing listens.
  if (isOneOfSeveral || ways.length === 0) outcomes.push(...answer(state, unknown(request.name)));
  return meet(m, outcomes, sameValue);
}

function callListeners(
  m: Machine,
  listeners: readonly { readonly fn: Value; readonly args: readonly Value[] }[],
  awaited: boolean,
  request: CallRequest,
  state: State,
): Outcome[] {
  let paths: Outcome[] = answer(state, unknown(request.name));
  for (const listener of listeners) {
    const isLate = !awaited && listener.fn.kind === 'function' && listener.fn.node.async;
    paths = paths.flatMap((path) =>
      invocation(
        m,
        { is: 'invocation', callbacks: [listener], when: isLate ? 'later' : 'now', returns: path.value },
        request,
        path.state,
      ).flatMap((outcome) =>
        awaited
          ? m.parts.settle(m, outcome.value, request.node, request.frame, outcome.state)
          : [{ state: outcome.state, value: path.value }],
      ),
    );
  }
  return paths;
}

// --- facts that the rest of the interpreter records -----------------------------------------------------------------

export function recordMaybeClaim(
  m: Machine,
  request: CallRequest,
  name: string,
  state: State,
  ofClaim = false,
): StepId {
  return record(
    m,
    ofClaim ? { kind: 'maybe-claim', name, ofClaim } : { kind: 'maybe-claim', name },
    request,
    state,
    null,
  );
}

/** Origins of what names an event, or a thing that one is about. */
const namesDelivery = Origin.eventKey | Origin.event | Origin.businessKey | Origin.bodyHash | Origin.row;

export function recordMemory(m: Machine, access: MemoryAccess, state: State): StepId | undefined {
  const { action, collection, key, node, frame } = access;
  if (m.lazy > 0 || (deepOrigins(m, key, state) & namesDelivery) === 0) return undefined;
  const request: CallRequest = { callee: unknown(), self: null, args: [], node, frame, isNew: false, name: collection };
  return record(m, { kind: 'memory', action, collection, key: summarise(m, key, state) }, request, state, null, action);
}

/** A comparison that is a verification by itself. */
export function recordComparison(
  m: Machine,
  node: Node,
  frame: Frame,
  { by, mac }: { readonly by: 'comparison' | 'secret'; readonly mac: Mac | null },
  state: State,
): StepId {
  const request: CallRequest = {
    callee: undefinedValue,
    self: null,
    args: [],
    node,
    frame,
    isNew: false,
    name: null,
  };
  return record(
    m,
    {
      kind: 'verification',
      provider: null,
      returns: 'boolean',
      payload: summarise(m, mac?.payload, state),
      secret: summarise(m, mac?.secret, state),
      by,
      computed: (mac?.node && m.computed.get(mac.node)) ?? null,
    },
    request,
    state,
    null,
    by,
  );
}

/** `WHERE token = $1` with what came in the path or a header: who knows it was told. */
function isSecretKey(m: Machine, value: Value): boolean {
  return isOfRequest(m, value) && !(originsOf(value) & Origin.eventKey);
}

export function recordNamedEffect(m: Machine, request: CallRequest, named: NamedEffect, state: State): StepId {
  const read = valueReader(m, request.node, request.frame, state);
  let keyValue: Value | undefined;
  for (const argument of request.args)
    for (const [name, value] of read.entries(argument)) if (m.lexicon.isIdempotencyOptionName(name)) keyValue = value;
  return record(
    m,
    {
      kind: 'effect',
      radius: named.radius,
      category: named.category,
      does: named.does,
      idempotent: false,
      ...keyFacts(
        m,
        { key: keyValue ? { accepted: true, value: keyValue, place: '', space: 'none' } : { accepted: false } },
        request,
        state,
      ),
      keyPlace: null,
      keptFor: null,
      host: null,
      likely: true,
      purpose: null,
      isDeclared: false,
    },
    request,
    state,
    null,
  );
}

export function noteUnknownCall(m: Machine, request: CallRequest, name: string, reason: UnknownReason): void {
  const { node, frame } = request;
  if (m.lazy > 0 || m.recorder.unknownAt(node)) return;
  const callback = request.args.findIndex((value) => value.kind === 'function');
  m.recorder.noteUnknown(node, {
    name,
    place: { file: frame.module.file, start: node.start, end: node.end },
    calls: m.calls,
    target: callTarget(m, request),
    callback: callback < 0 ? null : callback,
    reason,
  });
}

/** Parts off the path on which a step failed; on this one it went well. */
export function stepThrew(m: Machine, step: StepId, state: State): void {
  const fact = m.recorder.steps[step]?.fact;
  if (!fact) return;
  const failed = state.fork();
  const isWrite = (fact.kind === 'operation' && fact.operation.action !== 'read') || fact.kind === 'claim';
  if (isWrite) {
    failed.setOutcome(step, 'threw');
    const plain =
      fact.kind === 'operation'
        ? fact.operation.action === 'insert' && fact.operation.conflict === null
        : fact.throwsWhenLost;
    if (plain && state.outcome(step) === 'untested' && !returnsErrors(fact)) state.setOutcome(step, 'returned');
    if (
      fact.kind === 'operation' &&
      fact.operation.action === 'update' &&
      fact.operation.result.kind === 'row-or-throw' &&
      state.outcome(step) === 'untested'
    )
      state.setOutcome(step, 'won');
  } else if (fact.kind === 'operation' && fact.operation.result.kind === 'row-or-throw') {
    failed.setOutcome(step, 'missing');
    state.setOutcome(step, 'found');
  }
  m.throw(failed, { kind: 'error', step, path: [], name: null, status: null });
}

/** A client that gives its error back: that the call came back says nothing. */
function returnsErrors(fact: Fact): boolean {
  if (fact.kind !== 'operation') return false;
  const { result: shape } = fact.operation;
  return shape.kind === 'object' && Object.values(shape.properties).some((inner) => inner.kind === 'error');
}
