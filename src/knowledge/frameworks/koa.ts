// Checked: @types/koa 3.0, @types/koa__router 12.0 types. Documented: koajs.com.
import { header } from '../platform/support/web-request.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Library, Meaning, ParameterMeaning } from '../types.ts';
import { routes } from './support/node-message.ts';

const parameters: readonly ParameterMeaning[] = [{ type: 'Context' }, { next: true }];

/** `ctx.throw(400, 'message')`, `ctx.throw('message')`. */
function thrown({ args, read }: Call): Meaning {
  const status = args.map((arg) => read.number(arg)).find((one) => one !== undefined);
  return { is: 'http-error', status: status ?? null, throws: true };
}

/** `ctx` with its request; the answer is assigned to `ctx.status` and `ctx.body`. */
export const koaContext = {
  types: { Context: [], State: ['Context.state'] },
  typeAliases: { ParameterizedContext: 'Context', RouterContext: 'Context', DefaultContext: 'Context' },
  members: {
    'Context.request.body': { is: 'delivery', part: 'body' },
    'Context.request.rawBody': { is: 'delivery', part: 'raw' },
    'Context.rawBody': { is: 'delivery', part: 'raw' },
    'Context.headers': { is: 'delivery', part: 'headers' },
    'Context.header': { is: 'delivery', part: 'headers' },
    'Context.request.headers': { is: 'delivery', part: 'headers' },
    'Context.request.header': { is: 'delivery', part: 'headers' },
    'Context.req.headers': { is: 'delivery', part: 'headers' },
    'Context.query': { is: 'delivery', part: 'query' },
    'Context.request.query': { is: 'delivery', part: 'query' },
  },
  assignments: {
    'Context.status': 'status',
    'Context.response.status': 'status',
    'Context.res.statusCode': 'status',
    'Context.body': 'body',
    'Context.response.body': 'body',
  },
  bags: { Context: 'property', State: 'property' },
  bindings: [{ kind: 'property', by: 'assignment', holders: ['context', 'ctx', 'state'] }],
  calls: {
    'Context.get': header,
    'Context.request.get': header,
    'Context.throw': thrown,
  },
} as const satisfies Partial<Library>;

export const koa = defineLibrary({
  name: 'koa',
  packages: ['koa'],
  source: 'https://koajs.com',
  ...koaContext,
  types: { ...koaContext.types, App: ['default.new', 'default()'] },
  calls: { ...koaContext.calls, 'App.listen': { is: 'nothing' } },
  ahead: { methods: ['use'] },
  mounts: [{ by: 'call', method: 'use' }],
  registrations: [{ by: 'call', call: 'App.use', handlers: { from: 0 }, parameters, kind: 'http' }],
});

export const koaRouter = defineLibrary({
  name: '@koa/router',
  packages: ['@koa/router', 'koa-router'],
  source: 'https://github.com/koajs/router/blob/master/API.md',
  ...koaContext,
  types: { ...koaContext.types, Router: ['default.new', 'default()', 'Router.new'] },
  ahead: { methods: ['use'] },
  mounts: [
    { by: 'call', method: 'use' },
    { by: 'made', option: 'prefix' },
    { by: 'set', method: 'prefix' },
  ],
  registrations: routes(['Router'], parameters),
});

/** `app.use(mount('/path', other))`. */
export const koaMount = defineLibrary({
  name: 'koa-mount',
  packages: ['koa-mount'],
  source: 'https://github.com/koajs/mount',
  mounts: [{ by: 'wrapper' }],
});
