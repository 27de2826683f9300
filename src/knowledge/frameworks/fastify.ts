// Checked: fastify 5.12 types. Documented: fastify.dev/docs/latest/Reference/Routes.
import { defineLibrary } from '../types.ts';
import type { ParameterMeaning } from '../types.ts';
import { nodeRequestAs, nodeResponseAs, routes } from './support/node-message.ts';

const request = nodeRequestAs('Request');
const response = nodeResponseAs('Reply', ['send', 'end']);
const parameters: readonly ParameterMeaning[] = [{ type: 'Request' }, { type: 'Reply' }];

export const fastify = defineLibrary({
  name: 'fastify',
  packages: ['fastify'],
  source: 'https://fastify.dev/docs/latest/Reference/Routes/',
  types: {
    ...request.types,
    ...response.types,
    App: ['default()', 'fastify()', 'default.fastify()', 'App.withTypeProvider()', 'Request.server'],
  },
  typeAliases: { FastifyInstance: 'App', FastifyRequest: 'Request', FastifyReply: 'Reply' },
  members: request.members,
  assignments: response.assignments,
  calls: {
    ...request.calls,
    ...response.calls,
    'App.log.*': { is: 'nothing' },
    'App.listen': { is: 'nothing' },
    'Request.log.*': { is: 'nothing' },
    'Reply.log.*': { is: 'nothing' },
  },
  bags: { App: 'property', Request: 'property' },
  bindings: ['decorate', 'decorateRequest', 'decorateReply'].map((method) => ({
    kind: 'property',
    by: 'call',
    method,
    key: 0,
    value: 1,
    as: 'value',
  })),
  ahead: {
    methods: ['addHook', 'register', 'use', 'decorate'],
    text: /preHandler|preValidation|onRequest\s*:|preParsing/,
    parses: { unless: /addContentTypeParser|raw-?body|removeAllContentTypeParsers|removeContentTypeParser/i },
  },
  mounts: [
    {
      by: 'call',
      method: 'register',
      options: { argument: 1, path: 'prefix' },
      // It runs where it is registered: its routes are those of the parent.
      unprefixed: ['fastify-plugin'],
    },
  ],
  registrations: [
    ...routes(['App'], parameters, { structural: true }),
    {
      by: 'call',
      call: 'App.route',
      options: { argument: 0, path: 'url', method: 'method', handler: 'handler' },
      handlers: { argument: 0 },
      parameters,
      kind: 'http',
    },
    {
      by: 'type',
      functionTypes: ['RouteHandler', 'RouteHandlerMethod'],
      parameterTypes: [],
      parameters,
      kind: 'http',
    },
  ],
});

/** A plugin is called with an instance; annotated or not, its routes are found by their shape. */
export const fastifyPlugin = defineLibrary({
  name: 'fastify-plugin',
  packages: ['fastify-plugin'],
  source: 'https://github.com/fastify/fastify-plugin',
  calls: { default: ({ args: [plugin] }) => (plugin ? { is: 'value', value: plugin } : false) },
});
