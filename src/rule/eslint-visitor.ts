import { extname, resolve } from 'node:path';
import type { Rule } from 'eslint';
import { Project } from '../project/project.ts';
import type { RuleDefinition } from './rule.ts';
import type { ConfiguredRule, RuleFinding } from './run-rules.ts';
import { listenersOf, runRules } from './run-rules.ts';
import { typeOracle } from './type-oracle.ts';

/** Where the project comes from and who else hears of findings; the command line brings its own. */
export interface VisitorHost {
  projectFor(context: Rule.RuleContext): Project;
  onFinding?(finding: RuleFinding): void;
}

/**
 * A rule as ESLint runs it. The tree that ESLint parsed is not looked at: the engine reads the text itself, so that
 * every parser and every host gives the same findings.
 */
export function eslintVisitor(
  rule: RuleDefinition<string, object>,
  context: Rule.RuleContext,
  host: VisitorHost = processHost,
): Rule.RuleListener {
  const file = fileOf(context);
  const project = host.projectFor(context);
  const options = context.options[0] as object | undefined;
  const configured: ConfiguredRule = { rule, severity: 'error', options };
  const listeners = listenersOf(configured);
  const isHeard =
    (listeners.test !== undefined && project.mayTest(file, context.sourceCode.text)) ||
    ((listeners.handler ?? listeners.retention) !== undefined && mayMatter(project, file, context, 'handlers')) ||
    ((listeners.table ?? listeners.retention) !== undefined && mayMatter(project, file, context, 'tables'));
  if (!isHeard) return {};
  const run = (): void => {
    openFile(project, file, context.sourceCode);
    for (const finding of runRules(project, file, [configured])) {
      host.onFinding?.(finding);
      context.report({
        messageId: finding.messageId,
        data: finding.data,
        loc: {
          start: { line: finding.place.line, column: finding.place.column - 1 },
          end: { line: finding.place.endLine, column: finding.place.endColumn - 1 },
        },
      });
    }
  };
  // The root of a module, and of a script of SQL.
  return { Program: run, Script: run };
}

/** Text from standard input has no path of its own: it is read as a module of the working directory. */
function fileOf({ cwd, filename }: Rule.RuleContext): string {
  const file = resolve(cwd, filename);
  return extname(file) === '' ? `${file}.ts` : file;
}

interface Look {
  readonly sourceCode: object;
  readonly file: string;
  readonly text: string;
  handlers?: boolean;
  tables?: boolean;
}

/** Every rule asks this of every file. The object alone would not do as a key: some hosts have one for all files. */
const looks = new WeakMap<Project, Look>();

function mayMatter(
  project: Project,
  file: string,
  { sourceCode }: Rule.RuleContext,
  what: 'handlers' | 'tables',
): boolean {
  const { text } = sourceCode;
  let look = looks.get(project);
  if (look?.sourceCode !== sourceCode || look.file !== file || look.text !== text) {
    look = { sourceCode, file, text };
    looks.set(project, look);
  }
  look[what] ??= project.mayMatter(file, text, what);
  return look[what];
}

interface OpenFile {
  readonly file: string;
  readonly sourceCode: object;
  readonly text: string;
}

const openFiles = new WeakMap<Project, OpenFile>();
const linted = new WeakMap<Project, Set<string>>();

/**
 * ESLint does not say when an editor closes a file, so only the file being linted is read from the host. A file that is
 * linted again may have come after an edit elsewhere; a run over many files lints each of them once.
 */
function openFile(project: Project, file: string, sourceCode: Rule.RuleContext['sourceCode']): void {
  const { text } = sourceCode;
  const open = openFiles.get(project);
  if (open?.sourceCode === sourceCode && open.file === file && open.text === text) return;
  if (open && open.file !== file) project.setText(open.file, undefined);
  openFiles.set(project, { file, sourceCode, text });
  const seen = linted.get(project) ?? new Set();
  linted.set(project, seen);
  if (seen.has(file)) project.refresh();
  seen.add(file);
  project.setText(file, text);
  project.setTypes(typeOracle(file, sourceCode));
}

/** One project a working directory and settings, as long as the process lives: an editor stays for hours. */
const projects = new Map<string, Project>();
/** The same settings object comes with all files of a configuration. */
const keys = new WeakMap<object, string>();

type ProjectSettings = ConstructorParameters<typeof Project>[0]['settings'];

const processHost: VisitorHost = {
  projectFor({ cwd, settings: { 'webhook-once': own = {} } }) {
    const key = `${cwd}\n${keyOf(own)}`;
    let project = projects.get(key);
    if (!project) {
      project = new Project({ root: cwd, settings: own as ProjectSettings });
      projects.set(key, project);
    }
    return project;
  },
};

function keyOf(settings: unknown): string {
  if (typeof settings !== 'object' || settings === null) return JSON.stringify(settings);
  let key = keys.get(settings);
  if (key === undefined) {
    key = JSON.stringify(settings);
    keys.set(settings, key);
  }
  return key;
}
