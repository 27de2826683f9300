import { AsyncLocalStorage } from 'node:async_hooks';
import { InvalidOptionError, SchemaMissingError, StatementFailedError, TransactionConflictError } from './errors.ts';

/** What is bound to a placeholder. Times never are: the clock is the database's. */
export type Parameter = string | number | null;

export type Row = Readonly<Record<string, unknown>>;

/** `mysql` is MySQL 8 and MariaDB from 10.6. */
export type DialectName = 'postgres' | 'sqlite' | 'mysql';

/** Where the tables are. */
export interface TableOptions {
  /**
   * The schema that holds the tables, or the database on MySQL; without one, the connection's own choice. Not for SQLite.
   */
  readonly schema?: string;
  /** What the tables' names begin with; `webhook_once_` by default. */
  readonly prefix?: string;
}

export interface Queryable {
  readonly dialect: DialectName;
  readonly tables: TableOptions;
  /**
   * Runs one statement with `$1` placeholders and gives the rows it returned. Throws what the client throws. On MySQL,
   * where a write returns no rows, the number of rows that it found is the `changed` of the only row.
   */
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
  /**
   * Opens a transaction, commits it when `run` is done and rolls it back when it throws. `readCommitted` asks for that
   * isolation where the usual one would lock rows that were only looked at (MySQL).
   */
  transaction<T>(
    run: (transaction: Transaction<Native>) => Promise<T>,
    options?: { readonly readCommitted?: boolean },
  ): Promise<T>;
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

/** An identifier as Postgres and SQLite take it; the client of MySQL rewrites it. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

const QUOTED = /'(?:[^']|'')*'|"((?:[^"]|"")*)"/g;

/** Identifiers as MySQL takes them. */
export function withBackticks(text: string): string {
  return text.replaceAll(QUOTED, (whole, name?: string) =>
    name === undefined ? whole : `\`${name.replaceAll('""', '"').replaceAll('`', '``')}\``,
  );
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
  readonly asText: (column: string) => string;
  /** The times and turns of rows that are open, in columns that an index is on. */
  readonly openDue: string;
  readonly openTurn: string;
  /** Follows a read that must see what is committed now, where a transaction would be shown an older state. */
  readonly latest: string;
}

/** Milliseconds since 1970, whatever the time zone of the connection is. */
export const MYSQL_NOW = "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)";

const expressions: Record<DialectName, Expressions> = {
  postgres: {
    // `now()` stands still in a transaction, and unlike `clock_timestamp()` an index can be searched by it.
    now: 'now()',
    later: (milliseconds) => `now() + (${milliseconds}::float8 * interval '1 millisecond')`,
    epoch: (time) => `(extract(epoch from ${time}) * 1000)::float8`,
    // As a plain subquery it may be run again for every row, and lock more rows than its limit says.
    isOneOf: (column, query) => `${column} = ANY(ARRAY(${query}))`,
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    asText: (column) => `CAST(${column} AS text)`,
    openDue: 'due_at',
    openTurn: 'turn',
    latest: '',
  },
  sqlite: {
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    later: (milliseconds) => `CAST(unixepoch('subsec') * 1000 AS INTEGER) + ${milliseconds}`,
    epoch: (time) => time,
    // One writer at a time: there is nothing to skip.
    isOneOf: (column, query) => `${column} IN (${query})`,
    skipLocked: '',
    asText: (column) => `CAST(${column} AS text)`,
    openDue: 'due_at',
    openTurn: 'turn',
    latest: '',
  },
  mysql: {
    now: MYSQL_NOW,
    later: (milliseconds) => `${MYSQL_NOW} + ${milliseconds}`,
    epoch: (time) => time,
    isOneOf: (column, query) => `${column} IN (${query})`,
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    asText: (column) => `CAST(${column} AS char)`,
    openDue: 'open_due',
    openTurn: 'open_turn',
    latest: 'FOR UPDATE',
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

/** Runs a write of this library and gives the number of rows that it changed. */
export async function change(
  queryable: Queryable,
  doing: string,
  text: string,
  values: readonly Parameter[],
): Promise<number> {
  if (queryable.dialect !== 'mysql')
    return (await run(queryable, doing, `${text} RETURNING 1 AS changed`, values)).length;
  const [row] = await run(queryable, doing, text, values);
  return Number(row?.changed);
}

/**
 * Changes the rows whose ids a query picks, locks and limits, and gives columns of them as they are then. Two that run at
 * once pick different rows.
 */
export async function changePicked(
  db: Database,
  doing: string,
  { table, pick, set, columns }: { table: string; pick: string; set: string; columns: string },
  values: readonly Parameter[],
): Promise<readonly Row[]> {
  if (db.dialect !== 'mysql') {
    const { isOneOf } = expressionsOf(db.dialect);
    return run(db, doing, `UPDATE ${table} SET ${set} WHERE ${isOneOf('id', pick)} RETURNING ${columns}`, values);
  }
  return db.transaction(
    async (transaction) => {
      const picked = await run(transaction, doing, pick, values);
      if (picked.length === 0) return [];
      const ids = picked.map((row) => Number(row.id)).join(', ');
      await run(transaction, doing, `UPDATE ${table} SET ${set} WHERE id IN (${ids})`, values);
      return run(transaction, doing, `SELECT ${columns} FROM ${table} WHERE id IN (${ids})`, []);
    },
    { readCommitted: true },
  );
}

const MISSING = new Set(['42P01', '42703', '3F000', 'ER_NO_SUCH_TABLE', 'ER_BAD_FIELD_ERROR', 'ER_BAD_DB_ERROR']);
const CONFLICT = new Set([
  '40001',
  '40P01',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
  'ER_LOCK_DEADLOCK',
  'ER_CHECKREAD',
]);

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
    state === '23505' ||
    state === 'ER_DUP_ENTRY' ||
    state === 'SQLITE_CONSTRAINT_UNIQUE' ||
    messageOf(error).includes('UNIQUE constraint failed')
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
