import type { CallRequest, Machine, Outcome } from './machine.ts';
import type { State } from './state.ts';
import type { NativeCall, NativeValue, Value } from './value.ts';

/** A function of the analysis itself. */
export type NativeFunction = (m: Machine, request: CallRequest, state: State) => Outcome[];

export function native(name: string, call: NativeFunction): NativeValue {
  return { kind: 'native', name, call: call as unknown as NativeCall };
}

export function callNative(m: Machine, value: NativeValue, request: CallRequest, state: State): Outcome[] {
  return (value.call as unknown as NativeFunction)(m, request, state);
}

export const answer = (state: State, value: Value): Outcome[] => [{ state, value }];
