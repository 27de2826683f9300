// Sources: developers.cloudflare.com/workers/runtime-apis, docs.deno.com/api/deno, bun.com/docs/api/http; not checked against types.
import { each, effect } from '../effects/support/effect.ts';
import { webRequestAs } from '../platform/support/web-request.ts';
import { defineLibrary } from '../types.ts';
import type { ParameterMeaning, Registration } from '../types.ts';
import { waitUntil } from './support/later.ts';

const request = webRequestAs('Request');
const http: readonly ParameterMeaning[] = [{ type: 'Request' }, { ignored: true }, { type: 'ExecutionContext' }];

/** Its types are globals where a project lists `@cloudflare/workers-types`. */
export const cloudflare = defineLibrary({
  name: 'cloudflare workers',
  packages: ['@cloudflare/workers-types', 'cloudflare:workers', 'global'],
  source: 'https://developers.cloudflare.com/workers/runtime-apis/handlers/fetch/',
  ...request,
  types: { ...request.types, ExecutionContext: [], Queue: [] },
  calls: {
    ...request.calls,
    'ExecutionContext.waitUntil': waitUntil,
    'EdgeRuntime.waitUntil': waitUntil,
    waitUntil,
    'ExecutionContext.passThroughOnException': { is: 'nothing' },
    ...each(['Queue.send', 'Queue.sendBatch'], effect('enqueue', 'enqueues a message')),
  },
  registrations: [
    { by: 'default-object', methods: ['fetch'], parameters: http, kind: 'http' },
    {
      by: 'default-object',
      methods: ['queue'],
      parameters: [{ delivery: 'message' }, { ignored: true }, { type: 'ExecutionContext' }],
      kind: 'batch',
    },
  ],
});

/** Deno and Bun serve with the same web Request. */
export const deno = defineLibrary({
  name: 'deno',
  packages: ['global', 'https://deno.land/std/http/server.ts', '@std/http', 'jsr:@std/http'],
  source: 'https://docs.deno.com/api/deno/~/Deno.serve',
  ...request,
  registrations: ['Deno.serve', 'serve'].map((call) => ({
    by: 'call',
    call,
    handlers: { from: 0 },
    parameters: [{ type: 'Request' }],
    kind: 'http',
  })),
});

export const bun = defineLibrary({
  name: 'bun',
  packages: ['global', 'bun'],
  source: 'https://bun.com/docs/runtime/http/routing',
  ...request,
  registrations: ['Bun.serve', 'serve'].flatMap((call): Registration[] => [
    {
      by: 'call',
      call,
      entries: { argument: 0, within: 'routes', handlers: ['POST', 'PUT', 'PATCH'] },
      handlers: { argument: 0 },
      parameters: [{ type: 'Request' }],
      kind: 'http',
    },
    {
      by: 'call',
      call,
      options: { argument: 0, path: '', method: '', handler: 'fetch' },
      handlers: { argument: 0 },
      parameters: [{ type: 'Request' }],
      kind: 'http',
    },
  ]),
});
