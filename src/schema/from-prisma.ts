import { createRequire } from 'node:module';
import type * as prismaAst from '@mrleebo/prisma-ast';
import type {
  Attribute,
  AttributeArgument,
  Block,
  BlockAttribute,
  Field,
  Model,
  Schema,
  Value,
} from '@mrleebo/prisma-ast';
import type { UnreadSchema } from './catalog.ts';
import type { MappedTableDraft, ModelPart } from './mapped-table.ts';
import { addKey, applySqlDefault, defaultKeyName, lineFinder, newColumn, newKey, newTable } from './table-draft.ts';
import type { ColumnDraft, KeyDraft } from './table-draft.ts';

export interface PrismaFile {
  readonly file: string;
  readonly text: string;
}

/** Reads all schema files of a project together: a model may use an enum of another file. Never throws. */
export function readPrisma(files: readonly PrismaFile[]): ModelPart {
  const unknown: UnreadSchema[] = [];
  const found = files.flatMap((file) => modelsIn(file, unknown));
  const modelNames = new Set(found.map(({ model }) => model.name));
  const mapped = found.map((source) => readModel(source, modelNames));
  return { tables: mapped.map(({ table }) => table), unknown, mapped };
}

/** The parser takes the lines of a block comment for fields. Offsets and lines stay. */
function withoutBlockComments(text: string): string {
  return text.replace(/"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (match) =>
    match.startsWith('/*') ? match.replace(/[^\n]/g, ' ') : match,
  );
}

interface ModelSource {
  readonly file: string;
  readonly model: Model;
  /** Lines of the file above the text that `model` was parsed from. */
  readonly lineOffset: number;
  readonly line: number;
  readonly complete: boolean;
}

function modelsIn({ file, text: written }: PrismaFile, unknown: UnreadSchema[]): ModelSource[] {
  const text = withoutBlockComments(written);
  const lineAt = lineFinder(text);
  try {
    return modelsOf(parse(text)).map((model) => ({
      file,
      model,
      lineOffset: 0,
      line: model.location?.startLine ?? 1,
      complete: true,
    }));
  } catch (error) {
    const models: ModelSource[] = [];
    for (const match of text.matchAll(/^[ \t]*model[ \t]+(\w+)[ \t]*\{([\s\S]*?)^[ \t]*\}/gm)) {
      const line = lineAt(match.index);
      const { model, complete } = modelByLines(match[1] ?? '', match[2] ?? '');
      models.push({ file, model, lineOffset: line - 1, line, complete });
      if (!complete) unknown.push({ file, line, reason: `model ${match[1]} was read in part` });
    }
    if (models.length === 0)
      unknown.push({ file, line: 1, reason: error instanceof Error ? error.message : String(error) });
    return models;
  }
}

type PrismaAst = Pick<typeof prismaAst, 'PrismaParser' | 'VisitorClassFactory' | 'getSchema'>;

let parseLoaded: ((text: string) => Schema) | undefined;

/** Loading the parser takes longer than linting a file, so only a project with a schema pays for it. */
function parse(text: string): Schema {
  if (!parseLoaded) {
    const ast = createRequire(import.meta.url)('@mrleebo/prisma-ast') as PrismaAst;
    const parser = new ast.PrismaParser({ nodeLocationTracking: 'full' });
    const visitor = new (ast.VisitorClassFactory(parser))();
    parseLoaded = (source) => ast.getSchema(source, { parser, visitor });
  }
  return parseLoaded(text);
}

function modelsOf(schema: Schema): Model[] {
  return schema.list.filter((block: Block): block is Model => block.type === 'model');
}

