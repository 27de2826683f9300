import { createHash } from 'node:crypto';
import { WebhookOnceError } from './errors.ts';

/** Something whose text is the same on every delivery of an event: an id, a kind of effect, an amount in cents. */
export type IdempotencyKeyPart = string | number | bigint;

/** A part is missing or empty, so the key would be the same for different things. */
export class IdempotencyKeyPartError extends WebhookOnceError {
  override readonly name = 'IdempotencyKeyPartError';
  readonly code = 'INVALID_KEY_PART';
  /** Zero-based position of the part. */
  readonly index: number;

  constructor(index: number, requirement: string, observed: string) {
    super(`Part ${index + 1} of an idempotency key must be ${requirement}, but it is ${observed}.`);
    this.index = index;
  }
}

/** Stripe refuses longer keys, and most others allow as much. */
const LONGEST = 255;
const DIGEST_LENGTH = 64;

/**
 * Joins `parts` to a key that names one effect, the same on every retry and different for every other effect:
 *
 * ```ts
 * await stripe.transfers.create(transfer, { idempotencyKey: idempotencyKey('transfer', order.id) });
 * ```
 *
 * - Name the kind of effect first, so that two effects of one event have different keys.
 * - Different parts give different keys: `('a:b', 'c')` and `('a', 'b:c')` do not meet, as a `:` inside a part is escaped.
 * - A key is at most 255 characters long: a longer one keeps its start and ends in the SHA-256 of the whole.
 * - `undefined`, `null`, an empty text, `NaN` and the infinities are refused by {@link IdempotencyKeyPartError}: a key
 *   with a hole in it lets the effects of different events swallow each other.
 *
 * Never pass a random value, the time of the delivery or an attempt number: the retry would get another key.
 */
export function idempotencyKey(first: IdempotencyKeyPart, ...rest: readonly IdempotencyKeyPart[]): string {
  const key = [first, ...rest].map(escapePart).join(':');
  if (key.length <= LONGEST) return key;
  const digest = createHash('sha256').update(key).digest('hex');
  return `${key.slice(0, LONGEST - DIGEST_LENGTH - 1)}:${digest}`;
}

/** Callers in JavaScript, and values typed wider than they are, can bring anything. */
function escapePart(part: unknown, index: number): string {
  if (typeof part === 'string') {
    if (part === '') throw new IdempotencyKeyPartError(index, 'a text of at least one character', 'empty');
    return part.replaceAll('%', '%25').replaceAll(':', '%3A');
  }
  if (typeof part === 'bigint') return part.toString();
  if (typeof part === 'number') {
    if (!Number.isFinite(part)) throw new IdempotencyKeyPartError(index, 'a finite number', String(part));
    return String(part);
  }
  throw new IdempotencyKeyPartError(index, 'a string, a number or a bigint', part === null ? 'null' : typeof part);
}
