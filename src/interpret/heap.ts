import type { Machine } from './machine.ts';
import type { Properties, State } from './state.ts';
import type { ObjectValue, Value } from './value.ts';

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
