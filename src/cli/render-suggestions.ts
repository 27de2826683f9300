import { relative } from 'node:path';
import type { MissingKey } from '../project/suggest-keys.ts';

/** What to run first, and the migration that follows, for a person to read. */
export function renderSuggestionsText(found: readonly MissingKey[], cwd: string): string {
  if (found.length === 0) return 'No table is known to let an event in twice.\n';
  return found.map((one) => blockOf(one, cwd)).join('\n');
}

function blockOf({ name, place, reason, suggestion }: MissingKey, cwd: string): string {
  const head = `${name}  ${pathOf(place.file, cwd)}:${place.line}\n  lets an event in twice: ${reason}\n`;
  if (!suggestion)
    return `${head}\n  Which column holds the event's key is not known: name it, and put a unique key over it.\n`;
  const { duplicates, migration, file, notes } = suggestion;
  const target = file === null ? 'a migration of its own' : `a new file, ${pathOf(file, cwd)}`;
  return [
    head,
    '  1. Find what is there twice, and keep one of each:',
    '',
    indented(duplicates),
    '',
    `  2. Make the key in ${target}:`,
    '',
    indented(migration.trimEnd()),
    '',
    ...notes.map((note) => `  ${note}`),
    '',
  ].join('\n');
}

/** The same for programs. */
export function renderSuggestionsJson(found: readonly MissingKey[], cwd: string): string {
  const suggestions = found.map(({ name, place, reason, suggestion }) => ({
    table: name,
    source: { file: pathOf(place.file, cwd), line: place.line },
    reason,
    columns: suggestion?.columns ?? null,
    duplicates: suggestion?.duplicates ?? null,
    migration: suggestion?.migration ?? null,
    file: suggestion?.file ? pathOf(suggestion.file, cwd) : null,
    notes: suggestion?.notes ?? [],
  }));
  return `${JSON.stringify({ version: 1, suggestions }, null, 2)}\n`;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `     ${line}`))
    .join('\n');
}

function pathOf(file: string, cwd: string): string {
  return relative(cwd, file).replaceAll('\\', '/');
}
