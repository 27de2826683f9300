// Source: vercel.com/docs/functions/functions-api-reference; not checked against types.
import { defineLibrary } from '../types.ts';
import { afterAnswer } from './support/later.ts';
import { nodeRequestAs, nodeResponseAs } from './support/node-message.ts';

const request = nodeRequestAs('VercelRequest');
const response = nodeResponseAs('VercelResponse');

export const vercel = defineLibrary({
  name: 'vercel',
  packages: ['@vercel/node', '@vercel/functions', '@vercel/edge'],
  source: 'https://vercel.com/docs/functions/functions-api-reference',
  types: { ...request.types, ...response.types },
  members: request.members,
  assignments: response.assignments,
  calls: { ...request.calls, ...response.calls, waitUntil: afterAnswer },
  registrations: [
    {
      by: 'type',
      functionTypes: ['VercelApiHandler'],
      parameterTypes: ['VercelRequest'],
      parameters: [{ type: 'VercelRequest' }, { type: 'VercelResponse' }],
      kind: 'http',
    },
    {
      by: 'export',
      file: /^api\/.*\.[cm]?[jt]s$/,
      exports: ['default'],
      parameters: [{ type: 'VercelRequest' }, { type: 'VercelResponse' }],
      kind: 'http',
    },
  ],
});
