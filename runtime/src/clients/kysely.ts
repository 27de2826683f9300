import type { Database, DialectName, Parameter, Row, TableOptions, Transaction } from '../database.ts';
import { makeDatabase, makeTransaction, toQuestionMarks } from './adapter.ts';
import type { Query } from './adapter.ts';

interface RawQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly query: {
    readonly kind: 'RawNode';
    readonly sqlFragments: readonly string[];
    readonly parameters: readonly [];
  };
  readonly queryId: { readonly queryId: string };
}

/** What is used of a transaction of Kysely. */
export interface KyselyTransaction {
  executeQuery(query: RawQuery): Promise<{ readonly rows: unknown[] }>;
}

/** What is used of Kysely. */
export interface Kysely<Tx extends KyselyTransaction> extends KyselyTransaction {
  transaction(): { execute<T>(run: (tx: Tx) => Promise<T>): Promise<T> };
}

export interface KyselyOptions extends TableOptions {
  /** `postgres` by default. */
  readonly dialect?: Exclude<DialectName, 'mysql'>;
}

/** A database behind Kysely. The work is given Kysely's `Transaction`. */
export function database<Tx extends KyselyTransaction>(kysely: Kysely<Tx>, options: KyselyOptions = {}): Database<Tx> {
  return makeDatabase<Tx>(options.dialect ?? 'postgres', options, {
    query: queryOf(kysely, options),
    transaction: (run) => kysely.transaction().execute((tx) => run(transaction(tx, options))),
  });
}

/** The transaction that the caller is in. */
export function transaction<Tx extends KyselyTransaction>(tx: Tx, options: KyselyOptions = {}): Transaction<Tx> {
  return makeTransaction(options.dialect ?? 'postgres', options, tx, queryOf(tx, options));
}

let queries = 0;

function queryOf(kysely: KyselyTransaction, { dialect = 'postgres' }: KyselyOptions): Query {
  return async (text, values) => (await kysely.executeQuery(rawQuery(dialect, text, values))).rows as Row[];
}

/** What `CompiledQuery.raw` of Kysely makes. */
function rawQuery(dialect: DialectName, text: string, values: readonly Parameter[]): RawQuery {
  const bound = dialect === 'postgres' ? { text, values } : toQuestionMarks(text, values);
  return {
    sql: bound.text,
    parameters: bound.values,
    query: { kind: 'RawNode', sqlFragments: [bound.text], parameters: [] },
    queryId: { queryId: `webhook-once-${++queries}` },
  };
}
