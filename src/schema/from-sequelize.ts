import type { Node } from 'oxc-parser';
import { walk } from '../parse/walk.ts';
import type { Module } from '../resolve/module.ts';
import { predicateSql, readAttribute, underscored } from './from-sequelize-migrations.ts';
import { classesIn, findDecoration } from './model-classes.ts';
import type { ClassMember, Decoration, ModelClass } from './model-classes.ts';
import { plural } from './mapped-table.ts';
import type { MappedTableDraft, ModelReader, NamingHints } from './mapped-table.ts';
import { chainOf, fieldOf, flagOf, textOf, textsOf } from './static-code.ts';
import type { Static, StaticCode } from './static-code.ts';
import { addKey, applySqlDefault, defaultKeyName, newColumn, newKey, newTable, predicateOf } from './table-draft.ts';
import type { TableDraft } from './table-draft.ts';
import type { SourceLine } from '../parse/place.ts';

/** `sequelize.define('Order', { … })`, `Order.init({ … }, { … })`, and decorated classes. */
export const sequelizeModels: ModelReader = {
  marks:
    /['"](?:sequelize|@sequelize\/core|sequelize-typescript)['"]|\b[sS]equelize\w*\s*\.\s*define\s*(?:<[^>(]*>)?\(/,
  read(files, code, hints) {
    const mapped: MappedTableDraft[] = [];
    for (const file of files) {
      const module = code.graph.module(file);
      if (!module) continue;
      for (const one of classesIn(module, code)) {
        const found = readDecorated(one, code, hints);
        if (found) mapped.push(found);
      }
      mapped.push(...readDefinitions(module, code, hints));
    }
    return { tables: mapped.map(({ table }) => table), unknown: [], mapped };
  },
};

interface Definition {
  readonly model: string;
  readonly aliases: readonly string[];
  readonly attributes: Static | undefined;
  readonly options: Static | undefined;
  readonly at: SourceLine;
}

/** Calls of `define` and `init` anywhere in a module: models are often made inside a function that is handed the client. */
function readDefinitions(module: Module, code: StaticCode, hints: NamingHints): MappedTableDraft[] {
  const found: MappedTableDraft[] = [];
  const env = code.rootOf(module);
  walk(module.source.program, (node, parent) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed)
      return undefined;
    const { property, object } = node.callee;
    const method = property.type === 'Identifier' ? property.name : '';
    const args = node.arguments.map((arg) => code.valueOf(arg.type === 'SpreadElement' ? arg.argument : arg, env));
    const at = code.at(node, env);
    if (method === 'define' && textOf(args[0]) !== undefined && node.arguments.length >= 2) {
      const named = variableOf(parent);
      const model = textOf(args[0]) ?? '';
      const aliases = named === undefined ? [] : [named];
      found.push(
        readDefinition({ model, aliases, attributes: args[1], options: args[2], at }, module.file, code, hints),
      );
    } else if (method === 'init' && object.type === 'Identifier' && node.arguments.length >= 2) {
      const options = args[1];
      if (args[0]?.kind !== 'object' || !fieldOf(options, 'sequelize')) return undefined;
      const model = textOf(fieldOf(options, 'modelName')) ?? object.name;
      found.push(
        readDefinition({ model, aliases: [object.name], attributes: args[0], options, at }, module.file, code, hints),
      );
    }
    return undefined;
  });
  return found;
}

function variableOf(parent: Node | null): string | undefined {
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : undefined;
}

function tableNameOf(model: string, options: Static | undefined, isUnderscored: boolean): string {
  const given = fieldOf(options, 'tableName');
  const named = textOf(given) ?? textOf(fieldOf(given, 'tableName'));
  if (named !== undefined) return named;
  const frozen = flagOf(fieldOf(options, 'freezeTableName')) === true;
  const name = isUnderscored ? underscored(model) : model;
  return frozen ? name : plural(name);
}

function isUnderscored(options: Static | undefined, hints: NamingHints): boolean {
  return flagOf(fieldOf(options, 'underscored')) ?? hints.snakeCase;
}

function readDefinition(given: Definition, file: string, code: StaticCode, hints: NamingHints): MappedTableDraft {
  const { model, options, attributes } = given;
  const under = isUnderscored(options, hints);
  const table = newTable(textOf(fieldOf(options, 'schema')) ?? null, tableNameOf(model, options, under), given.at);
  table.complete =
    attributes?.kind === 'object' && attributes.whole && (options === undefined || options.kind === 'object');
  const columns = new Map<string, string>();
  const draft = new ModelDraft(table, columns, under);
  for (const [name, value] of attributes?.kind === 'object' ? attributes.entries : [])
    draft.attribute(name, value, code);
  draft.finish(options, given.at);
  return { names: 'entity', calledBy: [...new Set([model, ...given.aliases])], table, columns, file };
}

