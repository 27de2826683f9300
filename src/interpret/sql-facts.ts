import { HOLE, parseSql, placeholderNames } from '../parse/parse-sql.ts';
import type { SqlAssignment, SqlCall, SqlCondition, SqlStatement, SqlValue } from '../parse/sql-statement.ts';
import type { Meaning, ValueReader } from '../knowledge/types.ts';
import {
  operation,
  type ConflictHandling,
  type DatabaseOperation,
  type OperationCondition,
  type WrittenColumn,
} from './operation.ts';
import { array, constant, originsOf, unknown } from './values.ts';
import { Origin, type ResultShape, type Value } from './value.ts';

type SqlMeaning = Extract<Meaning, { is: 'sql' }>;

/** What a SQL text does, statement by statement. */
export type SqlFact =
  | { readonly kind: 'operations'; readonly operations: readonly DatabaseOperation[]; readonly result: ResultShape }
  | {
      readonly kind: 'transaction';
      readonly action: 'begin' | 'commit' | 'rollback';
      readonly isolation: string | null;
    }
  | { readonly kind: 'isolation'; readonly isolation: string }
  /** `mayFail`: it answers at once whether the lock was free. */
  | { readonly kind: 'lock'; readonly key: Value | null; readonly mayFail: boolean }
  /** `returns`: what the client gives back of it. */
  | {
      readonly kind: 'call';
      readonly calls: readonly RoutineCall[];
      readonly functions: readonly string[];
      readonly returns: ResultShape;
    }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A function of the database that a statement calls. */
export interface RoutineCall {
  readonly schema: string | null;
  readonly name: string;
  readonly args: readonly { readonly name: string | null; readonly value: Value }[];
  readonly output: string | null;
  readonly isOutput: boolean;
}

/** What stands for the parts of a statement that only who runs it knows. */
export interface SqlBindings {
  parameter(index: number): Value;
  /** A variable where the statement stands in a body that declares it. */
  variable?(column: string, table: string | null): Value | undefined;
  member(value: Value, name: string): Value | undefined;
}

const advisory = /^(?:pg_(?:try_)?advisory_(?:xact_)?lock|get_lock$)/;

/** Text with its bound values: values that stand in the text become parameters, other unknown parts become holes. */
function assemble(
  meaning: SqlMeaning,
  read: ValueReader,
): { text: string; values: (Value | undefined)[] | null; named: Value | null } | undefined {
  const { text } = meaning;
  if (!text) return undefined;
  const given = Array.isArray(meaning.values) ? (meaning.values as readonly Value[]) : undefined;
  const single = given ? undefined : (meaning.values as Value | undefined);
  const items = given ?? read.items(single);
  if (text.kind === 'constant')
    return typeof text.value === 'string'
      ? { text: text.value, values: items ? [...items] : null, named: items ? null : (single ?? null) }
      : undefined;
  if (text.kind !== 'text') {
    const known = read.text(text);
    return known === undefined
      ? undefined
      : {
          text: known.replaceAll('\u0000', HOLE),
          values: items ? [...items] : null,
          named: items ? null : (single ?? null),
        };
  }
  const bound = new Set<Value>(given ?? []);
  const values: (Value | undefined)[] = [];
  const isTemplate = given !== undefined && text.parts.some((part) => typeof part !== 'string' && bound.has(part));
  let sql = '';
  for (const part of text.parts) {
    if (typeof part === 'string') sql += part;
    else if (isTemplate) {
      values.push(part);
      sql += `$${values.length}`;
    } else sql += part.kind === 'constant' ? String(part.value) : ` ${HOLE} `;
  }
  return {
    text: sql.replaceAll(` ${HOLE} `, HOLE),
    values: isTemplate ? values : items ? [...items] : null,
    named: items ? null : (single ?? null),
  };
}

export function readSql(meaning: SqlMeaning, read: ValueReader): SqlFact[] {
  const assembled = assemble(meaning, read);
  if (!assembled) return [{ kind: 'unknown', reason: 'the SQL text is not known' }];
  const style =
    assembled.values && meaning.text?.kind === 'text' && Array.isArray(meaning.values)
      ? 'dollar'
      : meaning.placeholders;
  const parsed = parseSql(assembled.text, style);
  const names =
    assembled.named && (style === 'named' || style === 'dollar-name') ? placeholderNames(assembled.text, style) : null;
  const valueAt = (index: number): Value => {
    if (names && assembled.named) {
      const name = names[index];
      return (name !== undefined ? read.get(assembled.named, name) : undefined) ?? unknown(name ?? null);
    }
    return assembled.values?.[index] ?? unknown(`$${index + 1}`);
  };
  if (!parsed.ok) {
    const { verb, table } = parsed.gist;
    if (!verb || !table || table.name === HOLE) return [{ kind: 'unknown', reason: parsed.reason }];
    const action = verb === 'select' ? 'read' : verb;
    const values = assembled.values ?? [];
    return [
      {
        kind: 'operations',
        operations: [
          operation({
            action,
            table: table.name,
            schema: table.schema,
            columnsKnown: false,
            whereKnown: false,
            // What is bound somewhere in the text still says which event it is about.
            where: values
              .filter((value) => value !== undefined)
              .map((value) => ({ column: HOLE, operator: 'other', values: [value] })),
          }),
        ],
        result: verb === 'select' ? meaning.rows : meaning.writes,
      },
    ];
  }
  const bound = assembled.values ?? [assembled.named ?? undefined];
  const bindings: SqlBindings = { parameter: valueAt, member: (value, name) => read.get(value, name) };
  return parsed.statements.flatMap((statement) => factsOf(statement, bindings, meaning, bound));
}

