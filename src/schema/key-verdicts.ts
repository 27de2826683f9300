import { HOLE } from '../parse/sql-placeholders.ts';
import type { SqlCondition } from '../parse/sql-statement.ts';
import type {
  Column,
  GeneratedKind,
  InsertedColumn,
  InsertedValue,
  KeyCondition,
  KeyVerdict,
  Table,
  UniqueKey,
} from './catalog.ts';
import { equalFold, keyConditions } from './table-draft.ts';
import type { ColumnDraft, KeyDraft, TableDraft } from './table-draft.ts';

const generatedWords: Readonly<Record<GeneratedKind, string>> = {
  identity: 'an identity number',
  serial: 'a serial number',
  uuid: 'a random id',
  clock: 'a clock value',
};

/** What one key does to a second insert. `fit` says how near a key that does not guard comes to guarding. */
type KeyAnswer =
  | { readonly answer: 'yes'; readonly nullableColumn: string | null }
  | { readonly answer: 'no'; readonly reason: string; readonly fit: number }
  | { readonly answer: 'unknown'; readonly reason: string };

const unknownTable: KeyVerdict = { verdict: 'unknown', table: null, reason: 'its definition was not found' };

export function verdictForInsert(table: Table | undefined, inserted: readonly InsertedColumn[]): KeyVerdict {
  if (!table) return unknownTable;
  const { exclusions = [] } = table as Partial<TableDraft>;
  if (inserted.length === 0 && table.uniqueKeys.length + exclusions.length > 0) {
    return { verdict: 'unknown', table, reason: 'the inserted columns are not known' };
  }
  return conclude(table, (key) => answerForInsert(table, key, inserted), [...table.uniqueKeys, ...exclusions]);
}

/** A key that answers a lookup of these columns with at most one row. */
export function verdictForLookup(table: Table | undefined, columns: readonly string[]): KeyVerdict {
  if (!table) return unknownTable;
  return conclude(table, (key) => {
    if (key.expression !== null) return no(key, `is over an expression (${key.expression})`, 1);
    const extra = key.columns.filter((column) => !includes(columns, column));
    const fit = key.columns.length - extra.length;
    if (extra.length > 0) return no(key, fit > 0 ? `also holds ${list(extra)}` : `is on ${list(key.columns)}`, fit);
    if (key.where !== null) return no(key, `is partial (${key.where})`, fit);
    return { answer: 'yes', nullableColumn: nullableIn(table, key, key.columns) };
  });
}

/** The unique index that ON CONFLICT asks for: over exactly these columns, in any order. */
export function verdictForTarget(
  table: Table | undefined,
  columns: readonly string[],
  targetWhere?: readonly SqlCondition[],
): KeyVerdict {
  if (!table) return unknownTable;
  return conclude(table, (key) => {
    if ((key as Partial<KeyDraft>).deferrable) return no(key, 'is deferrable', 0);
    if (key.expression !== null) return no(key, `is over an expression (${key.expression})`, 0);
    const shared = key.columns.filter((column) => includes(columns, column));
    if (shared.length < key.columns.length || columns.some((column) => !includes(key.columns, column))) {
      return no(key, `is on ${list(key.columns)}`, shared.length);
    }
    if (key.where !== null) {
      if (targetWhere === undefined || (targetWhere.length > 0 && key.conditions === null))
        return { answer: 'unknown', reason: `${nameOf(key)} is partial (${key.where})` };
      const stated = keyConditions(targetWhere) ?? [];
      if (!key.conditions?.every((condition) => stated.some((other) => isSameCondition(other, condition)))) {
        return no(key, `is partial (${key.where})`, shared.length);
      }
    }
    return { answer: 'yes', nullableColumn: nullableIn(table, key, key.columns) };
  });
}

function isSameCondition(a: KeyCondition, b: KeyCondition): boolean {
  return equalFold(a.column, b.column) && a.operator === b.operator && String(a.value) === String(b.value);
}

