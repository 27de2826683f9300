import type { Database, Parameter, Row, TableOptions, Transaction } from '../database.ts';
import { makeDatabase, makeTransaction } from './adapter.ts';
import type { Query } from './adapter.ts';

/** What is used of a transaction of Drizzle for Postgres. */
export interface DrizzleTransaction {
  // Drizzle's own type of a query is a class with private parts, which nothing else can satisfy.
  execute(query: never): PromiseLike<unknown>;
}

/** What is used of Drizzle for Postgres, on any of its drivers. */
export interface Drizzle<Tx extends DrizzleTransaction> extends DrizzleTransaction {
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
}

/** A database behind Drizzle. The work is given Drizzle's transaction. */
export function database<Tx extends DrizzleTransaction>(
  drizzle: Drizzle<Tx>,
  options: TableOptions = {},
): Database<Tx> {
  return makeDatabase<Tx>('postgres', options, {
    query: queryOf(drizzle),
    transaction: (run) => drizzle.transaction((tx) => run(transaction(tx, options))),
  });
}

/** The transaction that the caller is in. */
export function transaction<Tx extends DrizzleTransaction>(tx: Tx, options: TableOptions = {}): Transaction<Tx> {
  return makeTransaction('postgres', options, tx, queryOf(tx));
}

function queryOf(drizzle: DrizzleTransaction): Query {
  return async (text, values) => {
    const answer = await (drizzle.execute as (query: unknown) => PromiseLike<unknown>)(boundText(text, values));
    return (Array.isArray(answer) ? [...(answer as unknown[])] : (answer as { rows: Row[] }).rows) as Row[];
  };
}

/** A text that is bound already, in the shape that Drizzle asks a query for: what its own `sql` turns into in the end. */
function boundText(text: string, values: readonly Parameter[]): unknown {
  const query = {
    getSQL: () => query,
    toQuery: () => ({ sql: text, params: [...values] }),
  };
  return query;
}
