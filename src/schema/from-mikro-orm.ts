import { classesIn, findDecoration, propertiesIn } from './model-classes.ts';
import type { ClassMember, ModelClass } from './model-classes.ts';
import { snakeCase } from './mapped-table.ts';
import type { MappedTableDraft, ModelReader, NamingHints } from './mapped-table.ts';
import { chainOf, fieldOf, flagOf, handle, newOf, textOf } from './static-code.ts';
import type { ChainStep, Static, StaticCode } from './static-code.ts';
import { addKey, applySqlDefault, newColumn, newKey, newTable } from './table-draft.ts';
import type { ColumnDraft, TableDraft } from './table-draft.ts';
import type { SourceLine } from '../parse/place.ts';

/** Entities as decorated classes, `new EntitySchema({ … })` and `defineEntity({ … })`. */
export const mikroOrmModels: ModelReader = {
  marks: /['"]@mikro-orm\//,
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
        if (target.kind === 'from') continue;
        const value = code.exportOf(module, name);
        const options = newOf(value)?.name === 'EntitySchema' ? newOf(value)?.args[0] : definedEntity(value);
        const found = options && readSchema(name, options, code, names, file);
        if (found) mapped.push(found);
      }
    }
    return { tables: mapped.map(({ table }) => table), unknown: [], mapped };
  },
};

function definedEntity(value: Static | undefined): Static | undefined {
  const { root, steps } = value ? chainOf(value) : { root: undefined, steps: [] };
  return root?.kind === 'external' && root.name === 'defineEntity' ? steps[0]?.args?.[0] : undefined;
}

interface Names {
  table(entity: string): string;
  column(property: string): string;
  readonly known: boolean;
}

function namingOf({ strategies }: NamingHints): Names {
  const asWritten = strategies.includes('EntityCaseNamingStrategy');
  return {
    table: (entity) => (asWritten ? entity.charAt(0).toLowerCase() + entity.slice(1) : snakeCase(entity)),
    column: (property) => (asWritten ? property : snakeCase(property)),
    known: strategies.every((name) => /^(?:Underscore|EntityCase|Mongo)NamingStrategy$/.test(name)),
  };
}

const propertyDecorators = [
  'Property',
  'PrimaryKey',
  'SerializedPrimaryKey',
  'Enum',
  'ManyToOne',
  'OneToOne',
  'Formula',
];

function readEntity(one: ModelClass, code: StaticCode, names: Names): MappedTableDraft | undefined {
  const decoration = findDecoration(one.decorations, 'Entity');
  if (!decoration?.package?.startsWith('@mikro-orm/')) return undefined;
  const [options] = decoration.args;
  if (flagOf(fieldOf(options, 'abstract')) === true) return undefined;
  const name = textOf(fieldOf(options, 'tableName')) ?? textOf(fieldOf(options, 'collection')) ?? names.table(one.name);
  const table = newTable(textOf(fieldOf(options, 'schema')) ?? null, name, one.at);
  table.complete = one.whole && names.known && !fieldOf(options, 'discriminatorColumn') && !fieldOf(options, 'extends');
  const draft = new EntityDraft(table, names);
  for (const member of one.members) readMember(member, draft);
  for (const { decorations } of [one, ...one.parents])
    for (const said of decorations) if (said.name === 'Unique') draft.classKey(said.args[0], said.at, code);
  draft.finish();
  return {
    names: 'entity',
    calledBy: [...new Set([one.name, name])],
    table,
    columns: draft.columns,
    file: one.module.file,
  };
}

