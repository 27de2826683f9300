import type { IndexElem, Node } from 'libpg-query';
import { tokenizeSql } from '../parse/sql-lexer.ts';

/** Text behind the last WHERE outside of brackets. */
export function predicateText(text: string): string | null {
  let depth = 0;
  let start: number | undefined;
  for (const token of tokenizeSql(text)) {
    const written = text.slice(token.start, token.end);
    if (written === '(') depth += 1;
    if (written === ')') depth -= 1;
    if (depth === 0 && token.kind === 'word' && written.toUpperCase() === 'WHERE') start = token.end;
  }
  return start === undefined ? null : oneLine(text.slice(start));
}

/** Texts of the elements of an index that are expressions. */
export function expressionText(text: string, elements: readonly IndexElem[]): string | null {
  const tokens = tokenizeSql(text);
  const open = tokens.find((token) => text[token.start] === '(');
  if (!open) return null;
  const parts: string[] = [];
  let depth = 0;
  let start = open.end;
  for (const token of tokens) {
    if (token.start < open.start) continue;
    const written = text.slice(token.start, token.end);
    if (written === '(') depth += 1;
    if (written === ')') depth -= 1;
    if ((written === ',' && depth === 1) || depth === 0) {
      parts.push(oneLine(text.slice(start, token.start)));
      start = token.end;
      if (depth === 0) break;
    }
  }
  return parts.filter((_, position) => elements[position]?.expr !== undefined).join(', ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The name that Postgres gives to the output of an expression; undefined where it has none. */
export function expressionName(node: Node | undefined): string | undefined {
  if (!node) return undefined;
  if ('FuncCall' in node) return lastName(node.FuncCall.funcname);
  if ('ColumnRef' in node) return lastName(node.ColumnRef.fields);
  if ('TypeCast' in node) return expressionName(node.TypeCast.arg) ?? lastName(node.TypeCast.typeName?.names);
  if ('CoalesceExpr' in node) return 'coalesce';
  if ('MinMaxExpr' in node) return node.MinMaxExpr.op === 'IS_GREATEST' ? 'greatest' : 'least';
  if ('CaseExpr' in node) return expressionName(node.CaseExpr.defresult) ?? 'case';
  if ('CollateClause' in node) return expressionName(node.CollateClause.arg);
  if ('A_ArrayExpr' in node) return 'array';
  if ('RowExpr' in node) return 'row';
  if ('A_Expr' in node && node.A_Expr.kind === 'AEXPR_NULLIF') return 'nullif';
  return undefined;
}

function lastName(names: readonly Node[] | undefined): string | undefined {
  const last = names?.at(-1);
  return last && 'String' in last ? last.String.sval : undefined;
}
