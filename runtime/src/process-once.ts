import { newToken, ownerOfThisProcess, readClaim } from './claim-row.ts';
import {
  change,
  expressionsOf,
  insideWork,
  isConflict,
  isInsideWork,
  run,
  stateOf,
  tableOf,
  translate,
} from './database.ts';
import type { Database, Queryable, Transaction } from './database.ts';
import {
  CommitFailedError,
  EventInProgressError,
  InsideTransactionError,
  OutcomeUnknownError,
  TransactionAbortedError,
} from './errors.ts';
import { checkEvent, describeEvent } from './event.ts';
import type { EventKey } from './event.ts';
import { inTurn } from './in-turn.ts';
import { fromStoredText, toStoredText } from './json.ts';
import type { Stored } from './json.ts';
import { pause } from './pause.ts';

export interface Processed<T> {
  /** Whether an earlier delivery had processed the event, so that the work did not run now. */
  readonly duplicate: boolean;
  /** What the work returned, then or now, as it was kept: written as JSON and read again. */
  readonly result: Stored<T>;
}

/** The statements of one event; `transaction` is for the functions of this library that take one. */
export type Work<Native, T> = (native: Native, transaction: Transaction<Native>) => Promise<T> | T;

/** A transaction that the database gave up before the work began is begun again as often as this. */
const BEGINNINGS = 20;
/** Milliseconds to wait before each further try to ask what became of a commit. */
const ASK_AGAIN_AFTER = [0, 50, 200, 500, 1000, 2000, 4000];

/**
 * Claims the event and runs `work` in one transaction, so that both are kept or neither is.
 *
 * ```ts
 * await processOnce(database(pool), { source: 'stripe', eventId: event.id }, async (client) => {
 *   await client.query('UPDATE wallet SET cents = cents + $1 WHERE id = $2', [cents, wallet]);
 * });
 * ```
 *
 * - A duplicate waits for the delivery that is at it, then gets its result with `duplicate: true`. If that one failed,
 *   the duplicate does the work.
 * - A throw of the work rolls back the work and the claim, and is thrown on: answer with an error status and the provider
 *   sends the event again.
 * - Given a {@link Transaction}, it takes part in it, and the claim is kept when its owner commits. A lost claim does not
 *   harm the transaction. At REPEATABLE READ and above a duplicate makes it fail with {@link TransactionConflictError};
 *   its owner runs it again.
 * - What the work does elsewhere (a charge, a mail) cannot be rolled back: use `claimEvent`, or an inbox and `sendOnce`.
 * - When the connection is lost during the commit, the database is asked what became of it.
 *
 * @throws InvalidEventError, ResultNotJsonError, SchemaMissingError, StatementFailedError
 * @throws InsideTransactionError when the work asks for its own event
 * @throws EventInProgressError when the event is claimed with a lease by `claimEvent`
 * @throws TransactionConflictError when the database gave up the transaction: deliver again
 * @throws TransactionAbortedError when the work caught an error of the database and returned all the same
 * @throws CommitFailedError, OutcomeUnknownError when the commit failed
 */
export async function processOnce<Native, T>(
  target: Database<Native> | Transaction<Native>,
  event: EventKey,
  work: Work<Native, T>,
): Promise<Processed<T>> {
  const key = checkEvent(event);
  if (isInsideWork(workOf(key))) {
    throw new InsideTransactionError(`The ${describeEvent(key)} is being processed by the caller itself.`);
  }
  const processed =
    target.kind === 'transaction'
      ? await claimAndWork(target, key, newToken(), work)
      : await processAlone(target, key, work);
  return processed as Processed<T>;
}

function workOf({ source, eventId }: EventKey): string {
  return `${source}\0${eventId}`;
}

interface Outcome {
  readonly duplicate: boolean;
  readonly result: unknown;
}

interface Progress {
  worked: 'not begun' | 'begun' | 'returned';
  outcome?: Outcome;
}

/** Duplicates of one process wait for each other here, so that they do not take every connection of the pool to wait. */
function processAlone<Native>(db: Database<Native>, event: EventKey, work: Work<Native, unknown>): Promise<Outcome> {
  return inTurn(db, workOf(event), async () => {
    for (let beginning = 1; ; beginning++) {
      const token = newToken();
      const progress: Progress = { worked: 'not begun' };
      try {
        return await db.transaction(async (transaction) => {
          const outcome = await claimAndWork(transaction, event, token, work, progress);
          progress.outcome = outcome;
          return outcome;
        });
      } catch (error) {
        if (progress.outcome !== undefined) return await findOut(db, event, token, progress.outcome, error);
        if (progress.worked === 'not begun' && beginning < BEGINNINGS && isConflict(error)) {
          await pause(Math.random() * 2 ** Math.min(beginning, 6));
          continue;
        }
        throw error;
      }
    }
  });
}

