import { createMachine } from '../../src/interpret/interpreter.ts';
import { traceHandler } from '../../src/interpret/trace-handler.ts';
import type { Step, ValueSummary } from '../../src/interpret/trace.ts';
import { Origin } from '../../src/interpret/value.ts';
import { effects } from '../../src/knowledge/effects/index.ts';
import { frameworks } from '../../src/knowledge/frameworks/index.ts';
import * as lexicon from '../../src/knowledge/lexicon.ts';
import { platform } from '../../src/knowledge/platform/index.ts';
import { providers } from '../../src/knowledge/providers/index.ts';
import { Knowledge } from '../../src/knowledge/registry.ts';
import { parseModule } from '../../src/parse/parse-module.ts';
import { findHandlers } from '../../src/project/find-handlers.ts';
import { readModule } from '../../src/resolve/module.ts';
import type { Module, ModuleGraph } from '../../src/resolve/module.ts';

const knowledge = new Knowledge([...platform, ...frameworks, ...effects, ...providers]);

export interface TracedHandler {
  readonly framework: string;
  readonly route: string | null;
  readonly kind: string;
  readonly providers: readonly string[];
  /** `verify stripe raw`, `money: pays out (key missing)`, `answer 200`. */
  readonly steps: readonly string[];
  /** What each verification is computed over: `raw`, `body`, or nothing of the delivery. */
  readonly verified: readonly (string | null)[];
  /** Statuses that it ends with. */
  readonly answers: readonly (number | null)[];
}

/** Every function that an app registers, and what it does: a line a step. */
export function traceApp(files: string | Readonly<Record<string, string>>): readonly TracedHandler[] {
  const texts: Readonly<Record<string, string>> = typeof files === 'string' ? { 'app.ts': files } : files;
  const graph = graphOf(texts);
  return Object.keys(texts).flatMap((file) => {
    const module = graph.module(file);
    if (!module) return [];
    return findHandlers(createMachine(graph, knowledge, lexicon), module, file).map((site): TracedHandler => {
      const home = graph.module(site.file) ?? module;
      const trace = traceHandler(createMachine(graph, knowledge, lexicon), { ...site, module: home, provider: null });
      return {
        framework: site.framework,
        route: site.route,
        kind: site.kind,
        providers: trace.providers,
        steps: trace.steps.flatMap(describe),
        verified: trace.steps.flatMap(({ fact }) =>
          fact.kind === 'verification' ? [fact.payload?.eventPart ?? null] : [],
        ),
        answers: [...new Set(trace.endings.filter((end) => end.kind !== 'left').map((end) => end.status))].sort(
          (a, b) => (a ?? 0) - (b ?? 0),
        ),
      };
    });
  });
}

/** What the one handler of an app does. */
export function traceOne(files: string | Readonly<Record<string, string>>): TracedHandler {
  const [handler, ...others] = traceApp(files);
  if (!handler || others.length > 0) throw new Error(`${handler ? others.length + 1 : 0} handlers instead of one`);
  return handler;
}

function graphOf(texts: Readonly<Record<string, string>>): ModuleGraph {
  const modules = new Map<string, Module>();
  for (const [file, text] of Object.entries(texts)) {
    const parsed = parseModule(file, text);
    if (!parsed.ok) throw new Error(`${file}: ${parsed.reason}`);
    modules.set(file, readModule(parsed.source));
  }
  return {
    module: (file) => modules.get(file),
    resolve(_from, specifier) {
      if (!specifier.startsWith('.'))
        return { kind: 'package', name: specifier.replace(/^npm:/, '').replace(/(?<=.)@\d[^/]*/, '') };
      const stem = specifier.replace(/^(\.\.?\/)+/, '');
      const file = [...modules.keys()].find((one) => one === stem || one.replace(/\.[jt]sx?$/, '').endsWith(stem));
      return file === undefined ? { kind: 'unknown' } : { kind: 'file', file };
    },
  };
}

function describe({ fact }: Step): readonly string[] {
  switch (fact.kind) {
    case 'effect': {
      const key = {
        unsupported: 'takes no key',
        missing: 'key missing',
        unknown: 'key unknown',
        present: `key ${originsOf(fact.keyValue)}`,
      }[fact.key];
      return [
        `${fact.category}: ${fact.does} (${fact.idempotent ? 'idempotent' : key})${fact.likely ? ' likely' : ''}`,
      ];
    }
    case 'verification':
      return [`verify ${fact.provider ?? '?'} over ${payloadOf(fact.payload)}`];
    case 'acknowledgement':
      return [`answer ${fact.status ?? '?'}`];
    case 'refetch':
      return ['refetch'];
    case 'maybe-claim':
      return [`maybe claim ${fact.name}`];
    default:
      return [fact.kind];
  }
}

function payloadOf(value: ValueSummary | null): string {
  if (value === null) return 'nothing';
  return value.wholeEvent ? 'the body' : originsOf(value);
}

const names: readonly (readonly [number, string])[] = [
  [Origin.random, 'random'],
  [Origin.clock, 'clock'],
  [Origin.attempt, 'attempt'],
  [Origin.bodyHash, 'body hash'],
  [Origin.signature, 'signature'],
  [Origin.eventKey, 'event key'],
  [Origin.businessKey, 'business key'],
  [Origin.event, 'event'],
  [Origin.literal, 'literal'],
];

function originsOf(value: ValueSummary | null): string {
  if (value === null) return '?';
  return names.find(([bit]) => (value.origins & bit) !== 0)?.[1] ?? '?';
}
