// Checked: @adonisjs/http-server 7.8 types. Documented: docs.adonisjs.com/guides/basics/http-context.
import { each } from '../effects/support/effect.ts';
import { header } from '../platform/support/web-request.ts';
import { defineLibrary } from '../types.ts';
import type { Meaning, MeaningOf, ParameterMeaning } from '../types.ts';
import { routes, statusOf } from './support/node-message.ts';

const parameters: readonly ParameterMeaning[] = [{ type: 'HttpContext' }];
const body: Meaning = { is: 'delivery', part: 'body' };
const headers: Meaning = { is: 'delivery', part: 'headers' };

/** `response.badRequest(body)`: a method for each status. */
const statuses: Readonly<Record<string, number>> = {
  ok: 200,
  created: 201,
  accepted: 202,
  noContent: 204,
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  unprocessableEntity: 422,
  internalServerError: 500,
};

const sent: MeaningOf = (call) => ({ is: 'acknowledgement', status: statusOf(call), body: call.args[0] });
const setsStatus: MeaningOf = ({ args, read }) => ({ is: 'status', status: read.number(args[0]) ?? null });

/** The body parser has run: `raw()` is what it kept of the bytes. */
export const adonis = defineLibrary({
  name: '@adonisjs/core',
  packages: ['@adonisjs/core', '@adonisjs/core/http', '@adonisjs/core/services/router', '@adonisjs/http-server'],
  source: 'https://docs.adonisjs.com/guides/basics/http-context',
  types: {
    HttpContext: [],
    Request: ['HttpContext.request'],
    Response: ['HttpContext.response'],
    Router: ['default', 'Router.use()'],
  },
  typeAliases: { HttpContextContract: 'HttpContext', HttpRequest: 'Request', HttpResponse: 'Response' },
  calls: {
    'Request.raw': { is: 'delivery', part: 'raw' },
    ...each(['Request.body', 'Request.all', 'Request.only', 'Request.except', 'Request.validateUsing'], body),
    'Request.input': ({ args, read }) => ({ is: 'delivery', part: 'body', name: read.string(args[0]) }),
    'Request.headers': headers,
    'Request.header': header,
    'Request.qs': { is: 'delivery', part: 'query' },
    ...each(['Response.status', 'Response.safeStatus'], setsStatus),
    ...each(['Response.send', 'Response.json', 'Response.*().send', 'Response.*().json'], sent),
    ...Object.fromEntries(
      Object.entries(statuses).map(([name, status]): [string, MeaningOf] => [
        `Response.${name}`,
        ({ args }) => ({ is: 'acknowledgement', status, body: args[0] }),
      ]),
    ),
    'Response.abort': ({ args, read }) => ({
      is: 'http-error',
      status: args[1] === undefined ? 400 : (read.number(args[1]) ?? null),
      throws: true,
    }),
    'HttpContext.logger.*': { is: 'nothing' },
    'Router.group': { is: 'nothing' },
  },
  mounts: [{ by: 'enclosed', method: 'prefix', around: 'group' }],
  registrations: [
    ...routes(['default', 'Router'], parameters, { methods: ['post', 'put', 'patch', 'any'] }),
    { by: 'call', call: 'default.route', path: 0, handlers: { from: 2 }, parameters, kind: 'http' },
  ],
});