class ModelDraft {
  readonly #table: TableDraft;
  readonly #columns: Map<string, string>;
  readonly #underscored: boolean;
  readonly #primary: string[] = [];
  readonly #shared = new Map<string, { columns: string[]; at: SourceLine }>();

  constructor(table: TableDraft, columns: Map<string, string>, isUnder: boolean) {
    this.#table = table;
    this.#columns = columns;
    this.#underscored = isUnder;
  }

  columnName(property: string): string {
    return this.#underscored ? underscored(property) : property;
  }

  attribute(name: string, value: Static | undefined, code: StaticCode): void {
    const attribute = readAttribute(this.columnName(name), value, code);
    const column = newColumn(attribute.column, attribute.type);
    column.nullable = attribute.nullable;
    if (attribute.default !== undefined) applySqlDefault(column, attribute.default);
    if (attribute.identity) Object.assign(column, { generated: 'serial', hasDefault: true, nullable: false });
    this.#table.complete &&= attribute.known;
    this.#table.columns.push(column);
    this.#columns.set(name, column.name);
    const at = value?.at ?? this.#table.source;
    if (attribute.primary) this.#primary.push(column.name);
    if (attribute.unique === true) this.#key([column.name], at, null);
    else if (typeof attribute.unique === 'string') this.share(attribute.unique, column.name, at);
  }

  /** A column that decorators describe. */
  put(property: string, column: ReturnType<typeof newColumn>, said: { readonly primary: boolean }): void {
    this.#table.columns.push(column);
    this.#columns.set(property, column.name);
    if (said.primary) this.#primary.push(column.name);
  }

  unique(column: string, name: string | undefined, at: SourceLine): void {
    if (name === undefined) this.#key([column], at, null);
    else this.share(name, column, at);
  }

  share(name: string, column: string, at: SourceLine): void {
    const known = this.#shared.get(name);
    if (known) known.columns.push(column);
    else this.#shared.set(name, { columns: [column], at });
  }

