import type { CallTarget, UnknownCall } from '../interpret/trace.ts';
import { looksLikeClaimName } from '../knowledge/lexicon.ts';
import { reasonText } from './handler-map.ts';
import type { AnalysedHandler, Project } from './project.ts';
import { slashed } from './workspace.ts';

/** A call that nothing knows, wherever handlers make it. */
export interface UnknownCallGroup {
  /** As it is written at the first place. */
  readonly name: string;
  readonly why: string;
  readonly places: number;
  readonly example: { readonly file: string; readonly line: number };
  /** How the settings name it; null where they cannot. */
  readonly named: NamedCall | null;
  /** An entry for each list of the settings that could declare it; empty where it cannot be named. */
  readonly declarations: readonly Declaration[];
}

export interface NamedCall {
  readonly package?: string;
  readonly file?: string;
  readonly export: string;
}

export interface Declaration {
  readonly list: 'nothing' | 'effects' | 'claims' | 'guards' | 'verifiers' | 'transactions';
  readonly entry: Readonly<Record<string, string | number>>;
}

/** The calls in handlers, and in what they reach, that nothing knows, most frequent first. */
export function unknownCalls(project: Project, handlers: readonly AnalysedHandler[]): UnknownCallGroup[] {
  const groups = new Map<string, { calls: UnknownCall[]; places: Set<string> }>();
  for (const { trace } of handlers)
    for (const call of trace.unknownCalls) {
      const named = nameOf(project.root, call.target);
      const key = named ? JSON.stringify(named) : `${call.reason} ${call.name}`;
      const group = groups.get(key) ?? { calls: [], places: new Set() };
      groups.set(key, group);
      group.calls.push(call);
      group.places.add(`${call.place.file}:${call.place.start}`);
    }
  return [...groups.values()]
    .flatMap(({ calls, places }) => {
      const [first] = [...calls].sort(byPlace);
      if (!first) return [];
      const named = nameOf(project.root, first.target);
      const { callback } = calls.find((call) => call.callback !== null) ?? first;
      return {
        name: first.name,
        why: reasonText(first.reason),
        places: places.size,
        example: { file: first.place.file, line: project.lineAt(first.place.file, first.place.start) },
        named,
        declarations: named ? declarationsOf(named, first.name, callback) : [],
      };
    })
    .sort((a, b) => b.places - a.places || (a.name < b.name ? -1 : 1));
}

function byPlace(a: UnknownCall, b: UnknownCall): number {
  return a.place.file === b.place.file ? a.place.start - b.place.start : a.place.file < b.place.file ? -1 : 1;
}

function nameOf(root: string, target: CallTarget | null): NamedCall | null {
  if (!target) return null;
  if (target.file === undefined) return target;
  const file = slashed(root, target.file);
  if (!file.startsWith('../')) return { file, export: target.export };
  // Outside of the working directory only the method of a class can be named.
  return /^\p{Lu}[^.]*\.[^.]+$/u.test(target.export) ? { export: target.export } : null;
}

/** What it may be, the likeliest first: a name that speaks of claims, else a call that does something. */
function declarationsOf(named: NamedCall, name: string, callback: number | null): Declaration[] {
  const base = { ...named };
  const acting: Declaration[] = [
    { list: 'nothing', entry: base },
    { list: 'effects', entry: { ...base, radius: 'other' } },
  ];
  const deciding: Declaration[] = [
    { list: 'claims', entry: { ...base, result: 'boolean' } },
    { list: 'guards', entry: { ...base, result: 'boolean' } },
  ];
  return [
    ...(looksLikeClaimName(name) ? [...deciding, ...acting] : [...acting, ...deciding]),
    { list: 'verifiers', entry: { ...base, returns: 'event' } },
    ...(callback === null
      ? []
      : [{ list: 'transactions' as const, entry: { ...base, ...(callback > 0 && { callback }) } }]),
  ];
}
