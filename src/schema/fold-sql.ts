import type {
  AlterTableCmd,
  AlterTableStmt,
  ColumnDef,
  Constraint,
  CreateStmt,
  DropStmt,
  IndexElem,
  IndexStmt,
  Node,
  RangeVar,
  RenameStmt,
  TypeName,
} from 'libpg-query';
import { parseScript } from '../parse/parse-sql.ts';
import type { ScriptStatement } from '../parse/parse-sql.ts';
import type { SourceLine } from '../parse/place.ts';
import { readCondition, readExpression, tableName } from '../parse/read-sql-tree.ts';
import { tokenizeSql } from '../parse/sql-lexer.ts';
import type { UnreadSchema } from './catalog.ts';
import {
  addKey,
  applyDefault,
  columnsIn,
  copyColumn,
  copyKey,
  defaultKeyName,
  equalFold,
  findColumn,
  keyConditions,
  lineFinder,
  newColumn,
  newKey,
  newTable,
} from './table-draft.ts';
import type { ColumnDraft, KeyDraft, SchemaPart, TableDraft } from './table-draft.ts';

/** Folds the statements of migrations, in their order, into the tables they leave behind. */
export class SqlFold implements SchemaPart {
  readonly unknown: UnreadSchema[] = [];
  readonly #tables = new Map<string, TableDraft>();

  get tables(): TableDraft[] {
    return [...this.#tables.values()];
  }

  foldFile(file: string, text: string): void {
    const lineAt = lineFinder(text);
    for (const statement of parseScript(text).statements) {
      const place: Place = {
        statement,
        at: (location) => ({
          file,
          line: lineAt(location === undefined ? statement.start : statement.offsetOf(location)),
        }),
      };
      try {
        if (statement.tree) this.#fold(statement.tree, place);
        else this.#noteUnreadable(statement.text, place);
      } catch (error) {
        this.#giveUp(tableMentioned(statement.text), place, error instanceof Error ? error.message : String(error));
      }
    }
  }

  #fold(node: Node, place: Place): void {
    if ('CreateStmt' in node) this.#createTable(node.CreateStmt, place);
    else if ('CreateTableAsStmt' in node) this.#createTableAs(node, place);
    else if ('IndexStmt' in node) this.#createIndex(node.IndexStmt, place);
    else if ('AlterTableStmt' in node) this.#alterTable(node.AlterTableStmt, place);
    else if ('RenameStmt' in node) this.#rename(node.RenameStmt);
    else if ('DropStmt' in node) this.#drop(node.DropStmt);
    else if ('AlterObjectSchemaStmt' in node && node.AlterObjectSchemaStmt.objectType === 'OBJECT_TABLE') {
      const { relation, newschema } = node.AlterObjectSchemaStmt;
      this.#move(this.#find(relation), { schema: newschema === 'public' ? null : (newschema ?? null) });
    } else if ('DoStmt' in node) this.#foldBlock(node, place);
  }

