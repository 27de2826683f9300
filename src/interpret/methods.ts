import { conditionValue, holdsPromise, noteCaught } from './execute.ts';
import { asksWhichError } from '../parse/asked-error.ts';
import { noteOrdering } from './ordering.ts';
import { branch, compare, saidBy, truthOf } from './branch.ts';
import { sameValue } from './evaluate.ts';
import type { CallRequest, Machine, Outcome } from './machine.ts';
import { meet } from './meet.ts';
import { grow } from './heap.ts';
import { noteListCall } from './memory.ts';
import { answer, native, type NativeFunction } from './native.ts';
import { settleToPromise } from './settle.ts';
import type { State } from './state.ts';
import {
  array,
  constant,
  event,
  fulfilled,
  identityOf,
  originsOf,
  rejected,
  result,
  text,
  undefinedValue,
  union,
  unknown,
} from './values.ts';
import { Origin, type Condition, type NativeValue, type Value } from './value.ts';

type Method = (receiver: Value) => NativeFunction;

export function callFn(
  m: Machine,
  fn: Value | undefined,
  args: readonly Value[],
  request: CallRequest,
  state: State,
): Outcome[] {
  if (!fn) return answer(state, undefinedValue);
  return m.call(
    { callee: fn, self: null, args, node: request.node, frame: request.frame, isNew: false, name: request.name },
    state,
  );
}

/** What a list holds, as one value. */
function itemOf(m: Machine, receiver: Value, request: CallRequest, state: State): Value {
  if (receiver.kind === 'array') return union([...receiver.items, ...(receiver.rest ? [receiver.rest] : [])]);
  const outcomes = m.parts.member(m, receiver, '*', request.node, request.frame, state.fork());
  return union(outcomes.map((outcome) => outcome.value));
}

/** Conditions that part the delivery which won from the one that lost. */
const decides = new Set(['outcome', 'conflict', 'returned-error', 'maybe-claim', 'not']);

const unrolled = 6;

/** Calls a function for the items of a list: one by one where each call may act and the items are known, else once for all of them. */
function each(
  m: Machine,
  receiver: Value,
  fn: Value | undefined,
  request: CallRequest,
  state: State,
  extra: (item: Value) => Value[] = (item) => [item],
  oneByOne = false,
): { state: State; values: Value[]; whole: boolean }[] {
  const whole = oneByOne && receiver.kind === 'array' && receiver.rest === null && receiver.items.length <= unrolled;
  const items = whole ? receiver.items : [itemOf(m, receiver, request, state)];
  let paths: { state: State; values: Value[]; whole: boolean }[] = [{ state, values: [], whole }];
  for (const item of items) {
    paths = paths.flatMap((path) => {
      path.state.loop += 1;
      return callFn(m, fn, extra(item), request, path.state).map((outcome) => {
        outcome.state.loop = Math.max(0, outcome.state.loop - 1);
        return { state: outcome.state, values: [...path.values, outcome.value], whole };
      });
    });
    paths = meet(m, paths, (path) => path.values.map(identityOf).join());
  }
  return paths;
}

/** The function that says which of two comes first is asked once. */
function inOrder(receiver: Value): ReturnType<Method> {
  return (m, request, state) =>
    request.args.length === 0
      ? answer(state, receiver)
      : each(m, receiver, request.args[0], request, state, (item) => [item, item]).map((path) => ({
          state: path.state,
          value: receiver,
        }));
}

/** Times as libraries compare them. */
const timeTests: Readonly<Record<string, string>> = { isBefore: '<', isAfter: '>', isSame: '=', isEqual: '=' };

