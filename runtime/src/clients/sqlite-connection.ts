import type { Database, Row, TableOptions, Transaction } from '../database.ts';
import { makeDatabase, makeTransaction, toQuestionMarks } from './adapter.ts';
import type { Query } from './adapter.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** How statements run on a connection that answers at once. */
export interface Calls<Native> {
  all(native: Native, text: string, values: readonly (string | number | null)[]): unknown[];
  exec(native: Native, text: string): unknown;
}

export function connectionDatabase<Native extends object>(
  native: Native,
  calls: Calls<Native>,
  options: TableOptions,
): Database<Native> {
  const query = queryOf(native, calls);
  return makeDatabase<Native>('sqlite', options, {
    query: (text, values) => oneAtATime(native, () => query(text, values)),
    transaction: (run) =>
      oneAtATime(native, async () => {
        // It will write: taking the lock at once waits for the others, where a later change of mind would fail.
        calls.exec(native, 'BEGIN IMMEDIATE');
        try {
          const result = await run(connectionTransaction(native, calls, options));
          calls.exec(native, 'COMMIT');
          return result;
        } catch (error) {
          try {
            calls.exec(native, 'ROLLBACK');
          } catch {
            // Some errors roll back by themselves; the first error is the one to tell.
          }
          throw error;
        }
      }),
  });
}

export function connectionTransaction<Native>(
  native: Native,
  calls: Calls<Native>,
  options: TableOptions,
): Transaction<Native> {
  return makeTransaction('sqlite', options, native, queryOf(native, calls));
}

function queryOf<Native>(native: Native, calls: Calls<Native>): Query {
  return (text, values) =>
    // Within the promise, so that what the call throws rejects it.
    Promise.resolve(toQuestionMarks(text, values)).then(
      (bound) => calls.all(native, bound.text, bound.values) as Row[],
    );
}
