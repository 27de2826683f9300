import type {
  Argument,
  ArrowFunctionExpression,
  CallExpression,
  Expression,
  Program,
  Statement,
  TaggedTemplateExpression,
} from 'oxc-parser';
import { parseModule } from '../parse/parse-module.ts';
import { parseSql } from '../parse/parse-sql.ts';
import type { SourceLine } from '../parse/place.ts';
import type { SqlCondition } from '../parse/sql-statement.ts';
import type { KeyCondition, UnreadSchema } from './catalog.ts';
import type { MappedTableDraft, ModelPart } from './mapped-table.ts';
import {
  addKey,
  applySqlDefault,
  columnsIn,
  defaultKeyName,
  keyConditions,
  lineFinder,
  newColumn,
  newKey,
  newTable,
  sqlValue,
} from './table-draft.ts';
import type { ColumnDraft, KeyDraft, TableDraft } from './table-draft.ts';

export interface DrizzleFile {
  readonly file: string;
  readonly text: string;
}

export interface DrizzleOptions {
  /** Columns without a name are named after their property in snake_case. */
  readonly snakeCase: boolean;
  /** The file that an import of another file leads to. */
  readonly resolve: (fromFile: string, specifier: string) => DrizzleFile | undefined;
}

/** Reads the tables that files of a project declare. Never throws. */
export function readDrizzle(files: readonly DrizzleFile[], options: DrizzleOptions): ModelPart {
  const modules = new Modules(options);
  const unknown: UnreadSchema[] = [];
  const mapped: MappedTableDraft[] = [];
  for (const file of files) {
    try {
      const module = modules.open(file);
      if (!module) {
        unknown.push({ file: file.file, line: 1, reason: 'the file does not parse' });
        continue;
      }
      for (const [name, value] of module.values) {
        const found = readTable(module, name, value, modules, options);
        if (found) mapped.push(found);
      }
    } catch (error) {
      unknown.push({ file: file.file, line: 1, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { tables: mapped.map(({ table }) => table), unknown, mapped };
}

interface Module {
  readonly file: string;
  readonly text: string;
  /** Local name to what it was declared with. */
  readonly values: ReadonlyMap<string, Expression>;
  readonly imports: ReadonlyMap<string, { readonly specifier: string; readonly name: string }>;
  /** Exported name to local name. */
  readonly exports: ReadonlyMap<string, string>;
  /** `export * from` and `export { a } from`. */
  readonly forwards: readonly {
    readonly specifier: string;
    readonly name: string | null;
    readonly exported: string | null;
  }[];
  lineAt(offset: number): number;
}

/** What a name stands for: an expression of some file, or an export of a package. */
type Meaning =
  { readonly value: Expression; readonly module: Module } | { readonly specifier: string; readonly name: string };

class Modules {
  readonly #options: DrizzleOptions;
  readonly #open = new Map<string, Module | undefined>();

  constructor(options: DrizzleOptions) {
    this.#options = options;
  }

  open({ file, text }: DrizzleFile): Module | undefined {
    if (!this.#open.has(file)) {
      const parse = parseModule(file, text);
      this.#open.set(file, parse.ok ? readModule(file, text, parse.source.program) : undefined);
    }
    return this.#open.get(file);
  }

  meaningOf(name: string, module: Module): Meaning | undefined {
    const value = module.values.get(name);
    if (value) return { value, module };
    const imported = module.imports.get(name);
    if (!imported) return undefined;
    const target = this.#follow(module, imported.specifier);
    return target ? this.#exported(target, imported.name, 0) : imported;
  }

  #follow(module: Module, specifier: string): Module | undefined {
    if (isColumnPackage(specifier)) return undefined;
    const file = this.#options.resolve(module.file, specifier);
    return file && this.open(file);
  }

  #exported(module: Module, name: string, depth: number): Meaning | undefined {
    const local = module.exports.get(name);
    if (local !== undefined) return this.meaningOf(local, module);
    if (depth > 5) return undefined;
    for (const forward of module.forwards) {
      if (forward.exported !== null && forward.exported !== name) continue;
      const target = this.#follow(module, forward.specifier);
      const found = target && this.#exported(target, forward.name ?? name, depth + 1);
      if (found) return found;
    }
    return undefined;
  }
}

function readModule(file: string, text: string, program: Program): Module {
  const values = new Map<string, Expression>();
  const imports = new Map<string, { specifier: string; name: string }>();
  const exports = new Map<string, string>();
  const forwards: { specifier: string; name: string | null; exported: string | null }[] = [];

  const declare = (statement: Statement, exported: boolean): void => {
    if (statement.type === 'FunctionDeclaration' && statement.id) {
      values.set(statement.id.name, statement);
      if (exported) exports.set(statement.id.name, statement.id.name);
    }
    if (statement.type !== 'VariableDeclaration') return;
    for (const { id, init } of statement.declarations) {
      if (id.type !== 'Identifier' || !init) continue;
      values.set(id.name, init);
      if (exported) exports.set(id.name, id.name);
    }
  };
  const nameOf = (node: { type: string; name?: string; value?: unknown }): string => node.name ?? String(node.value);

  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const item of statement.specifiers) {
        const name =
          item.type === 'ImportSpecifier'
            ? nameOf(item.imported)
            : item.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '*';
        imports.set(item.local.name, { specifier: statement.source.value, name });
      }
    } else if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration) declare(statement.declaration, true);
      for (const item of statement.specifiers) {
        if (statement.source)
          forwards.push({
            specifier: statement.source.value,
            name: nameOf(item.local),
            exported: nameOf(item.exported),
          });
        else exports.set(nameOf(item.exported), nameOf(item.local));
      }
    } else if (statement.type === 'ExportAllDeclaration') {
      forwards.push({ specifier: statement.source.value, name: null, exported: null });
    } else {
      declare(statement, false);
    }
  }
  return { file, text, values, imports, exports, forwards, lineAt: lineFinder(text) };
}

