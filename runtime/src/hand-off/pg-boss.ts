import type { Handle } from '../worker.ts';
import { jobData, jobUuid } from './job.ts';

export { eventOf } from './job.ts';
export type { JobData } from './job.ts';

/** What is used of `PgBoss`. */
export interface PgBossLike {
  send(queue: string, data: object, options: { id: string }): Promise<string | null>;
}

export interface PgBossOptions {
  /** The name of the queue, which exists. */
  readonly queue: string;
  /** Further options of the job: `retryLimit`, `priority`, `singletonKey`. */
  readonly job?: Readonly<Record<string, unknown>>;
}

/**
 * Hands each event of an inbox to a queue of pg-boss, with the event's key as the job's id (a UUID made of it, as pg-boss
 * takes no other):
 *
 * ```ts
 * inbox.work(handOff(boss, { queue: 'webhooks' }));
 * await boss.work('webhooks', async ([job]) => processOnce(db, eventOf(job.data), …));
 * ```
 *
 * The row in the inbox is done once pg-boss has the job. After a crash in between the event is offered again under the same
 * id, which pg-boss ignores until it deletes the job, a week after it ended by default; from then on the claim that the
 * job makes in the database is what tells.
 */
export function handOff(boss: PgBossLike, { queue, job = {} }: PgBossOptions): Handle {
  return async (event) => {
    // `null` for a job that it has already.
    await boss.send(queue, jobData(event), { ...job, id: jobUuid(event) });
  };
}
