import type { MigrationDialect } from './code-migrations.ts';
import { defaultSql, isTrue, nameText, sqlOf, tableRef, unknownSql } from './ddl.ts';
import type { Ddl, TableRef } from './ddl.ts';
import { chainOf, fieldOf, flagOf, textOf, textsOf } from './static-code.ts';
import type { Static } from './static-code.ts';

/** `pgm.createTable('t', { id: 'id', key: { type: 'text', unique: true } }, { constraints })`. */
export const nodePgMigrations: MigrationDialect = {
  marks: /\bpgm\b|['"]node-pg-migrate['"]|\bMigrationBuilder\b/,
  read(call, ddl) {
    const [step, ...more] = chainOf(call).steps;
    if (!step?.args || more.length > 0) return false;
    return readCall(step.name, step.args, ddl.at(step.at));
  },
};

function readCall(name: string, args: readonly Static[], ddl: Ddl): boolean {
  const [first, second, third] = args;
  if (name === 'sql') {
    ddl.raw(withArguments(first, second));
    return true;
  }
  if (name === 'createSchema' || name === 'dropSchema' || name === 'renameSchema') {
    const [from, to] = [textOf(first), textOf(second)];
    if (name === 'dropSchema' && from !== undefined) ddl.sql(`DROP SCHEMA "${from}" CASCADE`);
    if (name === 'renameSchema' && from !== undefined && to !== undefined)
      ddl.sql(`ALTER SCHEMA "${from}" RENAME TO "${to}"`);
    return true;
  }
  if (!/Table$|Columns?$|Constraint$|Index$/.test(name)) return false;
  const table = tableRef(first);
  if (!table) {
    ddl.giveUp(null, `${name} on a table whose name is not known`);
    return true;
  }
  switch (name) {
    case 'createTable':
      createTable(table, second, third, ddl);
      return true;
    case 'dropTable':
      ddl.dropTable(table);
      return true;
    case 'renameTable': {
      const to = tableRef(second);
      if (to) ddl.renameTable(table, to.name);
      else ddl.giveUp(table, 'it is renamed to a name that is not known');
      return true;
    }
    case 'addColumn':
    case 'addColumns':
      addColumns(table, second, ddl, isTrue(fieldOf(third, 'ifNotExists')));
      return true;
    case 'dropColumn':
    case 'dropColumns': {
      const names = textsOf(second) ?? (second?.kind === 'object' ? [...second.entries.keys()] : undefined);
      if (!names) ddl.giveUp(table, 'a column that is dropped is not known');
      for (const column of names ?? []) ddl.dropColumn(table, column);
      return true;
    }
    case 'renameColumn':
    case 'renameConstraint': {
      const [from, to] = [textOf(second), textOf(third)];
      if (from === undefined || to === undefined) ddl.giveUp(table, 'what is renamed is not known');
      else if (name === 'renameColumn') ddl.renameColumn(table, from, to);
      else ddl.sql(`ALTER TABLE ${nameText(table)} RENAME CONSTRAINT "${from}" TO "${to}"`);
      return true;
    }
    case 'alterColumn': {
      const column = textOf(second);
      if (column === undefined) {
        ddl.giveUp(table, 'the name of a column is not known');
        return true;
      }
      const required = flagOf(fieldOf(third, 'notNull'));
      const value = fieldOf(third, 'default');
      const type = textOf(fieldOf(third, 'type'));
      ddl.alterColumn(table, column, {
        ...(type !== undefined && { type: typeOf(type) }),
        ...(required !== undefined && { nullable: !required }),
        ...(isTrue(fieldOf(third, 'allowNull')) && { nullable: true }),
        ...(value !== undefined && { default: isNull(value) ? null : (defaultSql(value) ?? unknownSql) }),
      });
      return true;
    }
    case 'addConstraint':
    case 'createConstraint':
      addConstraint(table, textOf(second) ?? null, third, ddl);
      return true;
    case 'dropConstraint': {
      const constraint = textOf(second);
      if (constraint === undefined) ddl.giveUp(table, 'the constraint that is dropped is not known');
      else ddl.dropConstraint(table, constraint);
      return true;
    }
    case 'addIndex':
    case 'createIndex':
      createIndex(table, second, third, ddl);
      return true;
    case 'dropIndex': {
      const columns = textsOf(second);
      const unique = isTrue(fieldOf(third, 'unique'));
      const index = textOf(fieldOf(third, 'name')) ?? (columns && indexName(table, columns, unique));
      if (index === undefined) ddl.giveUp(table, 'the index that is dropped is not known');
      else ddl.dropIndex(index, table.schema);
      return true;
    }
    default:
      return true;
  }
}

function isNull(value: Static): boolean {
  return value.kind === 'constant' && value.value === null;
}

/** `pgm.sql('… {table} …', { table })`. */
function withArguments(text: Static | undefined, given: Static | undefined): Static | undefined {
  const written = textOf(text);
  if (written === undefined || given?.kind !== 'object' || !text) return text;
  let replaced = written;
  for (const [name, value] of given.entries) replaced = replaced.replaceAll(`{${name}}`, () => textOf(value) ?? '');
  return { kind: 'constant', value: replaced, at: text.at };
}

function createTable(table: TableRef, columns: Static | undefined, options: Static | undefined, ddl: Ddl): void {
  if (isTrue(fieldOf(options, 'temporary'))) return;
  if (isTrue(fieldOf(options, 'ifNotExists')) && ddl.hasTable(table)) return;
  const like = fieldOf(options, 'like');
  const source = like && tableRef(fieldOf(like, 'table') ?? like);
  ddl.createTable(table, source ? { like: source } : {});
  if (like && !source) ddl.giveUp(table, 'the table that it is like is not known');
  if (fieldOf(options, 'inherits')) ddl.giveUp(table, 'it inherits columns');
  addColumns(table, columns, ddl, false);
  const constraints = fieldOf(options, 'constraints');
  if (constraints) addConstraint(table, textOf(fieldOf(options, 'constraints', 'name')) ?? null, constraints, ddl);
}

/** Words that stand for a type, or for a whole column. */
const typeWords: Readonly<Record<string, string>> = {
  int: 'integer',
  string: 'text',
  float: 'real',
  double: 'double precision',
  datetime: 'timestamp',
  bool: 'boolean',
};

function typeOf(written: string): string {
  return typeWords[written.toLowerCase()] ?? written;
}

function addColumns(table: TableRef, columns: Static | undefined, ddl: Ddl, ifNotExists: boolean): void {
  if (columns?.kind !== 'object') {
    ddl.giveUp(table, 'its columns are not known');
    return;
  }
  if (!columns.whole) ddl.giveUp(table, 'some of its columns are not known');
  const primary: string[] = [];
  for (const [name, value] of columns.entries) {
    const short = textOf(value);
    const written = short ?? textOf(fieldOf(value, 'type'));
    const isId = written === 'id';
    if (short === undefined && value.kind !== 'object') ddl.giveUp(table, `the column ${name} is not known`);
    const isKey = isId || isTrue(fieldOf(value, 'primaryKey'));
    const byDefault = fieldOf(value, 'default');
    const computed = fieldOf(value, 'expressionGenerated');
    const here = ddl.at(value.at);
    here.addColumn(
      table,
      {
        name,
        type: isId ? 'serial' : written === undefined ? null : typeOf(written),
        nullable: !isTrue(fieldOf(value, 'notNull')) && !isKey,
        default: byDefault === undefined || isNull(byDefault) ? undefined : (defaultSql(byDefault) ?? unknownSql),
        identity: fieldOf(value, 'sequenceGenerated') !== undefined,
        computed: computed === undefined ? undefined : (textOf(computed) ?? unknownSql),
      },
      ifNotExists,
    );
    if (isKey) primary.push(name);
    if (isTrue(fieldOf(value, 'unique'))) here.addKey(table, { name: null, columns: [name] });
  }
  if (primary.length > 0)
    ddl.addKey(table, { name: primary.length > 1 ? `${table.name}_pkey` : null, columns: primary, primary: true });
}

/** `{ unique: 'a' | ['a', 'b'] | [['a'], ['b']], primaryKey }`, or the constraint in SQL. */
function addConstraint(table: TableRef, name: string | null, value: Static | undefined, ddl: Ddl): void {
  const written = sqlOf(value);
  if (value?.kind !== 'object') {
    const label = name === null ? '' : `CONSTRAINT "${name}" `;
    if (written === undefined) ddl.giveUp(table, 'a constraint is not known');
    else ddl.sql(`ALTER TABLE ${nameText(table)} ADD ${label}${written}`);
    return;
  }
  if (!value.whole) ddl.giveUp(table, 'a constraint is not known');
  const deferrable = isTrue(fieldOf(value, 'deferrable'));
  const unique = fieldOf(value, 'unique');
  if (unique) {
    const sets =
      unique.kind === 'array' && unique.items.some((item) => item.kind === 'array')
        ? unique.items.map((item) => textsOf(item))
        : [textsOf(unique)];
    for (const columns of sets) {
      if (!columns) ddl.giveUp(table, 'the columns of a key are not known');
      else
        ddl
          .at(unique.at)
          .addKey(table, { name: name ?? `${table.name}_uniq_${columns.join('_')}`, columns, deferrable });
    }
  }
  const primary = fieldOf(value, 'primaryKey');
  if (primary) {
    const columns = textsOf(primary);
    if (!columns) ddl.giveUp(table, 'the columns of a key are not known');
    else ddl.at(primary.at).addKey(table, { name: name ?? `${table.name}_pkey`, columns, primary: true, deferrable });
  }
  const exclude = textOf(fieldOf(value, 'exclude'));
  if (exclude !== undefined)
    ddl.sql(`ALTER TABLE ${nameText(table)} ADD CONSTRAINT "${name ?? `${table.name}_excl`}" EXCLUDE ${exclude}`);
}

function createIndex(table: TableRef, columns: Static | undefined, options: Static | undefined, ddl: Ddl): void {
  if (!isTrue(fieldOf(options, 'unique'))) return;
  const given = columns?.kind === 'array' ? columns.items : columns ? [columns] : [];
  const over = given.map((one) => textOf(one) ?? textOf(fieldOf(one, 'name')) ?? expression(one));
  if (over.length === 0 || over.some((column) => column === undefined)) {
    ddl.giveUp(table, 'the columns of an index are not known');
    return;
  }
  const names = over.filter((column) => column !== undefined);
  const where = fieldOf(options, 'where');
  ddl.addKey(table, {
    name: textOf(fieldOf(options, 'name')) ?? indexName(table, names, true),
    columns: names.map((column) => (/^\w+$/.test(column) ? column : `(${column})`)),
    index: true,
    where: where === undefined ? null : (sqlOf(where) ?? unknownSql),
    nullsNotDistinct: textOf(fieldOf(options, 'nulls')) === 'not distinct',
    ifNotExists: isTrue(fieldOf(options, 'ifNotExists')),
  });
}

function expression(value: Static): string | undefined {
  return sqlOf(value) ?? sqlOf(fieldOf(value, 'name'));
}

function indexName(table: TableRef, columns: readonly string[], unique: boolean): string {
  return `${table.name}_${columns.join('_').replaceAll(/\W+/g, '_')}${unique ? '_unique' : ''}_index`;
}
