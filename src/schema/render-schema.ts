import { isAbsolute, relative } from 'node:path';
import type { SourceLine } from '../parse/place.ts';
import type { Catalog, Table, UniqueKey } from './catalog.ts';
import { liveSource } from './from-postgres.ts';

/** The tables and their unique keys, for a person to read. Paths are relative to `cwd`. */
export function renderSchemaText(catalog: Catalog, cwd: string): string {
  const lines: string[] = [];
  const tables = sorted(catalog.tables);
  for (const table of tables) {
    const count = `${table.columns.length} ${table.columns.length === 1 ? 'column' : 'columns'}`;
    const doubt = table.complete ? '' : ', not read whole';
    lines.push(`${qualified(table)}  (${count}${doubt})  ${placeText(table.source, cwd)}`);
    const keys = table.uniqueKeys.map((key) => [keyText(key), placeText(key.source, cwd)] as const);
    const width = Math.max(0, ...keys.map(([text]) => text.length));
    for (const [text, place] of keys) lines.push(`  ${text.padEnd(width)}  ${place}`);
    if (keys.length === 0) lines.push('  no unique key');
    lines.push('');
  }
  if (tables.length === 0) lines.push('No table was found.', '');
  if (catalog.disagreements.length > 0) {
    lines.push('Migrations and models disagree; the migrations are believed:');
    for (const { file, line, reason } of catalog.disagreements)
      lines.push(`  ${placeText({ file, line }, cwd)}  ${reason}`);
    lines.push('');
  }
  if (catalog.unknown.length > 0) {
    lines.push('Not understood:');
    for (const { file, line, reason } of catalog.unknown) lines.push(`  ${placeText({ file, line }, cwd)}  ${reason}`);
    lines.push('');
  }
  return lines.join('\n');
}

/** The same for programs. */
export function renderSchemaJson(catalog: Catalog, cwd: string): string {
  const place = ({ file, line }: SourceLine): SourceLine => ({ file: relativePath(file, cwd), line });
  const tables = sorted(catalog.tables).map((table) => ({
    schema: table.schema,
    name: table.name,
    columns: table.columns.map(({ name, type, nullable, generated }) => ({ name, type, nullable, generated })),
    uniqueKeys: table.uniqueKeys.map((key) => ({
      name: key.name,
      columns: key.columns,
      primary: key.primary,
      where: key.where,
      nullsNotDistinct: key.nullsNotDistinct,
      expression: key.expression,
      source: place(key.source),
    })),
    source: place(table.source),
  }));
  const unknown = [...catalog.unknown, ...catalog.disagreements].map(({ file, line, reason }) => ({
    file: relativePath(file, cwd),
    line,
    reason,
  }));
  return `${JSON.stringify({ version: 1, tables, unknown }, null, 2)}\n`;
}

function sorted(tables: readonly Table[]): Table[] {
  return [...tables].sort((a, b) => (qualified(a) < qualified(b) ? -1 : 1));
}

function qualified(table: Table): string {
  return table.schema === null ? table.name : `${table.schema}.${table.name}`;
}

function keyText(key: UniqueKey): string {
  const over = [...key.columns, ...(key.expression === null ? [] : [key.expression])].join(', ');
  const nulls = key.nullsNotDistinct ? ' nulls not distinct' : '';
  const where = key.where === null ? '' : ` where ${key.where}`;
  return `${key.primary ? 'primary key' : 'unique'} (${over})${nulls}${where}`;
}

function placeText(place: SourceLine, cwd: string): string {
  return place.file === liveSource ? liveSource : `${relativePath(place.file, cwd)}:${place.line}`;
}

function relativePath(file: string, cwd: string): string {
  const path = isAbsolute(file) ? relative(cwd, file) : file;
  return path.replaceAll('\\', '/');
}
