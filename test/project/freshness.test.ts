import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { ESLint, Linter } from 'eslint';
import { describe, expect, test } from 'vitest';
import * as parser from '../../src/eslint/oxc-parser.ts';
import plugin from '../../src/index.ts';
import { writeApp } from '../support/rule-tester.ts';

const handler = `
import express from 'express';
import Stripe from 'stripe';
import { isFirst } from './claims';
const stripe = new Stripe('sk');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event: any = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 'whsec');
  if (!(await isFirst(event.id))) return res.sendStatus(200);
  await stripe.refunds.create({ charge: event.data.object.charge }, { maxNetworkRetries: 1 });
  res.sendStatus(200);
});
`;

const claims = (conflict: string, answer: string) => `
import { Pool } from 'pg';
const pool = new Pool();
export async function isFirst(delivery: string): Promise<boolean> {
  const { rowCount } = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)${conflict}', [delivery]);
  return ${answer};
}
`;
const claiming = claims(' ON CONFLICT DO NOTHING', 'rowCount === 1');
const claimingNothing = claims(' ON CONFLICT DO NOTHING', 'true');

const keyed = 'CREATE TABLE arrivals (delivery text PRIMARY KEY);\n';
const keyless = 'CREATE TABLE arrivals (id bigserial PRIMARY KEY, delivery text NOT NULL);\n';

const config: Linter.Config[] = [
  {
    files: ['**/*.ts'],
    plugins: { 'webhook-once': plugin },
    languageOptions: { parser },
    rules: { 'webhook-once/no-effect-before-claim': 'error' },
  },
];

/** An app whose handler is linted again and again by one ESLint, as an editor does. */
function openApp(files: Readonly<Record<string, string>> = {}) {
  const at = writeApp({ 'src/stripe.ts': handler, 'src/claims.ts': claiming, 'migrations/001.sql': keyed, ...files });
  const eslint = new ESLint({
    cwd: at(''),
    overrideConfigFile: true,
    overrideConfig: config,
  });
  return {
    write: (file: string, text: string) => {
      writeFileSync(at(file), text);
    },
    remove: (file: string) => {
      rmSync(at(file));
    },
    rename: (from: string, to: string) => {
      renameSync(at(from), at(to));
    },
    lint: async (file = 'src/stripe.ts') =>
      rulesOf((await eslint.lintFiles([file])).flatMap(({ messages }) => messages)),
    lintText: async (text: string, file = 'src/stripe.ts') =>
      rulesOf((await eslint.lintText(text, { filePath: file })).flatMap(({ messages }) => messages)),
    at,
  };
}

function rulesOf(messages: readonly Linter.LintMessage[]): readonly string[] {
  return messages.map(({ ruleId, line, message }) => `${line} ${ruleId?.replace('webhook-once/', '') ?? message}`);
}

const unclaimed = ['10 no-effect-before-claim'];

describe('an edit on the disk shows at the next lint', () => {
  test('of a helper', async () => {
    const app = openApp();
    expect(await app.lint()).toEqual([]);
    app.write('src/claims.ts', claimingNothing);
    expect(await app.lint()).toEqual(unclaimed);
    app.write('src/claims.ts', claiming);
    expect(await app.lint()).toEqual([]);
  });

  test('of a helper of a helper, behind a barrel', async () => {
    const app = openApp({ 'src/claims.ts': "export * from './deep';", 'src/deep.ts': claiming });
    expect(await app.lint()).toEqual([]);
    app.write('src/deep.ts', claimingNothing);
    expect(await app.lint()).toEqual(unclaimed);
  });

  test('of a migration: a key is dropped, and added', async () => {
    const app = openApp();
    expect(await app.lint()).toEqual([]);
    app.write('migrations/001.sql', keyless);
    expect(await app.lint()).toEqual(unclaimed);
    app.write('migrations/001.sql', keyed);
    expect(await app.lint()).toEqual([]);
  });

  test('a new migration', async () => {
    const app = openApp({ 'migrations/001.sql': keyless });
    expect(await app.lint()).toEqual(unclaimed);
    app.write('migrations/002.sql', 'ALTER TABLE arrivals ADD CONSTRAINT once UNIQUE (delivery);\n');
    expect(await app.lint()).toEqual([]);
    app.remove('migrations/002.sql');
    expect(await app.lint()).toEqual(unclaimed);
  });
});

describe('the text that the host has open', () => {
  test('wins over the disk, for the file that is linted', async () => {
    const app = openApp();
    expect(await app.lintText(handler.replace('if (!(await isFirst(event.id))) return', '//'))).toEqual(unclaimed);
    expect(await app.lintText(handler)).toEqual([]);
    expect(await app.lint()).toEqual([]);
  });

  test('is given back when another file is linted', async () => {
    const app = openApp();
    expect(await app.lint()).toEqual([]);
    await app.lintText(claimingNothing, 'src/claims.ts');
    expect(await app.lint()).toEqual([]);
  });

  test('the Linter class, with one text after the other', () => {
    const at = writeApp({ 'src/claims.ts': claiming, 'migrations/001.sql': keyed });
    const linter = new Linter({ cwd: at('') });
    const lint = (text: string) => rulesOf(linter.verify(text, config, { filename: at('src/stripe.ts') }));
    expect(lint(handler)).toEqual([]);
    writeFileSync(at('src/claims.ts'), claimingNothing);
    expect(lint(handler)).toEqual(unclaimed);
    writeFileSync(at('migrations/001.sql'), keyless);
    writeFileSync(at('src/claims.ts'), claiming);
    expect(lint(handler)).toEqual(unclaimed);
  });
});
