// Checked: @upstash/qstash 2.12 types, cloud.google.com/tasks/docs/reference/rest (task names deduplicate), @azure/service-bus README.
import { webRequestAs } from '../platform/support/web-request.ts';
import { verifies } from '../providers/support/verification.ts';
import { defineLibrary } from '../types.ts';
import { each, effect, keyAt } from './support/effect.ts';

const request = webRequestAs('Request');

export const qstash = defineLibrary({
  name: '@upstash/qstash',
  packages: ['@upstash/qstash', '@upstash/qstash/nextjs', '@upstash/qstash/cloudflare', '@upstash/qstash/hono'],
  source: 'https://upstash.com/docs/qstash/features/deduplication',
  ...request,
  types: { ...request.types, Client: ['Client.new'], Queue: ['Client.queue()'], Receiver: ['Receiver.new'] },
  calls: {
    ...request.calls,
    ...each(
      ['Client.publish', 'Client.publishJSON', 'Queue.enqueue', 'Queue.enqueueJSON'],
      effect('enqueue', 'enqueues a message', { key: keyAt(0, 'deduplicationId') }),
    ),
    ...each(['Client.batch', 'Client.batchJSON'], effect('enqueue', 'enqueues messages')),
    'Receiver.verify': verifies(null, 'boolean', { payload: 'body' }),
  },
  registrations: ['verifySignatureAppRouter', 'verifySignature', 'verifySignatureEdge'].map((call) => ({
    by: 'call',
    call,
    handlers: { argument: 0 },
    parameters: [{ type: 'Request' }],
    kind: 'queue',
  })),
});

export const cloudTasks = defineLibrary({
  name: '@google-cloud/tasks',
  packages: ['@google-cloud/tasks'],
  source: 'https://cloud.google.com/tasks/docs/reference/rest/v2/projects.locations.queues.tasks/create',
  types: { Client: ['CloudTasksClient.new', 'v2.CloudTasksClient.new', 'default.CloudTasksClient.new'] },
  typeAliases: { CloudTasksClient: 'Client' },
  calls: { 'Client.createTask': effect('enqueue', 'enqueues a task', { key: keyAt(0, 'task', 'name') }) },
});

export const azureServiceBus = defineLibrary({
  name: '@azure/service-bus',
  packages: ['@azure/service-bus', '@azure/storage-queue', '@azure/event-hubs'],
  source: 'https://learn.microsoft.com/azure/service-bus-messaging/duplicate-detection',
  types: { Client: ['ServiceBusClient.new', 'ServiceBusClient.createFromConnectionString()'], Sender: ['Client.createSender()'], Queue: ['QueueClient.new'] },
  typeAliases: { ServiceBusSender: 'Sender', ServiceBusClient: 'Client', QueueClient: 'Queue' },
  calls: {
    'Sender.sendMessages': effect('enqueue', 'enqueues a message', { key: keyAt(0, 'messageId') }),
    'Queue.sendMessage': effect('enqueue', 'enqueues a message'),
  },
});

/** Queues of Redis without an id of their own. */
export const redisQueues = defineLibrary({
  name: 'redis queues',
  packages: ['kue', 'rsmq', '@adonisjs/redis', 'zeplo', 'faktory-worker', 'celery-node'],
  source: 'https://github.com/smrchy/rsmq, https://github.com/actionhero/node-faktory-worker',
  types: { Queue: ['default.new', 'default()', 'default.createClient()', 'createClient()', 'default.createQueue()'] },
  calls: each(['Queue.sendMessage', 'Queue.sendMessageAsync', 'Queue.create().save', 'Queue.job().push', 'Queue.createTask().applyAsync'], effect('enqueue', 'enqueues a message')),
});
