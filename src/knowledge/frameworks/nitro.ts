// Source: nitro.build/guide/routing and v1.h3.dev/utils; h3 2 types for the names that it kept.
import { each } from '../effects/support/effect.ts';
import { header } from '../platform/support/web-request.ts';
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { waitUntil } from './support/later.ts';

/** `getHeader(event, name)`. */
const headerOfEvent: MeaningOf = ({ args, ...call }) => header({ ...call, args: args.slice(1) });

const createError: MeaningOf = ({ args, read }) => ({
  is: 'http-error',
  status:
    read.number(read.get(args[0], 'statusCode')) ??
    read.number(read.get(args[0], 'status')) ??
    (read.isWhole(args[0]) ? 500 : null),
});

const noContent: MeaningOf = ({ args, read }) => ({
  is: 'acknowledgement',
  status: args[1] === undefined ? 204 : (read.number(args[1]) ?? null),
});

export const nitro = defineLibrary({
  name: 'h3',
  packages: ['h3', 'nitropack', 'nitropack/runtime', 'nitro', 'nitro/h3', '#imports', 'global'],
  source: 'https://nitro.build/guide/routing',
  types: { H3Event: [] },
  members: {
    'H3Event.headers': { is: 'delivery', part: 'headers' },
    'H3Event.node.req.headers': { is: 'delivery', part: 'headers' },
    'H3Event.req.headers': { is: 'delivery', part: 'headers' },
  },
  assignments: { 'H3Event.node.res.statusCode': 'status', 'H3Event.res.status': 'status' },
  calls: {
    readBody: { is: 'delivery', part: 'body' },
    readValidatedBody: { is: 'delivery', part: 'body' },
    readFormData: { is: 'delivery', part: 'body' },
    readRawBody: { is: 'delivery', part: 'raw' },
    'H3Event.req.text': { is: 'delivery', part: 'raw' },
    'H3Event.req.json': { is: 'delivery', part: 'body' },
    ...each(['getHeaders', 'getRequestHeaders'], { is: 'delivery', part: 'headers' } as const),
    ...each(['getHeader', 'getRequestHeader'], headerOfEvent),
    ...each(['getQuery'], { is: 'delivery', part: 'query' } as const),
    createError,
    sendNoContent: noContent,
    'H3Event.waitUntil': waitUntil,
    setResponseStatus: ({ args, read }) => ({ is: 'status', status: read.number(args[1]) ?? null }),
    setHeader: { is: 'nothing' },
    setResponseHeader: { is: 'nothing' },
  },
  registrations: [
    ...['defineEventHandler', 'eventHandler', 'defineHandler'].map((call) => ({
      by: 'call' as const,
      call,
      handlers: { argument: 0 },
      parameters: [{ type: 'H3Event' }],
      kind: 'http' as const,
    })),
    // Without an import: what a file of the server's folders exports.
    {
      by: 'export',
      file: /(^|\/)server\/(api|routes)\/.*\.[cm]?[jt]s$/,
      exports: ['default'],
      parameters: [{ type: 'H3Event' }],
      kind: 'http',
    },
  ],
});
