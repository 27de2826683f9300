import { loadModule, parseSync } from 'libpg-query';
import type { Node, RawStmt } from 'libpg-query';
import { readStatement } from './read-sql-tree.ts';
import { toPostgresSql } from './sql-dialect.ts';
import { tokenizeSql } from './sql-lexer.ts';
import type { SqlToken } from './sql-lexer.ts';
import { HOLE, numberPlaceholders } from './sql-placeholders.ts';
import { leavesBracketOpen, splitAtSemicolons, splitScript } from './split-sql-script.ts';
import type { ScriptPiece } from './split-sql-script.ts';
import type { PlaceholderStyle, SqlGist, SqlParse, SqlStatement, TableName } from './sql-statement.ts';

export { HOLE } from './sql-placeholders.ts';

await loadModule();

const memo = new Map<string, SqlParse>();
const memoLimit = 5000;

/** Reads one or several statements of Postgres, MySQL or SQLite. Never throws. */
export function parseSql(text: string, placeholders: PlaceholderStyle = 'dollar'): SqlParse {
  const key = `${placeholders} ${text}`;
  const known = memo.get(key);
  if (known) return known;
  if (memo.size >= memoLimit) memo.clear();
  const parse = readText(text, placeholders);
  memo.set(key, parse);
  return parse;
}

/** Names of the placeholders, in order of first use; empty for the styles without names. */
export function placeholderNames(text: string, style: PlaceholderStyle): string[] {
  return [...numberPlaceholders(text, style).names];
}

export interface ScriptStatement {
  readonly text: string;
  /** Offsets in the script, without the closing semicolon and the comments before it. */
  readonly start: number;
  readonly end: number;
  /** Postgres' raw tree, where the text parses. */
  readonly tree?: Node;
  /** What follows in the same piece: a block that a tool sends as one, `RENAME TABLE a TO b, c TO d`. */
  readonly more?: readonly Node[];
  /** Where and why it does not parse: an offset in the script. */
  readonly error?: { readonly offset: number; readonly reason: string };
  /** Its offsets are those of `text`. */
  readonly parse: SqlParse;
  /** Offset in the script of a byte location of `tree`. */
  offsetOf(location: number | undefined): number;
}

/**
 * Reads a migration or a dump statement by statement, so that one that does not parse leaves the others whole. What
 * stands in a `down` section, in the data of a COPY or in a psql command is left out.
 */
export function parseScript(text: string): { readonly statements: readonly ScriptStatement[] } {
  const statements = splitScript(text).flatMap((piece) => readPiece(text, piece));
  return { statements };
}

/** A statement, or several where a bracket that nobody closes holds them together. */
function readPiece(text: string, piece: ScriptPiece): ScriptStatement[] {
  const whole = readScriptStatement(text, piece);
  if (whole.tree || !leavesBracketOpen(whole.text)) return [whole];
  const parts = splitAtSemicolons(whole.text).map(({ start, end }) =>
    readScriptStatement(text, { start: piece.start + start, end: piece.start + end }),
  );
  return parts.some(({ tree }) => tree) ? parts : [whole];
}

function readScriptStatement(text: string, { start, end }: ScriptPiece): ScriptStatement {
  const piece = text.slice(start, end);
  const raw = parseTree(piece, 'dollar');
  const [tree, ...more] = raw.ok ? raw.statements.flatMap(({ stmt }) => stmt ?? []) : [];
  return {
    text: piece,
    start,
    end,
    ...(tree && { tree }),
    ...(more.length > 0 && { more }),
    ...(!raw.ok && { error: { offset: start + raw.at, reason: raw.reason } }),
    // Seldom asked for, and as long to make as the tree.
    get parse() {
      return parseSql(piece);
    },
    offsetOf: (location) => start + (raw.ok && location !== undefined && location >= 0 ? raw.offsetOf(location) : 0),
  };
}

function readText(text: string, placeholders: PlaceholderStyle): SqlParse {
  try {
    const raw = parseTree(text, placeholders);
    if (!raw.ok) return { ok: false, reason: raw.reason, gist: gistOf(text) };
    return { ok: true, statements: raw.statements.flatMap((statement) => readRaw(statement, raw)) };
  } catch (error) {
    return { ok: false, reason: messageOf(error), gist: gistOf(text) };
  }
}

type RawParse =
  | {
      readonly ok: true;
      readonly statements: readonly RawStmt[];
      /** The text that was parsed: numbered placeholders, Postgres' dialect. */
      readonly parsed: string;
      /** Byte location of the tree to offset in `parsed`. */
      readonly unitOf: (location: number) => number;
      /** Offset in `parsed` to offset in the original text. */
      readonly toOriginal: (offset: number) => number;
      /** Byte location of the tree to offset in the original text. */
      readonly offsetOf: (location: number) => number;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Offset in the original text of what the parser stumbles over. */
      readonly at: number;
    };

/** The last parse, which a script asks for twice: for the tree and for the statement. */
let lastTree: { readonly text: string; readonly placeholders: PlaceholderStyle; readonly raw: RawParse } | undefined;

function parseTree(text: string, placeholders: PlaceholderStyle): RawParse {
  if (lastTree?.text !== text || lastTree.placeholders !== placeholders)
    lastTree = { text, placeholders, raw: parseTreeAnew(text, placeholders) };
  return lastTree.raw;
}

