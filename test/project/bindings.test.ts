import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { writeApp } from '../support/rule-tester.ts';

type Files = Readonly<Record<string, string>>;

/** The facts behind the one handler of an app, in order: effects by what they do, operations by their table. */
function factsOf(files: Files, file = 'src/hook.ts'): readonly string[] {
  const root = writeApp({ 'package.json': '{ "name": "app" }', ...files })('');
  const project = new Project({ root });
  const handlers = project.handlersIn(join(root, file));
  expect(project.warnings).toEqual([]);
  expect(handlers.map((handler) => handler.name)).toHaveLength(1);
  return (handlers[0]?.trace.steps ?? []).flatMap(({ fact }) => {
    if (fact.kind === 'effect') return [`${fact.does}${fact.likely ? ' (likely)' : ''}`];
    return fact.kind === 'operation' ? [`${fact.operation.action} ${fact.operation.table ?? '?'}`] : [];
  });
}

const nest = (parameters: string, extra = '') => `
  import { Body, Controller, Headers, Inject, Post, RawBody } from '@nestjs/common';
  ${extra}
  @Controller('webhooks/stripe')
  export class StripeHook {
    constructor(${parameters}) {}
    @Post()
    async receive(@RawBody() body: Buffer, @Headers('stripe-signature') signature: string) {
      await this.payments.refund(body);
    }
  }
`;

const gateway = `
  import Stripe from 'stripe';
  export class StripeGateway implements Payments {
    readonly #stripe = new Stripe('sk');
    async refund(body: Buffer) { await this.#stripe.refunds.create({ charge: 'ch_1' }); }
  }
`;
const port = `export interface Payments { refund(body: Buffer): Promise<void> }\n`;
const withPort = `import type { Payments } from './port.ts';\n${gateway}`;

describe('an interface or an abstract class stands for the class that implements it', () => {
  test('an interface with one implementation', () => {
    const hook = nest('private readonly payments: Payments', "import type { Payments } from './port.ts';");
    expect(factsOf({ 'src/hook.ts': hook, 'src/port.ts': port, 'src/gateway.ts': withPort })).toEqual(['refunds']);
  });

  test('an abstract class with one subclass', () => {
    const hook = nest('private readonly payments: Payments', "import { Payments } from './port.ts';");
    expect(
      factsOf({
        'src/hook.ts': hook,
        'src/port.ts': 'export abstract class Payments { abstract refund(body: Buffer): Promise<void>; }',
        'src/gateway.ts': withPort.replace('implements', 'extends').replace('import type', 'import'),
      }),
    ).toEqual(['refunds']);
  });

  test('one of two implementations is a stand-in for tests', () => {
    const hook = nest('private readonly payments: Payments', "import type { Payments } from './port.ts';");
    expect(
      factsOf({
        'src/hook.ts': hook,
        'src/port.ts': port,
        'src/gateway.ts': withPort,
        'src/fake.ts':
          "import type { Payments } from './port.ts'; export class FakePayments implements Payments { async refund() {} }",
        'test/other.ts':
          "import type { Payments } from '../src/port.ts'; export class Other implements Payments { async refund() {} }",
      }),
    ).toEqual(['refunds']);
  });

  test('with two real ones nothing is known', () => {
    const hook = nest('private readonly payments: Payments', "import type { Payments } from './port.ts';");
    const second = withPort.replace('StripeGateway', 'SecondGateway');
    expect(
      factsOf({ 'src/hook.ts': hook, 'src/port.ts': port, 'src/gateway.ts': withPort, 'src/second.ts': second }),
    ).toEqual(['refunds (likely)']);
  });

  test('with two the container says which', () => {
    const hook = nest('private readonly payments: Payments', "import { Payments } from './port.ts';");
    expect(
      factsOf({
        'src/hook.ts': hook,
        'src/port.ts': 'export abstract class Payments { abstract refund(body: Buffer): Promise<void>; }',
        'src/gateway.ts': withPort.replace('implements', 'extends').replace('import type', 'import'),
        'src/second.ts':
          "import { Payments } from './port.ts'; export class Letters extends Payments { async refund() {} }",
        'src/module.ts': `
          import { Module } from '@nestjs/common';
          import { Payments } from './port.ts';
          import { StripeGateway } from './gateway.ts';
          @Module({ providers: [{ provide: Payments, useClass: StripeGateway }] })
          export class AppModule {}
        `,
      }),
    ).toEqual(['refunds']);
  });
});

