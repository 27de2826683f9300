import type { Database, TableOptions, Transaction } from '../database.ts';
import { connectionDatabase, connectionTransaction } from './sqlite-connection.ts';
import type { Calls } from './sqlite-connection.ts';

/** What is used of a `DatabaseSync` of `node:sqlite`. */
export interface NodeSqlite {
  prepare(text: string): { all(...values: (string | number | null)[]): unknown[] };
  exec(text: string): unknown;
}

const calls: Calls<NodeSqlite> = {
  all: (native, text, values) => native.prepare(text).all(...values),
  exec: (native, text) => native.exec(text),
};

/**
 * A database behind a `DatabaseSync` of `node:sqlite`, which is given to the work. While a work awaits, what else is run
 * on this connection takes part in its transaction: give other code a connection of its own.
 */
export function database<Native extends NodeSqlite>(native: Native, options: TableOptions = {}): Database<Native> {
  return connectionDatabase<Native>(native, calls, options);
}

/** The transaction that the caller began on a connection. */
export function transaction<Native extends NodeSqlite>(
  native: Native,
  options: TableOptions = {},
): Transaction<Native> {
  return connectionTransaction<Native>(native, calls, options);
}