const listMethods: Readonly<Record<string, Method>> = {
  map: (receiver) => (m, request, state) =>
    each(m, receiver, request.args[0], request, state, (item) => [item], true).map((path) => ({
      state: path.state,
      value: path.whole ? array(path.values) : array([], path.values[0] ?? unknown()),
    })),
  flatMap: (receiver) => (m, request, state) =>
    each(m, receiver, request.args[0], request, state).map((path) => ({
      state: path.state,
      value: array([], flat(union(path.values))),
    })),
  forEach: (receiver) => (m, request, state) =>
    each(m, receiver, request.args[0], request, state, (item) => [item], true).map((path) => {
      if (m.lazy === 0 && path.values.some(holdsPromise)) m.recorder.drop(m.spot(request.node, request.frame));
      return { state: path.state, value: undefinedValue };
    }),
  filter: (receiver) => (m, request, state) =>
    each(m, receiver, request.args[0], request, state).flatMap((path) => {
      const kept = receiver.kind === 'array' ? array([], itemOf(m, receiver, request, path.state)) : receiver;
      const [test] = path.values;
      const truth = test ? truthOf(test) : true;
      if (typeof truth === 'boolean' || !decides.has(truth.kind)) return [{ state: path.state, value: kept }];
      // Only what was won goes on: where it was lost nothing is left of the list.
      const { yes, no } = branch(m, path.state, test ?? undefinedValue);
      return [
        ...yes.map((one) => ({ state: one, value: kept })),
        ...no.map((one) => ({ state: one, value: array([]) })),
      ];
    }),
  find: (receiver) => (m, request, state) =>
    each(m, receiver, request.args[0], request, state).map((path) => ({
      state: path.state,
      value:
        receiver.kind === 'array'
          ? union([itemOf(m, receiver, request, path.state), undefinedValue])
          : firstRow(m, receiver, request, path.state),
    })),
  some: (receiver) => (m, request, state) =>
    each(m, receiver, request.args[0], request, state).map((path) => ({
      state: path.state,
      value: conditionValue(path.values[0] ? asCondition(path.values[0]) : { kind: 'unknown' }),
    })),
  every: (receiver) => (m, request, state) =>
    each(m, receiver, request.args[0], request, state).map((path) => ({
      state: path.state,
      value: conditionValue({ kind: 'unknown' }),
    })),
  reduce: (receiver) => (m, request, state) =>
    each(m, receiver, request.args[0], request, state, (item) => [
      request.args[1] ?? unknown(null, originsOf(item)),
      item,
    ]).map((path) => ({
      state: path.state,
      value: unknown(null, originsOf(receiver) | path.values.reduce((all, value) => all | originsOf(value), 0)),
    })),
  sort: inOrder,
  toSorted: inOrder,
  reverse: (receiver) => (_m, _request, state) => answer(state, receiver),
  slice: (receiver) => (m, request, state) =>
    answer(state, receiver.kind === 'array' ? array([], itemOf(m, receiver, request, state)) : receiver),
  concat: (receiver) => (m, request, state) =>
    answer(
      state,
      isTextLike(receiver)
        ? text([receiver, ...request.args])
        : array(
            [],
            union([
              itemOf(m, receiver, request, state),
              ...request.args.map((value) => (value.kind === 'array' ? itemOf(m, value, request, state) : value)),
            ]),
          ),
    ),
  flat: (receiver) => (m, request, state) => answer(state, array([], flat(itemOf(m, receiver, request, state)))),
  at: (receiver) => (m, request, state) => answer(state, firstRow(m, receiver, request, state)),
  shift: (receiver) => (m, request, state) => answer(state, firstRow(m, receiver, request, state)),
  pop: (receiver) => (m, request, state) => answer(state, firstRow(m, receiver, request, state)),
  includes: (receiver) => (m, request, state) => {
    const step = noteListCall(m, 'read', receiver, request, state);
    return answer(
      state,
      conditionValue(step === undefined ? includes(m, receiver, request.args[0]) : { kind: 'outcome', step }),
    );
  },
  indexOf: (receiver) => (m, request, state) => {
    const step = noteListCall(m, 'read', receiver, request, state);
    return answer(
      state,
      step === undefined
        ? unknown(null, originsOf(receiver) | originsOf(request.args[0]))
        : result(step, { kind: 'index' }, 0),
    );
  },
  join: (receiver) => (m, request, state) => {
    const separator = request.args[0]?.kind === 'constant' ? String(request.args[0].value) : ',';
    if (receiver.kind === 'array' && receiver.rest === null)
      return answer(state, text(receiver.items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]))));
    return answer(state, unknown(null, originsOf(itemOf(m, receiver, request, state))));
  },
};

function isTextLike(value: Value): boolean {
  return value.kind === 'text' || (value.kind === 'constant' && typeof value.value === 'string');
}

