import type { Handle } from '../worker.ts';
import { jobData, jobId } from './job.ts';
import type { JobData } from './job.ts';

export { eventOf } from './job.ts';
export type { JobData } from './job.ts';

/** What is used of a `Queue` of `bullmq`. */
export interface BullmqQueue {
  add(name: string, data: JobData, options: { jobId: string }): Promise<unknown>;
}

export interface BullmqOptions {
  /** The job's name; by default the event's type, or its source where it has none. */
  readonly name?: string;
  /** Further options of the job: `attempts`, `backoff`, `removeOnComplete`. */
  readonly job?: Readonly<Record<string, unknown>>;
}

/** As long as any key should be; Redis itself would take more. */
const LONGEST = 255;

/**
 * Hands each event of an inbox to a queue of BullMQ, with the event's key as the job's id:
 *
 * ```ts
 * inbox.work(handOff(queue));
 * new bullmq.Worker('webhooks', (job) => processOnce(db, eventOf(job.data), …));
 * ```
 *
 * The row in the inbox is done once BullMQ has the job. After a crash in between the event is offered again under the same
 * id, which BullMQ ignores as long as it knows the job; once it was removed (`removeOnComplete`, `removeOnFail`), or Redis
 * lost it, the claim that the job makes in the database is what tells.
 */
export function handOff(queue: BullmqQueue, { name, job = {} }: BullmqOptions = {}): Handle {
  return async (event) => {
    await queue.add(name ?? event.type ?? event.source, jobData(event), { ...job, jobId: jobId(event, LONGEST) });
  };
}
