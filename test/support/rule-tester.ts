import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Linter, RuleTester as EslintRuleTester } from 'eslint';
import { afterAll, describe, it } from 'vitest';
import * as parser from '../../src/eslint/oxc-parser.ts';

EslintRuleTester.describe = describe;
EslintRuleTester.it = it;
EslintRuleTester.itOnly = it.only;

/** ESLint's own tester, in vitest and with the parser of this plugin; `root` is the working directory of the lint. */
export class RuleTester extends EslintRuleTester {
  constructor(root?: string, config: Linter.Config = { languageOptions: { parser } }) {
    super(config);
    if (root !== undefined) (this as unknown as { linter: Linter }).linter = new Linter({ cwd: root });
  }
}

/**
 * Writes an app for the cases of a test file: what lies around the handler that a case holds. Gives the absolute path of
 * a file in it, for the `filename` of a case. The folder's own name says nothing that a handler could be known by.
 */
export function writeApp(files: Readonly<Record<string, string>>): (file: string) => string {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'once-app-'));
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });
  for (const [file, text] of Object.entries({ 'package.json': '{ "name": "app", "type": "module" }', ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return (file) => join(root, file);
}
