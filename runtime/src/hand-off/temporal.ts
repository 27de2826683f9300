import type { Handle } from '../worker.ts';
import { jobData, jobId } from './job.ts';
import type { JobData } from './job.ts';

export { eventOf } from './job.ts';
export type { JobData } from './job.ts';

/** What is used of a `WorkflowClient` of `@temporalio/client` (`client.workflow`). */
export interface TemporalWorkflowClient {
  start(
    workflow: string,
    options: {
      taskQueue: string;
      workflowId: string;
      workflowIdReusePolicy: 'REJECT_DUPLICATE';
      workflowIdConflictPolicy: 'FAIL';
      args: [JobData];
    },
  ): Promise<unknown>;
}

export interface TemporalOptions {
  /** The type of the workflow, which is given the event. */
  readonly workflow: string;
  readonly taskQueue: string;
  /** Further options of the workflow: `workflowExecutionTimeout`, `memo`. */
  readonly start?: Readonly<Record<string, unknown>>;
}

/** What a server takes as an id unless it was told otherwise. */
const LONGEST = 1000;

/**
 * Starts a workflow of Temporal for each event of an inbox, with the event's key as the workflow's id:
 *
 * ```ts
 * inbox.work(handOff(client.workflow, { workflow: 'webhook', taskQueue: 'webhooks' }));
 * ```
 *
 * The row in the inbox is done once Temporal has the workflow, now or before. After a crash in between the event is offered
 * again under the same id, which Temporal refuses while the workflow runs and, once it ended, for the retention of the
 * namespace; from then on the claim that an activity makes in the database is what tells.
 */
export function handOff(client: TemporalWorkflowClient, { workflow, taskQueue, start = {} }: TemporalOptions): Handle {
  return async (event) => {
    try {
      await client.start(workflow, {
        ...start,
        taskQueue,
        workflowId: jobId(event, LONGEST),
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
        args: [jobData(event)],
      });
    } catch (error) {
      // By its name, as the application's copy of the class is not ours.
      if ((error as Partial<Error> | undefined)?.name !== 'WorkflowExecutionAlreadyStartedError') throw error;
    }
  };
}
