import { isCodeFile, isDownFile, join, resolvePath } from './discover.ts';
import type { SchemaFiles, SchemaSources, SqlSource } from './discover.ts';
import { compareNatural } from './natural-order.ts';

/** Places that a user names instead of having them searched for; undefined where the search stands. */
export interface DeclaredPlaces {
  /** Folders of SQL migrations, or single files. */
  readonly migrations: readonly string[] | undefined;
  /** Files, or folders of files, that picture the whole database: SQL dumps, Prisma schemas, Drizzle modules. */
  readonly schema: readonly string[] | undefined;
}

/** What was found, with the places that a user names in the place of what they stand for. */
export function withDeclaredSources(
  found: SchemaSources,
  places: DeclaredPlaces,
  root: string,
  files: SchemaFiles,
): SchemaSources {
  const { migrations, schema } = places;
  const sql: SqlSource[] = migrations
    ? migrations.map((path) => {
        const folder = resolvePath(root, path);
        const inside = filesBelow(folder, files).filter(
          (file) => (file.endsWith('.sql') && !isDownFile(file)) || isCodeFile(file),
        );
        return {
          root: folder,
          dump: false,
          files: inside.sort((a, b) => compareNatural(a.slice(folder.length), b.slice(folder.length))),
        };
      })
    : found.sql.filter((source) => !source.dump);
  if (!schema) return { ...found, sql: [...sql, ...found.sql.filter((source) => source.dump)] };
  const pictures = schema.flatMap((path) => filesBelow(resolvePath(root, path), files).sort(compareNatural));
  return {
    ...found,
    sql: [
      ...sql,
      ...pictures.filter((file) => file.endsWith('.sql')).map((file) => ({ root: file, files: [file], dump: true })),
    ],
    prisma: pictures.filter((file) => file.endsWith('.prisma')),
    drizzle: pictures.filter(isCodeFile),
    models: pictures.filter(isCodeFile),
  };
}

/** A file itself, or all files below a folder. */
function filesBelow(path: string, files: SchemaFiles): string[] {
  const entries = files.list(path);
  if (entries.length === 0) return files.read(path) === undefined ? [] : [path];
  return entries.flatMap(({ name, directory }) =>
    directory ? filesBelow(join(path, name), files) : [join(path, name)],
  );
}