function flat(value: Value): Value {
  return value.kind === 'array' ? union([...value.items, ...(value.rest ? [value.rest] : [])]) : value;
}

function asCondition(value: Value): Condition | boolean {
  return truthOf(value);
}

function firstRow(m: Machine, receiver: Value, request: CallRequest, state: State): Value {
  if (receiver.kind === 'array') return receiver.items[0] ?? union([receiver.rest ?? undefinedValue, undefinedValue]);
  if (receiver.kind === 'result' && receiver.shape.kind === 'rows' && !receiver.field)
    return result(receiver.step, { kind: 'row' }, receiver.origins);
  return itemOf(m, receiver, request, state);
}

/** `['a', 'b'].includes(x)`: what that says of x. */
function includes(m: Machine, receiver: Value, argument: Value | undefined): boolean | Condition {
  if (!argument) return { kind: 'unknown' };
  if (argument.kind === 'result' && argument.field && receiver.kind === 'array') {
    const values = receiver.items.map((item) => (item.kind === 'constant' ? String(item.value) : '?')).join(',');
    return {
      kind: 'field',
      step: argument.step,
      field: argument.field.join('.'),
      operator: 'in',
      value: constant(values),
    };
  }
  if (argument.kind === 'event' && receiver.kind === 'array' && m.recorder.isEventType(argument)) {
    for (const item of receiver.items)
      if (item.kind === 'constant' && typeof item.value === 'string') m.recorder.eventTypes.add(item.value);
    return { kind: 'unknown' };
  }
  // `error.message.includes('duplicate key')`
  const said = saidInText(m, receiver, argument);
  if (said) return said;
  if (receiver.kind === 'constant' && argument.kind === 'constant' && typeof receiver.value === 'string')
    return receiver.value.includes(String(argument.value));
  if (
    receiver.kind === 'array' &&
    receiver.rest === null &&
    argument.kind === 'constant' &&
    receiver.items.every((item) => item.kind === 'constant')
  )
    return receiver.items.some((item) => item.value === argument.value);
  return { kind: 'unknown' };
}

/** Methods that give back the same thing in another form. */
const sameThing = new Set([
  'toString',
  'trim',
  'valueOf',
  'toJSON',
  'normalize',
  'toLowerCase',
  'toUpperCase',
  'buffer',
  'toArray',
  'getTime',
  'toISOString',
]);
/** Methods of a date that give the same time in another form. */
const sameTime = new Set(['toISOString', 'getTime', 'valueOf', 'toJSON', 'toString', 'toUTCString']);
const textTests = new Set(['startsWith', 'endsWith', 'match', 'test', 'localeCompare', 'search']);
const textMakers = new Set([
  'split',
  'replace',
  'replaceAll',
  'substring',
  'substr',
  'padStart',
  'padEnd',
  'charAt',
  'codePointAt',
  'charCodeAt',
  'toFixed',
  'matchAll',
  'repeat',
  'toLocaleString',
  'toDateString',
  'toLocaleDateString',
  'toUTCString',
  'trimStart',
  'trimEnd',
  'getFullYear',
  'getMonth',
  'getDate',
]);
const mapMethods = new Set([
  'get',
  'has',
  'set',
  'delete',
  'entries',
  'keys',
  'values',
  'add',
  'clear',
  'push',
  'unshift',
  'splice',
  'fill',
]);

const growing = new Set(['push', 'unshift', 'splice', 'fill']);

