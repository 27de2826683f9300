// Source: learn.microsoft.com/azure/service-bus-messaging/duplicate-detection; not checked against types.
import { defineLibrary } from '../types.ts';
import { effect, keyAt } from './support/effect.ts';

export const azureServiceBus = defineLibrary({
  name: '@azure/service-bus',
  packages: ['@azure/service-bus', '@azure/storage-queue', '@azure/event-hubs'],
  source: 'https://learn.microsoft.com/azure/service-bus-messaging/duplicate-detection',
  types: {
    Client: ['ServiceBusClient.new', 'ServiceBusClient.createFromConnectionString()'],
    Sender: ['Client.createSender()'],
    Queue: ['QueueClient.new'],
  },
  typeAliases: { ServiceBusSender: 'Sender', ServiceBusClient: 'Client', QueueClient: 'Queue' },
  calls: {
    'Sender.sendMessages': effect('enqueue', 'enqueues a message', { key: keyAt(0, 'messageId') }),
    'Queue.sendMessage': effect('enqueue', 'enqueues a message'),
  },
});
