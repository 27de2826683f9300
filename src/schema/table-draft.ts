import { parseSql } from '../parse/parse-sql.ts';
import type { Routine } from '../parse/parse-plpgsql.ts';
import type { SourceLine } from '../parse/place.ts';
import type { SqlCondition, SqlValue } from '../parse/sql-statement.ts';
import type { GeneratedKind, KeyCondition, UnreadSchema } from './catalog.ts';

export type Scalar = string | number | boolean | null;

/** A `Column` while its table is being put together. */
export interface ColumnDraft {
  name: string;
  type: string | null;
  nullable: boolean;
  generated: GeneratedKind | null;
  hasDefault: boolean;
  /** The constant an insert gets when it leaves the column out. */
  defaultValue?: Scalar;
  /** Columns that a stored generated column is computed from. */
  derivedFrom?: string[];
}

/** A `UniqueKey` while its table is being put together. */
export interface KeyDraft {
  name: string | null;
  columns: string[];
  primary: boolean;
  where: string | null;
  conditions: KeyCondition[] | null;
  nullsNotDistinct: boolean;
  expression: string | null;
  source: SourceLine;
  /** Columns inside the key's expressions. */
  expressionColumns?: string[];
  /** Columns that the key needs without being over them: predicate, INCLUDE. */
  alsoNeeds?: string[];
  /** Checked at the end of the statement or of the transaction: ON CONFLICT cannot use it. */
  deferrable?: boolean;
  /** An EXCLUDE constraint. */
  exclusion?: boolean;
  /** Made by CREATE INDEX, not by a constraint. */
  index?: boolean;
  /** What the server makes the name of the key from, where that is not its columns. */
  elementNames?: string[];
  id?: number | undefined;
  /** The parent's key that a partition has this one by. */
  inherited?: number | undefined;
}

/** A `Table` while it is being put together. */
export interface TableDraft {
  schema: string | null;
  name: string;
  columns: ColumnDraft[];
  uniqueKeys: KeyDraft[];
  source: SourceLine;
  complete: boolean;
  /** EXCLUDE constraints: a second equal row fails on them too, though no unique index is behind them. */
  exclusions?: KeyDraft[] | undefined;
  /** Rows go by themselves so many seconds after the time in a column. */
  forgets?: { readonly after: number; readonly source: SourceLine } | undefined;
  /** Tables that it inherits from, or is a partition of. */
  parents?: TableDraft[] | undefined;
  partition?: boolean;
}

/** What one kind of source says about the database. */
export interface SchemaPart {
  readonly tables: readonly TableDraft[];
  readonly unknown: readonly UnreadSchema[];
  readonly routines?: readonly Routine[];
}

export function newTable(schema: string | null, name: string, source: SourceLine): TableDraft {
  return { schema: schema === 'public' ? null : schema, name, columns: [], uniqueKeys: [], source, complete: true };
}

export function newColumn(name: string, type: string | null): ColumnDraft {
  return { name, type, nullable: true, generated: null, hasDefault: false };
}

export function newKey(columns: readonly string[], source: SourceLine): KeyDraft {
  return {
    name: null,
    columns: [...columns],
    primary: false,
    where: null,
    conditions: [],
    nullsNotDistinct: false,
    expression: null,
    source,
  };
}

export function copyColumn(column: ColumnDraft): ColumnDraft {
  return { ...column };
}

export function copyKey(key: KeyDraft): KeyDraft {
  return { ...key, columns: [...key.columns] };
}

export function findColumn(table: TableDraft, name: string): ColumnDraft | undefined {
  return (
    table.columns.find((column) => column.name === name) ?? table.columns.find((column) => equalFold(column.name, name))
  );
}

