import { parseModule } from '../parse/parse-module.ts';
import type { SqlCondition } from '../parse/sql-statement.ts';
import { readModule } from '../resolve/module.ts';
import type { Module, ModuleGraph, Resolution } from '../resolve/module.ts';
import type { Catalog, InsertedColumn, KeyVerdict, Table, UnreadSchema } from './catalog.ts';
import { CodeMigrations } from './code-migrations.ts';
import { isCodeFile, join, parentOf, resolvePath } from './discover.ts';
import type { SchemaFiles, SchemaSources } from './discover.ts';
import { SqlFold } from './fold-sql.ts';
import { readDrizzle } from './from-drizzle.ts';
import { readPrisma } from './from-prisma.ts';
import { verdictForInsert, verdictForLookup, verdictForTarget } from './key-verdicts.ts';
import { snakeCase } from './mapped-table.ts';
import type { MappedTable, MappedTableDraft } from './mapped-table.ts';
import { joinParts, nameOf } from './join-parts.ts';
import type { DescribedPart } from './join-parts.ts';
import { modelReaders } from './model-readers.ts';
import { signatureOf } from './routines.ts';
import type { Routine } from '../parse/parse-plpgsql.ts';
import { StaticCode } from './static-code.ts';
import { equalFold } from './table-draft.ts';
import type { SchemaPart } from './table-draft.ts';

export interface SchemaCatalog extends Catalog {
  /** As in `Catalog`; `targetWhere` is the WHERE of the conflict target, without which a partial index is unknown. */
  keyForTarget(table: Table | undefined, columns: readonly string[], targetWhere?: readonly SqlCondition[]): KeyVerdict;
}

export interface SchemaModel {
  readonly catalog: SchemaCatalog;
  /** Tables under the names that code gives them. */
  readonly mapped: readonly MappedTable[];
  /** Every file that was read for it. */
  readonly files: readonly string[];
}

/** What the catalog of a project rests on besides its files. */
export interface CatalogOptions {
  /** How imports are followed; only relative ones where it is left out. */
  readonly graph?: ModuleGraph;
  /** The folder of the package that asks. Of several databases in a workspace the nearest one is its own. */
  readonly start?: string;
  /** What a live database says: it is the truth then. */
  readonly live?: SchemaPart;
}

type SchemaReader = (sources: SchemaSources, files: SchemaFiles, code: StaticCode) => DescribedPart[];

/** One reader a kind of source. Where two describe the same table, the earlier one is believed. */
const readers: readonly SchemaReader[] = [
  (sources, files, code) =>
    sources.sql.map((source) => {
      const fold = new SqlFold();
      const migrations = new CodeMigrations(code);
      for (const file of source.files) {
        if (isCodeFile(file)) migrations.fold(file, fold);
        else for (const { text } of readAll([file], files)) fold.foldFile(file, text);
      }
      return { kind: source.dump ? 'dump' : 'migrations', root: source.root, part: fold, routines: fold.routines };
    }),
  (sources, files) => {
    const part = readPrisma(readAll(sources.prisma, files));
    return [{ kind: 'prisma', root: null, part, mapped: part.mapped }];
  },
  (sources, files, code) => {
    const part = readDrizzle(readAll(sources.drizzle, files), {
      snakeCase: sources.snakeCase,
      resolve(fromFile, specifier) {
        const found = code.graph.resolve(fromFile, specifier);
        const text = found.kind === 'file' ? files.read(found.file) : undefined;
        return found.kind === 'file' && text !== undefined ? { file: found.file, text } : undefined;
      },
    });
    return [{ kind: 'drizzle', root: null, part, mapped: part.mapped }];
  },
  (sources, files, code) => {
    const texts = readAll(sources.models, files);
    return modelReaders.map((reader, index) => {
      const own = texts.filter(({ text }) => reader.marks.test(text)).map(({ file }) => file);
      const part = guarded(() => reader.read(own, code, sources.naming), own);
      return { kind: `models ${index}`, root: null, part, mapped: part.mapped };
    });
  },
];

/** A reader that fails on a file of a shape nobody thought of leaves what it would have said unknown. */
function guarded(
  read: () => SchemaPart & { mapped: readonly MappedTableDraft[] },
  files: readonly string[],
): SchemaPart & { mapped: readonly MappedTableDraft[] } {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { tables: [], unknown: files.slice(0, 1).map((file) => ({ file, line: 1, reason })), mapped: [] };
  }
}

/** Puts together what all sources say about the database. Never throws. */
export function buildCatalog(sources: SchemaSources, files: SchemaFiles, options: CatalogOptions = {}): SchemaModel {
  const read = new Set<string>();
  const watched: SchemaFiles = {
    list: (directory) => files.list(directory),
    read(path) {
      read.add(path);
      return files.read(path);
    },
  };
  const graph = options.graph ?? relativeGraph(watched);
  const code = new StaticCode({
    module(file) {
      read.add(file);
      return graph.module(file);
    },
    resolve: (fromFile, specifier) => graph.resolve(fromFile, specifier),
  });
  const parts = readers.flatMap((reader) => reader(sources, watched, code));
  const joined = joinParts(parts, watched, sources, options.start ?? null, options.live ?? null);
  const catalog = createCatalog(joined.tables, joined.unknown, {
    lookup: joined.lookup,
    routines: options.live ? (options.live.routines ?? []) : nearestRoutines(parts, options.start ?? null),
    disagreements: joined.disagreements,
  });
  const mapped = parts.flatMap((part) =>
    (part.mapped ?? []).map((one) => ({ ...one, table: joined.of(one.table) ?? one.table })),
  );
  return { catalog, mapped, files: [...read] };
}

