import type { Database, Row, TableOptions, Transaction } from '../database.ts';
import { makeDatabase, makeTransaction } from './adapter.ts';
import type { Query } from './adapter.ts';

/** What is used of the `sql` that a transaction of `postgres` is given. */
export interface PostgresTransaction {
  unsafe(text: string, values?: (string | number | null)[]): PromiseLike<readonly unknown[]>;
}

/** What is used of the `sql` of `postgres`. */
export interface PostgresSql<Tx extends PostgresTransaction> extends PostgresTransaction {
  begin(run: (sql: Tx) => Promise<unknown>): Promise<unknown>;
  listen(channel: string, wake: () => void, listening?: () => void): Promise<{ unlisten(): Promise<unknown> }>;
}

/** `begin` of `postgres` has a second signature, with options, which hides the first from inference. */
export type PostgresTransactionOf<Sql> = Sql extends {
  begin: {
    (run: (sql: infer Tx extends PostgresTransaction) => unknown): unknown;
    (options: never, run: never): unknown;
  };
}
  ? Tx
  : Sql extends PostgresSql<infer Tx>
    ? Tx
    : never;

/** A database behind the `sql` of `postgres`. The work is given the `sql` of its transaction. */
export function database<Sql extends PostgresSql<PostgresTransaction>>(
  sql: Sql,
  options: TableOptions = {},
): Database<PostgresTransactionOf<Sql>> {
  type Tx = PostgresTransactionOf<Sql>;
  const typed = sql as unknown as PostgresSql<Tx>;
  return makeDatabase<Tx>('postgres', options, {
    query: queryOf(sql),
    transaction: async <T>(run: (transaction: Transaction<Tx>) => Promise<T>) => {
      let result: { value: T } | undefined;
      // What `begin` is given back it may take for a list of queries.
      await typed.begin(async (tx) => {
        result = { value: await run(transaction(tx, options)) };
      });
      return (result as unknown as { value: T }).value;
    },
    // This client connects again by itself, and calls `wake` each time that it listens again.
    listen: async (channel, wake) => {
      const listening = await typed.listen(channel, wake, wake);
      return async () => {
        await listening.unlisten();
      };
    },
  });
}

/** The transaction that the caller is in: the `sql` that `begin` gave. */
export function transaction<Tx extends PostgresTransaction>(sql: Tx, options: TableOptions = {}): Transaction<Tx> {
  return makeTransaction('postgres', options, sql, queryOf(sql));
}

function queryOf(sql: PostgresTransaction): Query {
  return async (text, values) => [...(await sql.unsafe(text, [...values]))] as Row[];
}
