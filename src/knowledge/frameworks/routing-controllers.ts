// Checked: routing-controllers 0.11 types. Documented: github.com/typestack/routing-controllers.
import { each } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import type { Meaning, Registration } from '../types.ts';
import { nodeRequestAs, nodeResponseAs } from './support/node-message.ts';

const request = nodeRequestAs('Request');
const response = nodeResponseAs('Response');

const exceptions: Readonly<Record<string, number>> = {
  BadRequestError: 400,
  UnauthorizedError: 401,
  ForbiddenError: 403,
  NotFoundError: 404,
  MethodNotAllowedError: 405,
  NotAcceptableError: 406,
  UnprocessableEntityError: 422,
  TooManyRequestsError: 429,
  InternalServerError: 500,
};

export const routingControllers = defineLibrary({
  name: 'routing-controllers',
  packages: ['routing-controllers'],
  source: 'https://github.com/typestack/routing-controllers',
  types: { ...request.types, ...response.types },
  members: request.members,
  assignments: response.assignments,
  calls: {
    ...request.calls,
    ...response.calls,
    ...Object.fromEntries(
      Object.entries(exceptions).map(([name, status]): [string, Meaning] => [
        `${name}.new`,
        { is: 'http-error', status },
      ]),
    ),
    'HttpError.new': ({ args, read }) => ({ is: 'http-error', status: read.number(args[0]) ?? null }),
  },
  registrations: ['Controller', 'JsonController'].map((classDecorator): Registration => ({
    by: 'decorator',
    classDecorator,
    methodDecorators: ['Post', 'Put', 'Patch', 'All'],
    parameterDecorators: {
      ...each(['Req'], { type: 'Request' } as const),
      ...each(['Res'], { type: 'Response' } as const),
      Body: { delivery: 'body' },
      BodyParam: { delivery: 'body' },
      HeaderParam: { delivery: 'headers' },
      HeaderParams: { delivery: 'headers' },
      QueryParam: { delivery: 'query' },
      QueryParams: { delivery: 'query' },
    },
    kind: 'http',
  })),
});
