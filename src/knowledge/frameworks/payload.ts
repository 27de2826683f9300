// Checked: payload 3.90 types. Documented: payloadcms.com/docs/rest-api/overview#custom-endpoints, …/plugins/stripe.
import { webRequestAs } from '../platform/support/web-request.ts';
import { defineLibrary } from '../types.ts';

const request = webRequestAs('PayloadRequest');

export const payload = defineLibrary({
  name: 'payload',
  packages: ['payload', 'payload/config', 'payload/types', '@payloadcms/next'],
  source: 'https://payloadcms.com/docs/rest-api/overview#custom-endpoints',
  ...request,
  members: { ...request.members, 'PayloadRequest.data': { is: 'delivery', part: 'body' } },
  calls: {
    ...request.calls,
    'PayloadRequest.payload.logger.*': { is: 'nothing' },
    addDataAndFileToRequest: { is: 'nothing' },
    'APIError.new': ({ args, read }) => ({
      is: 'http-error',
      status: args[1] === undefined ? 500 : (read.number(args[1]) ?? null),
    }),
  },
  registrations: [
    {
      by: 'object',
      path: 'path',
      method: 'method',
      handler: 'handler',
      parameters: [{ type: 'PayloadRequest' }],
      kind: 'http',
    },
    {
      by: 'type',
      functionTypes: ['PayloadHandler'],
      parameterTypes: [],
      parameters: [{ type: 'PayloadRequest' }],
      kind: 'http',
    },
  ],
});

/** The plugin verifies the signature where it was given the endpoint's secret, and answers 200 without waiting. */
export const payloadStripe = defineLibrary({
  name: '@payloadcms/plugin-stripe',
  packages: ['@payloadcms/plugin-stripe'],
  source: 'https://payloadcms.com/docs/plugins/stripe',
  types: { Handed: [] },
  members: { 'Handed.event': { is: 'delivery', part: 'body' } },
  registrations: [
    {
      by: 'call',
      call: 'stripePlugin',
      entries: { argument: 0, within: 'webhooks' },
      handlers: { argument: 0 },
      parameters: [{ type: 'Handed' }],
      kind: 'http',
      verified: 'stripe',
    },
    {
      by: 'type',
      functionTypes: ['StripeWebhookHandler'],
      parameterTypes: [],
      parameters: [{ type: 'Handed' }],
      kind: 'http',
      verified: 'stripe',
    },
  ],
});