/** Of functions that several sources define those of migrations, and of the nearest package's, are believed. */
function nearestRoutines(parts: readonly DescribedPart[], start: string | null): Routine[] {
  const near = (part: DescribedPart): number =>
    (part.kind === 'migrations' ? 0.5 : 0) +
    (part.root === null || start === null ? 0 : sharedFolders(part.root, start));
  const found = new Map<string, Routine>();
  for (const part of [...parts].sort((a, b) => near(b) - near(a)))
    for (const routine of part.routines ?? []) {
      const signature = signatureOf(routine);
      if (!found.has(signature)) found.set(signature, routine);
    }
  return [...found.values()];
}

function sharedFolders(a: string, b: string): number {
  const others = b.split('/');
  const parted = a.split('/').findIndex((folder, index) => folder !== others[index]);
  return parted < 0 ? a.split('/').length : parted;
}

function readAll(paths: readonly string[], files: SchemaFiles): { file: string; text: string }[] {
  return paths.flatMap((file) => {
    const text = files.read(file);
    return text === undefined ? [] : [{ file, text }];
  });
}

/** Relative imports, by the file names that a bundler would try. */
function relativeGraph(files: SchemaFiles): ModuleGraph {
  const modules = new Map<string, Module | undefined>();
  return {
    module(file) {
      if (!modules.has(file)) {
        const text = isCodeFile(file) ? files.read(file) : undefined;
        const parsed = text === undefined ? undefined : parseModule(file, text);
        modules.set(file, parsed?.ok ? readModule(parsed.source) : undefined);
      }
      return modules.get(file);
    },
    resolve(fromFile, specifier): Resolution {
      if (!specifier.startsWith('.')) return { kind: 'package', name: specifier };
      const path = resolvePath(parentOf(fromFile), specifier);
      const bare = path.replace(/\.[cm]?js$/, '');
      const candidates = [
        path,
        ...['.ts', '.tsx', '.mts', '.js', '.mjs'].map((extension) => bare + extension),
        join(path, 'index.ts'),
        join(path, 'index.js'),
      ];
      const file = candidates.find((candidate) => isCodeFile(candidate) && files.read(candidate) !== undefined);
      return file === undefined ? { kind: 'unknown' } : { kind: 'file', file };
    },
  };
}

interface CatalogParts {
  /** Tables by which names are looked up, where those are not all. */
  readonly lookup?: readonly Table[];
  readonly routines?: readonly Routine[];
  readonly disagreements?: readonly UnreadSchema[];
}

export function createCatalog(
  tables: readonly Table[],
  unknown: readonly UnreadSchema[],
  { lookup = tables, routines = [], disagreements = [] }: CatalogParts = {},
): SchemaCatalog {
  return {
    tables,
    unknown,
    routines,
    disagreements,
    findTable(name, schema = null) {
      const wanted = schema === 'public' ? null : schema;
      const exact = lookup.find((table) => table.name === name && table.schema === wanted);
      const folded =
        exact ?? lookup.find((table) => equalFold(table.name, name) && equalFold(table.schema ?? '', wanted ?? ''));
      if (folded || wanted !== null) return folded;
      // A search path may make another schema the default one.
      const elsewhere = lookup.filter((table) => equalFold(table.name, name));
      return elsewhere.length === 1 ? elsewhere[0] : undefined;
    },
    keyForInsert: (table: Table | undefined, inserted: readonly InsertedColumn[]) => verdictForInsert(table, inserted),
    keyForLookup: (table, columns) => verdictForLookup(table, columns),
    keyForTarget: (table, columns, targetWhere) => verdictForTarget(table, columns, targetWhere),
  };
}

/** How code names a table. */
export interface TableAsNamed {
  readonly names: 'database' | MappedTable['names'];
  readonly table: string | null;
  readonly schema: string | null;
}

/** The table under the name that code gives it; two models of one name that are different tables are none. */
function findMapped(schema: SchemaModel, { names, table, schema: inSchema }: TableAsNamed): MappedTable | undefined {
  if (table === null || names === 'database') return undefined;
  const found = schema.mapped.filter(
    (one) =>
      one.names === names && one.calledBy.includes(table) && (inSchema === null || one.table.schema === inSchema),
  );
  const [first, ...more] = found;
  return first && more.every((other) => nameOf(other.table) === nameOf(first.table)) ? first : undefined;
}

/** A table by the name that an operation gives it. */
export function tableOf(schema: SchemaModel, named: TableAsNamed): Table | undefined {
  if (named.table === null) return undefined;
  const mapped = findMapped(schema, named);
  if (mapped) return mapped.table;
  // A delegate, or a class that stands for several tables, is no name of the database.
  if (named.names === 'prisma' || isShared(schema, named)) return undefined;
  return (
    schema.catalog.findTable(named.table, named.schema) ??
    // Clients that turn names around write in camelCase what the database has in snake_case.
    (snakeCase(named.table) === named.table
      ? undefined
      : schema.catalog.findTable(snakeCase(named.table), named.schema))
  );
}

function isShared(schema: SchemaModel, { names, table }: TableAsNamed): boolean {
  return table !== null && schema.mapped.some((one) => one.names === names && one.calledBy.includes(table));
}

/** The database's name for a column as the code names it. */
export function columnOf(schema: SchemaModel, named: TableAsNamed, column: string): string {
  const mapped = findMapped(schema, named);
  const given = mapped?.columns.get(column);
  if (given !== undefined) return given;
  const table = mapped?.table ?? tableOf(schema, named);
  const has = (name: string): boolean => table?.columns.some((one) => equalFold(one.name, name)) === true;
  if (!table || has(column)) return column;
  const turned = snakeCase(column);
  return has(turned) ? turned : column;
}