  #key(schema: string | null, name: string): string {
    return `${schema ?? ''}.${name}`;
  }

  #find(relation: RangeVar | undefined): TableDraft | undefined {
    const { schema, name } = tableName(relation);
    return (
      this.#tables.get(this.#key(schema, name)) ??
      this.tables.find((table) => table.schema === schema && equalFold(table.name, name))
    );
  }

  #findKey(name: string): { table: TableDraft; key: KeyDraft } | undefined {
    for (const table of this.#tables.values()) {
      const key = table.uniqueKeys.find((candidate) => candidate.name === name);
      if (key) return { table, key };
    }
    return undefined;
  }

  /** A table that exists although its creation was not seen. */
  #need(relation: RangeVar | undefined, place: Place): TableDraft {
    const known = this.#find(relation);
    if (known) return known;
    const { schema, name } = tableName(relation);
    const table = newTable(schema, name, place.at(undefined));
    table.complete = false;
    this.#tables.set(this.#key(schema, name), table);
    return table;
  }

  #createTable(create: CreateStmt, place: Place): void {
    if (create.relation?.relpersistence === 't') return;
    const known = this.#find(create.relation);
    if (known?.complete && create.if_not_exists) return;
    const { schema, name } = tableName(create.relation);
    const table = newTable(schema, name, place.at(create.relation?.location));
    for (const item of create.inhRelations ?? []) {
      if ('RangeVar' in item) this.#inherit(table, this.#find(item.RangeVar), create.partbound !== undefined);
    }
    const elements = create.tableElts ?? [];
    for (const element of elements) {
      if ('ColumnDef' in element) this.#addColumn(table, element.ColumnDef, place);
      else if ('TableLikeClause' in element) {
        const { relation, options } = element.TableLikeClause;
        this.#copyLike(table, this.#find(relation), options ?? 0);
      }
    }
    for (const element of elements) {
      if ('Constraint' in element) this.#addConstraint(table, element.Constraint, place);
    }
    this.#tables.set(this.#key(schema, name), table);
  }

  #inherit(table: TableDraft, parent: TableDraft | undefined, isPartition: boolean): void {
    if (!parent) {
      table.complete = false;
      return;
    }
    table.columns.push(...parent.columns.map(copyColumn));
    if (!isPartition) return;
    table.uniqueKeys.push(...parent.uniqueKeys.map(copyKey));
    table.complete &&= parent.complete;
  }

  #copyLike(table: TableDraft, source: TableDraft | undefined, options: number): void {
    if (!source) {
      table.complete = false;
      return;
    }
    const [defaults, identity, indexes] = [8, 32, 64].map((bit) => (options & bit) !== 0);
    for (const column of source.columns) {
      const copy = newColumn(column.name, column.type);
      copy.nullable = column.nullable;
      const kept = column.generated === 'identity' ? identity : defaults;
      table.columns.push(kept ? copyColumn(column) : copy);
    }
    if (indexes) for (const key of source.uniqueKeys) addKey(table, copyKey(key));
    table.complete &&= source.complete;
  }

  #createTableAs(node: Extract<Node, { CreateTableAsStmt: unknown }>, place: Place): void {
    const { into, objtype } = node.CreateTableAsStmt;
    if (objtype !== 'OBJECT_TABLE' || into?.rel?.relpersistence === 't') return;
    const { schema, name } = tableName(into?.rel);
    const table = newTable(schema, name, place.at(undefined));
    table.complete = false;
    this.#tables.set(this.#key(schema, name), table);
  }

  #addColumn(table: TableDraft, definition: ColumnDef, place: Place): void {
    const name = definition.colname ?? '';
    table.columns = table.columns.filter((column) => column.name !== name);
    const column = newColumn(name, typeText(definition.typeName));
    table.columns.push(column);
    if (/^(?:small|big)?serial[248]?$/.test(column.type ?? '')) {
      column.generated = 'serial';
      column.hasDefault = true;
      column.nullable = false;
    }
    for (const item of definition.constraints ?? []) {
      if ('Constraint' in item) this.#addColumnConstraint(table, column, item.Constraint, place);
    }
  }

  #addColumnConstraint(table: TableDraft, column: ColumnDraft, constraint: Constraint, place: Place): void {
    switch (constraint.contype) {
      case 'CONSTR_NOTNULL':
        column.nullable = false;
        return;
      case 'CONSTR_NULL':
        column.nullable = true;
        return;
      case 'CONSTR_DEFAULT':
        if (constraint.raw_expr) applyDefault(column, readExpression(constraint.raw_expr));
        return;
      case 'CONSTR_IDENTITY':
        column.generated = 'identity';
        column.hasDefault = true;
        column.nullable = false;
        return;
      case 'CONSTR_GENERATED':
        column.hasDefault = true;
        column.derivedFrom = constraint.raw_expr ? columnsIn(readExpression(constraint.raw_expr)) : [];
        return;
      default:
        this.#addConstraint(table, constraint, place, [column.name]);
    }
  }

  #addConstraint(table: TableDraft, constraint: Constraint, place: Place, ownColumns?: readonly string[]): void {
    const primary = constraint.contype === 'CONSTR_PRIMARY';
    if (!primary && constraint.contype !== 'CONSTR_UNIQUE') return;
    if (constraint.indexname !== undefined) {
      this.#promoteIndex(table, constraint, primary);
      return;
    }
    const columns = ownColumns ?? stringsIn(constraint.keys).map((name) => findColumn(table, name)?.name ?? name);
    const key = newKey(columns, place.at(constraint.location));
    key.primary = primary;
    key.name = constraint.conname ?? defaultKeyName(table, columns, primary ? 'pkey' : 'key');
    key.nullsNotDistinct = constraint.nulls_not_distinct ?? false;
    key.alsoNeeds = stringsIn(constraint.including);
    addKey(table, key);
  }

  /** `ADD CONSTRAINT c UNIQUE USING INDEX i`: the index takes the constraint's name. */
  #promoteIndex(table: TableDraft, constraint: Constraint, primary: boolean): void {
    const key = table.uniqueKeys.find((candidate) => candidate.name === constraint.indexname);
    if (!key) {
      table.complete = false;
      return;
    }
    table.uniqueKeys = table.uniqueKeys.filter((candidate) => candidate !== key);
    addKey(table, { ...key, primary, name: constraint.conname ?? key.name });
  }

  #createIndex(index: IndexStmt, place: Place): void {
    if (!index.unique) return;
    const elements = (index.indexParams ?? []).flatMap((item) => ('IndexElem' in item ? [item.IndexElem] : []));
    const known = this.#find(index.relation);
    if (known && index.if_not_exists && known.uniqueKeys.some((key) => key.name === index.idxname)) return;
    const table = known ?? this.#need(index.relation, place);
    const key = newKey(
      elements.flatMap((element) =>
        element.name === undefined ? [] : [findColumn(table, element.name)?.name ?? element.name],
      ),
      place.at(undefined),
    );
    key.name =
      index.idxname ??
      defaultKeyName(
        table,
        elements.map((element) => element.name ?? 'expr'),
        'idx',
      );
    key.nullsNotDistinct = index.nulls_not_distinct ?? false;
    key.alsoNeeds = (index.indexIncludingParams ?? []).flatMap((item) =>
      'IndexElem' in item ? [item.IndexElem.name ?? ''] : [],
    );
    const expressions = elements.flatMap((element) => (element.expr ? [element.expr] : []));
    if (expressions.length > 0) {
      key.expression = expressionText(place.statement.text, elements);
      key.expressionColumns = expressions.flatMap((expression) => columnsIn(readExpression(expression)));
    }
    if (index.whereClause) {
      const conditions = readCondition(index.whereClause);
      key.where = predicateText(place.statement.text);
      key.conditions = keyConditions(conditions);
      key.alsoNeeds.push(...conditions.map((condition) => condition.column));
    }
    addKey(table, key);
  }

  #alterTable(alter: AlterTableStmt, place: Place): void {
    if (
      alter.objtype === 'OBJECT_INDEX' ||
      alter.objtype === 'OBJECT_VIEW' ||
      alter.objtype === 'OBJECT_SEQUENCE' ||
      alter.objtype === 'OBJECT_TYPE'
    )
      return;
    const commands = (alter.cmds ?? []).flatMap((item) => ('AlterTableCmd' in item ? [item.AlterTableCmd] : []));
    if (!this.#find(alter.relation) && !commands.some((command) => tellsOfColumns.has(command.subtype ?? ''))) return;
    const table = this.#need(alter.relation, place);
    for (const command of commands) this.#alter(table, command, place);
  }

  #alter(table: TableDraft, command: AlterTableCmd, place: Place): void {
    const column = command.name === undefined ? undefined : findColumn(table, command.name);
    const definition = command.def;
    switch (command.subtype) {
      case 'AT_AddColumn':
        if (!definition || !('ColumnDef' in definition)) return;
        if (command.missing_ok && findColumn(table, definition.ColumnDef.colname ?? '')) return;
        this.#addColumn(table, definition.ColumnDef, place);
        return;
      case 'AT_DropColumn':
        dropColumn(table, command.name ?? '');
        return;
      case 'AT_AddConstraint':
        if (definition && 'Constraint' in definition) this.#addConstraint(table, definition.Constraint, place);
        return;
      case 'AT_DropConstraint':
        // MySQL's name of every primary key is PRIMARY.
        table.uniqueKeys = table.uniqueKeys.filter(
          (key) => key.name !== command.name && !(command.name === 'PRIMARY' && key.primary),
        );
        return;
      case 'AT_SetNotNull':
        if (column) column.nullable = false;
        return;
      case 'AT_DropNotNull':
        if (column) column.nullable = true;
        return;
      case 'AT_ColumnDefault':
        if (!column) return;
        if (definition) {
          applyDefault(column, readExpression(definition));
        } else {
          column.hasDefault = false;
          column.generated = null;
          delete column.defaultValue;
        }
        return;
      case 'AT_AddIdentity':
        if (column) Object.assign(column, { generated: 'identity', hasDefault: true });
        return;
      case 'AT_DropIdentity':
        if (column) Object.assign(column, { generated: null, hasDefault: false });
        return;
      case 'AT_AlterColumnType':
        if (column && definition && 'ColumnDef' in definition) column.type = typeText(definition.ColumnDef.typeName);
        return;
      case 'AT_AttachPartition': {
        const partition =
          definition && 'PartitionCmd' in definition ? this.#find(definition.PartitionCmd.name) : undefined;
        if (partition)
          for (const key of table.uniqueKeys)
            if (!key.primary || !partition.uniqueKeys.some((other) => other.primary)) addKey(partition, copyKey(key));
        return;
      }
      default:
        return;
    }
  }

  #rename(rename: RenameStmt): void {
    const from = rename.subname ?? '';
    const to = rename.newname ?? '';
    switch (rename.renameType) {
      case 'OBJECT_TABLE':
        this.#move(this.#find(rename.relation), { name: to });
        return;
      case 'OBJECT_COLUMN': {
        const table = this.#find(rename.relation);
        if (table) renameColumn(table, from, to);
        return;
      }
      case 'OBJECT_TABCONSTRAINT': {
        const key = this.#find(rename.relation)?.uniqueKeys.find((candidate) => candidate.name === from);
        if (key) key.name = to;
        return;
      }
      case 'OBJECT_INDEX': {
        const found = this.#findKey(rename.relation?.relname ?? '');
        if (found) found.key.name = to;
        return;
      }
      case 'OBJECT_SCHEMA':
        for (const table of this.tables) if (table.schema === from) this.#move(table, { schema: to });
        return;
      default:
        return;
    }
  }

  #move(table: TableDraft | undefined, change: { schema?: string | null; name?: string }): void {
    if (!table) return;
    this.#tables.delete(this.#key(table.schema, table.name));
    Object.assign(table, change);
    this.#tables.set(this.#key(table.schema, table.name), table);
  }

  #drop(drop: DropStmt): void {
    for (const item of drop.objects ?? []) {
      const names = 'List' in item ? stringsIn(item.List.items) : stringsIn([item]);
      const name = names.at(-1) ?? '';
      const schema = names.at(-2);
      if (drop.removeType === 'OBJECT_TABLE') {
        const table = this.#find({ relname: name, ...(schema !== undefined && { schemaname: schema }) });
        if (table) this.#tables.delete(this.#key(table.schema, table.name));
      } else if (drop.removeType === 'OBJECT_INDEX') {
        const found = this.#findKey(name);
        if (found) found.table.uniqueKeys = found.table.uniqueKeys.filter((key) => key !== found.key);
      } else if (drop.removeType === 'OBJECT_SCHEMA') {
        for (const table of this.tables)
          if (table.schema === name) this.#tables.delete(this.#key(table.schema, table.name));
      }
    }
  }

  /** The definitions written in a DO block, as if each of its branches ran. */
  #foldBlock(node: Extract<Node, { DoStmt: unknown }>, place: Place): void {
    for (const item of node.DoStmt.args ?? []) {
      if (!('DefElem' in item) || item.DefElem.defname !== 'as') continue;
      const body = item.DefElem.arg && 'String' in item.DefElem.arg ? (item.DefElem.arg.String.sval ?? '') : '';
      for (const [definition] of body.matchAll(
        /\b(?:ALTER\s+TABLE|CREATE\s+(?:TABLE|UNIQUE\s+INDEX)|DROP\s+(?:TABLE|INDEX))\b[^;]*;/gi,
      )) {
        const [statement] = parseScript(definition).statements;
        if (!statement) continue;
        const inner: Place = { statement, at: () => place.at(undefined) };
        if (statement.tree) this.#fold(statement.tree, inner);
        else this.#noteUnreadable(statement.text, inner);
      }
    }
  }

  #noteUnreadable(text: string, place: Place): void {
    const dropped = /^DROP\s+INDEX\s+(?:IF\s+EXISTS\s+)?[`"]?(\w+)[`"]?\s+ON\b/i.exec(text)?.[1];
    const found = dropped === undefined ? undefined : this.#findKey(dropped);
    if (found) found.table.uniqueKeys = found.table.uniqueKeys.filter((key) => key !== found.key);
    if (dropped !== undefined || !/^(?:CREATE|ALTER|DROP|RENAME)\b[^;(]*\b(?:TABLE|INDEX)\b/i.test(text)) return;
    this.#giveUp(
      tableMentioned(text),
      place,
      place.statement.parse.ok ? 'statement not understood' : place.statement.parse.reason,
    );
  }

  #giveUp(relation: RangeVar | undefined, place: Place, reason: string): void {
    if (relation) this.#need(relation, place).complete = false;
    const { file, line } = place.at(undefined);
    this.unknown.push({ file, line, reason });
  }
}