export function callOf(call: SqlCall, bindings: SqlBindings): RoutineCall {
  return { ...call, args: call.args.map(({ name, value }) => ({ name, value: valueOf(value, bindings) })) };
}

/** A query that reads tables may call functions too. */
function factsOf(
  statement: SqlStatement,
  bindings: SqlBindings,
  meaning: SqlMeaning,
  bound: readonly (Value | undefined)[],
): SqlFact[] {
  const fact = factOf(statement, bindings, meaning, bound);
  if (statement.kind !== 'select' || fact.kind !== 'operations' || statement.calls.length === 0) return [fact];
  const calls = statement.calls.map((call) => callOf({ ...call, isOutput: false }, bindings));
  return [{ kind: 'call', calls, functions: [], returns: meaning.rows }, fact];
}

function factOf(
  statement: SqlStatement,
  bindings: SqlBindings,
  meaning: SqlMeaning,
  bound: readonly (Value | undefined)[],
): SqlFact {
  if (statement.kind === 'transaction') {
    const { action } = statement;
    if (action === 'begin' || action === 'commit' || action === 'rollback')
      return { kind: 'transaction', action, isolation: statement.isolation };
    return { kind: 'nothing' };
  }
  if (statement.kind === 'set-isolation') return { kind: 'isolation', isolation: statement.isolation };
  if (statement.kind === 'definition' || statement.kind === 'other') return { kind: 'nothing' };
  if (statement.kind === 'call')
    return { kind: 'call', calls: [callOf(statement.call, bindings)], functions: [], returns: meaning.rows };
  const operations = operationsOf(statement, bindings);
  if (statement.kind === 'select' && statement.functions.some((name) => advisory.test(name)))
    return {
      kind: 'lock',
      key: array(bound.filter((value) => value !== undefined)),
      mayFail: statement.functions.some((name) => /^(?:pg_try_|get_lock$)/.test(name)),
    };
  if (statement.kind === 'select' && statement.tables.length === 0 && operations.length === 0) {
    if (statement.functions.length === 0) return { kind: 'nothing' };
    const calls = statement.calls.map((call) => callOf(call, bindings));
    return { kind: 'call', calls, functions: statement.functions, returns: meaning.rows };
  }
  const returns = statement.kind === 'select' || statement.returning.length > 0;
  let result = returns ? meaning.rows : meaning.writes;
  if (statement.kind === 'select' && statement.aggregate) result = oneRow(result, statement.tells);
  return { kind: 'operations', operations, result };
}

/** One row comes back whether or not anything matched: only its fields tell. */
function oneRow(shape: ResultShape, tells: ReadonlyMap<string, 'count' | 'exists'>): ResultShape {
  const inside = (inner: ResultShape): ResultShape => oneRow(inner, tells);
  switch (shape.kind) {
    case 'rows':
      return tells.size === 0 ? { kind: 'nothing' } : { kind: 'tuple', items: [rowThatTells(tells)] };
    case 'row':
    case 'row-or-throw':
      return tells.size === 0 ? { kind: 'row-or-throw' } : rowThatTells(tells);
    case 'object':
      return {
        ...shape,
        properties: mapValues(shape.properties, (inner) => (inner.kind === 'count' ? always : inside(inner))),
      };
    case 'tuple':
      return { ...shape, items: shape.items.map(inside) };
    default:
      return shape;
  }
}

/** The number of rows that came back is 1 in any case. */
const always: ResultShape = { kind: 'nothing' };

