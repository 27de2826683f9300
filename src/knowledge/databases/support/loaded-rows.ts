import { operation } from '../../../interpret/operation.ts';
import type { DatabaseOperation } from '../../../interpret/operation.ts';
import type { Value } from '../../../interpret/value.ts';
import type { LoadedRow, RowAssignment, RowCall } from '../../types.ts';
import { plainColumn } from './columns.ts';
import type { Columns, ReadColumn } from './columns.ts';
import { compare } from './where.ts';

/** A write to the loaded row alone, found by its id again. */
export function rowOperation(
  { read, row }: RowCall,
  action: 'update' | 'delete' | 'read',
  said: Partial<DatabaseOperation> = {},
  id = 'id',
): DatabaseOperation {
  const { table, schema, names, transaction, value } = row;
  const where = [compare(id, '=', read.get(value, id))];
  return operation({ action, table, schema, names, transaction, where, ...said });
}

/** What `save()` writes: the fields that were assigned. */
export function changedColumns({ fields, fieldsKnown }: LoadedRow, readColumn: ReadColumn = plainColumn): Columns {
  const columns = fields.flatMap(([name, value]) => readColumn(name, value) ?? []);
  return { columns, columnsKnown: fieldsKnown };
}

/** `set('status', 'paid')`, `set({ status: 'paid' })`. */
export function assignsFields({ args: [first, second], read }: RowCall): RowAssignment {
  const name = read.string(first);
  const fields: readonly (readonly [string, Value])[] =
    name === undefined ? read.entries(first) : second === undefined ? [] : [[name, second]];
  const isOpen = name === undefined && !read.isWhole(first);
  return { is: 'assignment', fields: isOpen && first !== undefined ? [...fields, ['...', first]] : fields };
}

/** The row under another form: `toObject()`, `reload()`; with a name one field of it: `get('status')`. */
export function sameRow({ args: [name], read, row }: RowCall) {
  const field = read.string(name);
  return { is: 'value', value: (field === undefined ? undefined : read.get(row.value, field)) ?? row.value } as const;
}
