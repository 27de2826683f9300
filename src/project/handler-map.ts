import type { Step, Trace } from '../interpret/trace.ts';
import type { HandlerKind } from '../knowledge/types.ts';
import type { BlastRadius, StepKind } from '../report/finding.ts';
import { describeStep } from './describe-step.ts';
import type { HandlerModel } from './model.ts';
import type { AnalysedHandler, Project } from './project.ts';

/** One handler as a person reads it. */
export interface MappedHandler {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly framework: string | null;
  readonly kind: HandlerKind;
  readonly route: string | null;
  readonly provider: string | null;
  /** In the order in which they are reached. */
  readonly steps: readonly MappedStep[];
  /** How the handler ends: the statuses that it answers, `null` for one that is not known; whether it may throw. */
  readonly answers: readonly (number | null)[];
  readonly throws: boolean;
  /** What the map leaves open, each with its reason. */
  readonly unknown: readonly MappedUnknown[];
  readonly calls: Trace['calls'];
}

export interface MappedStep {
  readonly file: string;
  readonly line: number;
  readonly kind: StepKind | 'unknown';
  readonly text: string;
  readonly radius: BlastRadius | null;
  /** Whether an effect is given an idempotency key; null where it is none, or its receiver takes none. */
  readonly key: 'missing' | 'present' | 'unknown' | null;
  /** The names of the calls that lead there from the handler. */
  readonly via: readonly string[];
  readonly inTransaction: boolean;
}

export interface MappedUnknown {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly why: string;
}

export function mapHandler(project: Project, handler: AnalysedHandler): MappedHandler {
  const { file, span, name, framework, kind, route, provider, trace, model } = handler;
  const guards = new Set(model.guards().map((guard) => guard.step));
  const endings = trace.endings.filter((ending) => ending.kind !== 'left');
  const answers = endings.filter((ending) => ending.kind === 'returned').map((ending) => ending.status);
  const steps = trace.steps.map((step) => mapStep(model, step, guards.has(step)));
  return {
    file,
    line: model.line(span),
    name,
    framework,
    kind,
    route,
    provider,
    steps: steps.filter((step, index) => !steps.slice(0, index).some((other) => isSame(other, step))),
    answers: [...new Set(kind === 'http' ? answers : [])].sort((a, b) => (a ?? 0) - (b ?? 0)),
    throws: endings.some((ending) => ending.kind === 'threw' && ending.snapshot.acknowledged === undefined),
    unknown: unknownOf(project, handler),
    calls: trace.calls,
  };
}

/** One call that is reached in several ways is one line. */
function isSame(a: MappedStep, b: MappedStep): boolean {
  return a.file === b.file && a.line === b.line && a.kind === b.kind && a.text === b.text;
}

function mapStep(model: HandlerModel, step: Step, isGuard: boolean): MappedStep {
  const described = describeStep(step);
  const { fact } = step;
  const effect = fact.kind === 'effect' ? fact : null;
  return {
    file: step.place.file,
    line: model.line(step.place),
    kind: isGuard
      ? 'guard'
      : fact.kind === 'maybe-claim'
        ? 'unknown'
        : isClaim(model, step)
          ? 'claim'
          : described.kind === 'claim'
            ? 'write'
            : described.kind,
    text: effect?.likely ? `${described.text} (by its name)` : described.text,
    radius: effect?.radius ?? null,
    key: effect && !effect.idempotent && effect.key !== 'unsupported' ? effect.key : null,
    via: step.calls.map((call) => call.name),
    inTransaction: step.transaction !== null,
  };
}

/** A write that one delivery wins, and whose outcome is looked at. */
function isClaim(model: HandlerModel, step: Step): boolean {
  if (step.fact.kind === 'claim') return true;
  if (step.fact.kind !== 'operation' || model.claimVerdict(step) !== 'yes') return false;
  if (step.fact.operation.takesRow) return true;
  const tested = new Set(['won', 'lost', 'conflict']);
  const { endings, steps } = model.trace;
  return [...endings.map((ending) => ending.snapshot), ...steps.flatMap((other) => other.snapshots)].some((snapshot) =>
    tested.has(snapshot.outcomes.get(step.id) ?? ''),
  );
}

const reasons = {
  package: 'nothing is known of its package',
  member: 'its package is known, but not this call',
  source: 'no source tells what it does',
  bound: 'it lies too deep to be followed',
  text: 'the text of its query is not known',
  value: 'nothing tells what it is called on',
} as const;

export function reasonText(reason: keyof typeof reasons): string {
  return reasons[reason];
}

function unknownOf(project: Project, { file, span, trace, model }: AnalysedHandler): MappedUnknown[] {
  const here = { file, line: model.line(span) };
  const unknown: MappedUnknown[] = trace.unknownCalls.map(({ name, place, reason }) => ({
    file: place.file,
    line: model.line(place),
    what: `\`${name}\``,
    why: reasons[reason],
  }));
  if (!trace.complete)
    unknown.unshift({ ...here, what: 'what lies behind the bound', why: 'the handler does more than is walked' });
  else if (trace.endings.some((ending) => ending.snapshot.weakened))
    unknown.unshift({ ...here, what: 'some of its paths', why: 'a bound on depth or on the number of paths was hit' });
  if (model.providerName === null && model.kind === 'http')
    unknown.unshift({ ...here, what: 'the provider', why: 'no verification, header or event type tells who sends' });
  return [...unknown, ...unknownKeys(project, model)];
}

/** Inserts of which it is not known whether a key makes the second one fail. */
function unknownKeys(project: Project, model: HandlerModel): MappedUnknown[] {
  const tables = new Map<string, MappedUnknown>();
  for (const step of model.trace.steps) {
    if (step.fact.kind !== 'operation' || step.fact.operation.action !== 'insert') continue;
    const { table } = step.fact.operation;
    if (table === null || tables.has(table)) continue;
    const key = model.keyForInsert(step.fact.operation);
    if (key.verdict !== 'unknown') continue;
    const what = `the unique keys of \`${table}\``;
    tables.set(table, {
      file: step.place.file,
      line: project.lineOf(step.place.file, step.node),
      what,
      why: key.reason,
    });
  }
  return [...tables.values()];
}