describe('a container hands out what it was given for a token', () => {
  const bySymbol = (provider: string) => ({
    'src/hook.ts': nest('@Inject(PAYMENTS) private readonly payments: any', "import { PAYMENTS } from './tokens.ts';"),
    'src/tokens.ts': "export const PAYMENTS = Symbol('PAYMENTS');",
    'src/gateway.ts': gateway.replace(' implements Payments', ''),
    'src/module.ts': `
      import { Module } from '@nestjs/common';
      import { StripeGateway } from './gateway.ts';
      import { PAYMENTS } from './tokens.ts';
      @Module({ providers: [StripeGateway, { provide: PAYMENTS, ${provider} }] })
      export class AppModule {}
    `,
  });

  test.each([
    ['a class', 'useClass: StripeGateway'],
    ['a value', 'useValue: new StripeGateway()'],
    ['a factory', 'useFactory: () => new StripeGateway()'],
    ['another token', 'useExisting: StripeGateway'],
  ])('Nest, %s', (_name, provider) => {
    expect(factsOf(bySymbol(provider))).toEqual(['refunds']);
  });

  const express = (imports: string, act: string) => `
    import express from 'express';
    import Stripe from 'stripe';
    ${imports}
    export const app = express();
    app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
      new Stripe('sk').webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'whsec');
      ${act}
      res.sendStatus(200);
    });
  `;

  test.each([
    ['tsyringe, a class', "import { container } from 'tsyringe';", 'container.resolve(StripeGateway)', ''],
    [
      'tsyringe, a name',
      "import { container } from 'tsyringe';",
      "container.resolve<any>('payments')",
      "import { container } from 'tsyringe'; container.register('payments', { useClass: StripeGateway });",
    ],
    [
      'tsyringe, an instance',
      "import { container } from 'tsyringe';",
      "container.resolve<any>('payments')",
      "import { container } from 'tsyringe'; container.registerInstance('payments', new StripeGateway());",
    ],
    [
      'inversify',
      "import { container } from './container.ts';",
      "container.get<any>(Symbol.for('payments'))",
      "import { Container } from 'inversify'; export const container = new Container(); container.bind(Symbol.for('payments')).to(StripeGateway).inSingletonScope();",
    ],
    ['typedi, a class', "import { Container } from 'typedi';", 'Container.get(StripeGateway)', ''],
    [
      'typedi, a name',
      "import Container from 'typedi';",
      "Container.get<any>('payments')",
      "import { Container } from 'typedi'; Container.set('payments', new StripeGateway());",
    ],
    [
      'awilix, its cradle',
      "import { container } from './container.ts';",
      'container.cradle.payments',
      "import { asClass, createContainer } from 'awilix'; export const container = createContainer<any>(); container.register({ payments: asClass(StripeGateway).singleton() });",
    ],
    [
      'awilix, by name',
      "import { container } from './container.ts';",
      "container.resolve<any>('payments')",
      "import { asFunction, createContainer } from 'awilix'; export const container = createContainer<any>(); container.register({ payments: asFunction(() => new StripeGateway()) });",
    ],
  ])('%s', (_name, imports, got, setup) => {
    expect(
      factsOf({
        'src/hook.ts': express(
          `${imports} import { StripeGateway } from './gateway.ts';`,
          `await ${got}.refund(req.body);`,
        ),
        'src/gateway.ts': gateway.replace(' implements Payments', ''),
        'src/container.ts': `import { StripeGateway } from './gateway.ts'; ${setup}`,
      }),
    ).toEqual(['refunds']);
  });

  test('awilix, what a class takes apart in its constructor', () => {
    expect(
      factsOf({
        'src/hook.ts': express(
          "import { container } from './container.ts';",
          'await container.cradle.orders.cancel(req.body);',
        ),
        'src/orders.ts': `
          export class Orders {
            payments;
            constructor({ payments }) { this.payments = payments; }
            async cancel(body) { await this.payments.refund(body); }
          }
        `,
        'src/gateway.ts': gateway.replace(' implements Payments', ''),
        'src/container.ts': `
          import { asClass, createContainer } from 'awilix';
          import { Orders } from './orders.ts';
          import { StripeGateway } from './gateway.ts';
          export const container = createContainer();
          container.register({ orders: asClass(Orders), payments: asClass(StripeGateway) });
        `,
      }),
    ).toEqual(['refunds']);
  });

  test.each([
    ['app.locals', 'app.locals.payments = new StripeGateway();', 'req.app.locals.payments'],
    ['app.set', "app.set('payments', new StripeGateway());", "req.app.get('payments')"],
    [
      'res.locals',
      'app.use((req, res, next) => { res.locals.payments = new StripeGateway(); next(); });',
      'res.locals.payments',
    ],
    [
      'the request',
      'app.use((req, res, next) => { (req as any).payments = new StripeGateway(); next(); });',
      '(req as any).payments',
    ],
  ])('Express, %s', (_name, setup, got) => {
    expect(
      factsOf({
        'src/hook.ts': express('', `await ${got}.refund(req.body);`),
        'src/gateway.ts': gateway.replace(' implements Payments', ''),
        'src/server.ts': `import { app } from './hook.ts'; import { StripeGateway } from './gateway.ts'; ${setup}`,
      }),
    ).toEqual(['refunds']);
  });

  test.each([
    ['of the instance', 'fastify.payments'],
    ['through the request', 'request.server.payments'],
  ])('Fastify, a decoration %s', (_name, got) => {
    expect(
      factsOf({
        'src/hook.ts': `
          import type { FastifyInstance } from 'fastify';
          export default async function hooks(fastify: FastifyInstance) {
            fastify.post('/webhooks/stripe', async (request, reply) => {
              const signature = request.headers['stripe-signature'];
              await ${got}.refund(request.body);
              return reply.code(204).send();
            });
          }
        `,
        'src/gateway.ts': gateway.replace(' implements Payments', ''),
        'src/plugins/payments.ts': `
          import fp from 'fastify-plugin';
          import { StripeGateway } from '../gateway.ts';
          export default fp(async (fastify) => { fastify.decorate('payments', new StripeGateway()); });
        `,
      }),
    ).toEqual(['refunds']);
  });

  test.each([
    ['get', "c.get('payments')"],
    ['var', 'c.var.payments'],
  ])('Hono, a variable by %s', (_name, got) => {
    expect(
      factsOf({
        'src/hook.ts': `
          import { Hono } from 'hono';
          export const hooks = new Hono();
          hooks.post('/webhooks/stripe', async (c) => {
            const signature = c.req.header('stripe-signature');
            await ${got}.refund(await c.req.text());
            return c.body(null, 204);
          });
        `,
        'src/gateway.ts': gateway.replace(' implements Payments', ''),
        'src/app.ts': `
          import { Hono } from 'hono';
          import { hooks } from './hook.ts';
          import { StripeGateway } from './gateway.ts';
          const app = new Hono();
          app.use(async (c, next) => { c.set('payments', new StripeGateway()); await next(); });
          app.route('/', hooks);
        `,
      }),
    ).toEqual(['refunds']);
  });

  test('Koa, what hangs on its context', () => {
    expect(
      factsOf({
        'src/hook.ts': `
          import Router from '@koa/router';
          export const router = new Router();
          router.post('/webhooks/stripe', async (ctx) => {
            const signature = ctx.get('stripe-signature');
            await ctx.payments.refund(ctx.request.body);
            ctx.status = 204;
          });
        `,
        'src/gateway.ts': gateway.replace(' implements Payments', ''),
        'src/app.ts': `
          import Koa from 'koa';
          import { StripeGateway } from './gateway.ts';
          const app = new Koa();
          app.context.payments = new StripeGateway();
        `,
      }),
    ).toEqual(['refunds']);
  });
});

