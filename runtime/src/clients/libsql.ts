import type { Database, Row, TableOptions, Transaction } from '../database.ts';
import { makeDatabase, makeTransaction, toQuestionMarks } from './adapter.ts';
import type { Query } from './adapter.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** What is used of a transaction of `@libsql/client`. */
export interface LibsqlTransaction {
  execute(statement: { sql: string; args: (string | number | null)[] }): Promise<{ rows: unknown[] }>;
}

export interface LibsqlOpenTransaction extends LibsqlTransaction {
  commit(): Promise<void>;
  rollback(): Promise<void>;
  close(): void;
}

/** What is used of a `Client` of `@libsql/client`. */
export interface LibsqlClient<Tx extends LibsqlOpenTransaction> extends LibsqlTransaction {
  transaction(mode: 'write'): Promise<Tx>;
}

/** A database behind a `Client` of `@libsql/client`. The work is given libSQL's transaction. */
export function database<Tx extends LibsqlOpenTransaction>(
  client: LibsqlClient<Tx>,
  options: TableOptions = {},
): Database<Tx> {
  const query = queryOf(client);
  return makeDatabase<Tx>('sqlite', options, {
    query: (text, values) => oneAtATime(client, () => query(text, values)),
    transaction: (run) =>
      oneAtATime(client, async () => {
        const tx = await client.transaction('write');
        try {
          const result = await run(transaction(tx, options));
          await tx.commit();
          return result;
        } finally {
          // Rolls back what was not committed.
          tx.close();
        }
      }),
  });
}

/** The transaction that the caller is in. */
export function transaction<Tx extends LibsqlTransaction>(tx: Tx, options: TableOptions = {}): Transaction<Tx> {
  return makeTransaction('sqlite', options, tx, queryOf(tx));
}

function queryOf(target: LibsqlTransaction): Query {
  return async (text, values) => {
    const bound = toQuestionMarks(text, values);
    return (await target.execute({ sql: bound.text, args: [...bound.values] })).rows as Row[];
  };
}
