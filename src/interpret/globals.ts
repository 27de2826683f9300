import { conditionValue } from './execute.ts';
import { truthOf } from './branch.ts';
import { allocation, spreadOf } from './evaluate.ts';
import { makeObject } from './heap.ts';
import { meet } from './meet.ts';
import { noteProperty } from './memory.ts';
import { assignProperty } from './member.ts';
import { asPromise, callFn } from './methods.ts';
import { answer, native, type NativeFunction } from './native.ts';
import { settleToPromise } from './settle.ts';
import {
  array,
  constant,
  external,
  fulfilled,
  originsOf,
  rejected,
  text,
  undefinedValue,
  union,
  unknown,
} from './values.ts';
import { Origin, type ErrorValue, type Value } from './value.ts';
import type { CallRequest, Machine, Outcome } from './machine.ts';
import type { State } from './state.ts';

const first = (request: CallRequest): Value => request.args[0] ?? undefinedValue;
const same: NativeFunction = (_m, request, state) => answer(state, first(request));
const derived: NativeFunction = (_m, request, state) =>
  answer(state, unknown(null, request.args.reduce((all, value) => all | originsOf(value), 0) & ~Origin.literal));

function entriesOf(m: Machine, value: Value, state: State): (readonly [string, Value])[] | null {
  if (value.kind !== 'object') return null;
  const { known, open } = spreadOf(m, value, state);
  return open ? null : [...known];
}

function makeError(name: string): ErrorValue {
  return { kind: 'error', step: null, path: [], name, status: null };
}

/** `{ status, value }` or `{ status, reason }`, as Promise.allSettled gives it. */
function settledItem(m: Machine, request: CallRequest, state: State, promise: Value, index: number): Value {
  const failed = promise.kind === 'promise' && promise.outcome === 'rejected';
  const value = promise.kind === 'promise' ? promise.value : promise;
  const known = new Map<string, Value>([
    ['status', constant(failed ? 'rejected' : 'fulfilled')],
    [failed ? 'reason' : 'value', value],
  ]);
  return makeObject(m, state, `${allocation(request.frame, request.node)}:${index}`, known);
}

/** Waits for every promise of a list; `how` says what a failure does. */
function combine(how: 'all' | 'allSettled' | 'race' | 'any'): NativeFunction {
  return (m, request, state) => {
    const list = first(request);
    const items = list.kind === 'array' ? [...list.items, ...(list.rest ? [list.rest] : [])] : [list];
    let paths: { state: State; values: Value[]; settled: Value[]; failed: Value | null }[] = [
      { state, values: [], settled: [], failed: null },
    ];
    for (const item of items) {
      paths = paths.flatMap((path) =>
        settleToPromise(m, item, request.node, request.frame, path.state).map((outcome) => {
          const { value } = outcome;
          const failed = value.kind === 'promise' && value.outcome === 'rejected';
          return {
            state: outcome.state,
            values: [...path.values, value.kind === 'promise' ? value.value : value],
            settled: [...path.settled, value],
            failed: path.failed ?? (failed ? (value as { value: Value }).value : null),
          };
        }),
      );
      paths = meet(m, paths, (path) =>
        how === 'allSettled'
          ? path.settled.map((value) => (value.kind === 'promise' ? value.outcome : value.kind)).join()
          : path.failed
            ? 'failed'
            : path.values.map((value) => value.kind).join(),
      );
    }
    return paths.map((path) => {
      if (path.failed && (how === 'all' || how === 'race')) return { state: path.state, value: rejected(path.failed) };
      if (how === 'race' || how === 'any') return { state: path.state, value: fulfilled(union(path.values)) };
      const whole = list.kind === 'array' && list.rest === null;
      if (how === 'allSettled')
        return {
          state: path.state,
          value: fulfilled(
            whole
              ? array(path.settled.map((one, index) => settledItem(m, request, path.state, one, index)))
              : array([], unknown()),
          ),
        };
      return {
        state: path.state,
        value: fulfilled(whole ? array(path.values) : array([], path.values.at(-1) ?? unknown())),
      };
    });
  };
}

function assign(m: Machine, request: CallRequest, state: State): Outcome[] {
  const [target = undefinedValue, ...sources] = request.args;
  for (const source of sources)
    for (const [name, value] of spreadOf(m, source, state).known)
      if (name !== '...') assignProperty(m, target, name, value, state);
  return answer(state, target);
}

function isText(value: Value): boolean {
  return value.kind === 'text' || (value.kind === 'constant' && typeof value.value === 'string');
}

function startOf(value: Value): string {
  const first = value.kind === 'text' ? value.parts[0] : value.kind === 'constant' ? String(value.value) : undefined;
  return typeof first === 'string' ? first : '';
}

