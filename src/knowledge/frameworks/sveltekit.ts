// Checked: @sveltejs/kit 2.70 types. Documented: svelte.dev/docs/kit/routing#server.
import { platformValue } from '../platform/support/values.ts';
import { newResponse } from '../platform/web.ts';
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';

/** Since 2.0 the call itself throws; before that `throw error(400)` was written. */
const thrown: MeaningOf = ({ args, read }) => ({
  is: 'http-error',
  status: read.number(args[0]) ?? null,
  throws: true,
});

export const sveltekit = defineLibrary({
  name: '@sveltejs/kit',
  packages: ['@sveltejs/kit'],
  source: 'https://svelte.dev/docs/kit/routing#server',
  types: { RequestEvent: [] },
  members: { 'RequestEvent.request': { is: 'value', value: platformValue('Request') } },
  calls: {
    json: newResponse,
    text: newResponse,
    error: thrown,
    redirect: thrown,
  },
  ahead: {
    text: /export\s+(?:const|async\s+function|function)\s+handle\b[^]*(?:signature|hmac|webhook.?secret|timingSafe)/i,
  },
  registrations: [
    {
      by: 'export',
      file: /(^|\/)src\/routes\/(.*\/)?\+server\.[cm]?[jt]s$/,
      exports: ['POST', 'PUT', 'PATCH', 'fallback'],
      parameters: [{ type: 'RequestEvent' }],
      kind: 'http',
    },
  ],
});