interface Place {
  readonly statement: ScriptStatement;
  /** The line of a byte location of the statement's tree; of the statement where there is none. */
  at(location: number | undefined): SourceLine;
}

/** Commands that say something about keys or columns even of a table whose creation was not seen. */
const tellsOfColumns = new Set(['AT_AddColumn', 'AT_AddConstraint']);

function stringsIn(nodes: readonly Node[] | undefined): string[] {
  return (nodes ?? []).flatMap((node) => ('String' in node ? [node.String.sval ?? ''] : []));
}

const typeNames: Readonly<Record<string, string>> = {
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  bool: 'boolean',
  bpchar: 'char',
};

function typeText(type: TypeName | undefined): string | null {
  const name = stringsIn(type?.names).at(-1);
  if (name === undefined) return null;
  return (typeNames[name] ?? name.toLowerCase()) + (type?.arrayBounds ? '[]' : '');
}

function dropColumn(table: TableDraft, name: string): void {
  table.columns = table.columns.filter((column) => !equalFold(column.name, name));
  table.uniqueKeys = table.uniqueKeys.filter(
    (key) =>
      ![...key.columns, ...(key.expressionColumns ?? []), ...(key.alsoNeeds ?? [])].some((column) =>
        equalFold(column, name),
      ),
  );
}

