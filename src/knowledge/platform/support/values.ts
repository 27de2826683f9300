import { Origin } from '../../../interpret/value.ts';
import type { ExternalValue, Origins, Value } from '../../../interpret/value.ts';
import type { Call, Meaning } from '../../types.ts';

/** Some value of which only the origins are known. */
export function unknownOf(origins: Origins, name: string | null = null): Value {
  return { kind: 'unknown', name, origins, type: null, maybeClaim: null };
}

export function valueOf(origins: Origins): Meaning {
  return { is: 'value', value: unknownOf(origins) };
}

/** Stands for what was handed in: copies, conversions, decodings. */
export function argument(call: Call, index = 0): Meaning | false {
  const value = call.args[index];
  return value === undefined ? false : { is: 'value', value };
}

/** A value of the platform, as other libraries hand it out. */
export function platformValue(root: string): ExternalValue {
  return { kind: 'external', package: 'global', root, chain: [], handle: null, origins: 0, data: null };
}

/** The call itself as a value, so that its steps stay readable, with origins of its own. */
export function chained(call: Call, origins: Origins): Meaning {
  return { is: 'value', value: { ...call.receiver, chain: call.chain, origins } };
}

export function has(origins: Origins, bit: keyof typeof Origin): boolean {
  return (origins & Origin[bit]) !== 0;
}