function parseTreeAnew(text: string, placeholders: PlaceholderStyle): RawParse {
  const numbered = numberPlaceholders(text, placeholders);
  if (numbered.text.trim() === '')
    return { ok: true, statements: [], parsed: '', unitOf: (at) => at, toOriginal: (at) => at, offsetOf: (at) => at };
  try {
    return located(numbered.text, numbered.toOriginal);
  } catch (error) {
    const failed = {
      ok: false,
      reason: messageOf(error),
      at: numbered.toOriginal(errorOffset(error, numbered.text)),
    } as const;
    const translated = toPostgresSql(numbered.text);
    if (translated === undefined) return failed;
    try {
      return located(translated.text, (offset) => numbered.toOriginal(translated.toOriginal(offset)));
    } catch {
      return failed;
    }
  }
}

/** Where a syntax error stands: the parser counts characters, JavaScript UTF-16 units. */
function errorOffset(error: unknown, text: string): number {
  const position = (error as { readonly sqlDetails?: { readonly cursorPosition?: unknown } }).sqlDetails
    ?.cursorPosition;
  if (typeof position !== 'number' || position <= 0) return 0;
  let at = 0;
  for (let count = 0; count < position && at < text.length; count += 1)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

function located(parsed: string, toOriginal: (offset: number) => number): RawParse {
  const statements = parseSync(parsed).stmts ?? [];
  const unitOf = unitsByByte(parsed);
  return { ok: true, statements, parsed, unitOf, toOriginal, offsetOf: (location) => toOriginal(unitOf(location)) };
}

/** The parser counts UTF-8 bytes, JavaScript UTF-16 units. */
function unitsByByte(text: string): (byte: number) => number {
  const firstWide = /[^\0-\x7f]/.exec(text);
  if (!firstWide) return (byte) => byte;
  const bytes = Buffer.from(text, 'utf8');
  return (byte) => (byte <= firstWide.index ? byte : bytes.toString('utf8', 0, byte).length);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readRaw(statement: RawStmt, raw: Extract<RawParse, { ok: true }>): SqlStatement[] {
  if (!statement.stmt) return [];
  const first = raw.unitOf(statement.stmt_location ?? 0);
  const last = statement.stmt_len ? raw.unitOf((statement.stmt_location ?? 0) + statement.stmt_len) : raw.parsed.length;
  const blankBefore = /^\s*/.exec(raw.parsed.slice(first, last))?.[0].length ?? 0;
  const start = raw.toOriginal(first + blankBefore);
  const end = raw.toOriginal(first + raw.parsed.slice(first, last).trimEnd().length);
  let tokens: SqlToken[] | undefined;
  const bracketsAfter = (location: number, word?: string): { start: number; end: number } => {
    tokens ??= tokenizeSql(raw.parsed);
    const brackets = findBrackets(raw.parsed, tokens, raw.unitOf(location), word);
    return brackets ? { start: raw.toOriginal(brackets.start), end: raw.toOriginal(brackets.end) } : { start, end };
  };
  return [readStatement(statement.stmt, { start, end, bracketsAfter })];
}

function findBrackets(
  text: string,
  tokens: readonly SqlToken[],
  from: number,
  word?: string,
): { start: number; end: number } | undefined {
  let started = word === undefined;
  let open: number | undefined;
  let depth = 0;
  for (const token of tokens) {
    if (token.start < from) continue;
    const written = text.slice(token.start, token.end);
    if (!started) {
      started = written.toUpperCase() === word;
    } else if (written === '(') {
      open ??= token.end;
      depth += 1;
    } else if (written === ')' && open !== undefined) {
      depth -= 1;
      if (depth === 0) return { start: open, end: token.start };
    }
  }
  return undefined;
}

const verbs: Readonly<Record<string, SqlGist['verb']>> = {
  SELECT: 'select',
  INSERT: 'insert',
  REPLACE: 'insert',
  UPDATE: 'update',
  DELETE: 'delete',
};

/** Verb and table of a text that no grammar takes. */
function gistOf(text: string): SqlGist {
  const tokens = tokenizeSql(text).filter((token) => token.kind !== 'comment');
  const upper = (token: SqlToken | undefined): string =>
    token ? text.slice(token.start, token.end).toUpperCase() : '';
  let depth = 0;
  const outer = tokens.filter((token) => {
    if (upper(token) === ')') depth -= 1;
    const top = depth === 0;
    if (upper(token) === '(') depth += 1;
    return top;
  });
  const at =
    upper(outer[0]) === 'WITH' ? outer.findIndex((token) => token.kind === 'word' && upper(token) in verbs) : 0;
  const verb = verbs[upper(outer[at])] ?? null;
  if (verb === null) return { verb: null, table: null };
  let name = at + 1;
  if (verb === 'select' || verb === 'delete') {
    name = outer.findIndex((token, index) => index > at && upper(token) === 'FROM') + 1;
    if (name === 0) return { verb, table: null };
  }
  while (['INTO', 'ONLY', 'OR', 'IGNORE', 'REPLACE', 'LOW_PRIORITY'].includes(upper(outer[name]))) name += 1;
  return { verb, table: tableAt(text, outer, name) };
}

function tableAt(text: string, tokens: readonly SqlToken[], index: number): TableName | null {
  const first = identifierAt(text, tokens[index]);
  if (first === null) return null;
  const dot = tokens[index + 1];
  const second = dot && text.slice(dot.start, dot.end) === '.' ? identifierAt(text, tokens[index + 2]) : null;
  if (second === null) return { schema: null, name: first };
  return { schema: first === 'public' ? null : first, name: second };
}

function identifierAt(text: string, token: SqlToken | undefined): string | null {
  if (!token) return null;
  const written = text.slice(token.start, token.end);
  if (token.kind === 'word') return written === HOLE ? null : written.toLowerCase();
  return token.kind === 'quoted' || token.kind === 'backtick' ? written.slice(1, -1) : null;
}
