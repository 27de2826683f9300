import { LineTable } from '../parse/line-table.ts';
import type { Span } from '../parse/place.ts';
import type { Project } from '../project/project.ts';
import type { Extent, Finding } from '../report/finding.ts';

/** Offsets to lines, one table a file. */
export class Places {
  readonly #project: Project;
  readonly #files = new Map<string, { text: string; lines: LineTable }>();

  constructor(project: Project) {
    this.#project = project;
  }

  extent(span: Span): Extent {
    const { lines } = this.#read(span.file);
    const start = lines.positionOf(span.start);
    const end = lines.positionOf(span.end);
    return { file: span.file, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }

  lineOf(span: Span): number {
    return this.extent(span).line;
  }

  effect(span: Span): NonNullable<Finding['effect']> {
    const { text } = this.#read(span.file);
    return { file: span.file, line: this.lineOf(span), text: oneLine(text.slice(span.start, span.end)) };
  }

  #read(file: string): { text: string; lines: LineTable } {
    let read = this.#files.get(file);
    if (!read) {
      const text = this.#project.textOf(file) ?? '';
      read = { text, lines: new LineTable(text) };
      this.#files.set(file, read);
    }
    return read;
  }
}

const longestEffect = 120;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= longestEffect ? line : `${line.slice(0, longestEffect - 1)}…`;
}
