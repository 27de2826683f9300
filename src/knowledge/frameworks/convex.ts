// Checked: convex 1.49 types. Documented: docs.convex.dev/functions/http-actions.
import { webRequestAs } from '../platform/support/web-request.ts';
import { defineLibrary } from '../types.ts';
import type { ParameterMeaning } from '../types.ts';

const request = webRequestAs('Request');
const parameters: readonly ParameterMeaning[] = [{ type: 'ActionCtx' }, { type: 'Request' }];

/** `_generated/server` hands out what `convex/server` has under a longer name. */
export const convexHttp = defineLibrary({
  name: 'convex',
  packages: ['convex/server'],
  source: 'https://docs.convex.dev/functions/http-actions',
  generates: /(^|\/)_generated\/server(\.[jt]s)?$/,
  ...request,
  types: { ...request.types, Router: ['httpRouter()'], ActionCtx: [] },
  registrations: [
    {
      by: 'call',
      call: 'Router.route',
      options: { argument: 0, path: 'path', method: 'method', handler: 'handler' },
      handlers: { argument: 0 },
      parameters,
      kind: 'http',
    },
    ...['httpAction', 'httpActionGeneric'].map((call) => ({
      by: 'call' as const,
      call,
      handlers: { argument: 0 },
      parameters,
      kind: 'http' as const,
    })),
  ],
});
