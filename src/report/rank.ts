import type { Finding } from './finding.ts';
import { blastRadii } from './finding.ts';

/** What hurts most first, and of that what is proven; then in the order in which one reads files. */
export function rank(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) =>
      blastRadii.indexOf(a.blastRadius) - blastRadii.indexOf(b.blastRadius) ||
      Number(a.confidence !== 'certain') - Number(b.confidence !== 'certain') ||
      compareText(a.place.file, b.place.file) ||
      a.place.line - b.place.line ||
      a.place.column - b.place.column ||
      compareText(a.rule, b.rule),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
