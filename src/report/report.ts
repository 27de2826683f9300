import type { Finding, HandlerSummary } from './finding.ts';

/** What every reporter is given: plain data, and the texts the findings lie in. */
export interface Report {
  readonly root: string;
  readonly handlers: readonly HandlerSummary[];
  readonly findings: readonly Finding[];
  textOf(file: string): string | undefined;
}