/** A method that the language gives to values of this kind; undefined where it has none of that name. */
export function builtinMethod(receiver: Value, name: string): NativeValue | undefined {
  if (
    receiver.kind === 'promise' ||
    (receiver.kind === 'external' && (name === 'then' || name === 'catch' || name === 'finally'))
  )
    return promiseMethod(receiver, name);
  if (receiver.kind === 'function' || receiver.kind === 'native') return functionMethod(receiver, name);
  if (receiver.kind === 'event' && receiver.part === 'headers') return headerMethod(name);
  if (receiver.kind === 'unknown' && (name === 'then' || name === 'catch' || name === 'finally'))
    return promiseMethod(receiver, name);
  if (receiver.kind === 'unknown' && receiver.age !== undefined && sameTime.has(name))
    return native(name, (_m, _request, state) => answer(state, receiver));
  if (receiver.kind === 'unknown' && receiver.type) return undefined;
  if (receiver.kind === 'object')
    return name === 'toString' ? native('toString', (_m, _r, state) => answer(state, unknown())) : undefined;
  const list = Object.hasOwn(listMethods, name) ? listMethods[name] : undefined;
  const holdsItems =
    receiver.kind === 'array' ||
    receiver.kind === 'event' ||
    receiver.kind === 'unknown' ||
    (receiver.kind === 'result' && (receiver.field !== null || receiver.shape.kind === 'rows'));
  if (list && (holdsItems || ['includes', 'concat', 'slice', 'at', 'indexOf'].includes(name))) {
    // `find`, `some` and the like of an unknown value may be a library's: only what takes a function counts.
    if (receiver.kind === 'unknown')
      return native(`array.${name}`, (machine, request, state) =>
        request.args.some((value) => value.kind === 'function')
          ? list(receiver)(machine, request, state)
          : machine.parts.callUnknown(machine, { ...request, callee: receiver }, state),
      );
    return native(`array.${name}`, list(receiver));
  }
  if (receiver.kind === 'unknown') return undefined;
  if (sameThing.has(name))
    return native(name, (_m, _request, state) =>
      answer(
        state,
        receiver.kind === 'constant' && typeof receiver.value === 'string'
          ? changeCase(receiver.value, name)
          : receiver,
      ),
    );
  if (textTests.has(name))
    return native(name, (machine, request, state) =>
      answer(state, conditionValue(textTest(machine, receiver, name, request.args[0]))),
    );
  const test = Object.hasOwn(timeTests, name) ? timeTests[name] : undefined;
  if (test)
    return native(name, (m, request, state) => {
      const [other] = request.args;
      if (!other) return answer(state, unknown());
      noteOrdering(m, request.node, [receiver, other], request.frame, state);
      return answer(state, conditionValue(compare(m, receiver, test, other)));
    });
  if (textMakers.has(name))
    return native(name, (_m, request, state) =>
      answer(
        state,
        unknown(
          null,
          (originsOf(receiver) | request.args.reduce((all, value) => all | originsOf(value), 0)) & ~Origin.literal,
        ),
      ),
    );
  if (mapMethods.has(name) && receiver.kind === 'array')
    return native(name, (m, request, state) => {
      const step =
        name === 'push' || name === 'unshift' ? noteListCall(m, 'write', receiver, request, state) : undefined;
      if (step === undefined && growing.has(name))
        grow(m, state, receiver, request.args.slice(name === 'splice' ? 2 : 0));
      return answer(state, unknown());
    });
  return undefined;
}

function changeCase(value: string, name: string): Value {
  if (name === 'toLowerCase') return constant(value.toLowerCase());
  if (name === 'toUpperCase') return constant(value.toUpperCase());
  if (name === 'trim') return constant(value.trim());
  return constant(value);
}

function textTest(m: Machine, receiver: Value, name: string, argument: Value | undefined): boolean | Condition {
  if (
    receiver.kind === 'constant' &&
    typeof receiver.value === 'string' &&
    argument?.kind === 'constant' &&
    typeof argument.value === 'string'
  ) {
    if (name === 'startsWith') return receiver.value.startsWith(argument.value);
    if (name === 'endsWith') return receiver.value.endsWith(argument.value);
  }
  if (receiver.kind === 'event' && m.recorder.isEventType(receiver) && argument?.kind === 'constant')
    m.recorder.eventTypes.add(String(argument.value));
  return saidInText(m, receiver, argument) ?? { kind: 'unknown' };
}

/** What a part of an error's text says of the step that threw it: a code of its library, or what all servers write. */
function saidInText(m: Machine, error: Value, part: Value | undefined): Condition | null {
  if (error.kind !== 'error' || error.step === null || part?.kind !== 'constant') return null;
  const written = String(part.value);
  const said = saidBy(m, written, error.step);
  return said ?? (/duplicate|unique|already exists/i.test(written) ? { kind: 'conflict', step: error.step } : null);
}

