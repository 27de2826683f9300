import { Origin } from '../../../interpret/value.ts';
import type { Value } from '../../../interpret/value.ts';
import type { Call, Meaning } from '../../types.ts';
import { chained, has } from './values.ts';

/** A digest of the delivery is no identity of the event; a digest of a key is as stable as the key. */
export function digestOf(call: Call, inputs: readonly (Value | undefined)[]): Meaning {
  const origins = inputs.reduce((all, value) => all | call.read.origins(value), 0);
  const ofPayload = has(origins, 'event') && !has(origins, 'eventKey') && !has(origins, 'businessKey');
  return chained(call, ofPayload || inputs.some(isWholeDelivery) ? Origin.bodyHash : origins);
}

function isWholeDelivery(value: Value | undefined): boolean {
  return value?.kind === 'event' && (value.part === 'raw' || value.part === 'body') && value.path.length === 0;
}
