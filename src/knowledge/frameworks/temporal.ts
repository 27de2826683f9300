// Checked: @temporalio/client 1.24 types. Documented: docs.temporal.io/workflows#workflow-id.
import { effect, each, keyAt } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';

const start = effect('enqueue', 'starts a workflow', { key: keyAt(1, 'workflowId') });

export const temporal = defineLibrary({
  name: '@temporalio/client',
  packages: ['@temporalio/client'],
  source: 'https://docs.temporal.io/workflows#workflow-id',
  types: { Client: ['Client.new'], WorkflowClient: ['WorkflowClient.new', 'Client.workflow'] },
  calls: {
    ...each(['WorkflowClient.start', 'WorkflowClient.execute', 'WorkflowClient.signalWithStart'], start),
    'WorkflowClient.getHandle().signal': effect('enqueue', 'signals a workflow'),
    'WorkflowClient.getHandle().*': { is: 'nothing' },
  },
});

/** An activity is tried again when it throws; its arguments are what the workflow gave it. */
export const temporalWorker = defineLibrary({
  name: '@temporalio/worker',
  packages: ['@temporalio/worker', '@temporalio/activity'],
  source: 'https://docs.temporal.io/develop/typescript/core-application#develop-activities',
  registrations: [
    {
      by: 'call',
      call: 'Worker.create',
      entries: { argument: 0, within: 'activities' },
      handlers: { argument: 0 },
      parameters: [{ delivery: 'message' }, { delivery: 'message' }],
      kind: 'queue',
    },
  ],
});
