import { limits, type Machine } from './machine.ts';
import type { Properties, State } from './state.ts';
import { union, unknown } from './values.ts';
import type { Value } from './value.ts';

function joinValues(mine: Value | undefined, theirs: Value | undefined): Value {
  // A name that only one path has set is out of scope, or not yet set, on the other.
  if (mine === undefined) return theirs ?? unknown();
  if (theirs === undefined) return mine;
  return union([mine, theirs]);
}

function joinProperties(mine: Properties | undefined, theirs: Properties | undefined): Properties {
  if (!mine || !theirs) return mine ?? theirs ?? { known: new Map(), open: true };
  const known = new Map<string, Value>();
  for (const [name, value] of mine.known) {
    const other = theirs.known.get(name);
    known.set(name, other ? union([value, other]) : value);
  }
  for (const [name, value] of theirs.known) if (!known.has(name)) known.set(name, value);
  return { known, open: mine.open || theirs.open };
}

/** A flag that one branch set and the other did not: merging would forget which outcome it stands for. */
function isFlag(entry: unknown): boolean {
  const value = entry as Value | Properties | undefined;
  if (!value || !('kind' in value)) return false;
  return (
    value.kind === 'constant' && (typeof value.value === 'boolean' || value.value === null || value.value === undefined)
  );
}

function flagsDiffer(a: State, b: State): boolean {
  return a.differences(b).some((key) => {
    const [mine, theirs] = [a.get(key), b.get(key)];
    return mine !== undefined && theirs !== undefined && (isFlag(mine) || isFlag(theirs));
  });
}

function absorb(into: State, other: State): void {
  into.absorb(other, joinValues, joinProperties);
}

/** States that differ in flags only, kept apart at one place. */
const flagged = 4;

/**
 * Where branches meet: states that agree in all that matters become one. How a read turned out is forgotten where both
 * outcomes go on, unless a flag remembers it. Past the bound a few paths of one kind go on as they are, as witnesses;
 * the others meet, and what they disagree in is unknown.
 */
export function meet<T extends { readonly state: State }>(
  m: Machine,
  items: readonly T[],
  sameness: (item: T) => string,
): T[] {
  if (items.length <= 1) return [...items];
  const { isSoft } = m.recorder;
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = `${sameness(item)}\u0001${item.state.hardKey(isSoft)}`;
    const group = groups.get(key);
    if (!group) {
      groups.set(key, [item]);
      continue;
    }
    const soft = item.state.softKey(isSoft);
    const host =
      group.find((other) => other.state.softKey(isSoft) === soft) ??
      group.find((other) => !flagsDiffer(other.state, item.state)) ??
      (group.length >= flagged || m.lazy > 0 ? group[0] : undefined);
    if (host) absorb(host.state, item.state);
    else group.push(item);
  }
  let left = [...groups.values()].flat();
  if (left.length <= limits.states) return left;
  left = [...groups.values()].map((group) => {
    const [first, ...rest] = group as [T, ...T[]];
    for (const other of rest) absorb(first.state, other.state);
    return first;
  });
  if (left.length <= limits.states) return left;
  const kinds = new Map<string, T[]>();
  for (const item of left) {
    const key = sameness(item);
    const kind = kinds.get(key);
    if (kind) kind.push(item);
    else kinds.set(key, [item]);
  }
  return [...kinds.values()].flatMap((kind) => {
    const witnesses = new Set(witnessesOf(kind));
    const [host, ...rest] = kind.filter((item) => !witnesses.has(item));
    if (!host) return kind;
    for (const item of rest) {
      absorb(host.state, item.state);
      host.state.weakened = true;
      if (item.state.verified !== host.state.verified) host.state.verified = 'yes';
      if (item.state.status !== host.state.status) host.state.status = null;
    }
    return [...witnesses, host];
  });
}

/** Paths of one kind that go on as they are past the bound. */
const witnesses = 8;

/** The shortest paths, one for each failure that was caught before others of the same. */
function witnessesOf<T extends { readonly state: State }>(items: readonly T[]): T[] {
  const exact = items
    .filter(({ state }) => !state.weakened && !state.isCutShort)
    .sort((a, b) => (a.state.trail?.length ?? 0) - (b.state.trail?.length ?? 0));
  const failures = new Set<string>();
  const first = exact.filter(({ state }) => {
    const failure = `${state.caught?.step ?? ''}${state.failure}`;
    if (failures.has(failure)) return false;
    failures.add(failure);
    return true;
  });
  return [...new Set([...first, ...exact])].slice(0, witnesses);
}

/** Collects what is thrown, one state for all that are alike. */
export function collector(m: Machine): {
  readonly thrown: { state: State; value: Value }[];
  readonly sink: (state: State, value: Value) => void;
} {
  const thrown: { state: State; value: Value }[] = [];
  const byKey = new Map<string, { state: State; value: Value }>();
  const { isSoft } = m.recorder;
  return {
    thrown,
    sink: (state, value) => {
      const key = `${value.kind === 'error' ? `${value.step ?? ''}|${value.name ?? ''}|${value.status ?? ''}` : value.kind}\u0001${state.hardKey(isSoft)}\u0001${state.softKey(isSoft)}`;
      const before = byKey.get(key);
      if (before) absorb(before.state, state);
      else {
        const entry = { state, value };
        byKey.set(key, entry);
        thrown.push(entry);
      }
    },
  };
}
