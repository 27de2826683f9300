import type { MigrationDialect } from './code-migrations.ts';
import { defaultSql, isTrue, sqlOf, tableRef, unknownSql } from './ddl.ts';
import type { ColumnSpec, Ddl, TableRef } from './ddl.ts';
import { chainOf, handle, textOf, textsOf } from './static-code.ts';
import type { ChainStep, Static, StaticCode } from './static-code.ts';

/** `db.schema.createTable('t').addColumn('id', 'uuid', (col) => col.primaryKey()).execute()`. */
export const kyselyMigrations: MigrationDialect = {
  marks: /['"]kysely['"]|\bKysely\b/,
  read(call, ddl, code) {
    const { root, steps } = chainOf(call);
    if (root.kind === 'tagged' || steps.some((step) => step.name === 'raw')) {
      const text = sqlOf(call);
      if (text === undefined) return false;
      ddl.sql(text);
      return true;
    }
    const begin = steps.findIndex((step) => step.name === 'schema');
    if (begin < 0) return false;
    let schema: string | null = null;
    const rest = steps.slice(begin + 1);
    while (rest[0]?.name === 'withSchema') schema = textOf(rest.shift()?.args?.[0]) ?? null;
    const [verb, ...chain] = rest;
    // Without `execute` nothing is run.
    if (!verb?.args || !chain.some((step) => step.name === 'execute')) return true;
    readStatement(verb, verb.args, inlined(chain, code), schema, ddl.at(verb.at), code);
    return true;
  },
};

/** `$call(addTimestamps)` adds the steps that the function adds. */
function inlined(chain: readonly ChainStep[], code: StaticCode): ChainStep[] {
  return chain.flatMap((step) => {
    if (step.name !== '$call') return [step];
    const made = code.apply(step.args?.[0], [handle('builder', step.at)]);
    return made ? inlined(chainOf(made).steps, code) : [{ name: 'unknown', args: [], at: step.at }];
  });
}

function readStatement(
  verb: ChainStep,
  args: readonly Static[],
  chain: readonly ChainStep[],
  schema: string | null,
  ddl: Ddl,
  code: StaticCode,
): void {
  const has = (name: string): boolean => chain.some((step) => step.name === name);
  const ref = (value: Static | undefined): TableRef | null => {
    const found = tableRef(value);
    return found && { ...found, schema: found.schema ?? schema };
  };
  if (verb.name === 'createIndex') {
    createIndex(textOf(args[0]), chain, ref, ddl);
    return;
  }
  if (verb.name === 'dropIndex') {
    const name = textOf(args[0]);
    if (name !== undefined) ddl.dropIndex(name, schema);
    else ddl.giveUp(null, 'the index that is dropped is not known');
    return;
  }
  if (!['createTable', 'alterTable', 'dropTable'].includes(verb.name)) return;
  const table = ref(args[0]);
  if (!table) {
    ddl.giveUp(null, `${verb.name} of a table whose name is not known`);
    return;
  }
  if (verb.name === 'dropTable') {
    ddl.dropTable(table);
    return;
  }
  if (verb.name === 'createTable') {
    if (has('temporary')) return;
    if (has('ifNotExists') && ddl.hasTable(table)) return;
    ddl.createTable(table, { ifNotExists: ddl.hasTable(table) });
    if (has('as')) ddl.giveUp(table, 'it is made from a query');
  }
  let current = table;
  for (const step of chain) {
    if (!step.args) continue;
    current = readTableStep(step, step.args, current, ddl.at(step.at), code);
  }
}

function readTableStep(
  step: ChainStep,
  args: readonly Static[],
  table: TableRef,
  ddl: Ddl,
  code: StaticCode,
): TableRef {
  const [first, second, third] = args;
  const name = textOf(first);
  switch (step.name) {
    case 'addColumn':
    case 'modifyColumn':
      if (name === undefined) ddl.giveUp(table, 'the name of a column is not known');
      else addColumn(name, second, third, step.name === 'addColumn', table, ddl, code);
      return table;
    case 'addUniqueConstraint':
    case 'addPrimaryKeyConstraint': {
      const columns = textsOf(second);
      if (name === undefined || !columns) {
        ddl.giveUp(table, 'the columns of a key are not known');
        return table;
      }
      const said = stepsIn(third, code).map((one) => one.name);
      ddl.addKey(table, {
        name,
        columns,
        primary: step.name === 'addPrimaryKeyConstraint',
        nullsNotDistinct: said.includes('nullsNotDistinct'),
        deferrable: said.includes('deferrable'),
      });
      return table;
    }
    case 'dropConstraint':
      if (name === undefined) ddl.giveUp(table, 'the constraint that is dropped is not known');
      else ddl.dropConstraint(table, name);
      return table;
    case 'dropColumn':
      if (name === undefined) ddl.giveUp(table, 'a column that is dropped is not known');
      else ddl.dropColumn(table, name);
      return table;
    case 'renameColumn': {
      const to = textOf(second);
      if (name === undefined || to === undefined) ddl.giveUp(table, 'the name of a column is not known');
      else ddl.renameColumn(table, name, to);
      return table;
    }
    case 'renameTo': {
      if (name === undefined) {
        ddl.giveUp(table, 'it is renamed to a name that is not known');
        return table;
      }
      ddl.renameTable(table, name);
      return { ...table, name };
    }
    case 'setSchema':
      if (name === undefined) ddl.giveUp(table, 'it is moved to a schema that is not known');
      else
        ddl.sql(`ALTER TABLE ${table.schema === null ? '' : `"${table.schema}".`}"${table.name}" SET SCHEMA "${name}"`);
      return table;
    case 'alterColumn':
      if (name === undefined) ddl.giveUp(table, 'the name of a column is not known');
      else alterColumn(name, stepsIn(second, code), table, ddl);
      return table;
    case 'addIndex':
    case 'unknown':
      if (step.name === 'unknown') ddl.giveUp(table, 'what a function adds to it is not known');
      return table;
    default:
      return table;
  }
}

/** The steps that a callback adds to the builder it is given. */
function stepsIn(callback: Static | undefined, code: StaticCode): readonly ChainStep[] {
  if (callback?.kind !== 'function') return [];
  const made = code.apply(callback, [handle('builder', callback.at)]);
  return made ? chainOf(made).steps : [];
}

function typeOf(value: Static | undefined): string | null {
  return textOf(value) ?? sqlOf(value) ?? null;
}

function addColumn(
  name: string,
  type: Static | undefined,
  callback: Static | undefined,
  isNew: boolean,
  table: TableRef,
  ddl: Ddl,
  code: StaticCode,
): void {
  const steps = stepsIn(callback, code);
  const find = (...names: readonly string[]): ChainStep | undefined => steps.find((step) => names.includes(step.name));
  if (callback && steps.length === 0 && code.apply(callback, [])?.kind !== 'handle')
    ddl.giveUp(table, `what is said of the column ${name} is not known`);
  const byDefault = find('defaultTo');
  const generated = find('generatedAlwaysAs');
  const column: ColumnSpec = {
    name,
    type: find('autoIncrement') ? 'serial' : typeOf(type),
    nullable: find('notNull', 'primaryKey') === undefined,
    default: byDefault ? (defaultSql(byDefault.args?.[0]) ?? unknownSql) : undefined,
    identity: find('identity', 'generatedAlwaysAsIdentity', 'generatedByDefaultAsIdentity') !== undefined,
    computed: generated ? (sqlOf(generated.args?.[0]) ?? unknownSql) : undefined,
  };
  if (isNew) ddl.addColumn(table, column, find('ifNotExists') !== undefined);
  else ddl.alterColumn(table, name, { type: column.type, nullable: column.nullable });
  const primary = find('primaryKey');
  const unique = find('unique');
  if (primary) ddl.at(primary.at).addKey(table, { name: null, columns: [name], primary: true });
  if (unique)
    ddl
      .at(unique.at)
      .addKey(table, { name: null, columns: [name], nullsNotDistinct: find('nullsNotDistinct') !== undefined });
}

function alterColumn(name: string, steps: readonly ChainStep[], table: TableRef, ddl: Ddl): void {
  if (steps.length === 0) ddl.giveUp(table, `what is said of the column ${name} is not known`);
  for (const { name: verb, args } of steps) {
    if (verb === 'setNotNull') ddl.alterColumn(table, name, { nullable: false });
    else if (verb === 'dropNotNull') ddl.alterColumn(table, name, { nullable: true });
    else if (verb === 'dropDefault') ddl.alterColumn(table, name, { default: null });
    else if (verb === 'setDefault') ddl.alterColumn(table, name, { default: defaultSql(args?.[0]) ?? unknownSql });
    else if (verb === 'setDataType') ddl.alterColumn(table, name, { type: typeOf(args?.[0]) });
  }
}

function createIndex(
  name: string | undefined,
  chain: readonly ChainStep[],
  ref: (value: Static | undefined) => TableRef | null,
  ddl: Ddl,
): void {
  const find = (step: string): ChainStep | undefined => chain.find((one) => one.name === step);
  const unique = find('unique');
  if (!unique || (unique.args?.[0] && !isTrue(unique.args[0]))) return;
  const table = ref(find('on')?.args?.[0]);
  const columns: (string | undefined)[] = chain.flatMap(({ name: step, args = [] }): (string | undefined)[] => {
    if (step === 'column' || step === 'columns') {
      const given = args[0]?.kind === 'array' ? args[0].items : args;
      return given.map((one) => textOf(one)?.replace(/\s+(?:asc|desc)\b.*$/i, '') ?? expression(one));
    }
    return step === 'expression' ? [expression(args[0])] : [];
  });
  if (!table || columns.length === 0 || columns.some((column) => column === undefined)) {
    ddl.giveUp(table, 'the columns of an index are not known');
    return;
  }
  const where = chain.filter((step) => step.name === 'where').map(({ args = [] }) => predicate(args) ?? unknownSql);
  ddl.addKey(table, {
    name: name ?? null,
    columns: columns.filter((column) => column !== undefined),
    index: true,
    where: where.length > 0 ? where.join(' AND ') : null,
    nullsNotDistinct: find('nullsNotDistinct') !== undefined,
    ifNotExists: find('ifNotExists') !== undefined,
  });
}

function expression(value: Static | undefined): string | undefined {
  const text = sqlOf(value);
  return text === undefined ? undefined : `(${text})`;
}

/** `where('deleted_at', 'is', null)`, or a fragment of SQL. */
function predicate(args: readonly Static[]): string | undefined {
  const [left, operator, right] = args;
  if (args.length === 1) return sqlOf(left);
  const column = textOf(left);
  const sign = textOf(operator);
  const value = defaultSql(right);
  return column !== undefined && sign !== undefined && value !== undefined ? `"${column}" ${sign} ${value}` : undefined;
}