function isColumnPackage(specifier: string): boolean {
  return /^drizzle-orm(?:\/|$)/.test(specifier);
}

interface Maker {
  readonly schema: string | null;
  nameOf(name: string): string;
}

/** What makes tables: `pgTable`, `pgSchema('x').table`, the product of `pgTableCreator`. */
function makerOf(callee: Expression, module: Module, modules: Modules, depth = 0): Maker | undefined {
  if (depth > 5) return undefined;
  const plain: Maker = { schema: null, nameOf: (name) => name };
  const packaged = packageExport(callee, module, modules);
  if (packaged !== undefined) return packaged.endsWith('Table') ? plain : undefined;
  if (callee.type === 'MemberExpression') {
    const property = propertyName(callee);
    if (property === 'withRLS') return makerOf(callee.object, module, modules, depth + 1);
    if (property !== 'table') return undefined;
    const schema = callOf(callee.object, module, modules);
    if (!schema || !(packageExport(schema.call.callee, schema.module, modules) ?? '').endsWith('Schema'))
      return undefined;
    const name = schema.call.arguments[0];
    return { schema: name ? (textOf(name) ?? null) : null, nameOf: (table) => table };
  }
  const made = callOf(callee, module, modules);
  if (!made || !(packageExport(made.call.callee, made.module, modules) ?? '').endsWith('TableCreator'))
    return undefined;
  const rename = made.call.arguments[0];
  return {
    schema: null,
    nameOf: (name) => (rename?.type === 'ArrowFunctionExpression' ? applyRename(rename, name) : name),
  };
}

/** The call that a name was declared with, or the expression itself where it is a call. */
function callOf(
  node: Expression,
  module: Module,
  modules: Modules,
): { call: CallExpression; module: Module } | undefined {
  if (node.type === 'CallExpression') return { call: node, module };
  if (node.type !== 'Identifier') return undefined;
  const meaning = modules.meaningOf(node.name, module);
  return meaning && 'value' in meaning && meaning.value.type === 'CallExpression'
    ? { call: meaning.value, module: meaning.module }
    : undefined;
}

