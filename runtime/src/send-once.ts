import { claimKey, completeEvent, releaseEvent } from './claim.ts';
import type { Claim } from './claim.ts';
import type { Database } from './database.ts';
import { EventExhaustedError, EventInProgressError } from './errors.ts';
import { checkEffectKey } from './event.ts';

/** The largest number that the column holds. */
const UNLIMITED = 2_147_483_647;

export type Sent =
  | { readonly outcome: 'sent'; readonly result: unknown }
  /** It was sent before; `result` is what `send` returned then, as kept in JSON. */
  | { readonly outcome: 'sent before'; readonly result: unknown }
  /**
   * It was begun, and nobody recorded how it ended: another delivery is sending right now, or one crashed or failed in
   * it. It is not sent again; a person, or a look at the receiver, decides.
   */
  | {
      readonly outcome: 'unknown';
      readonly owner: string;
      readonly since: Date;
      readonly error: string | undefined;
    };

export interface SendOptions {
  /**
   * Whether an error of `send` proves that nothing was sent (refused before it was accepted: a 4xx, a refused
   * connection). Then the next call may send. By default no error proves it: a timeout may hide a message that left.
   */
  readonly provesNotSent?: (error: unknown) => boolean;
}

/**
 * At most once: a crash or an error inside `send` loses the message for good, and never sends it twice.
 *
 * ```ts
 * await sendOnce(db, idempotencyKey('receipt', order.id), () => mailer.send(receipt));
 * ```
 *
 * For what has no key of its own at its receiver and hurts more twice than not at all. The record is committed before
 * `send` begins. When `send` throws, its error is thrown on, and later calls answer `unknown` unless `provesNotSent`
 * said that nothing left. Refuses to run inside a transaction, whose rollback would forget the record and not the message.
 *
 * @throws InsideTransactionError, InvalidEventError, ResultNotJsonError, SchemaMissingError, StatementFailedError; what `send` throws
 */
export async function sendOnce(
  db: Database,
  key: string,
  send: () => Promise<unknown>,
  options: SendOptions = {},
): Promise<Sent> {
  const claim = await claimKey(db, checkEffectKey(key), { leaseMs: null, maxStarts: UNLIMITED });
  if (!claim.won) return describeLost(claim);
  let result: unknown;
  try {
    result = await send();
  } catch (error) {
    if (options.provesNotSent?.(error) === true) await releaseEvent(db, claim.token, error);
    throw error;
  }
  await completeEvent(db, claim.token, result);
  return { outcome: 'sent', result };
}

function describeLost(claim: Exclude<Claim, { won: true }>): Sent {
  if (claim.state === 'done') return { outcome: 'sent before', result: claim.result };
  return { outcome: 'unknown', owner: claim.owner, since: claim.since, error: claim.error };
}

export interface SendAtLeastOnceOptions {
  /** Milliseconds after which a send that nobody recorded is tried again; longer than `send` takes. 60,000 by default. */
  readonly leaseMs?: number;
  /** How often it may be begun; 20 by default. */
  readonly maxStarts?: number;
}

/**
 * At least once: a crash after `send` and before its record sends the message a second time, and never loses it.
 *
 * The opposite of {@link sendOnce}, for what hurts more not at all than twice. Two calls at the same time do not both
 * send: the second one throws `EventInProgressError`, so answer with an error status and let the provider, or the worker,
 * try again. When `send` throws, its error is thrown on and the next call sends.
 *
 * @throws EventInProgressError while another call is sending, or crashed in it and its lease has not run out
 * @throws EventExhaustedError when it was begun `maxStarts` times
 * @throws InsideTransactionError, InvalidEventError, ResultNotJsonError, SchemaMissingError, StatementFailedError; what `send` throws
 */
export async function sendAtLeastOnce(
  db: Database,
  key: string,
  send: () => Promise<unknown>,
  { leaseMs = 60_000, maxStarts = 20 }: SendAtLeastOnceOptions = {},
): Promise<Exclude<Sent, { outcome: 'unknown' }>> {
  const claim = await claimKey(db, checkEffectKey(key), { leaseMs, maxStarts });
  if (!claim.won) {
    if (claim.state === 'done') return { outcome: 'sent before', result: claim.result };
    if (claim.state === 'running') throw new EventInProgressError(`${claim.owner} is sending ${key}.`, claim);
    throw new EventExhaustedError(`${key} was begun ${claim.started} times and never sent.`, claim.started);
  }
  let result: unknown;
  try {
    result = await send();
  } catch (error) {
    await releaseEvent(db, claim.token, error);
    throw error;
  }
  await completeEvent(db, claim.token, result);
  return { outcome: 'sent', result };
}
