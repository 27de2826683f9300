import type { Handle } from '../worker.ts';
import { jobData, jobId } from './job.ts';

export { eventOf } from './job.ts';
export type { JobData } from './job.ts';

/** What is used of `addJob`, of `makeWorkerUtils` and of a runner of `graphile-worker`. */
export type AddJob = (
  task: string,
  payload: unknown,
  spec: { jobKey: string; jobKeyMode: 'unsafe_dedupe' },
) => Promise<unknown>;

export interface GraphileWorkerOptions {
  /** The identifier of the task. */
  readonly task: string;
  /** Further parts of the job's spec: `queueName`, `maxAttempts`, `priority`. */
  readonly job?: Readonly<Record<string, unknown>>;
}

/** What its table takes as a key. */
const LONGEST = 512;

/**
 * Hands each event of an inbox to a task of Graphile Worker, with the event's key as the job's key:
 *
 * ```ts
 * inbox.work(handOff(utils.addJob, { task: 'webhook' }));
 * const taskList = { webhook: (payload) => processOnce(db, eventOf(payload), …) };
 * ```
 *
 * The row in the inbox is done once Graphile Worker has the job. After a crash in between the event is offered again under
 * the same key, and no second job is made while there is one, running and failed ones included (the other modes would start
 * a running one again). A job that succeeded is deleted at once and its key with it: from then on the claim that the job
 * makes in the database is what tells.
 */
export function handOff(addJob: AddJob, { task, job = {} }: GraphileWorkerOptions): Handle {
  return async (event) => {
    await addJob(task, jobData(event), { ...job, jobKey: jobId(event, LONGEST), jobKeyMode: 'unsafe_dedupe' });
  };
}
