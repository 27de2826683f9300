import { ESLint, Linter } from 'eslint';
import type { Rule } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.ts';
import { writeApp } from '../support/rule-tester.ts';

/** Says of each node of one kind what it covers. */
const coverage: Rule.RuleModule = {
  meta: { schema: [{ type: 'string' }] },
  create: (context) => ({
    [context.options[0] as string]: (node: Rule.Node) => {
      context.report({ node, message: context.sourceCode.getText(node) });
    },
  }),
};

const base: Linter.Config = {
  files: ['**/*.sql'],
  language: 'webhook-once/sql',
  plugins: { 'webhook-once': plugin, own: { rules: { coverage } } },
};

function lint(text: string, config: Linter.Config = {}, filename = 'a.sql') {
  return new Linter().verify(text, [{ ...base, ...config }], { filename });
}

function covered(text: string, kind: string): string[] {
  return lint(text, { rules: { 'own/coverage': ['error', kind] } }).map(
    ({ message, line, column, endLine, endColumn }) => `${line}:${column}-${endLine}:${endColumn} ${message}`,
  );
}

describe('nodes', () => {
  it('have the place where they are written, also behind characters of several bytes', () => {
    const text = '-- größe 😀\nSELECT \'é😀\', (b.c + now()) FROM a.b\nWHERE "ü" IN (1, 2);\n';
    expect(covered(text, 'SelectStmt')).toEqual([
      '2:1-3:20 SELECT \'é😀\', (b.c + now()) FROM a.b\nWHERE "ü" IN (1, 2)',
    ]);
    expect(covered(text, 'A_Const')).toEqual(["2:8-2:13 'é😀'", '3:15-3:16 1', '3:18-3:19 2']);
    expect(covered(text, 'FuncCall')).toEqual(['2:22-2:27 now()']);
    expect(covered(text, 'RangeVar')).toEqual(['2:34-2:37 a.b']);
    expect(covered(text, 'WHERE, SelectStmt > A_Expr')).toEqual(['3:7-3:20 "ü" IN (1, 2)']);
  });

  it('of definitions and their parts', () => {
    const text = 'create table t (\r\n  id numeric(10, 2) not null,\r\n  k text primary key\r\n);';
    expect(covered(text, 'ColumnDef')).toEqual(['2:3-2:29 id numeric(10, 2) not null', '3:3-3:21 k text primary key']);
    expect(covered(text, 'TypeName')).toEqual(['2:6-2:20 numeric(10, 2)', '3:5-3:9 text']);
    expect(covered(text, 'Constraint')).toEqual(['2:21-2:29 not null', '3:10-3:21 primary key']);
  });

  it('of another dialect stand where they are written', () => {
    expect(covered('CREATE TABLE `t` (`id` int AUTO_INCREMENT, `k` varchar(9)) ENGINE=InnoDB;', 'ColumnDef')).toEqual(
      ['1:19-1:43 `id` int AUTO_INCREMENT, '.trimEnd().replace(/,$/, ''), '1:44-1:58 `k` varchar(9)'].map((one) =>
        one.replace('1:19-1:43', '1:19-1:42'),
      ),
    );
  });

  it('know their parents', () => {
    expect(covered('DELETE FROM a WHERE b = (SELECT 1 FROM c);', 'DeleteStmt SubLink RangeVar')).toEqual([
      '1:40-1:41 c',
    ]);
  });
});

