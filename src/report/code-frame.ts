import type { Extent } from './finding.ts';
import type { Paint } from './paint.ts';
import { withoutControls } from './paint.ts';

const linesAround = 2;
const widest = 110;

/** The lines around a place, `~~~` under it. Of a place over several lines only the first is marked. */
export function codeFrame(text: string, place: Extent, paint: Paint): string[] {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/u);
  const marked = lines[place.line - 1];
  if (marked === undefined) return [];
  const first = Math.max(1, place.line - linesAround);
  const last = Math.min(lines.length, place.line + linesAround);
  const gutter = String(last).length;
  // A bundle is one line of a megabyte: every line is cut to the same window, so that the columns stay aligned.
  const from = place.column - 1 + 40 < widest ? 0 : place.column - 1 - 40;

  const frame: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const line = lines[number - 1] ?? '';
    const here = number === place.line;
    const label = `${here ? '>' : ' '} ${String(number).padStart(gutter)} |`;
    const shown = withoutControls(cut(line, from));
    frame.push(`${paint(here ? 'bold' : 'dim', label)} ${shown}`.trimEnd());
    if (here) frame.push(`${paint('dim', `  ${' '.repeat(gutter)} |`)} ${underline(line, place, from, paint)}`);
  }
  return frame;
}

function cut(line: string, from: number): string {
  return line.slice(from, from + widest);
}

function underline(line: string, place: Extent, from: number, paint: Paint): string {
  const start = place.column - 1;
  const end = place.endLine === place.line ? place.endColumn - 1 : line.trimEnd().length;
  // A tab stays a tab, so that the mark stands under what it marks whatever its width.
  const before = line.slice(from, start).replaceAll(/[^\t]/gu, ' ');
  const length = Math.max(1, Math.min(end, from + widest) - start);
  return before + paint('red', '~'.repeat(length));
}
