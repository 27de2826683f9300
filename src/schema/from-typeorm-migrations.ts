import { createHash } from 'node:crypto';
import type { MigrationDialect } from './code-migrations.ts';
import { isTrue, nameText, tableRef, unknownSql } from './ddl.ts';
import type { Ddl, TableRef } from './ddl.ts';
import { chainOf, fieldOf, newOf, textOf, textsOf } from './static-code.ts';
import type { Static } from './static-code.ts';

/** `queryRunner.query('…')`, `queryRunner.createTable(new Table({ … }))`. */
export const typeormMigrations: MigrationDialect = {
  marks: /\bqueryRunner\b|\bQueryRunner\b|\bMigrationInterface\b/,
  read(call, ddl) {
    const { steps } = chainOf(call);
    const last = steps.at(-1);
    if (!last?.args) return false;
    if (
      last.name === 'query' &&
      (steps.length === 1 || steps.at(-2)?.name === 'manager' || steps.at(-2)?.name === 'connection')
    ) {
      ddl.raw(last.args[0]);
      return true;
    }
    return steps.length === 1 && readCall(last.name, last.args, ddl.at(last.at));
  },
};

/** The options of `new Table({ … })`, or a plain object of the same shape. */
function optionsOf(value: Static | undefined): Static | undefined {
  return newOf(value)?.args[0] ?? value;
}

function refOf(value: Static | undefined): TableRef | null {
  return tableRef(value) ?? tableRef(optionsOf(value));
}

function itemsOf(value: Static | undefined): readonly Static[] {
  return value?.kind === 'array' ? value.items : [];
}

function readCall(name: string, args: readonly Static[], ddl: Ddl): boolean {
  const [first, second, third] = args;
  if (
    !/^(?:create|drop|rename|add|change)(?:Table|Columns?|PrimaryKey|UniqueConstraints?|Index|Indices|ExclusionConstraints?)$/.test(
      name,
    )
  )
    return false;
  const table = refOf(first);
  if (!table) {
    ddl.giveUp(null, `${name} on a table whose name is not known`);
    return true;
  }
  const given = second?.kind === 'array' ? second.items : second ? [second] : [];
  switch (name) {
    case 'createTable':
      createTable(table, optionsOf(first), isTrue(second), ddl);
      return true;
    case 'dropTable':
      ddl.dropTable(table);
      return true;
    case 'renameTable': {
      const to = textOf(second);
      if (to === undefined) ddl.giveUp(table, 'it is renamed to a name that is not known');
      else ddl.renameTable(table, to);
      return true;
    }
    case 'addColumn':
    case 'addColumns':
      if (second?.kind === 'array' && !second.whole) ddl.giveUp(table, 'some of its columns are not known');
      for (const column of given) addColumn(table, column, ddl);
      return true;
    case 'dropColumn':
    case 'dropColumns':
      for (const one of given) {
        const column = textOf(one) ?? textOf(fieldOf(optionsOf(one), 'name'));
        if (column === undefined) ddl.giveUp(table, 'a column that is dropped is not known');
        else ddl.dropColumn(table, column);
      }
      return true;
    case 'renameColumn':
    case 'changeColumn':
      changeColumn(table, second, third, ddl);
      return true;
    case 'createPrimaryKey': {
      const columns = textsOf(second);
      if (!columns) ddl.giveUp(table, 'the columns of a key are not known');
      else ddl.addKey(table, { name: textOf(third) ?? hashedName('PK', table, columns), columns, primary: true });
      return true;
    }
    case 'dropPrimaryKey':
      ddl.dropPrimaryKey(table);
      return true;
    case 'createUniqueConstraint':
    case 'createUniqueConstraints':
      for (const one of given) addUnique(table, optionsOf(one), ddl.at(one.at));
      return true;
    case 'createIndex':
    case 'createIndices':
      for (const one of given) addIndex(table, optionsOf(one), ddl.at(one.at));
      return true;
    case 'dropUniqueConstraint':
    case 'dropUniqueConstraints':
    case 'dropIndex':
    case 'dropIndices':
      for (const one of given) {
        const dropped = textOf(one) ?? textOf(fieldOf(optionsOf(one), 'name'));
        if (dropped === undefined) ddl.giveUp(table, 'the key that is dropped is not known');
        else if (name.startsWith('dropU')) ddl.dropConstraint(table, dropped);
        else ddl.dropIndex(dropped, table.schema);
      }
      return true;
    default:
      return true;
  }
}

function createTable(table: TableRef, options: Static | undefined, ifNotExists: boolean, ddl: Ddl): void {
  if (ifNotExists && ddl.hasTable(table)) return;
  ddl.createTable(table, { ifNotExists });
  const columns = fieldOf(options, 'columns');
  if (columns?.kind !== 'array' || !columns.whole) ddl.giveUp(table, 'its columns are not known');
  const primary: string[] = [];
  let primaryName: string | undefined;
  for (const column of itemsOf(columns)) {
    const added = addColumn(table, column, ddl, true);
    if (added?.primary) {
      primary.push(added.name);
      primaryName ??= textOf(fieldOf(optionsOf(column), 'primaryKeyConstraintName'));
    }
  }
  if (primary.length > 0)
    ddl.addKey(table, { name: primaryName ?? hashedName('PK', table, primary), columns: primary, primary: true });
  for (const one of itemsOf(fieldOf(options, 'uniques'))) addUnique(table, optionsOf(one), ddl.at(one.at));
  for (const one of itemsOf(fieldOf(options, 'indices'))) addIndex(table, optionsOf(one), ddl.at(one.at));
}

