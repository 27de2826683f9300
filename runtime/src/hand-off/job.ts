import { createHash } from 'node:crypto';
import { InvalidOptionError } from '../errors.ts';
import type { EventKey } from '../event.ts';
import type { InboxEvent } from '../inbox-event.ts';

/** What an engine's job carries: the event, as JSON can say it. */
export type JobData = Omit<InboxEvent, 'receivedAt'> & { readonly receivedAt: string };

/** The part of an event that names it, which no attempt changes. */
export function jobData(event: InboxEvent): JobData {
  return { ...event, receivedAt: event.receivedAt.toISOString() };
}

/**
 * The event out of a job's data, for the code that the engine runs. An engine forgets the ids of its finished jobs, so that
 * a hand-off which is repeated after that makes a second job: let the job claim the event by `processOnce` or `claimEvent`.
 *
 * @throws InvalidOptionError when it holds none
 */
export function eventOf(data: unknown): InboxEvent {
  const { source, eventId, receivedAt } = (data ?? {}) as Partial<JobData>;
  if (typeof source !== 'string' || typeof eventId !== 'string' || typeof receivedAt !== 'string') {
    throw new InvalidOptionError('This job was not handed off by an inbox: its data holds no event.');
  }
  return { ...(data as JobData), receivedAt: new Date(receivedAt) };
}

const DIGEST_LENGTH = 64;

/**
 * A text that names the event and nothing else: of letters, digits and `%.-_~!*'()`, the parts joined by `/`, so that it is
 * never a number and holds no `:`. One that would be too long keeps its start and ends in the SHA-256 of the whole.
 */
export function jobId({ source, eventId }: EventKey, longest: number): string {
  const id = `${encodeURIComponent(source)}/${encodeURIComponent(eventId)}`;
  if (id.length <= longest) return id;
  const digest = createHash('sha256').update(id).digest('hex');
  return `${id.slice(0, longest - DIGEST_LENGTH - 1)}/${digest}`;
}

/** For engines whose ids are UUIDs: one of version 8, made of the SHA-256 of the event's key. */
export function jobUuid(event: EventKey): string {
  const bytes = createHash('sha256').update(jobId(event, Infinity)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
