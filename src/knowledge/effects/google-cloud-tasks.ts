// Checked: @google-cloud/tasks 6.3 types. Documented: cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues.tasks/create.
import { defineLibrary } from '../types.ts';
import { effect, keyAt } from './support/effect.ts';

export const cloudTasks = defineLibrary({
  name: '@google-cloud/tasks',
  packages: ['@google-cloud/tasks'],
  source: 'https://cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues.tasks/create',
  types: { Client: ['CloudTasksClient.new', 'v2.CloudTasksClient.new', 'default.CloudTasksClient.new'] },
  typeAliases: { CloudTasksClient: 'Client' },
  calls: { 'Client.createTask': effect('enqueue', 'enqueues a task', { key: keyAt(0, 'task', 'name') }) },
});
