// Checked: react-router 7.18 types. Documented: reactrouter.com/how-to/resource-routes.
import { platformValue } from '../platform/support/values.ts';
import { newResponse } from '../platform/web.ts';
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';

const redirect: MeaningOf = ({ args, read }) => ({
  is: 'response',
  status: args[1] === undefined ? 302 : (read.number(args[1]) ?? read.number(read.get(args[1], 'status')) ?? null),
});

/** `json(data, status | { status })`. */
const json: MeaningOf = (call) => {
  const status = call.read.number(call.args[1]);
  return status === undefined ? newResponse(call) : { is: 'response', status, body: call.args[0] };
};

export const remix = defineLibrary({
  name: 'remix',
  packages: [
    '@remix-run/node',
    '@remix-run/cloudflare',
    '@remix-run/deno',
    '@remix-run/server-runtime',
    'react-router',
    '@react-router/node',
  ],
  source: 'https://reactrouter.com/how-to/resource-routes',
  types: { ActionArgs: [] },
  typeAliases: { ActionFunctionArgs: 'ActionArgs', DataFunctionArgs: 'ActionArgs', 'Route.ActionArgs': 'ActionArgs' },
  members: { 'ActionArgs.request': { is: 'value', value: platformValue('Request') } },
  calls: { json, data: json, redirect },
  registrations: [
    {
      by: 'export',
      file: /(^|\/)app\/(routes\/.*|.*\.route|.*\/route)\.[cm]?[jt]sx?$/,
      exports: ['action'],
      parameters: [{ type: 'ActionArgs' }],
      kind: 'http',
    },
    {
      by: 'type',
      functionTypes: ['ActionFunction'],
      parameterTypes: ['ActionFunctionArgs', 'ActionArgs'],
      parameters: [{ type: 'ActionArgs' }],
      kind: 'http',
    },
  ],
});