function renameColumn(table: TableDraft, from: string, to: string): void {
  const renamed = (name: string): string => (equalFold(name, from) ? to : name);
  const column = findColumn(table, from);
  if (column) column.name = to;
  const written = new RegExp(`\\b${from.replace(/[^\w]/g, '\\$&')}\\b`, 'gi');
  for (const other of table.columns) if (other.derivedFrom) other.derivedFrom = other.derivedFrom.map(renamed);
  for (const key of table.uniqueKeys) {
    key.columns = key.columns.map(renamed);
    key.conditions = key.conditions?.map((condition) => ({ ...condition, column: renamed(condition.column) })) ?? null;
    key.where = key.where?.replace(written, () => to) ?? null;
    key.expression = key.expression?.replace(written, () => to) ?? null;
    if (key.expressionColumns) key.expressionColumns = key.expressionColumns.map(renamed);
    if (key.alsoNeeds) key.alsoNeeds = key.alsoNeeds.map(renamed);
  }
}

/** Text behind the last WHERE outside of brackets. */
function predicateText(text: string): string | null {
  let depth = 0;
  let start: number | undefined;
  for (const token of tokenizeSql(text)) {
    const written = text.slice(token.start, token.end);
    if (written === '(') depth += 1;
    if (written === ')') depth -= 1;
    if (depth === 0 && token.kind === 'word' && written.toUpperCase() === 'WHERE') start = token.end;
  }
  return start === undefined ? null : oneLine(text.slice(start));
}

