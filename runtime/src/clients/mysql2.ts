import { withBackticks } from '../database.ts';
import type { Database, Row, TableOptions, Transaction } from '../database.ts';
import { makeDatabase, makeTransaction, refuseClient, toQuestionMarks } from './adapter.ts';
import type { Query } from './adapter.ts';

/** What is used of a connection of `mysql2/promise`. */
export interface Mysql2Connection {
  query(text: string, values: unknown[]): Promise<[unknown, unknown]>;
}

export interface Mysql2PoolConnection extends Mysql2Connection {
  release(): void;
  destroy(): void;
}

/** What is used of a pool of `mysql2/promise`. */
export interface Mysql2Pool<Connection extends Mysql2PoolConnection = Mysql2PoolConnection> extends Mysql2Connection {
  getConnection(): Promise<Connection>;
}

/**
 * A database behind a pool of `mysql2/promise`, of MySQL 8 or of MariaDB from 10.6. The work is given the connection of its
 * transaction.
 */
export function database<Connection extends Mysql2PoolConnection>(
  pool: Mysql2Pool<Connection>,
  options: TableOptions = {},
): Database<Connection> {
  return makeDatabase<Connection>('mysql', options, {
    query: queryOf(pool),
    transaction: (run, { readCommitted = false } = {}) => inTransaction(pool, options, run, readCommitted),
  });
}

/** The transaction that the caller began on a connection. */
export function transaction<Connection extends Mysql2Connection>(
  connection: Connection,
  options: TableOptions = {},
): Transaction<Connection> {
  return makeTransaction('mysql', options, connection, queryOf(connection));
}

function queryOf(connection: Mysql2Connection): Query {
  return async (text, values) => {
    const bound = toQuestionMarks(text, values);
    const [answer] = await connection.query(withBackticks(bound.text), [...bound.values]);
    if (!Array.isArray(answer)) return [{ changed: (answer as { affectedRows?: number }).affectedRows ?? 0 }];
    return answer.map(toTexts);
  };
}

/** Keys are kept as bytes. */
function toTexts(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? decoder.decode(value) : value]),
  );
}

const decoder = new TextDecoder();

async function inTransaction<Connection extends Mysql2PoolConnection, T>(
  pool: Mysql2Pool<Connection>,
  options: TableOptions,
  run: (transaction: Transaction<Connection>) => Promise<T>,
  readCommitted: boolean,
): Promise<T> {
  if (typeof (pool as Partial<Mysql2Pool>).getConnection !== 'function') {
    return refuseClient('a pool of mysql2/promise: on a connection two deliveries would share one transaction');
  }
  const connection = await pool.getConnection();
  const ended = { broken: false };
  try {
    if (readCommitted) await connection.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED', []);
    await connection.query('START TRANSACTION', []);
    let result: T;
    try {
      result = await run(makeTransaction('mysql', options, connection, queryOf(connection)));
    } catch (error) {
      try {
        await connection.query('ROLLBACK', []);
      } catch {
        // The connection is gone, and its transaction with it; the first error is the one to tell.
        ended.broken = true;
      }
      throw error;
    }
    try {
      await connection.query('COMMIT', []);
    } catch (error) {
      ended.broken = true;
      throw error;
    }
    return result;
  } finally {
    if (ended.broken) connection.destroy();
    else connection.release();
  }
}
