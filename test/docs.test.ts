import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { analyze } from '../src/analyze.ts';
import { renderText } from '../src/report/text.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = join(root, 'docs/rules');
const scratch = mkdtempSync(join(tmpdir(), 'webhook-once-docs-'));
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

/** Text by path, within one example. */
type Files = ReadonlyMap<string, string>;

interface Example {
  readonly name: string;
  readonly rule: string;
  readonly isCorrect: boolean;
  readonly files: Files;
}

/** The examples of a page. Fences with nothing but blank lines between them are one example. */
function examplesIn(file: string): Example[] {
  const rule = basename(file, '.md');
  const sections = readFileSync(join(pages, file), 'utf8').split(/^## /mu);
  return sections.flatMap((section): Example[] => {
    const heading = section.slice(0, section.indexOf('\n'));
    if (heading !== 'Incorrect' && heading !== 'Correct') return [];
    const groups = section.matchAll(/(?:^```(?:ts|sql)\n[^]*?^```\n\n*)+/gmu);
    return [...groups].map(([group], index) => ({
      name: `${rule}, ${heading} ${index + 1}`,
      rule,
      isCorrect: heading === 'Correct',
      files: filesIn([...group.matchAll(/^```\w+\n([^]*?)^```/gmu)].map(([, code = '']) => code)),
    }));
  });
}

/** `// file: src/a.ts` and `-- file: migrations/1.sql` begin a file. */
function filesIn(fences: readonly string[]): Files {
  const files = new Map<string, string>();
  for (const line of fences.join('').split('\n')) {
    const path = /^(?:\/\/|--) file: (\S+)$/u.exec(line)?.[1];
    const last = [...files.keys()].at(-1);
    if (path !== undefined) files.set(path, '');
    else if (last !== undefined) files.set(last, `${files.get(last) ?? ''}${line}\n`);
    else throw new Error(`an example begins without the name of its file: ${line}`);
  }
  return files;
}

function write(folder: string, files: Files): string {
  for (const [path, text] of [['package.json', '{ "name": "example", "type": "module" }'], ...files] as const) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const examples = readdirSync(pages).flatMap(examplesIn);

describe('the pages of the rules', () => {
  it.each(readdirSync(pages))('%s shows both sides', (page) => {
    const sides = examplesIn(page).map(({ isCorrect }) => isCorrect);
    expect(new Set(sides)).toEqual(new Set([true, false]));
  });

  it.each(examples)('$name is what it says', async ({ name, rule, isCorrect, files }) => {
    const folder = write(join(scratch, name), files);
    // What is right may still be slow, or have no test: only the page's own rule may ask for more than correctness.
    const { handlers, findings, warnings } = await analyze({ root: folder, rules: { [rule]: 'error' } });
    expect(warnings).toEqual([]);
    expect(handlers).toHaveLength(1);
    const found = findings.map((finding) => finding.rule);
    if (isCorrect) expect(found).toEqual([]);
    else expect(found).toContain(rule);
  });
});

describe('the demo', () => {
  it('is reported on by every rule that README.md says it is, in the words that README.md shows', async () => {
    const analysis = await analyze({ root: join(root, 'fixtures/marketplace') });
    expect(new Set(analysis.findings.map(({ rule }) => rule))).toEqual(
      new Set([
        'no-check-then-act',
        'no-effect-before-claim',
        'require-guarded-transition',
        'require-idempotency-key',
        'require-unique-event-key',
      ]),
    );
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const shown = /^```console\n\$ npm run demo\n([^]*?)^```/mu.exec(readme)?.[1] ?? 'README.md shows no output';
    const printed = renderText(analysis, false);
    for (const part of `\n${shown}`.split('\n...\n')) expect(printed).toContain(part.trim());
  });

  it('has a corrected twin in which nothing is found', async () => {
    const { handlers, findings } = await analyze({ root: join(root, 'fixtures/marketplace-fixed'), preset: 'strict' });
    expect(handlers.map(({ file }) => basename(file))).toContain('receive.ts');
    expect(findings).toEqual([]);
  });
});

it('the demo, its twin and the examples type-check against the real clients', () => {
  const folder = join(scratch, 'typed');
  for (const { name, files } of examples) write(join(folder, name), files);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const config = {
    extends: join(root, 'fixtures/marketplace/tsconfig.json'),
    compilerOptions: { typeRoots: [join(root, 'node_modules/@types')] },
    include: ['*/src', join(root, 'fixtures/marketplace/src'), join(root, 'fixtures/marketplace-fixed/src')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