function conclude(
  table: Table,
  ask: (key: UniqueKey) => KeyAnswer,
  keys: readonly UniqueKey[] = table.uniqueKeys,
): KeyVerdict {
  let best: { readonly reason: string; readonly fit: number } | undefined;
  let doubt: string | undefined;
  for (const key of keys) {
    const answer = ask(key);
    if (answer.answer === 'yes') return { verdict: 'yes', key, table, nullableColumn: answer.nullableColumn };
    if (answer.answer === 'unknown') doubt ??= answer.reason;
    else if (!best || answer.fit > best.fit) best = answer;
  }
  if (doubt !== undefined) return { verdict: 'unknown', table, reason: doubt };
  if (!table.complete) return { verdict: 'unknown', table, reason: 'its definition was not read whole' };
  if (!best) return { verdict: 'no', table, reason: 'it has no unique key' };
  return { verdict: 'no', table, reason: reasonText(best.reason, table) };
}

function no(key: UniqueKey, clause: string, fit: number): KeyAnswer {
  return { answer: 'no', reason: `${nameOf(key)} ${clause}`, fit };
}

function nameOf(key: UniqueKey): string {
  if (key.primary) return 'its primary key';
  return key.name === null ? `its unique key on ${list(key.columns)}` : `its unique key ${key.name}`;
}

/** A single key needs no name to be known. */
function reasonText(reason: string, table: Table): string {
  const [only, ...more] = table.uniqueKeys;
  if (!only || more.length > 0 || only.primary) return reason;
  return reason.replace(nameOf(only), 'its only unique key');
}

function answerForInsert(table: Table, key: UniqueKey, inserted: readonly InsertedColumn[]): KeyAnswer {
  const predicate = predicateHolds(table, key, inserted);
  if (predicate === 'no') return no(key, `is partial (${key.where})`, carriesIdentity(key, inserted) ? 2 : 0);

  const parts: Part[] = key.columns.map((name) => partOf(table, name, inserted));
  for (const name of (key as Partial<KeyDraft>).expressionColumns ?? [])
    parts.push({ ...partOf(table, name, inserted), inExpression: true });
  if (key.expression !== null && parts.length === 0)
    return { answer: 'unknown', reason: `${nameOf(key)} is over an expression (${key.expression})` };

  const identified = parts.some((part) => part.state === 'identity');
  const fit = identified ? 3 : 0;
  for (const part of parts) {
    if (part.state === 'differs' && !part.inExpression) {
      return no(
        key,
        parts.length > 1 ? `also holds ${part.name}, ${part.word}` : `is on ${part.name}, ${part.word}`,
        fit,
      );
    }
    if (part.state === 'null' && !key.nullsNotDistinct)
      return no(key, `also holds ${part.name}, which the insert leaves null`, fit);
    if (part.state === 'left-out') return no(key, `also holds ${part.name}, which the insert leaves out`, fit);
  }
  const doubtful = parts.find((part) => part.state === 'unknown' || part.state === 'differs');
  if (doubtful) return { answer: 'unknown', reason: `what the insert gives to ${doubtful.name} is not known` };
  if (!identified) {
    if (parts.some((part) => part.state === 'stable'))
      return {
        answer: 'unknown',
        reason: `${nameOf(key)} is on ${list(key.columns)}, which may not identify the event`,
      };
    return no(key, `is on ${list(key.columns)}, the same for every event`, 1);
  }
  if (predicate === 'unknown') return { answer: 'unknown', reason: `${nameOf(key)} is partial (${key.where})` };
  return {
    answer: 'yes',
    nullableColumn: nullableIn(
      table,
      key,
      parts.filter((part) => part.state === 'identity' || part.state === 'stable').map((part) => part.name),
    ),
  };
}

function carriesIdentity(key: UniqueKey, inserted: readonly InsertedColumn[]): boolean {
  return inserted.some(({ column, value }) => includes(key.columns, column) && isIdentity(value));
}

function isIdentity(value: InsertedValue): boolean {
  return value.role === 'event-key' || value.role === 'business-key';
}

/** What a column of a key holds when the insert runs again for the same event. */
interface Part {
  readonly name: string;
  readonly state: 'identity' | 'constant' | 'stable' | 'differs' | 'null' | 'left-out' | 'unknown';
  /** Why it differs. */
  readonly word?: string;
  /** The key holds an expression of it: what differs before may be the same after. */
  readonly inExpression?: boolean;
}

