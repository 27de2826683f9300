// Checked: better-auth 1.7, @better-auth/stripe 1.7, @polar-sh/better-auth 1.8 types. Documented: www.better-auth.com/docs/concepts/plugins.
import { platformValue } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';

const statuses: Readonly<Record<string, number>> = {
  OK: 200,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE_ENTITY: 422,
  INTERNAL_SERVER_ERROR: 500,
};

/** `new APIError('BAD_REQUEST', …)`, `ctx.error(…)`. */
function apiError({ args, read }: Call): Meaning {
  return { is: 'http-error', status: read.number(args[0]) ?? statuses[read.string(args[0]) ?? ''] ?? null };
}

export const betterAuth = defineLibrary({
  name: 'better-auth',
  packages: ['better-auth', 'better-auth/api', 'better-auth/plugins', '@better-auth/core/api'],
  source: 'https://www.better-auth.com/docs/concepts/plugins',
  types: { Endpoint: [] },
  members: {
    'Endpoint.request': { is: 'value', value: platformValue('Request') },
    'Endpoint.headers': { is: 'delivery', part: 'headers' },
    'Endpoint.body': { is: 'delivery', part: 'body' },
    'Endpoint.query': { is: 'delivery', part: 'query' },
  },
  calls: {
    'Endpoint.json': ({ args, read }) => ({
      is: 'response',
      status: args[1] === undefined ? 200 : (read.number(read.get(args[1], 'status')) ?? 200),
      body: args[0],
    }),
    'Endpoint.getHeader': ({ args, read }) => ({
      is: 'delivery',
      part: 'header',
      name: read.string(args[0])?.toLowerCase(),
    }),
    'Endpoint.setStatus': ({ args, read }) => ({ is: 'status', status: read.number(args[0]) ?? null }),
    'Endpoint.context.logger.*': { is: 'nothing' },
    'Endpoint.error': apiError,
    'APIError.new': apiError,
  },
  registrations: [
    {
      by: 'call',
      call: 'createAuthEndpoint',
      path: 0,
      handlers: { from: 2 },
      parameters: [{ type: 'Endpoint' }],
      kind: 'http',
    },
  ],
});

/** The plugin has an endpoint of its own that verifies, then calls what the project gave it. */
export const betterAuthStripe = defineLibrary({
  name: '@better-auth/stripe',
  packages: ['@better-auth/stripe'],
  source: 'https://www.better-auth.com/docs/plugins/stripe',
  types: { Handed: [] },
  members: { 'Handed.event': { is: 'delivery', part: 'body' }, 'Handed.stripeSubscription': { is: 'refetch' } },
  registrations: [
    {
      by: 'call',
      call: 'stripe',
      options: { argument: 0, path: '', method: '', handler: 'onEvent' },
      handlers: { argument: 0 },
      parameters: [{ delivery: 'body' }],
      kind: 'http',
      verified: 'stripe',
    },
    ...[
      'onSubscriptionComplete',
      'onSubscriptionCreated',
      'onSubscriptionUpdate',
      'onSubscriptionCancel',
      'onSubscriptionDeleted',
    ].map((name) => ({
      by: 'call' as const,
      call: 'stripe',
      options: { argument: 0, path: '', method: '', handler: `subscription.${name}` },
      handlers: { argument: 0 },
      parameters: [{ type: 'Handed' }],
      kind: 'http' as const,
      verified: 'stripe',
    })),
  ],
});