function readMember(member: ClassMember, draft: EntityDraft): void {
  const said = findDecoration(member.decorations, ...propertyDecorators);
  if (!said || said.name === 'Formula') return;
  const isRelation = said.name === 'ManyToOne' || said.name === 'OneToOne';
  const options = said.args.findLast((arg) => arg.kind === 'object');
  if (said.args.some((arg) => arg.kind === 'unknown')) draft.doubt();
  // The other side of the relation holds the column.
  if (
    said.name === 'OneToOne' &&
    (fieldOf(options, 'mappedBy') ||
      (!isTrue(options, 'owner') && !fieldOf(options, 'inversedBy') && !fieldOf(options, 'joinColumn')))
  )
    return;
  const column = draft.property(member.name, options, {
    relation: isRelation,
    primary: said.name === 'PrimaryKey' || isTrue(options, 'primary'),
    optional: member.optional,
    type: typeByAnnotation(member.type),
    at: said.at,
  });
  if (said.name === 'OneToOne') draft.key([column], said.at);
  for (const other of member.decorations) {
    if (other.name === 'Unique') draft.key([column], other.at, textOf(fieldOf(other.args[0], 'name')));
  }
}

function isTrue(options: Static | undefined, name: string): boolean {
  return flagOf(fieldOf(options, name)) === true;
}

class EntityDraft {
  readonly columns = new Map<string, string>();
  readonly #table: TableDraft;
  readonly #names: Names;
  readonly #primary: string[] = [];

  constructor(table: TableDraft, names: Names) {
    this.#table = table;
    this.#names = names;
  }

  doubt(): void {
    this.#table.complete = false;
  }

