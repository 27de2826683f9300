// Checked: @types/express 5.0, @types/body-parser 1.19, raw-body 3.0 types. Documented: expressjs.com/en/5x/api.html.
import { prefixed } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf, ParameterMeaning } from '../types.ts';
import { nodeRequestAs, nodeResponseAs, routes } from './support/node-message.ts';

const request = nodeRequestAs('Request');
const response = nodeResponseAs('Response');
const parameters: readonly ParameterMeaning[] = [{ type: 'Request' }, { type: 'Response' }, { next: true }];

/** What a body parser, run as middleware, leaves in `req.body`. */
const parsers = {
  types: {
    RawParser: ['default.raw()', 'default.text()', 'raw()', 'text()'],
    BodyParser: ['default.json()', 'default.urlencoded()', 'json()', 'urlencoded()'],
  },
  calls: {
    RawParser: { is: 'delivery', part: 'raw' },
    BodyParser: { is: 'delivery', part: 'body' },
  },
} as const;

/** `router.route(path)`: the methods that follow take handlers only. */
const route: MeaningOf = ({ args }: Call): Meaning => ({
  is: 'instance',
  type: 'Route',
  data: args[0] === undefined ? {} : { path: args[0] },
});

export const express = defineLibrary({
  name: 'express',
  packages: [
    'express',
    'express-promise-router',
    'express-async-router',
    '@feathersjs/express',
    'ultimate-express',
    'hyper-express',
  ],
  source: 'https://expressjs.com/en/5x/api.html',
  types: {
    ...request.types,
    ...response.types,
    ...parsers.types,
    App: ['default()', 'express()', 'Request.app', 'Response.app'],
    Locals: ['App.locals', 'Response.locals'],
    Router: ['default.Router()', 'Router()', 'Router.new', 'default.Router.new'],
    Route: [],
  },
  typeAliases: {
    Express: 'App',
    Application: 'App',
    IRouter: 'Router',
    'default.Express': 'App',
    'default.Application': 'App',
    'default.Router': 'Router',
    'default.Request': 'Request',
    'default.Response': 'Response',
  },
  members: request.members,
  assignments: response.assignments,
  calls: {
    ...request.calls,
    ...response.calls,
    ...parsers.calls,
    ...prefixed(['App.', 'Router.'], { route }),
    'App.listen': { is: 'nothing' },
    'App.set': { is: 'nothing' },
    'App.get': ({ args }) => (args.length === 1 ? { is: 'bound', kind: 'property', key: args[0] } : undefined),
    'App.enable': { is: 'nothing' },
    'App.disable': { is: 'nothing' },
  },
  bags: { Locals: 'property', Request: 'property' },
  bindings: [
    { kind: 'property', by: 'assignment', holders: ['locals', 'req', 'request'] },
    { kind: 'property', by: 'call', method: 'set', key: 0, value: 1, as: 'value' },
  ],
  ahead: { methods: ['use', 'all', 'param'] },
  mounts: [{ by: 'call', method: 'use' }],
  registrations: [
    ...routes(['App', 'Router'], parameters, { structural: true }),
    ...['post', 'put', 'patch', 'all'].map((method) => ({
      by: 'call' as const,
      call: `Route.${method}`,
      handlers: { from: 0 },
      parameters,
      kind: 'http' as const,
      method: method === 'all' ? undefined : method.toUpperCase(),
    })),
  ],
});

export const bodyParser = defineLibrary({
  name: 'body-parser',
  packages: ['body-parser'],
  source: 'https://github.com/expressjs/body-parser',
  ...parsers,
});

/** `const body = await rawBody(req)`, also as micro has it. */
export const rawBody = defineLibrary({
  name: 'raw-body',
  packages: ['raw-body', 'micro', 'co-body', 'get-raw-body', 'next-rawbody'],
  source: 'https://github.com/stream-utils/raw-body, https://github.com/vercel/micro',
  calls: {
    default: { is: 'delivery', part: 'raw' },
    buffer: { is: 'delivery', part: 'raw' },
    text: { is: 'delivery', part: 'raw' },
    json: { is: 'delivery', part: 'body' },
    'default.text': { is: 'delivery', part: 'raw' },
    'default.json': { is: 'delivery', part: 'body' },
  },
});
