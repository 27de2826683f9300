import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Step } from '../../src/interpret/trace.ts';
import { Project } from '../../src/project/project.ts';
import type { AnalysedHandler } from '../../src/project/project.ts';
import { SettingsError } from '../../src/project/setting-shapes.ts';
import type { Settings } from '../../src/project/settings.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'webhook-once-settings-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

type Files = Readonly<Record<string, string>>;

function project(files: Files, settings: Settings): Project {
  for (const [file, text] of Object.entries({ 'package.json': '{ "name": "app" }', ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return new Project({ root, settings });
}

function handlers(from: Project): readonly AnalysedHandler[] {
  return from.findHandlerFiles([root]).flatMap((file) => from.handlersIn(file));
}

/** What the one handler of an app does, a line a step. */
function steps(files: Files, settings: Settings): string[] {
  const found = handlers(project(files, settings));
  expect(found).toHaveLength(1);
  return found.flatMap((handler) => handler.trace.steps.map(line));
}

function line({ fact, transaction, place }: Step): string {
  const inside = transaction === null ? '' : ' in transaction';
  const at = `${place.file.slice(root.length + 1)}${inside}`;
  switch (fact.kind) {
    case 'effect':
      return `${fact.radius}: ${fact.does}${fact.likely ? ' (likely)' : ''}, key ${fact.key} @ ${at}`;
    case 'claim':
      return `claim ${fact.timeToLive ?? '-'} @ ${at}`;
    case 'operation':
      return `${fact.operation.action} ${fact.operation.table ?? '-'} @ ${at}`;
    case 'verification':
      return `verify ${fact.provider ?? '?'} @ ${at}`;
    default:
      return `${fact.kind} @ ${at}`;
  }
}

/** A handler of GitHub's events around a few statements. */
function webhook(body: string, imports = ''): string {
  return `import express from 'express';
${imports}
const app = express();
app.post('/webhooks/github', async (req, res) => {
  const id = req.headers['x-github-delivery'];
  ${body}
  res.sendStatus(200);
});
`;
}

const answer = 'acknowledgement @ app.ts';
const ships = { radius: 'shipment', does: 'ships' };

describe('a call is named', () => {
  it('by the export of a package that is not installed, under any local name', () => {
    const files = { 'app.ts': webhook('await send({ id });', `import { createParcel as send } from '@acme/parcels';`) };
    const effects = [{ package: '@acme/parcels', export: 'createParcel', ...ships }];
    expect(steps(files, { effects })).toEqual(['shipment: ships, key unsupported @ app.ts', answer]);
  });

  it.each([
    ['a namespace', `import * as acme from '@acme/parcels';`, 'acme.createParcel({})'],
    ['require', `const { createParcel } = require('@acme/parcels');`, 'createParcel({})'],
    ['a subpath', `import { createParcel } from '@acme/parcels/v2';`, 'createParcel({})'],
    ['a re-export', `import { createParcel } from './barrel';`, 'createParcel({})'],
  ])('by the export of a package, reached through %s', (_way, imports, call) => {
    const files = { 'app.ts': webhook(`await ${call};`, imports), 'barrel.ts': `export * from '@acme/parcels';` };
    const effects = [{ package: '@acme/parcels', export: 'createParcel', ...ships }];
    expect(steps(files, { effects })).toEqual(['shipment: ships, key unsupported @ app.ts', answer]);
  });

  it.each([
    ['constructed here', `const client = new ShippingClient('k');`, 'client.create({})'],
    ['constructed in another file', `import { client } from './client';`, 'client.create({})'],
    ['known by its type', `let client: ShippingClient;`, 'client.create({})'],
    [
      'a field of an own class',
      `class Parcels { constructor(private client: ShippingClient) {} send() { return this.client.create({}); } }\nconst parcels = new Parcels(new ShippingClient('k'));`,
      'parcels.send()',
    ],
    [
      'a field that a container fills',
      `class Parcels { constructor(private client: ShippingClient) {} send() { return this.client.create({}); } }\nlet parcels: Parcels;`,
      'parcels.send()',
    ],
  ])("by a method of a package's class that is %s", (_way, code, call) => {
    const imports = `import { ShippingClient } from '@acme/parcels';\n`;
    const files = {
      'app.ts': webhook(`await ${call};`, imports + code),
      'client.ts': `${imports}export const client = new ShippingClient('k');`,
    };
    const effects = [{ package: '@acme/parcels', export: 'ShippingClient.create', ...ships }];
    expect(steps(files, { effects })).toEqual(['shipment: ships, key unsupported @ app.ts', answer]);
  });

  it('by a path of a default export, called or constructed or neither', () => {
    const effects = [{ package: 'parcels', export: 'default.parcels.create', ...ships }];
    for (const client of ['acme', 'acme(1)', 'new acme(1)']) {
      const files = {
        'app.ts': webhook(`const client = ${client}; await client.parcels.create({});`, `import acme from 'parcels';`),
      };
      expect(steps(files, { effects })).toEqual(['shipment: ships, key unsupported @ app.ts', answer]);
    }
  });

  it('by a file and its export, and then its source is not followed', () => {
    const files = {
      'app.ts': webhook('await ship({ id });', `import { createParcel as ship } from './lib/index';`),
      'lib/index.ts': `export * from './parcels';`,
      'lib/parcels.ts': `export async function createParcel(order) { await fetch('https://api.stripe.com/v1/transfers', { method: 'POST' }); }`,
    };
    expect(steps(files, {})).toEqual([expect.stringContaining('lib/parcels.ts'), answer]);
    for (const file of [
      'lib/parcels.ts',
      './lib/parcels.ts',
      'lib/index.ts',
      'lib/*.ts',
      '**/parcels.ts',
      'lib/{parcels,boxes}.ts',
    ])
      expect(steps(files, { effects: [{ file, export: 'createParcel', ...ships }] })).toEqual([
        'shipment: ships, key unsupported @ app.ts',
        answer,
      ]);
  });

  it('by a file and its export, where the source explains nothing', () => {
    const files = {
      'app.ts': webhook(
        'await parcels.create({ id }); await trace({ id });',
        `import { parcels, trace } from './parcels';`,
      ),
      'parcels.ts': `import { build, traced } from 'unheard-of';\nexport const parcels = build();\nexport const trace = globalThis.traced(() => 1);`,
    };
    const effects = [
      { file: 'parcels.ts', export: 'parcels.create', ...ships },
      { file: 'parcels.ts', export: 'trace', radius: 'other', does: 'traces' },
    ];
    expect(steps(files, { effects })).toEqual([
      'shipment: ships, key unsupported @ app.ts',
      'other: traces, key unsupported @ app.ts',
      answer,
    ]);
  });

  it('by an object that a file exports', () => {
    const files = {
      'app.ts': webhook('await api.parcels.create({ id });', `import api from './api';`),
      'api.ts': `export default { parcels: { async create(order) { await fetch('https://a.example/x', { method: 'POST' }); } } };`,
    };
    expect(steps(files, { effects: [{ file: 'api.ts', export: 'default.parcels.create', ...ships }] })).toEqual([
      'shipment: ships, key unsupported @ app.ts',
      answer,
    ]);
  });

  it('by a class of the own source and its method, anywhere or in one file', () => {
    const body = `{ async create(order) { await fetch('https://a.example/x', { method: 'POST' }); } async list() { await fetch('https://a.example/y', { method: 'POST' }); } }`;
    const files = {
      'app.ts': webhook(
        'await shipping.create({ id }); await others.create({}); await shipping.list();',
        `import { ShippingService } from './shipping';\nimport { Others } from './others';\nconst shipping = new ShippingService(), others = new Others();`,
      ),
      'shipping.ts': `class Base ${body}\nexport class ShippingService extends Base {}`,
      'others.ts': `export class Others ${body}`,
    };
    for (const place of [{}, { file: 'shipping.ts' }, { file: '*.ts' }])
      expect(steps(files, { effects: [{ ...place, export: 'ShippingService.create', ...ships }] })).toEqual([
        'shipment: ships, key unsupported @ app.ts',
        expect.stringMatching(/^other: .* @ others.ts$/),
        expect.stringMatching(/^other: .* @ shipping.ts$/),
        answer,
      ]);
  });

  it.each([
    ['an interface', 'export interface Shipping { create(order: object): Promise<void> }', ''],
    ['an abstract class', 'export abstract class Shipping { abstract create(order: object): Promise<void> }', ''],
    [
      'an interface that a class implements',
      'export interface Shipping { create(order: object): Promise<void> }',
      'new Real()',
    ],
    [
      'a class that another extends',
      'export abstract class Shipping { abstract create(order: object): Promise<void> }',
      'new Sub()',
    ],
  ])('by %s of the own source', (_what, declaration, made) => {
    const files = {
      'app.ts': webhook(
        'await orders.done();',
        `import { Orders, Real, Sub } from './orders';\n${made ? `const orders = new Orders(${made});` : 'let orders: Orders;'}`,
      ),
      'orders.ts': `import { Shipping } from './shipping';
export class Real implements Shipping { async create() { await fetch('https://a.example/x', { method: 'POST' }); } }
export class Sub extends Shipping { async create() { await fetch('https://a.example/x', { method: 'POST' }); } }
export class Orders { constructor(private readonly shipping: Shipping) {} async done() { await this.shipping.create({}); } }`,
      'shipping.ts': declaration,
    };
    for (const place of [{}, { file: 'shipping.ts' }])
      expect(steps(files, { effects: [{ ...place, export: 'Shipping.create', ...ships }] })).toEqual([
        'shipment: ships, key unsupported @ orders.ts',
        answer,
      ]);
  });

  it('by the name of a workspace package that is followed to its source', () => {
    const files = {
      'app.ts': webhook(
        'await createParcel({ id }); await other();',
        `import { createParcel, other } from '@acme/shared';`,
      ),
      'packages/shared/package.json': '{ "name": "@acme/shared", "main": "src/index.ts" }',
      'packages/shared/src/index.ts': `export { createParcel } from './parcels';\nexport async function other() { await fetch('https://a.example/x', { method: 'POST' }); }`,
      'packages/shared/src/parcels.ts': `export async function createParcel() { await fetch('https://a.example/x', { method: 'POST' }); }`,
    };
    expect(steps(files, { effects: [{ package: '@acme/shared', export: 'createParcel', ...ships }] })).toEqual([
      'shipment: ships, key unsupported @ app.ts',
      expect.stringMatching(/^other: .* @ packages\/shared\/src\/index.ts$/),
      answer,
    ]);
  });

  it('against the tables of a library that is known', () => {
    const files = {
      'app.ts': webhook(
        'await stripe.transfers.create({});',
        `import Stripe from 'stripe';\nconst stripe = new Stripe('k');`,
      ),
    };
    const nothing = [{ package: 'stripe', export: 'Stripe.transfers.create' }];
    expect(steps(files, {})).toEqual([expect.stringMatching(/^money: /), answer]);
    expect(steps(files, { nothing })).toEqual([answer]);
    expect(steps(files, { nothing: [{ package: 'stripe', export: 'default.transfers.create' }] })).toEqual([answer]);
    expect(steps(files, { nothing: [{ package: 'stripe', export: 'Stripe.refunds.create' }] })).toEqual([
      expect.stringMatching(/^money: /),
      answer,
    ]);
  });
});

describe('of two entries for one call', () => {
  const files = {
    'app.ts': webhook(
      'await client.parcels.create({}); await client.parcels.quote({});',
      `import { ShippingClient } from '@acme/parcels';\nconst client = new ShippingClient();`,
    ),
  };

  it('the method wins over all methods', () => {
    const all = { package: '@acme/parcels', export: 'ShippingClient.parcels.*' };
    const one = { package: '@acme/parcels', export: 'ShippingClient.parcels.create', ...ships };
    expect(steps(files, { nothing: [all], effects: [one] })).toEqual([
      'shipment: ships, key unsupported @ app.ts',
      answer,
    ]);
  });

  it('the file wins over the glob and over the class in any file', () => {
    const own = {
      'app.ts': webhook('await new Shipping().create({});', `import { Shipping } from './shipping';`),
      'shipping.ts': 'export class Shipping { async create() {} }',
    };
    const one = { file: 'shipping.ts', export: 'Shipping.create', ...ships };
    expect(steps(own, { nothing: [{ file: '*.ts', export: 'Shipping.create' }], effects: [one] })).toHaveLength(2);
    expect(steps(own, { nothing: [{ export: 'Shipping.create' }], effects: [one] })).toHaveLength(2);
    expect(steps(own, { effects: [{ ...one, file: '*.ts' }], nothing: [{ export: 'Shipping.create' }] })).toHaveLength(
      2,
    );
    expect(
      steps(own, {
        nothing: [{ file: 'shipping.ts', export: 'Shipping.create' }],
        effects: [{ ...ships, export: 'Shipping.create' }],
      }),
    ).toEqual([answer]);
  });

  it('the same name twice is an error', () => {
    const one = { package: '@acme/parcels', export: 'createParcel' };
    expect(() => project({}, { effects: [{ ...one, ...ships }], nothing: [one] })).toThrow(
      'settings["webhook-once"].nothing[0]: names the same call as settings["webhook-once"].effects[0]',
    );
  });
});

describe('effects', () => {
  const keyOf = (argumentsText: string, key: unknown) => {
    const files = {
      'app.ts': webhook(`await createParcel(${argumentsText});`, `import { createParcel } from 'parcels';`),
    };
    return steps(files, {
      effects: [{ package: 'parcels', export: 'createParcel', ...ships, ...(key === undefined ? {} : { key }) }],
    })[0]?.replace(/^.*, | @.*$/g, '');
  };

  it.each([
    ['{}, { idempotencyKey: id }', { argument: 1, property: 'idempotencyKey' }, 'key present'],
    ['{}', { argument: 1, property: 'idempotencyKey' }, 'key missing'],
    ['{}, { timeout: 1 }', { argument: 1, property: 'idempotencyKey' }, 'key missing'],
    ['{}, { ...options }', { argument: 1, property: 'idempotencyKey' }, 'key unknown'],
    ['{}, { headers: { Key: id } }', { argument: 1, property: 'headers.Key' }, 'key present'],
    ['{}, { headers: {} }', { argument: 1, property: 'headers.Key' }, 'key missing'],
    ['id, {}', { argument: 0 }, 'key present'],
    ['undefined, {}', { argument: 0 }, 'key missing'],
    ['{ idempotencyKey: id }', false, 'key unsupported'],
    ['{ idempotencyKey: id }', undefined, 'key present'],
    ['{}', undefined, 'key unsupported'],
  ])('createParcel(%s) with the key at %j: %s', (argumentsText, key, expected) => {
    expect(keyOf(argumentsText, key)).toBe(expected);
  });

  it('are reported by their radius, also those of the state of others', () => {
    const files = { 'app.ts': webhook('await provision({});', `import { provision } from 'accounts';`) };
    const effect = { package: 'accounts', export: 'provision', radius: 'state', does: 'opens an account' };
    const [handler] = handlers(project(files, { effects: [effect] }));
    expect(handler?.model.onceSteps().map(({ radius, does }) => `${radius}: ${does}`)).toEqual([
      'state: opens an account',
    ]);
    const [harmless] = handlers(project(files, { effects: [{ ...effect, idempotent: true }] }));
    expect(harmless?.model.onceSteps()).toEqual([]);
  });
});

describe('claims', () => {
  const unclaimed = (
    code: string,
    result: string,
    claim = 'export function claimEvent(key) { return store.put(key); }',
  ) => {
    const files = {
      'app.ts': webhook(code, `import { claimEvent } from './claim';\nimport { pay } from 'bank';`),
      'claim.ts': claim,
    };
    const [handler] = handlers(
      project(files, {
        claims: [{ file: 'claim.ts', export: 'claimEvent', key: 0, result }],
        effects: [{ package: 'bank', export: 'pay', radius: 'money' }],
      }),
    );
    if (!handler) throw new Error('no handler');
    const [pay] = handler.model.onceSteps();
    return pay && handler.model.unclaimedPath(pay) !== undefined;
  };

  it.each([
    ['if (!(await claimEvent(id))) return res.sendStatus(200); await pay();', 'boolean'],
    ['const won = await claimEvent(id); if (won) await pay();', 'boolean'],
    ['if (claimEvent(id)) await pay();', 'boolean'],
    ['const row = await claimEvent(id); if (!row) return res.sendStatus(200); await pay();', 'row'],
    ['const rows = await claimEvent(id); if (rows.length === 0) return res.sendStatus(200); await pay();', 'rows'],
    ['if ((await claimEvent(id)) === 0) return res.sendStatus(200); await pay();', 'count'],
    ['await claimEvent(id); await pay();', 'throws'],
    ['try { await claimEvent(id); } catch { return res.sendStatus(200); } await pay();', 'throws'],
  ])('%s (%s) claims', (code, result) => {
    expect(unclaimed(code, result)).toBe(false);
  });

  it.each([
    ['await claimEvent(id); await pay();', 'boolean'],
    ['await pay(); await claimEvent(id);', 'throws'],
    ['if (await claimEvent(id)) return res.sendStatus(200); await pay();', 'boolean'],
    ['try { await claimEvent(id); } catch {} await pay();', 'throws'],
  ])('%s (%s) does not', (code, result) => {
    expect(unclaimed(code, result)).toBe(true);
  });

  it('keep the key and say how long', () => {
    const files = {
      'app.ts': webhook('if (!(await locks.take("gh", id))) return res.end();', `import { locks } from 'locks';`),
    };
    const claims = [{ package: 'locks', export: 'locks.take', key: 1, result: 'boolean', timeToLive: 60 }];
    expect(steps(files, { claims })[0]).toBe('claim 60 @ app.ts');
    expect(steps(files, { claims: [{ ...claims[0], timeToLive: null }] })[0]).toBe('claim - @ app.ts');
  });
});

it.each([
  ['if (await seen(id)) return res.sendStatus(200);', 'boolean'],
  ['if (seen(id)) return res.sendStatus(200);', 'boolean'],
  ['const row = await seen(id); if (row) return res.sendStatus(200);', 'row'],
  ['const rows = await seen(id); if (rows.length > 0) return res.sendStatus(200);', 'rows'],
  ['if ((await seen(id)) > 0) return res.sendStatus(200);', 'count'],
])('guards: %s (%s) asks and claims nothing', (code, result) => {
  const files = {
    'app.ts': webhook(`${code} await pay();`, `import { seen } from './seen';\nimport { pay } from 'bank';`),
    'seen.ts': 'export function seen(id) { return store.has(id); }',
  };
  const [handler] = handlers(
    project(files, {
      guards: [{ file: 'seen.ts', export: 'seen', result }],
      effects: [{ package: 'bank', export: 'pay', radius: 'money' }],
    }),
  );
  expect(
    handler?.model
      .guards()
      .map((guard) => ({ byEvent: guard.byEvent, tests: guard.tests, acts: guard.acts.map((act) => act.does) })),
  ).toEqual([{ byEvent: true, tests: 'presence', acts: ['moves money'] }]);
});

describe('verifiers', () => {
  const app = (code: string) => ({
    'app.ts': `import express from 'express';\nimport { check } from './check';\nimport { pay } from 'bank';\nexpress().post('/hook', async (req, res) => { ${code} res.sendStatus(200); });`,
    'check.ts': 'export function check(req) { return secret.test(req); }',
  });
  const effects = [{ package: 'bank', export: 'pay', radius: 'money' }];
  const verifier = { file: 'check.ts', export: 'check', provider: 'stripe' };

  it('prove that a function is a handler, and of whom', () => {
    const [handler] = handlers(
      project(app('const event = check(req); await pay(event.id);'), {
        effects,
        verifiers: [{ ...verifier, returns: 'event' }],
      }),
    );
    expect(handler?.provider).toBe('stripe');
    expect(handler?.trace.steps.map(line)).toEqual([
      'verify stripe @ app.ts',
      'money: moves money, key unsupported @ app.ts',
      answer,
    ]);
  });

  it.each([
    ['boolean', 'if (!check(req)) return res.sendStatus(401); await pay();', ['yes']],
    ['boolean', 'check(req); await pay();', ['unverified']],
    ['nothing', 'check(req); await pay();', ['yes']],
    ['nothing', 'await check(req); await pay();', ['yes']],
  ])('that give %s: %s', (returns, code, verified) => {
    const [handler] = handlers(project(app(code), { effects, verifiers: [{ ...verifier, returns }] }));
    const pay = handler?.trace.steps.find((step) => step.fact.kind === 'effect');
    expect([...new Set(pay?.snapshots.map((snapshot) => snapshot.verified))]).toEqual(verified);
  });
});

describe('transactions', () => {
  const table = 'CREATE TABLE seen_hooks (id text PRIMARY KEY);';
  const insert = `await tx.query('INSERT INTO seen_hooks (id) VALUES ($1)', [id]);`;
  const expected = [
    'begin @ app.ts',
    'insert seen_hooks @ app.ts in transaction',
    'commit @ app.ts',
    'rollback @ app.ts',
    answer,
  ];

  it.each([
    ['annotates', 'async (tx: PoolClient) =>', 'unknown'],
    ['is told by the wrapper', 'async (tx) =>', '(tx: PoolClient) => Promise<void>'],
  ])('run the callback, whose client it %s', (_how, callback, type) => {
    const files = {
      'migrations/1.sql': table,
      'app.ts': webhook(
        `await atomically('x', ${callback} { ${insert} });`,
        `import type { PoolClient } from 'pg';\nimport { atomically } from './db';`,
      ),
      'db.ts': `import type { PoolClient } from 'pg';\nexport const atomically = (name: string, work: ${type}) => globalThis.run(work);`,
    };
    expect(steps(files, { transactions: [{ file: 'db.ts', export: 'atomically', callback: 1 }] }).sort()).toEqual(
      [...expected].sort(),
    );
  });

  it('run the callback, whose client the settings say', () => {
    const files = {
      'migrations/1.sql': table,
      'app.ts': webhook(`await db.atomically(async (tx) => { ${insert} });`, `import { db } from '@acme/db';`),
    };
    const transaction = { package: '@acme/db', export: 'db.atomically', client: { package: 'pg', type: 'PoolClient' } };
    expect(steps(files, { transactions: [transaction] }).sort()).toEqual([...expected].sort());
  });
});

describe('nothing', () => {
  it('is done by what a name makes look like an effect, and its source is not followed', () => {
    const files = {
      'app.ts': webhook(
        'await sendReceipt(id); await chargeCard(id);',
        `import { sendReceipt } from 'fake-mail';\nimport { chargeCard } from './card';`,
      ),
      'card.ts': `export async function chargeCard() { await fetch('https://api.stripe.com/v1/charges', { method: 'POST' }); }`,
    };
    expect(steps(files, {})).toHaveLength(3);
    expect(
      steps(files, {
        nothing: [
          { package: 'fake-mail', export: 'sendReceipt' },
          { file: 'card.ts', export: 'chargeCard' },
        ],
      }),
    ).toEqual([answer]);
  });

  it('leaves the other exports of a package to their names', () => {
    const files = {
      'app.ts': webhook('await ping(); await sendReceipt({});', `import { ping, sendReceipt } from 'fake-mail';`),
    };
    expect(steps(files, { nothing: [{ package: 'fake-mail', export: 'ping' }] })).toEqual([
      expect.stringMatching(/^message: .*likely/),
      answer,
    ]);
  });
});

describe('handlers', () => {
  const effects = [{ package: 'bank', export: 'pay', radius: 'money' }];
  const read = (files: Files, declared: object) =>
    handlers(project(files, { effects, handlers: [declared] })).map(
      (handler) =>
        `${handler.file.slice(root.length + 1)} ${handler.name} ${handler.kind} ${handler.framework ?? ''}: ${handler.trace.steps.map(line).join('; ')}`,
    );
  const pays = 'money: moves money, key unsupported';

  it('are given to a call of a package', () => {
    const files = {
      'app.ts': `import { onWebhook as on } from '@acme/hooks';\nimport { pay } from 'bank';\non('orders', async (event) => { await pay(event.id); });`,
    };
    expect(read(files, { package: '@acme/hooks', export: 'onWebhook', argument: 1, parameters: ['body'] })).toEqual([
      `app.ts orders http @acme/hooks: ${pays} @ app.ts`,
    ]);
  });

  it('are given to a call of an own file, and reported where they are written, though nothing there tells', () => {
    const files = {
      'lib/hook.ts': `export default function (fn) { return globalThis.later(fn); }`,
      'app.ts': `import register from './lib/hook';\nimport { settle } from './settle';\nregister(settle);`,
      'settle.ts': `import { pay } from 'bank';\nexport async function settle(message) { await pay(message.id); }`,
    };
    const declared = { file: 'lib/hook.ts', export: 'default', argument: 0, parameters: ['message'], kind: 'queue' };
    expect(read(files, declared)).toEqual([`settle.ts settle queue settings: ${pays} @ settle.ts`]);
    const alone = project(files, { effects, handlers: [declared] });
    expect(alone.mayMatter(join(root, 'settle.ts'), files['settle.ts'])).toBe(true);
    expect(alone.handlersIn(join(root, 'settle.ts'))).toHaveLength(1);
  });

  it('are given to a method of an own class', () => {
    const files = {
      'bus.ts': `export class Bus { on(name: string, fn: Function) { this.all.push(fn); } }`,
      'app.ts': `import { Bus } from './bus';\nimport { pay } from 'bank';\nconst bus = new Bus();\nbus.on('paid', async (message) => { await pay(message); });`,
    };
    for (const place of [{}, { file: 'bus.ts' }])
      expect(read(files, { ...place, export: 'Bus.on', argument: 1, kind: 'queue', parameters: ['message'] })).toEqual([
        `app.ts paid queue settings: ${pays} @ app.ts`,
      ]);
  });

  it('are exported', () => {
    const files = {
      'jobs/paid.ts': `import { pay } from 'bank';\nexport async function run(job) { await pay(job.id); }`,
      'jobs/deep/sent.ts': `import { pay } from 'bank';\nexport const run = wrap(async (job) => { await pay(job.id); });`,
      'other.ts': `import { pay } from 'bank';\nexport async function run(job) { await pay(job.id); }`,
    };
    const declared = { export: 'run', kind: 'queue', parameters: ['message'] };
    expect(read(files, { ...declared, file: 'jobs/paid.ts' })).toEqual([
      `jobs/paid.ts run queue settings: ${pays} @ jobs/paid.ts`,
    ]);
    expect(read(files, { ...declared, file: 'jobs/**/*.ts' })).toEqual([
      expect.stringMatching(/^jobs\/deep\/sent.ts/),
      expect.stringMatching(/^jobs\/paid.ts/),
    ]);
  });

  it('are methods of a class', () => {
    const files = {
      'consumer.ts': `import { pay } from 'bank';\nclass Consumer { async handle(event) { await this.go(event); } async go(event) { await pay(event.id); } }\nexport default new Consumer();`,
    };
    expect(read(files, { export: 'Consumer.handle', parameters: ['body'] })).toEqual([
      `consumer.ts Consumer.handle http settings: ${pays} @ consumer.ts`,
    ]);
    expect(read(files, { file: 'consumer.ts', export: 'default.handle', parameters: ['body'] })).toEqual([
      `consumer.ts default.handle http settings: ${pays} @ consumer.ts`,
    ]);
  });

  it('know their provider and their parameters', () => {
    const files = {
      'hook.ts': `import { pay } from 'bank';\nexport async function hook(headers, context, event) { await pay({ idempotencyKey: event.id }); }`,
    };
    const [handler] = handlers(
      project(files, {
        effects,
        handlers: [{ file: 'hook.ts', export: 'hook', provider: 'stripe', parameters: ['headers', 'ignored', 'body'] }],
      }),
    );
    expect(handler?.provider).toBe('stripe');
    const fact = handler?.trace.steps[0]?.fact;
    expect(fact?.kind === 'effect' && fact.keyValue?.eventPath).toBe('id');
  });
});

describe('names of tables and columns', () => {
  const files = {
    'migrations/1.sql':
      'CREATE TABLE hook_ids (id text PRIMARY KEY); CREATE TABLE orders (id text PRIMARY KEY, lifecycle text);',
    'app.ts': webhook(
      `await db.query('UPDATE hook_ids SET tries = tries + 1 WHERE id = $1', [req.body.order.id]);\n  await db.query('UPDATE orders SET lifecycle = $1 WHERE id = $2', [req.body.action, req.body.order.id]);`,
      `import { Pool } from 'pg';\nconst db = new Pool();`,
    ),
  };

  it('dedupeTables', () => {
    const claimTables = (settings: Settings) => {
      const [handler] = handlers(project(files, settings));
      return handler?.trace.steps.flatMap(({ fact }) =>
        fact.kind === 'operation' && handler.model.isClaimTable(fact.operation) ? [fact.operation.table] : [],
      );
    };
    expect(claimTables({})).toEqual([]);
    expect(claimTables({ dedupeTables: ['HOOK_IDS'] })).toEqual(['hook_ids']);
  });

  it('statusColumns', () => {
    const columns = (settings: Settings) =>
      handlers(project(files, settings))[0]
        ?.model.blindTransitions()
        .map((one) => one.column);
    expect(columns({})).toEqual([]);
    expect(columns({ statusColumns: ['lifecycle'] })).toEqual(['lifecycle']);
  });
});

describe('migrations and schema', () => {
  const files = {
    'app.ts': '',
    'migrations/1.sql': 'CREATE TABLE found (id int);',
    'ops/changes/2.sql': 'ALTER TABLE named ADD COLUMN b int UNIQUE;',
    'ops/changes/1.sql': 'CREATE TABLE named (a int);',
    'ops/changes/1.down.sql': 'DROP TABLE named;',
    'snapshot.sql': 'CREATE TABLE pictured (id int);',
    'models/app.prisma': 'model Modelled {\n  id Int @id\n}\n',
  };
  const tables = (settings: Settings) =>
    project(files, settings)
      .catalogFor(join(root, 'app.ts'))
      .tables.map((table) => table.name)
      .sort();

  it('stand in for what the search finds', () => {
    expect(tables({ migrations: ['ops/changes'] })).toEqual(['Modelled', 'named']);
    expect(tables({ schema: ['snapshot.sql'] })).toEqual(['found', 'pictured']);
    expect(tables({ migrations: [], schema: ['snapshot.sql', 'models'] })).toEqual(['Modelled', 'pictured']);
  });

  it('that are not there, and files of calls that are not there, are said', () => {
    const settings = {
      migrations: ['db/gone'],
      effects: [
        { file: 'gone.ts', export: 'ship', ...ships },
        { file: 'gone/*.ts', export: 'ship', ...ships },
      ],
    };
    expect(project(files, settings).warnings.map(({ text }) => text)).toEqual([
      'settings["webhook-once"].effects[0].file: there is no such file',
      'settings["webhook-once"].migrations[0]: there is no such file',
    ]);
  });
});

it('an edit of the file that a setting names is seen', () => {
  const files = {
    'app.ts': webhook('await ship({ id });', `import { ship } from './ship';`),
    'ship.ts': 'export const boat = 1;',
  };
  const made = project(files, { effects: [{ file: 'ship.ts', export: 'ship', ...ships }] });
  const facts = () => handlers(made).flatMap((handler) => handler.trace.steps.map(line));
  expect(facts()).not.toContain('shipment: ships, key unsupported @ app.ts');
  made.setText(join(root, 'ship.ts'), 'export function ship() { return post(); }');
  expect(facts()).toEqual(['shipment: ships, key unsupported @ app.ts', answer]);
});

describe('what is wrong is an error that names the key', () => {
  const effect = { package: 'p', export: 'x', ...ships };
  it.each([
    [{ efects: [] }, '.efects: unknown key; did you mean "effects"?'],
    [
      { colour: 1 },
      '.colour: unknown key; there are handlers, effects, claims, guards, verifiers, transactions, nothing, dedupeTables, statusColumns, migrations, schema and startAfter',
    ],
    [{ effects: {} }, '.effects: must be a list, not an object'],
    [{ effects: ['x'] }, '.effects[0]: must be an object, not "x"'],
    [{ effects: [{ ...effect, raduis: 'money' }] }, '.effects[0].raduis: unknown key; did you mean "radius"?'],
    [
      { effects: [effect, { ...effect, export: 'y', radius: 'cash' }] },
      '.effects[1].radius: must be "money", "shipment", "message", "state" or "other", not "cash"',
    ],
    [
      { effects: [{ ...effect, radius: 'shipmnt' }] },
      '.effects[0].radius: must be "money", "shipment", "message", "state" or "other", not "shipmnt"; did you mean "shipment"?',
    ],
    [{ effects: [{ package: 'p', export: 'x' }] }, '.effects[0].radius: is missing'],
    [{ effects: [{ package: 'p', ...ships }] }, '.effects[0].export: is missing'],
    [{ effects: [{ ...effect, package: '' }] }, '.effects[0].package: must be a text that is not empty, not ""'],
    [{ effects: [{ ...effect, idempotent: 'yes' }] }, '.effects[0].idempotent: must be true or false, not "yes"'],
    [{ effects: [{ ...effect, key: true }] }, '.effects[0].key: must be an object, not true'],
    [{ effects: [{ ...effect, key: { property: 'k' } }] }, '.effects[0].key.argument: is missing'],
    [
      { effects: [{ ...effect, key: { argument: -1 } }] },
      '.effects[0].key.argument: must be the position of an argument (0 is the first), not -1',
    ],
    [
      { effects: [{ ...effect, file: 'a.ts' }] },
      '.effects[0].file: not beside "package"; a call is named by the export of one of them',
    ],
    [
      { effects: [{ ...ships, export: 'createParcel' }] },
      '.effects[0]: needs "package" or "file" beside "export"; only a method of an own class, "Class.method", goes without',
    ],
    [
      { effects: [{ ...ships, package: 'p', export: 'a b' }] },
      '.effects[0].export: must be an export or a method of one, such as "createParcel" or "ShippingClient.create", not "a b"',
    ],
    [
      { effects: [{ ...ships, file: '/a.ts', export: 'a' }] },
      '.effects[0].file: must be a path from the working directory, not "/a.ts"',
    ],
    [
      { claims: [{ package: 'p', export: 'x', result: 'boolean', timeToLive: 0 }] },
      '.claims[0].timeToLive: must be a number of seconds, not 0',
    ],
    [
      { guards: [{ package: 'p', export: 'x', result: 'throws' }] },
      '.guards[0].result: must be "boolean", "row", "rows" or "count", not "throws"',
    ],
    [
      { verifiers: [{ package: 'p', export: 'x', returns: 'event', provider: 'strpe' }] },
      '.verifiers[0].provider: must be a known name, not "strpe"; did you mean "stripe"?',
    ],
    [
      { transactions: [{ package: 'p', export: 'x', callback: '0' }] },
      '.transactions[0].callback: must be the position of an argument (0 is the first), not "0"',
    ],
    [
      { handlers: [{ package: 'p', export: 'x' }] },
      '.handlers[0].argument: is missing; it says which argument of "x" is the handler',
    ],
    [
      { handlers: [{ file: 'a.ts', export: 'x', parameters: ['event'] }] },
      '.handlers[0].parameters[0]: must be "body", "raw", "headers", "query", "message", "next" or "ignored", not "event"',
    ],
    [{ dedupeTables: 'seen' }, '.dedupeTables: must be a list, not "seen"'],
    [{ migrations: [1] }, '.migrations[0]: must be a text that is not empty, not 1'],
    [[], ': must be an object, not a list'],
  ])('%j', (settings, message) => {
    expect(() => project({}, settings as Settings)).toThrow(new SettingsError(`settings["webhook-once"]${message}`));
  });
});

describe('docs/configuration.md', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, text = '']) => JSON.parse(text) as Settings);

  it('has an example of every key, each of which is accepted', () => {
    for (const settings of examples) expect(() => new Project({ root, settings })).not.toThrow();
    const headings = [...page.matchAll(/^## `(\w+)`$/gm)].map(([, key]) => key);
    expect([...new Set(examples.flatMap((settings) => Object.keys(settings)))]).toEqual(headings);
    expect(() => new Project({ root, settings: { '?': 1 } })).toThrow(
      headings.join(', ').replace(/, (\w+)$/, ' and $1'),
    );
  });
});
