import type { UniqueKey } from './catalog.ts';
import { SqlFold } from './fold-sql.ts';
import { applySqlDefault, columnsIn, newColumn, newKey, newTable, predicateOf, sqlValue } from './table-draft.ts';
import type { KeyDraft, SchemaPart, TableDraft } from './table-draft.ts';

/** Runs one statement on a server and gives its rows back as objects. */
export type AskServer = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** The place that a live database stands for, where no migration or model tells of a table. */
export const liveSource = '(database)';

const ownSchemas = `n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(?:toast|temp)'`;

/** Tables whose rows a program can insert: ordinary, partitioned, foreign. */
const tablesQuery = `
  SELECT c.oid::int8::text AS id, n.nspname AS schema, c.relname AS name, n.nspname = ANY (current_schemas(false)) AS visible
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'f') AND ${ownSchemas}
  ORDER BY n.nspname, c.relname`;

const columnsQuery = `
  SELECT a.attrelid::int8::text AS "table", a.attname AS name, a.attnotnull AS required, a.attidentity AS identity,
    a.attgenerated AS generated, pg_get_expr(d.adbin, d.adrelid) AS "default",
    coalesce(e.typname, t.typname) AS type, e.oid IS NOT NULL AS list
  FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'f') AND ${ownSchemas}
  ORDER BY a.attrelid, a.attnum`;

/** An index that CREATE INDEX CONCURRENTLY left invalid keeps nothing out that was there before, but all that comes. */
const keysQuery = `
  SELECT i.indrelid::int8::text AS "table", x.relname AS name, i.indisprimary AS "primary", i.indisunique AS "unique",
    i.indnullsnotdistinct AS nulls_not_distinct, NOT i.indimmediate AS deferrable,
    pg_get_expr(i.indpred, i.indrelid) AS predicate,
    (SELECT json_agg(json_build_object('column', a.attname, 'text', pg_get_indexdef(i.indexrelid, k.position, true))
        ORDER BY k.position)
      FROM generate_series(1, i.indnkeyatts::int) AS k(position)
        LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[k.position - 1] AND a.attnum > 0
    ) AS elements
  FROM pg_index i
    JOIN pg_class x ON x.oid = i.indexrelid
    JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE (i.indisunique OR i.indisexclusion) AND i.indisready AND ${ownSchemas}
  ORDER BY i.indrelid, i.indisprimary DESC, x.relname`;

/** Functions that a person wrote: no part of an extension, in a language whose text tells what they do. */
const routinesQuery = `
  SELECT pg_get_functiondef(p.oid) AS definition
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
  WHERE p.prokind IN ('f', 'p') AND l.lanname IN ('plpgsql', 'sql') AND ${ownSchemas}
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')
  ORDER BY p.oid`;

interface IndexElement {
  readonly column: string | null;
  readonly text: string;
}

/** What the catalogs of a Postgres server say of its tables. Only reads. */
export async function readPostgres(ask: AskServer): Promise<SchemaPart> {
  const tables = new Map<string, TableDraft>();
  const source = { file: liveSource, line: 1 };
  for (const row of await ask(tablesQuery)) {
    const schema = text(row.schema);
    tables.set(text(row.id), newTable(row.visible === true ? null : schema, text(row.name), source));
  }
  for (const row of await ask(columnsQuery)) {
    const table = tables.get(text(row.table));
    if (!table) continue;
    const type = text(row.type);
    const column = newColumn(text(row.name), (serverTypes[type] ?? type) + (row.list === true ? '[]' : ''));
    column.nullable = row.required !== true;
    const written = row.default === null ? null : text(row.default);
    if (text(row.identity) !== '') {
      column.generated = 'identity';
      column.hasDefault = true;
    } else if (text(row.generated) !== '') {
      column.hasDefault = true;
      const value = written === null ? undefined : sqlValue(written);
      column.derivedFrom = value ? columnsIn(value) : [];
    } else if (written !== null) {
      applySqlDefault(column, written);
    }
    table.columns.push(column);
  }
  for (const row of await ask(keysQuery)) {
    const table = tables.get(text(row.table));
    if (!table) continue;
    const key = readKey(row, source);
    if (row.unique === true) table.uniqueKeys.push(key);
    else (table.exclusions ??= []).push(key);
  }
  const functions = new SqlFold();
  for (const row of await ask(routinesQuery)) functions.foldText(text(row.definition), source);
  return { tables: [...tables.values()], unknown: [], routines: functions.routines };
}

function readKey(row: Readonly<Record<string, unknown>>, source: UniqueKey['source']): KeyDraft {
  const elements = (Array.isArray(row.elements) ? row.elements : []) as readonly IndexElement[];
  const key = newKey(
    elements.flatMap(({ column }) => column ?? []),
    source,
  );
  key.name = text(row.name);
  key.primary = row.primary === true;
  key.nullsNotDistinct = row.nulls_not_distinct === true;
  key.deferrable = row.deferrable === true;
  const expressions = elements.filter(({ column }) => column === null).map((element) => element.text);
  if (expressions.length > 0) {
    key.expression = expressions.join(', ');
    key.expressionColumns = expressions.flatMap((expression) => {
      const value = sqlValue(expression);
      return value ? columnsIn(value) : [];
    });
  }
  if (typeof row.predicate === 'string') Object.assign(key, predicateOf(row.predicate));
  return key;
}

const serverTypes: Readonly<Record<string, string>> = {
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  bool: 'boolean',
  bpchar: 'char',
};

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
