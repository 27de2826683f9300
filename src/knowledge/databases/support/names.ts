/** `billing.orders as o` as its parts. */
export function tableName(written: string | undefined): {
  readonly table: string | null;
  readonly schema: string | null;
} {
  const name = written?.replace(/\s+(?:as\s+)?\w+$/i, '').replaceAll(/["`]/g, '');
  if (name === undefined) return { table: null, schema: null };
  const [first = name, second] = name.split('.');
  return second === undefined ? { table: first, schema: null } : { table: second, schema: first };
}

/** `orders.status` is `status`. */
export function columnName(written: string): string {
  return written.split('.').at(-1) ?? written;
}
