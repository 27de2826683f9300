import type { Database, DialectName, Row, TableOptions, Transaction } from '../database.ts';
import { makeDatabase, makeTransaction, toQuestionMarks } from './adapter.ts';
import type { Query } from './adapter.ts';

/** What is used of an `EntityManager` of TypeORM. */
export interface TypeormManager {
  query<T>(text: string, values?: unknown[]): Promise<T>;
}

/** What is used of a `DataSource` of TypeORM. */
export interface TypeormDataSource<Tx extends TypeormManager> extends TypeormManager {
  transaction<T>(run: (manager: Tx) => Promise<T>): Promise<T>;
}

export interface TypeormOptions extends TableOptions {
  /** `postgres` by default. */
  readonly dialect?: DialectName;
}

/** A database behind a `DataSource`. The work is given the `EntityManager` of its transaction. */
export function database<Tx extends TypeormManager>(
  dataSource: TypeormDataSource<Tx>,
  options: TypeormOptions = {},
): Database<Tx> {
  return makeDatabase<Tx>(options.dialect ?? 'postgres', options, {
    query: queryOf(dataSource, options),
    transaction: (run) => dataSource.transaction((manager) => run(transaction(manager, options))),
  });
}

/** The transaction that the caller is in. */
export function transaction<Tx extends TypeormManager>(manager: Tx, options: TypeormOptions = {}): Transaction<Tx> {
  return makeTransaction(options.dialect ?? 'postgres', options, manager, queryOf(manager, options));
}

function queryOf(manager: TypeormManager, { dialect = 'postgres' }: TypeormOptions): Query {
  return async (text, values) => {
    const bound = dialect === 'postgres' ? { text, values } : toQuestionMarks(text, values);
    const answer = await manager.query<unknown[]>(bound.text, [...bound.values]);
    // An UPDATE or DELETE is answered with its rows and their number, everything else with the rows.
    const [rows, count] = answer;
    return (Array.isArray(rows) && typeof count === 'number' ? rows : answer) as Row[];
  };
}
