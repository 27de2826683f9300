import { resolve } from 'node:path';
import { rules as allRules } from '../rules/index.ts';
import { mayChangeFindings } from './eslint/directives.ts';
import { pathKind } from './project/host-files.ts';
import type { AnalysedHandler } from './project/project.ts';
import { Project } from './project/project.ts';
import type { Finding, HandlerSummary } from './report/finding.ts';
import { Places } from './rule/places.ts';
import type { Preset, RuleLevel } from './rule/select-rules.ts';
import type { ConfiguredRule, RuleFinding } from './rule/run-rules.ts';
import { selectRules } from './rule/select-rules.ts';
import { hearsTests, runRules } from './rule/run-rules.ts';
import type { SchemaPart } from './schema/table-draft.ts';

export type {
  BlastRadius,
  Confidence,
  Extent,
  Finding,
  HandlerSummary,
  ProofStep,
  StepKind,
} from './report/finding.ts';
export type { Preset, RuleLevel } from './rule/select-rules.ts';
export { UnknownRuleError } from './rule/select-rules.ts';

/** What a user may set under `settings['webhook-once']`. */
export type Settings = ConstructorParameters<typeof Project>[0]['settings'];

export interface AnalyzeOptions {
  /** The working directory; the current one when left out. */
  readonly root?: string;
  /** Files and folders, absolute or relative to `root`; all of `root` when left out. */
  readonly paths?: readonly string[];
  readonly settings?: Settings;
  readonly preset?: Preset;
  /** Levels by the name of the rule; the preset holds for the others. */
  readonly rules?: Readonly<Record<string, RuleLevel>>;
  /** What a live database says of its tables, which is believed over migrations and models. */
  readonly live?: SchemaPart | undefined;
  /** Hears of every file that was looked at. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly phase: 'finding handlers' | 'analysing';
  readonly done: number;
  readonly total: number;
}

/** Something that could not be read, so that the analysis saw less than is there. */
export interface Warning {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface Analysis {
  readonly root: string;
  readonly handlers: readonly HandlerSummary[];
  /** By file and place. What a disable comment silences is left out. */
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
  /** Files of handlers that use a database of which no table was found: keys are not known there. */
  readonly withoutSchema: readonly string[];
  /** The text of a file as it was analysed, for showing findings in it. */
  textOf(file: string): string | undefined;
}

/** A path that was asked for cannot be read. */
export class UnreadablePathError extends Error {
  override readonly name = 'UnreadablePathError';
}

/** Finds the handlers below `paths` and runs the rules on them. */
export async function analyze(options: AnalyzeOptions = {}): Promise<Analysis> {
  const root = resolve(options.root ?? '.');
  const paths = (options.paths ?? ['.']).map((path) => readablePath(root, path));
  const configured = selectRules(allRules, options.preset ?? 'recommended', options.rules);
  const project = new Project({ root, settings: options.settings ?? {}, live: options.live });

  const files = project.findHandlerFiles(paths, (done, total) => {
    options.onProgress?.({ phase: 'finding handlers', done, total });
  });
  const tableFiles = configured.some(({ rule }) => rule.meta.onScripts) ? project.findTableFiles(paths) : [];
  const handlers: HandlerSummary[] = [];
  const findings: Finding[] = [];
  const withoutSchema: string[] = [];
  for (const [index, file] of files.entries()) {
    const places = new Places(project);
    const found = project.handlersIn(file);
    handlers.push(...found.map((handler) => summarise(handler, places)));
    if (found.some(usesDatabase) && project.catalogFor(file).tables.length === 0) withoutSchema.push(file);
    findings.push(...(await findingsIn(project, file, configured)));
    options.onProgress?.({ phase: 'analysing', done: index + 1, total: files.length });
  }
  const seen = new Set(files);
  const others = [...tableFiles, ...(configured.some(hearsTests) ? project.findTestFiles(paths) : [])];
  for (const file of new Set(others))
    if (!seen.has(file)) findings.push(...(await findingsIn(project, file, configured)));
  findings.sort((a, b) => (a.place.file < b.place.file ? -1 : a.place.file > b.place.file ? 1 : 0));
  return {
    root,
    handlers,
    findings,
    warnings: project.warnings,
    withoutSchema,
    textOf: (file) => project.textOf(file),
  };
}

function readablePath(root: string, path: string): string {
  const absolute = resolve(root, path);
  const kind = pathKind(absolute);
  if (kind === 'file' || kind === 'directory') return absolute;
  throw new UnreadablePathError(
    `cannot read "${path}": ${kind ? 'it is neither a file nor a folder' : 'no such file or folder'}`,
  );
}

async function findingsIn(
  project: Project,
  file: string,
  configured: readonly ConfiguredRule[],
): Promise<readonly RuleFinding[]> {
  const text = project.textOf(file) ?? '';
  const findings = runRules(project, file, configured);
  if (!mayChangeFindings(text, findings.length)) return findings;
  const { lintText } = await import('./eslint/lint-text.ts');
  return lintText(project, file, text, allRules, configured) ?? findings;
}

function usesDatabase({ trace }: AnalysedHandler): boolean {
  return trace.steps.some(({ fact }) => fact.kind === 'operation');
}

function summarise(handler: AnalysedHandler, places: Places): HandlerSummary {
  const { file, name, provider, framework } = handler;
  return { file, line: places.lineOf(handler.span), name, provider, framework };
}
