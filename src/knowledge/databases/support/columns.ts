import type { WrittenColumn } from '../../../interpret/operation.ts';
import type { Value } from '../../../interpret/value.ts';
import type { ValueReader } from '../../types.ts';
import { isUndefined } from './values.ts';

export interface Columns {
  readonly columns: readonly WrittenColumn[];
  readonly columnsKnown: boolean;
}

/** Reads one property of a written object; undefined for what is no column. */
export type ReadColumn = (column: string, value: Value) => WrittenColumn | undefined;

export function plainColumn(column: string, value: Value): WrittenColumn {
  return { column, value, accumulates: false };
}

/** Columns of an object of values: `{ status: 'paid', total }`. */
export function columnsOf(read: ValueReader, value: Value | undefined, readColumn: ReadColumn = plainColumn): Columns {
  const columns = read.entries(value).flatMap(([column, written]) => {
    if (isUndefined(written)) return [];
    return readColumn(column, written) ?? [];
  });
  return { columns, columnsKnown: read.isWhole(value) };
}

/** One row, or an array of them; of several rows the first one stands for all. */
export function rowColumns(
  read: ValueReader,
  value: Value | undefined,
  readColumn: ReadColumn = plainColumn,
): Columns & { readonly many: boolean } {
  if (value?.kind === 'array') {
    const first = value.items[0] ?? value.rest ?? undefined;
    return { ...columnsOf(read, first, readColumn), many: value.items.length > 1 || value.rest !== null };
  }
  return { ...columnsOf(read, value, readColumn), many: false };
}

/** A column that grows or shrinks by `value`. */
export function accumulating(column: string, value: Value): WrittenColumn {
  return { column, value, accumulates: true };
}