async function claimAndWork<Native>(
  transaction: Transaction<Native>,
  event: EventKey,
  token: string,
  work: Work<Native, unknown>,
  progress: Progress = { worked: 'not begun' },
): Promise<Outcome> {
  while (!(await insertDone(transaction, event, token)) && !(await takeReleased(transaction, event, token))) {
    const row = await readClaim(transaction, event);
    if (row?.state === 'done') return { duplicate: true, result: row.result };
    if (row?.state === 'running' && !row.expired) {
      throw new EventInProgressError(`The ${describeEvent(event)} is claimed with a lease by ${row.owner}.`, row);
    }
    // It was pruned, released or ran out since.
  }
  progress.worked = 'begun';
  const returned = await insideWork(workOf(event), async () => await work(transaction.native, transaction));
  const text = toStoredText(returned);
  // Also where there is nothing to keep: a transaction that the work broke refuses this, but answers COMMIT kindly.
  if (text !== null || transaction.noticesAbortedCommit !== true) await keepResult(transaction, event, token, text);
  progress.worked = 'returned';
  return { duplicate: false, result: fromStoredText(text) };
}

/** Waits for a transaction that holds the same event. A lost insert raises nothing, which would end the transaction. */
async function insertDone(queryable: Queryable, event: EventKey, token: string): Promise<boolean> {
  const { now } = expressionsOf(queryable.dialect);
  const insert = `INSERT INTO ${tableOf(queryable.tables, 'claim')} (source, event_id, state, token, owner, started, finished, completed_at)
VALUES ($1, $2, 'done', $3, $4, 1, 1, ${now})`;
  const doing = `claim the ${describeEvent(event)}`;
  const values = [event.source, event.eventId, token, ownerOfThisProcess()];
  if (queryable.dialect === 'mysql') {
    // How many rows it counts depends on the connection's flags; the token does not. It locks as a write from the start,
    // where several that lost a plain insert would lock as readers and end each other when they become writers.
    await run(queryable, doing, `${insert} ON DUPLICATE KEY UPDATE token = token`, values);
    return (await readClaim(queryable, event))?.token === token;
  }
  const rows = await run(
    queryable,
    doing,
    `${insert} ON CONFLICT (source, event_id) DO NOTHING RETURNING 1 AS won`,
    values,
  );
  return rows.length === 1;
}

/** A claim with a lease that was released, or ran out, may be ended by a transaction instead. */
async function takeReleased(queryable: Queryable, event: EventKey, token: string): Promise<boolean> {
  const { now } = expressionsOf(queryable.dialect);
  const changed = await change(
    queryable,
    `claim the ${describeEvent(event)}`,
    `UPDATE ${tableOf(queryable.tables, 'claim')}
SET state = 'done', token = $3, owner = $4, claimed_at = ${now}, lease_until = NULL, completed_at = ${now},
  started = started + 1, finished = finished + 1, error = NULL
WHERE source = $1 AND event_id = $2 AND (state = 'released' OR (state = 'running' AND lease_until < ${now}))`,
    [event.source, event.eventId, token, ownerOfThisProcess()],
  );
  return changed === 1;
}

async function keepResult(queryable: Queryable, event: EventKey, token: string, text: string | null): Promise<void> {
  const doing = `keep the result of the ${describeEvent(event)}`;
  const aborted = (options?: ErrorOptions): TransactionAbortedError =>
    new TransactionAbortedError(
      `The work on the ${describeEvent(event)} caught an error of the database and returned, but its transaction was lost with that error.`,
      options,
    );
  try {
    await queryable.query(
      `UPDATE ${tableOf(queryable.tables, 'claim')} SET result = $4 WHERE source = $1 AND event_id = $2 AND token = $3`,
      [event.source, event.eventId, token, text],
    );
  } catch (error) {
    if (stateOf(error) !== '25P02') throw translate(error, doing);
    throw aborted({ cause: error });
  }
  // After a deadlock MySQL has rolled back, and runs what follows as if nothing had happened.
  if (queryable.dialect === 'mysql' && (await readClaim(queryable, event))?.token !== token) throw aborted();
}

/**
 * The work returned and the commit failed. Whether the server carried it out is told by the token in the row, and
 * inserting the row again waits for a commit that is still under way.
 */
async function findOut(
  db: Database,
  event: EventKey,
  token: string,
  outcome: Outcome,
  cause: unknown,
): Promise<Outcome> {
  if (outcome.duplicate) return outcome;
  if (cause instanceof TransactionAbortedError) throw cause;
  let asking: unknown;
  for (const milliseconds of ASK_AGAIN_AFTER) {
    if (milliseconds > 0) await pause(milliseconds);
    try {
      const found = await askForCommit(db, event, token);
      asking = undefined;
      if (found === 'not kept') break;
      return found.token === token ? outcome : { duplicate: true, result: found.result };
    } catch (error) {
      asking = error;
    }
  }
  if (asking !== undefined) {
    throw new OutcomeUnknownError(
      `The commit of the ${describeEvent(event)} failed and the database cannot be asked what became of it.`,
      { cause: new AggregateError([cause, asking]) },
    );
  }
  if (isConflict(cause)) throw translate(cause, `commit the ${describeEvent(event)}`);
  throw new CommitFailedError(`The commit of the ${describeEvent(event)} failed; nothing was kept.`, { cause });
}

class Undo extends Error {}

async function askForCommit(
  db: Database,
  event: EventKey,
  token: string,
): Promise<'not kept' | { token: string; result: unknown }> {
  let kept: { token: string; result: unknown } | undefined;
  try {
    await db.transaction(async (transaction) => {
      if (!(await insertDone(transaction, event, token))) kept = await readClaim(transaction, event);
      // The row was only inserted to learn that nobody else's is there.
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return kept ?? 'not kept';
}
