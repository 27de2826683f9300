import { operation } from '../../interpret/operation.ts';
import { Origin, type ResultShape, type Value } from '../../interpret/value.ts';
import type { BlastRadius } from '../../report/finding.ts';
import { isIdempotencyOptionName } from '../lexicon.ts';
import type { Call, Effect, MeaningOf, Verification } from '../types.ts';

/** Where a call takes its idempotency key. */
export interface KeyPlace {
  readonly argument: number;
  /** Path in that argument; undefined where the argument is the key itself. */
  readonly property: string | undefined;
}

/** How a call says whether there was something, or whether it was won. */
export type Answer = 'boolean' | 'row' | 'rows' | 'count';

export interface DeclaredEffect {
  readonly radius: BlastRadius;
  readonly does: string | undefined;
  readonly idempotent: boolean | undefined;
  /** False: it takes none; undefined: an option that is named like one is one. */
  readonly key: KeyPlace | false | undefined;
}

const deeds: Readonly<Record<BlastRadius, string>> = {
  money: 'moves money',
  shipment: 'ships',
  message: 'sends a message',
  state: 'changes what others keep',
  other: 'calls another service',
};

// What changes others' state is reported as an enqueued job is: the user asks for it.
const categories = {
  money: 'money',
  shipment: 'shipment',
  message: 'message',
  state: 'enqueue',
  other: 'other',
} as const;

export function effectMeaning({ radius, does, idempotent, key }: DeclaredEffect): MeaningOf {
  return (call) => ({
    is: 'effect',
    effect: {
      radius,
      category: categories[radius],
      does: does ?? deeds[radius],
      idempotent: idempotent ?? false,
      key: key ? keyAt(call, key) : key === false ? { accepted: false } : keyByName(call),
      declared: true,
    },
  });
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

function keyAt({ args, read }: Call, { argument, property }: KeyPlace): Effect['key'] {
  const ordinal = ordinals[argument] ?? `${argument + 1}th`;
  const given = args[argument];
  if (property === undefined)
    return {
      accepted: true,
      value: given && read.isNullish(given) !== true ? given : undefined,
      place: `the key as ${ordinal} argument`,
    };
  const path = property.split('.');
  const holder = path.length > 1 ? given && read.get(given, ...path.slice(0, -1)) : given;
  // What spreads may bring is not asked for: it is there or it is not known.
  const [, value] = read.entries(holder).findLast(([name]) => name === path.at(-1)) ?? [];
  return {
    accepted: true,
    value,
    place: `\`${path.reduceRight((inner, name, index) => (index === path.length - 1 ? `{ ${name} }` : `{ ${name}: ${inner} }`), '')}\` as ${ordinal} argument`,
    unknown: value === undefined && holder !== undefined && read.isNullish(holder) !== true && !read.isWhole(holder),
  };
}

function keyByName({ args, read }: Call): Effect['key'] {
  for (const argument of args)
    for (const [name, value] of read.entries(argument))
      if (isIdempotencyOptionName(name)) return { accepted: true, value, place: `\`{ ${name} }\`` };
  return { accepted: false };
}

const shapes: Readonly<Record<Answer, ResultShape>> = {
  boolean: { kind: 'boolean' },
  row: { kind: 'row' },
  rows: { kind: 'rows' },
  count: { kind: 'count' },
};

export function claimMeaning(key: number, answer: Answer | 'throws', timeToLive: number | null | undefined): MeaningOf {
  return ({ args }) => ({
    is: 'claim',
    key: args[key],
    timeToLive,
    result: answer === 'throws' ? { kind: 'nothing' } : shapes[answer],
    throwsWhenLost: answer === 'throws',
  });
}

/** A read that asks whether the event was seen: what it is asked with identifies the event. */
export function guardMeaning(key: number, answer: Answer): MeaningOf {
  return ({ args, read }) => {
    const asked = args[key];
    const name = read.name(asked) ?? 'key';
    const value: Value = {
      kind: 'unknown',
      name,
      origins: read.origins(asked) | Origin.eventKey,
      type: null,
      maybeClaim: null,
    };
    return {
      is: 'operation',
      operations: [operation({ action: 'read', where: [{ column: name, operator: '=', values: [value] }] })],
      result: shapes[answer],
    };
  };
}

export function verifierMeaning(returns: Verification['returns'], provider: string | null): MeaningOf {
  return () => ({ is: 'verification', verification: { provider, returns } });
}

export function transactionMeaning(callback: number): MeaningOf {
  return ({ args }) => ({ is: 'transaction', callback: args[callback] });
}

export const nothingMeaning: MeaningOf = () => ({ is: 'nothing' });
