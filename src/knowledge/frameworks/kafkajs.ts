// Checked: kafkajs 2.2 types. Documented: kafka.js.org/docs/producing.
import { effect } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';

export const kafkajs = defineLibrary({
  name: 'kafkajs',
  packages: ['kafkajs', '@confluentinc/kafka-javascript'],
  source: 'https://kafka.js.org/docs/producing',
  types: {
    Kafka: ['Kafka.new', 'KafkaJS.Kafka.new'],
    Producer: ['Kafka.producer()'],
    Transaction: ['Producer.transaction()'],
    Consumer: ['Kafka.consumer()'],
    Payload: [],
  },
  typeAliases: { EachMessagePayload: 'Payload', EachBatchPayload: 'Payload' },
  members: {
    'Payload.message': { is: 'delivery', part: 'message' },
    'Payload.batch': { is: 'delivery', part: 'message' },
  },
  calls: {
    'Producer.send': effect('enqueue', 'publishes a message'),
    'Producer.sendBatch': effect('enqueue', 'publishes messages'),
    'Transaction.send': effect('enqueue', 'publishes a message'),
    'Producer.*': { is: 'nothing' },
    'Consumer.*': { is: 'nothing' },
  },
  registrations: [
    {
      by: 'call',
      call: 'Consumer.run',
      options: { argument: 0, path: '', method: '', handler: 'eachMessage' },
      handlers: { argument: 0 },
      parameters: [{ type: 'Payload' }],
      kind: 'queue',
    },
    {
      by: 'call',
      call: 'Consumer.run',
      options: { argument: 0, path: '', method: '', handler: 'eachBatch' },
      handlers: { argument: 0 },
      parameters: [{ type: 'Payload' }],
      kind: 'batch',
    },
  ],
});
