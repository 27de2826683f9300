// Checked: @google-cloud/tasks 6.3.0 types. Documented: cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues.tasks/create.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt, nothing, under } from './support/effect.ts';

const versions = ['', 'v2.', 'v2beta2.', 'v2beta3.'];

export const cloudTasks = defineLibrary({
  name: '@google-cloud/tasks',
  packages: ['@google-cloud/tasks'],
  source: 'https://cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues.tasks/create',
  types: { Client: versions.map((version) => `${version}CloudTasksClient.new`) },
  typeAliases: { CloudTasksClient: 'Client' },
  calls: {
    'Client.createTask': effect('enqueue', 'enqueues a task', { key: keyAt(0, 'task', 'name') }),
    ...each(['Client.bufferTask', 'Client.runTask'], effect('enqueue', 'enqueues a task')),
    ...each(
      under('Client', [
        'createQueue',
        'updateQueue',
        'deleteQueue',
        'purgeQueue',
        'pauseQueue',
        'resumeQueue',
        'deleteTask',
      ]),
      idempotent('updates a queue'),
    ),
    ...each(
      under('Client', [
        'queuePath',
        'taskPath',
        'locationPath',
        'getTask',
        'listTasks',
        'getQueue',
        'listQueues',
        'close',
      ]),
      nothing,
    ),
  },
});
