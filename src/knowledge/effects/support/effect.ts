import type { BlastRadius } from '../../../report/finding.ts';
import type { ResultShape, Value } from '../../../interpret/value.ts';
import type { Call, Effect, Meaning, MeaningOf, ValueReader } from '../../types.ts';

interface Place {
  readonly argument: number;
  readonly path: readonly string[];
  /** The last name is that of a header: its case does not matter. */
  readonly isHeader?: true;
  /** Where it may stand as well. */
  readonly or?: Place;
  /** Nothing is missed where it is not given: an id that the caller may choose. */
  readonly isOptional?: true;
}

/** Where a call takes its idempotency key; null where its receiver takes none. */
export type KeyPlace = Place | null;

/** A property, at a path, of the argument: `keyAt(1, 'idempotencyKey')`. Without a path the argument itself is the key. */
export function keyAt(argument: number, ...path: string[]): Place {
  return { argument, path };
}

/** A header among those that a property holds: `headerAt(1, 'headers', 'Idempotency-Key')`. */
export function headerAt(argument: number, ...path: string[]): Place {
  return { argument, path, isHeader: true };
}

/** Two places that are the same to the receiver; the first is the one that users are told. */
export function either(place: Place, or: Place): Place {
  return { ...place, or };
}

export interface EffectDetails {
  readonly key?: KeyPlace;
  readonly radius?: BlastRadius;
  readonly idempotent?: boolean;
  readonly result?: ResultShape;
  readonly host?: string;
  /** Keys of one receiver live together; those of a queue are taken to be the job's own unless this is said. */
  readonly keySpace?: 'receiver';
  readonly joinsTransaction?: boolean;
}

/** A client that gives `{ data, error }` instead of throwing. */
export const errorInResult: ResultShape = { kind: 'object', properties: { error: { kind: 'error' } } };

const usualRadius: Readonly<Record<Effect['category'], BlastRadius>> = {
  money: 'money',
  shipment: 'shipment',
  message: 'message',
  enqueue: 'state',
  other: 'state',
};

export function effect(category: Effect['category'], does: string, details: EffectDetails = {}): MeaningOf {
  return (call) => effectOf(call, category, does, details);
}

export function effectOf(call: Call, category: Effect['category'], does: string, details: EffectDetails = {}): Meaning {
  return {
    is: 'effect',
    handedTo: callbackOf(call),
    effect: {
      radius: details.radius ?? usualRadius[category],
      category,
      does,
      idempotent: details.idempotent,
      key: inSpace(
        keyOf(call.read, call.args, details.key ?? null),
        details.keySpace ?? (category === 'enqueue' ? 'none' : undefined),
      ),
      host: details.host,
      joinsTransaction: details.joinsTransaction,
      result: details.result,
    },
  };
}

/** `sendMail(mail, (error, info) => …)`; two functions are one for each way it may end, in either order. */
function callbackOf({ args, read }: Call): Value | undefined {
  const functions = args.filter((argument) => read.isFunction(argument));
  return functions.length === 1 && functions[0] === args.at(-1) ? functions[0] : undefined;
}

function inSpace(key: Effect['key'], space: 'receiver' | 'none' | undefined): Effect['key'] {
  return key.accepted ? { ...key, space } : key;
}

/** Repeating it changes nothing: a cancel, a delete, an update to given values. */
export function idempotent(does: string, radius: BlastRadius = 'state'): Meaning {
  return { is: 'effect', effect: { radius, category: 'other', does, idempotent: true, key: { accepted: false } } };
}

/** Fetches what the provider says now. */
export const refetch: Meaning = { is: 'refetch' };

/** Known, and of no interest. */
export const nothing: Meaning = { is: 'nothing' };

export function keyOf(read: ValueReader, args: readonly Value[], place: KeyPlace): Effect['key'] {
  if (place === null) return { accepted: false };
  const { value, unknown, isUnset } = propertyAt(read, args, place);
  if (place.isOptional && value === undefined && !unknown) return { accepted: false };
  return { accepted: true, value, place: describePlace(place), unknown: unknown ? true : undefined, isUnset };
}

/** The id of what is created, where the caller may choose it: a second of that id is refused. */
export function idAt(argument: number, ...path: string[]): Place {
  return { argument, path, isOptional: true };
}

interface Found {
  readonly value: Value | undefined;
  readonly unknown: boolean;
  readonly isUnset?: boolean;
}

