import { checkTableOptions } from '../database.ts';
import type { Database, DialectName, Parameter, Row, TableOptions, Transaction } from '../database.ts';
import { InvalidOptionError } from '../errors.ts';

export type Query = (text: string, values: readonly Parameter[]) => Promise<readonly Row[]>;

export function makeTransaction<Native>(
  dialect: DialectName,
  tables: TableOptions,
  native: Native,
  query: Query,
  noticesAbortedCommit?: boolean,
): Transaction<Native> {
  return {
    kind: 'transaction',
    dialect,
    tables: checkTableOptions(tables, dialect),
    native,
    query,
    ...(noticesAbortedCommit === true ? { noticesAbortedCommit } : {}),
  };
}

export function makeDatabase<Native>(
  dialect: DialectName,
  tables: TableOptions,
  parts: Omit<Database<Native>, 'kind' | 'dialect' | 'tables'>,
): Database<Native> {
  return { kind: 'database', dialect, tables: checkTableOptions(tables, dialect), ...parts };
}

/** For clients that number their placeholders by place: `$2 … $1 … $2` becomes three question marks and their values. */
export function toQuestionMarks(
  text: string,
  values: readonly Parameter[],
): { text: string; values: readonly Parameter[] } {
  const placed: Parameter[] = [];
  const marked = text.replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\$(\d+)/g, (whole: string, number?: string) => {
    if (number === undefined) return whole;
    placed.push(values[Number(number) - 1] ?? null);
    return '?';
  });
  return { text: marked, values: placed };
}

export function refuseClient(expected: string): never {
  throw new InvalidOptionError(`database() of this module takes ${expected}.`);
}