function partOf(table: Table, name: string, inserted: readonly InsertedColumn[]): Part {
  const given = inserted.find(({ column }) => equalFold(column, name));
  if (given) return { name, ...stateOf(given.value) };
  const column = columnOf(table, name);
  if (!column || inserted.some((other) => other.column === HOLE)) return { name, state: 'unknown' };
  if (column.generated !== null) return { name, state: 'differs', word: generatedWords[column.generated] };
  if (column.derivedFrom) return derivedPart(table, name, column.derivedFrom, inserted);
  if (column.defaultValue !== undefined && column.defaultValue !== null) return { name, state: 'constant' };
  if (column.hasDefault || !table.complete) return { name, state: column.hasDefault ? 'left-out' : 'unknown' };
  return { name, state: column.nullable ? 'null' : 'left-out' };
}

/** A stored generated column repeats when what it is computed from repeats. */
function derivedPart(table: Table, name: string, from: readonly string[], inserted: readonly InsertedColumn[]): Part {
  const sources = from.map((source) => partOf(table, source, inserted).state);
  if (sources.length === 0 || sources.some((state) => state === 'unknown' || state === 'differs'))
    return { name, state: 'unknown' };
  // Taking one field out of the stored payload is how such a column gets its identity.
  if (sources.some((state) => state === 'identity' || state === 'stable')) return { name, state: 'identity' };
  return { name, state: 'constant' };
}

function stateOf(value: InsertedValue): Pick<Part, 'state' | 'word'> {
  switch (value.role) {
    case 'event-key':
    case 'business-key':
      return { state: 'identity' };
    case 'constant':
      return { state: value.value === null ? 'null' : 'constant' };
    case 'stable':
      return { state: 'stable' };
    case 'varying':
      return { state: 'differs', word: 'different on every delivery' };
    default:
      return { state: 'unknown' };
  }
}

type Certainty = 'yes' | 'no' | 'unknown';

function predicateHolds(table: Table, key: UniqueKey, inserted: readonly InsertedColumn[]): Certainty {
  if (key.where === null) return 'yes';
  if (key.conditions === null) return 'unknown';
  const answers = key.conditions.map((condition) => conditionHolds(table, condition, inserted));
  if (answers.includes('no')) return 'no';
  return answers.includes('unknown') ? 'unknown' : 'yes';
}

function conditionHolds(
  table: Table,
  { column: name, operator, value }: KeyCondition,
  inserted: readonly InsertedColumn[],
): Certainty {
  const given = inserted.find(({ column }) => equalFold(column, name))?.value ?? leftOut(columnOf(table, name));
  if (given.role === 'unknown') return 'unknown';
  if (given.role === 'constant') {
    const isNull = given.value === null;
    if (operator === 'is null') return isNull ? 'yes' : 'no';
    if (operator === 'is not null') return isNull ? 'no' : 'yes';
    const same = !isNull && String(given.value) === String(value);
    return !isNull && same === (operator === '=') ? 'yes' : 'no';
  }
  if (given.role === 'stable') return 'unknown';
  if (operator === 'is null') return 'no';
  return operator === 'is not null' ? 'yes' : 'unknown';
}

/** The value of a column that an insert does not name. */
function leftOut(column: ColumnView | undefined): InsertedValue {
  if (!column || column.derivedFrom) return { role: 'unknown' };
  if (column.generated !== null) return { role: 'varying' };
  if (column.defaultValue !== undefined) return { role: 'constant', value: column.defaultValue };
  return column.hasDefault ? { role: 'unknown' } : { role: 'constant', value: null };
}

type ColumnView = Column & Pick<Partial<ColumnDraft>, 'defaultValue' | 'derivedFrom'>;

function columnOf(table: Table, name: string): ColumnView | undefined {
  return (
    table.columns.find((column) => column.name === name) ?? table.columns.find((column) => equalFold(column.name, name))
  );
}

function nullableIn(table: Table, key: UniqueKey, columns: readonly string[]): string | null {
  if (key.primary || key.nullsNotDistinct) return null;
  return columns.find((name) => columnOf(table, name)?.nullable) ?? null;
}

function includes(columns: readonly string[], name: string): boolean {
  return columns.some((column) => equalFold(column, name));
}

function list(columns: readonly string[]): string {
  return columns.length > 1 ? `(${columns.join(', ')})` : (columns[0] ?? 'an expression');
}
