import type { Database, TableOptions, Transaction } from '../database.ts';
import { connectionDatabase, connectionTransaction } from './sqlite-connection.ts';
import type { Calls } from './sqlite-connection.ts';

/** What is used of a `Database` of `better-sqlite3`. */
export interface BetterSqlite3 {
  prepare(text: string): {
    readonly reader: boolean;
    all(...values: unknown[]): unknown[];
    run(...values: unknown[]): unknown;
  };
  exec(text: string): unknown;
}

const calls: Calls<BetterSqlite3> = {
  all: (native, text, values) => {
    const statement = native.prepare(text);
    if (statement.reader) return statement.all(...values);
    statement.run(...values);
    return [];
  },
  exec: (native, text) => native.exec(text),
};

/**
 * A database behind a connection of `better-sqlite3`, which is given to the work. While a work awaits, what else is run on
 * this connection takes part in its transaction: give other code a connection of its own.
 */
export function database<Native extends BetterSqlite3>(native: Native, options: TableOptions = {}): Database<Native> {
  return connectionDatabase<Native>(native, calls, options);
}

/** The transaction that the caller began on a connection. */
export function transaction<Native extends BetterSqlite3>(
  native: Native,
  options: TableOptions = {},
): Transaction<Native> {
  return connectionTransaction<Native>(native, calls, options);
}
