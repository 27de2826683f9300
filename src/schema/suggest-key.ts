import type { Column, Table } from './catalog.ts';

/** How a key is made for a table that is in use: what to look for first, and a migration of its own. */
export interface KeySuggestion {
  readonly table: Table;
  readonly columns: readonly string[];
  /** Finds what is there already more than once; the index cannot be made while that answers rows. */
  readonly duplicates: string;
  /** The whole text of the new migration. */
  readonly migration: string;
  /** A name for its file beside the table's own, where that is one of migrations in SQL. */
  readonly file: string | null;
  readonly notes: readonly string[];
}

/** Where the table's history is: the files of its folder, and what they say. */
export interface History {
  /** Paths in the order in which they run. */
  readonly files: readonly string[];
  readonly textOf: (file: string) => string;
  readonly now: Date;
}

/** `column` holds the event's key; of one that several senders share, the sender is part of it. */
export function suggestKey(table: Table, column: string, history: History): KeySuggestion {
  const sender = table.columns.find(({ name }) => senderColumn.test(name) && name !== column);
  const columns = [...(sender ? [sender.name] : []), column];
  if (isDocuments(table)) return forDocuments(table, columns);
  const isPostgres = !history.files.some((file) => speaksOfOthers.test(history.textOf(file)));
  const quoted = (name: string): string => quote(name, isPostgres);
  const over = columns.map(quoted).join(', ');
  const of = [...(table.schema === null ? [] : [table.schema]), table.name].map(quoted).join('.');
  const name = quoted(`${[table.name, ...columns].join('_').slice(0, 59)}_key`);
  const nullable = columns.filter((one) => table.columns.some((known) => known.name === one && known.nullable));
  const duplicates = `SELECT ${over}, count(*) AS times\nFROM ${of}\n${whereKnown(nullable.map(quoted))}GROUP BY ${over}\nHAVING count(*) > 1;`;
  const index = `CREATE UNIQUE INDEX ${isPostgres ? 'CONCURRENTLY ' : ''}${name}\n  ON ${of} (${over});`;
  const last = history.files.at(-1);
  return {
    table,
    columns,
    duplicates,
    migration: inTool(index, last === undefined ? '' : history.textOf(last), isPostgres),
    file: last === undefined ? null : nextFile(last, `unique_${table.name}`, history.now),
    notes: [
      ...(isPostgres
        ? [
            'Run it by itself and outside of a transaction. Writes go on while it is built.',
            `If a duplicate comes in meanwhile it fails and leaves an invalid index: DROP INDEX CONCURRENTLY ${name}; delete the duplicate, and run it again.`,
          ]
        : []),
      ...nullable.map((one) => `${one} may be NULL, and rows without it are not told apart.`),
    ],
  };
}

const senderColumn = /^(?:provider|source|vendor|gateway|platform|integration|channel|origin)(?:_?(?:name|id|key))?$/i;

/** Words that Postgres does not know. */
const speaksOfOthers = /`|\bAUTO_?INCREMENT\b|\bENGINE\s*=|\bWITHOUT\s+ROWID\b|\bPRAGMA\b|\)\s*STRICT\s*;/i;

function isDocuments(table: Table): boolean {
  return table.columns.some(({ name, type }: Column) => name === '_id' && type === 'objectid');
}

function forDocuments(table: Table, columns: readonly string[]): KeySuggestion {
  const fields = (value: string): string => columns.map((name) => `${JSON.stringify(name)}: ${value}`).join(', ');
  const group = columns.map((name) => `${JSON.stringify(name.replaceAll('.', '_'))}: "$${name}"`).join(', ');
  const collection = `db.getCollection(${JSON.stringify(table.name)})`;
  return {
    table,
    columns,
    duplicates: `${collection}.aggregate([\n  { $group: { _id: { ${group} }, times: { $sum: 1 } } },\n  { $match: { times: { $gt: 1 } } },\n]);`,
    migration: `${collection}.createIndex({ ${fields('1')} }, { unique: true });\n`,
    file: null,
    notes: ['Declare the index in the schema too, so that a new database has it.'],
  };
}

function quote(name: string, isPostgres: boolean): string {
  if (/^[a-z_][a-z0-9_]*$/.test(name)) return name;
  return isPostgres ? `"${name.replaceAll('"', '""')}"` : `\`${name}\``;
}

function whereKnown(columns: readonly string[]): string {
  return columns.length === 0 ? '' : `WHERE ${columns.map((one) => `${one} IS NOT NULL`).join(' AND ')}\n`;
}

/** As the tool of the other migrations wants it, which is told by their words. */
function inTool(index: string, other: string, isPostgres: boolean): string {
  const drop = index.replace(/^CREATE UNIQUE INDEX( CONCURRENTLY)? (\S+)[^]*/, 'DROP INDEX$1 $2;');
  if (/^--\s*migrate:up/m.test(other))
    return `-- migrate:up${isPostgres ? ' transaction:false' : ''}\n${index}\n\n-- migrate:down${isPostgres ? ' transaction:false' : ''}\n${drop}\n`;
  if (/^--\s*\+goose\s+up/im.test(other))
    return `${isPostgres ? '-- +goose NO TRANSACTION\n' : ''}-- +goose Up\n${index}\n\n-- +goose Down\n${drop}\n`;
  if (/^--\s*\+migrate\s+up/im.test(other))
    return `-- +migrate Up${isPostgres ? ' notransaction' : ''}\n${index}\n\n-- +migrate Down${isPostgres ? ' notransaction' : ''}\n${drop}\n`;
  return `${index}\n`;
}

/** The name after the last one, numbered as that is; null where the names follow no number. */
function nextFile(last: string, name: string, now: Date): string | null {
  const parts = last.split('/');
  const file = parts.at(-1) ?? '';
  const inFolder = /^(?:migration|up|index)\.sql$/.test(file);
  const at = inFolder ? parts.length - 2 : parts.length - 1;
  const numbered = /^(V?)(\d+)([_.-]+)/i.exec(parts[at] ?? '');
  if (!file.endsWith('.sql') || !numbered) return null;
  const [, letter = '', digits = '', between = '_'] = numbered;
  const stamp = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const next =
    digits.length >= 12 ? stamp.slice(0, digits.length) : String(BigInt(digits) + 1n).padStart(digits.length, '0');
  const ending = inFolder ? '' : /(?:\.up)?\.sql$/.exec(file)?.[0];
  return [...parts.slice(0, at), `${letter}${next}${between}${name}${ending ?? ''}`, ...(inFolder ? [file] : [])].join(
    '/',
  );
}
