import { inspect } from 'node:util';
import { newToken, ownerOfThisProcess, readClaim } from './claim-row.ts';
import { change, expressionsOf, isInsideWork, run, tableOf } from './database.ts';
import type { Database, Transaction } from './database.ts';
import { ClaimLostError, InsideTransactionError, InvalidOptionError, StatementFailedError } from './errors.ts';
import { checkEvent, describeEvent } from './event.ts';
import type { EventKey } from './event.ts';
import { toStoredText } from './json.ts';

export interface ClaimOptions {
  /**
   * Milliseconds after which somebody else may take the event over; 60,000 by default. Longer than the work takes, or
   * renewed by `renewEvent` meanwhile. `null`: never taken over, so that a crash leaves the event to a person.
   */
  readonly leaseMs?: number | null;
  /** How often the event may be started before it is given up; 5 by default. */
  readonly maxStarts?: number;
  /** Who claims, for people who look for it; host and process by default. */
  readonly owner?: string;
}

export type Claim =
  | {
      readonly won: true;
      /** Proves the claim to `completeEvent`, `releaseEvent` and `renewEvent`; a text that may be handed on. */
      readonly token: string;
      /** 1 for the first start of this event. */
      readonly attempt: number;
    }
  | {
      readonly won: false;
      /** `running`: somebody is at it. `done`: answer with success. `exhausted`: started too often, never finished. */
      readonly state: 'running' | 'done' | 'exhausted';
      readonly owner: string;
      readonly since: Date;
      /** When it may be taken over; `undefined` for a claim with no lease, and for one that is done. */
      readonly leaseUntil: Date | undefined;
      readonly started: number;
      /** Starts that ended by completing or releasing; the others crashed, or are at it. */
      readonly finished: number;
      /** What `completeEvent` was given. */
      readonly result: unknown;
      /** What `releaseEvent` was last given. */
      readonly error: string | undefined;
    };

const LEASE_MS = 60_000;
const MAX_STARTS = 5;
const LONGEST_ERROR = 2000;

/**
 * Claims an event for work that a rollback cannot undo, and commits the claim before the work begins.
 *
 * ```ts
 * const claim = await claimEvent(db, { source: 'stripe', eventId: event.id });
 * if (!claim.won) return new Response(null, { status: claim.state === 'running' ? 409 : 200 });
 * try {
 *   const label = await carrier.createLabel(order, { idempotencyKey: idempotencyKey('label', order.id) });
 *   await completeEvent(db, claim.token, { label: label.id });
 * } catch (error) {
 *   await releaseEvent(db, claim.token, error);
 *   throw error;
 * }
 * ```
 *
 * After a crash the event is taken over when its lease ran out, and its work runs again: effects in it need a key that
 * their receiver honours, or `sendOnce`.
 *
 * @throws InsideTransactionError, InvalidEventError, InvalidOptionError, SchemaMissingError, StatementFailedError
 */
export async function claimEvent(db: Database, event: EventKey, options: ClaimOptions = {}): Promise<Claim> {
  return claimKey(db, checkEvent(event), options);
}

