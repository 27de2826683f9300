import { parseScript } from './parse-sql.ts';
import type { ScriptStatement } from './parse-sql.ts';
import { tokenizeSql } from './sql-lexer.ts';
import type { SqlToken } from './sql-lexer.ts';
import { blankForeignLines } from './split-sql-script.ts';

/** A node of Postgres' grammar with its place in the script: offsets in UTF-16 units, end exclusive. */
export interface SqlNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** The fields that Postgres gives the node; nodes among them are nodes of this kind. */
  readonly [field: string]: unknown;
}

export interface SqlComment {
  readonly kind: 'line' | 'block';
  /** Without the characters that make it a comment. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export interface SqlScript {
  /** One node a statement. One that does not parse is an `UnknownStatement` and leaves the others whole. */
  readonly body: readonly SqlNode[];
  readonly comments: readonly SqlComment[];
  readonly errors: readonly { readonly offset: number; readonly reason: string }[];
}

/** Fields that hold a node without saying its kind. */
const kindOfField: Readonly<Record<string, string>> = {
  relation: 'RangeVar',
  rel: 'RangeVar',
  view: 'RangeVar',
  sequence: 'RangeVar',
  typevar: 'RangeVar',
  partparent: 'RangeVar',
  typeName: 'TypeName',
  returnType: 'TypeName',
  argType: 'TypeName',
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
  withClause: 'WithClause',
  onConflictClause: 'OnConflictClause',
  infer: 'InferClause',
  returningClause: 'ReturningClause',
  into: 'IntoClause',
  intoClause: 'IntoClause',
  partspec: 'PartitionSpec',
  partbound: 'PartitionBoundSpec',
  collClause: 'CollateClause',
  ofTypename: 'TypeName',
  over: 'WindowDef',
  alias: 'Alias',
  join_using_alias: 'Alias',
  func: 'ObjectWithArgs',
  funccall: 'FuncCall',
  newowner: 'RoleSpec',
  rolename: 'RoleSpec',
  role: 'RoleSpec',
  owner: 'RoleSpec',
  partitionSpec: 'PartitionSpec',
  coldef: 'ColumnDef',
};

const beginsWithVerb = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']);

/** Reads a script for tools that ask for places: every statement, every node of it, every comment. Never throws. */
export function readScript(text: string): SqlScript {
  const tokens = tokenizeSql(blankForeignLines(text));
  const statements = parseScript(text).statements;
  const body = statements.map((statement) => {
    try {
      return new Reader(statement, tokens).read();
    } catch (error) {
      return unknownStatement(statement, error instanceof Error ? error.message : String(error));
    }
  });
  return {
    body,
    comments: tokens.filter(({ kind }) => kind === 'comment').map((token) => comment(text, token)),
    errors: statements.flatMap(({ error }) => error ?? []),
  };
}

function comment(text: string, { start, end }: SqlToken): SqlComment {
  const written = text.slice(start, end);
  if (written.startsWith('--')) return { kind: 'line', value: written.slice(2).replace(/\r$/, ''), start, end };
  return { kind: 'block', value: written.slice(2, written.endsWith('*/') ? -2 : undefined), start, end };
}

function unknownStatement({ start, end }: ScriptStatement, reason: string): SqlNode {
  return { type: 'UnknownStatement', start, end, reason };
}

interface Extent {
  start: number;
  end: number;
}

class Reader {
  readonly #statement: ScriptStatement;
  readonly #tokens: readonly SqlToken[];

  constructor(statement: ScriptStatement, tokens: readonly SqlToken[]) {
    this.#statement = statement;
    this.#tokens = tokens
      .slice(firstAtOrAfter(tokens, statement.start), firstAtOrAfter(tokens, statement.end))
      .filter(({ kind }) => kind !== 'comment');
  }

