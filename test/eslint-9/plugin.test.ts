import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { afterAll, expect, it } from 'vitest';
import * as parser from '../../src/eslint/oxc-parser.ts';
import plugin from '../../src/index.ts';

it('is the oldest ESLint that the plugin names', () => {
  expect(Linter.version).toMatch(/^9\.30\./u);
});

it('takes the presets and the parser', () => {
  const config = [plugin.configs.strict, plugin.configs.sql, { files: ['**/*.ts'], languageOptions: { parser } }];
  const text = 'export async function stripeWebhook(event: { id: string }): Promise<string> { return event.id; }\n';
  expect(new Linter().verify(text, config as Linter.Config[], { filename: 'a.ts' })).toEqual([]);
});

const keyless =
  'CREATE TABLE processed_events (id bigserial PRIMARY KEY, event_id text NOT NULL);\nCREATE TABLE broken (((;\n';

const root = mkdtempSync(join(realpathSync(tmpdir()), 'once-eslint-9-'));
mkdirSync(join(root, 'migrations'));
writeFileSync(join(root, 'package.json'), '{ "name": "app" }');
writeFileSync(join(root, 'migrations/1.sql'), keyless);
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function lint(config: readonly unknown[], filename: string, text: string): string[] {
  return new Linter({ cwd: root })
    .verify(text, config as Linter.Config[], { filename: join(root, filename) })
    .map(({ line, ruleId, message }) => `${line} ${ruleId ?? message}`);
}

it('lints SQL, tells where it does not parse, and hears comments', () => {
  const told = { files: ['**/*.sql'], languageOptions: { parseErrors: 'report' } };
  expect(lint([plugin.configs.sql], 'migrations/1.sql', keyless)).toEqual(['1 webhook-once/require-unique-event-key']);
  expect(lint([plugin.configs.sql, told], 'migrations/1.sql', keyless)).toEqual([
    '1 webhook-once/require-unique-event-key',
    expect.stringMatching(/^2 .*syntax error/u),
  ]);
  const [create = ''] = keyless.split('\n');
  expect(
    lint(
      [plugin.configs.sql],
      'migrations/1.sql',
      `-- eslint-disable-next-line webhook-once/require-unique-event-key -- kept by hand\n${create}\n`,
    ),
  ).toEqual([]);
});

/** Another plugin's language for SQL: one node a file. */
const other = {
  languages: {
    sql: {
      fileType: 'text',
      lineStart: 1,
      columnStart: 1,
      nodeTypeKey: 'kind',
      defaultLanguageOptions: {},
      validateLanguageOptions: () => undefined,
      parse: () => ({ ok: true, ast: { kind: 'File' } }),
      createSourceCode: (file: { body: string }, { ast }: { ast: object }) => ({
        text: file.body,
        ast,
        lines: file.body.split('\n'),
        getLoc: () => ({ start: { line: 1, column: 1 }, end: { line: 1, column: 2 } }),
        getRange: () => [0, 1],
        traverse: () => [
          { type: 'visit', kind: 1, target: ast, phase: 1, args: [ast] },
          { type: 'visit', kind: 1, target: ast, phase: 2, args: [ast] },
        ],
      }),
    },
  },
  rules: {
    'one-file': {
      meta: { messages: { seen: 'a file' } },
      create: (context: { report: (problem: object) => void }) => ({
        File: (node: object) => {
          context.report({ node, messageId: 'seen' });
        },
      }),
    },
  },
};
const ofOther = {
  files: ['**/*.sql'],
  plugins: { other },
  language: 'other/sql',
  rules: { 'other/one-file': 'error' },
};

it('leaves SQL to another plugin whose language comes after it, or in files of its own', () => {
  expect(lint([plugin.configs.sql, ofOther], 'migrations/1.sql', keyless)).toEqual(['1 other/one-file']);
  const apart = [ofOther, { ...plugin.configs.sql, files: ['migrations/**/*.sql'] }];
  expect(lint(apart, 'reports/1.sql', keyless)).toEqual(['1 other/one-file']);
  expect(lint(apart, 'migrations/1.sql', keyless)[0]).toBe('1 webhook-once/require-unique-event-key');
});

it('takes no part in files of SQL where only the presets for code are on', () => {
  expect(lint([plugin.configs.recommended, plugin.configs.strict, ofOther], 'migrations/1.sql', keyless)).toEqual([
    '1 other/one-file',
  ]);
});
