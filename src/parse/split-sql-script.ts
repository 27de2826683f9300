import { tokenizeSql } from './sql-lexer.ts';

export interface ScriptPiece {
  readonly start: number;
  readonly end: number;
}

/** The statements of a script, without psql's commands, COPY's data and what undoes the migration. */
export function splitScript(text: string): ScriptPiece[] {
  const blanked = blankForeignLines(text);
  const pieces: ScriptPiece[] = [];
  let start = -1;
  let end = -1;
  let depth = 0;
  let block = 0;
  let words: string[] = [];
  let quotedAsOne = false;
  let down = false;

  const close = (): void => {
    if (start >= 0 && !down) pieces.push({ start, end });
    start = -1;
    depth = 0;
    block = 0;
    words = [];
  };

  for (const token of tokenizeSql(blanked)) {
    const written = blanked.slice(token.start, token.end);
    if (token.kind === 'comment') {
      const section = sectionOf(written);
      if (section === undefined) continue;
      close();
      if (section === 'statement-begin') quotedAsOne = true;
      else if (section === 'statement-end') quotedAsOne = false;
      else down = section === 'down';
      continue;
    }
    if (token.kind === 'word') {
      const word = written.toUpperCase();
      words.push(word);
      if (hasBody(words)) block += blockStep(word, words.at(-2));
    }
    if (written === '(') depth += 1;
    if (written === ')') depth = Math.max(0, depth - 1);
    if (written === ';' && depth === 0 && block <= 0 && !quotedAsOne) {
      close();
      continue;
    }
    if (start < 0 && written === ';') continue;
    // So that the END before it and the word behind it are not read as one.
    if (written === ';') words.push(written);
    if (start < 0) start = token.start;
    end = token.end;
  }
  close();
  return pieces;
}

/** The parts of a text between its semicolons, whatever brackets they stand in. */
export function splitAtSemicolons(text: string): ScriptPiece[] {
  const pieces: ScriptPiece[] = [];
  let piece: { start: number; end: number } | undefined;
  for (const { kind, start, end } of tokenizeSql(text)) {
    if (kind === 'comment') continue;
    if (text[start] === ';') piece = undefined;
    else if (piece) piece.end = end;
    else pieces.push((piece = { start, end }));
  }
  return pieces;
}

/** A bracket is left open, and the text goes on behind a semicolon. */
export function leavesBracketOpen(text: string): boolean {
  if (!text.includes(';')) return false;
  let depth = 0;
  for (const { kind, start } of tokenizeSql(text)) {
    if (kind !== 'symbol') continue;
    if (text[start] === '(') depth += 1;
    if (text[start] === ')') depth = Math.max(0, depth - 1);
  }
  return depth > 0;
}

/** A trigger or routine whose body is written out, not quoted. */
function hasBody(words: readonly string[]): boolean {
  if (words[0] !== 'CREATE') return false;
  const head = words.slice(1, 6);
  return ['TRIGGER', 'PROCEDURE', 'FUNCTION'].some((kind) => head.includes(kind));
}

function blockStep(word: string, previous: string | undefined): number {
  if (previous === 'END') return /^(?:IF|LOOP|WHILE|REPEAT)$/.test(word) ? 1 : 0;
  if (word === 'BEGIN' || word === 'CASE') return 1;
  return word === 'END' ? -1 : 0;
}

type Section = 'up' | 'down' | 'statement-begin' | 'statement-end';

/** dbmate, goose, sql-migrate, node-pg-migrate and their like. */
function sectionOf(comment: string): Section | undefined {
  const match = /^--+\s*(?:@|\+?\s*(?:goose|migrate)\s*:?\s*)?\s*(up|down|statementbegin|statementend)\b(.*)$/i.exec(
    comment,
  );
  const rest = (match?.[2] ?? '').trim();
  const marked = /^--+\s*(?:@|\+?\s*(?:goose|migrate)\b)/i.test(comment);
  if (match === null || !(marked || /^(?:migration)?[\s:-]*$/i.test(rest))) return undefined;
  switch (match[1]?.toLowerCase()) {
    case 'up':
      return 'up';
    case 'down':
      return 'down';
    case 'statementbegin':
      return 'statement-begin';
    default:
      return 'statement-end';
  }
}

/** Blanks lines that are no SQL, keeping every offset. */
export function blankForeignLines(text: string): string {
  if (!/^\s*\\|^\s*(?:delimiter|copy)\b/im.test(text)) return text;
  let inData = false;
  let delimiter = ';';
  let result = '';
  for (const line of text.split('\n')) {
    const blank = ' '.repeat(line.length);
    const set = /^\s*delimiter\s+(\S+)/i.exec(line)?.[1];
    if (inData) {
      result += blank;
      if (line.trimEnd() === '\\.') inData = false;
    } else if (set !== undefined) {
      delimiter = set;
      result += blank;
    } else if (/^\s*\\/.test(line)) {
      result += blank;
    } else {
      result += delimiter === ';' ? line : line.replace(delimiter, ';'.padEnd(delimiter.length));
      inData = /^\s*copy\b.*\bfrom\s+stdin\b.*;\s*$/i.test(line);
    }
    result += '\n';
  }
  return result.slice(0, text.length);
}
