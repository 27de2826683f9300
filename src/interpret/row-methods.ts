import type { LoadedRow, RowCall } from '../knowledge/types.ts';
import { propertiesOf, setProperties, setProperty } from './heap.ts';
import { applyMeaning } from './library.ts';
import type { CallRequest, Loader, Machine, Outcome } from './machine.ts';
import { rowId } from './member.ts';
import { answer, native } from './native.ts';
import { valueReader } from './reader.ts';
import type { State } from './state.ts';
import type { ExternalValue, ResultValue, Value } from './value.ts';

/** Fields of a row as they were when they were last stored. */
const storedId = (row: ResultValue): string => `#stored:${row.step}`;

/** `order.save()` of a row that the library loaded. */
export function rowMethod(m: Machine, row: ResultValue, name: string): Value | undefined {
  const loader = m.loadedBy.get(row.step);
  const meaningOf = loader && m.knowledge.package(loader.view.package)?.rowMethod(name);
  if (!loader || !meaningOf) return undefined;
  return native(`row.${name}@${row.step}`, (machine, request, state) => {
    const loaded = loadedRow(machine, row, loader, state);
    if (!loaded) return answer(state, row);
    const view = viewOf(loader, request, name);
    const call: RowCall = {
      node: request.node,
      args: request.args,
      chain: view.chain,
      receiver: view,
      read: valueReader(machine, request.node, request.frame, state),
      row: loaded,
    };
    const meaning = meaningOf(call);
    if (!meaning) return machine.parts.callUnknown(machine, request, state);
    if (meaning.is === 'assignment') {
      for (const [field, value] of meaning.fields) setProperty(machine, state, rowId(row.step), field, value);
      return answer(state, row);
    }
    const outcomes: Outcome[] = applyMeaning(machine, meaning, request, view, state) ?? answer(state, row);
    if (meaning.is === 'operation')
      for (const { columns } of meaning.operations)
        for (const outcome of outcomes)
          markStored(
            machine,
            row,
            columns.map((one) => one.column),
            outcome.state,
          );
    return outcomes;
  });
}

function viewOf({ view }: Loader, { args, node }: CallRequest, name: string): ExternalValue {
  return { ...view, chain: [...view.chain, { name, args, isNew: false, tagged: false, node }] };
}

function loadedRow(m: Machine, row: ResultValue, { transaction }: Loader, state: State): LoadedRow | undefined {
  const fact = m.recorder.steps[row.step]?.fact;
  if (fact?.kind !== 'operation') return undefined;
  const { table, schema, names } = fact.operation;
  const { known } = propertiesOf(m, state, rowId(row.step));
  const stored = propertiesOf(m, state, storedId(row)).known;
  const fields = [...known].filter(([field, value]) => field !== '...' && stored.get(field) !== value);
  return { value: row, table, schema, names, fields, fieldsKnown: fields.length > 0 && !known.has('...'), transaction };
}

function markStored(m: Machine, row: ResultValue, columns: readonly string[], state: State): void {
  const { known } = propertiesOf(m, state, rowId(row.step));
  const stored = new Map(propertiesOf(m, state, storedId(row)).known);
  for (const column of columns) {
    const value = known.get(column);
    if (value) stored.set(column, value);
  }
  if (stored.size > 0) setProperties(m, state, storedId(row), { known: stored, open: true });
}