/** Name of the export of the package that an expression stands for. */
function packageExport(node: Expression, module: Module, modules: Modules): string | undefined {
  if (node.type === 'Identifier') {
    const meaning = modules.meaningOf(node.name, module);
    return meaning && 'specifier' in meaning && isColumnPackage(meaning.specifier) ? meaning.name : undefined;
  }
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
  const imported = module.imports.get(node.object.name);
  return imported?.name === '*' && isColumnPackage(imported.specifier) ? propertyName(node) : undefined;
}

function applyRename(rename: ArrowFunctionExpression, name: string): string {
  const body = returned(rename);
  if (body?.type === 'TemplateLiteral') {
    return body.quasis
      .map((quasi, index) => (quasi.value.cooked ?? '') + (index < body.expressions.length ? name : ''))
      .join('');
  }
  if (body?.type === 'BinaryExpression' && body.operator === '+') {
    const side = (node: Expression): string =>
      node.type === 'Literal' && typeof node.value === 'string' ? node.value : name;
    return side(body.left) + side(body.right);
  }
  return name;
}

function readTable(
  module: Module,
  exportName: string,
  value: Expression,
  modules: Modules,
  options: DrizzleOptions,
): MappedTableDraft | undefined {
  // `pgTable(…).enableRLS()`
  let call = unwrap(value);
  while (
    call.type === 'CallExpression' &&
    call.callee.type === 'MemberExpression' &&
    propertyName(call.callee) === 'enableRLS'
  ) {
    call = unwrap(call.callee.object);
  }
  if (call.type !== 'CallExpression') return undefined;
  const maker = makerOf(call.callee, module, modules);
  const [nameNode, columnsNode, extrasNode] = call.arguments;
  const name = nameNode ? textOf(nameNode) : undefined;
  if (!maker || name === undefined || !columnsNode) return undefined;

  const at = (node: { start: number }): SourceLine => ({ file: module.file, line: module.lineAt(node.start) });
  const table = newTable(maker.schema, maker.nameOf(name), at(call));
  const propertyToColumn = new Map<string, string>();
  const entries = objectEntries(columnsNode, module, modules);
  table.complete = entries.complete;
  for (const { property, value: definition, module: home } of entries.entries) {
    const chain = chainOf(definition, home, modules);
    const column = readColumn(property, chain, options);
    table.complete &&= chain.known;
    table.columns.push(column);
    propertyToColumn.set(property, column.name);
    const source = { file: home.file, line: home.lineAt(definition.start) };
    for (const step of chain.steps) readColumnKey(table, column, step, source);
  }
  if (extrasNode) {
    const columnOf = (property: string): string => propertyToColumn.get(property) ?? property;
    for (const extra of extraEntries(extrasNode)) {
      if (extra === undefined) table.complete = false;
      else readExtra(table, extra, { at, columnOf, aliases: columnAliases(extrasNode) });
    }
  }
  const calledBy = [...new Set([table.name, exportedName(module, exportName)])];
  return { names: 'drizzle', calledBy, table, columns: propertyToColumn, file: module.file };
}

function exportedName(module: Module, local: string): string {
  for (const [exported, name] of module.exports) if (name === local) return exported;
  return local;
}

interface Entry {
  readonly property: string;
  readonly value: Expression;
  readonly module: Module;
}

function objectEntries(
  node: Expression | Argument,
  module: Module,
  modules: Modules,
  depth = 0,
): { entries: Entry[]; complete: boolean } {
  const object = depth > 5 || node.type === 'SpreadElement' ? undefined : unwrap(node);
  if (
    object?.type === 'ArrowFunctionExpression' ||
    object?.type === 'FunctionExpression' ||
    (object?.type as string) === 'FunctionDeclaration'
  ) {
    const body = returned(object as ArrowFunctionExpression);
    return body ? objectEntries(body, module, modules, depth + 1) : { entries: [], complete: false };
  }
  if (object?.type === 'Identifier') {
    const meaning = modules.meaningOf(object.name, module);
    return meaning && 'value' in meaning
      ? objectEntries(meaning.value, meaning.module, modules, depth + 1)
      : { entries: [], complete: false };
  }
  if (object?.type === 'CallExpression') return objectEntries(object.callee, module, modules, depth + 1);
  if (object?.type !== 'ObjectExpression') return { entries: [], complete: false };
  const entries: Entry[] = [];
  let complete = true;
  for (const property of object.properties) {
    if (property.type === 'SpreadElement') {
      const spread = objectEntries(property.argument, module, modules, depth + 1);
      entries.push(...spread.entries);
      complete &&= spread.complete;
      continue;
    }
    const { key } = property;
    const name =
      key.type === 'Identifier' && !property.computed
        ? key.name
        : key.type === 'Literal'
          ? String(key.value)
          : undefined;
    if (name === undefined) complete = false;
    else entries.push({ property: name, value: property.value, module });
  }
  return { entries, complete };
}