  property(
    property: string,
    options: Static | undefined,
    said: {
      readonly relation: boolean;
      readonly primary: boolean;
      readonly optional: boolean;
      readonly type: string | null;
      readonly at: SourceLine;
    },
  ): string {
    if (options?.kind === 'object' && !options.whole) this.doubt();
    const named =
      textOf(fieldOf(options, 'fieldName')) ??
      textOf(fieldOf(options, 'name')) ??
      textOf(fieldOf(options, 'joinColumn'));
    const name = named ?? (said.relation ? `${this.#names.column(property)}_id` : this.#names.column(property));
    const column = newColumn(
      name,
      textOf(fieldOf(options, 'columnType')) ?? textOf(fieldOf(options, 'type')) ?? said.type,
    );
    column.nullable = !said.primary && (isTrue(options, 'nullable') || said.optional);
    readDefaults(column, options);
    // A numeric key that nobody gives a value is counted by the database.
    if (
      said.primary &&
      !said.relation &&
      (isTrue(options, 'autoincrement') ||
        (column.type !== null &&
          /int|number|serial/i.test(column.type) &&
          flagOf(fieldOf(options, 'autoincrement')) !== false))
    )
      Object.assign(column, { generated: 'serial', hasDefault: true });
    this.#table.columns.push(column);
    this.columns.set(property, name);
    if (said.primary) this.#primary.push(name);
    const unique = fieldOf(options, 'unique');
    if (unique && flagOf(unique) !== false) this.key([name], said.at, textOf(unique));
    return name;
  }

  key(columns: readonly string[], at: SourceLine, name?: string): void {
    const key = newKey(columns, at);
    key.name = name ?? `${this.#table.name}_${columns.join('_')}_unique`;
    addKey(this.#table, key);
  }

  /** `@Unique({ properties: ['a', 'b'], name })`, or an entry of `uniques`. */
  classKey(options: Static | undefined, at: SourceLine, code: StaticCode): void {
    const properties = propertiesIn(fieldOf(options, 'properties'), code);
    if (!properties || fieldOf(options, 'expression')) {
      this.doubt();
      return;
    }
    this.key(
      properties.map((property) => this.columns.get(property) ?? this.#names.column(property)),
      at,
      textOf(fieldOf(options, 'name')),
    );
  }

  finish(): void {
    if (this.#primary.length === 0) return;
    const key = newKey(this.#primary, this.#table.source);
    key.primary = true;
    key.name = `${this.#table.name}_pkey`;
    addKey(this.#table, key);
  }
}

function readDefaults(column: ColumnDraft, options: Static | undefined): void {
  const raw = fieldOf(options, 'defaultRaw');
  const value = fieldOf(options, 'default');
  if (raw) applySqlDefault(column, textOf(raw) ?? null);
  else if (value?.kind === 'constant' && value.value !== undefined) {
    column.hasDefault = true;
    if (typeof value.value === 'string' && /^\w+\(.*\)$/.test(value.value)) applySqlDefault(column, value.value);
    else column.defaultValue = value.value;
  } else if (value) column.hasDefault = true;
  const made = fieldOf(options, 'onCreate') ?? fieldOf(options, 'onUpdate');
  if (made) {
    const text = made.kind === 'function' ? made.env.module.source.text.slice(made.node.start, made.node.end) : '';
    Object.assign(column, { generated: /\bDate\b|now/i.test(text) ? 'clock' : 'uuid', hasDefault: true });
  }
}

function typeByAnnotation(type: string | null): string | null {
  return { string: 'varchar', number: 'integer', boolean: 'boolean', Date: 'timestamptz' }[type ?? ''] ?? null;
}

function readSchema(
  exported: string,
  options: Static,
  code: StaticCode,
  names: Names,
  file: string,
): MappedTableDraft | undefined {
  const target = fieldOf(options, 'class');
  const entity = textOf(fieldOf(options, 'name')) ?? (target?.kind === 'class' ? target.name : undefined);
  if (options.kind !== 'object' || entity === undefined) return undefined;
  const name = textOf(fieldOf(options, 'tableName')) ?? names.table(entity);
  const table = newTable(textOf(fieldOf(options, 'schema')) ?? null, name, options.at);
  const written = fieldOf(options, 'properties');
  const given = written?.kind === 'function' ? code.apply(written, [handle('properties', options.at)]) : written;
  table.complete = given?.kind === 'object' && given.whole && names.known && !fieldOf(options, 'extends');
  const draft = new EntityDraft(table, names);
  for (const [property, value] of given?.kind === 'object' ? given.entries : []) {
    if (value.kind === 'object') readSchemaProperty(property, value, draft);
    else readBuilt(property, value, draft);
  }
  const uniques = fieldOf(options, 'uniques');
  if (uniques && (uniques.kind !== 'array' || !uniques.whole)) draft.doubt();
  for (const one of uniques?.kind === 'array' ? uniques.items : []) draft.classKey(one, one.at, code);
  draft.finish();
  return { names: 'entity', calledBy: [...new Set([entity, exported, name])], table, columns: draft.columns, file };
}

function readSchemaProperty(property: string, value: Static, draft: EntityDraft): void {
  const kind = textOf(fieldOf(value, 'kind')) ?? textOf(fieldOf(value, 'reference'));
  if (kind === '1:m' || kind === 'm:n' || fieldOf(value, 'mappedBy')) return;
  const relation = kind === 'm:1' || kind === '1:1';
  const column = draft.property(property, value, {
    relation,
    primary: isTrue(value, 'primary'),
    optional: false,
    type: null,
    at: value.at,
  });
  if (kind === '1:1') draft.key([column], value.at);
}

/** `p.string().unique()`, `p.integer().primary()`, `() => p.manyToOne(Order)`. */
function readBuilt(property: string, value: Static, draft: EntityDraft): void {
  const { root, steps } = chainOf(value);
  const [type, ...rest] = steps;
  const find = (...names: readonly string[]): ChainStep | undefined => rest.find((step) => names.includes(step.name));
  if ((root.kind !== 'handle' && root.kind !== 'external') || !type) {
    draft.doubt();
    return;
  }
  if (/ToMany$|formula/.test(type.name) || find('mappedBy')) return;
  const entries = new Map<string, Static>();
  const yes: Static = { kind: 'constant', value: true, at: value.at };
  const put = (name: string, step: ChainStep | undefined): void => {
    if (step) entries.set(name, step.args?.[0] ?? yes);
  };
  for (const name of [
    'nullable',
    'unique',
    'fieldName',
    'default',
    'defaultRaw',
    'onCreate',
    'columnType',
    'autoincrement',
  ])
    put(name, find(name));
  put('fieldName', find('name', 'fieldName', 'joinColumn'));
  const options: Static = { kind: 'object', entries, whole: true, at: value.at };
  const column = draft.property(property, options, {
    relation: type.name.endsWith('ToOne'),
    primary: find('primary') !== undefined,
    optional: false,
    type: type.name.toLowerCase(),
    at: value.at,
  });
  if (type.name === 'oneToOne') draft.key([column], value.at);
}
