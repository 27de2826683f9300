// Checked: @nestjs/common 12.5 types. Documented: docs.nestjs.com/controllers.
import { each } from '../effects/support/effect.ts';
import { emits, emitsAndWaits, wildListeners } from '../platform/event-emitters.ts';
import { defineLibrary } from '../types.ts';
import type { Meaning, MeaningOf } from '../types.ts';
import { nodeRequestAs, nodeResponseAs } from './support/node-message.ts';

const request = nodeRequestAs('Request');
const response = nodeResponseAs('Response');

const exceptions: Readonly<Record<string, number>> = {
  BadRequestException: 400,
  UnauthorizedException: 401,
  ForbiddenException: 403,
  NotFoundException: 404,
  MethodNotAllowedException: 405,
  NotAcceptableException: 406,
  RequestTimeoutException: 408,
  ConflictException: 409,
  GoneException: 410,
  PreconditionFailedException: 412,
  PayloadTooLargeException: 413,
  UnsupportedMediaTypeException: 415,
  ImATeapotException: 418,
  MisdirectedException: 421,
  UnprocessableEntityException: 422,
  InternalServerErrorException: 500,
  NotImplementedException: 501,
  BadGatewayException: 502,
  ServiceUnavailableException: 503,
  GatewayTimeoutException: 504,
  HttpVersionNotSupportedException: 505,
};

/** `new HttpException(body, status)`. */
const httpException: MeaningOf = ({ args, read }) => ({ is: 'http-error', status: read.number(args[1]) ?? null });

export const nestjs = defineLibrary({
  name: '@nestjs/common',
  packages: ['@nestjs/common'],
  source: 'https://docs.nestjs.com/controllers',
  types: { ...request.types, ...response.types, Logger: ['Logger.new', 'ConsoleLogger.new'] },
  typeAliases: { RawBodyRequest: 'Request', ConsoleLogger: 'Logger', LoggerService: 'Logger' },
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
    'HttpException.new': httpException,
    'Logger.*': { is: 'nothing' },
  },
  injects: ['Inject'],
  bindings: [
    {
      kind: 'provided',
      by: 'object',
      key: 'provide',
      values: { useClass: 'class', useValue: 'value', useFactory: 'factory', useExisting: 'key' },
    },
  ],
  ahead: {
    methods: ['use', 'apply', 'useGlobalGuards', 'useGlobalInterceptors'],
    decorators: ['UseGuards', 'UseInterceptors', 'UsePipes'],
    text: /\bAPP_GUARD\b|useGlobalGuards/,
    parses: { unless: /bodyParser\s*:\s*false|\braw\(|useBodyParser/ },
  },
  mounts: [
    { by: 'all', method: 'setGlobalPrefix' },
    {
      by: 'tree',
      on: 'RouterModule',
      method: 'register',
      path: 'path',
      module: 'module',
      children: 'children',
      decorator: 'Module',
      lists: 'controllers',
    },
  ],
  registrations: [
    {
      by: 'decorator',
      classDecorator: 'Controller',
      methodDecorators: ['Post', 'Put', 'Patch', 'All'],
      parameterDecorators: {
        ...each(['Req', 'Request'], { type: 'Request' } as const),
        ...each(['Res', 'Response'], { type: 'Response' } as const),
        Body: { delivery: 'body' },
        RawBody: { delivery: 'raw' },
        Headers: { delivery: 'headers' },
        Query: { delivery: 'query' },
        Next: { next: true },
        Param: { ignored: true },
        Ip: { ignored: true },
        Session: { ignored: true },
      },
      kind: 'http',
    },
  ],
});

/** Handlers that a Nest module finds by decorator and calls for each queued message. */
export const nestQueues = defineLibrary({
  name: '@nestjs/bullmq',
  packages: ['@nestjs/bullmq', '@nestjs/bull'],
  source: 'https://docs.nestjs.com/techniques/queues',
  types: { Job: [] },
  members: {
    'Job.data': { is: 'delivery', part: 'message' },
  },
  registrations: [
    {
      by: 'decorator',
      classDecorator: 'Processor',
      methodDecorators: ['Process', 'process'],
      parameterDecorators: {},
      positional: [{ type: 'Job' }],
      kind: 'queue',
    },
  ],
});

/** Listeners run in the same process after `emit`; nobody waits for them. */
export const nestEvents = defineLibrary({
  name: '@nestjs/event-emitter',
  packages: ['@nestjs/event-emitter'],
  source: 'https://docs.nestjs.com/techniques/events',
  types: { EventEmitter2: [] },
  calls: {
    'EventEmitter2.emit': emits,
    'EventEmitter2.emitAsync': emitsAndWaits,
    'EventEmitter2.on': { is: 'nothing' },
  },
  bindings: [
    ...wildListeners,
    {
      kind: 'listener',
      by: 'decorator',
      decorator: 'OnEvent',
      wild: { by: 'segments', where: /\bwildcard\s*:\s*true\b/ },
    },
  ],
});

/** Asks the container by token where the constructor does not. */
export const nestCore = defineLibrary({
  name: '@nestjs/core',
  packages: ['@nestjs/core'],
  source: 'https://docs.nestjs.com/fundamentals/module-ref',
  types: { ModuleRef: [] },
  calls: each(['ModuleRef.get', 'ModuleRef.resolve', 'ModuleRef.create'], (({ args }) => ({
    is: 'bound',
    kind: 'provided',
    key: args[0],
  })) satisfies MeaningOf),
});

/** A command has one handler and is waited for; an event may have several, and nobody waits. */
export const nestCqrs = defineLibrary({
  name: '@nestjs/cqrs',
  packages: ['@nestjs/cqrs'],
  source: 'https://docs.nestjs.com/recipes/cqrs',
  types: { CommandBus: [], QueryBus: [], EventBus: [] },
  calls: {
    ...each(['CommandBus.execute', 'QueryBus.execute'], (({ args: [event] }) => ({
      is: 'dispatch',
      event,
      args: event ? [event] : [],
      awaited: true,
    })) satisfies MeaningOf),
    'EventBus.publish': ({ args: [event] }) => ({ is: 'dispatch', event, args: event ? [event] : [], awaited: false }),
  },
  bindings: [
    { kind: 'listener', by: 'decorator', decorator: 'CommandHandler', method: 'execute' },
    { kind: 'listener', by: 'decorator', decorator: 'QueryHandler', method: 'execute' },
    { kind: 'listener', by: 'decorator', decorator: 'EventsHandler', method: 'handle' },
  ],
});

export const nestMicroservices = defineLibrary({
  name: '@nestjs/microservices',
  packages: ['@nestjs/microservices'],
  source: 'https://docs.nestjs.com/microservices/basics',
  types: { ClientProxy: [] },
  typeAliases: { ClientKafka: 'ClientProxy', ClientRMQ: 'ClientProxy' },
  calls: {
    ...each(['ClientProxy.emit', 'ClientProxy.send'], {
      is: 'effect',
      effect: { radius: 'state', category: 'enqueue', does: 'publishes a message', key: { accepted: false } },
    } as const satisfies Meaning),
  },
  registrations: [
    {
      by: 'decorator',
      classDecorator: 'Controller',
      methodDecorators: ['EventPattern', 'MessagePattern'],
      parameterDecorators: { Payload: { delivery: 'message' }, Ctx: { ignored: true } },
      positional: [{ delivery: 'message' }],
      kind: 'queue',
    },
  ],
});
