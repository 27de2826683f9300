import type { MigrationDialect } from './code-migrations.ts';
import { defaultSql, isTrue, tableRef, unknownSql } from './ddl.ts';
import type { Ddl, KeySpec, TableRef } from './ddl.ts';
import { chainOf, fieldOf, flagOf, textOf, textsOf } from './static-code.ts';
import type { Static, StaticCode } from './static-code.ts';

/** `queryInterface.createTable('t', { id: { type: Sequelize.UUID, primaryKey: true } })`. */
export const sequelizeMigrations: MigrationDialect = {
  marks: /\bqueryInterface\b|\bQueryInterface\b|\bSequelize\b/,
  read(call, ddl, code) {
    const { steps } = chainOf(call);
    const last = steps.at(-1);
    if (!last?.args) return false;
    if (last.name === 'query' && steps.some((step) => step.name === 'sequelize')) {
      ddl.raw(fieldOf(last.args[0], 'query') ?? last.args[0]);
      return true;
    }
    if (steps.length > 1) return false;
    return readCall(last.name, last.args, ddl.at(last.at), code);
  },
};

const verbs = new Set([
  'createTable', 'dropTable', 'renameTable', 'addColumn', 'removeColumn', 'renameColumn', 'changeColumn', 'addIndex', 'removeIndex',
  'addConstraint', 'removeConstraint',
]); // prettier-ignore

function readCall(name: string, args: readonly Static[], ddl: Ddl, code: StaticCode): boolean {
  if (!verbs.has(name)) return false;
  const [first, second, third] = args;
  const table = tableRef(first);
  if (!table) {
    ddl.giveUp(null, `${name} on a table whose name is not known`);
    return true;
  }
  const need = (value: string | undefined, what: string, then: (text: string) => void): void => {
    if (value === undefined) ddl.giveUp(table, `${what} is not known`);
    else then(value);
  };
  switch (name) {
    case 'createTable': {
      const schema = textOf(fieldOf(third, 'schema'));
      const made = schema === undefined ? table : { ...table, schema };
      ddl.createTable(made, { ifNotExists: true });
      createColumns(made, second, third, ddl, code);
      return true;
    }
    case 'dropTable':
      ddl.dropTable(table);
      return true;
    case 'renameTable': {
      const to = tableRef(second);
      need(to?.name, 'its new name', (text) => { ddl.renameTable(table, text); }); // prettier-ignore
      return true;
    }
    case 'addColumn':
      need(textOf(second), 'the name of a column', (column) => {
        addColumn(table, column, third, ddl, code);
      });
      return true;
    case 'removeColumn':
      need(textOf(second), 'a column that is dropped', (column) => { ddl.dropColumn(table, column); }); // prettier-ignore
      return true;
    case 'renameColumn':
      need(textOf(second), 'the name of a column', (from) => {
        need(textOf(third), 'the name of a column', (to) => { ddl.renameColumn(table, from, to); }); // prettier-ignore
      });
      return true;
    case 'changeColumn':
      need(textOf(second), 'the name of a column', (column) => {
        changeColumn(table, column, third, ddl, code);
      });
      return true;
    case 'addIndex':
      addIndex(table, second, third, ddl);
      return true;
    case 'removeIndex': {
      const columns = second?.kind === 'array' ? textsOf(second) : undefined;
      need(columns ? indexName(table, columns) : textOf(second), 'the index that is dropped', (index) => {
        // What the library calls an index may be a constraint of the database.
        ddl.dropIndex(index, table.schema);
      });
      return true;
    }
    case 'addConstraint':
      addConstraint(table, second, third, ddl);
      return true;
    default:
      need(textOf(second), 'the constraint that is dropped', (constraint) => { ddl.dropConstraint(table, constraint); }); // prettier-ignore
      return true;
  }
}

interface Attribute {
  readonly column: string;
  readonly type: string | null;
  readonly nullable: boolean;
  readonly default: string | undefined;
  readonly identity: boolean;
  readonly primary: boolean;
  /** True, the name of a key that several columns share, or false. */
  readonly unique: boolean | string;
  readonly known: boolean;
}

/** `{ type, allowNull, primaryKey, autoIncrement, unique, defaultValue, field }`, or the type alone. */
export function readAttribute(name: string, value: Static | undefined, code: StaticCode): Attribute {
  const isObject = value?.kind === 'object';
  const primary = isTrue(fieldOf(value, 'primaryKey'));
  const unique = fieldOf(value, 'unique');
  const byDefault = fieldOf(value, 'defaultValue');
  const made = byDefault === undefined ? undefined : attributeDefault(byDefault, code);
  const uniqueName = textOf(unique) ?? textOf(fieldOf(unique, 'name'));
  return {
    column: textOf(fieldOf(value, 'field')) ?? name,
    type: typeOf(isObject ? fieldOf(value, 'type') : value),
    nullable: flagOf(fieldOf(value, 'allowNull')) !== false && !primary,
    default: made,
    identity: isTrue(fieldOf(value, 'autoIncrement')),
    primary,
    unique: uniqueName ?? isTrue(unique),
    known: isObject
      ? value.whole && (unique === undefined || uniqueName !== undefined || flagOf(unique) !== undefined)
      : value !== undefined && value.kind !== 'unknown',
  };
}

