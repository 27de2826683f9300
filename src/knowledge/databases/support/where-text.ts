import type { OperationCondition } from '../../../interpret/operation.ts';
import type { Value } from '../../../interpret/value.ts';
import { columnName } from './names.ts';
import { constant } from './values.ts';
import { compare, condition, notKnown } from './where.ts';
import type { Where } from './where.ts';

const COMPARISON =
  /^\(*\s*([\w."`]+)\s*(=|<>|!=|<=|>=|<|>|not in|in)\s*\(?\s*(?::(?:\.\.\.)?(\w+)|'([^']*)'|(\d+))\s*\)*$/i;
const NULLNESS = /^\(*\s*([\w."`]+)\s+is\s+(not\s+)?null\s*\)*$/i;

/** `order.id = :id AND order.status IN (:...states)`, with its named values. Alternatives are not known. */
export function whereText(text: string | undefined, value: (name: string) => Value | undefined): Where {
  if (text === undefined || /\bor\b/i.test(text)) return notKnown;
  const conditions = text.split(/\s+and\s+/i).map((conjunct) => readConjunct(conjunct.trim(), value));
  const known = conditions.filter((one) => one !== undefined);
  return { where: known, whereKnown: known.length === conditions.length };
}

function readConjunct(text: string, value: (name: string) => Value | undefined): OperationCondition | undefined {
  const [, nullable, not] = NULLNESS.exec(text) ?? [];
  if (nullable !== undefined) return condition(bare(nullable), not === undefined ? 'is null' : 'is not null');
  const [, column, operator, name, word, number] = COMPARISON.exec(text) ?? [];
  if (column === undefined || operator === undefined) return undefined;
  const literal = word ?? Number(number);
  const compared = name === undefined ? constant(literal) : value(name);
  if (compared?.kind === 'array') return condition(bare(column), operator.toLowerCase(), ...compared.items);
  return compare(bare(column), operator.toLowerCase(), compared);
}

function bare(column: string): string {
  return columnName(column.replaceAll(/["`]/g, ''));
}
