// Checked: @hapi/hapi 21.4, @hapi/boom 10.0, @types/http-errors 2.0 types. Documented: hapi.dev/api.
import { header } from '../platform/support/web-request.ts';
import { defineLibrary } from '../types.ts';
import type { Meaning } from '../types.ts';
import { statusOf } from './support/node-message.ts';

export const hapi = defineLibrary({
  name: '@hapi/hapi',
  packages: ['@hapi/hapi'],
  source: 'https://hapi.dev/api/',
  types: {
    Server: ['server()', 'default.server()', 'Server.new', 'default.Server.new'],
    Request: [],
    ResponseToolkit: [],
  },
  members: {
    'Request.payload': { is: 'delivery', part: 'body' },
    'Request.headers': { is: 'delivery', part: 'headers' },
    'Request.query': { is: 'delivery', part: 'query' },
  },
  calls: {
    'Request.headers.get': header,
    // Without `.code` the chain is the answer itself: 200.
    'ResponseToolkit.response().code': (call) => ({
      is: 'response',
      status: statusOf(call),
      body: call.chain[0]?.args?.[0],
    }),
    'ResponseToolkit.response().*().code': (call) => ({
      is: 'response',
      status: statusOf(call),
      body: call.chain[0]?.args?.[0],
    }),
  },
  ahead: { methods: ['ext'], text: /\.auth\.(?:default|strategy)\(/ },
  mounts: [{ by: 'call', method: 'register', options: { argument: 1, path: 'routes.prefix' } }],
  registrations: [
    {
      by: 'call',
      call: 'Server.route',
      options: { argument: 0, path: 'path', method: 'method', handler: 'handler' },
      handlers: { argument: 0 },
      parameters: [{ type: 'Request' }, { type: 'ResponseToolkit' }],
      kind: 'http',
    },
  ],
});

const statuses: Readonly<Record<string, number>> = {
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  badData: 422,
  tooManyRequests: 429,
  internal: 500,
  badImplementation: 500,
  serverUnavailable: 503,
};

export const boom = defineLibrary({
  name: '@hapi/boom',
  packages: ['@hapi/boom'],
  source: 'https://hapi.dev/module/boom/api/',
  calls: Object.fromEntries(
    Object.entries(statuses).flatMap(([name, status]) => {
      const meaning: Meaning = { is: 'http-error', status };
      return [name, `default.${name}`].map((path) => [path, meaning] as const);
    }),
  ),
});

const createError: NonNullable<Parameters<typeof defineLibrary>[0]['calls']>[string] = ({ args, read }) => ({
  is: 'http-error',
  status: args.map((value) => read.number(value)).find((status) => status !== undefined) ?? 500,
});

export const httpErrors = defineLibrary({
  name: 'http-errors',
  packages: ['http-errors', 'http-errors-enhanced'],
  source: 'https://github.com/jshttp/http-errors',
  calls: {
    default: createError,
    'default.BadRequest.new': { is: 'http-error', status: 400 },
    'default.Unauthorized.new': { is: 'http-error', status: 401 },
    'default.Forbidden.new': { is: 'http-error', status: 403 },
    'default.NotFound.new': { is: 'http-error', status: 404 },
    'default.Conflict.new': { is: 'http-error', status: 409 },
    'default.InternalServerError.new': { is: 'http-error', status: 500 },
  },
});
