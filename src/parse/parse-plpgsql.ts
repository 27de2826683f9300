import { parsePlPgSQLSync } from 'libpg-query';

/** A statement of a PL/pgSQL body. `text` is SQL or an expression as it is written there. */
export type RoutineStatement =
  | { readonly kind: 'sql'; readonly text: string; readonly line: number; readonly into: boolean }
  /** `EXECUTE`: the text is what the expression says, an expression itself. */
  | { readonly kind: 'execute'; readonly expression: string; readonly line: number }
  | { readonly kind: 'if'; readonly branches: readonly RoutineBranch[]; readonly otherwise: readonly RoutineStatement[] }
  /** `list`: the query or array that it runs over; null for other loops. */
  | { readonly kind: 'loop'; readonly variable: string | null; readonly list: string | null; readonly body: readonly RoutineStatement[] }
  | { readonly kind: 'block'; readonly body: readonly RoutineStatement[]; readonly handlers: readonly RoutineHandler[] }
  | { readonly kind: 'return'; readonly expression: string | null; readonly line: number }
  | { readonly kind: 'assign'; readonly expression: string; readonly line: number }
  /** `GET DIAGNOSTICS n = ROW_COUNT`. */
  | { readonly kind: 'diagnostics'; readonly items: readonly string[] }
  | { readonly kind: 'raise'; readonly fails: boolean }
  | { readonly kind: 'other' }; // prettier-ignore

export interface RoutineBranch {
  readonly condition: string;
  readonly body: readonly RoutineStatement[];
}

export interface RoutineHandler {
  readonly conditions: readonly string[];
  readonly body: readonly RoutineStatement[];
}

type Tree = Readonly<Record<string, unknown>>;

/** The body of a PL/pgSQL function or DO block, given as its whole statement; undefined where it does not parse. */
export function parseRoutine(statement: string): readonly RoutineStatement[] | undefined {
  try {
    const parsed = parsePlPgSQLSync(statement) as unknown as { readonly plpgsql_funcs?: readonly Tree[] };
    const routine = treeIn(parsed.plpgsql_funcs?.[0], 'PLpgSQL_function');
    return routine && readBody([treeIn(routine, 'action') ?? {}]);
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

function readBody(list: readonly Tree[]): RoutineStatement[] {
  return list.flatMap((item) => Object.entries(item).map(([kind, tree]) => readStatement(kind, (tree ?? {}) as Tree)));
}

function readStatement(kind: string, tree: Tree): RoutineStatement {
  const line = typeof tree.lineno === 'number' ? tree.lineno : 1;
  switch (kind) {
    case 'PLpgSQL_stmt_block': {
      const exceptions = treeIn(treeIn(tree, 'exceptions'), 'PLpgSQL_exception_block');
      const handlers = listIn(exceptions, 'exc_list').map((entry): RoutineHandler => {
        const one = treeIn(entry, 'PLpgSQL_exception');
        return {
          conditions: listIn(one, 'conditions').map((item) => textIn(treeIn(item, 'PLpgSQL_condition')?.condname)),
          body: readBody(listIn(one, 'action')),
        };
      });
      return { kind: 'block', body: readBody(listIn(tree, 'body')), handlers };
    }
    case 'PLpgSQL_stmt_execsql': {
      return { kind: 'sql', text: queryIn(tree, 'sqlstmt') ?? '', line, into: tree.into === true };
    }
    case 'PLpgSQL_stmt_perform':
      return { kind: 'sql', text: queryIn(tree, 'expr') ?? '', line, into: false };
    case 'PLpgSQL_stmt_call':
      return { kind: 'sql', text: queryIn(tree, 'expr') ?? '', line, into: false };
    case 'PLpgSQL_stmt_dynexecute':
      return { kind: 'execute', expression: queryIn(tree, 'query') ?? '', line };
    case 'PLpgSQL_stmt_if':
      return {
        kind: 'if',
        branches: [
          { condition: queryIn(tree, 'cond') ?? '', body: readBody(listIn(tree, 'then_body')) },
          ...listIn(tree, 'elsif_list').map((item): RoutineBranch => {
            const branch = treeIn(item, 'PLpgSQL_if_elsif');
            return { condition: queryIn(branch, 'cond') ?? '', body: readBody(listIn(branch, 'stmts')) };
          }),
        ],
        otherwise: readBody(listIn(tree, 'else_body')),
      };
    case 'PLpgSQL_stmt_case':
      return {
        kind: 'if',
        branches: listIn(tree, 'case_when_list').map((item): RoutineBranch => {
          const branch = treeIn(item, 'PLpgSQL_case_when');
          return { condition: queryIn(branch, 'expr') ?? '', body: readBody(listIn(branch, 'stmts')) };
        }),
        otherwise: readBody(listIn(tree, 'else_stmts')),
      };
    case 'PLpgSQL_stmt_loop':
    case 'PLpgSQL_stmt_while':
    case 'PLpgSQL_stmt_fori':
    case 'PLpgSQL_stmt_fors':
    case 'PLpgSQL_stmt_forc':
    case 'PLpgSQL_stmt_dynfors':
      return {
        kind: 'loop',
        variable: null,
        list: queryIn(tree, 'query') ?? null,
        body: readBody(listIn(tree, 'body')),
      };
    case 'PLpgSQL_stmt_foreach_a':
      return {
        kind: 'loop',
        variable: null,
        list: queryIn(tree, 'expr') ?? null,
        body: readBody(listIn(tree, 'body')),
      };
    case 'PLpgSQL_stmt_return': {
      const variable = tree.retvarno;
      return { kind: 'return', expression: queryIn(tree, 'expr') ?? (variable === 1 ? 'FOUND' : null), line };
    }
    case 'PLpgSQL_stmt_return_query':
      return { kind: 'sql', text: queryIn(tree, 'query') ?? '', line, into: true };
    case 'PLpgSQL_stmt_assign':
      return { kind: 'assign', expression: queryIn(tree, 'expr') ?? '', line };
    case 'PLpgSQL_stmt_getdiag':
      return {
        kind: 'diagnostics',
        items: listIn(tree, 'diag_items').map((item) => textIn(treeIn(item, 'PLpgSQL_diag_item')?.kind)),
      };
    case 'PLpgSQL_stmt_raise':
      // 21 is ERROR; the parser leaves out what a RAISE without a level means, which is the same.
      return { kind: 'raise', fails: tree.elog_level === undefined || tree.elog_level === 21 };
    default:
      return { kind: 'other' };
  }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
