import { parsePlPgSQLSync } from 'libpg-query';
import type { SourceLine } from './place.ts';

/** A statement of a body. `text` and expressions are SQL as it is written there; `line` counts from the body's first. */
export type RoutineStatement =
  | { readonly kind: 'sql'; readonly text: string; readonly line: number; readonly into: RoutineTarget | null }
  /** `EXECUTE`: the text is what the expression says, an expression itself. */
  | { readonly kind: 'execute'; readonly expression: string; readonly into: RoutineTarget | null; readonly line: number }
  | { readonly kind: 'if'; readonly branches: readonly RoutineBranch[]; readonly otherwise: readonly RoutineStatement[] }
  /** `list`: the query or array that it runs over; null for other loops. */
  | { readonly kind: 'loop'; readonly variable: string | null; readonly list: string | null; readonly body: readonly RoutineStatement[] }
  | { readonly kind: 'block'; readonly body: readonly RoutineStatement[]; readonly handlers: readonly RoutineHandler[] }
  | { readonly kind: 'return'; readonly expression: string | null }
  /** `RETURN QUERY` and `RETURN NEXT`: rows that come with those so far. */
  | { readonly kind: 'return-rows'; readonly text: string | null; readonly line: number }
  /** `variable` is null where a field or an element is given a value. */
  | { readonly kind: 'assign'; readonly variable: string | null; readonly expression: string }
  /** `GET DIAGNOSTICS n = ROW_COUNT`. */
  | { readonly kind: 'diagnostics'; readonly items: readonly RoutineDiagnostic[] }
  | { readonly kind: 'raise'; readonly fails: boolean; readonly line: number }
  | { readonly kind: 'leave' }
  | { readonly kind: 'other' }; // prettier-ignore

/** Where `INTO` puts a row: a variable for each column, or one that holds all of it. */
export interface RoutineTarget {
  readonly variables: readonly string[];
  readonly isRow: boolean;
}

export interface RoutineDiagnostic {
  readonly kind: string;
  readonly variable: string | null;
}

/** A function or procedure of the database, as migrations define it. */
export interface Routine {
  readonly schema: string | null;
  readonly name: string;
  readonly parameters: readonly RoutineParameter[];
  /** The type that it returns, lower-cased; null where it has none. */
  readonly returns: string | null;
  /** It answers rows, any number of them. */
  readonly returnsSet: boolean;
  /** Null where it is not known what it does: another language, a body that does not parse. */
  readonly body: readonly RoutineStatement[] | null;
  /** Each variable that it declares, with its first value. */
  readonly variables: ReadonlyMap<string, string | null>;
  /** `sql`: the last statement's rows are its answer. */
  readonly language: 'sql' | 'plpgsql' | 'other';
  readonly source: SourceLine;
  /** Where each line of the body begins in the file; null where the file holds no such text. */
  readonly lines: readonly number[] | null;
}

export interface RoutineParameter {
  readonly name: string | null;
  readonly type: string;
  /** `out` are columns of the answer and take no argument. */
  readonly mode: 'in' | 'out' | 'both';
  readonly hasDefault: boolean;
}

export interface RoutineBranch {
  readonly condition: string;
  readonly body: readonly RoutineStatement[];
}

export interface RoutineHandler {
  readonly conditions: readonly string[];
  readonly body: readonly RoutineStatement[];
}

type Tree = Readonly<Record<string, unknown>>;

export interface RoutineBody {
  readonly statements: readonly RoutineStatement[];
  /** Each variable that it declares, with its first value. */
  readonly variables: ReadonlyMap<string, string | null>;
}

/** The body of a PL/pgSQL function or DO block, given as its whole statement; undefined where it does not parse. */
export function parseRoutine(statement: string): RoutineBody | undefined {
  try {
    const parsed = parsePlPgSQLSync(statement) as unknown as { readonly plpgsql_funcs?: readonly Tree[] };
    const routine = treeIn(parsed.plpgsql_funcs?.[0], 'PLpgSQL_function');
    return routine && new BodyReader(listIn(routine, 'datums')).read(treeIn(routine, 'action') ?? {});
  } catch {
    return undefined;
  }
}

function treeIn(tree: Tree | undefined, name: string): Tree | undefined {
  const found = tree?.[name];
  return typeof found === 'object' && found !== null ? (found as Tree) : undefined;
}

function listIn(tree: Tree | undefined, name: string): readonly Tree[] {
  const found = tree?.[name];
  return Array.isArray(found) ? (found as readonly Tree[]) : [];
}

function queryIn(tree: Tree | undefined, name: string): string | undefined {
  const found = treeIn(treeIn(tree, name), 'PLpgSQL_expr')?.query;
  return typeof found === 'string' ? found : undefined;
}

/** Reads statements of a body; what they name by number are its variables. */
class BodyReader {
  readonly #names: readonly (string | null)[];
  readonly #variables = new Map<string, string | null>();

  constructor(datums: readonly Tree[]) {
    this.#names = datums.map((datum) => nameOf(treeIn(datum, 'PLpgSQL_var') ?? treeIn(datum, 'PLpgSQL_rec')));
    for (const datum of datums) {
      const variable = treeIn(datum, 'PLpgSQL_var') ?? treeIn(datum, 'PLpgSQL_rec');
      const name = nameOf(variable);
      if (name !== null && variable?.lineno !== undefined)
        this.#variables.set(name, queryIn(variable, 'default_val') ?? null);
    }
  }

