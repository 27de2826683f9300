// Checked: hono 4.13, @hono/zod-openapi 1.6 types. Documented: hono.dev/docs/api/context.
import type { Value } from '../../interpret/value.ts';
import { header, webRequestAs } from '../platform/support/web-request.ts';
import { defineLibrary } from '../types.ts';
import type { Call, MeaningOf, ParameterMeaning } from '../types.ts';
import { waitUntil } from './support/later.ts';
import { routes } from './support/node-message.ts';

const parameters: readonly ParameterMeaning[] = [{ type: 'Context' }, { next: true }];
const raw = webRequestAs('RawRequest');

/** `c.json(object, status?)`, `c.body(data, { status })`. */
const answer: MeaningOf = ({ args, read }) => ({ is: 'response', status: statusOf(args[1], read), body: args[0] });

/** `undefined`: what `c.status()` has set. */
function statusOf(given: Value | undefined, read: Call['read']): number | null | undefined {
  if (given === undefined || read.isNullish(given) === true) return undefined;
  const status = read.number(given);
  if (status !== undefined) return status;
  const property = read.get(given, 'status');
  if (property !== undefined) return read.number(property) ?? null;
  return read.isWhole(given) ? undefined : null;
}

const redirect: MeaningOf = ({ args, read }) => ({
  is: 'response',
  status: args[1] === undefined ? 302 : (read.number(args[1]) ?? null),
});

export const hono = defineLibrary({
  name: 'hono',
  packages: ['hono', 'hono/tiny', 'hono/quick', '@hono/zod-openapi', 'hono/factory'],
  source: 'https://hono.dev/docs/api/context',
  types: {
    ...raw.types,
    App: [
      'Hono.new',
      'OpenAPIHono.new',
      'App.basePath()',
      'default.new',
      ...['get', 'post', 'put', 'delete', 'use', 'route', 'openapi'].map((name) => `App.${name}()`),
    ],
    Context: [],
    Variables: ['Context.var'],
    RawRequest: ['Context.req.raw', 'RawRequest.clone()'],
    Factory: ['createFactory()'],
  },
  typeAliases: { Hono: 'App', OpenAPIHono: 'App' },
  members: {
    ...raw.members,
    'Context.req.raw': { is: 'instance', type: 'RawRequest' },
  },
  calls: {
    ...raw.calls,
    'Context.req.text': { is: 'delivery', part: 'raw' },
    'Context.req.arrayBuffer': { is: 'delivery', part: 'raw' },
    'Context.req.blob': { is: 'delivery', part: 'raw' },
    'Context.req.json': { is: 'delivery', part: 'body' },
    'Context.req.valid': { is: 'delivery', part: 'body' },
    'Context.req.parseBody': { is: 'delivery', part: 'body' },
    'Context.req.formData': { is: 'delivery', part: 'body' },
    'Context.req.header': ({ args, ...call }) =>
      args.length === 0 ? { is: 'delivery', part: 'headers' } : header({ args, ...call }),
    'Context.req.query': { is: 'delivery', part: 'query' },
    'Context.status': ({ args, read }) => ({ is: 'status', status: read.number(args[0]) ?? null }),
    'Context.json': answer,
    'Context.text': answer,
    'Context.body': answer,
    'Context.html': answer,
    'Context.newResponse': answer,
    'Context.notFound': { is: 'response', status: 404 },
    'Context.redirect': redirect,
    'Context.executionCtx.waitUntil': waitUntil,
    'Context.set': { is: 'nothing' },
    'Context.get': ({ args }) => ({ is: 'bound', kind: 'property', key: args[0] }),
    'Context.header': { is: 'nothing' },
  },
  bags: { Variables: 'property' },
  bindings: [{ kind: 'property', by: 'call', method: 'set', key: 0, value: 1, as: 'value' }],
  ahead: { methods: ['use', 'all', 'on'] },
  mounts: [
    { by: 'call', method: 'route' },
    { by: 'own', names: ['basePath'] },
  ],
  registrations: [
    ...routes(['App'], parameters, { structural: true }),
    { by: 'call', call: 'App.on', path: 1, handlers: { from: 2 }, parameters, kind: 'http' },
    { by: 'call', call: 'App.openapi', handlers: { from: 1 }, parameters, kind: 'http' },
    { by: 'call', call: 'Factory.createHandlers', handlers: { from: 0 }, parameters, kind: 'http' },
    { by: 'type', functionTypes: ['Handler'], parameterTypes: [], parameters, kind: 'http' },
  ],
});

export const honoHttpException = defineLibrary({
  name: 'hono/http-exception',
  packages: ['hono/http-exception'],
  source: 'https://hono.dev/docs/api/exception',
  calls: { 'HTTPException.new': ({ args, read }) => ({ is: 'http-error', status: read.number(args[0]) ?? 500 }) },
});
