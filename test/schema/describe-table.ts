import type { Column, Table } from '../../src/schema/catalog.ts';

/** A table's unique keys, one short text each, sorted. */
export function keysOf(table: Table | undefined): string[] {
  return (table?.uniqueKeys ?? [])
    .map(({ name, primary, columns, expression, where, nullsNotDistinct }) =>
      [
        `${primary ? 'primary' : 'unique'} ${name}(${[...columns, ...(expression === null ? [] : [expression])].join(', ')})`,
        ...(nullsNotDistinct ? ['nulls not distinct'] : []),
        ...(where === null ? [] : [`where ${where}`]),
      ].join(' '),
    )
    .sort();
}

/** `id integer serial`, with `?` where it may be null and `=` where an insert may leave it out. */
export function columnText({ name, type, nullable, generated, hasDefault }: Column): string {
  return [
    name + (nullable ? '?' : '') + (hasDefault ? '=' : ''),
    type,
    ...(generated === null ? [] : [generated]),
  ].join(' ');
}

/** A file system of texts. */
export function filesOf(texts: Readonly<Record<string, string>>): {
  list(directory: string): { name: string; directory: boolean }[];
  read(path: string): string | undefined;
} {
  return {
    list(directory) {
      const prefix = directory === '/' ? '/' : `${directory}/`;
      const entries = new Map<string, boolean>();
      for (const path of Object.keys(texts)) {
        if (!path.startsWith(prefix)) continue;
        const [name = '', ...rest] = path.slice(prefix.length).split('/');
        entries.set(name, rest.length > 0);
      }
      return [...entries].map(([name, isDirectory]) => ({ name, directory: isDirectory }));
    },
    read: (path) => texts[path],
  };
}
