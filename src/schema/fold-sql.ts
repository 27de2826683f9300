import type {
  AlterTableCmd,
  AlterTableStmt,
  ColumnDef,
  Constraint,
  CreateFunctionStmt,
  CreateStmt,
  DropStmt,
  IndexElem,
  IndexStmt,
  IntoClause,
  Node,
  RangeVar,
  RenameStmt,
  SelectStmt,
  TypeName,
  VariableSetStmt,
} from 'libpg-query';
import { parseRoutine } from '../parse/parse-plpgsql.ts';
import type { Routine, RoutineStatement } from '../parse/parse-plpgsql.ts';
import { parseScript } from '../parse/parse-sql.ts';
import type { ScriptStatement } from '../parse/parse-sql.ts';
import type { SourceLine } from '../parse/place.ts';
import { readCondition, readExpression } from '../parse/read-sql-tree.ts';
import type { UnreadSchema } from './catalog.ts';
import { expressionName, expressionText, predicateText } from './index-text.ts';
import { readRoutine, signatureOf, typeNameOf } from './routines.ts';
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
  readonly #routines = new Map<string, Routine>();
  /** Names that other relations than tables hold: an unknown table of such a name is none. */
  readonly #otherRelations = new Set<string>();
  /** Indexes that guard nothing hold their names all the same. */
  readonly #plainIndexes = new Map<string, TableDraft>();
  readonly #dropped = new Set<string>();
  #searchPath: readonly (string | null)[] = [null];
  /** Tables that a statement under a condition touches; null where the statement runs in any case. */
  #doubtful: Set<TableDraft> | null = null;

  get tables(): TableDraft[] {
    return [...this.#tables.values()];
  }

  /** Functions and procedures that the migrations leave behind. */
  get routines(): Routine[] {
    return [...this.#routines.values()];
  }

  foldFile(file: string, text: string): void {
    const lineAt = lineFinder(text);
    this.#foldScript(text, (offset) => ({ file, line: lineAt(offset) }), true);
    this.#searchPath = [null];
  }

  /** SQL that stands in code: `at` is where its text begins. Of what is not certain to run no key is believed. */
  foldText(text: string, at: SourceLine, certain = true): void {
    const lineAt = lineFinder(text);
    if (certain) {
      this.#foldScript(text, (offset) => ({ file: at.file, line: at.line + lineAt(offset) - 1 }));
      return;
    }
    const before = new Set(this.tables);
    this.#doubtful = new Set();
    this.#foldScript(text, () => at);
    const touched = this.#doubtful;
    this.#doubtful = null;
    for (const table of before) {
      if (this.#tables.get(this.#key(table.schema, table.name)) === table) continue;
      // It may have been dropped or replaced.
      touched.add(table);
      if (!this.#tables.has(this.#key(table.schema, table.name)))
        this.#tables.set(this.#key(table.schema, table.name), table);
    }
    for (const table of touched) table.complete = false;
    if (touched.size > 0) this.unknown.push({ ...at, reason: 'whether this runs is not known' });
  }

  /** Something happens to a table, or to any, that was not understood. */
  giveUpAt(
    table: { readonly schema: string | null; readonly name: string } | null,
    at: SourceLine,
    reason: string,
  ): void {
    if (table) {
      const relation = { relname: table.name, ...(table.schema !== null && { schemaname: table.schema }) };
      this.#need(relation, at).complete = false;
    }
    this.unknown.push({ ...at, reason });
  }

  hasTable(schema: string | null, name: string): boolean {
    return this.#find({ relname: name, ...(schema !== null && { schemaname: schema }) }) !== undefined;
  }

  dropPrimaryKey(schema: string | null, name: string): void {
    const table = this.#find({ relname: name, ...(schema !== null && { schemaname: schema }) });
    for (const key of table?.uniqueKeys ?? []) if (key.primary && table) this.#removeKey(table, key);
  }

  #foldScript(text: string, locate: (offset: number) => SourceLine, inFile = false): void {
    for (const statement of parseScript(text).statements) {
      const place: Place = {
        statement,
        inFile,
        at: (location) => locate(location === undefined ? statement.start : statement.offsetOf(location)),
      };
      try {
        if (statement.tree) for (const tree of [statement.tree, ...(statement.more ?? [])]) this.#fold(tree, place);
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
    else if ('CreateForeignTableStmt' in node && node.CreateForeignTableStmt.base)
      this.#createTable(node.CreateForeignTableStmt.base, place);
    else if ('SelectStmt' in node) this.#select(node, place);
    else if ('ViewStmt' in node) this.#otherRelations.add(this.#keyOf(node.ViewStmt.view));
    else if ('CreateFunctionStmt' in node) this.#createRoutine(node.CreateFunctionStmt, place);
    else if ('VariableSetStmt' in node) this.#setVariable(node.VariableSetStmt);
    else if ('AlterObjectSchemaStmt' in node && node.AlterObjectSchemaStmt.objectType === 'OBJECT_TABLE') {
      const { relation, newschema } = node.AlterObjectSchemaStmt;
      this.#move(this.#find(relation), { schema: newschema === 'public' ? null : (newschema ?? null) });
    } else if ('DoStmt' in node) this.#foldBlock(node, place);
  }

  #key(schema: string | null, name: string): string {
    return `${schema ?? ''}.${name}`;
  }

  /** Where a name leads when a relation of that name is made. */
  #placed(relation: RangeVar | undefined): { schema: string | null; name: string } {
    const schema = relation?.schemaname;
    const name = relation?.relname ?? '';
    if (schema === undefined) return { schema: this.#searchPath[0] ?? null, name };
    return { schema: schema === 'public' ? null : schema, name };
  }

  #keyOf(relation: RangeVar | undefined): string {
    const { schema, name } = this.#placed(relation);
    return this.#key(schema, name);
  }

  #find(relation: RangeVar | undefined): TableDraft | undefined {
    const { schema, name } = this.#placed(relation);
    const path = relation?.schemaname === undefined ? [...new Set([...this.#searchPath, null])] : [schema];
    for (const one of path) {
      const exact = this.#tables.get(this.#key(one, name));
      if (exact) return this.#touch(exact);
    }
    for (const table of this.#tables.values())
      if (table.schema === schema && equalFold(table.name, name)) return this.#touch(table);
    return undefined;
  }

  #touch(table: TableDraft): TableDraft {
    this.#doubtful?.add(table);
    return table;
  }

  #findKey(name: string, schema?: string): { table: TableDraft; key: KeyDraft } | undefined {
    const path = new Set([...this.#searchPath, null]);
    for (const table of this.#tables.values()) {
      // An index stands in its table's schema.
      const isReached = schema === undefined ? path.has(table.schema) : (table.schema ?? 'public') === schema;
      if (!isReached) continue;
      const key = [...table.uniqueKeys, ...(table.exclusions ?? [])].find((candidate) => candidate.name === name);
      if (key) return { table: this.#touch(table), key };
    }
    return undefined;
  }

  /** A table that exists although its creation was not seen. */
  #need(relation: RangeVar | undefined, at: SourceLine): TableDraft {
    const known = this.#find(relation);
    if (known) return known;
    const { schema, name } = this.#placed(relation);
    const table = newTable(schema, name, at);
    table.complete = false;
    this.#tables.set(this.#key(schema, name), table);
    return this.#touch(table);
  }

  /** A view, a table for one session, or a table that was dropped: what is said of it concerns no table. */
  #isNoTable(relation: RangeVar | undefined): boolean {
    return this.#otherRelations.has(this.#keyOf(relation));
  }

  #childrenOf(table: TableDraft): TableDraft[] {
    return this.tables.filter((other) => other.parents?.includes(table));
  }

  /** Takes a key away, and from partitions what they have by it. */
  #removeKey(table: TableDraft, key: KeyDraft): void {
    table.uniqueKeys = table.uniqueKeys.filter((other) => other !== key);
    table.exclusions = table.exclusions?.filter((other) => other !== key);
    for (const child of this.#childrenOf(table))
      for (const copy of child.uniqueKeys) if (copy.inherited === key.id) this.#removeKey(child, copy);
  }

  /** Adds a key, and to partitions one of their own. */
  #putKey(table: TableDraft, key: KeyDraft, only = false): void {
    const named = key.name;
    if (named !== null && table.uniqueKeys.some((other) => other.name === named)) return;
    key.id ??= this.#nextKey();
    if (key.exclusion) (table.exclusions ??= []).push(key);
    else addKey(table, key);
    if (only) return;
    for (const child of this.#childrenOf(table)) if (child.partition) this.#passKey(key, child);
  }

  #passKey(key: KeyDraft, partition: TableDraft): void {
    const same = partition.uniqueKeys.find(
      (own) =>
        own.inherited === undefined &&
        own.columns.join() === key.columns.join() &&
        own.expression === key.expression &&
        (!key.primary || own.primary),
    );
    if (same) {
      same.inherited = key.id;
      return;
    }
    const copy = copyKey(key);
    copy.inherited = key.id;
    copy.id = this.#nextKey();
    copy.name = this.#freeName(partition, key);
    this.#putKey(partition, copy);
  }

  #keys = 0;

  #nextKey(): number {
    this.#keys += 1;
    return this.#keys;
  }

  /** The name that the server chooses for a key without one. */
  #freeName(table: TableDraft, key: KeyDraft): string {
    const label = key.primary ? 'pkey' : key.exclusion ? 'excl' : key.index ? 'idx' : 'key';
    const taken = (name: string): boolean =>
      this.#plainIndexes.has(name) ||
      this.tables.some(
        (other) =>
          other.schema === table.schema &&
          (other.name === name || [...other.uniqueKeys, ...(other.exclusions ?? [])].some((one) => one.name === name)),
      );
    return defaultKeyName(table, key.elementNames ?? key.columns, label, taken);
  }

  #setVariable(set: VariableSetStmt): void {
    if (set.name !== 'search_path') return;
    const names = (set.args ?? []).flatMap((arg) => {
      const value = 'A_Const' in arg ? arg.A_Const : undefined;
      return value?.sval?.sval ?? [];
    });
    const found = names
      .flatMap((name) => name.split(','))
      .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
      .filter((name) => name !== '' && name !== '$user' && name !== 'pg_catalog');
    this.#searchPath = found.length > 0 ? found.map((name) => (name === 'public' ? null : name)) : [null];
  }

  #createRoutine(create: CreateFunctionStmt, place: Place): void {
    const routine = readRoutine(create, {
      text: place.statement.text,
      source: place.at(undefined),
      start: place.inFile ? place.statement.start : null,
      defaultSchema: this.#searchPath[0] ?? null,
    });
    if (routine) this.#routines.set(signatureOf(routine), routine);
  }

  /** `SELECT … INTO t`, and `set_config('search_path', …)` of dumps. */
  #select(node: Extract<Node, { SelectStmt: unknown }>, place: Place): void {
    const { intoClause } = node.SelectStmt;
    if (intoClause) this.#makeFromQuery(intoClause, node.SelectStmt, place);
    const path = /^\s*select\s+(?:pg_catalog\s*\.\s*)?set_config\s*\(\s*'search_path'\s*,\s*'([^']*)'/i.exec(
      place.statement.text,
    )?.[1];
    if (path !== undefined) this.#setVariable({ name: 'search_path', args: [{ A_Const: { sval: { sval: path } } }] });
  }

  #createTable(create: CreateStmt, place: Place): void {
    if (create.relation?.relpersistence === 't') {
      this.#otherRelations.add(this.#keyOf(create.relation));
      return;
    }
    const { schema, name } = this.#placed(create.relation);
    const known = this.#tables.get(this.#key(schema, name));
    if (known?.complete && create.if_not_exists) return;
    const table = this.#touch(newTable(schema, name, place.at(create.relation?.location)));
    if (create.ofTypename) table.complete = false;
    const parents = (create.inhRelations ?? []).flatMap((item) => ('RangeVar' in item ? [item.RangeVar] : []));
    for (const parent of parents) this.#inherit(table, this.#find(parent), create.partbound !== undefined);
    const elements = create.tableElts ?? [];
    for (const element of elements) {
      if ('ColumnDef' in element) this.#addColumn(table, element.ColumnDef);
      else if ('TableLikeClause' in element) {
        const { relation, options } = element.TableLikeClause;
        this.#copyLike(table, this.#find(relation), options ?? 0);
      }
    }
    this.#tables.set(this.#key(schema, name), table);
    this.#otherRelations.delete(this.#key(schema, name));
    this.#addConstraints(
      table,
      elements.flatMap((element): OwnConstraint[] => {
        if ('ColumnDef' in element) return columnConstraints(element.ColumnDef);
        return 'Constraint' in element ? [{ constraint: element.Constraint, columns: null }] : [];
      }),
      place,
    );
    for (const element of elements) {
      if (!('TableLikeClause' in element)) continue;
      const { relation, options } = element.TableLikeClause;
      this.#copyKeys(table, this.#find(relation), options ?? 0);
    }
    for (const parent of table.partition ? (table.parents ?? []) : [])
      for (const key of parent.uniqueKeys) this.#passKey(key, table);
  }

  #inherit(table: TableDraft, parent: TableDraft | undefined, isPartition: boolean): void {
    if (!parent) {
      table.complete = false;
      return;
    }
    (table.parents ??= []).push(parent);
    table.partition = isPartition;
    table.columns.push(...parent.columns.filter((column) => !findColumn(table, column.name)).map(copyColumn));
    if (isPartition) table.complete &&= parent.complete;
  }

  #copyLike(table: TableDraft, source: TableDraft | undefined, options: number): void {
    if (!source) {
      table.complete = false;
      return;
    }
    const [defaults, generated, identity] = [8, 16, 32].map((bit) => (options & bit) !== 0);
    for (const column of source.columns) {
      const copy = newColumn(column.name, column.type);
      copy.nullable = column.nullable;
      const kept = column.generated === 'identity' ? identity : column.derivedFrom ? generated : defaults;
      table.columns.push(kept ? copyColumn(column) : copy);
    }
    table.complete &&= source.complete;
  }

  /** `LIKE … INCLUDING INDEXES`. */
  #copyKeys(table: TableDraft, source: TableDraft | undefined, options: number): void {
    if (!source || (options & 64) === 0) return;
    for (const key of source.uniqueKeys) {
      const copy = copyKey(key);
      delete copy.inherited;
      delete copy.id;
      copy.name = this.#freeName(table, key);
      this.#putKey(table, copy);
    }
  }

  #createTableAs(node: Extract<Node, { CreateTableAsStmt: unknown }>, place: Place): void {
    const { into, objtype, query, if_not_exists } = node.CreateTableAsStmt;
    if (objtype !== 'OBJECT_TABLE' || into?.rel?.relpersistence === 't') {
      this.#otherRelations.add(this.#keyOf(into?.rel));
      return;
    }
    const { schema, name } = this.#placed(into?.rel);
    if (if_not_exists && this.#tables.has(this.#key(schema, name))) return;
    this.#makeFromQuery(into ?? {}, query && 'SelectStmt' in query ? query.SelectStmt : undefined, place);
  }

  /** A table made from a query has its columns and none of its keys. */
  #makeFromQuery(into: IntoClause, query: SelectStmt | undefined, place: Place): void {
    if (into.rel?.relpersistence === 't') {
      this.#otherRelations.add(this.#keyOf(into.rel));
      return;
    }
    const { schema, name } = this.#placed(into.rel);
    const table = this.#touch(newTable(schema, name, place.at(undefined)));
    const columns = query && this.#columnsOf(query);
    table.complete = columns !== undefined;
    const names = stringsIn(into.colNames);
    for (const [index, column] of (columns ?? []).entries()) {
      const copy = newColumn(names[index] ?? column.name, column.type);
      table.columns.push(copy);
    }
    this.#tables.set(this.#key(schema, name), table);
  }

  #columnsOf(query: SelectStmt): ColumnDraft[] | undefined {
    if (query.larg) return this.#columnsOf(query.larg);
    if (query.withClause) return undefined;
    const sources = (query.fromClause ?? []).map((item) => {
      const relation = 'RangeVar' in item ? item.RangeVar : undefined;
      const table = relation && this.#find(relation);
      return table && { name: relation.alias?.aliasname ?? relation.relname ?? '', table };
    });
    const found: ColumnDraft[] = [];
    for (const target of query.targetList ?? []) {
      if (!('ResTarget' in target) || !target.ResTarget.val) return undefined;
      const { val } = target.ResTarget;
      const fields = 'ColumnRef' in val ? (val.ColumnRef.fields ?? []) : [];
      const path = stringsIn(fields);
      if (fields.some((field) => 'A_Star' in field)) {
        const chosen = path.length === 0 ? sources : sources.filter((source) => source?.name === path.at(-1));
        if (chosen.length === 0) return undefined;
        for (const source of chosen) {
          if (!source?.table.complete) return undefined;
          found.push(...source.table.columns);
        }
        continue;
      }
      const column = path.at(-1);
      const origin =
        column === undefined
          ? undefined
          : sources.map((source) => source && findColumn(source.table, column)).find(Boolean);
      found.push(newColumn(target.ResTarget.name ?? expressionName(val) ?? '?column?', origin?.type ?? null));
    }
    return found;
  }

  #addColumn(table: TableDraft, definition: ColumnDef): void {
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
      if ('Constraint' in item) this.#addColumnConstraint(column, item.Constraint);
    }
  }

  /** Of keys that one statement makes twice the server keeps one, under the name that was given. */
  #addConstraints(table: TableDraft, list: readonly OwnConstraint[], place: Place): void {
    const isPrimary = ({ constraint }: OwnConstraint): boolean => constraint.contype === 'CONSTR_PRIMARY';
    const kept: OwnConstraint[] = [];
    for (const one of [...list.filter(isPrimary), ...list.filter((other) => !isPrimary(other))]) {
      const same = kept.findIndex((other) => makesSameKey(one, other));
      const prior = kept[same];
      if (prior && one.constraint.conname !== undefined && prior.constraint.conname === undefined)
        kept[same] = { ...prior, constraint: { ...prior.constraint, conname: one.constraint.conname } };
      if (!prior) kept.push(one);
    }
    for (const { constraint, columns } of kept) this.#addConstraint(table, constraint, place, columns ?? undefined);
  }

  #addColumnConstraint(column: ColumnDraft, constraint: Constraint): void {
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
        return;
    }
  }

  #addConstraint(
    table: TableDraft,
    constraint: Constraint,
    place: Place,
    ownColumns?: readonly string[],
    only = false,
  ): void {
    const primary = constraint.contype === 'CONSTR_PRIMARY';
    const exclusion = constraint.contype === 'CONSTR_EXCLUSION';
    if (!primary && !exclusion && constraint.contype !== 'CONSTR_UNIQUE') return;
    if (constraint.indexname !== undefined) {
      this.#promoteIndex(table, constraint, primary);
      return;
    }
    const elements = (constraint.exclusions ?? []).flatMap((item) => {
      const first = 'List' in item ? item.List.items?.[0] : undefined;
      return first && 'IndexElem' in first ? [first.IndexElem] : [];
    });
    const named = exclusion ? elements.flatMap((element) => element.name ?? []) : stringsIn(constraint.keys);
    const columns = ownColumns ?? named.map((name) => findColumn(table, name)?.name ?? name);
    const key = newKey(columns, place.at(constraint.location));
    key.primary = primary;
    key.exclusion = exclusion;
    key.deferrable = constraint.deferrable ?? false;
    key.nullsNotDistinct = constraint.nulls_not_distinct ?? false;
    key.alsoNeeds = stringsIn(constraint.including);
    if (exclusion) {
      readElements(key, elements, place.statement.text);
      readPredicate(key, constraint.where_clause, place.statement.text);
    }
    key.name = constraint.conname ?? this.#freeName(table, key);
    this.#putKey(table, key, only);
  }

  /** `ADD CONSTRAINT c UNIQUE USING INDEX i`: the index takes the constraint's name. */
  #promoteIndex(table: TableDraft, constraint: Constraint, primary: boolean): void {
    const key = table.uniqueKeys.find((candidate) => candidate.name === constraint.indexname);
    if (!key) {
      table.complete = false;
      return;
    }
    table.uniqueKeys = table.uniqueKeys.filter((candidate) => candidate !== key);
    addKey(table, { ...key, primary, index: false, name: constraint.conname ?? key.name });
  }

  #createIndex(index: IndexStmt, place: Place): void {
    if (this.#isNoTable(index.relation) && !this.#find(index.relation)) return;
    const name = index.idxname;
    if (index.if_not_exists && name !== undefined) {
      const schema = (this.#find(index.relation)?.schema ?? index.relation?.schemaname ?? 'public') || 'public';
      if (this.#plainIndexes.has(name) || this.#findKey(name, schema) !== undefined) return;
    }
    if (!index.unique) {
      const table = this.#find(index.relation);
      if (table && name !== undefined) this.#plainIndexes.set(name, table);
      return;
    }
    const elements = (index.indexParams ?? []).flatMap((item) => ('IndexElem' in item ? [item.IndexElem] : []));
    const table = this.#need(index.relation, place.at(undefined));
    const key = newKey(
      elements.flatMap((element) =>
        element.name === undefined ? [] : [findColumn(table, element.name)?.name ?? element.name],
      ),
      place.at(undefined),
    );
    key.index = true;
    key.nullsNotDistinct = index.nulls_not_distinct ?? false;
    key.alsoNeeds = (index.indexIncludingParams ?? []).flatMap((item) =>
      'IndexElem' in item ? [item.IndexElem.name ?? ''] : [],
    );
    readElements(key, elements, place.statement.text);
    readPredicate(key, index.whereClause, place.statement.text);
    key.name = name ?? this.#freeName(table, key);
    this.#putKey(table, key, index.relation?.inh === false);
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
    if (!this.#find(alter.relation)) {
      if (this.#isNoTable(alter.relation)) return;
      if (alter.missing_ok && this.#dropped.has(this.#keyOf(alter.relation))) return;
      if (!commands.some((command) => tellsOfColumns.has(command.subtype ?? ''))) return;
    }
    const table = this.#need(alter.relation, place.at(undefined));
    const only = alter.relation?.inh === false;
    for (const command of commands) this.#alter(table, command, place, only);
  }

  #alter(table: TableDraft, command: AlterTableCmd, place: Place, only: boolean): void {
    if (!only && passedOn.has(command.subtype ?? ''))
      for (const child of this.#childrenOf(table)) this.#alter(child, command, place, false);
    const column = command.name === undefined ? undefined : findColumn(table, command.name);
    const definition = command.def;
    switch (command.subtype) {
      case 'AT_AddColumn':
        if (!definition || !('ColumnDef' in definition)) return;
        if (command.missing_ok && findColumn(table, definition.ColumnDef.colname ?? '')) return;
        this.#addColumn(table, definition.ColumnDef);
        this.#addConstraints(table, columnConstraints(definition.ColumnDef), place);
        return;
      case 'AT_DropColumn':
        dropColumn(table, command.name ?? '');
        return;
      case 'AT_AddConstraint':
        if (definition && 'Constraint' in definition)
          this.#addConstraint(table, definition.Constraint, place, undefined, only);
        return;
      case 'AT_DropConstraint':
        // MySQL's name of every primary key is PRIMARY.
        for (const key of [...table.uniqueKeys, ...(table.exclusions ?? [])])
          if (key.name === command.name || (command.name === 'PRIMARY' && key.primary)) this.#removeKey(table, key);
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
        if (!partition) return;
        (partition.parents ??= []).push(table);
        partition.partition = true;
        for (const key of table.uniqueKeys) this.#passKey(key, partition);
        return;
      }
      case 'AT_DetachPartition':
      case 'AT_DropInherit': {
        const relation =
          definition &&
          ('PartitionCmd' in definition
            ? definition.PartitionCmd.name
            : 'RangeVar' in definition
              ? definition.RangeVar
              : undefined);
        const other = this.#find(relation);
        const [child, parent] = command.subtype === 'AT_DropInherit' ? [table, other] : [other, table];
        if (!child) return;
        child.parents = child.parents?.filter((one) => one !== parent);
        child.partition = false;
        for (const key of child.uniqueKeys) delete key.inherited;
        return;
      }
      case 'AT_AddInherit': {
        const parent = definition && 'RangeVar' in definition ? this.#find(definition.RangeVar) : undefined;
        if (parent) (table.parents ??= []).push(parent);
        return;
      }
      default:
        return;
    }
  }

  #renameRoutine({ object, newname }: RenameStmt): void {
    const path = object && 'ObjectWithArgs' in object ? stringsIn(object.ObjectWithArgs.objname) : [];
    for (const [key, routine] of this.#routines) {
      if (routine.name !== path.at(-1) || newname === undefined) continue;
      this.#routines.delete(key);
      const renamed = { ...routine, name: newname };
      this.#routines.set(signatureOf(renamed), renamed);
    }
  }

  #rename(rename: RenameStmt): void {
    if (rename.renameType === 'OBJECT_FUNCTION' || rename.renameType === 'OBJECT_PROCEDURE') {
      this.#renameRoutine(rename);
      return;
    }
    const from = rename.subname ?? '';
    const to = rename.newname ?? '';
    switch (rename.renameType) {
      case 'OBJECT_TABLE':
        this.#move(this.#find(rename.relation), { name: to });
        return;
      case 'OBJECT_COLUMN': {
        const table = this.#find(rename.relation);
        const renameBelow = (one: TableDraft): void => {
          renameColumn(one, from, to);
          for (const child of this.#childrenOf(one)) renameBelow(child);
        };
        if (table) renameBelow(table);
        return;
      }
      case 'OBJECT_TABCONSTRAINT': {
        const table = this.#find(rename.relation);
        const key = [...(table?.uniqueKeys ?? []), ...(table?.exclusions ?? [])].find(
          (candidate) => candidate.name === from,
        );
        if (key) key.name = to;
        return;
      }
      case 'OBJECT_INDEX': {
        const old = rename.relation?.relname ?? '';
        const found = this.#findKey(old, rename.relation?.schemaname);
        const plain = this.#plainIndexes.get(old);
        if (found) found.key.name = to;
        else if (plain) {
          this.#plainIndexes.delete(old);
          this.#plainIndexes.set(to, plain);
        }
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
        if (table) this.#dropTable(table, drop.behavior === 'DROP_CASCADE');
      } else if (drop.removeType === 'OBJECT_VIEW' || drop.removeType === 'OBJECT_MATVIEW') {
        this.#otherRelations.delete(
          this.#keyOf({ relname: name, ...(schema !== undefined && { schemaname: schema }) }),
        );
      } else if (drop.removeType === 'OBJECT_INDEX') {
        const found = this.#findKey(name, schema);
        if (found) this.#removeKey(found.table, found.key);
        else this.#plainIndexes.delete(name);
      } else if (drop.removeType === 'OBJECT_TYPE' || drop.removeType === 'OBJECT_DOMAIN') {
        const type = ('TypeName' in item ? stringsIn(item.TypeName.names).at(-1) : name)?.toLowerCase();
        if (drop.behavior !== 'DROP_CASCADE' || type === undefined) continue;
        for (const table of this.tables)
          for (const column of table.columns)
            if (column.type?.replace('[]', '') === type) dropColumn(table, column.name);
      } else if (drop.removeType === 'OBJECT_FUNCTION' || drop.removeType === 'OBJECT_PROCEDURE') {
        const path = 'ObjectWithArgs' in item ? stringsIn(item.ObjectWithArgs.objname) : names;
        const types =
          'ObjectWithArgs' in item && !item.ObjectWithArgs.args_unspecified
            ? (item.ObjectWithArgs.objargs ?? []).map((type) =>
                'TypeName' in type ? typeNameOf(type.TypeName.names) : '',
              )
            : undefined;
        for (const [key, routine] of this.#routines)
          if (
            routine.name === path.at(-1) &&
            (path.length < 2 || (routine.schema ?? 'public') === path.at(-2)) &&
            (types === undefined || key.endsWith(`(${types.join()})`))
          )
            this.#routines.delete(key);
      } else if (drop.removeType === 'OBJECT_SCHEMA') {
        for (const table of this.tables)
          if (table.schema === name) this.#tables.delete(this.#key(table.schema, table.name));
      }
    }
  }

  #dropTable(table: TableDraft, cascade: boolean): void {
    this.#tables.delete(this.#key(table.schema, table.name));
    this.#dropped.add(this.#key(table.schema, table.name));
    for (const [name, owner] of this.#plainIndexes) if (owner === table) this.#plainIndexes.delete(name);
    for (const child of this.#childrenOf(table)) if (child.partition || cascade) this.#dropTable(child, cascade);
  }

  /** The definitions in a DO block, as if each of its branches ran: they ask whether something is there already. */
  #foldBlock(node: Extract<Node, { DoStmt: unknown }>, place: Place): void {
    const routine = parseRoutine(place.statement.text);
    if (routine) {
      this.#foldRoutine(routine.statements, place);
      return;
    }
    for (const item of node.DoStmt.args ?? []) {
      if (!('DefElem' in item) || item.DefElem.defname !== 'as') continue;
      const body = item.DefElem.arg && 'String' in item.DefElem.arg ? (item.DefElem.arg.String.sval ?? '') : '';
      for (const [definition] of body.matchAll(
        /\b(?:ALTER\s+TABLE|CREATE\s+(?:TABLE|UNIQUE\s+INDEX)|DROP\s+(?:TABLE|INDEX))\b[^;]*;/gi,
      ))
        this.#foldInner(definition, place);
    }
  }

  #foldRoutine(statements: readonly RoutineStatement[], place: Place): void {
    for (const statement of statements) {
      switch (statement.kind) {
        case 'sql':
          if (isDefinition(statement.text)) this.#foldInner(statement.text, place);
          break;
        case 'execute': {
          const text = dynamicText(statement.expression);
          if (text !== undefined) this.#foldInner(text, place);
          // Keys made for tables whose names come at run time may be on any of them.
          else if (/\bunique\b|\bprimary\s+key\b/i.test(statement.expression)) {
            for (const table of this.tables) table.complete = false;
            this.#giveUp(undefined, place, 'keys are made by SQL that is put together at run time');
          }
          break;
        }
        case 'if':
          for (const branch of statement.branches) this.#foldRoutine(branch.body, place);
          this.#foldRoutine(statement.otherwise, place);
          break;
        case 'loop':
        case 'block':
          this.#foldRoutine(statement.body, place);
          break;
        default:
          break;
      }
    }
  }

  #foldInner(text: string, place: Place): void {
    for (const statement of parseScript(text).statements) {
      const inner: Place = { statement, inFile: false, at: () => place.at(undefined) };
      if (statement.tree) this.#fold(statement.tree, inner);
      else this.#noteUnreadable(statement.text, inner);
    }
  }

  #noteUnreadable(text: string, place: Place): void {
    const dropped = /^DROP\s+INDEX\s+(?:IF\s+EXISTS\s+)?[`"]?(\w+)[`"]?\s+ON\b/i.exec(text)?.[1];
    const found = dropped === undefined ? undefined : this.#findKey(dropped);
    if (found) this.#removeKey(found.table, found.key);
    if (dropped !== undefined || !/^(?:CREATE|ALTER|DROP|RENAME)\b[^;(]*\b(?:TABLE|INDEX)\b/i.test(text)) return;
    this.#giveUp(
      tableMentioned(text),
      place,
      place.statement.parse.ok ? 'statement not understood' : place.statement.parse.reason,
    );
  }

  #giveUp(relation: RangeVar | undefined, place: Place, reason: string): void {
    if (relation) this.#need(relation, place.at(undefined)).complete = false;
    const { file, line } = place.at(undefined);
    this.unknown.push({ file, line, reason });
  }
}

