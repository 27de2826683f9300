import { newToken, ownerOfThisProcess } from './claim-row.ts';
import { expressionsOf, isUniqueViolation, run, tableOf } from './database.ts';
import type { Database } from './database.ts';
import { TransactionConflictError } from './errors.ts';
import { eventColumns, parseEvent } from './inbox-event.ts';
import type { InboxEvent } from './inbox-event.ts';

/** A row that a worker holds. */
export interface Held {
  readonly id: string;
  readonly token: string;
}

export interface Taken extends Held {
  readonly event: InboxEvent;
}

const OPEN = `state IN ('pending', 'running')`;
/** Workers that take events of one object at the same moment; each time one of them gets on. */
const TRIES = 10;

/**
 * Takes events that are due: new ones, ones to be tried again, and ones whose lease ran out. `due_at` is the time of all
 * three, so that one index finds them.
 */
export async function takeDue(
  db: Database,
  { limit, leaseMs, maxAttempts }: { limit: number; leaseMs: number; maxAttempts: number },
): Promise<Taken[]> {
  const table = tableOf(db.tables, 'inbox');
  const { now, later, isOneOf, skipLocked } = expressionsOf(db.dialect);
  const token = newToken();
  const due = `SELECT id FROM ${table} AS i WHERE ${OPEN} AND due_at <= ${now} AND started < $3
  AND (turn IS NULL OR state = 'running' OR NOT EXISTS (
    SELECT 1 FROM ${table} AS other WHERE other.turn = i.turn AND other.id <> i.id
    AND other.state IN ('pending', 'running') AND (other.state = 'running' OR other.id < i.id)))
  ORDER BY due_at, id LIMIT $4 ${skipLocked}`;
  for (let tries = 1; ; tries++) {
    try {
      const rows = await run(
        db,
        'take events from the inbox',
        `UPDATE ${table} SET state = 'running', token = $1, owner = $2, due_at = ${later('$5')}, started = started + 1
WHERE ${isOneOf('id', due)} RETURNING ${eventColumns(db)}`,
        [token, ownerOfThisProcess(), maxAttempts, limit, leaseMs],
      );
      const taken = rows.map((row) => ({ id: row.id as string, token, event: parseEvent(row) }));
      return taken.sort((one, other) => Number(one.id) - Number(other.id));
    } catch (error) {
      const raced = isUniqueViolation(error) || error instanceof TransactionConflictError;
      if (!raced || tries === TRIES) throw error;
    }
  }
}

/** Events that were started as often as is allowed and whose worker never came back. */
export async function failAbandoned(db: Database, maxAttempts: number): Promise<InboxEvent[]> {
  const { now, isOneOf, skipLocked } = expressionsOf(db.dialect);
  const table = tableOf(db.tables, 'inbox');
  const abandoned = `SELECT id FROM ${table} WHERE ${OPEN} AND due_at <= ${now} AND started >= $1 ORDER BY due_at LIMIT 100 ${skipLocked}`;
  const rows = await run(
    db,
    'give up abandoned events',
    `UPDATE ${table} SET state = 'failed', completed_at = ${now}, token = NULL,
  error = coalesce(error, 'The worker ended without a word.')
WHERE ${isOneOf('id', abandoned)} RETURNING ${eventColumns(db)}`,
    [maxAttempts],
  );
  return rows.map(parseEvent);
}

/** Ends held rows well; gives the ids of those that were still held. Asking again for the same rows is answered alike. */
export function completeHeld(db: Database, held: readonly Held[]): Promise<Set<string>> {
  const { now } = expressionsOf(db.dialect);
  return updateHeld(
    db,
    'complete events',
    `state = 'done', completed_at = coalesce(completed_at, ${now}), error = NULL,
  finished = CASE WHEN state = 'running' THEN finished + 1 ELSE finished END`,
    `IN ('running', 'done')`,
    held,
  );
}

/** Makes the lease of held rows last from now; gives the ids of those that are still held. */
export function renewHeld(db: Database, held: readonly Held[], leaseMs: number): Promise<Set<string>> {
  const { later } = expressionsOf(db.dialect);
  return updateHeld(db, 'renew leases', `due_at = ${later('$2')}`, `= 'running'`, held, [leaseMs]);
}

async function updateHeld(
  db: Database,
  doing: string,
  set: string,
  state: string,
  held: readonly Held[],
  values: readonly number[] = [],
): Promise<Set<string>> {
  const { pairs } = expressionsOf(db.dialect);
  // In one order for all, as two statements that lock the same rows in different orders end each other.
  const given = held
    .map(({ id, token }) => ({ key: Number(id), proof: token }))
    .sort((one, other) => one.key - other.key);
  const rows = await run(
    db,
    doing,
    `UPDATE ${tableOf(db.tables, 'inbox')} AS i SET ${set} FROM ${pairs('$1')}
WHERE i.id = given.key AND i.token = given.proof AND i.state ${state} RETURNING CAST(id AS text) AS id`,
    [JSON.stringify(given), ...values],
  );
  return new Set(rows.map((row) => row.id as string));
}

/** Gives a held row back after a failure: to be tried again after a while, or, without one, as failed. */
export async function giveBack(
  db: Database,
  held: Held,
  error: string | null,
  retryMs: number | undefined,
): Promise<boolean> {
  const { now, later } = expressionsOf(db.dialect);
  const set =
    retryMs === undefined ? `state = 'failed', completed_at = ${now}` : `state = 'pending', due_at = ${later('$4')}`;
  const rows = await run(
    db,
    'give an event back',
    `UPDATE ${tableOf(db.tables, 'inbox')} SET ${set}, finished = finished + 1, error = $3
WHERE id = CAST($1 AS bigint) AND token = $2 AND state = 'running' RETURNING 1 AS given`,
    [held.id, held.token, error, ...(retryMs === undefined ? [] : [retryMs])],
  );
  return rows.length > 0;
}