  read(action: Tree): RoutineBody {
    return { statements: this.#body([action]), variables: this.#variables };
  }

  #body(list: readonly Tree[]): RoutineStatement[] {
    return list.flatMap((item) =>
      Object.entries(item).map(([kind, tree]) => this.#statement(kind, (tree ?? {}) as Tree)),
    );
  }

  #nameAt(number: unknown): string | null {
    return typeof number === 'number' ? (this.#names[number] ?? null) : null;
  }

  /** Of `INTO`; null where there is none. */
  #targets(tree: Tree): RoutineTarget | null {
    if (tree.into !== true) return null;
    const target = treeIn(tree, 'target');
    const row = treeIn(target, 'PLpgSQL_row');
    if (row) return { variables: listIn(row, 'fields').map((field) => textIn(field.name)), isRow: false };
    const name = nameOf(treeIn(target, 'PLpgSQL_rec') ?? treeIn(target, 'PLpgSQL_var'));
    return { variables: name === null ? [] : [name], isRow: true };
  }

  #statement(kind: string, tree: Tree): RoutineStatement {
    const line = typeof tree.lineno === 'number' ? tree.lineno : 1;
    switch (kind) {
      case 'PLpgSQL_stmt_block': {
        const exceptions = treeIn(treeIn(tree, 'exceptions'), 'PLpgSQL_exception_block');
        const handlers = listIn(exceptions, 'exc_list').map((entry): RoutineHandler => {
          const one = treeIn(entry, 'PLpgSQL_exception');
          return {
            conditions: listIn(one, 'conditions').map((item) => textIn(treeIn(item, 'PLpgSQL_condition')?.condname)),
            body: this.#body(listIn(one, 'action')),
          };
        });
        return { kind: 'block', body: this.#body(listIn(tree, 'body')), handlers };
      }
      case 'PLpgSQL_stmt_execsql':
        return { kind: 'sql', text: queryIn(tree, 'sqlstmt') ?? '', line, into: this.#targets(tree) };
      case 'PLpgSQL_stmt_perform':
      case 'PLpgSQL_stmt_call':
        return { kind: 'sql', text: queryIn(tree, 'expr') ?? '', line, into: null };
      case 'PLpgSQL_stmt_dynexecute':
        return { kind: 'execute', expression: queryIn(tree, 'query') ?? '', into: this.#targets(tree), line };
      case 'PLpgSQL_stmt_if':
        return {
          kind: 'if',
          branches: [
            { condition: queryIn(tree, 'cond') ?? '', body: this.#body(listIn(tree, 'then_body')) },
            ...listIn(tree, 'elsif_list').map((item): RoutineBranch => {
              const branch = treeIn(item, 'PLpgSQL_if_elsif');
              return { condition: queryIn(branch, 'cond') ?? '', body: this.#body(listIn(branch, 'stmts')) };
            }),
          ],
          otherwise: this.#body(listIn(tree, 'else_body')),
        };
      case 'PLpgSQL_stmt_case':
        return {
          kind: 'if',
          branches: listIn(tree, 'case_when_list').map((item): RoutineBranch => {
            const branch = treeIn(item, 'PLpgSQL_case_when');
            return { condition: queryIn(branch, 'expr') ?? '', body: this.#body(listIn(branch, 'stmts')) };
          }),
          otherwise: this.#body(listIn(tree, 'else_stmts')),
        };
      case 'PLpgSQL_stmt_loop':
      case 'PLpgSQL_stmt_while':
      case 'PLpgSQL_stmt_fori':
      case 'PLpgSQL_stmt_fors':
      case 'PLpgSQL_stmt_forc':
      case 'PLpgSQL_stmt_dynfors':
      case 'PLpgSQL_stmt_foreach_a': {
        const variable = treeIn(tree, 'var');
        return {
          kind: 'loop',
          variable:
            nameOf(treeIn(variable, 'PLpgSQL_rec') ?? treeIn(variable, 'PLpgSQL_var')) ?? this.#nameAt(tree.varno),
          list: queryIn(tree, kind === 'PLpgSQL_stmt_foreach_a' ? 'expr' : 'query') ?? null,
          body: this.#body(listIn(tree, 'body')),
        };
      }
      case 'PLpgSQL_stmt_return':
        return { kind: 'return', expression: queryIn(tree, 'expr') ?? this.#nameAt(tree.retvarno) };
      case 'PLpgSQL_stmt_return_query':
        return { kind: 'return-rows', text: queryIn(tree, 'query') ?? null, line };
      case 'PLpgSQL_stmt_return_next': {
        const expression = queryIn(tree, 'expr') ?? this.#nameAt(tree.retvarno);
        return { kind: 'return-rows', text: expression === null ? null : `SELECT ${expression}`, line };
      }
      case 'PLpgSQL_stmt_assign': {
        const query = queryIn(tree, 'expr') ?? '';
        return {
          kind: 'assign',
          variable: this.#nameAt(tree.varno),
          expression: query.replace(/^[^:='"]*:?=/, ''),
        };
      }
      case 'PLpgSQL_stmt_getdiag':
        return {
          kind: 'diagnostics',
          items: listIn(tree, 'diag_items').map((item) => {
            const one = treeIn(item, 'PLpgSQL_diag_item');
            return { kind: textIn(one?.kind), variable: this.#nameAt(one?.target) };
          }),
        };
      case 'PLpgSQL_stmt_raise':
        // 21 is ERROR; the parser leaves out what a RAISE without a level means, which is the same.
        return { kind: 'raise', fails: tree.elog_level === undefined || tree.elog_level === 21, line };
      case 'PLpgSQL_stmt_exit':
        return { kind: 'leave' };
      default:
        return { kind: 'other' };
    }
  }
}

function nameOf(variable: Tree | undefined): string | null {
  return typeof variable?.refname === 'string' ? variable.refname : null;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
