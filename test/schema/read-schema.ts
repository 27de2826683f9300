import { buildCatalog } from '../../src/schema/build-catalog.ts';
import type { CatalogOptions, SchemaModel } from '../../src/schema/build-catalog.ts';
import { discoverSchema } from '../../src/schema/discover.ts';
import { columnText, filesOf, keysOf } from './describe-table.ts';

/** The schema of an app that consists of these files. */
export function schemaOf(texts: Readonly<Record<string, string>>, options: CatalogOptions = {}): SchemaModel {
  const files = filesOf(Object.fromEntries(Object.entries(texts).map(([name, text]) => [`/app/${name}`, text])));
  return buildCatalog(discoverSchema(options.start ?? '/app', files, '/app'), files, options);
}

/** Its tables with their columns and keys as one text each. */
export function tablesOf({ catalog }: Pick<SchemaModel, 'catalog'>): Record<string, string[]> {
  return Object.fromEntries(
    catalog.tables.map((table) => [
      `${table.schema === null ? '' : `${table.schema}.`}${table.name}${table.complete ? '' : ' in part'}`,
      [...table.columns.map(columnText), ...keysOf(table)],
    ]),
  );
}

/** What was not understood, with lines. */
export function unknownIn({ catalog }: Pick<SchemaModel, 'catalog'>): string[] {
  return catalog.unknown.map(({ file, line, reason }) => `${file.replace('/app/', '')}:${line} ${reason}`);
}
