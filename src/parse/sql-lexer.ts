/** Splits SQL text of any dialect into tokens. Knows quoting and comments, no grammar. */

export interface SqlToken {
  readonly kind: 'word' | 'quoted' | 'backtick' | 'string' | 'dollar-string' | 'number' | 'symbol' | 'comment';
  readonly start: number;
  readonly end: number;
}

const space = /\s+/y;
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const number = /\d[\w.]*/y;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

export function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\w$\u0080-\uffff]/.test(character);
}

/** Comments are tokens too; white space is none. Unterminated quotes run to the end of the text. */
export function tokenizeSql(text: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const push = (kind: SqlToken['kind'], end: number): void => {
    tokens.push({ kind, start: at, end });
    at = end;
  };

  while (at < text.length) {
    const blank = match(space);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const character = text[at];
    const next = text[at + 1];
    if (character === '-' && next === '-') {
      const newline = text.indexOf('\n', at);
      push('comment', newline < 0 ? text.length : newline);
    } else if (character === '/' && next === '*') {
      push('comment', endOfBlockComment(text, at));
    } else if (character === "'") {
      push('string', endOfQuoted(text, at, "'", false));
    } else if ((character === 'E' || character === 'e') && next === "'") {
      push('string', endOfQuoted(text, at + 1, "'", true));
    } else if (character === '"') {
      push('quoted', endOfQuoted(text, at, '"', false));
    } else if (character === '`') {
      push('backtick', endOfQuoted(text, at, '`', false));
    } else if (character === '$') {
      const tag = match(dollarTag);
      const close = tag === undefined ? -1 : text.indexOf(tag, at + tag.length);
      if (tag !== undefined && close >= 0) push('dollar-string', close + tag.length);
      else push('symbol', at + 1);
    } else {
      const name = match(word);
      const digits = name === undefined ? match(number) : undefined;
      if (name !== undefined) push('word', at + name.length);
      else if (digits !== undefined) push('number', at + digits.length);
      else push('symbol', at + 1);
    }
  }
  return tokens;
}

function endOfBlockComment(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    if (text.startsWith('/*', at)) {
      depth += 1;
      at += 2;
    } else if (text.startsWith('*/', at)) {
      depth -= 1;
      at += 2;
      if (depth === 0) return at;
    } else {
      at += 1;
    }
  }
  return text.length;
}

function endOfQuoted(text: string, start: number, quote: string, backslash: boolean): number {
  let at = start + 1;
  while (at < text.length) {
    if (backslash && text[at] === '\\') {
      at += 2;
    } else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at + 1;
      at += 2;
    } else {
      at += 1;
    }
  }
  return text.length;
}

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text made of another by edits, which knows where its offsets came from. */
export interface RewrittenText {
  readonly text: string;
  readonly toOriginal: (offset: number) => number;
}

/** `edits` in order of `start`, not overlapping. */
export function rewriteText(text: string, edits: readonly TextEdit[]): RewrittenText {
  if (edits.length === 0) return { text, toOriginal: (offset) => offset };
  let result = '';
  let copied = 0;
  const spans: { from: number; to: number; edit: TextEdit }[] = [];
  for (const edit of edits) {
    result += text.slice(copied, edit.start);
    spans.push({ from: result.length, to: result.length + edit.text.length, edit });
    result += edit.text;
    copied = edit.end;
  }
  result += text.slice(copied);
  return {
    text: result,
    toOriginal(offset) {
      let shift = 0;
      for (const { from, to, edit } of spans) {
        if (offset < from) break;
        if (offset < to) return edit.start;
        shift = edit.end - to;
      }
      return offset + shift;
    },
  };
}
