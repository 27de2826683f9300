import type { Database, DialectName, Row, TableOptions, Transaction } from '../database.ts';
import { makeDatabase, makeTransaction, toQuestionMarks } from './adapter.ts';
import type { Query } from './adapter.ts';

/** What is used of the client that an interactive transaction of Prisma gives. */
export interface PrismaTransaction {
  $queryRawUnsafe<T = unknown>(text: string, ...values: unknown[]): PromiseLike<T>;
}

export interface PrismaTransactionOptions {
  /** Milliseconds to wait for a connection. */
  readonly maxWait?: number;
  /** Milliseconds after which Prisma rolls the transaction back, the wait for another delivery of the event included. */
  readonly timeout?: number;
}

/** What is used of a `PrismaClient`. */
export interface Prisma<Tx extends PrismaTransaction> extends PrismaTransaction {
  $transaction<T>(run: (tx: Tx) => Promise<T>, options?: PrismaTransactionOptions): Promise<T>;
}

export interface PrismaOptions extends TableOptions {
  /** `postgres` by default. */
  readonly dialect?: DialectName;
  /** Prisma gives up a transaction after 5 seconds and the wait for a connection after 2 when nothing is said here. */
  readonly transaction?: PrismaTransactionOptions;
}

/** A database behind a `PrismaClient`. The work is given the client of its interactive transaction. */
export function database<Tx extends PrismaTransaction>(prisma: Prisma<Tx>, options: PrismaOptions = {}): Database<Tx> {
  return makeDatabase<Tx>(options.dialect ?? 'postgres', options, {
    query: queryOf(prisma, options),
    transaction: (run) => prisma.$transaction((tx) => run(transaction(tx, options)), options.transaction),
  });
}

/** The transaction that the caller is in: the client that `$transaction` gave. */
export function transaction<Tx extends PrismaTransaction>(tx: Tx, options: PrismaOptions = {}): Transaction<Tx> {
  return makeTransaction(options.dialect ?? 'postgres', options, tx, queryOf(tx, options));
}

function queryOf(prisma: PrismaTransaction, { dialect = 'postgres' }: PrismaOptions): Query {
  return async (text, values) => {
    const bound = dialect === 'postgres' ? { text, values } : toQuestionMarks(text, values);
    return prisma.$queryRawUnsafe<Row[]>(bound.text, ...bound.values);
  };
}
