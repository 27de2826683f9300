import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { analyze } from '../src/analyze.ts';
import * as oxcParser from '../src/eslint/oxc-parser.ts';
import plugin from '../src/index.ts';
import { writeApp } from './support/rule-tester.ts';

type Settings = Readonly<Record<string, unknown>>;

async function fromCommandLine(root: string, settings: Settings): Promise<readonly string[]> {
  const { findings } = await analyze({ root, preset: 'strict', settings });
  return findings
    .map(({ rule, place, message }) => `${relative(root, place.file)}:${place.line} ${rule} ${message}`)
    .sort();
}

async function fromEslint(root: string, settings: Settings): Promise<readonly string[]> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      plugin.configs.strict,
      plugin.configs.sql,
      { files: ['**/*.ts'], languageOptions: { parser: oxcParser } },
      { settings: { 'webhook-once': settings } },
    ],
  });
  return (await eslint.lintFiles(['.']))
    .flatMap(({ filePath, messages }) =>
      messages.map(
        ({ ruleId, line, message }) =>
          `${relative(root, filePath)}:${line} ${ruleId?.replace('webhook-once/', '') ?? '?'} ${message}`,
      ),
    )
    .sort();
}

const files = {
  'package.json': '{ "name": "app" }',
  'src/hook.ts': `
    import { own } from 'own-client';
    import { Pool } from 'pg';
    import { claimed, isAuthentic, seen, inOne } from './helpers.ts';
    const db = new Pool();
    export async function receive(body: any, headers: any) {
      if (!isAuthentic(headers)) return 401;
      if (await seen(body.id)) return 200;
      if (!(await claimed(body.id))) return 200;
      await inOne(async (tx: any) => { await own.pay(body.order); });
      await db.query('UPDATE orders SET lifecycle = $1 WHERE id = $2', [body.lifecycle, body.order]);
      await own.note(body.order);
      return 200;
    }
  `,
  'src/helpers.ts': `
    export declare function claimed(id: string): Promise<boolean>;
    export declare function seen(id: string): Promise<boolean>;
    export declare function isAuthentic(headers: any): boolean;
    export declare function inOne(work: (tx: any) => Promise<void>): Promise<void>;
  `,
  'migrations/1.sql': 'create table orders (id text primary key, lifecycle text);\ncreate table tickets (id text);',
  'other/1.sql': 'create table webhook_events (id text);',
};

const handlers = [{ file: 'src/hook.ts', export: 'receive', parameters: ['body', 'headers'], provider: 'stripe' }];
const effects = [
  {
    package: 'own-client',
    export: 'own.pay',
    radius: 'money',
    does: 'pays out',
    key: { argument: 1, property: 'key' },
  },
];
const helper = (name: string) => ({ file: 'src/helpers.ts', export: name });

/** The handler and its effect, and that its other helpers do nothing, but for one. */
const base = (helperInQuestion?: string): Settings => ({
  handlers,
  effects,
  nothing: ['claimed', 'seen', 'isAuthentic', 'inOne'].filter((name) => name !== helperInQuestion).map(helper),
});

/** One configuration for each kind of setting. */
const kinds: Readonly<Record<string, Settings>> = {
  handlers: { ...base(), effects: [] },
  effects: base(),
  claims: { ...base('claimed'), claims: [{ ...helper('claimed'), key: 0, result: 'boolean' }] },
  guards: { ...base('seen'), guards: [{ ...helper('seen'), key: 0, result: 'boolean' }] },
  verifiers: { ...base('isAuthentic'), verifiers: [{ ...helper('isAuthentic'), returns: 'boolean' }] },
  transactions: { ...base('inOne'), transactions: [{ ...helper('inOne'), callback: 0 }] },
  nothing: { ...base(), nothing: [{ package: 'own-client', export: 'own.note' }] },
  dedupeTables: { ...base(), dedupeTables: ['tickets'] },
  statusColumns: { ...base(), statusColumns: ['lifecycle'] },
  migrations: { ...base(), migrations: ['other'] },
  schema: { ...base(), schema: ['other/1.sql'] },
  startAfter: { ...base(), dedupeTables: ['tickets'], startAfter: '1' },
};

describe('one configuration finds the same in ESLint and on the command line', () => {
  const root = writeApp(files)('');

  test('the app is there', () => {
    expect(readdirSync(root)).toContain('src');
  });

  test.each(Object.keys(kinds))('%s', async (kind) => {
    const settings = kinds[kind] ?? {};
    const found = await fromCommandLine(root, settings);
    expect(await fromEslint(root, settings)).toEqual(found);
  });

  test('what is set makes a difference', async () => {
    const without = await fromCommandLine(root, base());
    expect(without).not.toEqual([]);
    for (const kind of ['claims', 'verifiers', 'dedupeTables', 'statusColumns'])
      expect([kind, await fromCommandLine(root, kinds[kind] ?? {})]).not.toEqual([kind, without]);
  });
});
