import { Origin } from '../../../interpret/value.ts';
import type { ArrayValue, ConstantValue, Origins, UnknownValue, Value } from '../../../interpret/value.ts';
import type { Call, Meaning, ValueReader } from '../../types.ts';

export function constant(value: ConstantValue['value']): ConstantValue {
  return { kind: 'constant', value, origins: Origin.literal };
}

export function unknown(name: string | null, origins: Origins = 0): UnknownValue {
  return { kind: 'unknown', name, origins, type: null, maybeClaim: null };
}

export function list(items: readonly Value[]): ArrayValue {
  return { kind: 'array', items, rest: null };
}

/** An expression made of several values: nothing is known of it but where its parts come from. */
export function mixed(read: ValueReader, parts: readonly Value[], name: string | null = null): UnknownValue {
  return unknown(
    name,
    parts.reduce((origins, part) => origins | read.origins(part), 0),
  );
}

/** The receiver of a call as it was before the call. */
export function itself({ receiver }: Call): Meaning {
  return { is: 'value', value: { ...receiver, chain: receiver.chain.slice(0, -1) } };
}

/** Left out by the client: a property whose value is `undefined`. */
export function isUndefined(value: Value | undefined): boolean {
  return value?.kind === 'constant' && value.value === undefined;
}

export function isNull(value: Value | undefined): boolean {
  return value?.kind === 'constant' && value.value === null;
}

/** The items of an array, or the value by itself. */
export function itemsOrSelf(read: ValueReader, value: Value): readonly Value[] {
  return read.items(value) ?? [value];
}
