import { extname } from 'node:path';
import type { Linter } from 'eslint';
import type { OxcError, ParserOptions } from 'oxc-parser';
import { parseSync } from 'oxc-parser';
import type { AnalyzeOptions } from '@typescript-eslint/scope-manager';
import { analyze } from '@typescript-eslint/scope-manager';
import { visitorKeys } from '@typescript-eslint/visitor-keys';
import { LineTable } from '../parse/line-table.ts';
import { ownPackage } from '../rule/own-package.ts';

export const meta = { name: `${ownPackage.name}/parser`, version: ownPackage.version };

interface Location {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  loc?: Location;
  range?: [number, number];
}

interface EslintOptions {
  readonly filePath?: string;
  readonly sourceType?: 'module' | 'script' | 'commonjs';
}

/**
 * JavaScript and TypeScript for ESLint without the `typescript` package. It gives no tokens, so rules about layout
 * have nothing to work on; the rules of this plugin, scopes and disable comments need none.
 */
export function parseForESLint(text: string, options: EslintOptions = {}): Linter.ESLintParseResult {
  const file = options.filePath ?? 'input.ts';
  const parsed = parseSync(file, text, {
    astType: 'ts',
    lang: languageOf(file),
    preserveParens: false,
    range: true,
    sourceType: options.sourceType ?? 'module',
  });
  const lines = new LineTable(text);
  const error = parsed.errors.find(({ severity }) => (severity as string) === 'Error');
  if (error) throw syntaxError(error, lines);

  const ast = parsed.program as unknown as SyntaxNode & { comments: unknown; tokens: unknown };
  addLocations(ast, lines);
  ast.tokens = [];
  ast.comments = parsed.comments.map(({ type, value, start, end }) => ({
    type,
    value,
    range: [start, end],
    loc: locate(start, end, lines),
  }));
  return {
    ast: ast as never,
    scopeManager: analyze(ast as never, scopeOptions(options)) as never,
    visitorKeys: visitorKeys as never,
    services: {},
  };
}

export const parse = (text: string, options?: EslintOptions): Linter.ESLintParseResult['ast'] =>
  parseForESLint(text, options).ast;

function languageOf(file: string): ParserOptions['lang'] {
  switch (extname(file)) {
    case '.ts':
    case '.mts':
    case '.cts':
      return 'ts';
    case '.tsx':
      return 'tsx';
    default:
      return 'jsx';
  }
}

function scopeOptions({ sourceType }: EslintOptions): AnalyzeOptions {
  return {
    lib: [],
    globalReturn: sourceType === 'commonjs',
    sourceType: sourceType === 'module' ? 'module' : 'script',
  };
}

function addLocations(root: SyntaxNode, lines: LineTable): void {
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    node.loc = locate(node.start, node.end, lines);
    for (const key of visitorKeys[node.type] ?? Object.keys(node)) {
      const child = (node as unknown as Record<string, unknown>)[key];
      for (const entry of Array.isArray(child) ? (child as unknown[]) : [child]) {
        if (isNode(entry)) pending.push(entry);
      }
    }
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** ESLint counts lines from one and columns from zero. */
function locate(start: number, end: number, lines: LineTable): Location {
  const from = lines.positionOf(start);
  const to = lines.positionOf(end);
  return {
    start: { line: from.line, column: from.column - 1 },
    end: { line: to.line, column: to.column - 1 },
  };
}

/** ESLint shows what is thrown as a parsing error at `lineNumber` and `column`. */
function syntaxError(error: OxcError, lines: LineTable): Error {
  const index = error.labels[0]?.start ?? 0;
  const { line, column } = lines.positionOf(index);
  return Object.assign(new SyntaxError(error.message), { index, lineNumber: line, column });
}
