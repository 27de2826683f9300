import { newToken, ownerOfThisProcess } from './claim-row.ts';
import { change, changePicked, expressionsOf, isUniqueViolation, run, tableOf } from './database.ts';
import type { Database, Parameter } from './database.ts';
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
  const { now, later, skipLocked, openDue, openTurn } = expressionsOf(db.dialect);
  const token = newToken();
  const pick = `SELECT id FROM ${table} AS i WHERE ${OPEN} AND ${openDue} <= ${now} AND started < $3
  AND (turn IS NULL OR state = 'running' OR NOT EXISTS (
    SELECT 1 FROM ${table} AS other WHERE other.${openTurn} = i.turn AND other.id <> i.id
    AND other.state IN ('pending', 'running') AND (other.state = 'running' OR other.id < i.id)))
  ORDER BY ${openDue}, id LIMIT $4 ${skipLocked}`;
  const set = `state = 'running', token = $1, owner = $2, due_at = ${later('$5')}, started = started + 1`;
  for (let tries = 1; ; tries++) {
    try {
      const rows = await changePicked(
        db,
        'take events from the inbox',
        { table, pick, set, columns: eventColumns(db) },
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
  const { now, skipLocked, openDue } = expressionsOf(db.dialect);
  const table = tableOf(db.tables, 'inbox');
  const pick = `SELECT id FROM ${table} WHERE ${OPEN} AND ${openDue} <= ${now} AND started >= $1 ORDER BY ${openDue} LIMIT 100 ${skipLocked}`;
  const set = `state = 'failed', completed_at = ${now}, token = NULL, error = coalesce(error, 'The worker ended without a word.')`;
  const rows = await changePicked(db, 'give up abandoned events', { table, pick, set, columns: eventColumns(db) }, [
    maxAttempts,
  ]);
  return rows.map(parseEvent);
}

/** Ends held rows well; gives the ids of those that were still held. Asking again for the same rows is answered alike. */
export function completeHeld(db: Database, held: readonly Held[]): Promise<Set<string>> {
  const { now } = expressionsOf(db.dialect);
  return updateHeld(
    db,
    'complete events',
    // The state last: MySQL assigns from left to right, and what stands before it reads the old one.
    `completed_at = coalesce(completed_at, ${now}), error = NULL,
  finished = CASE WHEN state = 'running' THEN finished + 1 ELSE finished END, state = 'done'`,
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
  more: readonly Parameter[] = [],
): Promise<Set<string>> {
  const { asText } = expressionsOf(db.dialect);
  const table = tableOf(db.tables, 'inbox');
  // In one order for all, as two statements that lock the same rows in different orders end each other.
  const given = held.map(({ id, token }) => ({ id: Number(id), token })).sort((one, other) => one.id - other.id);
  const ids = `${asText('id')} AS id`;
  if (db.dialect === 'mysql') {
    // What it cannot return it is asked for; of one that takes a query for this it would search the whole table.
    const values = ['', ...more];
    const these = given.map(({ id, token }) => `(i.id = ${id} AND i.token = $${values.push(token)})`).join(' OR ');
    const where = `(${these}) AND i.state ${state}`;
    await run(db, doing, `UPDATE ${table} AS i SET ${set} WHERE ${where}`, values);
    const rows = await run(db, doing, `SELECT ${ids} FROM ${table} AS i WHERE ${where}`, values);
    return new Set(rows.map((row) => row.id as string));
  }
  const rows = await run(
    db,
    doing,
    `UPDATE ${table} AS i SET ${set} FROM ${HELD[db.dialect]}
WHERE i.id = given.key AND i.token = given.proof AND i.state ${state} RETURNING ${ids}`,
    [JSON.stringify(given.map(({ id, token }) => ({ key: id, proof: token }))), ...more],
  );
  return new Set(rows.map((row) => row.id as string));
}

/** The ids and tokens out of a parameter that holds them as JSON, so that the statement is the same for any number. */
const HELD = {
  // Through text, as some clients write a value for a JSON parameter as JSON once more.
  postgres: 'json_to_recordset($1::text::json) AS given(key bigint, proof text)',
  sqlite: `(SELECT json_extract(value, '$.key') AS key, json_extract(value, '$.proof') AS proof FROM json_each($1)) AS given`,
};

/** Gives a held row back after a failure: to be tried again after a while, or, without one, as failed. */
export async function giveBack(
  db: Database,
  held: Held,
  error: string | null,
  retryMs: number | undefined,
): Promise<boolean> {
  const { now, later } = expressionsOf(db.dialect);
  const set =
    retryMs === undefined ? `state = 'failed', completed_at = ${now}` : `state = 'pending', due_at = ${later('$3')}`;
  const changed = await change(
    db,
    'give an event back',
    `UPDATE ${tableOf(db.tables, 'inbox')} SET ${set}, finished = finished + 1, error = $2
WHERE id = ${Number(held.id)} AND token = $1 AND state = 'running'`,
    [held.token, error, ...(retryMs === undefined ? [] : [retryMs])],
  );
  return changed > 0;
}