/** Reads a model whose text the parser refuses line by line, and leaves out the lines it cannot read. */
function modelByLines(name: string, body: string): { model: Model; complete: boolean } {
  const properties: Model['properties'] = [];
  let complete = true;
  let pending = '';
  for (const line of body.split('\n')) {
    pending += ` ${line.replace(/\/\/.*$/, '')}`;
    if (count(pending, /[([]/g) > count(pending, /[)\]]/g)) continue;
    const statement = pending.trim();
    pending = '';
    if (statement === '') continue;
    try {
      const [model] = modelsOf(parse(`model ${name} {\n${statement}\n}`));
      for (const property of model?.properties ?? []) {
        if ('location' in property) delete property.location;
        properties.push(property);
      }
    } catch {
      complete = false;
    }
  }
  return { model: { type: 'model', name, properties }, complete };
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function readModel(source: ModelSource, modelNames: ReadonlySet<string>): MappedTableDraft {
  const { file, model, line } = source;
  const fields = model.properties.filter((property): property is Field => property.type === 'field');
  const blocks = model.properties.filter((property): property is BlockAttribute => property.type === 'attribute');
  const block = (name: string): BlockAttribute | undefined => blocks.find((attribute) => attribute.name === name);
  const table = newTable(textOf(valueOf(block('schema'))), textOf(valueOf(block('map'))) ?? model.name, { file, line });
  table.complete = source.complete;

  const fieldToColumn = new Map<string, string>();
  for (const field of fields) {
    if (typeof field.fieldType === 'string' && modelNames.has(field.fieldType)) continue;
    const column = readColumn(field);
    table.columns.push(column);
    fieldToColumn.set(field.name, column.name);
  }

  const keyAt = (columns: readonly string[], attribute: Attribute | BlockAttribute): KeyDraft => {
    const startLine = attribute.location?.startLine;
    const key = newKey(columns, { file, line: startLine === undefined ? line : startLine + source.lineOffset });
    key.primary = attribute.name === 'id';
    key.name = textOf(valueOf(attribute, 'map')) ?? defaultKeyName(table, columns, key.primary ? 'pkey' : 'key');
    if (hasArgument(attribute, 'where')) {
      key.where = 'a predicate';
      key.conditions = null;
    }
    return key;
  };
  for (const field of fields) {
    for (const attribute of field.attributes ?? []) {
      if (attribute.group !== undefined || !isKeyAttribute(attribute.name)) continue;
      addKey(table, keyAt([fieldToColumn.get(field.name) ?? field.name], attribute));
    }
  }
  const compoundKeys = new Map<string, string[]>();
  for (const attribute of blocks) {
    if (attribute.group !== undefined || !isKeyAttribute(attribute.name)) continue;
    const keyFields = namesOf(valueOf(attribute, 'fields') ?? valueOf(attribute));
    addKey(
      table,
      keyAt(
        keyFields.map((field) => fieldToColumn.get(field) ?? field),
        attribute,
      ),
    );
    compoundKeys.set(textOf(valueOf(attribute, 'name')) ?? keyFields.join('_'), keyFields);
  }
  // Its property on the client: the name with a small first letter.
  const delegate = model.name.slice(0, 1).toLowerCase() + model.name.slice(1);
  return { names: 'prisma', calledBy: [delegate], table, columns: fieldToColumn, compoundKeys, file };
}

function isKeyAttribute(name: string): boolean {
  return name === 'id' || name === 'unique';
}

function readColumn(field: Field): ColumnDraft {
  const own = (field.attributes ?? []).filter((attribute) => attribute.group === undefined);
  const attribute = (name: string): Attribute | undefined => own.find((candidate) => candidate.name === name);
  const type = typeof field.fieldType === 'string' ? field.fieldType : textOf(field.fieldType.params?.[0]);
  const column = newColumn(
    textOf(valueOf(attribute('map'))) ?? field.name,
    type === null ? null : type.toLowerCase() + (field.array ? '[]' : ''),
  );
  column.nullable = field.optional ?? false;
  const written = valueOf(attribute('default'));
  if (written !== undefined) applyPrismaDefault(column, written);
  if (attribute('updatedAt')) {
    column.hasDefault = true;
    column.generated = 'clock';
  }
  return column;
}

function applyPrismaDefault(column: ColumnDraft, written: Value): void {
  if (isFunction(written)) {
    column.hasDefault = true;
    switch (written.name) {
      case 'now':
        column.generated = 'clock';
        return;
      case 'autoincrement':
      case 'sequence':
        column.generated = 'serial';
        return;
      case 'dbgenerated':
        applySqlDefault(column, textOf(written.params?.[0]));
        return;
      default:
        // uuid, cuid, ulid, nanoid, auto.
        column.generated = 'uuid';
        return;
    }
  }
  column.hasDefault = true;
  if (written === 'true' || written === 'false') column.defaultValue = written === 'true';
  else if (typeof written === 'string')
    column.defaultValue = /^-?\d+(?:\.\d+)?$/.test(written) ? Number(written) : textOf(written);
  else if (typeof written === 'number' || typeof written === 'boolean') column.defaultValue = written;
}

/** The value of an argument: the named one, or the one without a name. */
function valueOf(attribute: Attribute | BlockAttribute | undefined, name?: string): Value | undefined {
  for (const { value } of attribute?.args ?? []) {
    const named = isNamed(value) ? value : undefined;
    if (name === undefined && named === undefined) return value as Value;
    if (named && (named.key === name || (name === undefined && named.key === 'name'))) return named.value;
  }
  return undefined;
}

function hasArgument(attribute: Attribute | BlockAttribute, name: string): boolean {
  return (attribute.args ?? []).some(({ value }) => isNamed(value) && value.key === name);
}

function isNamed(
  value: AttributeArgument['value'],
): value is Extract<AttributeArgument['value'], { type: 'keyValue' }> {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'keyValue';
}

function isFunction(value: Value): value is Extract<Value, { type: 'function' }> {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'function';
}

function textOf(value: Value | undefined): string | null {
  if (typeof value !== 'string') return null;
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}

/** `[a, b(sort: Desc)]` */
function namesOf(value: Value | undefined): string[] {
  // `[]` has no `args` at run time, whatever its type says.
  const list: unknown = typeof value === 'object' && value !== null && 'args' in value ? value.args : value;
  const items = Array.isArray(list) ? (list as Value[]) : [];
  return items.flatMap((item) => (typeof item === 'string' ? [item] : isFunction(item) ? [item.name] : []));
}