/** `Sequelize.literal('now()')`, `Sequelize.fn('gen_random_uuid')`, `Sequelize.UUIDV4`, `DataTypes.NOW`. */
function attributeDefault(value: Static, code: StaticCode): string | undefined {
  const last = chainOf(value).steps.at(-1);
  if (last?.name === 'fn') {
    const name = textOf(last.args?.[0]);
    return name === undefined ? unknownSql : `${name}()`;
  }
  if (last && /^UUIDV?\d*$/.test(last.name)) return 'gen_random_uuid()';
  if (last?.name === 'NOW') return 'now()';
  if (value.kind === 'function') return code.apply(value, []) ? 'gen_random_uuid()' : unknownSql;
  if (value.kind === 'constant' && value.value === null) return undefined;
  return defaultSql(value) ?? unknownSql;
}

const types: Readonly<Record<string, string>> = {
  STRING: 'varchar', TEXT: 'text', CITEXT: 'citext', CHAR: 'char', INTEGER: 'integer', BIGINT: 'bigint', SMALLINT: 'smallint',
  TINYINT: 'smallint', FLOAT: 'real', DOUBLE: 'double precision', DECIMAL: 'numeric', REAL: 'real', BOOLEAN: 'boolean', DATE: 'timestamptz',
  DATEONLY: 'date', TIME: 'time', UUID: 'uuid', JSON: 'json', JSONB: 'jsonb', BLOB: 'bytea', ENUM: 'text',
}; // prettier-ignore

/** `Sequelize.STRING(64)`, `DataTypes.ARRAY(DataTypes.TEXT)`; null where it is not known. */
function typeOf(value: Static | undefined): string | null {
  if (!value) return null;
  const written = textOf(value);
  if (written !== undefined) return written;
  const named = chainOf(value).steps.findLast((step) => step.name in types || step.name === 'ARRAY');
  if (named?.name === 'ARRAY') return `${typeOf(named.args?.[0]) ?? 'text'}[]`;
  return named ? (types[named.name] ?? null) : null;
}

function createColumns(
  table: TableRef,
  columns: Static | undefined,
  options: Static | undefined,
  ddl: Ddl,
  code: StaticCode,
): void {
  if (columns?.kind !== 'object') {
    ddl.giveUp(table, 'its columns are not known');
    return;
  }
  if (!columns.whole) ddl.giveUp(table, 'some of its columns are not known');
  const primary: string[] = [];
  const shared = new Map<string, string[]>();
  for (const [name, value] of columns.entries) {
    const attribute = addColumn(table, name, value, ddl, code, shared);
    if (attribute.primary) primary.push(attribute.column);
  }
  if (primary.length > 0) ddl.addKey(table, { name: null, columns: primary, primary: true });
  for (const [name, over] of shared) ddl.addKey(table, { name, columns: over });
  const keys = fieldOf(options, 'uniqueKeys');
  for (const [name, key] of keys?.kind === 'object' ? keys.entries : []) {
    const over = textsOf(fieldOf(key, 'fields'));
    if (over) ddl.at(key.at).addKey(table, { name, columns: over });
    else ddl.giveUp(table, 'the columns of a key are not known');
  }
}

function addColumn(
  table: TableRef,
  name: string,
  value: Static | undefined,
  ddl: Ddl,
  code: StaticCode,
  shared?: Map<string, string[]>,
): Attribute {
  const attribute = readAttribute(name, value, code);
  const { column, type, nullable, identity } = attribute;
  const here = value ? ddl.at(value.at) : ddl;
  here.addColumn(table, {
    name: column,
    type: identity ? (type === 'bigint' ? 'bigserial' : 'serial') : type,
    nullable,
    default: identity ? undefined : attribute.default,
  });
  if (!attribute.known) here.giveUp(table, `what is said of the column ${name} is not known`);
  if (attribute.unique === true) here.addKey(table, { name: null, columns: [column] });
  else if (typeof attribute.unique === 'string') {
    if (shared) shared.set(attribute.unique, [...(shared.get(attribute.unique) ?? []), column]);
    else here.addKey(table, { name: attribute.unique, columns: [column] });
  }
  if (!shared && attribute.primary) here.addKey(table, { name: null, columns: [column], primary: true });
  return attribute;
}

