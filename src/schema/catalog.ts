import type { SourceLine } from '../parse/place.ts';
import type { Routine } from '../parse/parse-plpgsql.ts';

/** Why a column's value is never the same twice, so that a key holding it guards nothing. */
export type GeneratedKind = 'identity' | 'serial' | 'uuid' | 'clock';

export interface Column {
  readonly name: string;
  /** As written, lower-cased; null where unknown. */
  readonly type: string | null;
  readonly nullable: boolean;
  /** The value comes from the database and differs for every row; null for ordinary and for stored generated columns. */
  readonly generated: GeneratedKind | null;
  /** Has a DEFAULT or is generated, so an insert may leave it out. */
  readonly hasDefault: boolean;
}

/** A conjunct of a partial index's predicate: `provider = 'stripe'`, `archived_at is null`. */
export interface KeyCondition {
  readonly column: string;
  readonly operator: string;
  readonly value: string | number | boolean | null;
}

export interface UniqueKey {
  readonly name: string | null;
  readonly columns: readonly string[];
  readonly primary: boolean;
  /** Text of the predicate of a partial index; null for a whole one. */
  readonly where: string | null;
  /** The predicate as conjuncts; null where it could not be broken down. Empty for a whole index. */
  readonly conditions: readonly KeyCondition[] | null;
  readonly nullsNotDistinct: boolean;
  /** Text of the expression where the key is not over plain columns. */
  readonly expression: string | null;
  readonly source: SourceLine;
}

export interface Table {
  /** Null where the schema is the default one. */
  readonly schema: string | null;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly uniqueKeys: readonly UniqueKey[];
  readonly source: SourceLine;
  /** Rows go by themselves so many seconds after they came. */
  readonly forgets?: { readonly after: number; readonly source: SourceLine } | undefined;
  /** False where something of its history could not be read: a missing key is then unknown, not absent. */
  readonly complete: boolean;
}

/** How the value an insert gives to a column behaves when the same event is delivered again. */
export type InsertedValue =
  /** The provider's identity of the event: the same on every retry. */
  | { readonly role: 'event-key' }
  /** The identity of a thing the event is about. */
  | { readonly role: 'business-key' }
  /** The same for every event: a source name, a literal. */
  | { readonly role: 'constant'; readonly value: string | number | boolean | null }
  /** The same on a retry of one event, though no identity: any other field of the payload. */
  | { readonly role: 'stable' }
  /** Differs on every delivery: random, clock, attempt. */
  | { readonly role: 'varying' }
  | { readonly role: 'unknown' };

export interface InsertedColumn {
  readonly column: string;
  readonly value: InsertedValue;
}

export type KeyVerdict =
  /** A second insert of these columns fails on `key`. */
  | { readonly verdict: 'yes'; readonly key: UniqueKey; readonly table: Table; readonly nullableColumn: string | null }
  /** The table is known and no key of it makes a second insert fail; `reason` is a short clause for a message. */
  | { readonly verdict: 'no'; readonly table: Table; readonly reason: string }
  | { readonly verdict: 'unknown'; readonly table: Table | null; readonly reason: string };

export interface UnreadSchema {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** The database as migrations and models describe it. */
export interface Catalog {
  readonly tables: readonly Table[];
  readonly unknown: readonly UnreadSchema[];
  /** Functions and procedures that migrations define. */
  readonly routines: readonly Routine[];
  /** Where migrations and models say different things; the migrations are believed. */
  readonly disagreements: readonly UnreadSchema[];
  /** By the name the database uses; `schema` null means the default one. Case-insensitive when no exact match exists. */
  findTable(name: string, schema?: string | null): Table | undefined;
  /**
   * Is there a unique key that makes a second insert of these columns fail? The key's columns are among the inserted
   * ones, at least one of them carries the event or a business key, the rest are constant or stable; a partial key
   * counts where its predicate is implied by the constants; a key over a generated, clock or varying column does not
   * count. `table` null-safe: an unknown table gives unknown.
   */
  keyForInsert(table: Table | undefined, inserted: readonly InsertedColumn[]): KeyVerdict;
  /** Is there a unique key over columns that an equality lookup of `columns` names in full? */
  keyForLookup(table: Table | undefined, columns: readonly string[]): KeyVerdict;
  /** Is there a unique index over exactly these columns (what ON CONFLICT needs)? */
  keyForTarget(table: Table | undefined, columns: readonly string[]): KeyVerdict;
}
