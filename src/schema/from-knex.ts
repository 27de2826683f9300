import type { MigrationDialect } from './code-migrations.ts';
import { defaultSql, isTrue, sqlOf, tableRef, unknownSql } from './ddl.ts';
import type { Ddl, TableRef } from './ddl.ts';
import { chainOf, fieldOf, flagOf, handle, textOf, textsOf } from './static-code.ts';
import type { ChainStep, Static, StaticCode } from './static-code.ts';

/** `knex.schema.createTable('t', (table) => { … })`, which Objection and Adonis use as well. */
export const knexMigrations: MigrationDialect = {
  marks: /\bknex\b|\bschema\s*\.\s*(?:withSchema|createTable|alterTable|table|dropTable|renameTable|raw|hasTable)/i,
  read(call, ddl, code) {
    const { steps } = chainOf(call);
    const begin = steps.findIndex((step) => step.name === 'schema');
    const last = steps.at(-1);
    if (begin < 0) {
      if (last?.name === 'raw' && sqlOf(last.args?.[0]) !== undefined) {
        ddl.raw(last.args?.[0]);
        return true;
      }
      return false;
    }
    let schema: string | null = null;
    for (const step of steps.slice(begin + 1)) {
      if (step.name === 'withSchema') schema = textOf(step.args?.[0]) ?? null;
      else if (step.args) readSchemaStep(step, step.args, schema, ddl.at(step.at), code);
    }
    return true;
  },
};

function readSchemaStep(
  step: ChainStep,
  args: readonly Static[],
  schema: string | null,
  ddl: Ddl,
  code: StaticCode,
): void {
  const [first, second, third] = args;
  if (step.name === 'raw') {
    ddl.raw(first);
    return;
  }
  if (!/^(?:create|alter|drop|rename)?table/i.test(step.name)) return;
  const found = tableRef(first);
  if (!found) {
    ddl.giveUp(null, `${step.name} of a table whose name is not known`);
    return;
  }
  const table: TableRef = { ...found, schema: found.schema ?? schema };
  switch (step.name) {
    case 'createTable':
    case 'createTableIfNotExists':
      // A migration that asks whether the table is there runs on a database that lacks it.
      if (step.name === 'createTableIfNotExists' && ddl.hasTable(table)) return;
      ddl.createTable(table, { ifNotExists: ddl.hasTable(table) });
      build(second, table, ddl, code);
      return;
    case 'createTableLike': {
      const like = tableRef(second);
      if (like) ddl.createTable(table, { like });
      else ddl.giveUp(table, 'the table that it is like is not known');
      build(third, table, ddl, code);
      return;
    }
    case 'alterTable':
    case 'table':
      build(second, table, ddl, code);
      return;
    case 'dropTable':
    case 'dropTableIfExists':
      ddl.dropTable(table);
      return;
    case 'renameTable': {
      const to = textOf(second);
      if (to === undefined) ddl.giveUp(table, 'it is renamed to a name that is not known');
      else ddl.renameTable(table, to);
      return;
    }
    default:
      return;
  }
}

function build(callback: Static | undefined, table: TableRef, ddl: Ddl, code: StaticCode): void {
  if (callback === undefined) return;
  if (callback.kind !== 'function') {
    ddl.giveUp(table, 'its columns are not known');
    return;
  }
  const builder = handle('table', callback.at);
  code.run(
    callback,
    [builder],
    (value, certain) => {
      const { root, steps } = chainOf(value);
      const [step, ...rest] = steps;
      if (root !== builder) {
        if (mentions(value, builder)) ddl.at(value.at).giveUp(table, 'what a function adds to it is not known');
        return;
      }
      if (!step?.args) return;
      if (!certain) ddl.at(step.at).giveUp(table, 'a part of it is made under a condition');
      readTableStep(step, step.args, rest, table, ddl.at(step.at));
    },
    builder,
  );
}

function mentions(value: Static, builder: Static): boolean {
  return value.kind === 'call' && value.args.some((arg) => arg === builder);
}

const types: Readonly<Record<string, string>> = {
  integer: 'integer', int: 'integer', tinyint: 'smallint', smallint: 'smallint', mediumint: 'integer', bigint: 'bigint',
  bigInteger: 'bigint', text: 'text', string: 'varchar', float: 'real', double: 'double precision', decimal: 'numeric',
  boolean: 'boolean', date: 'date', datetime: 'timestamptz', dateTime: 'timestamptz', time: 'time', timestamp: 'timestamptz',
  binary: 'bytea', enum: 'text', enu: 'text', json: 'json', jsonb: 'jsonb', uuid: 'uuid', geometry: 'text', geography: 'text',
  point: 'text', increments: 'serial', bigincrements: 'bigserial', bigIncrements: 'bigserial', tinyIncrements: 'serial',
  smallIncrements: 'serial', specificType: 'text',
}; // prettier-ignore

