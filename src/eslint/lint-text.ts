import { dirname } from 'node:path';
import type { ESLint, Linter as LinterType, Rule } from 'eslint';
import { Linter } from 'eslint';
import type { Project } from '../project/project.ts';
import { eslintVisitor } from '../rule/eslint-visitor.ts';
import type { WebhookRule } from '../rule/rule.ts';
import type { ConfiguredRule, RuleFinding } from '../rule/run-rules.ts';
import * as parser from './oxc-parser.ts';
import { sqlLanguage } from './sql-language.ts';

type Language = NonNullable<ESLint.Plugin['languages']>[string];

/**
 * Runs the rules through ESLint's own `Linter`, so that disable comments and configuration comments do here what they
 * do in an editor. Gives what ESLint reports, at the severity it reports it with; undefined where ESLint cannot read
 * the text, although the engine could.
 */
export function lintText(
  project: Project,
  file: string,
  text: string,
  rules: Readonly<Record<string, WebhookRule>>,
  configured: readonly ConfiguredRule[],
): readonly RuleFinding[] | undefined {
  const found = new Map<string, RuleFinding>();
  const host = {
    projectFor: () => project,
    onFinding: (finding: RuleFinding) => {
      const { line, column } = finding.place;
      found.set(identityOf(`webhook-once/${finding.rule}`, line, column, finding.message), finding);
    },
  };
  const listening = Object.fromEntries(
    Object.entries(rules).map(([name, { meta, definition }]): [string, Rule.RuleModule] => [
      name,
      { meta, create: (context) => eslintVisitor(definition, context, host) },
    ]),
  );
  const config: LinterType.Config = {
    files: ['**/*.*'],
    plugins: { 'webhook-once': { rules: listening, languages: { sql: sqlLanguage as unknown as Language } } },
    ...(file.endsWith('.sql') ? { language: 'webhook-once/sql' } : { languageOptions: { parser: parser } }),
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: Object.fromEntries(
      configured.map(({ rule, severity, options }) => [
        `webhook-once/${rule.name}`,
        [severity === 'error' ? 'error' : 'warn', ...(options ? [options] : [])],
      ]),
    ),
  };

  // From the file's own folder, since ESLint leaves out what lies outside the working directory.
  const messages = new Linter({ cwd: dirname(file) }).verify(text, [config], { filename: file });
  if (messages.some(({ fatal }) => fatal)) return undefined;
  return messages.flatMap((message) => {
    const finding = found.get(identityOf(message.ruleId, message.line, message.column, message.message));
    return finding ? [{ ...finding, severity: message.severity === 2 ? 'error' : 'warning' }] : [];
  });
}

/** Two findings that agree in all of this are one to whoever reads them. */
function identityOf(ruleId: string | null, line: number, column: number, message: string): string {
  return `${ruleId ?? ''}\n${line}:${column}\n${message}`;
}