export function equalFold(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** A primary key makes its columns NOT NULL and replaces an earlier one. */
export function addKey(table: TableDraft, key: KeyDraft): void {
  if (key.primary) {
    table.uniqueKeys = table.uniqueKeys.filter((other) => !other.primary);
    for (const name of key.columns) {
      const column = findColumn(table, name);
      if (column) column.nullable = false;
    }
  }
  table.uniqueKeys.push(key);
}

/** Takes over what a DEFAULT says about the value of a row that leaves the column out. */
export function applyDefault(column: ColumnDraft, value: SqlValue): void {
  column.hasDefault = true;
  column.generated = null;
  delete column.defaultValue;
  if (value.kind === 'literal') {
    column.defaultValue = value.value;
    if (value.value === null) column.hasDefault = false;
  } else if (holds(value, 'clock')) {
    column.generated = 'clock';
  } else if (holds(value, 'generated')) {
    // A sequence or a random value by the column's type: both differ for every row.
    column.generated = column.type !== null && /int|serial|numeric|number/.test(column.type) ? 'serial' : 'uuid';
  }
}

/** A default written as SQL text. */
export function applySqlDefault(column: ColumnDraft, expression: string | null): void {
  column.hasDefault = true;
  const value = expression === null ? undefined : sqlValue(expression);
  if (value) applyDefault(column, value);
}

/** The value of a SQL expression. */
export function sqlValue(expression: string): SqlValue | undefined {
  const parse = parseSql(`UPDATE t SET c = (${expression})`);
  const [statement] = parse.ok ? parse.statements : [];
  return statement?.kind === 'update' ? statement.set[0]?.value : undefined;
}

/** A partial index's predicate, given as SQL text. */
export function predicateOf(text: string): Pick<KeyDraft, 'where' | 'conditions'> {
  const parse = parseSql(`DELETE FROM t WHERE ${text}`);
  const [statement] = parse.ok ? parse.statements : [];
  return { where: text, conditions: statement?.kind === 'delete' ? keyConditions(statement.where) : null };
}

function holds(value: SqlValue, kind: 'clock' | 'generated'): boolean {
  if (value.kind === 'member') return holds(value.of, kind);
  if (value.kind === 'past') return kind === 'clock';
  return value.kind === kind || (value.kind === 'expression' && value.operands.some((operand) => holds(operand, kind)));
}

export function columnsIn(value: SqlValue): string[] {
  if (value.kind === 'column') return [value.column];
  if (value.kind === 'member') return columnsIn(value.of);
  return value.kind === 'expression' || value.kind === 'accumulate' ? value.operands.flatMap(columnsIn) : [];
}

/** The conjuncts of an index's predicate; null where one of them is not a plain comparison. */
export function keyConditions(conditions: readonly SqlCondition[]): KeyCondition[] | null {
  const found: KeyCondition[] = [];
  for (const { column, operator, values } of conditions) {
    const [value, ...more] = values;
    if (operator === 'is null' || operator === 'is not null') {
      found.push({ column, operator, value: null });
    } else if (
      (operator === '=' || operator === '<>' || operator === 'in') &&
      value?.kind === 'literal' &&
      more.length === 0
    ) {
      found.push({ column, operator: operator === 'in' ? '=' : operator, value: value.value });
    } else {
      return null;
    }
  }
  return found;
}

/** The name Postgres gives to a key that has none: `table_column_key`, cut to 63 bytes. */
export function defaultKeyName(
  table: TableDraft,
  columns: readonly string[],
  label: 'pkey' | 'key' | 'idx' | 'excl',
  isTaken = (name: string): boolean => table.uniqueKeys.some((key) => key.name === name),
): string {
  for (let pass = 0; ; pass += 1) {
    const name = objectName(
      table.name,
      label === 'pkey' ? '' : columns.join('_'),
      pass === 0 ? label : `${label}${pass}`,
    );
    if (!isTaken(name)) return name;
  }
}

function objectName(table: string, columns: string, label: string): string {
  let [first, second] = [table, columns];
  const separators = second === '' ? 1 : 2;
  while (first.length + second.length + label.length + separators > 63) {
    if (first.length > second.length) first = first.slice(0, -1);
    else second = second.slice(0, -1);
  }
  return second === '' ? `${first}_${label}` : `${first}_${second}_${label}`;
}

/** Line numbers of one text. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
