import { parseSync } from 'libpg-query';
import { readOutputs } from './read-sql-tree.ts';
import type { SqlCall, SqlStatement, SqlValue } from './sql-statement.ts';

/** An expression in a body of a function of the database. */
export type RoutineExpression =
  | { readonly kind: 'value'; readonly value: SqlValue }
  | { readonly kind: 'not' | 'is-null'; readonly of: RoutineExpression }
  | { readonly kind: 'and' | 'or'; readonly left: RoutineExpression; readonly right: RoutineExpression }
  | {
      readonly kind: 'compare';
      readonly operator: string;
      readonly left: RoutineExpression;
      readonly right: RoutineExpression;
    }
  | { readonly kind: 'choice'; readonly branches: readonly RoutineChoice[]; readonly otherwise: RoutineExpression }
  | { readonly kind: 'coalesce'; readonly of: readonly RoutineExpression[] }
  /** `asks`: whether it finds anything. */
  | { readonly kind: 'query'; readonly query: SqlStatement; readonly asks: boolean }
  | { readonly kind: 'call'; readonly call: SqlCall }
  /** `jsonb_build_object('duplicate', true)`. */
  | { readonly kind: 'object'; readonly properties: ReadonlyMap<string, RoutineExpression> }
  | { readonly kind: 'unknown' };

export interface RoutineChoice {
  readonly when: RoutineExpression;
  readonly then: RoutineExpression;
}

export interface RoutineOutput {
  readonly name: string;
  readonly value: RoutineExpression;
}

const memo = new Map<string, readonly RoutineOutput[] | undefined>();
const memoLimit = 2000;

/** What the outputs of `SELECT f(…), x` are, where it reads no table. */
export function outputsOf(query: string): readonly RoutineOutput[] | undefined {
  if (memo.has(query)) return memo.get(query);
  if (memo.size >= memoLimit) memo.clear();
  let outputs: readonly RoutineOutput[] | undefined;
  try {
    const tree = parseSync(query).stmts?.[0]?.stmt;
    outputs = tree && readOutputs(tree);
  } catch {
    outputs = undefined;
  }
  memo.set(query, outputs);
  return outputs;
}

export function parseExpression(text: string): RoutineExpression {
  return outputsOf(`SELECT ${text}`)?.[0]?.value ?? { kind: 'unknown' };
}
