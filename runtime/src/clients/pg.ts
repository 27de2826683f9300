import type { Database, Row, TableOptions, Transaction, Unlisten } from '../database.ts';
import { TransactionAbortedError } from '../errors.ts';
import { makeDatabase, makeTransaction, refuseClient } from './adapter.ts';
import type { Query } from './adapter.ts';

interface Answer {
  readonly rows: unknown[];
  readonly command?: string;
}

/** What is used of a `PoolClient` of `pg`. */
export interface PgClient {
  query(text: string, values?: unknown[]): Promise<Answer>;
}

export interface PgPoolClient extends PgClient {
  release(error?: Error | boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** What is used of a `Pool` of `pg`. */
export interface PgPool<Client extends PgPoolClient = PgPoolClient> extends PgClient {
  connect(): Promise<Client>;
}

/** What is used of a `Client` of `pg` to listen on. */
export interface PgListener extends PgClient {
  connect(): Promise<unknown>;
  end(): Promise<unknown>;
  on(event: 'notification' | 'end', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** `connect` of `pg` has a second signature, for callbacks, which hides the first from inference. */
export type PgClientOf<Pool> = Pool extends {
  connect: { (): Promise<infer Client extends PgPoolClient>; (callback: never): unknown };
}
  ? Client
  : Pool extends PgPool<infer Client>
    ? Client
    : never;

export interface PgOptions extends TableOptions {
  /** Makes a client of its own to listen on, so that workers wake up at once: `() => new pg.Client(config)`. */
  readonly listener?: () => PgListener;
}

/** A database behind a `Pool` of `pg`. The work is given the `PoolClient` of its transaction. */
export function database<Pool extends PgPool>(pool: Pool, options: PgOptions = {}): Database<PgClientOf<Pool>> {
  const { listener } = options;
  return makeDatabase<PgClientOf<Pool>>('postgres', options, {
    query: queryOf(pool),
    transaction: (run) => inTransaction(pool as unknown as PgPool<PgClientOf<Pool>>, options, run),
    noticesAbortedCommit: true,
    ...(listener === undefined
      ? {}
      : {
          listen: (channel: string, wake: () => void, lost: (cause: unknown) => void) =>
            listenOn(listener(), channel, wake, lost),
        }),
  });
}

/** The transaction that the caller began on a client. */
export function transaction<Client extends PgClient>(client: Client, options: TableOptions = {}): Transaction<Client> {
  return makeTransaction('postgres', options, client, queryOf(client));
}

function queryOf(client: PgClient): Query {
  return async (text, values) => (await client.query(text, [...values])).rows as Row[];
}

async function inTransaction<Client extends PgPoolClient, T>(
  pool: PgPool<Client>,
  options: TableOptions,
  run: (transaction: Transaction<Client>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  if (typeof (client as Partial<PgPoolClient> | undefined)?.release !== 'function') {
    return refuseClient('a Pool of pg: on a Client two deliveries would share one transaction');
  }
  let broken: Error | undefined;
  // The pool listens on idle clients only, and an error that nobody listens to ends the process. The next query throws.
  const breakDown = (error: Error): void => {
    broken = error;
  };
  client.on('error', breakDown);
  try {
    await client.query('BEGIN');
    let result: T;
    try {
      result = await run(makeTransaction('postgres', options, client, queryOf(client), true));
    } catch (error) {
      try {
        await client.query('ROLLBACK');
      } catch (cause) {
        // The connection is gone, and its transaction with it; the first error is the one to tell.
        broken = asError(cause);
      }
      throw error;
    }
    const { command } = await client.query('COMMIT').catch((cause: unknown) => {
      broken = asError(cause);
      throw broken;
    });
    if (command === 'ROLLBACK') {
      throw new TransactionAbortedError(
        'The work caught an error of the database and returned, but its transaction was lost with that error.',
      );
    }
    return result;
  } finally {
    client.removeListener('error', breakDown);
    // A client that is given back with an error is thrown away.
    client.release(broken);
  }
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause), { cause });
}

async function listenOn(
  client: PgListener,
  channel: string,
  wake: () => void,
  lost: (cause: unknown) => void,
): Promise<Unlisten> {
  let open = true;
  const lose = (cause: unknown): void => {
    if (!open) return;
    open = false;
    lost(cause);
  };
  client.on('error', lose);
  client.on('end', () => {
    lose(new Error('The connection ended.'));
  });
  client.on('notification', wake);
  await client.connect();
  await client.query(`LISTEN "${channel.replaceAll('"', '""')}"`);
  return async () => {
    open = false;
    await client.end();
  };
}
