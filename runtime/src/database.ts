import { AsyncLocalStorage } from 'node:async_hooks';
import { InvalidOptionError, SchemaMissingError, StatementFailedError, TransactionConflictError } from './errors.ts';

/** What is bound to a placeholder. Times never are: the clock is the database's. */
export type Parameter = string | number | null;

export type Row = Readonly<Record<string, unknown>>;

export type DialectName = 'postgres' | 'sqlite';

/** Where the tables are. */
export interface TableOptions {
  /** The schema that holds the tables; without one, the connection's own search path decides. Not for SQLite. */
  readonly schema?: string;
  /** What the tables' names begin with; `webhook_once_` by default. */
  readonly prefix?: string;
}

export interface Queryable {
  readonly dialect: DialectName;
  readonly tables: TableOptions;
  /** Runs one statement with `$1` placeholders and gives the rows it returned. Throws what the client throws. */
  query(text: string, values: readonly Parameter[]): Promise<readonly Row[]>;
}

/**
 * A transaction that is open. `native` is the client's own object, which the work uses for its own statements.
 * Made by `transaction(…)` of a client's subpath from a transaction that the caller opened, and commits.
 */
export interface Transaction<Native = unknown> extends Queryable {
  /** As in {@link Database}. */
  readonly noticesAbortedCommit?: boolean;
  readonly kind: 'transaction';
  readonly native: Native;
}

export type Unlisten = () => Promise<void>;

/**
 * A database in which transactions can be opened. Made by `database(…)` of a client's subpath.
 */
export interface Database<Native = unknown> extends Queryable {
  readonly kind: 'database';
  /** Opens a transaction, commits it when `run` is done and rolls it back when it throws. */
  transaction<T>(run: (transaction: Transaction<Native>) => Promise<T>): Promise<T>;
  /** Whether `transaction` itself throws where the server answered a commit with a rollback. */
  readonly noticesAbortedCommit?: boolean;
  /**
   * Calls `wake` on each notification, on a connection of its own; calls `lost` once if that connection ends. Only where
   * the client can.
   */
  readonly listen?: (channel: string, wake: () => void, lost: (cause: unknown) => void) => Promise<Unlisten>;
}

interface OpenWork {
  readonly event: string;
  readonly outer: OpenWork | undefined;
}

const openWork = new AsyncLocalStorage<OpenWork>();

/** Runs the work of an event, so that what is called in it can tell that a transaction is open. */
export function insideWork<T>(event: string, run: () => Promise<T>): Promise<T> {
  return openWork.run({ event, outer: openWork.getStore() }, run);
}

/** Whether the caller is inside the work of this event, or of any. */
export function isInsideWork(event?: string): boolean {
  let work = openWork.getStore();
  if (event === undefined) return work !== undefined;
  while (work !== undefined && work.event !== event) work = work.outer;
  return work !== undefined;
}

const PREFIX = 'webhook_once_';
const LONGEST_PREFIX = 30;

export type TableName = 'claim' | 'inbox' | 'migration';

/** The quoted name of a table. */
export function tableOf({ schema, prefix = PREFIX }: TableOptions, table: TableName): string {
  const name = quote(prefix + table);
  return schema === undefined ? name : `${quote(schema)}.${name}`;
}

/** The quoted name of an index or a constraint; it begins with the prefix, so that two sets of tables do not collide. */
export function indexOf({ prefix = PREFIX }: TableOptions, name: string): string {
  return quote(prefix + name);
}

export function checkTableOptions({ schema, prefix }: TableOptions, dialect: DialectName): TableOptions {
  if (schema !== undefined && dialect === 'sqlite')
    throw new InvalidOptionError('SQLite has no schemas: use a prefix, or another file.');
  for (const [option, value] of Object.entries({ schema, prefix })) {
    if (value === undefined) continue;
    if (value === '' || value.includes('\0')) throw new InvalidOptionError(`The ${option} of the tables is no name.`);
    // Postgres cuts names at 63 bytes, and two cut names can meet.
    if (Buffer.byteLength(value) > (option === 'prefix' ? LONGEST_PREFIX : 63))
      throw new InvalidOptionError(`The ${option} of the tables is too long: ${value}`);
  }
  return { ...(schema === undefined ? {} : { schema }), ...(prefix === undefined ? {} : { prefix }) };
}

