// Checked: graphile-worker 0.17 types. Documented: worker.graphile.org/docs/library/add-job.
import { Origin } from '../../interpret/value.ts';
import { effect, keyAt } from '../effects/support/effect.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';

const does = 'enqueues a job';
const addJob = effect('enqueue', does, { key: keyAt(2, 'jobKey'), keySpace: 'receiver' });

export const graphileWorker = defineLibrary({
  name: 'graphile-worker',
  packages: ['graphile-worker'],
  source: 'https://worker.graphile.org/docs/library/add-job',
  types: { WorkerUtils: ['makeWorkerUtils()'], Runner: ['run()'], JobHelpers: [] },
  members: {
    'JobHelpers.job.id': valueOf(Origin.eventKey),
    'JobHelpers.job.key': valueOf(Origin.eventKey),
    'JobHelpers.job.attempts': valueOf(Origin.attempt),
  },
  calls: {
    'WorkerUtils.addJob': addJob,
    'Runner.addJob': addJob,
    'JobHelpers.addJob': addJob,
    quickAddJob: effect('enqueue', does, { key: keyAt(3, 'jobKey') }),
    'JobHelpers.logger.*': { is: 'nothing' },
    'WorkerUtils.*': { is: 'nothing' },
  },
  registrations: [
    {
      by: 'type',
      functionTypes: ['Task'],
      parameterTypes: [],
      parameters: [{ delivery: 'message' }, { type: 'JobHelpers' }],
      kind: 'queue',
    },
  ],
});
