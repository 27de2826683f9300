// Checked: @golevelup/nestjs-stripe 1.1, @golevelup/nestjs-rabbitmq 9.0 types. Documented: golevelup.github.io/nestjs.
import { defineLibrary } from '../types.ts';
import { effect } from '../effects/support/effect.ts';

/** A controller of the module verifies the signature, then calls every method that is decorated with the event's type. */
export const golevelupStripe = defineLibrary({
  name: '@golevelup/nestjs-stripe',
  packages: ['@golevelup/nestjs-stripe'],
  source: 'https://golevelup.github.io/nestjs/modules/stripe.html',
  registrations: [
    {
      by: 'decorator',
      classDecorator: null,
      methodDecorators: ['StripeWebhookHandler', 'StripeThinWebhookHandler'],
      parameterDecorators: {},
      positional: [{ delivery: 'body' }],
      kind: 'http',
      verified: 'stripe',
    },
  ],
});

export const golevelupRabbitmq = defineLibrary({
  name: '@golevelup/nestjs-rabbitmq',
  packages: ['@golevelup/nestjs-rabbitmq'],
  source: 'https://golevelup.github.io/nestjs/modules/rabbitmq.html',
  types: { AmqpConnection: [] },
  calls: { 'AmqpConnection.publish': effect('enqueue', 'publishes a message') },
  registrations: [
    {
      by: 'decorator',
      classDecorator: null,
      methodDecorators: ['RabbitSubscribe', 'RabbitRPC', 'RabbitHandler'],
      parameterDecorators: {
        RabbitPayload: { delivery: 'message' },
        RabbitHeader: { ignored: true },
        RabbitRequest: { ignored: true },
      },
      positional: [{ delivery: 'message' }],
      kind: 'queue',
    },
  ],
});
