import { Origin } from '../../../interpret/value.ts';
import type { ExternalValue, ResultShape, TextValue, Value } from '../../../interpret/value.ts';
import type { PlaceholderStyle } from '../../../parse/sql-statement.ts';
import type { Call, Meaning, ValueReader } from '../../types.ts';
import { mixed, unknown } from './values.ts';

/** Text and values alternating as written: what a tagged template is made of. */
export type Parts = readonly (string | Value)[];

export function partsOf(text: Value | undefined): Parts | undefined {
  if (text?.kind === 'text') return text.parts;
  if (text?.kind === 'constant' && typeof text.value === 'string') return [text.value];
  return undefined;
}

/** The parts of the template that a library's tag was called with: `` sql`…` ``. */
export function taggedParts(tagged: ExternalValue | undefined): Parts | undefined {
  const step = tagged?.chain.findLast((one) => one.tagged);
  return step === undefined ? undefined : partsOf(step.args?.[0]);
}

/** Splices nested fragments, helper calls and identifiers into the text; what `expand` leaves is a bound value. */
export function expandParts(parts: Parts, expand: (hole: Value, before: string) => Parts | undefined): Parts {
  let before = '';
  return parts.flatMap((part) => {
    if (typeof part === 'string') {
      before += part;
      return [part];
    }
    const expanded = expand(part, before);
    before += expanded?.map((one) => (typeof one === 'string' ? one : '?')).join('') ?? '?';
    return expanded ?? [part];
  });
}

/** The meaning of a text with its values in it. */
export function sqlOfParts(
  parts: Parts,
  rows: ResultShape,
  writes: ResultShape,
  placeholders: PlaceholderStyle = 'dollar',
): Extract<Meaning, { is: 'sql' }> {
  const text: TextValue = { kind: 'text', parts, origins: Origin.literal };
  return { is: 'sql', text, values: parts.filter((part) => typeof part !== 'string'), placeholders, rows, writes };
}

/** `?` or `$1`, for clients that hand the text to whichever server is behind them. */
export function placeholdersIn(read: ValueReader, text: Value | undefined): PlaceholderStyle {
  const written = read.text(text) ?? '';
  return /\$\d/.test(written) || !written.includes('?') ? 'dollar' : 'question';
}

const NOW =
  /^\s*(?:now\(\)|current_timestamp(?:\(\d*\))?|clock_timestamp\(\)|(?:date|datetime)\('now'\)|unixepoch\(\))\s*$/i;
const GENERATED = /^\s*(?:gen_random_uuid|uuid_generate_v\d|uuid|random|nextval)\(/i;
const ADDS = /[+*]|-(?!>)|\|\||\b(?:array_append|concat)\s*\(/i;

/**
 * What a fragment in the place of a value comes to. `columnOf` names the column that a hole stands for. It adds up when
 * it computes with the written column itself: `` sql`${t.credits} + ${n}` ``, `credits + ?`.
 */
export function fragmentValue(
  read: ValueReader,
  parts: Parts,
  column: string,
  columnOf: (hole: Value) => string | undefined = () => undefined,
): { readonly value: Value; readonly accumulates: boolean } {
  const holes = parts.filter((part) => typeof part !== 'string');
  const text = parts.map((part) => (typeof part === 'string' ? part : (columnOf(part) ?? '?'))).join('');
  if (NOW.test(text)) return { value: unknown(text.trim(), Origin.clock), accumulates: false };
  if (GENERATED.test(text)) return { value: unknown(text.trim(), Origin.random), accumulates: false };
  const bound = holes.filter((hole) => columnOf(hole) === undefined);
  const accumulates = ADDS.test(text) && mentions(text, column);
  return {
    value: bound.length === 1 && bound[0] !== undefined ? bound[0] : mixed(read, bound, text.trim()),
    accumulates,
  };
}

/** The column by itself, not as `excluded.column`. */
function mentions(text: string, column: string): boolean {
  const written = new Set([column, column.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)]);
  return text
    .replace(/\bexcluded\.["`]?\w+/gi, '')
    .split(/\W+/)
    .some((word) => written.has(word));
}

/** The step of that name, the last one where it was called twice. */
export function step(call: Call, ...names: readonly string[]): Call['chain'][number] | undefined {
  return call.chain.findLast((one) => names.includes(one.name) && one.args !== null);
}
