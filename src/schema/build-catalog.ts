import type { SqlCondition } from '../parse/sql-statement.ts';
import type { Catalog, InsertedColumn, KeyVerdict, Table, UnreadSchema } from './catalog.ts';
import { join, parentOf, resolvePath } from './discover.ts';
import type { SchemaFiles, SchemaSources } from './discover.ts';
import { SqlFold } from './fold-sql.ts';
import { readDrizzle } from './from-drizzle.ts';
import type { DrizzleFile, DrizzleTable } from './from-drizzle.ts';
import { readPrisma } from './from-prisma.ts';
import type { PrismaModel } from './from-prisma.ts';
import { verdictForInsert, verdictForLookup, verdictForTarget } from './key-verdicts.ts';
import { copyKey, equalFold, findColumn } from './table-draft.ts';
import type { SchemaPart, TableDraft } from './table-draft.ts';

export interface SchemaCatalog extends Catalog {
  /** As in `Catalog`; `targetWhere` is the WHERE of the conflict target, without which a partial index is unknown. */
  keyForTarget(table: Table | undefined, columns: readonly string[], targetWhere?: readonly SqlCondition[]): KeyVerdict;
}

export interface SchemaModel {
  readonly catalog: SchemaCatalog;
  readonly prismaModels: readonly PrismaModel[];
  readonly drizzleTables: readonly DrizzleTable[];
}

interface ReadPart extends SchemaPart {
  readonly models?: readonly (PrismaModel & { readonly table: TableDraft })[];
  readonly drizzleTables?: readonly (DrizzleTable & { readonly table: TableDraft })[];
}

type SchemaReader = (sources: SchemaSources, files: SchemaFiles) => ReadPart[];

/** One reader a kind of source. Where two describe the same table, the earlier one is believed. */
const readers: readonly SchemaReader[] = [
  (sources, files) =>
    sources.sql.map((source) => {
      const fold = new SqlFold();
      for (const { file, text } of readAll(source.files, files)) fold.foldFile(file, text);
      return fold;
    }),
  (sources, files) => [readPrisma(readAll(sources.prisma, files))],
  (sources, files) => [
    readDrizzle(readAll(sources.drizzle, files), {
      snakeCase: sources.snakeCase,
      resolve: (fromFile, specifier) => resolveSource(fromFile, specifier, files),
    }),
  ],
];

/** Puts together what all sources say about the database. Never throws. */
export function buildCatalog(sources: SchemaSources, files: SchemaFiles): SchemaModel {
  const parts = readers.flatMap((reader) => reader(sources, files));
  const tables = mergeTables(parts);
  const catalog = createCatalog(
    tables,
    parts.flatMap((part) => part.unknown),
  );
  const merged = <T extends { readonly table: Table }>(item: T): T => ({
    ...item,
    table: catalog.findTable(item.table.name, item.table.schema) ?? item.table,
  });
  return {
    catalog,
    prismaModels: parts.flatMap((part) => (part.models ?? []).map(merged)),
    drizzleTables: parts.flatMap((part) => (part.drizzleTables ?? []).map(merged)),
  };
}

function readAll(paths: readonly string[], files: SchemaFiles): { file: string; text: string }[] {
  return paths.flatMap((file) => {
    const text = files.read(file);
    return text === undefined ? [] : [{ file, text }];
  });
}

/** A relative import, by the file names that a bundler would try. */
function resolveSource(fromFile: string, specifier: string, files: SchemaFiles): DrizzleFile | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = resolvePath(parentOf(fromFile), specifier);
  const bare = path.replace(/\.[cm]?js$/, '');
  const candidates = [
    path,
    ...['.ts', '.tsx', '.mts', '.js', '.mjs'].map((extension) => bare + extension),
    join(path, 'index.ts'),
    join(path, 'index.js'),
  ];
  for (const file of candidates) {
    if (!/\.[cm]?[jt]sx?$/.test(file)) continue;
    const text = files.read(file);
    if (text !== undefined) return { file, text };
  }
  return undefined;
}

function mergeTables(parts: readonly SchemaPart[]): TableDraft[] {
  const byName = new Map<string, TableDraft[]>();
  for (const table of parts.flatMap((part) => part.tables)) {
    const name = `${table.schema ?? ''}.${table.name}`.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), table]);
  }
  return [...byName.values()].map(mergeDescriptions);
}

/**
 * The first description that was read whole and is up to date. One that lacks columns which a later one knows is of an
 * older state, as migrations are in a project that pushes its model.
 */
function mergeDescriptions(descriptions: readonly TableDraft[]): TableDraft {
  const [first, ...rest] = descriptions;
  if (!first) throw new Error('a table has at least one description');
  const whole = descriptions.find(
    (table, index) =>
      table.complete &&
      descriptions
        .slice(index + 1)
        .every((later) => later.columns.every((column) => findColumn(table, column.name) !== undefined)),
  );
  // A history that begins in the middle still adds what it tells: a later ALTER beside a dump.
  const added = whole ? descriptions.filter((table) => !table.complete) : rest;
  if (whole && added.length === 0) return whole;
  const base = whole ?? first;
  const merged: TableDraft = { ...base, columns: [...base.columns], uniqueKeys: base.uniqueKeys.map(copyKey) };
  for (const table of added) {
    merged.columns.push(...table.columns.filter((column) => !findColumn(merged, column.name)));
    for (const key of table.uniqueKeys) {
      if (!merged.uniqueKeys.some((other) => isSameKey(other.columns, key.columns)))
        merged.uniqueKeys.push(copyKey(key));
    }
  }
  merged.complete = descriptions.some((table) => table.complete);
  return merged;
}

function isSameKey(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((column) => b.some((other) => equalFold(other, column)));
}

export function createCatalog(tables: readonly Table[], unknown: readonly UnreadSchema[]): SchemaCatalog {
  return {
    tables,
    unknown,
    findTable(name, schema = null) {
      const wanted = schema === 'public' ? null : schema;
      const exact = tables.find((table) => table.name === name && table.schema === wanted);
      const folded =
        exact ?? tables.find((table) => equalFold(table.name, name) && equalFold(table.schema ?? '', wanted ?? ''));
      if (folded || wanted !== null) return folded;
      // A search path may make another schema the default one.
      const elsewhere = tables.filter((table) => equalFold(table.name, name));
      return elsewhere.length === 1 ? elsewhere[0] : undefined;
    },
    keyForInsert: (table: Table | undefined, inserted: readonly InsertedColumn[]) => verdictForInsert(table, inserted),
    keyForLookup: (table, columns) => verdictForLookup(table, columns),
    keyForTarget: (table, columns, targetWhere) => verdictForTarget(table, columns, targetWhere),
  };
}
