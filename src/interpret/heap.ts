import type { Machine } from './machine.ts';
import type { Properties, State } from './state.ts';
import { union } from './values.ts';
import type { ArrayValue, ObjectValue, Value } from './value.ts';

const empty: Properties = { known: new Map(), open: true };

/** Properties of an object as this path knows them, else as they were when it was made outside of any run. */
export function propertiesOf(m: Machine, state: State, id: string): Properties {
  return state.properties(id) ?? m.memory.state.properties(id) ?? empty;
}

export function hasProperties(m: Machine, state: State, id: string): boolean {
  return (state.properties(id) ?? m.memory.state.properties(id)) !== undefined;
}

/** What is made outside of a run is there for every run. */
export function setProperties(m: Machine, state: State, id: string, properties: Properties): void {
  state.set(id, properties);
  if (m.lazy > 0) m.memory.state.set(id, properties);
}

export function setProperty(m: Machine, state: State, id: string, name: string, value: Value): void {
  const before = propertiesOf(m, state, id);
  const known = new Map(before.known);
  known.set(name, value);
  setProperties(m, state, id, { known, open: hasProperties(m, state, id) ? before.open : true });
}

export function makeObject(
  m: Machine,
  state: State,
  id: string,
  known: ReadonlyMap<string, Value>,
  open = false,
): ObjectValue {
  setProperties(m, state, id, { known, open });
  return { kind: 'object', id };
}

export function setCell(m: Machine, state: State, key: string, value: Value): void {
  state.set(key, value);
  if (m.lazy > 0) m.memory.state.set(key, value);
}

export function getCell(m: Machine, state: State, key: string): Value | undefined {
  return state.get(key) ?? m.memory.state.get(key);
}

/** Adds items to a list: from now on its length is not known. */
export function grow(m: Machine, state: State, { id }: ArrayValue, items: readonly Value[]): void {
  if (id === undefined || items.length === 0) return;
  const key = `${id}+`;
  setCell(m, state, key, union([getCell(m, state, key), ...items]));
}

/** A list as it is now, with what was added since it was made. */
export function asGrown(m: Machine, state: State, value: Value): Value {
  if (value.kind === 'union') {
    const options = value.options.map((option) => asGrown(m, state, option));
    return options.some((option, index) => option !== value.options[index]) ? union(options) : value;
  }
  if (value.kind !== 'array' || value.id === undefined) return value;
  const added = getCell(m, state, `${value.id}+`);
  return added ? { ...value, rest: union([value.rest ?? undefined, added]) } : value;
}
