import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter, type ESLint } from 'eslint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import plugin from '../../src/index.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'webhook-once-types-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** The few declarations of the payment client that the apps below use, in the place where an installed package has them. */
const installed = {
  'node_modules/stripe/package.json': '{ "name": "stripe", "version": "1.0.0", "types": "index.d.ts" }',
  'node_modules/stripe/index.d.ts': `export default class Stripe {
  constructor(key: string);
  transfers: { create(params: object, options?: object): Promise<object> };
  webhooks: { constructEvent(body: string, signature: string, secret: string): { id: string; data: { object: any } } };
}`,
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [], "lib": ["es2023", "dom"] }, "include": ["app"] }',
};

/** A container whose types alone tell what it gives. */
const container = `import type Stripe from 'stripe';
interface Entries { stripe: Stripe }
declare const registry: any;
export function resolve<K extends keyof Entries>(key: K): Entries[K] { return registry.take(key); }
export function find<K extends keyof Entries>(key: K): Entries[K] | undefined { return registry.take(key); }
export declare const context: { services: Entries };`;

function route(body: string): string {
  return `import Stripe from 'stripe';
import { resolve, find, context } from '../container.js';
const client = new Stripe('sk');
export async function POST(request: Request): Promise<Response> {
  const event = client.webhooks.constructEvent(await request.text(), request.headers.get('stripe-signature')!, 'whsec');
  ${body}
  return new Response(null, { status: 200 });
}
`;
}

type Files = Readonly<Record<string, string>>;

function lint(body: string, parserOptions: object, files: Files = { 'app/container.ts': container }): string[] {
  const all: Files = { ...installed, ...files, 'app/hooks/route.ts': route(body) };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const filename = join(root, 'app/hooks/route.ts');
  const messages = new Linter({ cwd: root }).verify(
    route(body),
    [
      {
        files: ['**/*.ts'],
        languageOptions: { parser, parserOptions },
        plugins: { 'webhook-once': plugin as unknown as ESLint.Plugin },
        rules: { 'webhook-once/no-effect-before-claim': 'error' },
      },
    ],
    { filename },
  );
  return messages.map(({ ruleId, message, line }) => `${line} ${ruleId ?? 'fatal'} ${message}`);
}

const typed = () => ({ projectService: true, tsconfigRootDir: root });
const pays = [expect.stringMatching(/^6 webhook-once\/no-effect-before-claim .*transfers\.create/)];

describe('where the parser brings types', () => {
  it.each([
    ['a generic answer', `await resolve('stripe').transfers.create({ amount: 1 });`],
    ['a variable of inferred type', `const found = resolve('stripe'); await found.transfers.create({ amount: 1 });`],
    ['destructured from a typed context', `const { stripe } = context.services; await stripe.transfers.create({});`],
    ['behind a question mark', `await find('stripe')?.transfers.create({});`],
  ])('an effect on %s is found', (_what, body) => {
    expect(lint(body, typed())).toEqual(pays);
  });

  it('what was found with types is not remembered without them', () => {
    const body = `await resolve('stripe').transfers.create({ amount: 1 });`;
    expect([lint(body, {}), lint(body, typed()), lint(body, {})]).toEqual([[], pays, []]);
  });

  it('a method of an own class that only types name is followed', () => {
    const files = {
      'app/container.ts': `${container}
import { Payouts } from './payouts.js';
export declare function make<T>(type: new (...args: never[]) => T): T;
export const payouts = () => make(Payouts);
export { resolve as other };`,
      'app/payouts.ts': `import Stripe from 'stripe';
const stripe = new Stripe('sk');
export class Payouts { async run() { await stripe.transfers.create({ amount: 1 }); } }`,
    };
    const body = `const { payouts } = await import('../container.js'); await payouts().run();`;
    expect(lint(body, typed(), files)).toEqual(pays);
  });
});

describe('nothing gets noisier', () => {
  it.each([
    ['a stable key', `await resolve('stripe').transfers.create({ amount: 1 }, { idempotencyKey: event.id });`],
    ['no effect at all', `resolve('stripe').transfers;`],
  ])('%s is silent with types', (_what, body) => {
    expect(lint(body, typed())).toEqual([]);
  });

  it('without types nothing is said of what only they tell', () => {
    expect(lint(`await resolve('stripe').transfers.create({ amount: 1 });`, {})).toEqual([]);
  });

  it('an error in the program is no crash', () => {
    const files = { 'app/container.ts': 'export const resolve: Missing = (; export const context = 1' };
    expect(lint(`await resolve('stripe').transfers.create({ amount: 1 });`, typed(), files)).toEqual([]);
  });

  it.each([
    ['has no types', null],
    ['cannot answer', {}],
  ])('services whose program %s are no crash', (_what, program) => {
    const broken = {
      ...parser,
      parseForESLint: (text: string) => ({
        ...parser.parseForESLint(text, { range: true, loc: true }),
        services: {
          program,
          getTypeAtLocation: () => {
            throw new Error('no type checker');
          },
        },
      }),
    };
    const messages = new Linter({ cwd: root }).verify(
      route(`await resolve('stripe').transfers.create({ amount: 1 });`),
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: broken },
          plugins: { 'webhook-once': plugin as unknown as ESLint.Plugin },
          rules: { 'webhook-once/no-effect-before-claim': 'error' },
        },
      ],
      { filename: join(root, 'app/hooks/route.ts') },
    );
    expect(messages).toEqual([]);
  });
});
