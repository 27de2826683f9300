// Checked: @azure/service-bus 7.9.5, @azure/storage-queue 12.30.0, @azure/event-hubs 6.0.4 types. Documented: learn.microsoft.com/azure/service-bus-messaging/duplicate-detection.
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { each, effect, effectOf, idempotent, keyAt, nothing, under } from './support/effect.ts';

/** A message, a list whose first stands for all, or a batch that was filled before. */
const send: MeaningOf = (call) => {
  const [first] = call.read.items(call.args[0]) ?? [];
  const args = first === undefined ? call.args : [first];
  return effectOf({ ...call, args }, 'enqueue', 'enqueues a message', { key: keyAt(0, 'messageId') });
};

export const azureServiceBus = defineLibrary({
  name: '@azure/service-bus',
  packages: ['@azure/service-bus', '@azure/storage-queue', '@azure/event-hubs'],
  source: 'https://learn.microsoft.com/azure/service-bus-messaging/duplicate-detection',
  types: {
    Client: ['ServiceBusClient.new', 'ServiceBusClient.createFromConnectionString()'],
    Sender: ['Client.createSender()'],
    Batch: ['Sender.createMessageBatch()', 'Producer.createBatch()'],
    Queues: ['QueueServiceClient.new', 'QueueServiceClient.fromConnectionString()'],
    Queue: ['QueueClient.new', 'Queues.getQueueClient()'],
    Producer: ['EventHubProducerClient.new', 'EventHubBufferedProducerClient.new'],
  },
  typeAliases: {
    ServiceBusSender: 'Sender',
    ServiceBusClient: 'Client',
    ServiceBusMessageBatch: 'Batch',
    QueueServiceClient: 'Queues',
    QueueClient: 'Queue',
    EventHubProducerClient: 'Producer',
    EventHubBufferedProducerClient: 'Producer',
    EventDataBatch: 'Batch',
  },
  calls: {
    ...each(['Sender.sendMessages', 'Sender.scheduleMessages'], send),
    'Queue.sendMessage': effect('enqueue', 'enqueues a message'),
    ...each(under('Producer', ['sendBatch', 'enqueueEvent', 'enqueueEvents']), effect('enqueue', 'publishes events')),
    ...each(
      [
        'Sender.cancelScheduledMessages',
        ...under('Queue', [
          'create',
          'createIfNotExists',
          'delete',
          'deleteIfExists',
          'deleteMessage',
          'clearMessages',
        ]),
        ...under('Queues', ['createQueue', 'deleteQueue']),
      ],
      idempotent('updates a queue'),
    ),
    ...each(['Client.close', 'Sender.close', 'Producer.close', 'Producer.flush', 'Batch.*', 'Queue.*'], nothing),
  },
});
