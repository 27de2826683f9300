// Checked: elysia 1.4 types. Documented: elysiajs.com/essential/handler.
import { platformValue } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, ParameterMeaning } from '../types.ts';
import { routes } from './support/node-message.ts';

const parameters: readonly ParameterMeaning[] = [{ type: 'Context' }];

const names: Readonly<Record<string, number>> = {
  OK: 200,
  'Bad Request': 400,
  Unauthorized: 401,
  Forbidden: 403,
  'Not Found': 404,
  Conflict: 409,
  'Internal Server Error': 500,
};

/** `status(404)`, `status('Not Found')`: returned or thrown. */
function status({ args, read }: Call): Meaning {
  return {
    is: 'response',
    status: read.number(args[0]) ?? names[read.string(args[0]) ?? ''] ?? null,
    body: args[1],
  };
}

export const elysia = defineLibrary({
  name: 'elysia',
  packages: ['elysia'],
  source: 'https://elysiajs.com/essential/handler',
  types: {
    App: ['Elysia.new', 'default.new', ...['use', 'get', 'post', 'group', 'onError'].map((name) => `App.${name}()`)],
    Context: [],
  },
  typeAliases: { Elysia: 'App' },
  members: {
    'Context.request': { is: 'value', value: platformValue('Request') },
    'Context.body': { is: 'delivery', part: 'body' },
    'Context.headers': { is: 'delivery', part: 'headers' },
    'Context.query': { is: 'delivery', part: 'query' },
  },
  assignments: { 'Context.set.status': 'status' },
  calls: { 'Context.status': status, 'Context.error': status, status, 'App.listen': { is: 'nothing' } },
  mounts: [
    { by: 'call', method: 'use' },
    { by: 'call', method: 'group' },
    { by: 'made', option: 'prefix' },
  ],
  registrations: routes(['App'], parameters),
});