interface Step {
  readonly method: string;
  readonly args: readonly Argument[];
}

interface Chain {
  /** The function that begins the chain: the column's type. */
  readonly type: string | null;
  readonly args: readonly Argument[];
  readonly steps: readonly Step[];
  /** False where the chain begins with a function whose body is not known. */
  readonly known: boolean;
}

/** `text('x').notNull().unique()` as its beginning and its steps. */
function chainOf(node: Expression, module: Module, modules: Modules, depth = 0): Chain {
  const steps: Step[] = [];
  let current = unwrap(node);
  while (
    current.type === 'CallExpression' &&
    current.callee.type === 'MemberExpression' &&
    !isBuilder(current.callee, module)
  ) {
    steps.unshift({ method: propertyName(current.callee) ?? '', args: current.arguments });
    current = unwrap(current.callee.object);
  }
  if (current.type !== 'CallExpression') return { type: null, args: [], steps, known: false };
  const { callee } = current;
  if (callee.type === 'MemberExpression')
    return { type: propertyName(callee) ?? null, args: current.arguments, steps, known: true };
  const packaged = packageExport(callee, module, modules);
  if (packaged !== undefined) return { type: packaged, args: current.arguments, steps, known: true };
  const meaning = callee.type === 'Identifier' && depth < 5 ? modules.meaningOf(callee.name, module) : undefined;
  if (meaning && 'value' in meaning) {
    const helper = unwrap(meaning.value);
    const body = isFunction(helper) ? returned(helper) : undefined;
    if (body) {
      const inner = chainOf(body, meaning.module, modules, depth + 1);
      return {
        ...inner,
        args: inner.args.length > 0 && textOf(inner.args[0]) !== undefined ? inner.args : current.arguments,
        steps: [...inner.steps, ...steps],
      };
    }
    // `pgEnum('x', […])`, `customType({ … })`
    if (helper.type === 'CallExpression') return { type: 'custom', args: current.arguments, steps, known: true };
  }
  return { type: null, args: current.arguments, steps, known: false };
}

/** `t.text`, `pg.text`: the object is the builder, not a column. */
function isBuilder(callee: Extract<Expression, { type: 'MemberExpression' }>, module: Module): boolean {
  return callee.object.type === 'Identifier' && !module.values.has(callee.object.name);
}

function isFunction(node: Expression): node is ArrowFunctionExpression {
  return (
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionExpression' ||
    (node.type as string) === 'FunctionDeclaration'
  );
}

function readColumn(property: string, chain: Chain, options: DrizzleOptions): ColumnDraft {
  const name = textOf(chain.args[0]) ?? (options.snakeCase ? snakeCase(property) : property);
  const column = newColumn(name, chain.type?.toLowerCase() ?? null);
  if (/^(?:small|big)?serial$/i.test(chain.type ?? '')) {
    column.generated = 'serial';
    column.hasDefault = true;
    column.nullable = false;
  }
  for (const { method, args } of chain.steps) {
    const [first] = args;
    switch (method) {
      case 'notNull':
        column.nullable = false;
        break;
      case 'primaryKey':
        column.nullable = false;
        if (first?.type === 'ObjectExpression' && sourceOf(first).includes('autoIncrement true'))
          generate(column, 'serial');
        break;
      case 'autoincrement':
        generate(column, 'serial');
        break;
      case 'defaultRandom':
        generate(column, 'uuid');
        break;
      case 'defaultNow':
        generate(column, 'clock');
        break;
      case 'generatedAlwaysAsIdentity':
      case 'generatedByDefaultAsIdentity':
        generate(column, 'identity');
        break;
      case 'generatedAlwaysAs':
        column.hasDefault = true;
        column.derivedFrom = [];
        break;
      case 'default':
        readDefault(column, first);
        break;
      case '$defaultFn':
      case '$default':
      case '$onUpdate':
      case '$onUpdateFn':
        // A function that is called for every row makes up an id, or tells the time.
        generate(column, first && /\b(?:Date|now|current_timestamp)\b/i.test(sourceOf(first)) ? 'clock' : 'uuid');
        break;
      default:
        break;
    }
  }
  return column;
}

