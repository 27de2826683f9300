import type { Database, Row, TableOptions, Transaction } from '../database.ts';
import { makeDatabase, makeTransaction } from './adapter.ts';
import type { Query } from './adapter.ts';

/** What is used of a transaction of PGlite. */
export interface PgliteTransaction {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** What is used of PGlite. */
export interface Pglite<Tx extends PgliteTransaction> extends PgliteTransaction {
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  listen(channel: string, wake: () => void): Promise<(...parameters: never[]) => Promise<void>>;
}

/** A database in PGlite, which has one connection: transactions run one after another. */
export function database<Tx extends PgliteTransaction>(pglite: Pglite<Tx>, options: TableOptions = {}): Database<Tx> {
  return makeDatabase<Tx>('postgres', options, {
    query: queryOf(pglite),
    transaction: (run) => pglite.transaction((tx) => run(transaction(tx, options))),
    listen: async (channel, wake) => {
      const unlisten = await pglite.listen(channel, wake);
      return () => unlisten();
    },
  });
}

/** The transaction that the caller is in: what `transaction` of PGlite gave. */
export function transaction<Tx extends PgliteTransaction>(tx: Tx, options: TableOptions = {}): Transaction<Tx> {
  return makeTransaction('postgres', options, tx, queryOf(tx));
}

function queryOf(pglite: PgliteTransaction): Query {
  return async (text, values) => (await pglite.query(text, [...values])).rows as Row[];
}
