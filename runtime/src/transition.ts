import { change, quote, run } from './database.ts';
import type { Database, Parameter, Transaction } from './database.ts';
import { InvalidOptionError } from './errors.ts';

export interface TransitionOptions {
  /** The name of the table, or schema and name as a list. */
  readonly table: string | readonly string[];
  /** The columns that name the row, and their values. */
  readonly key: Readonly<Record<string, string | number>>;
  /** The column of the status; `status` by default. */
  readonly column?: string;
  /** The statuses that it may leave. */
  readonly from: string | readonly string[];
  readonly to: string;
}

export type Transition =
  | { readonly happened: true; readonly current: string }
  /** `current` is the status that the row has instead, `undefined` where there is no such row. */
  | { readonly happened: false; readonly current: string | undefined };

/**
 * Moves a row from one status to another in one statement, and says whether it did: of any number of deliveries at the
 * same time, one is told that it happened, and an old event does not bring an older status back.
 *
 * ```ts
 * const paid = await transition(db, { table: 'orders', key: { id: order.id }, from: 'pending', to: 'paid' });
 * if (paid.happened) await ship(order);
 * ```
 *
 * Given a transaction, it happened when that commits. Names are taken as written, upper and lower case apart.
 *
 * @throws InvalidOptionError when the key has no column or a value is missing, or `from` holds `to`
 * @throws TransactionConflictError, SchemaMissingError (the table or a column is not there), StatementFailedError
 */
export async function transition(target: Database | Transaction, options: TransitionOptions): Promise<Transition> {
  const { key, column = 'status', to } = options;
  const from = typeof options.from === 'string' ? [options.from] : options.from;
  const columns = Object.entries(key);
  if (columns.length === 0) throw new InvalidOptionError('A transition needs a key that names one row.');
  for (const [name, value] of columns) {
    // A missing id would move nothing, or with another driver's reading of it every row.
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new InvalidOptionError(`The key "${name}" of a transition must be a string or a number.`);
    }
  }
  if (from.length === 0) throw new InvalidOptionError('A transition needs a status that it may leave.');
  if (from.includes(to)) throw new InvalidOptionError(`A transition from "${to}" to itself always happens.`);

  const table = (typeof options.table === 'string' ? [options.table] : options.table).map(quote).join('.');
  const values: Parameter[] = [];
  const bind = (value: string | number): string => `$${values.push(value)}`;
  const status = quote(column);
  // A status may be of a type of its own, which is not compared with text.
  const text = target.dialect === 'postgres' ? `${status}::text` : status;
  const set = `${status} = ${bind(to)}`;
  const named = columns.map(([name, value]) => `${quote(name)} = ${bind(value)}`).join(' AND ');
  const allowed = from.map(bind).join(', ');
  const moved = await change(
    target,
    `move a row of ${table} to "${to}"`,
    `UPDATE ${table} SET ${set} WHERE ${named} AND ${text} IN (${allowed})`,
    values,
  );
  if (moved > 0) return { happened: true, current: to };

  values.length = 0;
  const sameRow = columns.map(([name, value]) => `${quote(name)} = ${bind(value)}`).join(' AND ');
  const [row] = await run(
    target,
    `read a row of ${table}`,
    `SELECT ${text} AS current FROM ${table} WHERE ${sameRow}`,
    values,
  );
  return { happened: false, current: (row?.current as string | null | undefined) ?? undefined };
}
