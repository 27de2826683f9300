import { change, expressionsOf, tableOf } from './database.ts';
import type { Database, Queryable, TableName } from './database.ts';
import { InvalidOptionError, RetentionTooShortError } from './errors.ts';

/** A length of time; the parts add up. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
}

export interface PruneOptions {
  /** Rows that were done longer ago than this are forgotten; 30 days by default. */
  readonly olderThan?: Duration;
  /** Only rows of this source. */
  readonly source?: string;
  /** Rows deleted by one statement; 1,000 by default. */
  readonly batch?: number;
  /** Forget rows although the provider can still send their events again. */
  readonly force?: boolean;
}

export interface Pruned {
  readonly claims: number;
  readonly inbox: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long the known providers go on delivering an event by themselves, in milliseconds. */
const windows: Readonly<Record<string, number>> = {
  stripe: 3 * DAY,
  github: 3 * DAY,
  shopify: 4 * HOUR,
  svix: 28 * HOUR,
  slack: 6 * MINUTE,
  paddle: 3 * DAY,
  razorpay: 8 * DAY,
  square: 3 * DAY,
};
const LONGEST_WINDOW = Math.max(...Object.values(windows));

/**
 * Forgets events that were done long ago, in batches that each commit, so that neither locks nor the log grow. What is
 * not done (running, released, pending, failed) is kept. Several may run at once.
 *
 * An event that was forgotten is new when it is delivered again, so less than the provider's window of retries is
 * refused; the 30 days by default leave time for a delivery that a person asks for in the provider's dashboard.
 * `source` is compared with the known providers up to its first `:` or `/`; of one that is not known, and of all sources
 * at once, the longest window counts.
 *
 * @throws RetentionTooShortError unless `force`
 * @throws InvalidOptionError, SchemaMissingError, StatementFailedError
 */
export async function prune(db: Database, options: PruneOptions = {}): Promise<Pruned> {
  const { olderThan = { days: 30 }, source, batch = 1000, force = false } = options;
  const age = (olderThan.days ?? 0) * DAY + (olderThan.hours ?? 0) * HOUR;
  if (!Number.isFinite(age) || age < 0) throw new InvalidOptionError('olderThan must be a length of time.');
  if (!Number.isInteger(batch) || batch < 1) throw new InvalidOptionError('batch must be a whole number above 0.');
  const provider = source?.split(/[:/]/)[0]?.toLowerCase();
  const window = provider === undefined ? LONGEST_WINDOW : (windows[provider] ?? LONGEST_WINDOW);
  if (age < window && !force) {
    throw new RetentionTooShortError(
      `${source ?? 'A provider'} may deliver an event again for ${window / HOUR} hours, and it would be processed again once it is forgotten after ${age / HOUR}. Pass force to do it all the same.`,
    );
  }
  const batches = { age, source: source ?? null, batch };
  return { claims: await pruneTable(db, 'claim', batches), inbox: await pruneTable(db, 'inbox', batches) };
}

async function pruneTable(
  db: Queryable,
  name: TableName,
  { age, source, batch }: { age: number; source: string | null; batch: number },
): Promise<number> {
  const table = tableOf(db.tables, name);
  const { isOneOf, later, skipLocked } = expressionsOf(db.dialect);
  const row = db.dialect === 'postgres' ? 'ctid' : 'rowid';
  const old = `completed_at < ${later('$1')} AND state = 'done' ${source === null ? '' : 'AND source = $3'}
ORDER BY completed_at LIMIT $2`;
  const where = db.dialect === 'mysql' ? old : isOneOf(row, `SELECT ${row} FROM ${table} WHERE ${old} ${skipLocked}`);
  let deleted = 0;
  for (;;) {
    const rows = await change(db, `prune ${table}`, `DELETE FROM ${table} WHERE ${where}`, [
      -age,
      batch,
      ...(source === null ? [] : [source]),
    ]);
    deleted += rows;
    if (rows < batch) return deleted;
  }
}