const isAbsolute = (value: Value): boolean => /^[a-z][\w+.-]*:\/\//i.test(startOf(value));

/** `new URL('/v1/refunds', 'https://api.example.com/x')`: a path from the root replaces that of the base. */
function joinedUrl(base: Value, path: Value): Value {
  const root = /^[a-z][\w+.-]*:\/\/[^/]*/i.exec(startOf(base))?.[0];
  const isRooted = startOf(path).startsWith('/');
  if (root === undefined) return text([base, path]);
  if (isRooted)
    return base.kind === 'constant' || startOf(base).length > root.length ? text([root, path]) : text([base, path]);
  if (base.kind !== 'constant') return text([base, path]);
  return text([String(base.value) === root ? `${root}/` : String(base.value).replace(/[^/]*$/, ''), path]);
}

/** Two symbols of one description are taken for the same: what they are tokens of is asked for by it. */
const symbol: NativeFunction = (_m, request, state) =>
  answer(state, {
    ...external('global', 'Symbol'),
    chain: [{ name: '', args: request.args, isNew: false, tagged: false, node: request.node }],
  });

const functions: Readonly<Record<string, NativeFunction>> = {
  'JSON.parse': (m, request, state) => {
    const value = first(request);
    if (m.guarded) m.throw(state.fork(), { kind: 'error', step: null, path: [], name: 'SyntaxError', status: null });
    if (value.kind === 'event')
      return answer(state, value.part === 'raw' ? m.parts.deliveryPart(m, { ...value, part: 'body' }) : value);
    if (value.kind === 'result') return answer(state, value);
    return answer(state, unknown(null, originsOf(value)));
  },
  'JSON.stringify': (_m, request, state) => {
    const value = first(request);
    if (value.kind === 'event' && value.part === 'body' && value.path.length === 0)
      return answer(state, { ...value, origins: value.origins | Origin.reserialised });
    return answer(state, value.kind === 'event' ? value : { kind: 'text', parts: [value], origins: originsOf(value) });
  },
  'Promise.all': combine('all'),
  'Promise.allSettled': combine('allSettled'),
  'Promise.race': combine('race'),
  'Promise.any': combine('any'),
  'Promise.resolve': (_m, request, state) => answer(state, fulfilled(first(request))),
  'Promise.reject': (_m, request, state) => answer(state, rejected(first(request))),
  'Promise.new': (m, request, state) => {
    const key = `promise:${allocation(request.frame, request.node)}`;
    const keep = native('resolve', (_machine, inner, path) => {
      path.set(key, fulfilled(inner.args[0] ?? undefinedValue));
      return answer(path, undefinedValue);
    });
    const fail = native('reject', (_machine, inner, path) => {
      path.set(key, rejected(inner.args[0] ?? undefinedValue));
      return answer(path, undefinedValue);
    });
    return asPromise(m, request, state, (path) => callFn(m, first(request), [keep, fail], request, path)).map(
      (outcome) => ({
        state: outcome.state,
        value:
          outcome.state.get(key) ??
          (outcome.value.kind === 'promise' && outcome.value.outcome === 'rejected'
            ? outcome.value
            : fulfilled(unknown())),
      }),
    );
  },
  'Object.assign': assign,
  'Object.hasOwn': (m, request, state) => {
    const [object = undefinedValue, key = undefinedValue] = request.args;
    const written = request.node.type === 'CallExpression' ? request.node.arguments[0] : undefined;
    const step = noteProperty(m, { object, key, action: 'read' }, written ?? request.node, request, state);
    return answer(state, conditionValue(step === undefined ? { kind: 'unknown' } : { kind: 'outcome', step }));
  },
  'Object.freeze': same,
  'Object.seal': same,
  'Object.keys': (m, request, state) => {
    const entries = entriesOf(m, first(request), state);
    return answer(
      state,
      entries ? array(entries.map(([name]) => constant(name))) : array([], unknown(null, originsOf(first(request)))),
    );
  },
  'Object.values': (m, request, state) => {
    const entries = entriesOf(m, first(request), state);
    return answer(
      state,
      entries ? array(entries.map(([, value]) => value)) : array([], unknown(null, originsOf(first(request)))),
    );
  },
  'Object.entries': (m, request, state) => {
    const entries = entriesOf(m, first(request), state);
    return answer(
      state,
      entries
        ? array(entries.map(([name, value]) => array([constant(name), value])))
        : array([], array([unknown(), unknown(null, originsOf(first(request)))])),
    );
  },
  'Object.fromEntries': (m, request, state) => {
    const list = first(request);
    const known = new Map<string, Value>();
    let open = list.kind !== 'array' || list.rest !== null;
    for (const item of list.kind === 'array' ? list.items : []) {
      const [name, value] = item.kind === 'array' ? item.items : [];
      if (name?.kind === 'constant' && value) known.set(String(name.value), value);
      else open = true;
    }
    return answer(state, makeObject(m, state, allocation(request.frame, request.node), known, open));
  },
  'Array.from': (m, request, state) => {
    const list = first(request);
    const mapper = request.args[1];
    if (!mapper) return answer(state, list);
    return m.parts
      .member(m, list, 'map', request.node, request.frame, state)
      .flatMap((outcome) => m.call({ ...request, callee: outcome.value, self: list, args: [mapper] }, outcome.state));
  },
  'Array.isArray': (_m, request, state) =>
    answer(state, first(request).kind === 'array' ? constant(true) : conditionValue({ kind: 'unknown' })),
  'Array.of': (_m, request, state) => answer(state, array(request.args)),
  String: (_m, request, state) => {
    const value = first(request);
    return answer(state, value.kind === 'constant' ? constant(String(value.value)) : value);
  },
  Number: (_m, request, state) => {
    const value = first(request);
    return answer(
      state,
      value.kind === 'constant' && typeof value.value !== 'symbol' ? constant(Number(value.value)) : value,
    );
  },
  BigInt: same,
  parseInt: same,
  parseFloat: same,
  Boolean: (_m, request, state) => {
    const truth = truthOf(first(request));
    return answer(state, conditionValue(truth));
  },
  isNaN: (_m, _request, state) => answer(state, conditionValue({ kind: 'unknown' })),
  structuredClone: same,
  encodeURIComponent: derived,
  decodeURIComponent: same,
  'Buffer.from': same,
  'Buffer.concat': (_m, request, state) => {
    const list = first(request);
    return answer(state, list.kind === 'array' && list.items[0] ? list.items[0] : unknown(null, originsOf(list)));
  },
  'Buffer.isBuffer': (_m, _request, state) => answer(state, conditionValue({ kind: 'unknown' })),
  'Buffer.byteLength': derived,
  'TextDecoder.new.decode': same,
  'TextEncoder.new.encode': same,
  'URL.new': (_m, request, state) => {
    const [path = undefinedValue, base] = request.args;
    const url = base && !isAbsolute(path) ? joinedUrl(base, path) : path;
    return answer(
      state,
      isText(url)
        ? url
        : unknown(null, request.args.reduce((all, value) => all | originsOf(value), 0) & ~Origin.literal),
    );
  },
  'URLSearchParams.new': (_m, request, state) => {
    const value = first(request);
    return answer(state, value.kind === 'event' ? value : unknown(null, originsOf(value)));
  },
  Symbol: symbol,
  'Symbol.for': symbol,
  'Reflect.get': derived,
  'Intl.NumberFormat.new': derived,
};

