import type { ResultShape } from '../../../interpret/value.ts';
import type { Meaning } from '../../types.ts';

export const count: ResultShape = { kind: 'count' };
export const row: ResultShape = { kind: 'row' };
export const rowOrThrow: ResultShape = { kind: 'row-or-throw' };
export const rows: ResultShape = { kind: 'rows' };
export const former: ResultShape = { kind: 'former' };
export const noResult: ResultShape = { kind: 'nothing' };

export function object(properties: Readonly<Record<string, ResultShape>>): ResultShape {
  return { kind: 'object', properties };
}

export function tuple(...items: readonly ResultShape[]): ResultShape {
  return { kind: 'tuple', items };
}

/** An array of rows with the affected rows under `name`. */
export function countedRows(name: string): ResultShape {
  return { kind: 'rows', count: name };
}

export const nothing: Meaning = { is: 'nothing' };

/** The same meaning for several calls of one type: `always('Pool', ['end', 'on'], nothing)`. */
export function always(type: string, methods: readonly string[], meaning: Meaning): Readonly<Record<string, Meaning>> {
  return Object.fromEntries(methods.map((method) => [`${type}.${method}`, meaning]));
}
