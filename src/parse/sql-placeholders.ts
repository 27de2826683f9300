import { isWordCharacter, rewriteText, tokenizeSql } from './sql-lexer.ts';
import type { RewrittenText, SqlToken, TextEdit } from './sql-lexer.ts';
import type { PlaceholderStyle } from './sql-statement.ts';

/** Stands in a text for a piece that is not known; it parses as an identifier wherever one may stand. */
export const HOLE = '__hole__';

export interface NumberedText extends RewrittenText {
  /** Names of the named styles, in order of first use. */
  readonly names: readonly string[];
}

interface Found {
  readonly end: number;
  readonly place: { readonly index: number } | { readonly name: string } | 'next' | 'next-identifier' | 'operator';
  /** The placeholder stands for an identifier or a raw piece, not for a value. */
  readonly raw?: boolean;
}

type Finder = (text: string, token: SqlToken) => Found | undefined;

/** Rewrites the placeholders of a style to `$1`, `$2` … in order of the bound values. */
export function numberPlaceholders(text: string, style: PlaceholderStyle): NumberedText {
  if (style === 'dollar') return { text, toOriginal: (offset) => offset, names: [] };
  const find = finders[style];
  const edits: TextEdit[] = [];
  const names: string[] = [];
  let appeared = 0;
  let done = 0;
  for (const token of tokenizeSql(text)) {
    if (token.start < done || token.kind !== 'symbol') continue;
    const found = find(text, token);
    if (found === undefined) continue;
    done = found.end;
    let index = -1;
    if (found.place === 'next' || found.place === 'next-identifier') {
      index = appeared;
      appeared += 1;
    } else if (found.place !== 'operator' && 'name' in found.place) {
      const { name } = found.place;
      if (!names.includes(name)) names.push(name);
      index = names.indexOf(name);
    } else if (found.place !== 'operator') {
      index = found.place.index;
    }
    const replacement =
      found.place === 'operator' ? '?' : found.raw || found.place === 'next-identifier' ? HOLE : `$${index + 1}`;
    const before = isWordCharacter(text[token.start - 1]) ? ' ' : '';
    const after = isWordCharacter(text[found.end]) ? ' ' : '';
    edits.push({ start: token.start, end: found.end, text: before + replacement + after });
  }
  return { ...rewriteText(text, edits), names };
}

const finders: Record<Exclude<PlaceholderStyle, 'dollar'>, Finder> = {
  question(text, { start }) {
    if (text.startsWith('\\?', start)) return { end: start + 2, place: 'operator' };
    if (text[start] !== '?') return undefined;
    if (text[start + 1] === '?') return { end: start + 2, place: 'next-identifier' };
    const numbered = matchAt(/\?(\d+)/y, text, start);
    if (numbered) return { end: numbered.end, place: { index: Number(numbered.groups[0]) - 1 } };
    if (/^\?(?:\|(?!\|)|&)/.test(text.slice(start, start + 3))) return undefined;
    return { end: start + 1, place: 'next' };
  },

  named(text, { start }) {
    const before = text[start - 1];
    if (before !== undefined && (/[:@<>\])]/.test(before) || isWordCharacter(before))) return undefined;
    const match =
      matchAt(/:(?:\.\.\.)?([A-Za-z_][\w.]*)(:(?!:))?/y, text, start) ??
      matchAt(/[@$]([A-Za-z_]\w*|\d+)/y, text, start);
    if (!match) return undefined;
    return { end: match.end, place: { name: match.groups[0] ?? '' }, raw: match.groups[1] === ':' };
  },

  'dollar-name'(text, { start }) {
    if (isWordCharacter(text[start - 1])) return undefined;
    const numbered = matchAt(/\$(\d+)((?::[a-z]+|[~^#])?)/y, text, start);
    if (numbered) {
      return { end: numbered.end, place: { index: Number(numbered.groups[0]) - 1 }, raw: isRaw(numbered.groups[1]) };
    }
    const match =
      matchAt(/\$\{\s*([\w$.]+)\s*([:~^#][\s\w]*)?\}/y, text, start) ??
      matchAt(/\$\(\s*([\w$.]+)\s*([:~^#][\s\w]*)?\)/y, text, start) ??
      matchAt(/\$<\s*([\w$.]+)\s*([:~^#][\s\w]*)?>/y, text, start) ??
      matchAt(/\$\[\s*([\w$.]+)\s*([:~^#][\s\w]*)?\]/y, text, start) ??
      matchAt(/\$\/\s*([\w$.]+)\s*([:~^#][\s\w]*)?\//y, text, start);
    if (!match) return undefined;
    return { end: match.end, place: { name: match.groups[0] ?? '' }, raw: isRaw(match.groups[1]) };
  },
};

function isRaw(modifier: string | undefined): boolean {
  return /^(?:~|\^|:\s*(?:name|alias|raw))\s*$/.test(modifier ?? '');
}

function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
): { end: number; groups: (string | undefined)[] } | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match ? { end: at + match[0].length, groups: match.slice(1) } : undefined;
}
