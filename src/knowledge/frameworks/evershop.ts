// Source: evershop.io/docs/development/knowledge-base/api-routes and the stripe module of github.com/evershopcommerce/evershop; not checked against types.
import { defineLibrary } from '../types.ts';
import { nodeRequestAs, nodeResponseAs } from './support/node-message.ts';

const request = nodeRequestAs('EvershopRequest');
const response = nodeResponseAs('EvershopResponse');

/** A folder under `api` is a route (`route.json` holds its path); `[bodyParser]handler.ts` runs after `bodyParser.ts`. */
export const evershop = defineLibrary({
  name: '@evershop/evershop',
  packages: ['@evershop/evershop'],
  source: 'https://evershop.io/docs/development/knowledge-base/api-routes',
  types: { ...request.types, ...response.types },
  members: request.members,
  assignments: response.assignments,
  calls: { ...request.calls, ...response.calls },
  registrations: [
    {
      by: 'export',
      file: /(^|\/)api\/[^/]+\/(?:\[[^\]/]*\])?[^/]+\.[cm]?[jt]s$/,
      exports: ['default'],
      text: /\bEvershop(?:Request|Response)\b|@evershop\/evershop/,
      parameters: [{ type: 'EvershopRequest' }, { type: 'EvershopResponse' }, { next: true }],
      kind: 'http',
    },
    {
      by: 'export',
      file: /(^|\/)subscribers\/[^/]+\/[^/]+\.[cm]?[jt]s$/,
      exports: ['default'],
      text: /@evershop\/|lib\/(?:postgres|log|util)\//,
      parameters: [{ delivery: 'message' }],
      kind: 'queue',
    },
  ],
});