describe('an event calls its listeners', () => {
  const emitting = (imports: string, emit: string) => `
    import express from 'express';
    import Stripe from 'stripe';
    ${imports}
    const app = express();
    app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
      const event = new Stripe('sk').webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'whsec');
      ${emit}
      res.sendStatus(200);
    });
  `;
  const listening = (on: string) => `
    import Stripe from 'stripe';
    import { bus } from './bus.ts';
    const stripe = new Stripe('sk');
    async function refund(order: any) { await stripe.refunds.create({ charge: order.charge }); }
    ${on}
  `;
  const nodeBus = "import { EventEmitter } from 'node:events'; export const bus = new EventEmitter();";

  test.each([
    ['of Node', nodeBus, "bus.emit('order.cancelled', event.data.object);"],
    [
      'of a class that extends one',
      "import { EventEmitter } from 'events'; class Bus extends EventEmitter {} export const bus = new Bus();",
      "bus.emit('order.cancelled', event.data.object);",
    ],
    [
      'that is waited for',
      "import { EventEmitter2 } from 'eventemitter2'; export const bus = new EventEmitter2();",
      "await bus.emitAsync('order.cancelled', event.data.object);",
    ],
    [
      'of mitt',
      "import mitt from 'mitt'; export const bus = mitt<any>();",
      "bus.emit('order.cancelled', event.data.object);",
    ],
    ['under a name that is put together', nodeBus, 'bus.emit(`order.${event.type}`, event.data.object);'],
  ])('an emitter %s', (_name, bus, emit) => {
    expect(
      factsOf({
        'src/hook.ts': emitting("import { bus } from './bus.ts';", emit),
        'src/bus.ts': bus,
        'src/refunds.ts': listening("bus.on('order.cancelled', refund);"),
      }),
    ).toEqual(['refunds']);
  });

  const wildBus =
    "import { EventEmitter2 } from 'eventemitter2'; export const bus = new EventEmitter2({ wildcard: true });";
  const emitted = emitting("import { bus } from './bus.ts';", "bus.emit('order.cancelled.late', event.data.object);");

  test.each([
    ['one part of it', "bus.on('order.*.late', refund);", ['refunds']],
    ['any number of them', "bus.on('order.**', refund);", ['refunds']],
    ['too few parts', "bus.on('order.*', refund);", []],
    ['other parts', "bus.on('invoice.**', refund);", []],
  ])('stars in the name that is listened for stand for %s', (_name, on, effects) => {
    expect(factsOf({ 'src/hook.ts': emitted, 'src/bus.ts': wildBus, 'src/refunds.ts': listening(on) })).toEqual(
      effects,
    );
  });

  test('stars mean nothing where they are not switched on', () => {
    const bus = wildBus.replace('{ wildcard: true }', '');
    const files = {
      'src/hook.ts': emitted,
      'src/bus.ts': bus,
      'src/refunds.ts': listening("bus.on('order.**', refund);"),
    };
    expect(factsOf(files)).toEqual([]);
  });

  test('a listener of all names is given the name first', () => {
    const on = (parameters: string) =>
      listening(
        `bus.on('*', async (${parameters}) => { await stripe.refunds.create({ charge: order.charge }, { idempotencyKey: order.id }); });`,
      );
    const files = (parameters: string) => ({
      'src/hook.ts': emitting("import { bus } from './bus.ts';", "bus.emit('order.cancelled', event);"),
      'src/bus.ts': "import mitt from 'mitt'; export const bus = mitt<any>();",
      'src/refunds.ts': on(parameters),
    });
    expect(factsOf(files('name, order'))).toEqual(['refunds']);
  });

  test("an event under the provider's own type calls the listeners of each type, one at a time", () => {
    const files = {
      'src/hook.ts': emitting("import { bus } from './bus.ts';", 'bus.emit(event.type, event.data.object);'),
      'src/bus.ts': nodeBus,
      'src/refunds.ts': listening("bus.on('charge.refunded', refund); bus.on('greeting', refund);"),
      'src/mails.ts': `
        import { bus } from './bus.ts'; import { Resend } from 'resend'; const resend = new Resend('k');
        bus.on('invoice.paid', async (invoice: any) => { await resend.emails.send({ from: 'a', to: 'b', subject: 'c', text: invoice.id }); });
      `,
    };
    expect([...factsOf(files)].sort()).toEqual(['refunds', 'sends a mail']);
  });

  test('another name calls nothing, nor does a listener of something else', () => {
    expect(
      factsOf({
        'src/hook.ts': emitting("import { bus } from './bus.ts';", "bus.emit('order.paid', event.data.object);"),
        'src/bus.ts': nodeBus,
        'src/refunds.ts': listening("bus.on('order.cancelled', refund); process.on('order.paid', refund);"),
      }),
    ).toEqual([]);
  });

  test('Nest listeners by decorator', () => {
    expect(
      factsOf({
        'src/hook.ts': nest(
          'private readonly events: EventEmitter2',
          "import { EventEmitter2 } from '@nestjs/event-emitter';",
        ).replace('this.payments.refund(body)', "this.events.emit('order.cancelled', body)"),
        'src/refunds.ts': `
          import { Injectable } from '@nestjs/common';
          import { OnEvent } from '@nestjs/event-emitter';
          import { StripeGateway } from './gateway.ts';
          @Injectable()
          export class Refunds {
            constructor(private readonly payments: StripeGateway) {}
            @OnEvent('order.cancelled')
            async refund(body: Buffer) { await this.payments.refund(body); }
          }
        `,
        'src/gateway.ts': gateway.replace(' implements Payments', ''),
      }),
    ).toEqual(['refunds']);
  });

  const nestHook = nest(
    'private readonly events: EventEmitter2',
    "import { EventEmitter2 } from '@nestjs/event-emitter';",
  ).replace('this.payments.refund(body)', "this.events.emit('order.cancelled', body)");
  const nestListener = (decorator: string, imports = "import { OnEvent } from '@nestjs/event-emitter';") => `
    import { Injectable } from '@nestjs/common';
    ${imports}
    import { StripeGateway } from './gateway.ts';
    @Injectable()
    export class Refunds {
      constructor(private readonly payments: StripeGateway) {}
      ${decorator}
      async refund(body: Buffer) { await this.payments.refund(body); }
    }
  `;
  const nestModule =
    "import { EventEmitterModule } from '@nestjs/event-emitter'; export const events = EventEmitterModule.forRoot({ wildcard: true });";

  test.each([
    ["@OnEvent('order.*')", ['refunds']],
    ["@OnEvent(['order', '*'])", ['refunds']],
    ["@OnEvent('invoice.*')", []],
  ])('Nest listeners with stars: %s', (decorator, effects) => {
    const files = {
      'src/hook.ts': nestHook,
      'src/refunds.ts': nestListener(decorator),
      'src/module.ts': nestModule,
      'src/gateway.ts': gateway.replace(' implements Payments', ''),
    };
    expect(factsOf(files)).toEqual(effects);
  });

  test("a decorator of the project's own that is one of the library's", () => {
    const files = (name: string) => ({
      'src/hook.ts': nestHook,
      'src/on-order.ts':
        "import { OnEvent } from '@nestjs/event-emitter'; export const OnOrder = (event: string, options?: object) => OnEvent(event, { ...options, async: true });",
      'src/refunds.ts': nestListener(`@OnOrder('${name}')`, "import { OnOrder } from './on-order.ts';"),
      'src/gateway.ts': gateway.replace(' implements Payments', ''),
    });
    expect(factsOf(files('order.cancelled'))).toEqual(['refunds']);
    expect(factsOf(files('order.paid'))).toEqual([]);
  });

  test.each([
    ['a command', 'CommandBus', 'execute', 'CommandHandler', 'execute'],
    ['an event', 'EventBus', 'publish', 'EventsHandler', 'handle'],
  ])('Nest, %s by its class', (_name, bus, send, decorator, method) => {
    expect(
      factsOf({
        'src/hook.ts': nest(
          `private readonly bus: ${bus}`,
          `import { ${bus} } from '@nestjs/cqrs'; import { CancelOrder } from './cancel.ts';`,
        ).replace('this.payments.refund(body)', `this.bus.${send}(new CancelOrder('1'))`),
        'src/cancel.ts': 'export class CancelOrder { constructor(readonly id: string) {} }',
        'src/cancel.handler.ts': `
          import { ${decorator} } from '@nestjs/cqrs';
          import { CancelOrder } from './cancel.ts';
          import { StripeGateway } from './gateway.ts';
          @${decorator}(CancelOrder)
          export class CancelOrderHandler {
            constructor(private readonly payments: StripeGateway) {}
            async ${method}(command: CancelOrder) { await this.payments.refund(command.id as any); }
          }
        `,
        'src/gateway.ts': gateway.replace(' implements Payments', ''),
      }),
    ).toEqual(['refunds']);
  });
});

test('an edit of what is bound shows at the next look', () => {
  const files = {
    'package.json': '{ "name": "app" }',
    'src/hook.ts': nest('private readonly payments: Payments', "import type { Payments } from './port.ts';"),
    'src/port.ts': port,
    'src/gateway.ts': withPort,
  };
  const root = writeApp(files)('');
  const project = new Project({ root });
  const effects = () =>
    project
      .handlersIn(join(root, 'src/hook.ts'))
      .flatMap(({ trace }) => trace.steps.flatMap(({ fact }) => (fact.kind === 'effect' ? [fact.does] : [])));
  expect(effects()).toEqual(['refunds']);
  project.setText(join(root, 'src/gateway.ts'), withPort.replace('refunds.create', 'refunds.retrieve'));
  expect(effects()).toEqual([]);
});
