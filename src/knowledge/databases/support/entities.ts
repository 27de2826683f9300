import { operation } from '../../../interpret/operation.ts';
import type { DatabaseOperation } from '../../../interpret/operation.ts';
import type { Value } from '../../../interpret/value.ts';
import type { ValueReader } from '../../types.ts';
import { columnsOf } from './columns.ts';
import type { ReadColumn } from './columns.ts';
import { compare } from './where.ts';

/** The class that an ORM maps to a table, given as the class itself or by its name. */
export function entityName(read: ValueReader, value: Value | undefined): string | null {
  if (value?.kind === 'class') return value.name;
  if (value?.kind === 'instance') return value.class.name;
  return read.string(value) ?? null;
}

/** Whether a value is a row loaded before, rather than one made here. */
function isLoaded(read: ValueReader, value: Value | undefined): boolean {
  switch (value?.kind) {
    case 'object':
      // `{ ...order, status }` is a loaded row again.
      return !read.isWhole(value);
    case 'instance':
      // An entity that a caller hands over, known by its annotation.
      return value.id.startsWith('#injected:');
    case 'union':
      return value.options.some((option) => isLoaded(read, option));
    default:
      return true;
  }
}

/**
 * `save(entity)`: an update of what was changed on a loaded row, by its id, or an insert of a new one. With `merges` an
 * object that brings its own id is looked up first and updated where it is there.
 */
export function savedEntity(
  read: ValueReader,
  table: string | null,
  value: Value | undefined,
  { merges, column }: { readonly merges: boolean; readonly column?: ReadColumn },
): DatabaseOperation {
  const named = { table: table ?? entityName(read, value), names: 'entity' } as const;
  const { columns, columnsKnown } = columnsOf(read, value, column);
  const others = columns.filter((one) => one.column !== 'id');
  if (isLoaded(read, value)) {
    return operation({
      action: 'update',
      ...named,
      columns: others,
      columnsKnown,
      where: [compare('id', '=', read.get(value, 'id'))],
    });
  }
  const hasId = others.length < columns.length;
  const conflict =
    merges && hasId ? ({ action: 'update', target: ['id'], set: others, conditions: [] } as const) : null;
  return operation({ action: 'insert', ...named, columns, columnsKnown, conflict });
}
