// Checked: @azure/functions 4.16 types. Documented: learn.microsoft.com/azure/azure-functions/functions-reference-node.
import { webRequestAs } from '../platform/support/web-request.ts';
import { defineLibrary } from '../types.ts';

const request = webRequestAs('HttpRequest');

export const azureFunctions = defineLibrary({
  name: '@azure/functions',
  packages: ['@azure/functions'],
  source: 'https://learn.microsoft.com/azure/azure-functions/functions-reference-node',
  ...request,
  returnedStatus: 'status',
  types: { ...request.types, Context: [] },
  typeAliases: { InvocationContext: 'Context' },
  calls: { ...request.calls, 'Context.*': { is: 'nothing' } },
  // A key of the function stands in the deployment.
  ahead: { trusted: true },
  registrations: [
    {
      by: 'call',
      call: 'app.http',
      options: { argument: 1, path: 'route', method: 'methods', handler: 'handler' },
      handlers: { argument: 1 },
      parameters: [{ type: 'HttpRequest' }, { type: 'Context' }],
      kind: 'http',
    },
    {
      by: 'call',
      call: 'app.post',
      handlers: { from: 1 },
      parameters: [{ type: 'HttpRequest' }, { type: 'Context' }],
      kind: 'http',
      method: 'POST',
    },
    ...['storageQueue', 'serviceBusQueue', 'serviceBusTopic', 'eventGrid', 'eventHub', 'cosmosDB'].map((name) => ({
      by: 'call' as const,
      call: `app.${name}`,
      options: { argument: 1, path: '', method: '', handler: 'handler' },
      handlers: { argument: 1 },
      parameters: [{ delivery: 'message' as const }, { type: 'Context' }],
      kind: 'queue' as const,
    })),
  ],
});