  finish(options: Static | undefined, at: SourceLine): void {
    const table = this.#table;
    if (this.#primary.length === 0) {
      const id = newColumn('id', 'integer');
      Object.assign(id, { generated: 'serial', hasDefault: true, nullable: false });
      if (!this.#columns.has('id')) table.columns.unshift(id);
      this.#columns.set('id', this.#columns.get('id') ?? 'id');
      this.#primary.push(this.#columns.get('id') ?? 'id');
    }
    const key = newKey(this.#primary, at);
    key.primary = true;
    key.name = defaultKeyName(table, [], 'pkey');
    addKey(table, key);
    for (const [name, shared] of this.#shared) this.#key(shared.columns, shared.at, name);
    if (flagOf(fieldOf(options, 'timestamps')) !== false) {
      for (const property of ['createdAt', 'updatedAt']) {
        const said = fieldOf(options, property);
        if (flagOf(said) === false) continue;
        const name = textOf(said) ?? this.columnName(property);
        if (table.columns.some((column) => column.name === name)) continue;
        const column = newColumn(name, 'timestamptz');
        Object.assign(column, { generated: 'clock', hasDefault: true, nullable: false });
        table.columns.push(column);
        this.#columns.set(property, name);
      }
    }
    const indexes = fieldOf(options, 'indexes');
    if (!indexes) return;
    if (indexes.kind !== 'array' || !indexes.whole) table.complete = false;
    for (const index of indexes.kind === 'array' ? indexes.items : []) this.#index(index);
  }

  #index(index: Static): void {
    if (index.kind !== 'object') {
      this.#table.complete = false;
      return;
    }
    const isUnique =
      flagOf(fieldOf(index, 'unique')) === true || textOf(fieldOf(index, 'type'))?.toUpperCase() === 'UNIQUE';
    if (!isUnique) return;
    const fields = fieldOf(index, 'fields');
    const names =
      textsOf(fields) ??
      (fields?.kind === 'array'
        ? fields.items.map((field) => textOf(field) ?? textOf(fieldOf(field, 'name')))
        : undefined);
    if (!names || names.some((name) => name === undefined)) {
      this.#table.complete = false;
      return;
    }
    const over = names.filter((name) => name !== undefined).map((name) => this.#columns.get(name) ?? name);
    const name = textOf(fieldOf(index, 'name')) ?? underscored(`${this.#table.name}_${over.join('_')}`);
    this.#key(over, index.at, name, fieldOf(index, 'where'));
  }

  #key(columns: readonly string[], at: SourceLine, name: string | null, where?: Static): void {
    const key = newKey(columns, at);
    key.name = name ?? defaultKeyName(this.#table, columns, 'key');
    if (where) {
      const text = predicateSql(where);
      Object.assign(key, text === undefined ? { where: 'a predicate', conditions: null } : predicateOf(text));
    }
    addKey(this.#table, key);
  }
}

function readDecorated(one: ModelClass, code: StaticCode, hints: NamingHints): MappedTableDraft | undefined {
  const isModel = one.extends?.name === 'Model' && one.extends.package.includes('sequelize');
  const decoration = findDecoration(one.decorations, 'Table');
  if (!isModel || !one.members.some((member) => findDecoration(member.decorations, 'Column', 'Attribute')))
    return undefined;
  const options = decoration?.args[0];
  const under = isUnderscored(options, hints);
  const model = textOf(fieldOf(options, 'modelName')) ?? one.name;
  const table = newTable(textOf(fieldOf(options, 'schema')) ?? null, tableNameOf(model, options, under), one.at);
  table.complete = one.whole && (options === undefined || (options.kind === 'object' && options.whole));
  const columns = new Map<string, string>();
  const draft = new ModelDraft(table, columns, under);
  for (const member of one.members) readMember(member, draft, table, code);
  draft.finish(options, one.at);
  return { names: 'entity', calledBy: [...new Set([one.name, model])], table, columns, file: one.module.file };
}

function readMember(member: ClassMember, draft: ModelDraft, table: TableDraft, code: StaticCode): void {
  const said = findDecoration(member.decorations, 'Column', 'Attribute');
  if (!said) return;
  const [given] = said.args;
  const attribute = readAttribute(draft.columnName(member.name), given, code);
  const has = (name: string): Decoration | undefined => findDecoration(member.decorations, name);
  const name =
    textOf(has('ColumnName')?.args[0]) ?? (given?.kind === 'object' ? attribute.column : draft.columnName(member.name));
  const column = newColumn(name, attribute.type ?? typeByAnnotation(member.type));
  const primary = attribute.primary || has('PrimaryKey') !== undefined;
  const allows = has('AllowNull');
  column.nullable = !primary && attribute.nullable && !has('NotNull') && (!allows || flagOf(allows.args[0]) !== false);
  if (attribute.default !== undefined) applySqlDefault(column, attribute.default);
  const byDefault = has('Default');
  if (byDefault) {
    const made = readAttribute(
      'x',
      {
        kind: 'object',
        entries: new Map([['defaultValue', byDefault.args[0] ?? { kind: 'unknown', written: null, at: said.at }]]),
        whole: true,
        at: said.at,
      },
      code,
    );
    if (made.default !== undefined) applySqlDefault(column, made.default);
  }
  if (attribute.identity || has('AutoIncrement'))
    Object.assign(column, { generated: 'serial', hasDefault: true, nullable: false });
  if (has('CreatedAt') ?? has('UpdatedAt')) Object.assign(column, { generated: 'clock', hasDefault: true });
  if (given?.kind === 'object' && !attribute.known) table.complete = false;
  draft.put(member.name, column, { primary });
  if (attribute.unique !== false)
    draft.unique(name, typeof attribute.unique === 'string' ? attribute.unique : undefined, said.at);
  const unique = has('Unique');
  if (unique) {
    const [first] = unique.args;
    draft.unique(name, textOf(first) ?? textOf(fieldOf(first, 'name')), unique.at);
  }
  const index = has('Index');
  const indexed = index?.args.find((arg) => arg.kind === 'object');
  if (index && flagOf(fieldOf(indexed, 'unique')) === true)
    draft.unique(name, textOf(fieldOf(indexed, 'name')), index.at);
  // `createIndexDecorator({ unique: true })` makes decorators that put several columns under one key.
  for (const one of member.decorations) {
    if (one.package !== null || one.name === '') continue;
    const made = code.localOf(member.env.module, one.name);
    const last = made && chainOf(made).steps.at(-1);
    if (made?.kind === 'call' && flagOf(fieldOf(last?.args?.[0], 'unique')) === true)
      draft.share(textOf(fieldOf(last?.args?.[0], 'name')) ?? one.name, name, one.at);
  }
}

function typeByAnnotation(type: string | null): string | null {
  return { string: 'varchar', number: 'integer', boolean: 'boolean', Date: 'timestamptz' }[type ?? ''] ?? null;
}