function generate(column: ColumnDraft, kind: NonNullable<ColumnDraft['generated']>): void {
  column.generated = kind;
  column.hasDefault = true;
}

function readDefault(column: ColumnDraft, argument: Argument | undefined): void {
  column.hasDefault = true;
  if (!argument || argument.type === 'SpreadElement') return;
  const value = unwrap(argument);
  if (
    value.type === 'Literal' &&
    (value.value === null || ['string', 'number', 'boolean'].includes(typeof value.value))
  ) {
    column.defaultValue = value.value as string | number | boolean | null;
  } else if (value.type === 'TaggedTemplateExpression') {
    applySqlDefault(column, value.quasi.quasis.map((quasi) => quasi.value.cooked ?? '').join('NULL'));
  }
}

function readColumnKey(table: TableDraft, column: ColumnDraft, { method, args }: Step, source: SourceLine): void {
  if (method !== 'primaryKey' && method !== 'unique') return;
  const key = newKey([column.name], source);
  key.primary = method === 'primaryKey';
  key.name =
    (method === 'unique' ? textOf(args[0]) : undefined) ??
    (key.primary ? defaultKeyName(table, [], 'pkey') : `${table.name}_${column.name}_unique`);
  key.nullsNotDistinct = args.some((arg) => sourceOf(arg).includes('not distinct'));
  addKey(table, key);
}

interface ExtraScope {
  at(node: { start: number }): SourceLine;
  /** Property to column. */
  columnOf(property: string): string;
  /** Destructured names of the callback's parameter to properties; null where it is one object. */
  readonly aliases: ReadonlyMap<string, string> | null;
}

function extraEntries(node: Argument): (Expression | undefined)[] {
  const callback = node.type === 'SpreadElement' ? undefined : unwrap(node);
  const body = callback && isFunction(callback) ? returned(callback) : callback;
  if (body?.type === 'ArrayExpression') {
    return body.elements.map((element) => (element && element.type !== 'SpreadElement' ? element : undefined));
  }
  if (body?.type === 'ObjectExpression') {
    return body.properties.map((property) => (property.type === 'SpreadElement' ? undefined : property.value));
  }
  return [undefined];
}

function columnAliases(node: Argument): ReadonlyMap<string, string> | null {
  const callback = node.type === 'SpreadElement' ? undefined : unwrap(node);
  const parameter = callback && isFunction(callback) ? callback.params[0] : undefined;
  if (parameter?.type !== 'ObjectPattern') return null;
  const aliases = new Map<string, string>();
  for (const property of parameter.properties) {
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.value.type === 'Identifier') {
      aliases.set(property.value.name, property.key.name);
    }
  }
  return aliases;
}