export async function claimKey(db: Database | Transaction, event: EventKey, options: ClaimOptions): Promise<Claim> {
  const { leaseMs = LEASE_MS, maxStarts = MAX_STARTS, owner = ownerOfThisProcess() } = options;
  if (leaseMs !== null) checkPositive('leaseMs', leaseMs);
  checkPositive('maxStarts', maxStarts);
  if (db.kind === 'transaction' || isInsideWork()) {
    throw new InsideTransactionError(
      `The ${describeEvent(event)} cannot be claimed inside a transaction: a rollback would forget the claim and not the work.`,
    );
  }
  const token = newToken();
  let unanswered: unknown;
  for (;;) {
    try {
      if (unanswered !== undefined) {
        const before = await readClaim(db, event);
        if (before?.token === token) return { won: true, token: writeToken(event, token), attempt: before.started };
      }
      const started = await takeClaim(db, event, { token, owner, leaseMs, maxStarts });
      if (started !== undefined) return { won: true, token: writeToken(event, token), attempt: started };
      const row = await readClaim(db, event);
      // The answer to an earlier try was lost with its connection.
      if (row?.token === token) return { won: true, token: writeToken(event, token), attempt: row.started };
      if (row === undefined) continue;
      const free = row.state === 'released' || (row.state === 'running' && row.expired);
      if (free && row.started < maxStarts) continue;
      const state = free ? 'exhausted' : row.state === 'done' ? 'done' : 'running';
      const { since, leaseUntil, started: starts, finished, result, error } = row;
      return { won: false, state, owner: row.owner, since, leaseUntil, started: starts, finished, result, error };
    } catch (error) {
      if (unanswered !== undefined || !(error instanceof StatementFailedError)) throw error;
      unanswered = error;
    }
  }
}

interface Taking {
  readonly token: string;
  readonly owner: string;
  readonly leaseMs: number | null;
  readonly maxStarts: number;
}

/** One statement decides between all that try; gives the number of this start to the one that won. */
async function takeClaim(db: Database, event: EventKey, taking: Taking): Promise<number | undefined> {
  const { now, later } = expressionsOf(db.dialect);
  const lease = taking.leaseMs === null ? 'NULL' : later('$6');
  const columns = `(source, event_id, state, token, owner, claimed_at, lease_until)
VALUES ($1, $2, 'running', $3, $4, ${now}, ${lease})`;
  const table = tableOf(db.tables, 'claim');
  const rows = await run(
    db,
    `claim the ${describeEvent(event)}`,
    db.dialect === 'mysql'
      ? `INSERT INTO ${table} ${columns} ON DUPLICATE KEY UPDATE ${takeOverOnMysql(now)}`
      : `INSERT INTO ${table} AS c ${columns}
ON CONFLICT (source, event_id) DO UPDATE
SET state = 'running', token = excluded.token, owner = excluded.owner, claimed_at = excluded.claimed_at,
  lease_until = excluded.lease_until, started = c.started + 1
WHERE (c.state = 'released' OR (c.state = 'running' AND c.lease_until < ${now})) AND c.started < $5
RETURNING started`,
    [
      event.source,
      event.eventId,
      taking.token,
      taking.owner,
      taking.maxStarts,
      ...(taking.leaseMs === null ? [] : [taking.leaseMs]),
    ],
  );
  // A write returns no columns on MySQL: the row is read next, and the token in it tells.
  return rows[0]?.started === undefined ? undefined : Number(rows[0].started);
}

/** Assigned from left to right: once the token is the new one, the rest follows it. */
function takeOverOnMysql(now: string): string {
  const taken = (column: string, value: string): string => `${column} = IF(token = $3, ${value}, ${column})`;
  return [
    `token = IF((state = 'released' OR (state = 'running' AND lease_until < ${now})) AND started < $5, $3, token)`,
    taken('state', "'running'"),
    taken('owner', '$4'),
    taken('claimed_at', now),
    taken('lease_until', 'VALUES(lease_until)'),
    taken('started', 'started + 1'),
  ].join(', ');
}

/**
 * Ends a claim: the event is done, and later deliveries are given `result` (kept as JSON). Given a transaction, it is
 * done when that commits, together with what else is written in it. A second call with the same token changes nothing.
 *
 * @throws ClaimLostError when the lease ran out and somebody else took the event over: undo or report, and do not retry
 * @throws ResultNotJsonError, SchemaMissingError, StatementFailedError
 */