function changeColumn(table: TableRef, name: string, value: Static | undefined, ddl: Ddl, code: StaticCode): void {
  const attribute = readAttribute(name, value, code);
  const said = fieldOf(value, 'allowNull');
  ddl.alterColumn(table, name, {
    type: attribute.type,
    nullable: flagOf(said) !== false,
    default: attribute.default ?? null,
  });
  if (attribute.unique !== false)
    ddl.addKey(table, { name: typeof attribute.unique === 'string' ? attribute.unique : null, columns: [name] });
}

/** `addIndex('t', ['a'], { unique, name, where })` or `addIndex('t', { fields: ['a'], unique })`. */
function addIndex(table: TableRef, second: Static | undefined, third: Static | undefined, ddl: Ddl): void {
  const isList = second?.kind === 'array';
  const options = isList ? third : second;
  const unique =
    isTrue(fieldOf(options, 'unique')) ||
    /unique/i.test(textOf(fieldOf(options, 'type')) ?? textOf(fieldOf(options, 'indicesType')) ?? '');
  if (!unique) {
    if (options && options.kind !== 'object' && options.kind !== 'constant') ddl.giveUp(table, 'an index is not known');
    return;
  }
  const key = keyOf(table, isList ? second : fieldOf(options, 'fields'), options, { index: true });
  if (!key) ddl.giveUp(table, 'the columns of an index are not known');
  else ddl.addKey(table, { ...key, name: key.name ?? indexName(table, key.columns) });
}

/** `addConstraint('t', { fields, type: 'unique', name })`; before version 6 the fields came second. */
function addConstraint(table: TableRef, second: Static | undefined, third: Static | undefined, ddl: Ddl): void {
  const isList = second?.kind === 'array';
  const options = isList ? third : second;
  const type = textOf(fieldOf(options, 'type'))?.toLowerCase();
  if (type !== 'unique' && type !== 'primary key') {
    if (type === undefined) ddl.giveUp(table, 'a constraint is not known');
    return;
  }
  const primary = type === 'primary key';
  const key = keyOf(table, isList ? second : fieldOf(options, 'fields'), options, { primary });
  if (!key) {
    ddl.giveUp(table, 'the columns of a key are not known');
    return;
  }
  const suffix = primary ? 'pk' : 'uk';
  ddl.addKey(table, { ...key, name: key.name ?? `${table.name}_${key.columns.join('_')}_${suffix}` });
}

function keyOf(
  _table: TableRef,
  fields: Static | undefined,
  options: Static | undefined,
  kind: Pick<KeySpec, 'index' | 'primary'>,
): KeySpec | undefined {
  const columns = (fields?.kind === 'array' && fields.whole ? fields.items : []).map(
    (field) =>
      textOf(field) ?? textOf(fieldOf(field, 'name')) ?? textOf(fieldOf(field, 'attribute')) ?? expression(field),
  );
  if (columns.length === 0 || columns.some((column) => column === undefined)) return undefined;
  const where = fieldOf(options, 'where');
  return {
    name: textOf(fieldOf(options, 'name')) ?? textOf(fieldOf(options, 'indexName')) ?? null,
    columns: columns.filter((column) => column !== undefined),
    ...kind,
    where: where === undefined ? null : (predicateSql(where) ?? unknownSql),
  };
}

function expression(value: Static): string | undefined {
  const last = chainOf(value).steps.at(-1);
  if (last?.name !== 'fn') return undefined;
  const [name, ...args] = last.args ?? [];
  const over = args.map((arg) => textOf(chainOf(arg).steps.at(-1)?.args?.[0]) ?? textOf(arg));
  const called = textOf(name);
  if (called === undefined || over.some((column) => column === undefined)) return undefined;
  return `(${called}(${over.map((column) => `"${column ?? ''}"`).join(', ')}))`;
}

/** `{ deleted_at: null, provider: 'stripe' }`. */
export function predicateSql(where: Static): string | undefined {
  if (where.kind !== 'object' || !where.whole || where.entries.size === 0) return undefined;
  const parts = [...where.entries].map(([column, value]) => {
    if (value.kind !== 'constant') return undefined;
    return value.value === null ? `"${column}" IS NULL` : `"${column}" = ${defaultSql(value) ?? unknownSql}`;
  });
  return parts.every((part) => part !== undefined) ? parts.join(' AND ') : undefined;
}

function indexName(table: TableRef, columns: readonly string[]): string {
  return underscored(`${table.name}_${columns.join('_')}`);
}

/** As the library's inflection derives it. */
export function underscored(name: string): string {
  return name
    .replaceAll(/([A-Z\d]+)([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[\s-]+/g, '_')
    .toLowerCase();
}