/** A constraint of a table, or of one of its columns. */
interface OwnConstraint {
  readonly constraint: Constraint;
  readonly columns: readonly string[] | null;
}

/** `DEFERRABLE` behind a column's key stands beside it in the tree. */
function columnConstraints(definition: ColumnDef): OwnConstraint[] {
  const constraints = (definition.constraints ?? []).flatMap((item) => ('Constraint' in item ? [item.Constraint] : []));
  return constraints.map((constraint, index) => ({
    constraint:
      constraints[index + 1]?.contype === 'CONSTR_ATTR_DEFERRABLE' ? { ...constraint, deferrable: true } : constraint,
    columns: [definition.colname ?? ''],
  }));
}

function makesSameKey(a: OwnConstraint, b: OwnConstraint): boolean {
  const isKey = ({ constraint }: OwnConstraint): boolean =>
    (constraint.contype === 'CONSTR_PRIMARY' || constraint.contype === 'CONSTR_UNIQUE') &&
    constraint.indexname === undefined;
  const parts = ({ constraint, columns }: OwnConstraint): string =>
    JSON.stringify([
      columns ?? stringsIn(constraint.keys),
      stringsIn(constraint.including),
      constraint.deferrable ?? false,
      constraint.initdeferred ?? false,
      constraint.nulls_not_distinct ?? false,
    ]);
  return isKey(a) && isKey(b) && parts(a) === parts(b);
}