function functionMethod(receiver: Value & { kind: 'function' | 'native' }, name: string): NativeValue | undefined {
  switch (name) {
    case 'call':
      return native('call', (m, request, state) =>
        m.call(
          {
            ...request,
            callee: withSelf(receiver, request.args[0]),
            self: request.args[0] ?? null,
            args: request.args.slice(1),
          },
          state,
        ),
      );
    case 'apply':
      return native('apply', (m, request, state) =>
        m.call(
          {
            ...request,
            callee: withSelf(receiver, request.args[0]),
            self: request.args[0] ?? null,
            args: request.args[1]?.kind === 'array' ? request.args[1].items : [],
          },
          state,
        ),
      );
    case 'bind':
      return native('bind', (_m, request, state) => {
        const [self, ...bound] = request.args;
        const target = withSelf(receiver, self);
        if (bound.length === 0) return answer(state, target);
        return answer(
          state,
          native(`bound ${identityOf(receiver)}`, (m, inner, path) =>
            m.call({ ...inner, callee: target, args: [...bound, ...inner.args] }, path),
          ),
        );
      });
    default:
      return undefined;
  }
}

function withSelf(fn: Value & { kind: 'function' | 'native' }, self: Value | undefined): Value {
  return fn.kind === 'function' && self && fn.node.type !== 'ArrowFunctionExpression' && fn.self === null
    ? { ...fn, self }
    : fn;
}

function headerMethod(name: string): NativeValue | undefined {
  if (name === 'get' || name === 'has')
    return native(`headers.${name}`, (m, request, state) => {
      const [argument] = request.args;
      const value = m.parts.header(m, argument?.kind === 'constant' ? String(argument.value) : null);
      return answer(state, name === 'has' ? conditionValue({ kind: 'unknown' }) : value);
    });
  if (name === 'forEach')
    return native('headers.forEach', (m, request, state) =>
      callFn(m, request.args[0], [event('header', null, ['*']), unknown()], request, state),
    );
  return native(`headers.${name}`, (_m, _request, state) => answer(state, event('headers', null)));
}

/** `.then`, `.catch`, `.finally`: whichever way the promise turns out, on a path of its own. */
function promiseMethod(receiver: Value, name: string): NativeValue | undefined {
  if (name !== 'then' && name !== 'catch' && name !== 'finally') return undefined;
  return native(name, (m, request, state) => {
    const [onDone, onFail] =
      name === 'then'
        ? [request.args[0], request.args[1]]
        : name === 'catch'
          ? [undefined, request.args[0]]
          : [undefined, undefined];
    const settledPaths = settleToPromise(m, receiver, request.node, request.frame, state);
    const paths = settledPaths.flatMap((path): Outcome[] => {
      const { value } = path;
      if (value.kind !== 'promise') return [path];
      const failed = value.outcome === 'rejected';
      if (name === 'finally')
        return asPromise(m, request, path.state, (inner) => callFn(m, request.args[0], [], request, inner)).map(
          (after) => ({
            state: after.state,
            value: after.value.kind === 'promise' && after.value.outcome === 'rejected' ? after.value : value,
          }),
        );
      const handler = failed ? onFail : onDone;
      if (!handler || (handler.kind === 'constant' && !handler.value)) return [path];
      if (failed) noteCaught(m, value.value, m.spot(request.node, request.frame), () => mayAsk(handler), path.state);
      return asPromise(m, request, path.state, (inner) => callFn(m, handler, [value.value], request, inner));
    });
    return meet(m, paths, sameValue);
  });
}

function mayAsk(handler: Value): boolean {
  const { node } = handler.kind === 'function' ? handler : {};
  return !node?.body || asksWhichError(node.params[0], node.body);
}

/** Runs something as a promise callback: what it throws rejects, what it returns is waited for. */
export function asPromise(m: Machine, request: CallRequest, state: State, run: (state: State) => Outcome[]): Outcome[] {
  const failed: Outcome[] = [];
  const done = m.catching(
    (thrown, error) => failed.push({ state: thrown, value: rejected(error) }),
    () => run(state).flatMap((outcome) => m.parts.settle(m, outcome.value, request.node, request.frame, outcome.state)),
  );
  return [...done.map((outcome) => ({ state: outcome.state, value: fulfilled(outcome.value) })), ...failed];
}
