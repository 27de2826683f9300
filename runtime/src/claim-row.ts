import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { expressionsOf, run, tableOf } from './database.ts';
import type { Queryable, Row } from './database.ts';
import { StatementFailedError } from './errors.ts';
import { describeEvent } from './event.ts';
import type { EventKey } from './event.ts';
import { fromStoredText } from './json.ts';

/** The newest way of writing a row that this version can read. */
const FORMAT = 1;

export interface ClaimRow {
  readonly state: 'running' | 'released' | 'done';
  readonly token: string;
  readonly owner: string;
  readonly since: Date;
  /** `undefined` where no lease was asked for: the row is never taken over. */
  readonly leaseUntil: Date | undefined;
  /** By the database's clock. */
  readonly expired: boolean;
  readonly started: number;
  readonly finished: number;
  readonly result: unknown;
  readonly error: string | undefined;
}

/** One that holds a claim, for people who look for it. */
export function ownerOfThisProcess(): string {
  return `${hostname()}:${process.pid}`;
}

export function newToken(): string {
  return randomUUID();
}

export async function readClaim(queryable: Queryable, event: EventKey): Promise<ClaimRow | undefined> {
  const { now, epoch, latest } = expressionsOf(queryable.dialect);
  const [row] = await run(
    queryable,
    `read the claim of ${describeEvent(event)}`,
    // Columns are named in one word: some clients rewrite names with an underscore.
    `SELECT state, token, owner, ${epoch('claimed_at')} AS since, ${epoch('lease_until')} AS until,
  CASE WHEN lease_until < ${now} THEN 1 ELSE 0 END AS expired, started, finished, result, error, format
FROM ${tableOf(queryable.tables, 'claim')} WHERE source = $1 AND event_id = $2 ${latest}`,
    [event.source, event.eventId],
  );
  return row === undefined ? undefined : parseClaim(row, event);
}

function parseClaim(row: Row, event: EventKey): ClaimRow {
  const format = Number(row.format);
  if (format > FORMAT) {
    throw new StatementFailedError(
      `The claim of ${describeEvent(event)} was written by a newer version of webhook-once (format ${format}).`,
      undefined,
      undefined,
    );
  }
  return {
    state: row.state as ClaimRow['state'],
    token: row.token as string,
    owner: row.owner as string,
    since: new Date(Number(row.since)),
    leaseUntil: row.until === null ? undefined : new Date(Number(row.until)),
    expired: Number(row.expired) === 1,
    started: Number(row.started),
    finished: Number(row.finished),
    result: fromStoredText(row.result),
    error: (row.error as string | null) ?? undefined,
  };
}
