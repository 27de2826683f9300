import { expressionsOf } from './database.ts';
import type { Queryable, Row } from './database.ts';
import type { EventKey } from './event.ts';
import { fromStoredText } from './json.ts';

export interface InboxEvent extends EventKey {
  /** The inbox's own number of the event. */
  readonly id: string;
  readonly type: string | undefined;
  readonly payload: unknown;
  readonly turn: string | undefined;
  readonly receivedAt: Date;
  /** How often it was started, this time included. */
  readonly attempt: number;
}

/** Columns are named in one word: some clients rewrite names with an underscore. */
export function eventColumns({ dialect }: Queryable): string {
  return `${expressionsOf(dialect).asText('id')} AS id, source, event_id AS event, event_type AS type, payload, turn,
  ${expressionsOf(dialect).epoch('received_at')} AS received, started`;
}

export function parseEvent(row: Row): InboxEvent {
  return {
    id: row.id as string,
    source: row.source as string,
    eventId: row.event as string,
    type: (row.type as string | null) ?? undefined,
    payload: fromStoredText(row.payload),
    turn: (row.turn as string | null) ?? undefined,
    receivedAt: new Date(Number(row.received)),
    attempt: Number(row.started),
  };
}
