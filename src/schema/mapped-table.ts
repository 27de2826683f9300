import type { Table } from './catalog.ts';
import type { StaticCode } from './static-code.ts';
import type { SchemaPart, TableDraft } from './table-draft.ts';

/** How code names a table and its columns, where that is not as the database does. */
export interface MappedTable {
  /** The naming, as operations say it. */
  readonly names: 'prisma' | 'drizzle' | 'entity';
  /** What operations call the table: a delegate, the class of an entity, the name of a model. */
  readonly calledBy: readonly string[];
  readonly table: Table;
  /** Property to column. */
  readonly columns: ReadonlyMap<string, string>;
  /** Other names for several properties at once: what a `where` calls a key over several fields. */
  readonly compoundKeys?: ReadonlyMap<string, readonly string[]>;
  readonly file: string;
}

export interface MappedTableDraft extends MappedTable {
  readonly table: TableDraft;
}

/** What one kind of model says about the database. */
export interface ModelPart extends SchemaPart {
  readonly mapped: readonly MappedTableDraft[];
}

/** What configuration anywhere in the project says of how names are made. */
export interface NamingHints {
  /** Classes of naming strategies that are handed to a library. */
  readonly strategies: readonly string[];
  /** Columns without a name are named in snake_case. */
  readonly snakeCase: boolean;
}

/** Reads tables that code declares in the syntax of one library. */
export interface ModelReader {
  /** What a file must hold for this reader to look at it. */
  readonly marks: RegExp;
  readonly read: (files: readonly string[], code: StaticCode, hints: NamingHints) => ModelPart;
}

/** `webhookEvent` is `webhook_event`. */
export function snakeCase(name: string): string {
  return name
    .replaceAll(/([A-Z])([A-Z])([a-z])/g, '$1_$2$3')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

const irregular: Readonly<Record<string, string>> = { person: 'people', child: 'children', man: 'men', woman: 'women' };
const uncountable =
  /(?:^|[^a-z])(?:equipment|information|rice|money|species|series|fish|sheep|data|news|metadata|feedback)$/i;

/** An English plural, as libraries name tables after models. */
export function plural(name: string): string {
  if (uncountable.test(name)) return name;
  for (const [one, many] of Object.entries(irregular))
    if (name.toLowerCase().endsWith(one)) return name.slice(0, -one.length) + sameCase(name.slice(-one.length), many);
  if (/(?:s|x|z|ch|sh)$/i.test(name))
    return /(?:[^s]s)$/i.test(name) && !/(?:us|is|as|os)$/i.test(name) ? name : `${name}es`;
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  return `${name}s`;
}

function sameCase(as: string, word: string): string {
  return /^[A-Z]/.test(as) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
