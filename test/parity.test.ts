import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { analyze } from '../src/analyze.ts';
import * as oxcParser from '../src/eslint/oxc-parser.ts';
import plugin from '../src/index.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
const apps = readdirSync(fixtures, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** Both hosts in the same words, by file and place. */
async function fromCommandLine(root: string): Promise<string[]> {
  const { findings } = await analyze({ root, preset: 'strict' });
  return findings.map(({ rule, place, message }) =>
    [
      relative(root, place.file),
      `${place.line}:${place.column}-${place.endLine}:${place.endColumn}`,
      rule,
      message,
    ].join(' '),
  );
}

async function fromEslint(root: string, parser: Linter.Parser): Promise<string[]> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      plugin.configs.strict,
      plugin.configs.sql,
      { files: ['**/*.{ts,tsx,mts,cts}'], languageOptions: { parser } },
    ],
  });
  const results = await eslint.lintFiles(['.']);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, line, column, endLine, endColumn, message }) =>
      [
        relative(root, filePath),
        `${line}:${column}-${endLine ?? line}:${endColumn ?? column}`,
        ruleId?.replace('webhook-once/', ''),
        message,
      ].join(' '),
    ),
  );
}

describe('ESLint and the command line find the same', () => {
  it('in at least one app', () => {
    expect(apps).not.toEqual([]);
  });

  it.each(apps)('in fixtures/%s', async (app) => {
    const root = join(fixtures, app);
    const expected = (await fromCommandLine(root)).sort();
    expect((await fromEslint(root, tseslint.parser as Linter.Parser)).sort()).toEqual(expected);
    expect((await fromEslint(root, oxcParser)).sort()).toEqual(expected);
  });
});
