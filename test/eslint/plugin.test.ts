import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it, vi } from 'vitest';
import * as oxcParser from '../../src/eslint/oxc-parser.ts';
import { Project } from '../support/fake-project.ts';

vi.mock('../../src/project/project.ts', async () => import('../support/fake-project.ts'));
vi.mock('../../rules/index.ts', async () => import('../support/fake-rules.ts'));

const { default: plugin } = await import('../../src/index.ts');

const handler = `export async function stripeWebhook(req) {
  await pay(req.order);
  await mail(req.user);
}
`;

function lint(text: string, config: Linter.Config = plugin.configs.recommended, filename = 'src/hook.js') {
  return new Linter({ cwd: process.cwd() }).verify(text, [config], { filename });
}

describe('presets', () => {
  it('are named, and hold the rules at the level their meta says', () => {
    const { recommended, strict, sql } = plugin.configs;
    expect([recommended.name, strict.name, sql.name]).toEqual([
      'webhook-once/recommended',
      'webhook-once/strict',
      'webhook-once/sql',
    ]);
    expect(recommended.rules).toEqual({ 'webhook-once/no-pay': 'error', 'webhook-once/no-mail': 'warn' });
    expect(strict.rules).toEqual({ ...recommended.rules, 'webhook-once/no-log': 'error' });
  });

  it('the one for SQL breaks nothing in a configuration', () => {
    expect(new Linter().verify('f();', [plugin.configs.sql], { filename: 'a.js' })).toEqual([]);
  });
});

describe('the adapter', () => {
  it('reports what the engine found, with id, text, range and severity', () => {
    expect(lint(handler)).toMatchObject([
      {
        ruleId: 'webhook-once/no-pay',
        messageId: 'twice',
        message: 'A retry runs `pay(req.order)` twice.',
        severity: 2,
        line: 2,
        column: 9,
        endLine: 2,
        endColumn: 23,
      },
      { ruleId: 'webhook-once/no-mail', severity: 1, line: 3, column: 9 },
    ]);
  });

  it('finds the same with every parser', () => {
    const typed = handler.replace('(req)', '(req: Request): Promise<void>');
    const withParser = (parser: unknown) =>
      lint(
        typed,
        { ...plugin.configs.recommended, languageOptions: { parser: parser as Linter.Parser } },
        'src/hook.ts',
      );
    const found = withParser(oxcParser);
    expect(found).toHaveLength(2);
    expect(withParser(typescriptParser)).toEqual(found);
  });

  it('hands the options to the rule, over its defaults', () => {
    const rules = { 'webhook-once/no-pay': ['error', { suffix: ' over' }] } as Linter.RulesRecord;
    expect(lint(handler, { ...plugin.configs.recommended, rules })[0]?.message).toBe(
      'A retry runs `pay(req.order)` twice over.',
    );
  });

  it('is silenced by a disable comment', () => {
    const disabled = handler.replace(
      '  await pay',
      '  // eslint-disable-next-line webhook-once/no-pay -- paid by hand\n  await pay',
    );
    expect(lint(disabled).map(({ ruleId }) => ruleId)).toEqual(['webhook-once/no-mail']);
  });

  it('does nothing in a file that cannot hold a handler', () => {
    const handlersIn = vi.spyOn(Project.prototype, 'handlersIn');
    expect(lint('export function f() { pay(1); }')).toEqual([]);
    expect(handlersIn).not.toHaveBeenCalled();
  });

  it('reads the text of the editor, and only of the file being linted', () => {
    const setText = vi.spyOn(Project.prototype, 'setText');
    const config = { ...plugin.configs.recommended, settings: { 'webhook-once': { fresh: true } } };
    lint(handler, config, 'src/a.js');
    lint(handler, config, 'src/b.js');
    const calls = setText.mock.calls.map(([file, text]) => [file.slice(-4), text === undefined]);
    expect(calls).toEqual([
      ['a.js', false],
      ['a.js', true],
      ['b.js', false],
    ]);
  });

  it('makes one project for a folder and its settings', () => {
    const before = Project.created;
    const settings = () => ({ 'webhook-once': { one: 1 } });
    lint(handler, { ...plugin.configs.recommended, settings: settings() });
    lint(handler, { ...plugin.configs.recommended, settings: settings() });
    expect(Project.created).toBe(before + 1);
  });
});
