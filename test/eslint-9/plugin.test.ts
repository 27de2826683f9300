import { Linter } from 'eslint';
import { expect, it } from 'vitest';
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
