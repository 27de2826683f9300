import type { CreateFunctionStmt, Node } from 'libpg-query';
import { parseRoutine } from '../parse/parse-plpgsql.ts';
import type { RoutineStatement } from '../parse/parse-plpgsql.ts';
import { parseSql } from '../parse/parse-sql.ts';
import type { SourceLine } from '../parse/place.ts';
import type { SqlStatement } from '../parse/sql-statement.ts';

/** A function or procedure of the database, as migrations define it. */
export interface Routine {
  readonly schema: string | null;
  readonly name: string;
  /** Names of its parameters in order; null for one without. Output parameters are none. */
  readonly parameters: readonly (string | null)[];
  readonly returns: string | null;
  /** In order; those of all branches. */
  readonly statements: readonly SqlStatement[];
  /** False where a part of the body could not be read: dynamic SQL, another language. */
  readonly whole: boolean;
  /** What tells the caller that an insert met a row: it returns FOUND, or what a test of ROW_COUNT decides. */
  readonly outcome: RoutineOutcome;
  readonly source: SourceLine;
}

/** `won`: the answer says whether the first conflict-ignoring insert went in. `throws`: it fails when it did not. */
export type RoutineOutcome = 'won' | 'throws' | 'none';

export function readRoutine(
  create: CreateFunctionStmt,
  text: string,
  source: SourceLine,
  defaultSchema: string | null,
): Routine | undefined {
  const path = stringsIn(create.funcname);
  const name = path.at(-1);
  if (name === undefined) return undefined;
  const written = path.length > 1 ? path.at(-2) : undefined;
  const schema = written === undefined ? defaultSchema : written === 'public' ? null : written;
  const options = new Map(
    (create.options ?? []).flatMap((item) =>
      'DefElem' in item ? [[item.DefElem.defname ?? '', item.DefElem.arg] as const] : [],
    ),
  );
  const parameters = (create.parameters ?? []).flatMap((item) => {
    if (!('FunctionParameter' in item)) return [];
    const { mode } = item.FunctionParameter;
    return mode === 'FUNC_PARAM_OUT' || mode === 'FUNC_PARAM_TABLE' ? [] : [item.FunctionParameter.name ?? null];
  });
  const language = stringsIn([options.get('language') ?? { String: { sval: 'sql' } }])[0]?.toLowerCase();
  const common = { schema, name, parameters, returns: stringsIn(create.returnType?.names).at(-1) ?? null, source };
  if (language === 'sql') return { ...common, ...readSqlBody(options.get('as')) };
  const body = language === 'plpgsql' ? parseRoutine(text) : undefined;
  if (!body) return { ...common, statements: [], whole: false, outcome: 'none' };
  const reader = new BodyReader();
  reader.read(body);
  return { ...common, statements: reader.statements, whole: reader.whole, outcome: outcomeOf(reader) };
}

function stringsIn(nodes: readonly Node[] | undefined): string[] {
  return (nodes ?? []).flatMap((node) => ('String' in node ? [node.String.sval ?? ''] : []));
}

function readSqlBody(as: Node | undefined): Pick<Routine, 'statements' | 'whole' | 'outcome'> {
  const list = as && 'List' in as ? stringsIn(as.List.items) : [];
  const parsed = parseSql(list.join('\n'));
  if (list.length === 0 || !parsed.ok) return { statements: [], whole: false, outcome: 'none' };
  const last = parsed.statements.at(-1);
  const returnsRow = last?.kind === 'insert' && last.conflict?.action === 'nothing' && last.returning.length > 0;
  return { statements: parsed.statements, whole: true, outcome: returnsRow ? 'won' : 'none' };
}

class BodyReader {
  readonly statements: SqlStatement[] = [];
  whole = true;
  /** FOUND or ROW_COUNT is looked at after a conflict-ignoring insert. */
  testsOutcome = false;
  fails = false;

  read(body: readonly RoutineStatement[]): void {
    for (const statement of body) this.#read(statement);
  }

  #read(statement: RoutineStatement): void {
    switch (statement.kind) {
      case 'sql': {
        const parsed = parseSql(statement.text);
        if (parsed.ok) this.statements.push(...parsed.statements);
        else this.whole = false;
        return;
      }
      case 'execute':
        this.whole = false;
        return;
      case 'if':
        for (const { condition, body } of statement.branches) {
          this.#look(condition);
          this.read(body);
        }
        this.read(statement.otherwise);
        return;
      case 'loop':
        this.whole = false;
        this.read(statement.body);
        return;
      case 'block':
        this.read(statement.body);
        for (const { conditions, body } of statement.handlers) {
          if (conditions.some((one) => one === 'unique_violation' || one === 'others') && this.#claims)
            this.testsOutcome = true;
          this.read(body);
        }
        return;
      case 'return':
        this.#look(statement.expression ?? '');
        return;
      case 'assign':
        this.#look(statement.expression);
        return;
      case 'diagnostics':
        if (statement.items.some((item) => /row_count/i.test(item)) && this.#claims) this.testsOutcome = true;
        return;
      case 'raise':
        if (statement.fails) this.fails = true;
        return;
      default:
        return;
    }
  }

  get #claims(): boolean {
    return this.statements.some((one) => one.kind === 'insert');
  }

  #look(expression: string): void {
    if (/\bfound\b/i.test(expression) && this.#claims) this.testsOutcome = true;
  }
}

function outcomeOf({ testsOutcome, fails }: BodyReader): RoutineOutcome {
  if (!testsOutcome) return 'none';
  return fails ? 'throws' : 'won';
}
