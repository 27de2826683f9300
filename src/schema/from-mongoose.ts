import type { Node } from 'oxc-parser';
import { walk } from '../parse/walk.ts';
import type { Module } from '../resolve/module.ts';
import { mongoKey, noteExpiry, readKeys, secondsOf } from './from-mongodb.ts';
import { classesIn, findDecoration } from './model-classes.ts';
import type { ModelClass } from './model-classes.ts';
import { plural } from './mapped-table.ts';
import type { MappedTableDraft, ModelReader } from './mapped-table.ts';
import { chainOf, fieldOf, flagOf, newOf, textOf } from './static-code.ts';
import type { Static, StaticCode } from './static-code.ts';
import { addKey, copyColumn, copyKey, newColumn, newTable } from './table-draft.ts';
import type { TableDraft } from './table-draft.ts';
import type { SourceLine } from '../parse/place.ts';

/** `new Schema({ … })`, `schema.index({ … }, { unique: true })`, `model('Order', schema)`, and Nest's decorated classes. */
export const mongooseModels: ModelReader = {
  marks: /['"](?:mongoose|@nestjs\/mongoose)['"]/,
  read(files, code) {
    const mapped: MappedTableDraft[] = [];
    const schemas = new Map<Node, SchemaDraft>();
    const modules = files.flatMap((file) => code.graph.module(file) ?? []);
    for (const module of modules) readIndexCalls(module, code, schemas);
    for (const module of modules) mapped.push(...readModels(module, code, schemas));
    const modelled = new Set(mapped.flatMap(({ calledBy }) => calledBy));
    for (const module of modules) {
      for (const one of classesIn(module, code)) {
        const draft = readDecorated(one, code, schemas);
        if (!draft || modelled.has(one.name)) continue;
        mapped.push(collectionOf(draft, one.name, undefined, [], module.file, one.at));
      }
    }
    return { tables: mapped.map(({ table }) => table), unknown: [], mapped };
  },
};

/** Indexes of a schema before the collection has a name. */
interface SchemaDraft {
  readonly table: TableDraft;
  readonly collection: string | undefined;
}

/** The schema that an expression stands for, by the node that makes it. */
function schemaOf(
  value: Static | undefined,
  code: StaticCode,
  schemas: Map<Node, SchemaDraft>,
): SchemaDraft | undefined {
  const made = newOf(value);
  if (value?.kind === 'call' && made?.name === 'Schema') return makeSchema(value, made.args, schemas);
  const step = value ? chainOf(value).steps.at(-1) : undefined;
  const [given] = step?.name === 'createForClass' ? (step.args ?? []) : [];
  if (given?.kind !== 'class') return undefined;
  return schemas.get(given.node) ?? readDecorated(classIn(given, code), code, schemas);
}

function classIn(value: Extract<Static, { kind: 'class' }>, code: StaticCode): ModelClass | undefined {
  return classesIn(value.env.module, code).find((one) => one.value.node === value.node);
}

const made = new WeakMap<object, SchemaDraft>();

function makeSchema(
  value: Static,
  [fields, options]: readonly Static[],
  _schemas: Map<Node, SchemaDraft>,
): SchemaDraft {
  const known = made.get(value);
  if (known) return known;
  const table = newTable(null, '', value.at);
  table.complete = fields?.kind === 'object' && fields.whole;
  if (flagOf(fieldOf(options, 'autoIndex')) === false) table.complete = false;
  addId(table, fieldOf(fields, '_id'), value.at);
  if (fields?.kind === 'object') readFields(fields, '', table);
  addTimestamps(table, fieldOf(options, 'timestamps'));
  const draft = { table, collection: textOf(fieldOf(options, 'collection')) };
  made.set(value, draft);
  return draft;
}

/** Every document has an `_id`, which the library makes up where the schema does not declare it. */
function addId(table: TableDraft, declared: Static | undefined, at: SourceLine): void {
  const id = newColumn('_id', 'objectid');
  id.nullable = false;
  const type = declared ? chainOf(fieldOf(declared, 'type') ?? declared) : undefined;
  const written = type?.root.kind === 'unknown' ? type.root.written : type?.steps.at(-1)?.name;
  if (!declared || (written ?? '').includes('ObjectId') || fieldOf(declared, 'default'))
    Object.assign(id, { generated: 'uuid', hasDefault: true });
  table.columns.push(id);
  const key = mongoKey(['_id'], at);
  key.primary = true;
  key.name = '_id_';
  addKey(table, key);
}

function addTimestamps(table: TableDraft, given: Static | undefined): void {
  if (!given || flagOf(given) === false) return;
  for (const name of ['createdAt', 'updatedAt']) {
    const column = newColumn(textOf(fieldOf(given, name)) ?? name, 'date');
    Object.assign(column, { generated: 'clock', hasDefault: true, nullable: false });
    table.columns.push(column);
  }
}

function readFields(fields: Extract<Static, { kind: 'object' }>, prefix: string, table: TableDraft): void {
  for (const [name, value] of fields.entries) {
    const path = prefix + name;
    if (path === '_id') continue;
    const nested = newOf(value)?.name === 'Schema' ? newOf(value)?.args[0] : undefined;
    if (nested?.kind === 'object') {
      readFields(nested, `${path}.`, table);
      continue;
    }
    const type = fieldOf(value, 'type');
    if (value.kind === 'object' && (!type || (type.kind === 'object' && fieldOf(type, 'type')))) {
      readFields(value, `${path}.`, table);
      continue;
    }
    const column = newColumn(path, typeName(type ?? value));
    const required = fieldOf(value, 'required');
    column.nullable = !(
      flagOf(required) === true ||
      (required?.kind === 'array' && flagOf(required.items[0]) === true)
    );
    readDefault(column, fieldOf(value, 'default'));
    table.columns.push(column);
    if (value.kind === 'object' && !value.whole) table.complete = false;
    readFieldKey(path, value, table);
    readFieldExpiry(path, value, table);
  }
}

/** `expires: '7d'`, `index: { expires: 3600 }`, `index: { expireAfterSeconds: 60 }`. */
function readFieldExpiry(path: string, value: Static, table: TableDraft): void {
  const index = fieldOf(value, 'index');
  const expiry =
    fieldOf(value, 'expires') ??
    fieldOf(index, 'expires') ??
    fieldOf(index, 'expireAfterSeconds') ??
    fieldOf(value, 'expireAfterSeconds');
  if (expiry) noteExpiry(table, path, secondsOf(expiry), value.at);
}

/** `unique: true`, `unique: [true, 'already there']`, `index: { unique: true, sparse: true }`. */
function readFieldKey(path: string, value: Static, table: TableDraft): void {
  const index = fieldOf(value, 'index');
  const unique = fieldOf(value, 'unique') ?? fieldOf(index, 'unique');
  const isUnique =
    flagOf(unique) === true ||
    (unique?.kind === 'array' && flagOf(unique.items[0]) === true) ||
    textOf(unique) !== undefined;
  if (!isUnique) {
    if (unique && flagOf(unique) === undefined) table.complete = false;
    return;
  }
  const at = (unique ?? value).at;
  const options = index?.kind === 'object' ? index : value;
  const key = mongoKey([path], at, options);
  key.name = `${path}_1`;
  addKey(table, key);
}

function readDefault(column: TableDraft['columns'][number], value: Static | undefined): void {
  if (!value) return;
  column.hasDefault = true;
  if (value.kind === 'constant' && value.value !== undefined) column.defaultValue = value.value;
  const text = value.kind === 'function' ? value.env.module.source.text.slice(value.node.start, value.node.end) : '';
  const written = value.kind === 'member' ? value.name : '';
  if (/\bDate\b|\bnow\b/.test(text) || written === 'now') column.generated = 'clock';
  else if (value.kind === 'function' || value.kind === 'external') column.generated = 'uuid';
}

function typeName(value: Static | undefined): string | null {
  if (!value) return null;
  const { root, steps } = chainOf(value);
  const name = steps.at(-1)?.name ?? (root.kind === 'unknown' ? root.written : null);
  return name !== null && /^\w+$/.test(name) ? name.toLowerCase() : null;
}

/** `schema.index({ a: 1, b: 1 }, { unique: true })`, wherever it stands. */
function readIndexCalls(module: Module, code: StaticCode, schemas: Map<Node, SchemaDraft>): void {
  const env = code.rootOf(module);
  walk(module.source.program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
    const { property, object } = node.callee;
    if (
      property.type !== 'Identifier' ||
      (property.name !== 'index' && property.name !== 'path' && property.name !== 'add')
    )
      return undefined;
    const schema = schemaOf(code.valueOf(object, env), code, schemas);
    if (!schema) return undefined;
    const args = node.arguments.map((arg) => code.valueOf(arg.type === 'SpreadElement' ? arg.argument : arg, env));
    const [fields, options] = args;
    if (property.name === 'index') readKeys(schema.table, fields, options, code.at(node, env));
    else if (property.name === 'add' && fields?.kind === 'object') readFields(fields, '', schema.table);
    else if (property.name === 'add') schema.table.complete = false;
    return undefined;
  });
}