interface Place {
  readonly statement: ScriptStatement;
  /** Its offsets are those of the file. */
  readonly inFile: boolean;
  /** The line of a byte location of the statement's tree; of the statement where there is none. */
  at(location: number | undefined): SourceLine;
}

/** Commands that say something about keys or columns even of a table whose creation was not seen. */
const tellsOfColumns = new Set(['AT_AddColumn', 'AT_AddConstraint']);

/** Commands that children of a table follow. */
const passedOn = new Set(['AT_AddColumn', 'AT_DropColumn', 'AT_SetNotNull', 'AT_DropNotNull', 'AT_ColumnDefault', 'AT_AlterColumnType']); // prettier-ignore

function isDefinition(text: string): boolean {
  return /^\s*(?:create|alter|drop|set|select\b[\s\S]*\binto)\b/i.test(text);
}

/** What EXECUTE runs, where it says so by itself: a literal, or `format` of literals. */
function dynamicText(expression: string): string | undefined {
  const parse = parseScript(`SELECT ${expression}`).statements[0]?.tree;
  const target = parse && 'SelectStmt' in parse ? parse.SelectStmt.targetList?.[0] : undefined;
  return target && 'ResTarget' in target ? constantText(target.ResTarget.val) : undefined;
}

function constantText(node: Node | undefined): string | undefined {
  if (!node) return undefined;
  if ('A_Const' in node) return node.A_Const.sval?.sval;
  if ('TypeCast' in node) return constantText(node.TypeCast.arg);
  if ('A_Expr' in node && stringsIn(node.A_Expr.name).at(-1) === '||') {
    const [left, right] = [constantText(node.A_Expr.lexpr), constantText(node.A_Expr.rexpr)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if ('FuncCall' in node && stringsIn(node.FuncCall.funcname).at(-1) === 'format') {
    const [pattern, ...args] = (node.FuncCall.args ?? []).map(constantText);
    if (pattern === undefined || args.some((arg) => arg === undefined)) return undefined;
    let next = 0;
    return pattern.replace(/%(?:(\d+)\$)?([sIL%])/g, (_, position: string | undefined, kind: string) => {
      if (kind === '%') return '%';
      const arg = args[position === undefined ? next++ : Number(position) - 1] ?? '';
      if (kind === 'I') return `"${arg.replaceAll('"', '""')}"`;
      return kind === 'L' ? `'${arg.replaceAll("'", "''")}'` : arg;
    });
  }
  return undefined;
}

/** What an index is over besides plain columns. */
function readElements(key: KeyDraft, elements: readonly IndexElem[], text: string): void {
  key.elementNames = elements.map((element) => element.name ?? expressionName(element.expr) ?? 'expr');
  const expressions = elements.flatMap((element) => (element.expr ? [element.expr] : []));
  if (expressions.length === 0) return;
  key.expression = expressionText(text, elements);
  key.expressionColumns = expressions.flatMap((expression) => columnsIn(readExpression(expression)));
}

function readPredicate(key: KeyDraft, predicate: Node | undefined, text: string): void {
  if (!predicate) return;
  const conditions = readCondition(predicate);
  key.where = predicateText(text);
  key.conditions = keyConditions(conditions);
  key.alsoNeeds = [...(key.alsoNeeds ?? []), ...conditions.map((condition) => condition.column)];
}

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
