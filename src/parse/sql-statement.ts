/**
 * What one SQL statement does, in the words the analysis needs and nothing of any parser's tree.
 * Names are as the database stores them: unquoted ones lower-cased, quoted ones kept.
 */

export interface TableName {
  readonly schema: string | null;
  readonly name: string;
}

/** A scalar in a statement. */
export type SqlValue =
  /** A placeholder; `index` is zero-based in order of the bound values. */
  | { readonly kind: 'parameter'; readonly index: number }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** `now()`, `current_timestamp`, `clock_timestamp()` … */
  | { readonly kind: 'clock' }
  /** `gen_random_uuid()`, `random()`, `nextval()` … */
  | { readonly kind: 'generated' }
  /** A time so many seconds before now: `now() - interval '7 days'`. */
  | { readonly kind: 'past'; readonly seconds: number }
  | { readonly kind: 'default' }
  | { readonly kind: 'column'; readonly table: string | null; readonly column: string }
  /** `excluded.x` in a conflict clause. */
  | { readonly kind: 'excluded'; readonly column: string }
  /** Arithmetic that adds to or takes from the column itself: `balance = balance + $1`; also `x || y` on itself. */
  | { readonly kind: 'accumulate'; readonly column: string; readonly operands: readonly SqlValue[] }
  /** A field of a document: `payload ->> 'id'`. */
  | { readonly kind: 'member'; readonly of: SqlValue; readonly name: string }
  /** Any other expression, with the parameters and columns found in it. */
  | { readonly kind: 'expression'; readonly operands: readonly SqlValue[] };

export interface SqlAssignment {
  readonly column: string;
  readonly value: SqlValue;
}

/**
 * One conjunct of a WHERE clause. `operator` is the SQL operator (`=`, `<>`, `<`, `in`, `not in`, `is null`,
 * `is not null`, `like`, …). A disjunction or anything else that mentions several columns is `operator: 'other'`,
 * one entry a column. `values` holds the other side (several for `in`).
 */
export interface SqlCondition {
  readonly column: string;
  readonly table: string | null;
  readonly operator: string;
  readonly values: readonly SqlValue[];
}

export interface SqlConflict {
  readonly action: 'nothing' | 'update';
  /** Columns of the target; null where the statement names none or names a constraint. */
  readonly target: readonly string[] | null;
  /** An expression stands in the target. */
  readonly targetHasExpression: boolean;
  readonly constraint: string | null;
  /** Conditions of the target's `WHERE`, for a partial index. */
  readonly targetWhere: readonly SqlCondition[];
  /** Assignments of `DO UPDATE SET`. */
  readonly set: readonly SqlAssignment[];
  /** Conditions of `DO UPDATE … WHERE`. Empty: the update is unconditional. */
  readonly where: readonly SqlCondition[];
}

/** A call of a function or procedure in a statement. */
export interface SqlCall {
  readonly schema: string | null;
  readonly name: string;
  readonly args: readonly SqlArgument[];
  /** The column that holds its answer; null where the answer's own columns are the statement's. */
  readonly output: string | null;
  /** The statement answers what the call does, and nothing that is computed of it. */
  readonly isOutput: boolean;
}

/** `name` is set for `p_id => $1`. */
export interface SqlArgument {
  readonly name: string | null;
  readonly value: SqlValue;
}

interface Common {
  /** Statements inside `WITH`, and sub-selects that lock or write, in order. All run as one statement. */
  readonly nested: readonly SqlStatement[];
  /** Functions called anywhere in the statement, lower-cased, schema dropped (`pg_advisory_xact_lock`). */
  readonly functions: readonly string[];
  /** Offsets in the text given to the parser. */
  readonly start: number;
  readonly end: number;
}

export type RowLock = 'update' | 'share' | null;

export type SqlStatement =
  | (Common & {
      readonly kind: 'select';
      /** Tables of FROM and JOIN, the first one first. Empty for `SELECT f()`. */
      readonly tables: readonly TableName[];
      readonly where: readonly SqlCondition[];
      readonly lock: RowLock;
      readonly skipLocked: boolean;
      /** Output name to column, where the output is a plain column; null where it is `*`. */
      readonly columns: ReadonlyMap<string, string> | null;
      /** `count(*)`, `exists(…)`: one row comes back whether or not anything matched. */
      readonly aggregate: boolean;
      /** Of that one row, the outputs that tell whether something matched: a number of rows, or true. */
      readonly tells: ReadonlyMap<string, 'count' | 'exists'>;
      /** In order; aggregates and what has a meaning of its own are not among them. */
      readonly calls: readonly SqlCall[];
    })
  /** `CALL f(…)`. */
  | (Common & { readonly kind: 'call'; readonly call: SqlCall })
  | (Common & {
      readonly kind: 'insert';
      readonly table: TableName;
      /** Null where the statement lists no columns. */
      readonly columns: readonly string[] | null;
      /** One entry a row of VALUES; empty for `INSERT … SELECT` and `DEFAULT VALUES`. */
      readonly rows: readonly (readonly SqlValue[])[];
      /** `INSERT … SELECT`. */
      readonly fromSelect: boolean;
      readonly conflict: SqlConflict | null;
      /** Output names; empty without RETURNING. `*` stands for all columns. */
      readonly returning: readonly string[];
    })
  | (Common & {
      readonly kind: 'update';
      readonly table: TableName;
      readonly set: readonly SqlAssignment[];
      readonly where: readonly SqlCondition[];
      readonly returning: readonly string[];
      /** The row is picked by a sub-select with FOR UPDATE SKIP LOCKED. */
      readonly takesLockedRow: boolean;
    })
  | (Common & {
      readonly kind: 'delete';
      readonly table: TableName;
      readonly where: readonly SqlCondition[];
      readonly returning: readonly string[];
      readonly takesLockedRow: boolean;
    })
  | (Common & {
      readonly kind: 'transaction';
      readonly action: 'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'rollback-to';
      readonly isolation: 'serializable' | 'repeatable read' | 'read committed' | null;
    })
  | (Common & {
      readonly kind: 'set-isolation';
      readonly isolation: 'serializable' | 'repeatable read' | 'read committed';
    })
  | (Common & { readonly kind: 'definition' })
  | (Common & { readonly kind: 'other' });

/** What is still certain of a text that does not parse or is not known in full. */
export interface SqlGist {
  readonly verb: 'select' | 'insert' | 'update' | 'delete' | null;
  readonly table: TableName | null;
}

export type SqlParse =
  | { readonly ok: true; readonly statements: readonly SqlStatement[] }
  | { readonly ok: false; readonly reason: string; readonly gist: SqlGist };

/** How a client writes placeholders in its text. */
export type PlaceholderStyle =
  /** `$1`, `$2`: pg, postgres, postgres-js `unsafe`. */
  | 'dollar'
  /** `?` (and `??` for identifiers): mysql2, better-sqlite3, knex.raw. */
  | 'question'
  /** `:name` or `@name` or `$name`: better-sqlite3, knex.raw bindings, TypeORM. Order of first use. */
  | 'named'
  /** `$(name)`, `${name}`, `$/name/`: pg-promise. Order of first use. */
  | 'dollar-name';
