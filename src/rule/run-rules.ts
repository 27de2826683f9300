import type { AnalysedHandler, Project } from '../project/project.ts';
import type { Finding } from '../report/finding.ts';
import { Places } from './places.ts';
import type { FactListeners, Problem, RuleDefinition } from './rule.ts';

/** A rule as a user configured it. */
export interface ConfiguredRule {
  readonly rule: RuleDefinition<string, object>;
  readonly severity: 'error' | 'warning';
  /** The user's; what is left out is taken from the rule's defaults. */
  readonly options?: object;
}

/** A finding, with what its message was filled with: ESLint fills it once more, from the same text. */
export interface RuleFinding extends Finding {
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Runs `rules` on what is written in `file`. Both hosts come through here, so that they find the same.
 * Ordered by place, then by rule. A rule that throws is a defect of the rule: the error names it and goes up.
 */
export function runRules(project: Project, file: string, rules: readonly ConfiguredRule[]): readonly RuleFinding[] {
  if (rules.length === 0) return [];
  const findings: RuleFinding[] = [];
  const places = new Places(project);
  const listen = (configured: ConfiguredRule, handler: AnalysedHandler | null): FactListeners => {
    const { rule, severity } = configured;
    return rule.create({
      options: { ...rule.meta.defaultOptions?.[0], ...configured.options },
      model: handler,
      report: (problem) => findings.push(toFinding(rule, severity, handler, problem, places)),
    });
  };

  for (const handler of project.handlersIn(file)) {
    for (const configured of rules) listen(configured, handler).handler?.(handler.trace, handler);
  }
  if (rules.some(hearsTests)) {
    for (const test of project.deliveringTests(file)) {
      for (const configured of rules) listen(configured, test.handler).test?.(test);
    }
  }
  const retentionListeners = rules
    .map((configured) => listen(configured, null).retention)
    .filter((retention) => retention !== undefined);
  if (retentionListeners.length > 0)
    for (const retention of project.shortRetentionsIn(file)) for (const hear of retentionListeners) hear(retention);
  const tableListeners = rules
    .map((configured) => listen(configured, null).table)
    .filter((table) => table !== undefined);
  if (tableListeners.length > 0) {
    for (const table of project.tablesIn(file)) for (const hear of tableListeners) hear(table);
  }
  return withoutRepeats(findings.sort(byPlace));
}

/** A rule about tests looks at files in which no handler is written. */
export function hearsTests(configured: ConfiguredRule): boolean {
  return listenersOf(configured).test !== undefined;
}

/** What a rule listens to, for telling in which files it may hear of something. */
export function listenersOf({ rule, options }: ConfiguredRule): FactListeners {
  return rule.create({
    options: { ...rule.meta.defaultOptions?.[0], ...options },
    model: null,
    report: () => undefined,
  });
}

function toFinding(
  rule: RuleDefinition<string, object>,
  severity: 'error' | 'warning',
  handler: AnalysedHandler | null,
  problem: Problem<string>,
  places: Places,
): RuleFinding {
  const template = rule.meta.messages[problem.messageId];
  if (template === undefined) throw new Error(`${rule.name} has no message "${problem.messageId}".`);
  const data = problem.data ?? {};
  return {
    rule: rule.name,
    messageId: problem.messageId,
    data,
    message: fillMessage(template, data),
    severity,
    place: places.extent(problem.place),
    blastRadius: problem.blastRadius,
    confidence: problem.confidence,
    handler: handler && { file: handler.file, line: places.lineOf(handler.span), name: handler.name },
    effect: problem.effect ? places.effect(problem.effect) : null,
    steps: problem.steps,
  };
}

/** One effect reached in two ways through the same call is one defect. */
function withoutRepeats(findings: readonly RuleFinding[]): RuleFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, place, message }) => {
    const key = JSON.stringify([rule, place, message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** As ESLint fills messages: what has no value stays as it is written. */
function fillMessage(template: string, data: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{([^{}]+)\}\}/gu, (whole, name: string) => data[name.trim()] ?? whole);
}

function byPlace(a: Finding, b: Finding): number {
  return (
    compareText(a.place.file, b.place.file) ||
    a.place.line - b.place.line ||
    a.place.column - b.place.column ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