function readTableStep(
  step: ChainStep,
  args: readonly Static[],
  modifiers: readonly ChainStep[],
  table: TableRef,
  ddl: Ddl,
): void {
  const [first, second] = args;
  const name = textOf(first);
  const columns = textsOf(first);
  const type = types[step.name];
  if (type !== undefined) {
    if (name === undefined && !step.name.endsWith('ncrements')) ddl.giveUp(table, 'the name of a column is not known');
    else addColumn(step, name ?? 'id', type, args, modifiers, table, ddl);
    return;
  }
  switch (step.name) {
    case 'unique':
    case 'primary': {
      const primary = step.name === 'primary';
      if (!columns) {
        ddl.giveUp(table, 'the columns of a key are not known');
        return;
      }
      const given = textOf(second) ?? textOf(fieldOf(second, primary ? 'constraintName' : 'indexName'));
      const predicate = fieldOf(second, 'predicate');
      ddl.addKey(table, {
        name: given ?? keyName(table, columns, primary ? 'primary' : 'unique'),
        columns,
        primary,
        where: predicate === undefined ? null : (predicateSql(predicate) ?? unknownSql),
        deferrable:
          fieldOf(second, 'deferrable') !== undefined && textOf(fieldOf(second, 'deferrable')) !== 'not deferrable',
      });
      return;
    }
    case 'dropUnique':
    case 'dropPrimary':
    case 'dropIndex': {
      const given = textOf(step.name === 'dropPrimary' ? first : second);
      if (step.name === 'dropPrimary' && given === undefined) {
        ddl.dropPrimaryKey(table);
        return;
      }
      const dropped = given ?? (columns && keyName(table, columns, step.name === 'dropIndex' ? 'index' : 'unique'));
      if (dropped === undefined) {
        ddl.giveUp(table, 'the key that is dropped is not known');
        return;
      }
      // A partial unique is an index, which has no constraint to drop.
      ddl.dropConstraint(table, dropped);
      ddl.dropIndex(dropped, table.schema);
      return;
    }
    case 'dropColumn':
    case 'dropColumns': {
      const dropped = args.flatMap((arg) => textsOf(arg) ?? []);
      if (dropped.length === 0) ddl.giveUp(table, 'a column that is dropped is not known');
      for (const column of dropped) ddl.dropColumn(table, column);
      return;
    }
    case 'renameColumn': {
      const to = textOf(second);
      if (name !== undefined && to !== undefined) ddl.renameColumn(table, name, to);
      else ddl.giveUp(table, 'the name of a column is not known');
      return;
    }
    case 'setNullable':
    case 'dropNullable':
      if (name !== undefined) ddl.alterColumn(table, name, { nullable: step.name === 'setNullable' });
      return;
    case 'timestamps': {
      const options = first?.kind === 'object' ? first : undefined;
      const byDefault = flagOf(fieldOf(options, 'defaultToNow')) ?? flagOf(second);
      const camel = flagOf(fieldOf(options, 'useCamelCase')) ?? flagOf(args[2]);
      for (const column of camel ? ['createdAt', 'updatedAt'] : ['created_at', 'updated_at'])
        ddl.addColumn(table, {
          name: column,
          type: 'timestamptz',
          nullable: !byDefault,
          default: byDefault ? 'now()' : undefined,
        });
      return;
    }
    case 'dropTimestamps':
      for (const column of isTrue(first) ? ['createdAt', 'updatedAt'] : ['created_at', 'updated_at'])
        ddl.dropColumn(table, column);
      return;
    case 'inherits':
      ddl.giveUp(table, 'it inherits columns');
      return;
    default:
      return;
  }
}

function addColumn(
  step: ChainStep,
  name: string,
  type: string,
  args: readonly Static[],
  modifiers: readonly ChainStep[],
  table: TableRef,
  ddl: Ddl,
): void {
  const has = (...names: readonly string[]): ChainStep | undefined => modifiers.find((one) => names.includes(one.name));
  const given = step.name === 'specificType' ? textOf(args[1]) : undefined;
  const byDefault = has('defaultTo', 'default');
  const isKey = step.name.endsWith('ncrements') && flagOf(fieldOf(args[1], 'primaryKey')) !== false;
  const nullable = has('notNullable', 'notNull') === undefined && flagOf(has('nullable')?.args?.[0]) !== false;
  const value = byDefault ? (defaultSql(byDefault.args?.[0]) ?? unknownSql) : undefined;
  if (has('alter')) {
    ddl.alterColumn(table, name, { type: given ?? type, nullable, default: value ?? null });
  } else {
    ddl.addColumn(table, { name, type: given ?? type, nullable, default: value });
  }
  const unique = has('unique');
  const primary = has('primary');
  if (unique) {
    const [options] = unique.args ?? [];
    const named = textOf(options) ?? textOf(fieldOf(options, 'indexName'));
    ddl.at(unique.at).addKey(table, { name: named ?? keyName(table, [name], 'unique'), columns: [name] });
  }
  if (primary ?? isKey) {
    const named = textOf(primary?.args?.[0]) ?? textOf(fieldOf(primary?.args?.[0], 'constraintName'));
    ddl.at(primary?.at ?? step.at).addKey(table, {
      name: named ?? keyName(table, [name], 'primary'),
      columns: [name],
      primary: true,
    });
  }
}

function keyName({ schema, name }: TableRef, columns: readonly string[], kind: 'unique' | 'primary' | 'index'): string {
  if (kind === 'primary') return `${name}_pkey`;
  const table = (schema === null ? name : `${schema}.${name}`).replaceAll(/[.-]/g, '_');
  return `${table}_${columns.join('_')}_${kind}`.toLowerCase();
}

/** `knex.whereNotNull('a')`, `knex.where('a', 'x')`, `knex.whereRaw('…')`. */
function predicateSql(value: Static): string | undefined {
  const parts = chainOf(value).steps.map(({ name, args = [] }): string | undefined => {
    const column = textOf(args[0]);
    if (name === 'whereRaw') return sqlOf(args[0]);
    if (column === undefined) return undefined;
    if (name === 'whereNotNull') return `"${column}" IS NOT NULL`;
    if (name === 'whereNull') return `"${column}" IS NULL`;
    if ((name === 'where' || name === 'andWhere') && args.length === 2)
      return `"${column}" = ${defaultSql(args[1]) ?? unknownSql}`;
    return undefined;
  });
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.join(' AND ') : undefined;
}
