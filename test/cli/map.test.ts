import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// Loaded here, since the first run would wait for it.
import '../../src/cli/map.ts';
import { run } from '../../src/cli/run.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'webhook-once-map-'));
  write('package.json', '{ "name": "app" }');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

async function call(...argv: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  const status = await run(argv, {
    cwd: root,
    env: {},
    stdout: { isTTY: false, write: (text: string) => (output.stdout += text) },
    stderr: { isTTY: false, write: (text: string) => (output.stderr += text) },
  });
  return { status, ...output };
}

interface UnknownJson {
  readonly unknown: readonly {
    readonly name: string;
    readonly why: string;
    readonly places: number;
    readonly example: { readonly file: string; readonly line: number };
    readonly declarations: readonly { readonly list: string; readonly entry: Readonly<Record<string, string>> }[];
  }[];
}

async function unknown(): Promise<UnknownJson['unknown']> {
  return (JSON.parse((await call('map', '--unknown', '--format', 'json')).stdout) as UnknownJson).unknown;
}

const app = `import express from 'express';
import { Pool } from 'pg';
import Stripe from 'stripe';
import parcels from '@acme/parcels';
import * as audit from '@acme/audit';
import { Ledger } from './ledger';
const app = express();
const pool = new Pool();
const stripe = new Stripe('sk');
const ledger = new Ledger();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature'), 'whsec');
  const claim = await pool.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
  if (claim.rowCount === 0) return res.sendStatus(200);
  audit.note('paid');
  await stripe.transfers.create({ amount: 1 });
  audit.note('shipped');
  parcels.labels.print({}, () => stripe.refunds.create({}));
  await ledger.book(event.data.object.amount);
  res.sendStatus(200);
});
`;

beforeEach(() => {
  write('migrations/1.sql', 'CREATE TABLE seen (id text PRIMARY KEY);');
  write('src/app.ts', app);
  write('src/ledger.ts', `export declare class Ledger { book(amount: number): Promise<void>; }\n`);
});

describe('map', () => {
  it('tells what each handler does, and what of it is not known', async () => {
    const { status, stdout, stderr } = await call('map', 'src');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').map((line) => line.trim())).toEqual([
      expect.stringMatching(/^\S+ {2}src\/app\.ts:11 {2}\(express, \/webhooks\/stripe, stripe\)$/),
      '12  verification     the signature is verified: `stripe.webhooks.constructEvent`',
      '13  claim            inserts into `seen`',
      '14  acknowledgement  the answer 200 is sent',
      '16  effect           money: pays out: `stripe.transfers.create` (no idempotency key)',
      '18  effect           money: refunds: `stripe.refunds.create` (no idempotency key; through `parcels.labels.print`)',
      '20  acknowledgement  the answer 200 is sent',
      'ends             answers 200; may throw, so that it is delivered again',
      '15  unknown          `audit.note`: nothing is known of its package',
      '17  unknown          `audit.note`: nothing is known of its package',
      '18  unknown          `parcels.labels.print`: nothing is known of its package',
      '19  unknown          `ledger.book`: no source tells what it does',
      '',
      '1 handler in 1 file',
      '',
    ]);
  });

  it('prints one JSON object and nothing else', async () => {
    const { status, stdout, stderr } = await call('map', '--format', 'json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      handlers: [
        {
          file: 'src/app.ts',
          framework: 'express',
          provider: 'stripe',
          route: '/webhooks/stripe',
          steps: [
            { kind: 'verification' },
            { kind: 'claim', line: 13 },
            {},
            { radius: 'money', key: 'missing' },
            {},
            {},
          ],
          answers: [200],
          calls: { unknown: 4 },
        },
      ],
    });
  });

  it('says so where there is nothing', async () => {
    expect(await call('map', 'migrations')).toEqual({ status: 0, stdout: 'no handlers\n', stderr: '' });
    expect(await call('map', 'migrations', '--unknown')).toMatchObject({ stdout: 'no unknown calls\n' });
  });
});

describe('map --unknown', () => {
  it('lists what nothing knows, most frequent first, with the lines that would declare it', async () => {
    const { status, stdout } = await call('map', '--unknown', '--no-color');
    expect(status).toBe(0);
    expect(stdout).toContain(`2 places  \`audit.note\`  src/app.ts:15  (nothing is known of its package)
  nothing       { "package": "@acme/audit", "export": "note" }
  effects       { "package": "@acme/audit", "export": "note", "radius": "other" }
  claims        { "package": "@acme/audit", "export": "note", "result": "boolean" }
  guards        { "package": "@acme/audit", "export": "note", "result": "boolean" }
  verifiers     { "package": "@acme/audit", "export": "note", "returns": "event" }
`);
    expect(stdout.endsWith('\n3 unknown calls in 4 places\n')).toBe(true);
  });

  it('what it prints is taken by the settings, and then the call is known', async () => {
    const groups = await unknown();
    expect(groups.map(({ name }) => name)).toEqual(['audit.note', 'ledger.book', 'parcels.labels.print']);
    for (const list of ['nothing', 'effects', 'claims', 'guards', 'verifiers']) {
      const entries = groups.flatMap(({ declarations }) =>
        declarations.flatMap((one) => (one.list === list ? [one.entry] : [])),
      );
      expect(entries).toHaveLength(3);
      write('webhook-once.config.json', JSON.stringify({ settings: { [list]: entries } }));
      expect([list, await unknown()]).toEqual([list, []]);
    }
  });

  it('a call that is given a function may be a transaction', async () => {
    const [, , printing] = await unknown();
    const transactions = printing?.declarations.flatMap(({ list, entry }) => (list === 'transactions' ? [entry] : []));
    expect(transactions).toEqual([{ package: '@acme/parcels', export: 'default.labels.print', callback: 1 }]);
    write('webhook-once.config.json', JSON.stringify({ settings: { transactions } }));
    expect((await call('map')).stdout).toContain('18  commit           the transaction commits\n');
  });

  it('says what the settings cannot name', async () => {
    write('src/app.ts', app.replace('parcels.labels.print(', 'globalThis.made()[0].print('));
    const { stdout } = await call('map', '--unknown');
    expect(stdout).toMatch(/`globalThis\.made.*print`.*\n {2}the settings cannot name it\n/);
  });
});

describe('a configuration in code', () => {
  const settings = `{ settings: { nothing: [{ package: '@acme/audit', export: 'note' }] } }`;
  it.each([
    ['webhook-once.config.mjs', `export default ${settings};`],
    ['webhook-once.config.cjs', `module.exports = ${settings};`],
    ['webhook-once.config.ts', `interface Config { settings: object }\nexport default ${settings} satisfies Config;`],
  ])('%s', async (file, text) => {
    write(file, text);
    expect((await unknown()).map(({ name }) => name)).toEqual(['ledger.book', 'parcels.labels.print']);
  });

  it('two of them are one too many', async () => {
    write('webhook-once.config.json', '{}');
    write('webhook-once.config.mjs', 'export default {};');
    expect(await call('map')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'webhook-once: there are webhook-once.config.json and webhook-once.config.mjs; only one can hold\n',
    });
  });

  it('one that does not load says so in a line', async () => {
    write('webhook-once.config.mjs', 'throw new Error("no luck");');
    expect(await call('map')).toMatchObject({
      status: 2,
      stderr: 'webhook-once: webhook-once.config.mjs cannot be loaded: no luck\n',
    });
  });
});
