// Sources: docs.astro.build/en/guides/endpoints, docs.solidjs.com/solid-start/building-your-application/api-routes.
import { platformValue } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';

export const astro = defineLibrary({
  name: 'astro',
  packages: ['astro'],
  source: 'https://docs.astro.build/en/guides/endpoints/',
  types: { APIContext: [] },
  members: { 'APIContext.request': { is: 'value', value: platformValue('Request') } },
  registrations: [
    {
      by: 'export',
      file: /(^|\/)src\/pages\/.*\.[cm]?[jt]s$/,
      exports: ['POST', 'PUT', 'PATCH', 'ALL'],
      parameters: [{ type: 'APIContext' }],
      kind: 'http',
    },
    {
      by: 'type',
      functionTypes: ['APIRoute'],
      parameterTypes: ['APIContext'],
      parameters: [{ type: 'APIContext' }],
      kind: 'http',
    },
  ],
});

/** SolidStart and TanStack Start hand the request over in the same way. */
export const solidStart = defineLibrary({
  name: '@solidjs/start',
  packages: ['@solidjs/start', '@solidjs/start/server'],
  source: 'https://docs.solidjs.com/solid-start/building-your-application/api-routes',
  types: { APIEvent: [] },
  members: { 'APIEvent.request': { is: 'value', value: platformValue('Request') } },
  registrations: [
    {
      by: 'export',
      file: /(^|\/)src\/routes\/(.*\/)?[^+/]+\.[cm]?[jt]sx?$/,
      exports: ['POST', 'PUT', 'PATCH'],
      parameters: [{ type: 'APIEvent' }],
      kind: 'http',
    },
  ],
});