function addColumn(
  table: TableRef,
  value: Static,
  ddl: Ddl,
  inTable = false,
): { readonly name: string; readonly primary: boolean } | undefined {
  const options = optionsOf(value);
  const name = textOf(fieldOf(options, 'name'));
  if (name === undefined) {
    ddl.giveUp(table, 'the name of a column is not known');
    return undefined;
  }
  const here = ddl.at(value.at);
  const primary = isTrue(fieldOf(options, 'isPrimary'));
  const strategy = isTrue(fieldOf(options, 'isGenerated'))
    ? (textOf(fieldOf(options, 'generationStrategy')) ?? 'increment')
    : undefined;
  const byDefault = fieldOf(options, 'default');
  const type = textOf(fieldOf(options, 'type')) ?? null;
  const isArray = isTrue(fieldOf(options, 'isArray'));
  here.addColumn(table, {
    name,
    type:
      strategy === 'increment'
        ? type === 'bigint'
          ? 'bigserial'
          : 'serial'
        : type === null
          ? null
          : type + (isArray ? '[]' : ''),
    nullable: !primary && isTrue(fieldOf(options, 'isNullable')),
    default:
      strategy === 'uuid' || strategy === 'rowid'
        ? 'gen_random_uuid()'
        : strategy === undefined
          ? defaultText(byDefault)
          : undefined,
    identity: strategy === 'identity',
    computed: textOf(fieldOf(options, 'asExpression')),
  });
  if (options?.kind === 'object' && !options.whole)
    here.giveUp(table, `what is said of the column ${name} is not known`);
  if (isTrue(fieldOf(options, 'isUnique')))
    here.addKey(table, { name: hashedName('UQ', table, [name]), columns: [name] });
  if (primary && !inTable)
    here.addKey(table, { name: hashedName('PK', table, [name]), columns: [name], primary: true });
  return { name, primary };
}

/** Defaults are written as SQL here: `"'pending'"`, `'now()'`. */
function defaultText(value: Static | undefined): string | undefined {
  if (value === undefined || (value.kind === 'constant' && value.value === null)) return undefined;
  if (value.kind === 'constant' && typeof value.value === 'boolean') return String(value.value);
  const text = textOf(value);
  return text === undefined || text.trim() === '' ? unknownSql : text;
}

function changeColumn(table: TableRef, from: Static | undefined, to: Static | undefined, ddl: Ddl): void {
  const before = textOf(from) ?? textOf(fieldOf(optionsOf(from), 'name'));
  const options = optionsOf(to);
  const after = textOf(to) ?? textOf(fieldOf(options, 'name'));
  if (before === undefined || after === undefined) {
    ddl.giveUp(table, 'the name of a column is not known');
    return;
  }
  if (before !== after) ddl.renameColumn(table, before, after);
  if (options?.kind !== 'object') return;
  ddl.alterColumn(table, after, {
    type: textOf(fieldOf(options, 'type')) ?? null,
    nullable: isTrue(fieldOf(options, 'isNullable')),
    default: defaultText(fieldOf(options, 'default')) ?? null,
  });
  if (isTrue(fieldOf(options, 'isUnique')))
    ddl.addKey(table, { name: hashedName('UQ', table, [after]), columns: [after] });
}

function addUnique(table: TableRef, options: Static | undefined, ddl: Ddl): void {
  const columns = textsOf(fieldOf(options, 'columnNames'));
  if (!columns) {
    ddl.giveUp(table, 'the columns of a key are not known');
    return;
  }
  const name = textOf(fieldOf(options, 'name')) ?? hashedName('UQ', table, columns);
  ddl.addKey(table, { name, columns, deferrable: fieldOf(options, 'deferrable') !== undefined });
}

function addIndex(table: TableRef, options: Static | undefined, ddl: Ddl): void {
  if (!isTrue(fieldOf(options, 'isUnique'))) {
    if (options?.kind !== 'object') ddl.giveUp(table, 'an index is not known');
    return;
  }
  const columns = textsOf(fieldOf(options, 'columnNames'));
  if (!columns) {
    ddl.giveUp(table, 'the columns of an index are not known');
    return;
  }
  const where = fieldOf(options, 'where');
  ddl.addKey(table, {
    name: textOf(fieldOf(options, 'name')) ?? hashedName('IDX', table, columns, textOf(where)),
    columns,
    index: true,
    where: where === undefined ? null : (textOf(where) ?? unknownSql),
  });
}

/** The name that the library gives to a key without one. */
export function hashedName(
  kind: 'PK' | 'UQ' | 'IDX' | 'REL',
  table: TableRef,
  columns: readonly string[],
  where?: string,
): string {
  const named = nameText(table).replaceAll('"', '').replace('.', '_');
  const text = `${named}_${[...columns].sort().join('_')}${where === undefined ? '' : `_${where}`}`;
  const digest = createHash('sha1').update(text).digest('hex');
  return `${kind}_${digest.slice(0, kind === 'PK' || kind === 'UQ' ? 27 : 26)}`;
}
