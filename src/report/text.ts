import { codeFrame } from './code-frame.ts';
import type { BlastRadius, Finding } from './finding.ts';
import { blastRadii } from './finding.ts';
import type { Paint, Style } from './paint.ts';
import { painter, withoutControls } from './paint.ts';
import { rank } from './rank.ts';
import { relativePath } from './relative-path.ts';
import type { Report } from './report.ts';

const radiusStyles: Readonly<Record<BlastRadius, Style>> = {
  money: 'red',
  shipment: 'magenta',
  message: 'yellow',
  state: 'cyan',
  other: 'blue',
};

/** For a person at a terminal: what hurts most first, each finding with its code and its proof. */
export function renderText(report: Report, color: boolean): string {
  const paint = painter(color);
  const blocks = rank(report.findings).map((finding) => renderFinding(report, finding, paint));
  return [...blocks, summary(report, paint)].map((block) => `${block}\n`).join('\n');
}

function renderFinding(report: Report, finding: Finding, paint: Paint): string {
  const { blastRadius, rule, place, confidence, severity, message, steps } = finding;
  const at = `${relativePath(report.root, place.file)}:${place.line}:${place.column}`;
  const aside = severity === 'error' ? confidence : `${confidence}, warning`;
  const frame = codeFrame(report.textOf(place.file) ?? '', place, paint);
  const header = [paint(radiusStyles[blastRadius], blastRadius), paint('bold', rule), at, paint('dim', `(${aside})`)];
  return [
    header.join('  '),
    `  ${withoutControls(message)}`,
    ...indent(frame),
    ...proof(report.root, steps, paint),
  ].join('\n');
}

function proof(root: string, steps: Finding['steps'], paint: Paint): string[] {
  const rows = steps.map(({ file, line, kind, text }) => ({ at: `${relativePath(root, file)}:${line}`, kind, text }));
  const placeWidth = Math.max(0, ...rows.map(({ at }) => at.length));
  const kindWidth = Math.max(0, ...rows.map(({ kind }) => kind.length));
  return rows.map(({ at, kind, text }) =>
    `    ${paint('dim', at.padEnd(placeWidth))}  ${kind.padEnd(kindWidth)}  ${withoutControls(text)}`.trimEnd(),
  );
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** How much was read and how much was found, in one line. */
function summary({ handlers, findings }: Report, paint: Paint): string {
  const files = new Set(handlers.map(({ file }) => file)).size;
  const read =
    handlers.length === 0 ? 'no handlers' : `${count(handlers.length, 'handler')} in ${count(files, 'file')}`;
  if (findings.length === 0) return `${read}: no findings`;
  const radii = blastRadii.flatMap((radius) => {
    const found = findings.filter(({ blastRadius }) => blastRadius === radius).length;
    return found === 0 ? [] : [`${found} ${radius}`];
  });
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const levels = [errors > 0 && count(errors, 'error'), warnings > 0 && count(warnings, 'warning')].filter(Boolean);
  return paint('bold', `${read}: ${count(findings.length, 'finding')} (${radii.join(', ')}), ${levels.join(', ')}`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
