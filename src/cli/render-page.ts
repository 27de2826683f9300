import { painter, type Paint } from '../report/paint.ts';

/** A page of markdown as text for a terminal: headings bold, code set in, links by their words. */
export function renderPage(page: string, color: boolean): string {
  const paint = painter(color);
  let fence: string | null = null;
  const lines: string[] = [];
  for (const line of page.split('\n')) {
    const mark = /^\s*(```+|~~~+)/u.exec(line)?.[1];
    if (mark !== undefined && (fence === null || line.trim() === fence)) {
      fence = fence === null ? mark : null;
      continue;
    }
    lines.push(fence === null ? renderLine(line, paint) : line === '' ? '' : `    ${line}`);
  }
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()}\n`;
}

function renderLine(line: string, paint: Paint): string {
  const heading = /^#+\s+(.*)$/u.exec(line)?.[1];
  if (heading !== undefined) return paint('bold', heading);
  return line
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/gu, (_, text: string, target: string) =>
      /^https?:/u.test(target) ? `${text} (${target})` : text,
    )
    .replaceAll(/\*\*([^*]+)\*\*/gu, (_, text: string) => paint('bold', text))
    .replaceAll(/`[^`]+`/gu, (code) => paint('cyan', code));
}