function readExtra(table: TableDraft, node: Expression, scope: ExtraScope): void {
  const steps: Step[] = [];
  let current = unwrap(node);
  while (
    current.type === 'CallExpression' &&
    current.callee.type === 'MemberExpression' &&
    unwrap(current.callee.object).type === 'CallExpression'
  ) {
    steps.unshift({ method: propertyName(current.callee) ?? '', args: current.arguments });
    current = unwrap(current.callee.object);
  }
  if (current.type !== 'CallExpression') return;
  const { callee } = current;
  const kind =
    callee.type === 'Identifier' ? callee.name : callee.type === 'MemberExpression' ? propertyName(callee) : undefined;
  if (kind !== 'primaryKey' && kind !== 'unique' && kind !== 'uniqueIndex') return;

  const options = current.arguments[0];
  const object = options?.type === 'ObjectExpression' ? options : undefined;
  const named =
    object?.properties.flatMap((property) =>
      property.type === 'Property' ? [[keyText(property.key), property.value] as const] : [],
    ) ?? [];
  const field = (name: string): Expression | undefined => named.find(([key]) => key === name)?.[1];
  const listed =
    kind === 'primaryKey'
      ? object
        ? elementsOf(field('columns'))
        : current.arguments
      : (steps.find(isOver)?.args ?? []);
  // `.using('btree', t.a)` begins with the method of the index.
  const elements = listed.flatMap((element) =>
    element.type === 'SpreadElement' || textOf(element) !== undefined ? [] : [readElement(element, scope)],
  );

  const key = newKey(
    elements.flatMap((element) => (element.column === undefined ? [] : [element.column])),
    scope.at(node),
  );
  key.primary = kind === 'primaryKey';
  const suffix = { primaryKey: 'pk', unique: 'unique', uniqueIndex: 'index' }[kind];
  const nameNode = field('name');
  key.name = (nameNode ? textOf(nameNode) : textOf(options)) ?? `${table.name}_${key.columns.join('_')}_${suffix}`;
  key.nullsNotDistinct = steps.some(({ method }) => method === 'nullsNotDistinct');
  const expressions = elements.filter((element) => element.column === undefined);
  if (expressions.length > 0) {
    key.expression = expressions.map((element) => element.text).join(', ');
    key.expressionColumns = expressions.flatMap((element) => element.columns);
  }
  const where = steps.find(({ method }) => method === 'where')?.args[0];
  if (where && where.type !== 'SpreadElement') readPredicate(key, where, scope);
  addKey(table, key);
}

function isOver({ method }: Step): boolean {
  return method === 'on' || method === 'onOnly' || method === 'using';
}

function elementsOf(node: Expression | undefined): readonly Argument[] {
  if (node?.type !== 'ArrayExpression') return [];
  return node.elements.filter((element): element is Exclude<typeof element, null> => element !== null);
}

/** One element of a key: a column, or an expression over columns. */
function readElement(node: Expression, scope: ExtraScope): { column?: string; text: string; columns: string[] } {
  let current = unwrap(node);
  // `t.a.desc()`
  while (current.type === 'CallExpression' && current.callee.type === 'MemberExpression')
    current = unwrap(current.callee.object);
  const column = columnReference(current, scope);
  if (column !== undefined) return { column, text: column, columns: [column] };
  if (current.type === 'TaggedTemplateExpression') {
    const text = sqlText(current, scope);
    const value = sqlValue(text);
    if (value?.kind === 'column') return { column: value.column, text: value.column, columns: [value.column] };
    return { text, columns: value ? columnsIn(value) : [] };
  }
  const args = current.type === 'CallExpression' ? current.arguments : [];
  const columns = args.flatMap((arg) =>
    arg.type === 'SpreadElement' ? [] : (columnReference(unwrap(arg), scope) ?? []),
  );
  const callee =
    current.type === 'CallExpression' && current.callee.type === 'Identifier' ? current.callee.name : 'an expression';
  return { text: `${callee}(${columns.join(', ')})`, columns };
}

function columnReference(node: Expression, scope: ExtraScope): string | undefined {
  if (node.type === 'MemberExpression' && node.object.type === 'Identifier') {
    const property = propertyName(node);
    return property === undefined ? undefined : scope.columnOf(property);
  }
  const alias = node.type === 'Identifier' ? scope.aliases?.get(node.name) : undefined;
  return alias === undefined ? undefined : scope.columnOf(alias);
}

function sqlText({ quasi }: TaggedTemplateExpression, scope: ExtraScope): string {
  return quasi.quasis
    .map((part, index) => {
      const expression = quasi.expressions[index];
      if (!expression) return part.value.cooked ?? '';
      const column = columnReference(unwrap(expression), scope);
      return (part.value.cooked ?? '') + (column === undefined ? 'NULL' : `"${column}"`);
    })
    .join('');
}