/** Texts of the elements of an index that are expressions. */
function expressionText(text: string, elements: readonly IndexElem[]): string | null {
  const tokens = tokenizeSql(text);
  const open = tokens.find((token) => text[token.start] === '(');
  if (!open) return null;
  const parts: string[] = [];
  let depth = 0;
  let start = open.end;
  for (const token of tokens) {
    if (token.start < open.start) continue;
    const written = text.slice(token.start, token.end);
    if (written === '(') depth += 1;
    if (written === ')') depth -= 1;
    if ((written === ',' && depth === 1) || depth === 0) {
      parts.push(oneLine(text.slice(start, token.start)));
      start = token.end;
      if (depth === 0) break;
    }
  }
  return parts.filter((_, position) => elements[position]?.expr !== undefined).join(', ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const tablePattern =
  /^(?:CREATE\s+(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED)\s+)*TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?|(?:ALTER|DROP)\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?|RENAME\s+TABLE\s+|CREATE\s+(?:UNIQUE\s+)?INDEX\b[\s\S]*?\bON\s+(?:ONLY\s+)?)(?:([`"]?)(\w+)\1\.)?([`"]?)(\w+)\3/i;

function tableMentioned(text: string): RangeVar | undefined {
  const match = tablePattern.exec(text);
  const name = match?.[4];
  if (match === null || name === undefined) return undefined;
  const fold = (written: string, quote: string | undefined): string => (quote ? written : written.toLowerCase());
  const schema = match[2];
  return { relname: fold(name, match[3]), ...(schema !== undefined && { schemaname: fold(schema, match[1]) }) };
}