/** An identifier as both Postgres and SQLite take it. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** What differs in an expression between the databases. */
export interface Expressions {
  /** The database's clock, the same within a statement. */
  readonly now: string;
  /** The clock and as many milliseconds as the expression says. */
  readonly later: (milliseconds: string) => string;
  /** A time as milliseconds since 1970. */
  readonly epoch: (time: string) => string;
  /** Where `column` has one of the values that a query gives, which is run once and may lock and limit. */
  readonly isOneOf: (column: string, query: string) => string;
  readonly skipLocked: string;
  /** Rows of `key` and `proof`, called `given`, out of a parameter that holds them as JSON. */
  readonly pairs: (parameter: string) => string;
}

const expressions: Record<DialectName, Expressions> = {
  postgres: {
    // `now()` stands still in a transaction, and unlike `clock_timestamp()` an index can be searched by it.
    now: 'now()',
    later: (milliseconds) => `now() + (${milliseconds}::float8 * interval '1 millisecond')`,
    epoch: (time) => `(extract(epoch from ${time}) * 1000)::float8`,
    // As a plain subquery it may be run again for every row, and lock more rows than its limit says.
    isOneOf: (column, query) => `${column} = ANY(ARRAY(${query}))`,
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    // Through text, as some clients write a value for a JSON parameter as JSON once more.
    pairs: (parameter) => `json_to_recordset(${parameter}::text::json) AS given(key bigint, proof text)`,
  },
  sqlite: {
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    later: (milliseconds) => `CAST(unixepoch('subsec') * 1000 AS INTEGER) + ${milliseconds}`,
    epoch: (time) => time,
    // One writer at a time: there is nothing to skip.
    isOneOf: (column, query) => `${column} IN (${query})`,
    skipLocked: '',
    pairs: (parameter) =>
      `(SELECT json_extract(value, '$.key') AS key, json_extract(value, '$.proof') AS proof FROM json_each(${parameter})) AS given`,
  },
};

export function expressionsOf(dialect: DialectName): Expressions {
  return expressions[dialect];
}

/** Runs a statement of this library; `doing` says in an error what was being done. */
export async function run(
  queryable: Queryable,
  doing: string,
  text: string,
  values: readonly Parameter[],
): Promise<readonly Row[]> {
  try {
    return await queryable.query(text, values);
  } catch (error) {
    throw translate(error, doing);
  }
}

const MISSING = new Set(['42P01', '42703', '3F000']);
const CONFLICT = new Set(['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED']);

/** The failure in the words of this library, with the client's own as its cause. */
export function translate(error: unknown, doing: string): Error {
  const state = stateOf(error);
  if ((state !== undefined && MISSING.has(state)) || /no such (table|column)/.test(messageOf(error))) {
    return new SchemaMissingError(
      `Could not ${doing}: the tables are not there or are older than this version. Run \`npx webhook-once-migrate\`.`,
      { cause: error },
    );
  }
  if (isConflict(error)) {
    return new TransactionConflictError(
      `Could not ${doing}: the database rolled this transaction back in favour of another one; run it again.`,
      { cause: error },
    );
  }
  return new StatementFailedError(`Could not ${doing}: ${messageOf(error)}`, state, error);
}

/** Whether a unique key refused the statement. */
export function isUniqueViolation(error: unknown): boolean {
  const state = stateOf(error);
  return (
    state === '23505' || state === 'SQLITE_CONSTRAINT_UNIQUE' || messageOf(error).includes('UNIQUE constraint failed')
  );
}

/** Whether the database gave up the transaction for another one's sake. */
export function isConflict(error: unknown): boolean {
  const state = stateOf(error);
  return state !== undefined && CONFLICT.has(state);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Where clients and mappers keep the error of the driver below them. */
const INNER = ['cause', 'originalError', 'driverError', 'meta', 'driverAdapterError', 'rawCode', 'original'] as const;
const OUTER_CODE = /^P[12]\d{3}$/;

/** The SQLSTATE or SQLite's code, from however deep it was wrapped. */
export function stateOf(error: unknown): string | undefined {
  const seen = new Set<unknown>();
  const queue: unknown[] = [error];
  let found: string | undefined;
  while (queue.length > 0 && seen.size < 32) {
    const next = queue.shift();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const record = next as Record<string, unknown>;
    for (const key of ['originalCode', 'code'] as const) {
      const code = record[key];
      // The innermost one is the database's; a mapper's own (`P2010`) only looks like one.
      if (typeof code === 'string' && !OUTER_CODE.test(code)) found = code;
    }
    for (const key of INNER) queue.push(record[key]);
  }
  return found;
}
