import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { writeApp } from '../support/rule-tester.ts';

/** The effects behind the handler of `src/hook.ts`, which hands each event to what `dispatch` does with it. */
function effectsOf(dispatch: string, files: Readonly<Record<string, string>>): readonly string[] {
  const root = writeApp({
    'package.json': '{ "name": "app" }',
    'src/hook.ts': `
      import express from 'express';
      import Stripe from 'stripe';
      import { registry } from './registry.ts';
      import './all.ts';
      const app = express();
      app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
        const event = new Stripe('sk').webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'whsec');
        ${dispatch}
        res.sendStatus(200);
      });
    `,
    'src/refunds.ts': `
      import Stripe from 'stripe';
      const stripe = new Stripe('sk');
      export async function refund(event: any) { await stripe.refunds.create({ charge: event.id }); }
      export async function pay(event: any) { await stripe.transfers.create({ amount: 1, currency: 'eur', destination: event.id }); }
      export class Refund { readonly type = 'order.cancelled'; async handle(event: any) { await refund(event); } }
    `,
    ...files,
  })('');
  const project = new Project({ root });
  const [handler] = project.handlersIn(join(root, 'src/hook.ts'));
  expect(project.warnings).toEqual([]);
  return (handler?.trace.steps ?? []).flatMap(({ fact }) =>
    fact.kind === 'effect' ? [`${fact.does}${fact.likely ? ' (likely)' : ''}`] : [],
  );
}

const fill = (statements: string) => `
  import { refund, pay, Refund } from './refunds.ts';
  import { registry, on } from './registry.ts';
  ${statements}
`;

describe('what fills a registry of handlers', () => {
  test.each([
    [
      'a Map, filled where it is made',
      "import { refund } from './refunds.ts'; export const registry = new Map<string, any>(); registry.set('order.cancelled', refund);",
      '',
    ],
    [
      'a Map, filled by another file',
      'export const registry = new Map<string, any>();',
      fill("registry.set('order.cancelled', refund);"),
    ],
    [
      'an instance that keeps a Map',
      'class Registry { readonly #handlers = new Map<string, any>(); register(type: string, fn: any) { this.#handlers.set(type, fn); } get(type: string) { return this.#handlers.get(type); } } export const registry = new Registry();',
      fill("registry.register('order.cancelled', refund);"),
    ],
    [
      'a function that fills a Map',
      'export const registry = new Map<string, any>(); export function on(type: string, fn: any) { registry.set(type, fn); }',
      fill("on('order.cancelled', refund);"),
    ],
    [
      'an instance that fills its Map when it is made',
      "import { refund } from './refunds.ts'; class Registry { readonly #handlers = new Map<string, any>(); constructor() { this.#handlers.set('order.cancelled', refund); } get(type: string) { return this.#handlers.get(type); } } export const registry = new Registry();",
      '',
    ],
  ])('%s', (_name, registry, all) => {
    expect(
      effectsOf('await registry.get(event.type)?.(event);', { 'src/registry.ts': registry, 'src/all.ts': all }),
    ).toEqual(['refunds']);
  });

  test('an object, filled by statements', () => {
    expect(
      effectsOf('await registry[event.type]?.(event);', {
        'src/registry.ts': 'export const registry: Record<string, any> = {};',
        'src/all.ts': fill("registry['order.cancelled'] = refund; registry['order.paid'] = pay;"),
      }),
    ).toEqual(['refunds', 'pays out']);
  });

  test('instances of a class for each event', () => {
    expect(
      effectsOf('await registry.get(event.type)?.handle(event);', {
        'src/registry.ts': 'export const registry = new Map<string, any>();',
        'src/all.ts': fill('const one = new Refund(); registry.set(one.type, one);'),
      }),
    ).toEqual(['refunds']);
  });

  test('under a known name only what is registered there', () => {
    expect(
      effectsOf("await registry.get('order.paid')?.(event);", {
        'src/registry.ts': 'export const registry = new Map<string, any>();',
        'src/all.ts': fill("registry.set('order.cancelled', refund); registry.set('order.paid', pay);"),
      }),
    ).toEqual(['pays out']);
  });
});
