import { operation } from '../../../interpret/operation.ts';
import type { DatabaseOperation } from '../../../interpret/operation.ts';
import type { Value } from '../../../interpret/value.ts';
import type { ValueReader } from '../../types.ts';
import { columnsOf } from './columns.ts';
import type { ReadColumn } from './columns.ts';
import { isUndefined } from './values.ts';
import { compare } from './where.ts';

/** The class that an ORM maps to a table, given as the class itself or by its name. */
export function entityName(read: ValueReader, value: Value | undefined): string | null {
  if (value?.kind === 'class') return value.name;
  if (value?.kind === 'instance') return value.class.name;
  return read.string(value) ?? null;
}

/** Whether a value given to `save` is a row loaded before: that is updated, all else is inserted. */
export function isLoaded(read: ValueReader, value: Value | undefined): boolean {
  switch (value?.kind) {
    case 'object':
      return !read.isWhole(value) || read.entries(value).some(([key, id]) => key === 'id' && !isUndefined(id));
    // An entity that a caller hands over, known by its annotation.
    case 'instance':
      return value.id.startsWith('#injected:');
    case 'union':
      return value.options.some((option) => isLoaded(read, option));
    default:
      return true;
  }
}

/** `save(entity)`: an update of what was changed on a loaded row by its id, or an insert of a new one. */
export function savedEntity(
  read: ValueReader,
  table: string | null,
  value: Value | undefined,
  column?: ReadColumn,
): DatabaseOperation {
  const named = { table: table ?? entityName(read, value), names: 'entity' } as const;
  const columns = columnsOf(read, value, column);
  if (!isLoaded(read, value)) return operation({ action: 'insert', ...named, ...columns });
  const id = read.get(value, 'id');
  return operation({
    action: 'update',
    ...named,
    columns: columns.columns.filter((one) => one.column !== 'id'),
    columnsKnown: columns.columnsKnown,
    where: [compare('id', '=', id)],
  });
}