/** A field of a row: which one it is must stay known, whatever form its value takes. */
function isStored(value: Value): boolean {
  return (
    (value.kind === 'result' && value.field !== null) ||
    (value.kind === 'text' && value.parts.some((part) => typeof part !== 'string' && isStored(part)))
  );
}

/** A date made of a number or text tells the same time. */
function dateOf(given: Value | undefined): Value {
  if (given?.kind === 'unknown' && given.age !== undefined) return given;
  return unknown('new Date()', originsOf(given) & ~Origin.literal);
}

const errorName = /^(?:[A-Z]\w*)?(?:Error|Exception)$/;

/** A function that the language gives, by its path from the global scope; undefined where there is none. */
export function globalFunction(path: string): NativeFunction | undefined {
  const known = Object.hasOwn(functions, path) ? functions[path] : undefined;
  if (known) return known;
  if (path.startsWith('Math.') && path !== 'Math.random') return derived;
  if (path === 'Date.new')
    return (_m, request, state) =>
      answer(
        state,
        request.args.length === 0
          ? unknown('new Date()', Origin.clock)
          : isStored(first(request))
            ? first(request)
            : dateOf(first(request)),
      );
  if (/^(?:Number|String|Date|Intl|BigInt|Symbol|Reflect|Object)\.\w+$/.test(path) && path !== 'Date.now')
    return derived;
  const constructed = /^(\w+?)(?:\.new)?$/.exec(path)?.[1];
  if (constructed && errorName.test(constructed)) return (_m, request, state) => answer(state, makeError(constructed));
  if (/^(?:Array|Uint8Array|ArrayBuffer|DataView)(?:\.new)?$/.test(path))
    return (_m, request, state) =>
      answer(state, request.args[0]?.kind === 'event' ? request.args[0] : array([], unknown()));
  return undefined;
}
