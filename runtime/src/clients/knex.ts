import type { Database, DialectName, Row, TableOptions, Transaction } from '../database.ts';
import { makeDatabase, makeTransaction, toQuestionMarks } from './adapter.ts';
import type { Query } from './adapter.ts';

/** What is used of a transaction of Knex. */
export interface KnexTransaction {
  raw(text: string, values: readonly (string | number | null)[]): PromiseLike<unknown>;
}

/** What is used of Knex. */
export interface Knex<Tx extends KnexTransaction> extends KnexTransaction {
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface KnexOptions extends TableOptions {
  /** `postgres` by default. */
  readonly dialect?: Exclude<DialectName, 'mysql'>;
}

/** A database behind Knex. The work is given Knex's transaction. */
export function database<Tx extends KnexTransaction>(knex: Knex<Tx>, options: KnexOptions = {}): Database<Tx> {
  return makeDatabase<Tx>(options.dialect ?? 'postgres', options, {
    query: queryOf(knex),
    transaction: (run) => knex.transaction((tx) => run(transaction(tx, options))),
  });
}

/** The transaction that the caller is in. */
export function transaction<Tx extends KnexTransaction>(tx: Tx, options: KnexOptions = {}): Transaction<Tx> {
  return makeTransaction(options.dialect ?? 'postgres', options, tx, queryOf(tx));
}

function queryOf(knex: KnexTransaction): Query {
  return async (text, values) => {
    const bound = toQuestionMarks(text, values);
    const answer = await knex.raw(bound.text, bound.values);
    return (Array.isArray(answer) ? answer : (answer as { rows: Row[] }).rows) as Row[];
  };
}