function readModels(module: Module, code: StaticCode, schemas: Map<Node, SchemaDraft>): MappedTableDraft[] {
  const found: MappedTableDraft[] = [];
  const env = code.rootOf(module);
  walk(module.source.program, (node, parent) => {
    if (node.type !== 'CallExpression') return undefined;
    const { callee } = node;
    const method =
      callee.type === 'Identifier'
        ? callee.name
        : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
          ? callee.property.name
          : '';
    if (method !== 'model') return undefined;
    const args = node.arguments.map((arg) => code.valueOf(arg.type === 'SpreadElement' ? arg.argument : arg, env));
    const name = textOf(args[0]);
    const schema = schemaOf(args[1], code, schemas);
    if (name === undefined || !schema) return undefined;
    const variable = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? [parent.id.name] : [];
    found.push(collectionOf(schema, name, textOf(args[2]), variable, module.file, code.at(node, env)));
    return undefined;
  });
  return found;
}

function collectionOf(
  { table: draft, collection }: SchemaDraft,
  model: string,
  given: string | undefined,
  aliases: readonly string[],
  file: string,
  at: SourceLine,
): MappedTableDraft {
  const table = newTable(
    null,
    given ?? collection ?? plural(model.toLowerCase()),
    draft.source.line > 0 ? draft.source : at,
  );
  table.complete = draft.complete;
  table.columns = draft.columns.map(copyColumn);
  table.uniqueKeys = draft.uniqueKeys.map(copyKey);
  table.forgets = draft.forgets;
  const columns = new Map(table.columns.map(({ name }) => [name, name]));
  return { names: 'entity', calledBy: [...new Set([model, ...aliases, table.name])], table, columns, file };
}

