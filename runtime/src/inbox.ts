import { createHash } from 'node:crypto';
import { change, expressionsOf, isUniqueViolation, run, tableOf } from './database.ts';
import type { Database, Parameter, Queryable, Transaction } from './database.ts';
import { InvalidEventError } from './errors.ts';
import { checkEvent, describeEvent } from './event.ts';
import type { EventKey } from './event.ts';
import { eventColumns, parseEvent } from './inbox-event.ts';
import type { InboxEvent } from './inbox-event.ts';
import { toStoredText } from './json.ts';
import { startWorker } from './worker.ts';
import type { Handle, Worker, WorkerOptions } from './worker.ts';

export interface IncomingEvent extends EventKey {
  /** The provider's name of what happened. */
  readonly type?: string;
  /** What the handler needs, kept as JSON. */
  readonly payload: unknown;
  /**
   * What the event is about, where its events must be handled one after another: `order:17`. Events with the same text
   * are handled in the order in which they were received, and never two at once; a retry holds up the ones behind it.
   */
  readonly turn?: string;
}

export interface FailedEvent extends InboxEvent {
  /** What it failed with at last. */
  readonly error: string | undefined;
  readonly failedAt: Date;
}

export interface InboxStats {
  readonly pending: number;
  readonly running: number;
  readonly failed: number;
  /** Milliseconds for which the event that is due the longest has been waiting; 0 where none is due. */
  readonly lag: number;
}

export interface Inbox {
  readonly db: Database;
  /** What workers listen on. */
  readonly channel: string;
  /**
   * Keeps the event, unless it was received before, and wakes the workers. It is safe once this resolves: answer the
   * provider then, and with an error status when it throws. Given a transaction, it is kept when that commits.
   *
   * @throws InvalidEventError, ResultNotJsonError, SchemaMissingError, StatementFailedError
   */
  receive(event: IncomingEvent, target?: Transaction): Promise<{ duplicate: boolean }>;
  /**
   * Starts to take events and hand them to `handle`. Any number of workers may run, on any number of machines.
   *
   * An event is handled at least once: after a crash its lease runs out and it is handled again. Effects need a key that
   * their receiver honours, or `sendOnce`; writes to this database `processOnce`.
   */
  work(handle: Handle, options?: WorkerOptions): Worker;
  /** Events that failed as often as was allowed, the latest first. */
  failed(options?: { limit?: number }): Promise<FailedEvent[]>;
  /** Lets a failed event start again with all its attempts; false where it has not failed. */
  requeue(event: EventKey): Promise<boolean>;
  stats(): Promise<InboxStats>;
}

/** What an index of every database takes. */
const LONGEST_TURN = 255;

/** The inbox in this database: events are received at once and worked off later, so that no provider waits for the work. */
export function createInbox(db: Database): Inbox {
  const table = tableOf(db.tables, 'inbox');
  const channel = channelOf(db);
  return {
    db,
    channel,
    receive: (event, target) => receive(target ?? db, channel, event),
    work: (handle, options) => startWorker({ db, channel }, handle, options),
    failed: async ({ limit = 100 } = {}) => {
      const rows = await run(
        db,
        'list failed events',
        `SELECT ${eventColumns(db)}, error, ${expressionsOf(db.dialect).epoch('completed_at')} AS ended
FROM ${table} WHERE state = 'failed' ORDER BY completed_at DESC, id DESC LIMIT $1`,
        [limit],
      );
      return rows.map((row) => ({
        ...parseEvent(row),
        error: (row.error as string | null) ?? undefined,
        failedAt: new Date(Number(row.ended)),
      }));
    },
    requeue: async (event) => {
      const key = checkEvent(event);
      const changed = await change(
        db,
        `requeue the ${describeEvent(key)}`,
        `UPDATE ${table} SET state = 'pending', due_at = ${expressionsOf(db.dialect).now}, started = 0, finished = 0, completed_at = NULL
WHERE source = $1 AND event_id = $2 AND state = 'failed'`,
        [key.source, key.eventId],
      );
      if (changed > 0) await wake(db, channel);
      return changed > 0;
    },
    stats: () => readStats(db, table),
  };
}

/** A name as long as Postgres allows, whatever the schema is called. */
function channelOf({ tables }: Queryable): string {
  const hash = createHash('sha256').update(tableOf(tables, 'inbox')).digest('hex');
  return `webhook_once_${hash.slice(0, 16)}`;
}

async function receive(
  target: Database | Transaction,
  channel: string,
  event: IncomingEvent,
): Promise<{ duplicate: boolean }> {
  const key = checkEvent(event);
  if (event.turn === '')
    throw new InvalidEventError('The turn of an event is empty; leave it out where there is none.');
  if ((event.turn?.length ?? 0) > LONGEST_TURN)
    throw new InvalidEventError(`The turn of an event is longer than ${LONGEST_TURN} characters.`);
  const insert = `INSERT INTO ${tableOf(target.tables, 'inbox')} (source, event_id, event_type, payload, turn)
VALUES ($1, $2, $3, $4, $5)`;
  const values = [
    key.source,
    key.eventId,
    event.type ?? null,
    toStoredText(event.payload) ?? 'null',
    event.turn ?? null,
  ];
  const doing = `receive the ${describeEvent(key)}`;
  if (target.dialect === 'mysql') return insertOnMysql(target, doing, insert, values);
  const unlessThere = `${insert} ON CONFLICT (source, event_id) DO NOTHING RETURNING id`;
  const rows = await run(
    target,
    doing,
    target.dialect === 'postgres'
      ? `WITH received AS (${unlessThere}) SELECT pg_notify($6, '')::text AS woken FROM received`
      : unlessThere,
    target.dialect === 'postgres' ? [...values, channel] : values,
  );
  return { duplicate: rows.length === 0 };
}

/** `INSERT IGNORE` would ignore more than a duplicate. */
async function insertOnMysql(
  target: Queryable,
  doing: string,
  insert: string,
  values: readonly Parameter[],
): Promise<{ duplicate: boolean }> {
  try {
    await run(target, doing, insert, values);
    return { duplicate: false };
  } catch (error) {
    if (isUniqueViolation(error)) return { duplicate: true };
    throw error;
  }
}

async function wake(db: Database, channel: string): Promise<void> {
  if (db.dialect === 'postgres')
    await run(db, 'wake the workers', `SELECT pg_notify($1, '')::text AS woken`, [channel]);
}

async function readStats(db: Database, table: string): Promise<InboxStats> {
  const { now, epoch } = expressionsOf(db.dialect);
  const [row] = await run(
    db,
    'count the events of the inbox',
    `SELECT (SELECT count(*) FROM ${table} WHERE state = 'failed') AS failed,
  sum(CASE WHEN state = 'pending' THEN 1 ELSE 0 END) AS pending, sum(CASE WHEN state = 'running' THEN 1 ELSE 0 END) AS running,
  ${epoch(now)} - min(CASE WHEN state = 'pending' AND due_at <= ${now} THEN ${epoch('due_at')} END) AS waits
FROM ${table} WHERE state IN ('pending', 'running')`,
    [],
  );
  const count = (value: unknown): number => Number(value ?? 0);
  return {
    pending: count(row?.pending),
    running: count(row?.running),
    failed: count(row?.failed),
    lag: Math.max(0, count(row?.waits)),
  };
}
