import { parseSync, type Node, type Program } from 'oxc-parser';
import { LineTable } from './line-table.ts';

/** A JavaScript or TypeScript file, parsed. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
  readonly program: Program;
  readonly lines: LineTable;
}

export type ModuleParse =
  | { readonly ok: true; readonly source: SourceFile }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly reason: string };

const sourceExtension = /\.(?:[cm]?[jt]sx?)$/;

/** Files above this many UTF-16 units are bundles or data, never handlers written by hand. */
const largestSource = 1_500_000;

export function isSourceFile(file: string): boolean {
  return sourceExtension.test(file) && !/\.d\.[cm]?ts$/.test(file);
}

function languageOf(file: string): 'js' | 'jsx' | 'ts' | 'tsx' {
  if (/\.[cm]?ts$/.test(file)) return 'ts';
  if (file.endsWith('.tsx')) return 'tsx';
  // JSX is a superset of JavaScript that every .js file of a React project relies on.
  return 'jsx';
}

/** Parses a file into TS-ESTree. Never throws; what the parser could repair is kept. */
export function parseModule(file: string, text: string): ModuleParse {
  if (text.length > largestSource) return { ok: false, line: 1, column: 1, reason: 'the file is too large to read' };
  if (text.includes('\u0000')) return { ok: false, line: 1, column: 1, reason: 'the file is not text' };
  try {
    const result = parseSync(file, text, { lang: languageOf(file), astType: 'ts', preserveParens: false });
    const program = result.program;
    const lines = new LineTable(text);
    const fatal = result.errors.find((error) => (error.severity as string) === 'Error');
    if (fatal && program.body.length === 0) {
      const { line, column } = lines.positionOf(fatal.labels[0]?.start ?? 0);
      return { ok: false, line, column, reason: fatal.message };
    }
    return { ok: true, source: { file, text, program, lines } };
  } catch (error) {
    return { ok: false, line: 1, column: 1, reason: error instanceof Error ? error.message : 'not readable' };
  }
}

export type { Node, Program };
