import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { rules } from '../rules/index.ts';
import plugin from '../src/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = (file: string) => readFileSync(join(root, file), 'utf8');

function filesBelow(folder: string, extension = '.ts'): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort();
}

const ruleNames = filesBelow('rules')
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'index');

describe('every rule', () => {
  it('is in the generated index', () => {
    execFileSync(process.execPath, ['scripts/generate-rules-index.mjs', '--check'], { cwd: root, stdio: 'pipe' });
    expect(Object.keys(rules)).toEqual(ruleNames);
    expect(Object.values(rules).map(({ name }) => name)).toEqual(ruleNames);
  });

  it('has a page and a test, and no page or test is left of a rule that went', () => {
    expect(filesBelow('docs/rules', '.md').map((file) => basename(file, '.md'))).toEqual(ruleNames);
    expect(ruleNames.filter((name) => !existsSync(join(root, `test/rules/${name}.test.ts`)))).toEqual([]);
  });

  it.each(Object.values(rules).map((rule) => [rule.name, rule] as const))(
    '%s has a page that opens with its name',
    (name) => {
      expect(text(`docs/rules/${name}.md`).split('\n')[0]).toContain(name);
      expect(existsSync(new URL(rules[name]?.meta.docs.url ?? ''))).toBe(true);
    },
  );

  it.each(Object.values(rules).map((rule) => [rule.name, rule] as const))(
    '%s speaks in full sentences',
    (_, { meta }) => {
      expect(meta.docs.description).toMatch(/^(?:Require|Disallow|Prefer) .*[^.]$/u);
      for (const message of Object.values(meta.messages))
        expect(message).toMatch(/^(?:[A-Z`]|\{\{).*(?:\.|\{\{remedy\}\})$/su);
    },
  );

  it('is in the presets its meta says', () => {
    const expected = (strict: boolean) =>
      Object.fromEntries(
        Object.values(rules)
          .filter(({ meta }) => strict || meta.docs.recommended !== 'strict')
          .map(({ name, meta }) => [
            `webhook-once/${name}`,
            meta.docs.recommended === 'strict' ? 'error' : meta.docs.recommended,
          ]),
      );
    expect(plugin.configs.recommended.rules).toEqual(expected(false));
    expect(plugin.configs.strict.rules).toEqual(expected(true));
  });
});

/** Words of JavaScript or of SQL that also name a package, and what the platform brings. */
const ambiguous = new Set([
  ...builtinModules,
  'bytes',
  'cuid',
  'global',
  'got',
  'nanoid',
  'next',
  'postgres',
  'ulid',
  'uuid',
]);

/** A library is named here for a reason. */
const allowed = [
  { file: /^src\/parse\/sql-/u, name: 'pg-promise', reason: 'the name of a way to write placeholders' },
  { file: /^src\/cli\/database[.]ts$/u, name: 'pg', reason: 'the client that reads a live database' },
];

describe('libraries', () => {
  const packages = new Set(
    filesBelow('src/knowledge').flatMap((file) =>
      [...text(file).matchAll(/\bpackages: \[([^\]]*)\]/gu)].flatMap(([, list = '']) =>
        [...list.matchAll(/'([^']+)'/gu)].map(([, name = '']) => name),
      ),
    ),
  );
  // The linter bears the same name.
  packages.delete('webhook-once');

  it('are known', () => {
    expect(packages.size).toBeGreaterThan(10);
  });

  it('are named in src/knowledge only, and in the readers of schemas written in their syntax', () => {
    const files = [...filesBelow('src'), ...filesBelow('rules')].filter(
      (file) => !/^src\/(?:knowledge\/|schema\/from-)/u.test(file),
    );
    const named = files.flatMap((file) =>
      literalsIn(file)
        .filter((literal) => namesPackage(literal))
        .filter((literal) => !allowed.some((exception) => exception.file.test(file) && exception.name === literal))
        .map((literal) => `${file}: '${literal}'`),
    );
    expect(named).toEqual([]);
  });

  function namesPackage(literal: string): boolean {
    if (ambiguous.has(literal)) return false;
    return packages.has(literal) || [...packages].some((name) => literal.startsWith(`${name}/`));
  }
});

function literalsIn(file: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(file, text(file));
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') found.push(value);
    },
    TemplateElement: ({ value }) => {
      found.push(value.raw);
    },
  }).visit(program);
  return found;
}
