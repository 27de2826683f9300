import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import * as parser from '../../src/eslint/oxc-parser.ts';

const config: Linter.Config = {
  files: ['**/*.*'],
  languageOptions: { parser: parser },
  rules: { 'no-unused-vars': 'error', 'no-undef': 'error', 'no-debugger': 'error', 'no-const-assign': 'error' },
};
const lint = (text: string, filename = 'a.ts') => new Linter().verify(text, [config], { filename });

describe('the oxc parser in ESLint', () => {
  it('gives scopes, positions and comments that core rules work with', () => {
    const text = `import type { A } from './a';
export function f(a: A): void {
  const unused = 1;
  missing(a);
  // eslint-disable-next-line no-debugger -- here
  debugger;
  /* block */ debugger;
}
`;
    expect(lint(text)).toMatchObject([
      { ruleId: 'no-unused-vars', line: 3, column: 9, endLine: 3, endColumn: 15 },
      { ruleId: 'no-undef', line: 4, column: 3, endColumn: 10 },
      { ruleId: 'no-debugger', line: 7, column: 15, endColumn: 24 },
    ]);
  });

  it.each([
    ['decorators and parameter properties', 'a.ts', '@dec() export class A { constructor(private readonly b: B) {} }'],
    ['JSX in a .js file', 'a.js', 'export const a = <p title="x">{1}</p>;'],
    ['JSX in a .tsx file', 'a.tsx', 'export const a = <T,>(t: T) => <p>{String(t)}</p>;'],
    ['enums, satisfies, using', 'a.mts', 'enum E { A }\nconst a = {} satisfies object;\nusing b = a as any;'],
    ['a hashbang', 'a.cjs', '#!/usr/bin/env node\nmodule.exports = 1;'],
    ['an empty file', 'a.ts', ''],
  ])('parses %s', (_, filename, text) => {
    const quiet: Linter.Config = { ...config, rules: {} };
    expect(new Linter().verify(text, [quiet], { filename })).toEqual([]);
  });

  it('reports a syntax error where it is', () => {
    expect(lint('const a = 1;\nconst = 2;\n')).toMatchObject([{ fatal: true, ruleId: null, line: 2, column: 7 }]);
  });

  it('counts columns in UTF-16 units', () => {
    expect(lint('/* 😀 é */ debugger;')).toMatchObject([{ ruleId: 'no-debugger', column: 12 }]);
  });
});
