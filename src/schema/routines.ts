import type { CreateFunctionStmt, Node } from 'libpg-query';
import { parseRoutine } from '../parse/parse-plpgsql.ts';
import type { Routine, RoutineParameter, RoutineStatement } from '../parse/parse-plpgsql.ts';
import { parseScript } from '../parse/parse-sql.ts';
import type { SourceLine } from '../parse/place.ts';

interface RoutineText {
  /** The whole statement. */
  readonly text: string;
  readonly source: SourceLine;
  /** Where the statement begins in its file; null where the file holds it in other words. */
  readonly start: number | null;
  readonly defaultSchema: string | null;
}

export function readRoutine(
  create: CreateFunctionStmt,
  { text, source, start, defaultSchema }: RoutineText,
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
  const parameters = readParameters(create);
  const language = stringsIn([options.get('language') ?? { String: { sval: 'sql' } }])[0]?.toLowerCase();
  const outputs = parameters.filter(({ mode }) => mode !== 'in');
  const returnsTable = (create.parameters ?? []).some(
    (item) => 'FunctionParameter' in item && item.FunctionParameter.mode === 'FUNC_PARAM_TABLE',
  );
  const common = {
    schema,
    name,
    parameters,
    returns:
      stringsIn(create.returnType?.names).at(-1)?.toLowerCase() ??
      (outputs.length === 1 ? (outputs[0]?.type ?? null) : null),
    returnsSet: returnsTable || create.returnType?.setof === true,
    source,
  };
  const begin = bodyBegin(text);
  const lines = start === null || begin === undefined ? null : lineBegins(text, begin).map((at) => start + at);
  if (language === 'sql')
    return { ...common, lines, language, body: readSqlBody(create, options.get('as')), variables: new Map() };
  const body = language === 'plpgsql' ? parseRoutine(text) : undefined;
  return {
    ...common,
    lines,
    language: body ? 'plpgsql' : 'other',
    body: body?.statements ?? null,
    variables: body?.variables ?? new Map(),
  };
}

/** What tells functions of one name apart: the types of what they are given. */
export function signatureOf(routine: Routine): string {
  const types = routine.parameters.filter(({ mode }) => mode !== 'out').map(({ type }) => type);
  return `${routine.schema ?? ''}.${routine.name}(${types.join()})`;
}

const modes: Readonly<Record<string, RoutineParameter['mode']>> = {
  FUNC_PARAM_OUT: 'out',
  FUNC_PARAM_TABLE: 'out',
  FUNC_PARAM_INOUT: 'both',
};

function readParameters(create: CreateFunctionStmt): RoutineParameter[] {
  return (create.parameters ?? []).flatMap((item) => {
    if (!('FunctionParameter' in item)) return [];
    const { name = null, argType, mode, defexpr } = item.FunctionParameter;
    return [
      {
        name,
        type: typeNameOf(argType?.names),
        mode: modes[mode ?? ''] ?? 'in',
        hasDefault: defexpr !== undefined,
      },
    ];
  });
}

/** `pg_catalog.int4` of `integer`; lengths do not tell functions apart. */
export function typeNameOf(names: readonly Node[] | undefined): string {
  return stringsIn(names).at(-1)?.toLowerCase() ?? '';
}

function stringsIn(nodes: readonly Node[] | undefined): string[] {
  return (nodes ?? []).flatMap((node) => ('String' in node ? [node.String.sval ?? ''] : []));
}

/** Where the text of the body begins: behind the quotes that open it. */
function bodyBegin(text: string): number | undefined {
  const opened = /\bAS\s+(?:\$\w*\$|E?')/i.exec(text);
  return opened ? opened.index + opened[0].length : undefined;
}

function lineBegins(text: string, from: number): number[] {
  const begins = [from];
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) begins.push(at + 1);
  return begins.map((at) => at + (/^[ \t]*/.exec(text.slice(at))?.[0].length ?? 0));
}

function readSqlBody(create: CreateFunctionStmt, as: Node | undefined): RoutineStatement[] | null {
  const list = as && 'List' in as ? stringsIn(as.List.items) : [];
  const [text] = list;
  // `RETURN x` and `BEGIN ATOMIC`: the tree holds no text of them.
  if (text === undefined || create.sql_body) return null;
  const { statements } = parseScript(text);
  if (statements.some(({ tree }) => !tree)) return null;
  return statements.map((statement) => ({
    kind: 'sql',
    text: statement.text,
    line: text.slice(0, statement.start).split('\n').length,
    into: null,
  }));
}