describe('what does not parse', () => {
  const scripts = [
    ['a command of psql', '\\set x 1\n'],
    ['a variable', 'SELECT :table;\n'],
    ['a template', 'CREATE TABLE {{ name }} (id int);\n'],
    ['a hole', 'DROP TABLE ${name};\n'],
    ['data', 'COPY t FROM stdin;\n1\t;\n\\.\n'],
    ['another dialect', 'SHOW TABLES LIKE 1;\nREPAIR TABLE t;\n'],
    ['nonsense', 'this is ) no SQL (;\n'],
  ] as const;

  it.each(scripts)('%s is no error and leaves the other statements whole', (_, text) => {
    expect(covered(`SELECT 1 FROM a;\n${text}SELECT 2 FROM b;`, 'SelectStmt')).toMatchObject([
      '1:1-1:16 SELECT 1 FROM a',
      expect.stringContaining('SELECT 2 FROM b'),
    ]);
  });

  it.each(scripts)('%s alone is no error', (_, text) => {
    expect(lint(text)).toEqual([]);
  });

  it('is an unknown statement', () => {
    expect(covered('SELECT 1;\nSELEC 2;', 'UnknownStatement')).toEqual(['2:1-2:8 SELEC 2']);
  });

  it('is reported at its place where that is asked for, and the rules run all the same', () => {
    const found = lint("SELECT 1 FROM a;\nSELECT 'é😀', FROM b;\nSELECT 2 FROM c", {
      languageOptions: { parseErrors: 'report' },
      rules: { 'own/coverage': ['error', 'RangeVar'] },
    });
    expect(found.map(({ line, column, message, ruleId }) => [line, column, ruleId, message])).toEqual([
      [1, 15, 'own/coverage', 'a'],
      [2, 15, null, 'Parsing error: syntax error at or near "FROM"'],
      [3, 15, 'own/coverage', 'c'],
    ]);
  });

  it('an option that does not exist is an error', () => {
    expect(() => lint('', { languageOptions: { parseErrors: 'maybe' } })).toThrow('"ignore" or "report"');
    expect(() => lint('', { languageOptions: { parser: 1 } })).toThrow('"parser"');
  });
});

describe('comments', () => {
  const rules: Linter.RulesRecord = { 'own/coverage': ['error', 'RangeVar'] };
  const linesOf = (text: string) => lint(text, { rules }).map(({ line }) => line);

  it.each([
    ['-- eslint-disable-next-line own/coverage -- it is old\nTABLE a;\nTABLE b;', [3]],
    ['-- eslint-disable own/coverage -- generated\nTABLE a;\n-- eslint-enable own/coverage\nTABLE b;', [4]],
    ['/* eslint-disable */\nTABLE a;\n/* eslint-enable */\nTABLE b;', [4]],
    ['TABLE a; -- eslint-disable-line own/coverage\nTABLE b; /* eslint-disable-line */', []],
    ['/* eslint own/coverage: off */\nTABLE a;', []],
    ["SELECT '-- eslint-disable' FROM a;", [1]],
    ['-- the words eslint-disable in a sentence\nTABLE a;', [2]],
  ])('%j leaves %j', (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  it('that disable nothing are reported', () => {
    const found = lint('-- eslint-disable-next-line own/coverage -- no more\nSELECT 1;', {
      rules,
      linterOptions: { reportUnusedDisableDirectives: 'error' },
    });
    expect(found).toMatchObject([
      { line: 1, column: 1, message: expect.stringContaining('Unused eslint-disable') as string },
    ]);
  });

  it('that are no configuration are reported', () => {
    expect(lint('/* eslint own/coverage: [ */')).toMatchObject([{ line: 1, severity: 2 }]);
  });
});

describe('beside another plugin for SQL', () => {
  const app = writeApp({ 'migrations/1.sql': 'CREATE TABLE processed_events (event_id text NOT NULL);\n' });
  const seen: string[] = [];
  const other = {
    languages: {
      sql: {
        ...plugin.languages?.sql,
        parse: (file: { body: string }) => ({
          ok: true,
          ast: { type: 'Root', range: [0, file.body.length], body: [], comments: [], errors: [] },
        }),
      },
    },
    rules: {
      any: {
        create: () => ({
          Root: () => {
            seen.push('Root');
          },
        }),
      },
    },
  } as unknown as ESLint.Plugin;
  const lintApp = async (config: Linter.Config[]) => {
    const eslint = new ESLint({ cwd: app(''), overrideConfigFile: true, overrideConfig: config });
    const results = await eslint.lintFiles(['**/*.sql']);
    return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message));
  };
  const theirs: Linter.Config = {
    files: ['**/*.sql'],
    plugins: { other },
    language: 'other/sql',
    rules: { 'other/any': 'error' },
  };

  it('the presets for code leave SQL alone', async () => {
    seen.length = 0;
    expect(await lintApp([plugin.configs.recommended, plugin.configs.strict, theirs])).toEqual([]);
    expect(seen).toEqual(['Root']);
  });

  it('the preset for SQL looks at migrations', async () => {
    expect(await lintApp([plugin.configs.sql])).toEqual(['webhook-once/require-unique-event-key']);
  });

  it('a language that a later configuration sets is the one that reads the files', async () => {
    seen.length = 0;
    expect(await lintApp([plugin.configs.sql, theirs])).toEqual([]);
    expect(seen).toEqual(['Root']);
  });
});