function readPredicate(key: KeyDraft, node: Expression, scope: ExtraScope): void {
  if (node.type === 'TaggedTemplateExpression') {
    const text = sqlText(node, scope);
    const parse = parseSql(`DELETE FROM t WHERE ${text}`);
    const [statement] = parse.ok ? parse.statements : [];
    const conditions: readonly SqlCondition[] | undefined = statement?.kind === 'delete' ? statement.where : undefined;
    key.where = text.replaceAll('"', '').replace(/\s+/g, ' ').trim();
    key.conditions = conditions ? keyConditions(conditions) : null;
    return;
  }
  key.conditions = conditionCalls(node, scope);
  key.where = key.conditions ? key.conditions.map(conditionText).join(' and ') : 'a predicate';
}

function conditionText({ column, operator, value }: KeyCondition): string {
  if (operator.startsWith('is ')) return `${column} ${operator}`;
  return `${column} ${operator} ${typeof value === 'string' ? `'${value}'` : String(value)}`;
}

/** `and(eq(t.provider, 'stripe'), isNull(t.archivedAt))` */
function conditionCalls(node: Expression, scope: ExtraScope): KeyCondition[] | null {
  const call = unwrap(node);
  if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier') return null;
  const args = call.arguments.flatMap((arg) => (arg.type === 'SpreadElement' ? [] : [unwrap(arg)]));
  const [first, second] = args;
  if (call.callee.name === 'and') {
    const parts = args.map((arg) => conditionCalls(arg, scope));
    return parts.every((part) => part !== null) ? parts.flat() : null;
  }
  const column = first ? columnReference(first, scope) : undefined;
  if (column === undefined) return null;
  if (call.callee.name === 'isNull') return [{ column, operator: 'is null', value: null }];
  if (call.callee.name === 'isNotNull') return [{ column, operator: 'is not null', value: null }];
  if (second?.type !== 'Literal' || (call.callee.name !== 'eq' && call.callee.name !== 'ne')) return null;
  return [
    {
      column,
      operator: call.callee.name === 'eq' ? '=' : '<>',
      value: second.value as string | number | boolean | null,
    },
  ];
}

function returned(node: ArrowFunctionExpression): Expression | undefined {
  const { body } = node;
  if (body.type !== 'BlockStatement') return unwrap(body);
  for (const statement of body.body) {
    if (statement.type === 'ReturnStatement' && statement.argument) return unwrap(statement.argument);
  }
  return undefined;
}

function unwrap(node: Expression): Expression {
  let current = node;
  while (
    current.type === 'TSAsExpression' ||
    current.type === 'TSSatisfiesExpression' ||
    current.type === 'TSNonNullExpression' ||
    current.type === 'ParenthesizedExpression'
  ) {
    current = current.expression;
  }
  return current;
}

function propertyName(node: Extract<Expression, { type: 'MemberExpression' }>): string | undefined {
  if (!node.computed && node.property.type === 'Identifier') return node.property.name;
  return node.property.type === 'Literal' ? String(node.property.value) : undefined;
}

function keyText(key: { type: string; name?: unknown; value?: unknown }): string {
  return typeof key.name === 'string' ? key.name : String(key.value);
}

function textOf(node: Expression | Argument | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** A node's shape as text, for looking up words in it. */
function sourceOf(node: object): string {
  const words: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (typeof value === 'object' && value !== null) {
      const { type, name, value: literal } = value as { type?: unknown; name?: unknown; value?: unknown };
      if (type === 'Identifier' && typeof name === 'string') words.push(name);
      if (type === 'Literal') words.push(String(literal));
      if (type === 'TemplateElement') words.push((literal as { raw: string }).raw);
      Object.values(value).forEach(visit);
    }
  };
  visit(node);
  return words.join(' ');
}

/** As the library derives it. */
function snakeCase(property: string): string {
  const words = property.replace(/['\u2019]/g, '').match(/[\da-z]+|[A-Z]+(?![a-z])|[A-Z][\da-z]+/g) ?? [property];
  return words.map((word) => word.toLowerCase()).join('_');
}
