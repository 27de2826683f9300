import { join } from 'node:path';
import { expect } from 'vitest';
import { createMachine } from '../../src/interpret/interpreter.ts';
import { printTrace } from '../../src/interpret/print-trace.ts';
import { traceHandler } from '../../src/interpret/trace-handler.ts';
import type { Trace } from '../../src/interpret/trace.ts';
import { databases } from '../../src/knowledge/databases/index.ts';
import { stripeCalls } from '../../src/knowledge/effects/stripe.ts';
import { stripe } from '../../src/knowledge/providers/stripe.ts';
import * as lexicon from '../../src/knowledge/lexicon.ts';
import { platform } from '../../src/knowledge/platform/index.ts';
import { Knowledge } from '../../src/knowledge/registry.ts';
import { defineLibrary } from '../../src/knowledge/types.ts';
import type { Effect } from '../../src/knowledge/types.ts';
import { isSourceFile, parseModule } from '../../src/parse/parse-module.ts';
import { Disk } from '../../src/project/disk.ts';
import { Workspace } from '../../src/project/workspace.ts';
import { readModule } from '../../src/resolve/module.ts';
import type { Module, ModuleGraph } from '../../src/resolve/module.ts';

const does = (effect: Pick<Effect, 'radius' | 'category' | 'does'>) =>
  ({ is: 'effect', effect: { ...effect, key: { accepted: false } } }) as const;

/** `pay()`, `ship()` and `mail()` of this package are the three effects that programs show the way to. */
const effect = defineLibrary({
  name: 'effect',
  packages: ['effect'],
  source: 'the tests of the interpreter',
  calls: {
    pay: does({ radius: 'money', category: 'money', does: 'pays' }),
    ship: does({ radius: 'shipment', category: 'shipment', does: 'ships' }),
    mail: does({ radius: 'message', category: 'message', does: 'mails' }),
  },
});

const knowledge = new Knowledge([effect, stripe, stripeCalls, ...platform, ...databases]);

/** One line, so that the first line of a body is the second of its file. */
const prelude =
  "import { pay, ship, mail } from 'effect'; import { Pool } from 'pg'; const db = new Pool(); export async function handler(event: any) {";

// A trace is text for people: compared as it is, without quotes round it.
expect.addSnapshotSerializer({ test: (value) => typeof value === 'string', serialize: String });

const memory = '/program';

/** The statements of a handler that is given the parsed event, with `pay`, `ship`, `mail` and the pool `db` in scope. */
export function traceBody(body: string, others: Readonly<Record<string, string>> = {}): string {
  const trimmed = body.replace(/^\n/, '');
  return traceProgram({ ...others, 'app.ts': `${prelude}\n${trimmed}\n}` }, { firstLine: 2 });
}

interface ProgramOptions {
  /** Of `app.ts`: the line that is printed as line 1. */
  readonly firstLine?: number;
  /** Where the files are on the disk; without it they are in memory alone. */
  readonly root?: string;
}

/** What the exported `handler(event)` of `app.ts` does, as `printTrace` prints it. */
export function traceProgram(files: Readonly<Record<string, string>>, options: ProgramOptions = {}): string {
  const { firstLine = 1, root = memory } = options;
  const { trace, graph } = runProgram(files, root);
  return printTrace(trace, ({ place }) => {
    const line = graph.module(place.file)?.source.lines.lineOf(place.start) ?? 0;
    return place.file === join(root, 'app.ts') ? line - firstLine + 1 : line;
  });
}

/** The trace itself, for questions that its print does not answer. */
export function runProgram(
  files: Readonly<Record<string, string>>,
  root: string = memory,
): { readonly trace: Trace; readonly graph: ModuleGraph } {
  const disk = new Disk();
  for (const [file, text] of Object.entries(files)) disk.setText(join(root, file), text.replace(/^\n/, ''));
  const graph = graphOn(disk, new Workspace(root, disk, knowledge));
  const machine = createMachine(graph, knowledge, lexicon);
  const file = join(root, 'app.ts');
  const module = graph.module(file);
  const handler = machine.parts.exported(machine, file, 'handler');
  if (!module || handler.kind !== 'function') throw new Error('app.ts exports no function named handler');
  const parameters = [{ delivery: 'body' }] as const;
  const entry = {
    module,
    node: handler.node,
    functions: [handler],
    parameters,
    package: 'global',
    provider: null,
    kind: 'http' as const,
  };
  return { trace: traceHandler(machine, entry), graph };
}

function graphOn(disk: Disk, workspace: Workspace): ModuleGraph {
  const modules = new Map<string, Module | undefined>();
  return {
    module(file) {
      if (!modules.has(file)) {
        const text = disk.read(file);
        const parsed = text !== undefined && isSourceFile(file) ? parseModule(file, text) : undefined;
        modules.set(file, parsed?.ok === true ? readModule(parsed.source) : undefined);
      }
      return modules.get(file);
    },
    resolve: (fromFile, specifier) => workspace.resolve(fromFile, specifier),
  };
}
