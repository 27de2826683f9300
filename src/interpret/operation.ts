import type { ResultShape, Value } from './value.ts';

/** A column given a value by a write. */
export interface WrittenColumn {
  /** Name as the code writes it; `names` of the operation says which naming that is. */
  readonly column: string;
  readonly value: Value;
  /** The write adds to what is there: increment, append, `x = x + n`. */
  readonly accumulates: boolean;
  /** What it becomes depends on what it is: `CASE WHEN status = 'held' THEN …`, `COALESCE(paid_at, now())`. */
  readonly dependsOnItself?: boolean;
}

/** A conjunct of the predicate. Operators as in SQL: `=`, `<>`, `in`, `not in`, `<`, `is null`, … ; `other` for the rest. */
export interface OperationCondition {
  readonly column: string;
  readonly operator: string;
  readonly values: readonly Value[];
}

export interface ConflictHandling {
  readonly action: 'ignore' | 'update';
  /** The answer tells a row that was put there from one that was updated. */
  readonly tells?: boolean;
  /** Columns named as the target; null where none are named. */
  readonly target: readonly string[] | null;
  /** The database is handed exactly these columns as the target, and refuses the insert without a key over them. */
  readonly demandsKey?: boolean;
  /** Conditions beside the target's columns, for a partial key; undefined where they are not known. */
  readonly targetWhere?: readonly OperationCondition[];
  /** What the update sets on conflict. */
  readonly set: readonly WrittenColumn[];
  /** The update on conflict has a condition of its own (take-over of an expired lease, newer than). */
  readonly conditions: readonly OperationCondition[];
}

/** What one call does to the database, whichever client makes it. */
export interface DatabaseOperation {
  readonly action: 'read' | 'insert' | 'update' | 'delete' | 'lock';
  /** As the code names it; null where not known. */
  readonly table: string | null;
  readonly schema: string | null;
  /**
   * How table and columns are named: as in the database, as a Prisma delegate and fields, as a property of a Drizzle
   * table (then `table` is the database's name and columns may be properties), or as an ORM entity's class and properties.
   */
  readonly names: 'database' | 'prisma' | 'drizzle' | 'entity';
  readonly columns: readonly WrittenColumn[];
  /** False where some written columns are not known (a spread, a variable). */
  readonly columnsKnown: boolean;
  readonly where: readonly OperationCondition[];
  /** False where the predicate is not known in full. */
  readonly whereKnown: boolean;
  readonly conflict: ConflictHandling | null;
  readonly lock: 'update' | 'share' | null;
  /** The row is taken with SKIP LOCKED: nobody else gets it. */
  readonly takesRow: boolean;
  /** Several rows at once. */
  readonly many: boolean;
  /** Seconds after which what was written goes by itself; null where it stays, or that is not known. */
  readonly keptFor?: number | null;
  /** The inner client of a transaction that is not the receiver: an option such as `{ transaction }`, `{ session }`. */
  readonly transaction: Value | null;
}

/** Parts of an operation with the usual defaults, so that a knowledge file says only what matters. */
export function operation(part: Partial<DatabaseOperation> & Pick<DatabaseOperation, 'action'>): DatabaseOperation {
  return {
    table: null,
    schema: null,
    names: 'database',
    columns: [],
    columnsKnown: true,
    where: [],
    whereKnown: true,
    conflict: null,
    lock: null,
    takesRow: false,
    many: false,
    transaction: null,
    ...part,
  };
}

export type { ResultShape };
