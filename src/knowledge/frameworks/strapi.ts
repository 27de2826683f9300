// Source: docs.strapi.io/cms/backend-customization/controllers and …/requests-responses; not checked against types.
import { defineLibrary } from '../types.ts';
import type { Meaning } from '../types.ts';
import { koaContext } from './koa.ts';

/** `ctx.badRequest('message')`. */
const statuses: Readonly<Record<string, number>> = {
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  internalServerError: 500,
};

/** Koa's context; a route in another file names the method. */
export const strapi = defineLibrary({
  name: '@strapi/strapi',
  packages: ['@strapi/strapi', '@strapi/types'],
  source: 'https://docs.strapi.io/cms/backend-customization/controllers',
  ...koaContext,
  typeAliases: { ...koaContext.typeAliases, 'Core.Controller': 'Context' },
  calls: {
    ...koaContext.calls,
    ...Object.fromEntries(
      Object.entries(statuses).map(([name, status]): [string, Meaning] => [
        `Context.${name}`,
        { is: 'acknowledgement', status },
      ]),
    ),
    'Context.send': ({ args, read }) => ({
      is: 'acknowledgement',
      status: args[1] === undefined ? undefined : (read.number(args[1]) ?? null),
      body: args[0],
    }),
  },
  registrations: [
    {
      by: 'default-object',
      file: /(^|\/)(?:src\/(?:api|plugins|extensions)\/[^/]+|server(?:\/src)?)\/(?:.*\/)?controllers\/[^/]+\.[cm]?[jt]s$/,
      methods: 'any',
      parameters: [{ type: 'Context' }],
      kind: 'http',
    },
  ],
});
