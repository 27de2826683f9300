// Source: tanstack.com/start/latest/docs/framework/react/guide/server-routes; not checked against types.
import { platformValue } from '../platform/support/values.ts';
import { newResponse } from '../platform/web.ts';
import { defineLibrary } from '../types.ts';
import type { ParameterMeaning } from '../types.ts';

const parameters: readonly ParameterMeaning[] = [{ type: 'ServerContext' }];
const methods = ['POST', 'PUT', 'PATCH', 'ANY'];

/** `createFileRoute('/path')({ server: { handlers: { POST } } })`; before that `createServerFileRoute('/path').methods({ POST })`. */
export const tanstackStart = defineLibrary({
  name: '@tanstack/react-start',
  packages: [
    '@tanstack/react-start',
    '@tanstack/react-start/server',
    '@tanstack/solid-start',
    '@tanstack/start',
    '@tanstack/react-router',
    '@tanstack/solid-router',
  ],
  source: 'https://tanstack.com/start/latest/docs/framework/react/guide/server-routes',
  types: { ServerContext: [] },
  members: { 'ServerContext.request': { is: 'value', value: platformValue('Request') } },
  calls: { json: newResponse },
  registrations: [
    ...methods.flatMap((method) => [
      {
        by: 'call' as const,
        call: 'createFileRoute()',
        options: { argument: 0, path: '', method: '', handler: `server.handlers.${method}` },
        handlers: { argument: 0 },
        parameters,
        kind: 'http' as const,
      },
      {
        by: 'call' as const,
        call: 'createServerFileRoute().methods',
        options: { argument: 0, path: '', method: '', handler: method },
        handlers: { argument: 0 },
        parameters,
        kind: 'http' as const,
      },
      {
        by: 'call' as const,
        call: 'createAPIFileRoute()',
        options: { argument: 0, path: '', method: '', handler: method },
        handlers: { argument: 0 },
        parameters,
        kind: 'http' as const,
      },
    ]),
  ],
});
