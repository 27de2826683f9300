import { walk } from '../parse/walk.ts';
import type { ModelReader } from './mapped-table.ts';
import { chainOf, fieldOf, flagOf, textOf } from './static-code.ts';
import type { Static } from './static-code.ts';
import { addKey, newColumn, newKey, newTable } from './table-draft.ts';
import type { KeyDraft, TableDraft } from './table-draft.ts';
import { intervalSeconds } from '../parse/sql-interval.ts';
import type { SourceLine } from '../parse/place.ts';

/** `db.collection('events').createIndex({ eventId: 1 }, { unique: true })`, wherever the project calls it. */
export const mongodbIndexes: ModelReader = {
  marks: /\.createIndex(?:es)?\s*\(\s*[[{]/,
  read(files, code) {
    const tables = new Map<string, TableDraft>();
    for (const file of files) {
      const module = code.graph.module(file);
      if (!module) continue;
      const env = code.rootOf(module);
      walk(module.source.program, (node) => {
        if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
        const { property, object } = node.callee;
        if (property.type !== 'Identifier' || !/^createIndex(?:es)?$/.test(property.name)) return undefined;
        const begin = chainOf(code.valueOf(object, env)).steps.findLast((step) => step.name === 'collection');
        const name = textOf(begin?.args?.[0]);
        if (name === undefined) return undefined;
        const at = code.at(node, env);
        const table = tables.get(name) ?? collection(name, at);
        tables.set(name, table);
        const [first, second] = node.arguments.map((arg) =>
          code.valueOf(arg.type === 'SpreadElement' ? arg.argument : arg, env),
        );
        if (property.name === 'createIndex') readKeys(table, first, second, at);
        else if (first?.kind === 'array')
          for (const one of first.items) readKeys(table, fieldOf(one, 'key'), one, one.at);
        return undefined;
      });
    }
    return { tables: [...tables.values()], unknown: [], mapped: [] };
  },
};

/** Its fields and other indexes are nowhere declared: a missing key is unknown. */
function collection(name: string, at: SourceLine): TableDraft {
  const table = newTable(null, name, at);
  table.complete = false;
  const id = newColumn('_id', 'objectid');
  Object.assign(id, { nullable: false, generated: 'uuid', hasDefault: true });
  table.columns.push(id);
  const key = mongoKey(['_id'], at);
  key.primary = true;
  key.name = '_id_';
  addKey(table, key);
  return table;
}

/** A document without the field counts as one whose field is null, which only one document may be. */
export function mongoKey(fields: readonly string[], at: SourceLine, options?: Static): KeyDraft {
  const key = newKey(fields, at);
  key.nullsNotDistinct = true;
  const filter = fieldOf(options, 'partialFilterExpression');
  if (filter) {
    Object.assign(key, filterOf(filter));
  } else if (flagOf(fieldOf(options, 'sparse')) === true && fields.length === 1) {
    key.where = `${fields[0] ?? ''} exists`;
    key.conditions = [{ column: fields[0] ?? '', operator: 'is not null', value: null }];
  }
  return key;
}

/** `expireAfterSeconds` of an index over one field; a field that says when it ends has no common time. */
export function noteExpiry(
  table: TableDraft,
  field: string | undefined,
  seconds: number | undefined,
  at: SourceLine,
): void {
  if (field === undefined || !seconds || /expir|until|valid|lease|lock/i.test(field)) return;
  if (!table.forgets || seconds < table.forgets.after) table.forgets = { after: seconds, source: at };
}

/** An index by its fields and options; not unique ones guard nothing. */
export function readKeys(
  table: TableDraft,
  fields: Static | undefined,
  options: Static | undefined,
  at: SourceLine,
): void {
  const [field, ...more] = fields?.kind === 'object' ? fields.entries.keys() : [textOf(fields)];
  const expiry = fieldOf(options, 'expireAfterSeconds') ?? fieldOf(options, 'expires');
  if (expiry && more.length === 0 && !fieldOf(options, 'partialFilterExpression'))
    noteExpiry(table, field, secondsOf(expiry), at);
  const unique = fieldOf(options, 'unique');
  if (flagOf(unique) !== true) {
    if ((unique && flagOf(unique) === undefined) || (options && options.kind !== 'object')) table.complete = false;
    return;
  }
  const names =
    fields?.kind === 'object' && fields.whole
      ? [...fields.entries.keys()]
      : textOf(fields) === undefined
        ? undefined
        : [textOf(fields) ?? ''];
  if (!names || names.length === 0) {
    table.complete = false;
    return;
  }
  const key = mongoKey(names, at, options);
  key.name = textOf(fieldOf(options, 'name')) ?? names.map((name) => `${name}_1`).join('_');
  if (table.uniqueKeys.some((other) => other.name === key.name)) return;
  addKey(table, key);
}

/** `3600`, `'1h'`, `'7 days'`. */
export function secondsOf(value: Static | undefined): number | undefined {
  if (value?.kind !== 'constant') return undefined;
  if (typeof value.value === 'number') return value.value;
  return typeof value.value === 'string' ? intervalSeconds(value.value) : undefined;
}

/** `{ status: 'open', eventId: { $exists: true } }`. */
function filterOf(filter: Static): Pick<KeyDraft, 'where' | 'conditions'> {
  const unknown = { where: 'a filter', conditions: null };
  if (filter.kind !== 'object' || !filter.whole) return unknown;
  const conditions: NonNullable<KeyDraft['conditions']> = [];
  for (const [column, value] of filter.entries) {
    if (value.kind === 'constant' && value.value !== undefined) {
      conditions.push({ column, operator: '=', value: value.value });
      continue;
    }
    const exists = flagOf(fieldOf(value, '$exists'));
    const isTyped = textOf(fieldOf(value, '$type')) !== undefined || fieldOf(value, '$gt') !== undefined;
    if (exists === undefined && !isTyped) return { ...unknown, where: [...filter.entries.keys()].join(' and ') };
    conditions.push({ column, operator: exists === false ? 'is null' : 'is not null', value: null });
  }
  return {
    where: conditions
      .map(({ column, operator, value }) => `${column} ${operator}${value === null ? '' : ` ${String(value)}`}`)
      .join(' and '),
    conditions,
  };
}
