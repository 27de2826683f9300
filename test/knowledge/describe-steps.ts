import { createMachine } from '../../src/interpret/interpreter.ts';
import type { Lexicon } from '../../src/interpret/lexicon.ts';
import { traceHandler } from '../../src/interpret/trace-handler.ts';
import type {
  OperationSummary,
  Snapshot,
  Step,
  SummaryColumn,
  SummaryCondition,
  ValueSummary,
} from '../../src/interpret/trace.ts';
import { Origin } from '../../src/interpret/value.ts';
import { databases } from '../../src/knowledge/databases/index.ts';
import { platform } from '../../src/knowledge/platform/index.ts';
import { Knowledge } from '../../src/knowledge/registry.ts';
import { defineLibrary } from '../../src/knowledge/types.ts';
import { parseModule } from '../../src/parse/parse-module.ts';
import { readModule } from '../../src/resolve/module.ts';
import type { Module, ModuleGraph } from '../../src/resolve/module.ts';

/** `pay()` of this package shows which outcomes lead to it. */
const bank = defineLibrary({
  name: 'bank',
  packages: ['bank'],
  source: 'this test',
  calls: {
    pay: { is: 'effect', effect: { radius: 'money', category: 'money', does: 'pays', key: { accepted: false } } },
  },
});

const knowledge = new Knowledge([...platform, ...databases, bank]);
const lexicon: Lexicon = {
  effectByName: () => undefined,
  looksLikeClaimName: () => false,
  isLoggerName: () => false,
  isIdempotencyOptionName: () => false,
  isAttemptName: () => false,
  runsAfterCommit: () => false,
  looksLikeVerifierName: () => false,
  findMac: () => null,
  computesHash: () => false,
};

/**
 * What `handler(event)` of `app.ts` does, a line a step: `insert events(id=key) ignoring (id)`. Steps inside a
 * transaction are indented; `pay when a won` says which outcomes of the steps before lead there.
 */
export function describeSteps(files: string | Readonly<Record<string, string>>): readonly string[] {
  const texts = typeof files === 'string' ? { 'app.ts': files } : files;
  const graph = moduleGraph(texts);
  const module = graph.module('app.ts');
  const node = module?.source.program.body.find(
    (one) => 'declaration' in one && one.declaration?.type === 'FunctionDeclaration',
  );
  if (!module || !node || !('declaration' in node) || !node.declaration) throw new Error('app.ts exports no function');
  const machine = createMachine(graph, knowledge, lexicon);
  const handler = machine.parts.exported(machine, 'app.ts', 'handler');
  const parameters = [{ delivery: 'body' }] as const;
  const entry = {
    module,
    node: node.declaration,
    functions: [handler],
    parameters,
    package: 'global',
    provider: null,
    kind: 'http' as const,
  };
  const trace = traceHandler(machine, entry);
  return trace.steps.flatMap((step) => describeStep(step, trace.steps));
}

function moduleGraph(texts: Readonly<Record<string, string>>): ModuleGraph {
  const modules = new Map<string, Module>();
  for (const [file, text] of Object.entries(texts)) {
    const parsed = parseModule(file, text);
    if (!parsed.ok) throw new Error(`${file}: ${parsed.reason}`);
    modules.set(file, readModule(parsed.source));
  }
  return {
    module: (file) => modules.get(file),
    resolve(_from, specifier) {
      const file = `${specifier.replace(/^\.\//, '')}.ts`;
      if (specifier.startsWith('.')) return modules.has(file) ? { kind: 'file', file } : { kind: 'unknown' };
      return { kind: 'package', name: specifier.replace(/^npm:/, '') };
    },
  };
}

function describeStep(step: Step, steps: readonly Step[]): readonly string[] {
  const indent = step.transaction === null ? '' : '  ';
  const { fact } = step;
  switch (fact.kind) {
    case 'operation':
      return [indent + describeOperation(fact.operation)];
    case 'claim': {
      const life = fact.timeToLive === null ? '' : ` for ${fact.timeToLive ?? 'some'} s`;
      return [`${indent}claim ${describeValue(fact.key)}${life}${fact.throwsWhenLost ? ' or throw' : ''}`];
    }
    case 'lock':
      return [`${indent}lock ${describeValue(fact.key)}`];
    case 'effect':
      return [`pay${describeOutcomes(step.snapshots, steps)}`];
    case 'begin':
      return [fact.isolation === null ? 'begin' : `begin ${fact.isolation}`];
    case 'commit':
    case 'rollback':
      return [fact.kind];
    case 'maybe-claim':
      return [`${indent}maybe claim by ${fact.name}`];
    default:
      return [];
  }
}

function describeOperation(operation: OperationSummary): string {
  const { action, schema, table, columns, columnsKnown, where, whereKnown, conflict, lock, takesRow } = operation;
  const name = `${schema === null ? '' : `${schema}.`}${table ?? '?'}`;
  const written = [...columns.map(describeColumn), ...(columnsKnown ? [] : ['…'])];
  const conditions = [...where.map(describeCondition), ...(whereKnown ? [] : ['…'])];
  return [
    `${action} ${name}${written.length > 0 ? `(${written.join(', ')})` : ''}`,
    ...(conditions.length > 0 ? [`where ${conditions.join(' and ')}`] : []),
    ...(conflict === null ? [] : [describeConflict(conflict)]),
    ...(lock === null ? [] : [`for ${lock}`]),
    ...(takesRow ? ['skip locked'] : []),
  ].join(' ');
}

function describeConflict({ action, target, set, conditions }: NonNullable<OperationSummary['conflict']>): string {
  const on = target === null ? '' : ` (${target.join(', ')})`;
  if (action === 'ignore') return `ignoring${on}`;
  const guarded = conditions.length > 0 ? ` where ${conditions.map(describeCondition).join(' and ')}` : '';
  return `updating${on} set ${set.map(describeColumn).join(', ') || 'nothing'}${guarded}`;
}

function describeColumn({ column, value, accumulates }: SummaryColumn): string {
  return `${column}${accumulates ? '+=' : '='}${describeValue(value)}`;
}

function describeCondition({ column, operator, values }: SummaryCondition): string {
  return [column, operator, ...(values.length > 0 ? [values.map(describeValue).join(', ')] : [])].join(' ');
}

const ORIGINS: readonly (readonly [number, string])[] = [
  [Origin.eventKey, 'key'],
  [Origin.clock, 'clock'],
  [Origin.random, 'random'],
  [Origin.row, 'row'],
  [Origin.event, 'event'],
];

function describeValue(value: ValueSummary | null): string {
  if (value === null) return '?';
  if (value.constant !== null) return JSON.stringify(value.constant.value);
  return ORIGINS.find(([origin]) => (value.origins & origin) !== 0)?.[1] ?? '?';
}

/** `won`, `lost`, `found` and `missing` of the operations before; paths that differ are joined with `or`. */
function describeOutcomes(snapshots: readonly Snapshot[], steps: readonly Step[]): string {
  const paths = new Set(
    snapshots.map(({ outcomes }) =>
      [...outcomes]
        .filter(([step]) => ['operation', 'claim', 'maybe-claim'].includes(steps[step]?.fact.kind ?? ''))
        .map(([, outcome]) => outcome)
        .join(', '),
    ),
  );
  const described = [...paths].sort().join(' or ');
  return described === '' ? '' : ` when ${described}`;
}
