import { hashedName } from './from-typeorm-migrations.ts';
import { classesIn, findDecoration, propertiesIn } from './model-classes.ts';
import type { ClassMember, Decoration, ModelClass } from './model-classes.ts';
import { snakeCase } from './mapped-table.ts';
import type { MappedTableDraft, ModelReader, NamingHints } from './mapped-table.ts';
import { chainOf, fieldOf, flagOf, newOf, textOf } from './static-code.ts';
import type { Static, StaticCode } from './static-code.ts';
import { addKey, applySqlDefault, newColumn, newKey, newTable, predicateOf } from './table-draft.ts';
import type { ColumnDraft, KeyDraft, TableDraft } from './table-draft.ts';
import type { SourceLine } from '../parse/place.ts';

/** Entities as decorated classes, and as `new EntitySchema({ … })`. */
export const typeormModels: ModelReader = {
  marks: /['"]typeorm['"]/,
  read(files, code, hints) {
    const mapped: MappedTableDraft[] = [];
    const names = namingOf(hints);
    for (const file of files) {
      const module = code.graph.module(file);
      if (!module) continue;
      for (const one of classesIn(module, code)) {
        const found = readEntity(one, code, names);
        if (found) mapped.push(found);
      }
      for (const [name, target] of module.exports) {
        const value = code.exportOf(module, name);
        const made = newOf(value);
        if (made?.name === 'EntitySchema' && target.kind !== 'from') {
          const found = readEntitySchema(name, made.args[0], code, names, file);
          if (found) mapped.push(found);
        }
      }
    }
    return { tables: mapped.map(({ table }) => table), unknown: [], mapped };
  },
};

/** How tables, columns and the columns of relations are named that are given no name. */
interface Names {
  table(entity: string): string;
  column(property: string): string;
  relation(property: string, referenced: string): string;
  /** False where a strategy of the project's own makes the names. */
  readonly known: boolean;
}

function namingOf({ strategies }: NamingHints): Names {
  const snake = strategies.some((name) => /snake|underscore/i.test(name));
  const known = strategies.every((name) => /^(?:Snake|Default)NamingStrategy$/.test(name));
  return {
    table: snakeCase,
    column: (property) => (snake ? snakeCase(property) : property),
    relation: (property, referenced) =>
      snake
        ? snakeCase(`${property}_${referenced}`)
        : property + referenced.charAt(0).toUpperCase() + referenced.slice(1),
    known,
  };
}

const columnDecorators = [
  'Column', 'PrimaryColumn', 'PrimaryGeneratedColumn', 'CreateDateColumn', 'UpdateDateColumn', 'DeleteDateColumn', 'VersionColumn',
  'ObjectIdColumn',
]; // prettier-ignore

function readEntity(one: ModelClass, code: StaticCode, names: Names): MappedTableDraft | undefined {
  const decoration = findDecoration(one.decorations, 'Entity', 'ChildEntity');
  if (!decoration || (decoration.package !== null && !decoration.package.startsWith('typeorm'))) return undefined;
  // A child shares the table of the entity that it extends.
  const parent =
    decoration.name === 'ChildEntity' ? one.parents.find((up) => findDecoration(up.decorations, 'Entity')) : undefined;
  const said = parent ? findDecoration(parent.decorations, 'Entity') : decoration;
  const [first, second] = said?.args ?? [];
  const options = first?.kind === 'object' ? first : second;
  const name = textOf(first) ?? textOf(fieldOf(options, 'name')) ?? names.table(parent?.name ?? one.name);
  const schema = textOf(fieldOf(options, 'schema')) ?? null;
  const table = newTable(schema, name, one.at);
  table.complete =
    one.whole &&
    names.known &&
    decoration.name !== 'ChildEntity' &&
    !findDecoration(one.decorations, 'TableInheritance');
  if (first && first.kind !== 'object' && textOf(first) === undefined) table.complete = false;
  const columns = new Map<string, string>();
  const primary: string[] = [];
  for (const member of one.members) readMember(member, table, columns, primary, code, names);
  if (primary.length > 0) {
    const key = newKey(primary, table.source);
    key.primary = true;
    key.name = hashedName('PK', table, primary);
    addKey(table, key);
  }
  for (const { decorations } of [one, ...one.parents])
    for (const said of decorations) readClassKey(said, table, columns, code);
  return { names: 'entity', calledBy: [...new Set([one.name, name])], table, columns, file: one.module.file };
}

function readMember(
  member: ClassMember,
  table: TableDraft,
  columns: Map<string, string>,
  primary: string[],
  code: StaticCode,
  names: Names,
): void {
  const column = findDecoration(member.decorations, ...columnDecorators);
  const relation = findDecoration(member.decorations, 'ManyToOne', 'OneToOne');
  if (column) readColumn(member, column, table, columns, primary, names);
  else if (relation) readRelation(member, relation, table, columns, primary, names);
  else if (member.decorations.some((one) => one.package === null && one.name !== '')) table.complete = false;
  const name = columns.get(member.name);
  if (name === undefined) return;
  for (const said of member.decorations) {
    if (said.name === 'Unique') pushKey(table, [name], 'UQ', said, textOf(said.args[0]), code);
    if (said.name === 'Index') {
      const options = said.args.find((arg) => arg.kind === 'object');
      if (flagOf(fieldOf(options, 'unique')) === true)
        pushKey(table, [name], 'IDX', said, textOf(said.args[0]), code, options);
    }
  }
}

function readColumn(
  member: ClassMember,
  decoration: Decoration,
  table: TableDraft,
  columns: Map<string, string>,
  primary: string[],
  names: Names,
): void {
  const [first, second] = decoration.args;
  // `@Column(() => Address)` puts the columns of another class into this table.
  if (first?.kind === 'function') {
    table.complete = false;
    return;
  }
  const options = first?.kind === 'object' ? first : second;
  if (options && options.kind !== 'object') table.complete = false;
  const column = newColumn(
    textOf(fieldOf(options, 'name')) ?? names.column(member.name),
    textOf(fieldOf(options, 'type')) ??
      (decoration.name === 'PrimaryGeneratedColumn' ? null : (textOf(first) ?? typeByAnnotation(member.type))),
  );
  column.nullable = flagOf(fieldOf(options, 'nullable')) === true;
  readDefault(column, fieldOf(options, 'default'));
  const generated = findDecoration(member.decorations, 'Generated');
  if (decoration.name === 'PrimaryGeneratedColumn') generate(column, textOf(first) ?? 'increment');
  else if (decoration.name.endsWith('DateColumn')) {
    column.nullable = decoration.name === 'DeleteDateColumn';
    column.hasDefault = decoration.name !== 'DeleteDateColumn';
    column.generated = column.hasDefault ? 'clock' : null;
    column.type ??= 'timestamp';
  } else if (decoration.name === 'ObjectIdColumn') generate(column, 'uuid');
  else if (generated) generate(column, textOf(generated.args[0]) ?? 'increment');
  else if (fieldOf(options, 'generated')) generate(column, textOf(fieldOf(options, 'generated')) ?? 'increment');
  if (fieldOf(options, 'asExpression')) {
    column.hasDefault = true;
    column.derivedFrom = [];
  }
  table.columns.push(column);
  columns.set(member.name, column.name);
  if (/^Primary|^ObjectId/.test(decoration.name) || flagOf(fieldOf(options, 'primary')) === true) {
    column.nullable = false;
    primary.push(column.name);
  }
  if (flagOf(fieldOf(options, 'unique')) === true) {
    const key = newKey([column.name], decoration.at);
    key.name = hashedName('UQ', table, [column.name]);
    addKey(table, key);
  }
}

function readRelation(
  member: ClassMember,
  relation: Decoration,
  table: TableDraft,
  columns: Map<string, string>,
  primary: string[],
  names: Names,
): void {
  const join = findDecoration(member.decorations, 'JoinColumn');
  if (relation.name === 'OneToOne' && !join) return;
  const [given] = join?.args ?? [];
  const options = relation.args.find((arg) => arg.kind === 'object');
  if (given?.kind === 'array') {
    table.complete = false;
    return;
  }
  const referenced = textOf(fieldOf(given, 'referencedColumnName')) ?? 'id';
  const name = textOf(fieldOf(given, 'name')) ?? names.relation(member.name, referenced);
  columns.set(member.name, name);
  // The column of a relation may be declared beside it.
  if (!table.columns.some((one) => one.name === name)) {
    const column = newColumn(name, null);
    column.nullable = flagOf(fieldOf(options, 'nullable')) !== false;
    table.columns.push(column);
    columns.set(name, name);
  }
  const isPrimary =
    flagOf(fieldOf(options, 'primary')) === true || findDecoration(member.decorations, 'PrimaryColumn') !== undefined;
  if (isPrimary) primary.push(name);
  if (relation.name !== 'OneToOne' || isPrimary) return;
  const key = newKey([name], relation.at);
  key.name = hashedName('REL', table, [name]);
  addKey(table, key);
}

/** `@Unique(['a', 'b'])`, `@Unique('name', ['a', 'b'])`, `@Index(['a'], { unique: true, where })`. */
function readClassKey(
  said: Decoration,
  table: TableDraft,
  columns: ReadonlyMap<string, string>,
  code: StaticCode,
): void {
  if (said.name !== 'Unique' && said.name !== 'Index') return;
  const options = said.args.findLast((arg) => arg.kind === 'object');
  if (said.name === 'Index' && flagOf(fieldOf(options, 'unique')) !== true) {
    if (said.args.some((arg) => arg.kind === 'unknown')) table.complete = false;
    return;
  }
  const list = said.args.find((arg) => arg.kind === 'array' || arg.kind === 'function');
  const properties = propertiesIn(list, code);
  if (!properties) {
    table.complete = false;
    return;
  }
  const over = properties.map((property) => columns.get(property) ?? property);
  pushKey(table, over, said.name === 'Unique' ? 'UQ' : 'IDX', said, textOf(said.args[0]), code, options);
}

function pushKey(
  table: TableDraft,
  columns: readonly string[],
  kind: 'UQ' | 'IDX',
  said: Decoration,
  name: string | undefined,
  _code: StaticCode,
  options?: Static,
): void {
  const key = newKey(columns, said.at);
  const where = fieldOf(options, 'where');
  const text = textOf(where);
  if (where) Object.assign(key, text === undefined ? unknownPredicate : predicateOf(text));
  key.deferrable = fieldOf(options, 'deferrable') !== undefined;
  if (flagOf(fieldOf(options, 'nullsNotDistinct')) === true) key.nullsNotDistinct = true;
  key.index = kind === 'IDX';
  key.name = name ?? hashedName(kind, table, columns, text);
  addKey(table, key);
}

const unknownPredicate: Pick<KeyDraft, 'where' | 'conditions'> = { where: 'a predicate', conditions: null };

function generate(column: ColumnDraft, strategy: string): void {
  column.nullable = false;
  column.hasDefault = true;
  column.generated =
    strategy === 'uuid' || strategy === 'rowid' ? 'uuid' : strategy === 'identity' ? 'identity' : 'serial';
  column.type ??= column.generated === 'uuid' ? 'uuid' : 'integer';
}

/** Constants, and SQL as `() => 'now()'`. */
function readDefault(column: ColumnDraft, value: Static | undefined): void {
  if (!value) return;
  column.hasDefault = true;
  if (value.kind === 'constant') {
    if (value.value !== undefined) column.defaultValue = value.value;
    if (value.value === null) column.hasDefault = false;
  } else if (value.kind === 'function' && value.node.body?.type === 'Literal') {
    const { value: text } = value.node.body;
    if (typeof text === 'string') applySqlDefault(column, text);
  }
}

function typeByAnnotation(type: string | null): string | null {
  return { string: 'varchar', number: 'integer', boolean: 'boolean', Date: 'timestamp' }[type ?? ''] ?? null;
}

function readEntitySchema(
  exported: string,
  options: Static | undefined,
  code: StaticCode,
  names: Names,
  file: string,
): MappedTableDraft | undefined {
  const target = fieldOf(options, 'target');
  const entity = textOf(fieldOf(options, 'name')) ?? (target?.kind === 'class' ? target.name : undefined);
  if (options?.kind !== 'object' || entity === undefined) return undefined;
  const name = textOf(fieldOf(options, 'tableName')) ?? names.table(entity);
  const table = newTable(textOf(fieldOf(options, 'schema')) ?? null, name, options.at);
  const columns = new Map<string, string>();
  const primary: string[] = [];
  const given = fieldOf(options, 'columns');
  table.complete = given?.kind === 'object' && given.whole && names.known;
  for (const [property, value] of given?.kind === 'object' ? given.entries : []) {
    const last = chainOf(fieldOf(value, 'type') ?? value);
    const type =
      textOf(fieldOf(value, 'type')) ?? (last.root.kind === 'unknown' ? typeByConstructor(last.root.written) : null);
    const column = newColumn(textOf(fieldOf(value, 'name')) ?? names.column(property), type);
    column.nullable = flagOf(fieldOf(value, 'nullable')) === true;
    readDefault(column, fieldOf(value, 'default'));
    const generated = fieldOf(value, 'generated');
    if (generated && flagOf(generated) !== false) generate(column, textOf(generated) ?? 'increment');
    if (flagOf(fieldOf(value, 'createDate')) ?? flagOf(fieldOf(value, 'updateDate')))
      Object.assign(column, { generated: 'clock', hasDefault: true });
    table.columns.push(column);
    columns.set(property, column.name);
    if (flagOf(fieldOf(value, 'primary')) === true) primary.push(column.name);
    if (flagOf(fieldOf(value, 'unique')) === true) schemaKey(table, [column.name], 'UQ', value.at);
  }
  if (primary.length > 0) {
    const key = newKey(primary, options.at);
    key.primary = true;
    key.name = hashedName('PK', table, primary);
    addKey(table, key);
  }
  for (const [list, kind] of [
    ['uniques', 'UQ'],
    ['indices', 'IDX'],
  ] as const) {
    const items = fieldOf(options, list);
    if (items && (items.kind !== 'array' || !items.whole)) table.complete = false;
    for (const item of items?.kind === 'array' ? items.items : []) {
      if (kind === 'IDX' && flagOf(fieldOf(item, 'unique')) !== true) continue;
      const properties = propertiesIn(fieldOf(item, 'columns'), code);
      if (!properties) table.complete = false;
      else
        schemaKey(
          table,
          properties.map((property) => columns.get(property) ?? property),
          kind,
          item.at,
          item,
        );
    }
  }
  return { names: 'entity', calledBy: [...new Set([entity, exported, name])], table, columns, file };
}

function typeByConstructor(written: string | null): string | null {
  return { String: 'varchar', Number: 'integer', Boolean: 'boolean', Date: 'timestamp' }[written ?? ''] ?? null;
}

function schemaKey(
  table: TableDraft,
  columns: readonly string[],
  kind: 'UQ' | 'IDX',
  at: SourceLine,
  options?: Static,
): void {
  const key = newKey(columns, at);
  const where = fieldOf(options, 'where');
  const text = textOf(where);
  if (where) Object.assign(key, text === undefined ? unknownPredicate : predicateOf(text));
  key.index = kind === 'IDX';
  key.name = textOf(fieldOf(options, 'name')) ?? hashedName(kind, table, columns, text);
  addKey(table, key);
}