export async function completeEvent(target: Database | Transaction, token: string, result?: unknown): Promise<void> {
  const { event, secret } = readToken(token);
  const { now } = expressionsOf(target.dialect);
  const changed = await change(
    target,
    `complete the ${describeEvent(event)}`,
    `UPDATE ${tableOf(target.tables, 'claim')}
SET state = 'done', result = $4, error = NULL, lease_until = NULL, completed_at = ${now}, finished = finished + 1
WHERE source = $1 AND event_id = $2 AND token = $3 AND state = 'running'`,
    [event.source, event.eventId, secret, toStoredText(result)],
  );
  if (changed === 0) await checkEnded(target, event, secret, 'done');
}

/**
 * Gives a claim back after a failure, so that the next delivery may start the event at once; `error` is kept for people.
 * A second call with the same token changes nothing.
 *
 * @throws ClaimLostError when somebody else took the event over
 * @throws SchemaMissingError, StatementFailedError
 */
export async function releaseEvent(target: Database | Transaction, token: string, error?: unknown): Promise<void> {
  const { event, secret } = readToken(token);
  const changed = await change(
    target,
    `release the ${describeEvent(event)}`,
    `UPDATE ${tableOf(target.tables, 'claim')}
SET state = 'released', error = $4, lease_until = NULL, finished = finished + 1
WHERE source = $1 AND event_id = $2 AND token = $3 AND state = 'running'`,
    [event.source, event.eventId, secret, describeError(error)],
  );
  if (changed === 0) await checkEnded(target, event, secret, 'released');
}

/**
 * Makes the lease of a claim last `leaseMs` (60,000 by default) from now, also when it had run out and nobody took over.
 *
 * @throws ClaimLostError when somebody else took the event over, or it was ended: stop working on it
 * @throws InvalidOptionError, SchemaMissingError, StatementFailedError
 */
export async function renewEvent(db: Database, token: string, options: { leaseMs?: number } = {}): Promise<void> {
  const { event, secret } = readToken(token);
  const leaseMs = checkPositive('leaseMs', options.leaseMs ?? LEASE_MS);
  const { later } = expressionsOf(db.dialect);
  const changed = await change(
    db,
    `renew the claim of the ${describeEvent(event)}`,
    `UPDATE ${tableOf(db.tables, 'claim')} SET lease_until = ${later('$4')}
WHERE source = $1 AND event_id = $2 AND token = $3 AND state = 'running'`,
    [event.source, event.eventId, secret, leaseMs],
  );
  if (changed === 0) throw lost(event);
}

/** No row was changed: it was ended by this very token before, or it is no longer this one's. */
async function checkEnded(
  target: Database | Transaction,
  event: EventKey,
  secret: string,
  state: 'done' | 'released',
): Promise<void> {
  const row = await readClaim(target, event);
  if (row?.token !== secret || row.state !== state) throw lost(event);
}

function lost(event: EventKey): ClaimLostError {
  return new ClaimLostError(`The claim of the ${describeEvent(event)} is lost: its lease ran out, or it was ended.`);
}

export function describeError(error: unknown): string | null {
  if (error === undefined || error === null) return null;
  const text =
    error instanceof Error ? `${error.name}: ${error.message}` : typeof error === 'string' ? error : inspect(error);
  return text.replaceAll('\0', '').toWellFormed().slice(0, LONGEST_ERROR).toWellFormed();
}

export function checkPositive(option: string, value: number): number {
  if (!Number.isFinite(value) || value <= 0) {
    throw new InvalidOptionError(`${option} must be a number above 0, but it is ${value}.`);
  }
  return value;
}

/** The token names its event too, so that the row is found by its key. */
function writeToken({ source, eventId }: EventKey, secret: string): string {
  return [secret, source, eventId].map(encodeURIComponent).join(':');
}

function readToken(token: unknown): { event: EventKey; secret: string } {
  const parts = typeof token === 'string' ? token.split(':') : [];
  const [secret, source, eventId] = parts;
  if (secret === undefined || source === undefined || eventId === undefined || parts.length !== 3) {
    throw new InvalidOptionError('This is no token of claimEvent.');
  }
  return { event: { source: decodeURIComponent(source), eventId: decodeURIComponent(eventId) }, secret };
}