/** `@Schema({ collection }) class Order { @Prop({ unique: true }) eventId: string }`. */
function readDecorated(
  one: ModelClass | undefined,
  code: StaticCode,
  schemas: Map<Node, SchemaDraft>,
): SchemaDraft | undefined {
  const decoration = one && findDecoration(one.decorations, 'Schema');
  if (!one || !decoration?.package?.endsWith('/mongoose')) return undefined;
  const known = schemas.get(one.value.node);
  if (known) return known;
  const [options] = decoration.args;
  const table = newTable(null, '', one.at);
  table.complete = one.whole;
  addId(table, undefined, one.at);
  for (const member of one.members) {
    const said = findDecoration(member.decorations, 'Prop');
    if (!said || member.name === '_id') continue;
    const [given] = said.args;
    const column = newColumn(member.name, (typeName(fieldOf(given, 'type')) ?? member.type)?.toLowerCase() ?? null);
    column.nullable = flagOf(fieldOf(given, 'required')) !== true;
    readDefault(column, fieldOf(given, 'default'));
    table.columns.push(column);
    if (given?.kind === 'object') {
      readFieldKey(member.name, given, table);
      readFieldExpiry(member.name, given, table);
    }
    if (given && given.kind !== 'object' && given.kind !== 'array')
      table.complete &&= given.kind !== 'unknown' || given.written !== null;
  }
  addTimestamps(table, fieldOf(options, 'timestamps'));
  const draft = { table, collection: textOf(fieldOf(options, 'collection')) };
  schemas.set(one.value.node, draft);
  return draft;
}
