import type { ExternalValue, Origins, Value } from '../../../interpret/value.ts';
import { unknownOf } from '../../platform/support/values.ts';
import { defineLibrary } from '../../types.ts';
import type { Call, Library, Meaning, MeaningOf } from '../../types.ts';

/** Everything that the answer may have come from: what was handed in and what the call was made on. */
function sources({ args, receiver, read }: Call): Origins {
  return args.reduce((all, value) => all | read.origins(value), receiver.origins);
}

/** Runs the functions that a call is given on the items of its first list, and answers a value made of all of it. */
function through(call: Call, returns: Value): Meaning {
  const { args, read } = call;
  const callbacks = args.filter((value) => read.isFunction(value));
  if (callbacks.length === 0) return { is: 'value', value: returns };
  const items = args.flatMap((value) => read.items(value) ?? []);
  const item = items[0] ?? unknownOf(sources(call));
  return { is: 'invocation', callbacks: callbacks.map((fn) => ({ fn, args: [item] })), when: 'each', returns };
}

/** A function of its arguments alone: it reads and writes nothing. */
export const pure: MeaningOf = (call) => through(call, unknownOf(sources(call)));

/** A value that cannot change, such as a date: its methods are pure, and most give another one. */
export const immutable: MeaningOf = (call) => through(call, immutableOf(call, sources(call)));

export function immutableOf({ receiver }: Pick<Call, 'receiver'>, origins: Origins): ExternalValue {
  return {
    kind: 'external',
    package: receiver.package,
    root: 'Immutable',
    chain: [],
    handle: null,
    origins,
    data: null,
  };
}

/** Methods that give a number, a text or an answer rather than another date or number of the library. */
const plain =
  /^(?:is|has|to|get|diff|format|value|unix|compare|cmp|eq|gt|gte|lt|lte|equals|day|date|hour|minute|second|milli|month|year|week|quarter|from|utcOffset|toString$)/;

const ofImmutable: MeaningOf = (call) => (plain.test(call.chain.at(-1)?.name ?? '') ? pure(call) : immutable(call));

export const ofImmutables = { Immutable: pure, 'Immutable.*': ofImmutable, 'Immutable.*.*': pure };

/** `memoize(fn)`, `cache(fn)`: a function that does what the given one does. */
export const sameFunction: MeaningOf = ({ args: [fn] }) => (fn ? { is: 'value', value: fn } : false);

interface PureLibrary {
  readonly source: string;
  readonly packages: readonly string[];
  readonly calls?: Readonly<Record<string, Meaning | MeaningOf>>;
}

/** Packages all of whose functions are pure. */
export function pureLibrary(name: string, { source, packages, calls = {} }: PureLibrary): Library {
  return defineLibrary({
    name,
    packages,
    source,
    calls: { '*': pure, default: pure, 'default.*': pure, '*.*': pure, 'default.*.*': pure, ...ofImmutables, ...calls },
  });
}

/** Packages of whose calls none does anything that outlives the process or reaches another: functions run once. */
export function quietLibrary(
  name: string,
  { source, packages, types = [] }: Omit<PureLibrary, 'calls'> & { readonly types?: readonly string[] },
): Library {
  const nothing: Meaning = { is: 'nothing' };
  return defineLibrary({
    name,
    packages,
    source,
    types: { Quiet: types },
    calls: Object.fromEntries(
      ['*', 'default', 'default.*', '*.*', 'default.*.*', 'Quiet', 'Quiet.*', 'Quiet.*.*'].map((path) => [
        path,
        nothing,
      ]),
    ),
  });
}