  read(): SqlNode {
    const { tree, start, end, error } = this.#statement;
    const [kind, fields] = Object.entries(tree ?? {})[0] ?? [];
    if (kind === undefined) return unknownStatement(this.#statement, error?.reason ?? 'nothing to read');
    const { node } = this.#node(kind, fields);
    const statement = { ...node, start, end };
    placeTheRest(statement);
    return statement;
  }

  /** The node, and what of the text it and the nodes inside it take up; undefined where none of them says. */
  #node(type: string, value: unknown): { node: SqlNode; extent: Extent | undefined } {
    const fields: Record<string, unknown> = {};
    const extents: Extent[] = [];
    const { location } = value as { location?: unknown };
    for (const [name, inner] of Object.entries(value as object)) {
      if (!/^(?:\w+_)?location$/.test(name))
        fields[name === 'type' ? 'kind' : name] = this.#field(kindOfField[name], inner, extents);
    }
    if (typeof location === 'number' && location >= 0)
      extents.push(this.#extentAt(this.#statement.offsetOf(location), type));
    const extent = this.#joined(extents);
    if (extent && beginsWithVerb.has(type)) extent.start = this.#withVerb(extent.start);
    return { node: { type, start: extent?.start ?? NaN, end: extent?.end ?? NaN, ...fields }, extent };
  }

  #field(kind: string | undefined, value: unknown, extents: Extent[]): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#field(undefined, item, extents));
    if (typeof value !== 'object' || value === null) return value;
    const keys = Object.keys(value);
    const [only] = keys;
    // `{ ColumnRef: { … } }` says its kind; an empty field of a known kind may come without content.
    if (keys.length === 1 && only !== undefined && /^[A-Z]/.test(only)) {
      const { node, extent } = this.#node(only, (value as Record<string, unknown>)[only] ?? {});
      if (extent) extents.push(extent);
      return node;
    }
    if (kind === undefined) return value;
    const { node, extent } = this.#node(kind, value);
    if (extent) extents.push(extent);
    return node;
  }

  /** What stands at an offset: a token, a name with dots, a call with its brackets, a constraint of two words. */
  #extentAt(offset: number, type: string): Extent {
    const first = firstAtOrAfter(this.#tokens, offset);
    const token = this.#tokens[first];
    if (token?.start !== offset) return { start: offset, end: offset };
    let last = first;
    while (this.#written(last + 1) === '.' && this.#tokens[last + 2]) last += 2;
    if (type === 'FuncCall' && this.#written(last + 1) === '(') last = this.#closing(last + 1);
    if (type === 'Constraint' && /^(?:NULL|KEY)$/i.test(this.#written(last + 1))) last += 1;
    if (type === 'ParamRef' && this.#written(last) === '$') last += 1;
    return { start: offset, end: this.#tokens[last]?.end ?? token.end };
  }

  #joined(extents: readonly Extent[]): Extent | undefined {
    const [first] = extents;
    if (!first) return undefined;
    const start = Math.min(...extents.map((extent) => extent.start));
    const end = Math.max(...extents.map((extent) => extent.end));
    return { start, end: this.#withBrackets(start, end) };
  }

  /** A query within another has no place of its own: it begins at its verb. */
  #withVerb(start: number): number {
    let index = firstAtOrAfter(this.#tokens, start);
    while (/^(?:SELECT|DISTINCT|ALL|INSERT|INTO|UPDATE|DELETE|FROM|ONLY)$/i.test(this.#written(index - 1))) index -= 1;
    return this.#tokens[index]?.start ?? start;
  }

  /** Up to the bracket that closes what was opened in between. */
  #withBrackets(start: number, end: number): number {
    let depth = 0;
    for (let index = firstAtOrAfter(this.#tokens, start); index < this.#tokens.length; index += 1) {
      const token = this.#tokens[index];
      if (!token || (token.start >= end && depth <= 0)) return end;
      const written = this.#written(index);
      if (written === '(' || written === '[') depth += 1;
      if (written === ')' || written === ']') {
        depth -= 1;
        if (depth === 0 && token.start >= end) return token.end;
      }
    }
    return end;
  }

  #closing(open: number): number {
    let depth = 0;
    for (let index = open; index < this.#tokens.length; index += 1) {
      if (this.#written(index) === '(') depth += 1;
      if (this.#written(index) === ')') depth -= 1;
      if (depth === 0) return index;
    }
    return open;
  }

  #written(index: number): string {
    const token = this.#tokens[index];
    const { text, start } = this.#statement;
    return token ? text.slice(token.start - start, token.end - start) : '';
  }
}

/** A node that nothing in the tree locates stands where the node around it does. */
function placeTheRest(node: SqlNode): void {
  for (const child of childrenOf(node)) {
    if (Number.isNaN(child.start)) Object.assign(child, { start: node.start, end: node.end });
    placeTheRest(child);
  }
}

/** The nodes directly inside a node, in the order in which they are written. */
export function childrenOf(node: SqlNode): SqlNode[] {
  return Object.values(node)
    .flatMap(nodesIn)
    .sort((a, b) => a.start - b.start);
}

function nodesIn(value: unknown): SqlNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return typeof value === 'object' && value !== null && typeof (value as Partial<SqlNode>).start === 'number'
    ? [value as SqlNode]
    : [];
}

function firstAtOrAfter(tokens: readonly SqlToken[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
