// Checked: @medusajs/framework 2.21, @medusajs/utils 2.21 types. Documented: docs.medusajs.com/learn/fundamentals/api-routes.
import { defineLibrary } from '../types.ts';
import type { ParameterMeaning } from '../types.ts';
import { nodeRequestAs, nodeResponseAs } from './support/node-message.ts';

const request = nodeRequestAs('Request');
const response = nodeResponseAs('Response');
const http: readonly ParameterMeaning[] = [{ type: 'Request' }, { type: 'Response' }, { next: true }];

/** `rawBody` is there where the middleware asks for it (`preserveRawBody`). */
export const medusa = defineLibrary({
  name: '@medusajs/framework',
  packages: ['@medusajs/framework', '@medusajs/framework/http', '@medusajs/framework/utils', '@medusajs/medusa'],
  source: 'https://docs.medusajs.com/learn/fundamentals/api-routes',
  types: { ...request.types, ...response.types, Subscriber: [], Webhook: [] },
  typeAliases: {
    MedusaRequest: 'Request',
    AuthenticatedMedusaRequest: 'Request',
    MedusaResponse: 'Response',
    SubscriberArgs: 'Subscriber',
  },
  members: {
    ...request.members,
    'Request.validatedBody': { is: 'delivery', part: 'body' },
    'Subscriber.event': { is: 'delivery', part: 'message' },
    'Webhook.data': { is: 'delivery', part: 'body' },
    'Webhook.rawData': { is: 'delivery', part: 'raw' },
    'Webhook.headers': { is: 'delivery', part: 'headers' },
  },
  assignments: response.assignments,
  calls: {
    ...request.calls,
    ...response.calls,
    'MedusaError.new': { is: 'http-error', status: null },
  },
  registrations: [
    {
      by: 'export',
      file: /(^|\/)src\/api\/(.*\/)?route\.[cm]?[jt]s$/,
      exports: ['POST', 'PUT', 'PATCH'],
      text: /@medusajs\//,
      parameters: http,
      kind: 'http',
    },
    // An event bus calls it, and calls it again when it throws.
    {
      by: 'export',
      file: /(^|\/)src\/subscribers\/.*\.[cm]?[jt]s$/,
      exports: ['default'],
      text: /@medusajs\/|SubscriberArgs/,
      parameters: [{ type: 'Subscriber' }],
      kind: 'queue',
    },
    // A route of Medusa hands over what came in; the provider verifies it.
    {
      by: 'class',
      extends: ['AbstractPaymentProvider', 'AbstractPaymentProcessor'],
      methods: ['getWebhookActionAndData'],
      parameters: [{ type: 'Webhook' }],
      kind: 'http',
    },
  ],
});