function rowThatTells(tells: ReadonlyMap<string, 'count' | 'exists'>): ResultShape {
  const properties = [...tells].map(([name, kind]): [string, ResultShape] => [
    name,
    { kind: kind === 'count' ? 'count' : 'boolean' },
  ]);
  return { kind: 'object', properties: Object.fromEntries(properties) };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Readonly<Record<string, U>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

export function operationsOf(statement: SqlStatement, bindings: SqlBindings): DatabaseOperation[] {
  const nested = statement.nested.flatMap((inner) => operationsOf(inner, bindings));
  const value = (sql: SqlValue): Value => valueOf(sql, bindings);
  const conditions = (list: readonly SqlCondition[]): OperationCondition[] =>
    list
      // `p_id = id` tells of both sides: of a variable's nothing is asked.
      .filter((one) => bindings.variable?.(one.column, one.table) === undefined)
      .map((one) => ({ column: one.column, operator: one.operator, values: one.values.map(value) }));
  const assignments = (list: readonly SqlAssignment[]): WrittenColumn[] =>
    list.map((one) => ({
      column: one.column,
      value: value(one.value),
      accumulates: one.value.kind === 'accumulate',
      dependsOnItself: mentions(one.value, one.column),
    }));
  switch (statement.kind) {
    case 'select': {
      const [table] = statement.tables;
      if (!table) return nested;
      return [
        ...nested,
        operation({
          action: 'read',
          table: nameOrNull(table.name),
          schema: table.schema,
          where: conditions(statement.where),
          lock: statement.lock,
          takesRow: statement.skipLocked && statement.lock === 'update',
          whereKnown: !statement.where.some((one) => one.column === HOLE),
        }),
      ];
    }
    case 'insert': {
      const [row = []] = statement.rows;
      const columns = (statement.columns ?? []).map((column, index): WrittenColumn => {
        const sql = row[index];
        return { column, value: sql ? value(sql) : unknown(column), accumulates: false };
      });
      const conflict: ConflictHandling | null = statement.conflict
        ? {
            action: statement.conflict.action === 'nothing' ? 'ignore' : 'update',
            target: statement.conflict.target,
            demandsKey: statement.conflict.target !== null && !statement.conflict.targetHasExpression,
            targetWhere: conditions(statement.conflict.targetWhere),
            set: statement.conflict.set.map((one) => {
              const inserted =
                one.value.kind === 'excluded'
                  ? columns.find((column) => column.column === (one.value as { column: string }).column)
                  : undefined;
              return {
                column: one.column,
                value: inserted?.value ?? value(one.value),
                accumulates: one.value.kind === 'accumulate',
              };
            }),
            conditions: conditions(statement.conflict.where),
          }
        : null;
      // `INSERT … SELECT … WHERE NOT EXISTS`: the reads inside are part of the same statement.
      return [
        ...nested.filter((inner) => inner.action !== 'read' || !statement.fromSelect),
        operation({
          action: 'insert',
          table: nameOrNull(statement.table.name),
          schema: statement.table.schema,
          columns,
          columnsKnown: statement.columns !== null,
          conflict,
          many: statement.rows.length > 1 || statement.fromSelect,
        }),
      ];
    }
    case 'update':
    case 'delete': {
      const inner = statement.takesLockedRow ? nested.filter((one) => one.action !== 'read') : nested;
      return [
        ...inner,
        operation({
          action: statement.kind,
          table: nameOrNull(statement.table.name),
          schema: statement.table.schema,
          columns: statement.kind === 'update' ? assignments(statement.set) : [],
          where: conditions(statement.where),
          whereKnown: !statement.where.some((one) => one.column === HOLE),
          takesRow: statement.takesLockedRow,
        }),
      ];
    }
    default:
      return nested;
  }
}

/** An expression that is no sum asks what the column holds. */
function mentions(sql: SqlValue, column: string): boolean {
  return (
    sql.kind === 'expression' &&
    sql.operands.some(
      (operand) => (operand.kind === 'column' && operand.column === column) || mentions(operand, column),
    )
  );
}

function nameOrNull(name: string): string | null {
  return name === HOLE ? null : name;
}

export function valueOf(sql: SqlValue, bindings: SqlBindings): Value {
  switch (sql.kind) {
    case 'parameter':
      return bindings.parameter(sql.index);
    case 'literal':
      return constant(sql.value);
    case 'clock':
      return unknown('now()', Origin.clock);
    case 'generated':
      return unknown('generated', Origin.random);
    case 'default':
      return unknown('default', Origin.literal);
    case 'column':
      return bindings.variable?.(sql.column, sql.table) ?? unknown(sql.column, Origin.row);
    case 'member': {
      const of = valueOf(sql.of, bindings);
      return bindings.member(of, sql.name) ?? unknown(sql.name, originsOf(of));
    }
    case 'excluded':
      return unknown(`excluded.${sql.column}`, Origin.row);
    case 'past':
      return { ...unknown(null, Origin.clock), age: sql.seconds };
    case 'accumulate':
    case 'expression':
      return unknown(
        null,
        sql.operands.reduce((all, operand) => all | originsOf(valueOf(operand, bindings)), 0),
      );
  }
}

/** Seconds that a time lies back: `now() - interval '7 days'`, `datetime('now', '-7 days')`. */
export function ageOfExpression(sql: SqlValue): number | undefined {
  return sql.kind === 'past' ? sql.seconds : undefined;
}
