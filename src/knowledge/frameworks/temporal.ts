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