/** The property, and whether it may be there although it was not seen (a spread, a variable of unknown content). */
function propertyAt(read: ValueReader, args: readonly Value[], place: Place): Found {
  const first = propertyIn(read, args[place.argument], place);
  if (first.value !== undefined || place.or === undefined) return first;
  const other = propertyAt(read, args, place.or);
  return { ...other, unknown: first.unknown || other.unknown, isUnset: other.isUnset === true || first.isUnset };
}

function propertyIn(read: ValueReader, holder: Value | undefined, { path, isHeader }: Place): Found {
  let current = holder;
  for (const [index, name] of path.entries()) {
    if (current === undefined || read.isNullish(current) === true) return { value: undefined, unknown: false };
    const isLast = index === path.length - 1;
    if (isLast && isHeader) {
      const wanted = name.toLowerCase();
      const header = propertyLike(read, headersObject(read, current), (given) => given === wanted);
      if (header.value === undefined) return header;
      current = header.value;
      continue;
    }
    const property = read.entries(current).find(([key]) => key === name);
    if (property === undefined) return { value: undefined, unknown: !read.isWhole(current) };
    current = property[1];
  }
  if (read.isNullish(current) === true) return { value: undefined, unknown: false, isUnset: path.length > 0 };
  return { value: current, unknown: false };
}

/** `new Headers({ … })` stands for its argument. */
function headersObject(read: ValueReader, headers: Value | undefined): Value | undefined {
  const external = read.external(headers);
  if (external?.root !== 'Headers') return headers;
  return external.chain.find((step) => step.args !== null)?.args?.[0];
}

/** A property whose name differs in case only, as header names do. */
export function propertyLike(
  read: ValueReader,
  holder: Value | undefined,
  isName: (lowerCased: string) => boolean,
): { readonly value: Value | undefined; readonly unknown: boolean } {
  if (holder === undefined || read.isNullish(holder) === true) return { value: undefined, unknown: false };
  const property = read.entries(holder).find(([key]) => isName(key.toLowerCase()));
  return property === undefined
    ? { value: undefined, unknown: !read.isWhole(holder) }
    : { value: property[1], unknown: false };
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function describePlace({ argument, path }: Place): string {
  const ordinal = ordinals[argument] ?? `${argument + 1}th`;
  if (path.length === 0) return `the ${ordinal} argument`;
  const names = path.map((name) => (/^[\w$]+$/.test(name) ? name : `'${name}'`));
  const object = names.reduceRight((inner, name) => (inner === '' ? `{ ${name} }` : `{ ${name}: ${inner} }`), '');
  return `\`${object}\` as ${ordinal} argument`;
}

/** The same facts under several prefixes: `prefixed(['', 'default.'], table)`. */
export function prefixed<Fact>(
  prefixes: readonly string[],
  table: Readonly<Record<string, Fact>>,
): Record<string, Fact> {
  return Object.fromEntries(
    prefixes.flatMap((prefix) => Object.entries(table).map(([path, fact]) => [prefix + path, fact] as const)),
  );
}

/** One fact for several names. */
export function each<Fact>(names: readonly string[], fact: Fact): Record<string, Fact> {
  return Object.fromEntries(names.map((name) => [name, fact]));
}

/** Names under one path: `under('Client', ['get', 'list'])`. */
export function under(path: string, names: readonly string[]): string[] {
  return names.map((name) => `${path}.${name}`);
}

const readingVerbs = /^(all|calculate|fetch|find|get|iterate|list|page|preview|query|retrieve|search)$/;
const settlingVerbs =
  /^(archive|cancel|close|deactivate|delete|del|disable|edit|enable|expire|patch|pause|remove|resume|revoke|update|upsert|void)$/;

/** What a method that no table names says in its first word: `fetchPayments` reads, `cancelSubscription` repeats well. */
export function byVerb(service: string): MeaningOf {
  return ({ chain, receiver }) => {
    const method = chain.at(-1)?.name ?? '';
    const verb = /^[a-z]+/.exec(method === '' ? receiver.root : method)?.[0] ?? '';
    if (readingVerbs.test(verb)) return refetch;
    return settlingVerbs.test(verb) ? idempotent(`updates at ${service}`) : undefined;
  };
}

/** Effects of one kind under one path, by what each does. */
export function effectsUnder(
  path: string,
  category: Effect['category'],
  does: Readonly<Record<string, string>>,
  details: EffectDetails = {},
): Record<string, MeaningOf> {
  return Object.fromEntries(
    Object.entries(does).map(([name, phrase]) => [`${path}.${name}`, effect(category, phrase, details)]),
  );
}
