// Checked: sqs-consumer 15.0, @ssut/nestjs-sqs 3.0 types. Documented: github.com/bbc/sqs-consumer.
import { Origin } from '../../interpret/value.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import type { Library, Registration } from '../types.ts';

/** A message as the SDK receives it: deleted when the handler ends well, seen again when it throws. */
const message = {
  types: { Message: [] },
  members: {
    'Message.Body': { is: 'delivery', part: 'message' },
    'Message.MessageAttributes': { is: 'delivery', part: 'message' },
    'Message.MessageId': valueOf(Origin.eventKey),
    'Message.ReceiptHandle': valueOf(Origin.attempt),
  },
} satisfies Partial<Library>;

const handled = (handler: string, kind: 'queue' | 'batch'): Registration[] =>
  ['Consumer.create', 'Consumer.new'].map((call) => ({
    by: 'call',
    call,
    options: { argument: 0, path: '', method: '', handler },
    handlers: { argument: 0 },
    parameters: [kind === 'batch' ? { delivery: 'message' } : { type: 'Message' }],
    kind,
  }));

export const sqsConsumer = defineLibrary({
  name: 'sqs-consumer',
  packages: ['sqs-consumer'],
  source: 'https://github.com/bbc/sqs-consumer',
  ...message,
  registrations: [...handled('handleMessage', 'queue'), ...handled('handleMessageBatch', 'batch')],
});

export const nestSqs = defineLibrary({
  name: '@ssut/nestjs-sqs',
  packages: ['@ssut/nestjs-sqs'],
  source: 'https://github.com/ssut/nestjs-sqs',
  ...message,
  registrations: [
    {
      by: 'decorator',
      classDecorator: null,
      methodDecorators: ['SqsMessageHandler'],
      parameterDecorators: {},
      positional: [{ type: 'Message' }],
      kind: 'queue',
    },
  ],
});
