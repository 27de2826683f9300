import type {
  DeleteStmt,
  FuncCall,
  InsertStmt,
  Node,
  OnConflictClause,
  RangeVar,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from 'libpg-query';
import type { RoutineExpression } from './routine-expression.ts';
import { HOLE } from './sql-placeholders.ts';
import { intervalSeconds } from './sql-interval.ts';
import type {
  RowLock,
  SqlArgument,
  SqlAssignment,
  SqlCall,
  SqlCondition,
  SqlConflict,
  SqlStatement,
  SqlValue,
  TableName,
} from './sql-statement.ts';

/** Turns Postgres' raw parse tree into statements. Offsets are the caller's business: it gives and maps them. */
export interface StatementRange {
  readonly start: number;
  readonly end: number;
  /** Range of the brackets that open at or after a byte offset of the tree, and after the next such word if one is given. */
  bracketsAfter(location: number, word?: 'AS'): { readonly start: number; readonly end: number };
}

type Select = Extract<SqlStatement, { kind: 'select' }>;

/** A query of `WITH`, under its name. */
interface CommonTable {
  readonly statement: SqlStatement;
  readonly takesLockedRow: boolean;
}

interface Scope {
  readonly range: StatementRange;
  readonly commonTables: Map<string, CommonTable>;
  /** Alias to table, for the tables of this statement. */
  readonly aliases: Map<string, TableName>;
}

export function readStatement(node: Node, range: StatementRange): SqlStatement {
  return readNode(node, { range, commonTables: new Map(), aliases: new Map() }, range.start, range.end);
}

function readNode(node: Node, outer: Scope, start: number, end: number): SqlStatement {
  const scope: Scope = {
    range: outer.range,
    commonTables: new Map(outer.commonTables),
    aliases: new Map(outer.aliases),
  };
  const place = { start, end, functions: functionsIn(node) };
  if ('SelectStmt' in node) return { ...readSelect(node.SelectStmt, scope), ...place };
  if ('InsertStmt' in node) return { ...readInsert(node.InsertStmt, scope), ...place };
  if ('UpdateStmt' in node) return { ...readUpdate(node.UpdateStmt, scope), ...place };
  if ('DeleteStmt' in node) return { ...readDelete(node.DeleteStmt, scope), ...place };
  const common = { ...place, nested: [] };
  const transaction = readTransaction(node);
  if (transaction) return { ...transaction, ...common };
  if ('CallStmt' in node && node.CallStmt.funccall)
    return { kind: 'call', call: readCall(node.CallStmt.funccall, scope, null, true), ...common };
  if (isDefinition(node)) return { kind: 'definition', ...common };
  return { kind: 'other', ...common };
}

type Placeless<Kind extends SqlStatement['kind']> = Omit<
  Extract<SqlStatement, { kind: Kind }>,
  'start' | 'end' | 'functions'
>;

/** `public` is the default schema, which has no name here. */
function tableName(relation: RangeVar | undefined): TableName {
  const schema = relation?.schemaname;
  return { schema: schema === undefined || schema === 'public' ? null : schema, name: relation?.relname ?? '' };
}

function readSelect(select: SelectStmt, scope: Scope): Placeless<'select'> {
  const nested = readCommonTables(select.withClause, scope);
  if (select.larg && select.rarg) return readUnion(select.larg, select.rarg, nested, scope);

  const tables: TableName[] = [];
  const where: SqlCondition[] = [];
  for (const item of select.fromClause ?? []) readFrom(item, scope, { tables, where, nested });
  where.push(...conditions(select.whereClause, scope));
  let { lock, skipLocked } = readLock(select);

  const inOutput = subSelectsIn(select.targetList, scope);
  // `SELECT EXISTS (SELECT … FROM t WHERE …)` reads t under that condition.
  const asked = (select.fromClause ?? []).length === 0 ? inOutput : [];
  for (const subSelect of asked) {
    tables.push(...subSelect.tables);
    where.push(...subSelect.where);
    lock ??= subSelect.lock;
    skipLocked ||= subSelect.skipLocked;
    nested.push(...subSelect.nested);
  }
  const beside = asked.length > 0 ? [] : inOutput;
  nested.push(...[...beside, ...subSelectsIn(select.whereClause, scope)].filter(locksOrWrites));
  const oneRow = asked.length > 0 || (isAggregated(select) && !select.groupClause && !select.havingClause);
  return {
    kind: 'select',
    nested,
    tables,
    where,
    lock,
    skipLocked,
    columns: outputColumns(select.targetList ?? []),
    aggregate: oneRow,
    tells: oneRow ? outputsThatTell(select.targetList ?? []) : new Map(),
    calls: callsIn(select, scope),
  };
}

function callsIn(select: SelectStmt, scope: Scope): SqlCall[] {
  const calls: SqlCall[] = [];
  const seen = new Set<object>();
  const add = (call: FuncCall, output: string | null, isOutput: boolean): void => {
    seen.add(call);
    if (isOwnFunction(call)) calls.push(readCall(call, scope, output, isOutput));
  };
  for (const item of select.fromClause ?? []) {
    if (!('RangeFunction' in item)) continue;
    walk(item, (kind, value) => {
      if (kind === 'FuncCall' && !seen.has(value)) add(value, null, true);
      return kind !== 'FuncCall';
    });
  }
  for (const target of select.targetList ?? []) {
    if (!('ResTarget' in target) || !target.ResTarget.val) continue;
    const { name, val } = target.ResTarget;
    const spread = 'A_Indirection' in val ? val.A_Indirection.arg : undefined;
    const direct = calledBy(spread ?? val);
    if (direct) add(direct, spread ? null : (name ?? defaultOutputName(val)), true);
  }
  walk([select.targetList, select.whereClause, select.fromClause], (kind, value) => {
    if (kind === 'FuncCall' && !seen.has(value)) add(value, null, false);
    return kind !== 'SubLink';
  });
  return calls;
}

function calledBy(node: Node): FuncCall | undefined {
  if ('TypeCast' in node && node.TypeCast.arg) return calledBy(node.TypeCast.arg);
  return 'FuncCall' in node ? node.FuncCall : undefined;
}

/** Of those that the server brings, the ones that are met most. */
function isOwnFunction(call: FuncCall): boolean {
  const name = functionName(call);
  return (
    !aggregateFunctions.has(name) &&
    callKind(call) === undefined &&
    !/^(?:pg_|json|jsonb_|to_)|^(?:unnest|generate_series|set_config|current_setting|date_trunc|extract|concat|lower|upper|length|version|row_number|coalesce)$/.test(
      name,
    )
  );
}

function readCall(call: FuncCall, scope: Scope, output: string | null, isOutput: boolean): SqlCall {
  const path = (call.funcname ?? []).flatMap((part) => ('String' in part ? [part.String.sval ?? ''] : []));
  const schema = path.length > 1 ? (path.at(-2) ?? null) : null;
  const args = (call.args ?? []).map((argument): SqlArgument =>
    'NamedArgExpr' in argument && argument.NamedArgExpr.arg
      ? { name: argument.NamedArgExpr.name ?? null, value: toValue(argument.NamedArgExpr.arg, scope) }
      : { name: null, value: toValue(argument, scope) },
  );
  return { schema: schema === 'public' ? null : schema, name: path.at(-1) ?? '', args, output, isOutput };
}

function locksOrWrites(statement: Select): boolean {
  return statement.lock !== null || statement.nested.length > 0;
}

function readUnion(left: SelectStmt, right: SelectStmt, nested: SqlStatement[], scope: Scope): Placeless<'select'> {
  const sides = [left, right].map((side) => readSelect(side, { ...scope, aliases: new Map(scope.aliases) }));
  const asOther = (condition: SqlCondition): SqlCondition => ({ ...condition, operator: 'other' });
  return {
    kind: 'select',
    nested: [...nested, ...sides.flatMap((side) => side.nested)],
    tables: sides.flatMap((side) => side.tables),
    where: sides.flatMap((side) => side.where.map(asOther)),
    lock: null,
    skipLocked: false,
    columns: sides[0]?.columns ?? null,
    aggregate: sides.some((side) => side.aggregate),
    tells: new Map(),
    calls: sides.flatMap((side) => side.calls.map((call) => ({ ...call, isOutput: false }))),
  };
}

function readLock(select: SelectStmt): { lock: RowLock; skipLocked: boolean } {
  let lock: RowLock = null;
  let skipLocked = false;
  for (const item of select.lockingClause ?? []) {
    if (!('LockingClause' in item)) continue;
    const { strength, waitPolicy } = item.LockingClause;
    if (strength === 'LCS_FORUPDATE' || strength === 'LCS_FORNOKEYUPDATE') lock = 'update';
    else lock ??= 'share';
    if (waitPolicy === 'LockWaitSkip') skipLocked = true;
  }
  return { lock, skipLocked };
}

interface FromResult {
  readonly tables: TableName[];
  readonly where: SqlCondition[];
  readonly nested: SqlStatement[];
}

function readFrom(item: Node, scope: Scope, into: FromResult): void {
  if ('RangeVar' in item) {
    const relation = item.RangeVar;
    const common = relation.schemaname === undefined ? scope.commonTables.get(relation.relname ?? '') : undefined;
    const alias = relation.alias?.aliasname ?? relation.relname ?? '';
    if (common === undefined) {
      const table = tableName(relation);
      into.tables.push(table);
      scope.aliases.set(alias, table);
    } else if (common.statement.kind === 'select') {
      into.tables.push(...common.statement.tables);
      into.where.push(...common.statement.where);
      const only = common.statement.tables[0];
      if (only && common.statement.tables.length === 1) scope.aliases.set(alias, only);
    }
    return;
  }
  if ('JoinExpr' in item) {
    const { larg, rarg, quals, jointype } = item.JoinExpr;
    if (larg) readFrom(larg, scope, into);
    if (rarg) readFrom(rarg, scope, into);
    if (jointype === 'JOIN_INNER') {
      const against = (condition: SqlCondition): boolean => condition.values.every((value) => value.kind !== 'column');
      into.where.push(...conditions(quals, scope).filter(against));
    }
    return;
  }
  if ('RangeSubselect' in item && item.RangeSubselect.subquery && 'SelectStmt' in item.RangeSubselect.subquery) {
    const inner = readNode(item.RangeSubselect.subquery, scope, scope.range.start, scope.range.end);
    if (inner.kind !== 'select') return;
    into.tables.push(...inner.tables);
    into.where.push(...inner.where);
    if (locksOrWrites(inner)) into.nested.push(inner);
    const alias = item.RangeSubselect.alias?.aliasname;
    const only = inner.tables[0];
    if (alias !== undefined && only && inner.tables.length === 1) scope.aliases.set(alias, only);
  }
}

const aggregateFunctions = new Set([
  'count', 'sum', 'min', 'max', 'avg', 'bool_or', 'bool_and', 'every', 'array_agg', 'string_agg', 'json_agg', 'jsonb_agg',
  'json_object_agg', 'jsonb_object_agg', 'group_concat', 'total',
]); // prettier-ignore

function isAggregated(select: SelectStmt): boolean {
  let found = false;
  for (const target of select.targetList ?? []) {
    walk(target, (kind, value) => {
      if (kind === 'SubLink') return false;
      if (kind === 'FuncCall' && !('over' in value) && aggregateFunctions.has(functionName(value))) found = true;
      return true;
    });
  }
  return found;
}

/** `count(*) AS n`, `EXISTS (…) AS seen`, `count(*) > 0 AS seen`. */
function outputsThatTell(targets: readonly Node[]): ReadonlyMap<string, 'count' | 'exists'> {
  const outputs = targets.flatMap((target) => {
    if (!('ResTarget' in target) || !target.ResTarget.val) return [];
    const { name, val } = target.ResTarget;
    const kind = tells(val);
    return kind === undefined ? [] : [[name ?? defaultOutputName(val), kind] as const];
  });
  return new Map(outputs);
}

function tells(node: Node): 'count' | 'exists' | undefined {
  if ('TypeCast' in node && node.TypeCast.arg) return tells(node.TypeCast.arg);
  if ('SubLink' in node) return node.SubLink.subLinkType === 'EXISTS_SUBLINK' ? 'exists' : undefined;
  if ('FuncCall' in node) {
    const { over, agg_filter } = node.FuncCall;
    return functionName(node.FuncCall) === 'count' && !over && !agg_filter ? 'count' : undefined;
  }
  if (!('A_Expr' in node) || operatorOf(node.A_Expr.name) !== '>') return undefined;
  const { lexpr, rexpr } = node.A_Expr;
  const isZero =
    rexpr !== undefined && 'A_Const' in rexpr && rexpr.A_Const.ival !== undefined && !rexpr.A_Const.ival.ival;
  return isZero && lexpr && tells(lexpr) === 'count' ? 'exists' : undefined;
}

function outputColumns(targets: readonly Node[]): ReadonlyMap<string, string> | null {
  const columns = new Map<string, string>();
  for (const target of targets) {
    if (!('ResTarget' in target) || !target.ResTarget.val) continue;
    if (isStar(target.ResTarget.val)) return null;
    const column = columnOf(target.ResTarget.val)?.column;
    if (column !== undefined) columns.set(target.ResTarget.name ?? column, column);
  }
  return columns;
}

function isStar(node: Node): boolean {
  const last = 'ColumnRef' in node ? node.ColumnRef.fields?.at(-1) : undefined;
  return last !== undefined && 'A_Star' in last;
}

function outputNames(targets: readonly Node[] | undefined): string[] {
  return (targets ?? []).flatMap((target) => {
    if (!('ResTarget' in target) || !target.ResTarget.val) return [];
    if (isStar(target.ResTarget.val)) return ['*'];
    return [target.ResTarget.name ?? defaultOutputName(target.ResTarget.val)];
  });
}

function defaultOutputName(node: Node): string {
  if ('TypeCast' in node && node.TypeCast.arg) return defaultOutputName(node.TypeCast.arg);
  if ('FuncCall' in node) return functionName(node.FuncCall);
  if ('CoalesceExpr' in node) return 'coalesce';
  if ('SubLink' in node && node.SubLink.subLinkType === 'EXISTS_SUBLINK') return 'exists';
  return columnOf(node)?.column ?? '?column?';
}

function readCommonTables(clause: WithClause | undefined, scope: Scope): SqlStatement[] {
  const nested: SqlStatement[] = [];
  for (const item of clause?.ctes ?? []) {
    if (!('CommonTableExpr' in item)) continue;
    const { ctename, ctequery, location } = item.CommonTableExpr;
    if (ctename === undefined || !ctequery) continue;
    const { start, end } = scope.range.bracketsAfter(location ?? 0, 'AS');
    const statement = readNode(ctequery, scope, start, end);
    nested.push(statement);
    scope.commonTables.set(ctename, { statement, takesLockedRow: takesLockedRow([ctequery], scope) });
  }
  return nested;
}

/** A row lock that skips locked rows stands in these parts, or in a query of `WITH` that they read from. */
function takesLockedRow(parts: readonly (Node | undefined)[], scope: Scope): boolean {
  let found = false;
  walk(parts, (kind, value) => {
    if (kind === 'LockingClause' && 'waitPolicy' in value && value.waitPolicy === 'LockWaitSkip') found = true;
    if (kind === 'RangeVar' && 'relname' in value && scope.commonTables.get(String(value.relname))?.takesLockedRow)
      found = true;
    return !found;
  });
  return found;
}

function subSelectsIn(node: unknown, scope: Scope): Select[] {
  const found: Select[] = [];
  walk(node, (kind, value) => {
    if (kind !== 'SubLink') return true;
    const subSelect = 'subselect' in value ? (value.subselect as Node) : undefined;
    if (subSelect && 'SelectStmt' in subSelect) {
      const { start, end } = scope.range.bracketsAfter('location' in value ? Number(value.location) : 0);
      const statement = readNode(subSelect, scope, start, end);
      if (statement.kind === 'select') found.push(statement);
    }
    return false;
  });
  return found;
}

function readInsert(insert: InsertStmt, scope: Scope): Placeless<'insert'> {
  const nested = readCommonTables(insert.withClause, scope);
  const table = tableName(insert.relation);
  scope.aliases.set(insert.relation?.alias?.aliasname ?? table.name, table);
  const source = insert.selectStmt && 'SelectStmt' in insert.selectStmt ? insert.selectStmt.SelectStmt : undefined;
  const values = source?.valuesLists;
  const fromSelect = source !== undefined && values === undefined;
  if (insert.selectStmt && fromSelect) {
    const { start, end } = scope.range;
    const inner: Scope = { range: scope.range, commonTables: scope.commonTables, aliases: new Map() };
    const select = readNode(insert.selectStmt, inner, start, end);
    const guards = source.whereClause ? subSelectsIn(source.whereClause, inner) : [];
    nested.push({
      ...select,
      nested: [
        ...select.nested.filter((statement) => !guards.some((guard) => isSameRange(guard, statement))),
        ...guards,
      ],
    });
  }
  const columns = insert.cols?.flatMap((column) => ('ResTarget' in column ? [column.ResTarget.name ?? ''] : []));
  const rows = (values ?? []).map((row) =>
    'List' in row ? (row.List.items ?? []).map((item) => toValue(item, scope)) : [],
  );
  return {
    kind: 'insert',
    nested,
    table,
    columns: columns && columns.length > 0 ? columns : null,
    rows,
    fromSelect,
    conflict: insert.onConflictClause ? readConflict(insert.onConflictClause, table, scope) : null,
    returning: outputNames(insert.returningClause?.exprs),
  };
}

function isSameRange(a: SqlStatement, b: SqlStatement): boolean {
  return a.start === b.start && a.end === b.end;
}

function readConflict(clause: OnConflictClause, table: TableName, scope: Scope): SqlConflict {
  const elements = (clause.infer?.indexElems ?? []).flatMap((item) => ('IndexElem' in item ? [item.IndexElem] : []));
  const names = elements.flatMap((element) => (element.name === undefined ? [] : [element.name]));
  return {
    action: clause.action === 'ONCONFLICT_UPDATE' ? 'update' : 'nothing',
    target: elements.length > 0 ? names : null,
    targetHasExpression: elements.some((element) => element.expr !== undefined),
    constraint: clause.infer?.conname ?? null,
    targetWhere: conditions(clause.infer?.whereClause, scope),
    set: assignments(clause.targetList, table, scope),
    where: conditions(clause.whereClause, scope),
  };
}

function readUpdate(update: UpdateStmt, scope: Scope): Placeless<'update'> {
  const nested = readCommonTables(update.withClause, scope);
  const table = tableName(update.relation);
  scope.aliases.set(update.relation?.alias?.aliasname ?? table.name, table);
  const from: FromResult = { tables: [], where: [], nested };
  for (const item of update.fromClause ?? []) readFrom(item, scope, from);
  const where = conditions(update.whereClause, scope);
  nested.push(...subSelectsIn(update.whereClause, scope).filter(locksOrWrites));
  return {
    kind: 'update',
    nested,
    table,
    set: assignments(update.targetList, table, scope),
    where,
    returning: outputNames(update.returningClause?.exprs),
    takesLockedRow: takesLockedRow([...(update.fromClause ?? []), update.whereClause], scope),
  };
}

function readDelete(statement: DeleteStmt, scope: Scope): Placeless<'delete'> {
  const nested = readCommonTables(statement.withClause, scope);
  const table = tableName(statement.relation);
  scope.aliases.set(statement.relation?.alias?.aliasname ?? table.name, table);
  const from: FromResult = { tables: [], where: [], nested };
  for (const item of statement.usingClause ?? []) readFrom(item, scope, from);
  const where = conditions(statement.whereClause, scope);
  nested.push(...subSelectsIn(statement.whereClause, scope).filter(locksOrWrites));
  return {
    kind: 'delete',
    nested,
    table,
    where,
    returning: outputNames(statement.returningClause?.exprs),
    takesLockedRow: takesLockedRow([...(statement.usingClause ?? []), statement.whereClause], scope),
  };
}

function optional(node: Node | undefined): Node[] {
  return node ? [node] : [];
}

type Isolation = Extract<SqlStatement, { kind: 'set-isolation' }>['isolation'];
type Transaction = Omit<Placeless<'transaction'>, 'nested'> | Omit<Placeless<'set-isolation'>, 'nested'>;

const transactionActions: Record<string, Extract<SqlStatement, { kind: 'transaction' }>['action']> = {
  TRANS_STMT_BEGIN: 'begin',
  TRANS_STMT_START: 'begin',
  TRANS_STMT_COMMIT: 'commit',
  TRANS_STMT_ROLLBACK: 'rollback',
  TRANS_STMT_SAVEPOINT: 'savepoint',
  TRANS_STMT_RELEASE: 'release',
  TRANS_STMT_ROLLBACK_TO: 'rollback-to',
};

function readTransaction(node: Node): Transaction | undefined {
  if ('TransactionStmt' in node) {
    const action = transactionActions[node.TransactionStmt.kind ?? ''];
    return action && { kind: 'transaction', action, isolation: isolationIn(node.TransactionStmt.options) };
  }
  if (!('VariableSetStmt' in node)) return undefined;
  const { kind, name, args } = node.VariableSetStmt;
  const single =
    name === 'transaction_isolation' || name === 'default_transaction_isolation' ? stringIn(args?.[0]) : undefined;
  const isolation = kind === 'VAR_SET_MULTI' ? isolationIn(args) : isolationOf(single);
  return isolation ? { kind: 'set-isolation', isolation } : undefined;
}

function isolationIn(options: readonly Node[] | undefined): Isolation | null {
  for (const option of options ?? []) {
    if ('DefElem' in option && option.DefElem.defname === 'transaction_isolation')
      return isolationOf(stringIn(option.DefElem.arg));
  }
  return null;
}

function isolationOf(level: string | undefined): Isolation | null {
  if (level === 'serializable' || level === 'repeatable read') return level;
  // Postgres runs READ UNCOMMITTED as READ COMMITTED.
  return level === 'read committed' || level === 'read uncommitted' ? 'read committed' : null;
}

function stringIn(node: Node | undefined): string | undefined {
  return node && 'A_Const' in node ? node.A_Const.sval?.sval : undefined;
}

function isDefinition(node: Node): boolean {
  const kind = Object.keys(node)[0] ?? '';
  return /^(?:Create|Alter|Drop|Index|Rename|View|Comment|Define|Composite|Rule|Grant|Refresh|SecLabel)/.test(kind);
}

/** Visits every tagged node below `node`; a visitor that answers false keeps the walk out of that node. */
function walk(node: unknown, visit: (kind: string, value: object) => boolean): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null) continue;
    const tagged = /^[A-Z]/.test(key);
    if (!tagged || visit(key, value)) walk(value, visit);
  }
}

function functionsIn(node: Node): string[] {
  const names = new Set<string>();
  walk(node, (kind, value) => {
    if (kind === 'FuncCall') names.add(functionName(value));
    return true;
  });
  return [...names];
}

function functionName(call: object): string {
  const parts = 'funcname' in call && Array.isArray(call.funcname) ? (call.funcname as Node[]) : [];
  const last = parts.at(-1);
  return last && 'String' in last ? (last.String.sval ?? '').toLowerCase() : '';
}

interface ColumnName {
  /** As written; an alias is not resolved. */
  readonly table: string | null;
  readonly column: string;
}

function columnOf(node: Node | undefined): ColumnName | undefined {
  if (!node) return undefined;
  if ('TypeCast' in node) return columnOf(node.TypeCast.arg);
  if ('CollateClause' in node) return columnOf(node.CollateClause.arg);
  if (!('ColumnRef' in node)) return undefined;
  const names = (node.ColumnRef.fields ?? []).map((field) => ('String' in field ? (field.String.sval ?? '') : '*'));
  const column = names.at(-1);
  return column === undefined || column === '*' ? undefined : { table: names.at(-2) ?? null, column };
}

function realTable(table: string | null, scope: Scope): string | null {
  return table === null ? null : (scope.aliases.get(table)?.name ?? table);
}

const clockFunctions = new Set([
  'now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'timeofday', 'sysdate', 'getdate', 'utc_timestamp',
  'utc_date', 'utc_time', 'curdate', 'curtime', 'current_timestamp', 'localtime', 'localtimestamp',
]); // prettier-ignore

/** These tell the time when their time argument is `'now'` or left out. */
const sqliteClockFunctions: Readonly<Record<string, number>> = {
  datetime: 0,
  date: 0,
  time: 0,
  julianday: 0,
  unixepoch: 0,
  unix_timestamp: 0,
  strftime: 1,
};

const generatorFunctions = new Set([
  'gen_random_uuid', 'uuid_generate_v1', 'uuid_generate_v1mc', 'uuid_generate_v4', 'uuidv4', 'uuidv7', 'uuid_generate_v7', 'uuid',
  'uuid_short', 'newid', 'random', 'rand', 'nextval', 'gen_random_bytes', 'randomblob', 'random_bytes', 'gen_ulid', 'ulid',
  'generate_ulid', 'nanoid', 'cuid', 'txid_current', 'pg_current_xact_id',
]); // prettier-ignore

/** What a call gives on its own, without its operands. */
function callKind(call: object): 'clock' | 'generated' | undefined {
  const name = functionName(call);
  if (clockFunctions.has(name)) return 'clock';
  if (generatorFunctions.has(name)) return 'generated';
  const position = Object.hasOwn(sqliteClockFunctions, name) ? sqliteClockFunctions[name] : undefined;
  if (position === undefined) return undefined;
  const args = 'args' in call && Array.isArray(call.args) ? (call.args as Node[]) : [];
  const time = args[position];
  return time === undefined || stringIn(time) === 'now' ? 'clock' : undefined;
}

/** `self` is the column an assignment writes to. */
function toValue(node: Node, scope: Scope, self?: ColumnName & { readonly aliases: readonly string[] }): SqlValue {
  if (self) {
    const operands = accumulated(node, scope, self);
    if (operands) return { kind: 'accumulate', column: self.column, operands };
  }
  if ('TypeCast' in node && node.TypeCast.arg) {
    return isClockCast(node) ? { kind: 'clock' } : toValue(node.TypeCast.arg, scope);
  }
  if ('CollateClause' in node && node.CollateClause.arg) return toValue(node.CollateClause.arg, scope);
  if ('SetToDefault' in node) return { kind: 'default' };
  const past = pastOf(node);
  if (past !== undefined && past > 0) return { kind: 'past', seconds: past };
  const member = memberOf(node);
  if (member) return { kind: 'member', of: toValue(member.of, scope), name: member.name };
  return leaf(node, scope) ?? { kind: 'expression', operands: leaves(node, scope) };
}

/** Seconds that a time lies before now, 0 for now itself; undefined for what is no such time. */
function pastOf(node: Node | undefined): number | undefined {
  if (!node) return undefined;
  if ('TypeCast' in node) return isClockCast(node) ? 0 : pastOf(node.TypeCast.arg);
  if ('SQLValueFunction' in node) return /DATE|TIME/.test(node.SQLValueFunction.op ?? '') ? 0 : undefined;
  if ('FuncCall' in node) {
    const name = functionName(node.FuncCall);
    const args = node.FuncCall.args ?? [];
    if (name === 'timezone' || name === 'date_trunc') return pastOf(args[1]);
    if (clockFunctions.has(name)) return 0;
    if (!Object.hasOwn(sqliteClockFunctions, name) || callKind(node.FuncCall) !== 'clock') return undefined;
    const shifts = args.slice((sqliteClockFunctions[name] ?? 0) + 1).map((arg) => intervalSeconds(stringIn(arg) ?? ''));
    return shifts.reduce<number | undefined>(
      (sum, shift) => (sum === undefined || shift === undefined ? undefined : sum - shift),
      0,
    );
  }
  if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP') return undefined;
  const operator = operatorOf(node.A_Expr.name);
  if (operator !== '-' && operator !== '+') return undefined;
  const from = pastOf(node.A_Expr.lexpr);
  if (from === undefined) return undefined;
  const isDate = isDay(node.A_Expr.lexpr);
  const by = intervalOf(node.A_Expr.rexpr) ?? (isDate ? scaled(numberIn(node.A_Expr.rexpr), 86_400) : undefined);
  return by === undefined ? undefined : from + (operator === '-' ? by : -by);
}

/** A whole number is added to a date as days. */
function isDay(node: Node | undefined): boolean {
  return node !== undefined && 'SQLValueFunction' in node && node.SQLValueFunction.op === 'SVFOP_CURRENT_DATE';
}

function numberIn(node: Node | undefined): number | undefined {
  if (!node) return undefined;
  if ('TypeCast' in node) return numberIn(node.TypeCast.arg);
  const value = 'A_Const' in node ? literalOf(node.A_Const) : undefined;
  return typeof value === 'number' ? value : undefined;
}

function scaled(count: number | undefined, seconds: number): number | undefined {
  return count === undefined ? undefined : count * seconds;
}

const intervalParts: Readonly<Record<string, number>> = {
  years: 31_536_000, months: 2_592_000, weeks: 604_800, days: 86_400, hours: 3600, mins: 60, secs: 1,
}; // prettier-ignore

/** Seconds of an interval that is written out; undefined where a part of it comes from elsewhere. */
function intervalOf(node: Node | undefined): number | undefined {
  if (!node) return undefined;
  if ('A_Const' in node) return intervalSeconds(stringIn(node) ?? '');
  if ('TypeCast' in node) {
    const type = node.TypeCast.typeName?.names?.at(-1);
    return type && 'String' in type && type.String.sval === 'interval' ? intervalOf(node.TypeCast.arg) : undefined;
  }
  if ('FuncCall' in node && functionName(node.FuncCall) === 'make_interval') {
    const names = Object.keys(intervalParts);
    return (node.FuncCall.args ?? []).reduce<number | undefined>((sum, arg, index) => {
      const [name, value] = 'NamedArgExpr' in arg ? [arg.NamedArgExpr.name, arg.NamedArgExpr.arg] : [names[index], arg];
      const part = scaled(numberIn(value), intervalParts[name ?? ''] ?? Number.NaN);
      return sum === undefined || part === undefined ? undefined : sum + part;
    }, 0);
  }
  if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP') return undefined;
  const { lexpr, rexpr } = node.A_Expr;
  const operator = operatorOf(node.A_Expr.name);
  if (operator === '*') {
    const [left, right] = [intervalOf(lexpr) ?? numberIn(lexpr), intervalOf(rexpr) ?? numberIn(rexpr)];
    return left === undefined || right === undefined ? undefined : left * right;
  }
  if (operator !== '+' && operator !== '-') return undefined;
  const [left, right] = [intervalOf(lexpr), intervalOf(rexpr)];
  if (left === undefined || right === undefined) return undefined;
  return operator === '+' ? left + right : left - right;
}

/** `now() - at > interval '1 day'` and `at + interval '1 day' < now()` ask of a column how old it is. */
function ageCondition(left: Node, operator: string, right: Node, scope: Scope): SqlCondition | undefined {
  const kept = intervalOf(right) ?? (isEpoch(left) ? numberIn(right) : undefined);
  const aged = agedColumn(left);
  const mirror = mirrored[operator];
  if (mirror === undefined) return undefined;
  if (aged && kept !== undefined) return condition(aged, mirror, [{ kind: 'past', seconds: kept }], scope);
  if (!('A_Expr' in left) || operatorOf(left.A_Expr.name) !== '+') return undefined;
  const column = columnOf(left.A_Expr.lexpr);
  const lasts = intervalOf(left.A_Expr.rexpr);
  const now = pastOf(right);
  if (!column || lasts === undefined || now === undefined) return undefined;
  return condition(column, operator, [{ kind: 'past', seconds: now + lasts }], scope);
}

function isEpoch(node: Node): boolean {
  if ('TypeCast' in node && node.TypeCast.arg) return isEpoch(node.TypeCast.arg);
  return (
    'FuncCall' in node && functionName(node.FuncCall) === 'extract' && stringIn(node.FuncCall.args?.[0]) === 'epoch'
  );
}

/** The column of `now() - at`, `age(at)`, `extract(epoch FROM now() - at)`. */
function agedColumn(node: Node | undefined): ColumnName | undefined {
  if (!node) return undefined;
  if ('TypeCast' in node) return agedColumn(node.TypeCast.arg);
  if ('FuncCall' in node) {
    const args = node.FuncCall.args ?? [];
    if (isEpoch(node)) return agedColumn(args[1]);
    if (functionName(node.FuncCall) !== 'age') return undefined;
    return args.length === 1 ? columnOf(args[0]) : pastOf(args[0]) === 0 ? columnOf(args[1]) : undefined;
  }
  if (!('A_Expr' in node) || operatorOf(node.A_Expr.name) !== '-') return undefined;
  return pastOf(node.A_Expr.lexpr) === 0 ? columnOf(node.A_Expr.rexpr) : undefined;
}

/** `document ->> 'name'`. */
function memberOf(node: Node): { readonly of: Node; readonly name: string } | undefined {
  if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP' || !/^->>?$/.test(operatorOf(node.A_Expr.name)))
    return undefined;
  const { lexpr, rexpr } = node.A_Expr;
  const name = stringIn(rexpr);
  return lexpr && name !== undefined ? { of: lexpr, name } : undefined;
}

function isClockCast(node: Extract<Node, { TypeCast: unknown }>): boolean {
  return node.TypeCast.arg !== undefined && stringIn(node.TypeCast.arg)?.toLowerCase() === 'now';
}

function leaf(node: Node, scope: Scope): SqlValue | undefined {
  if ('A_Const' in node) return { kind: 'literal', value: literalOf(node.A_Const) };
  if ('ParamRef' in node) return { kind: 'parameter', index: (node.ParamRef.number ?? 1) - 1 };
  if ('SQLValueFunction' in node) {
    return /DATE|TIME/.test(node.SQLValueFunction.op ?? '') ? { kind: 'clock' } : undefined;
  }
  if ('FuncCall' in node) {
    const kind = callKind(node.FuncCall);
    return kind && { kind };
  }
  if (!('ColumnRef' in node)) return undefined;
  const name = columnOf(node);
  if (!name) return undefined;
  if (name.table === 'excluded') return { kind: 'excluded', column: name.column };
  return { kind: 'column', table: realTable(name.table, scope), column: name.column };
}

function literalOf(constant: Extract<Node, { A_Const: unknown }>['A_Const']): string | number | boolean | null {
  if (constant.isnull) return null;
  if (constant.ival) return constant.ival.ival ?? 0;
  if (constant.fval) return Number(constant.fval.fval);
  if (constant.boolval) return constant.boolval.boolval ?? false;
  return constant.sval?.sval ?? constant.bsval?.bsval ?? '';
}

const leafKinds = new Set(['A_Const', 'ParamRef', 'SQLValueFunction', 'FuncCall', 'ColumnRef']);

/** Parameters, columns, literals, clocks and generators anywhere in an expression. */
function leaves(node: unknown, scope: Scope): SqlValue[] {
  const found: SqlValue[] = [];
  walk(node, (kind, value) => {
    const tagged = { [kind]: value } as unknown as Node;
    if ('TypeCast' in tagged) {
      found.push(...(isClockCast(tagged) ? [{ kind: 'clock' } as const] : leaves([tagged.TypeCast.arg], scope)));
      return false;
    }
    if ('SubLink' in tagged) {
      const { testexpr, subselect, subLinkType } = tagged.SubLink;
      const select = subselect && 'SelectStmt' in subselect ? subselect.SelectStmt : undefined;
      const output = subLinkType === 'EXISTS_SUBLINK' ? [] : select?.targetList;
      found.push(...leaves([testexpr, output, select?.fromClause, select?.whereClause], scope));
      return false;
    }
    const operand = leafKinds.has(kind) ? leaf(tagged, scope) : undefined;
    if (operand) found.push(operand);
    return operand === undefined;
  });
  return found;
}

const addingOperators = new Set(['+', '-', '*', '/', '||']);
const addingFunctions = new Set([
  'array_append',
  'array_prepend',
  'array_cat',
  'concat',
  'jsonb_insert',
  'json_array_append',
]);

/** The operands that are added to the column itself; undefined where the expression does not add to it. */
function accumulated(
  node: Node,
  scope: Scope,
  self: ColumnName & { readonly aliases: readonly string[] },
): SqlValue[] | undefined {
  const isSelf = (operand: Node | undefined): boolean => {
    if (!operand) return false;
    if ('CoalesceExpr' in operand) return isSelf(operand.CoalesceExpr.args?.[0]);
    if ('FuncCall' in operand)
      return /^(?:ifnull|nvl)$/.test(functionName(operand.FuncCall)) && isSelf(operand.FuncCall.args?.[0]);
    const name = columnOf(operand);
    return name?.column === self.column && (name.table === null || self.aliases.includes(name.table));
  };
  if ('TypeCast' in node && node.TypeCast.arg) return accumulated(node.TypeCast.arg, scope, self);
  if ('MinMaxExpr' in node || 'CoalesceExpr' in node) {
    const args = 'MinMaxExpr' in node ? node.MinMaxExpr.args : node.CoalesceExpr.args;
    return firstDefined((args ?? []).map((arg) => accumulated(arg, scope, self)));
  }
  if ('FuncCall' in node) {
    const args = node.FuncCall.args ?? [];
    if (!addingFunctions.has(functionName(node.FuncCall)) || !args.some(isSelf)) return undefined;
    return args.filter((arg) => !isSelf(arg)).map((arg) => toValue(arg, scope));
  }
  if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP') return undefined;
  const { lexpr, rexpr } = node.A_Expr;
  const operator = operatorOf(node.A_Expr.name);
  if (!lexpr || !rexpr || !addingOperators.has(operator)) return undefined;
  if (isSelf(lexpr)) return [toValue(rexpr, scope)];
  const commutes = operator !== '-' && operator !== '/';
  if (commutes && isSelf(rexpr)) return [toValue(lexpr, scope)];
  const left = accumulated(lexpr, scope, self);
  if (left) return [...left, toValue(rexpr, scope)];
  const right = commutes ? accumulated(rexpr, scope, self) : undefined;
  return right && [toValue(lexpr, scope), ...right];
}

function firstDefined<T>(items: readonly (T | undefined)[]): T | undefined {
  return items.find((item) => item !== undefined);
}

function operatorOf(name: readonly Node[] | undefined): string {
  const last = name?.at(-1);
  const operator = last && 'String' in last ? (last.String.sval ?? '') : '';
  return operator === '==' ? '=' : operator;
}

function assignments(targets: readonly Node[] | undefined, table: TableName, scope: Scope): SqlAssignment[] {
  const aliases = [...scope.aliases].filter(([, real]) => real === table).map(([alias]) => alias);
  return (targets ?? []).flatMap((target) => {
    if (!('ResTarget' in target) || target.ResTarget.name === undefined || !target.ResTarget.val) return [];
    const { name: column, val, indirection } = target.ResTarget;
    const source =
      'MultiAssignRef' in val ? multiAssigned(val.MultiAssignRef.source, val.MultiAssignRef.colno ?? 1) : val;
    if (!source) return [];
    const self = indirection ? undefined : { table: null, column, aliases: [...aliases, table.name] };
    return [{ column, value: toValue(source, scope, self) }];
  });
}

/** One side of `(a, b) = (x, y)`. */
function multiAssigned(source: Node | undefined, position: number): Node | undefined {
  return source && 'RowExpr' in source ? source.RowExpr.args?.[position - 1] : source;
}

const negations: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  in: 'not in',
  'not in': 'in',
  'is null': 'is not null',
  'is not null': 'is null',
  like: 'not like',
  ilike: 'not ilike',
};

const mirrored: Readonly<Record<string, string>> = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

const patternOperators: Readonly<Record<string, string>> = {
  '~~': 'like',
  '!~~': 'not like',
  '~~*': 'ilike',
  '!~~*': 'not ilike',
};

function conditions(node: Node | undefined, scope: Scope): SqlCondition[] {
  if (!node || isAlwaysTrue(node)) return [];
  if ('BoolExpr' in node) {
    const args = node.BoolExpr.args ?? [];
    if (node.BoolExpr.boolop === 'AND_EXPR') return args.flatMap((arg) => conditions(arg, scope));
    if (node.BoolExpr.boolop === 'NOT_EXPR') return negated(node, args[0], scope);
    return disjunction(node, args, scope);
  }
  if ('NullTest' in node) {
    const column = columnOf(node.NullTest.arg);
    if (!column) return others(node, scope);
    return [condition(column, node.NullTest.nulltesttype === 'IS_NULL' ? 'is null' : 'is not null', [], scope)];
  }
  if ('BooleanTest' in node) {
    const column = columnOf(node.BooleanTest.arg);
    const test = booleanTests[node.BooleanTest.booltesttype ?? ''];
    if (!column || !test) return others(node, scope);
    return [condition(column, test.operator, [{ kind: 'literal', value: test.value }], scope)];
  }
  if ('SubLink' in node && node.SubLink.subLinkType === 'ANY_SUBLINK' && (node.SubLink.operName ?? []).length === 0) {
    const { testexpr, subselect } = node.SubLink;
    const members: SqlValue[] = [{ kind: 'expression', operands: leaves(subselect, scope) }];
    const columns = columnsOfRow(testexpr);
    return columns ? columns.map((column) => condition(column, 'in', members, scope)) : others(node, scope);
  }
  const flag = columnOf(node);
  if (flag && flag.column !== HOLE) return [condition(flag, '=', [{ kind: 'literal', value: true }], scope)];
  if ('A_Expr' in node) return comparison(node, scope);
  return others(node, scope);
}

const booleanTests: Readonly<Record<string, { operator: string; value: boolean }>> = {
  IS_TRUE: { operator: '=', value: true },
  IS_NOT_TRUE: { operator: '<>', value: true },
  IS_FALSE: { operator: '=', value: false },
  IS_NOT_FALSE: { operator: '<>', value: false },
};

function condition(column: ColumnName, operator: string, values: readonly SqlValue[], scope: Scope): SqlCondition {
  return { column: column.column, table: realTable(column.table, scope), operator, values };
}

function isAlwaysTrue(node: Node): boolean {
  if ('A_Const' in node) return node.A_Const.boolval?.boolval === true || node.A_Const.ival?.ival === 1;
  if (!('A_Expr' in node) || operatorOf(node.A_Expr.name) !== '=') return false;
  const { lexpr, rexpr } = node.A_Expr;
  return (
    lexpr !== undefined &&
    rexpr !== undefined &&
    'A_Const' in lexpr &&
    'A_Const' in rexpr &&
    literalOf(lexpr.A_Const) === literalOf(rexpr.A_Const)
  );
}

function comparison(node: Extract<Node, { A_Expr: unknown }>, scope: Scope): SqlCondition[] {
  const { kind, lexpr, rexpr, name } = node.A_Expr;
  const operator = operatorOf(name);
  if (!lexpr || !rexpr) return others(node, scope);
  const columns = columnsOfRow(lexpr);
  switch (kind) {
    case 'AEXPR_IN':
      if (!columns) return others(node, scope);
      return columns.map((column, position) =>
        condition(
          column,
          operator === '=' ? 'in' : 'not in',
          memberValues(rexpr, columns.length === 1 ? -1 : position, scope),
          scope,
        ),
      );
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL': {
      const expected = kind === 'AEXPR_OP_ANY' ? '=' : '<>';
      if (columns?.length !== 1 || operator !== expected) return others(node, scope);
      return columns.map((column) =>
        condition(column, expected === '=' ? 'in' : 'not in', arrayValues(rexpr, scope), scope),
      );
    }
    case 'AEXPR_OP':
      return operands(node, lexpr, rexpr, operator, scope);
    default:
      break;
  }
  const word = patternOperators[operator] ?? wordOperator(kind);
  if (word === undefined || columns?.length !== 1) return others(node, scope);
  const values =
    'List' in rexpr ? (rexpr.List.items ?? []).map((item) => toValue(item, scope)) : [toValue(rexpr, scope)];
  return columns.map((column) => condition(column, word, values, scope));
}

function wordOperator(kind: string | undefined): string | undefined {
  switch (kind) {
    case 'AEXPR_BETWEEN':
    case 'AEXPR_BETWEEN_SYM':
      return 'between';
    case 'AEXPR_NOT_BETWEEN':
    case 'AEXPR_NOT_BETWEEN_SYM':
      return 'not between';
    case 'AEXPR_DISTINCT':
      return 'is distinct from';
    case 'AEXPR_NOT_DISTINCT':
      return 'is not distinct from';
    default:
      return undefined;
  }
}

/** `a = x`, either way round, and `(a, b) = (x, y)`. */
function operands(node: Node, left: Node, right: Node, operator: string, scope: Scope): SqlCondition[] {
  if (operator === '=' && 'RowExpr' in left && 'RowExpr' in right) {
    const others = right.RowExpr.args ?? [];
    return (left.RowExpr.args ?? []).flatMap((item, position) => {
      const other = others[position];
      return other ? operands(node, item, other, '=', scope) : [];
    });
  }
  const age = ageCondition(left, operator, right, scope) ?? ageCondition(right, mirrored[operator] ?? '', left, scope);
  if (age) return [age];
  const found: SqlCondition[] = [];
  const leftColumn = columnOf(left);
  const rightColumn = columnOf(right);
  const mirror = mirrored[operator];
  if (leftColumn && leftColumn.table !== 'excluded')
    found.push(condition(leftColumn, operator, [toValue(right, scope)], scope));
  if (rightColumn && rightColumn.table !== 'excluded' && rightColumn.column !== HOLE && mirror !== undefined) {
    found.push(condition(rightColumn, mirror, [toValue(left, scope)], scope));
  }
  return found.length > 0 ? found : others(node, scope);
}

function columnsOfRow(node: Node | undefined): ColumnName[] | undefined {
  const parts = node && 'RowExpr' in node ? (node.RowExpr.args ?? []) : optional(node);
  const columns = parts.map((part) => columnOf(part));
  return columns.length > 0 && columns.every((column) => column !== undefined) ? columns : undefined;
}

/** The members of `IN (…)`; of each member the part at `position`, where members are rows. */
function memberValues(list: Node, position: number, scope: Scope): SqlValue[] {
  const items = 'List' in list ? (list.List.items ?? []) : [list];
  return items.flatMap((item) => {
    const part = position >= 0 && 'RowExpr' in item ? item.RowExpr.args?.[position] : item;
    return part ? [toValue(part, scope)] : [];
  });
}

function arrayValues(node: Node, scope: Scope): SqlValue[] {
  if ('TypeCast' in node && node.TypeCast.arg) return arrayValues(node.TypeCast.arg, scope);
  if ('A_ArrayExpr' in node) return (node.A_ArrayExpr.elements ?? []).map((element) => toValue(element, scope));
  const members = /^\{([\w\s,.-]*)\}$/.exec(stringIn(node) ?? '')?.[1];
  if (members !== undefined) return members.split(',').map((value) => ({ kind: 'literal', value: value.trim() }));
  return [toValue(node, scope)];
}

function negated(node: Node, arg: Node | undefined, scope: Scope): SqlCondition[] {
  const [only, ...more] =
    arg && !('SubLink' in arg && arg.SubLink.subLinkType === 'EXISTS_SUBLINK') ? conditions(arg, scope) : [];
  const flag = only?.values[0];
  if (only?.operator === '=' && more.length === 0 && flag?.kind === 'literal' && typeof flag.value === 'boolean') {
    return [{ ...only, values: [{ kind: 'literal', value: !flag.value }] }];
  }
  const operator = only && more.length === 0 ? negations[only.operator] : undefined;
  return only && operator !== undefined ? [{ ...only, operator }] : others(node, scope);
}

/** Several values for one column are `in`; anything else says little about each of its columns. */
function disjunction(node: Node, args: readonly Node[], scope: Scope): SqlCondition[] {
  const sides = args.map((arg) => conditions(arg, scope));
  const first = sides[0]?.[0];
  const alike = sides.every(
    ([side, ...more]) =>
      side !== undefined &&
      more.length === 0 &&
      side.column === first?.column &&
      side.table === first.table &&
      (side.operator === '=' || side.operator === 'in'),
  );
  return first && alike
    ? [{ ...first, operator: 'in', values: sides.flat().flatMap((side) => side.values) }]
    : others(node, scope);
}

function others(node: Node, scope: Scope): SqlCondition[] {
  const found = leaves(node, scope);
  const values = found.filter((value) => value.kind !== 'column');
  const seen = new Set<string>();
  const entries: SqlCondition[] = [];
  for (const value of found) {
    if (value.kind !== 'column' || seen.has(`${value.table}.${value.column}`)) continue;
    seen.add(`${value.table}.${value.column}`);
    entries.push({ column: value.column, table: value.table, operator: 'other', values });
  }
  // A condition without columns still keeps the statement from being unconditional.
  return entries.length > 0 ? entries : [{ column: '', table: null, operator: 'other', values }];
}

function standalone(): Scope {
  const range: StatementRange = { start: 0, end: 0, bracketsAfter: () => ({ start: 0, end: 0 }) };
  return { range, commonTables: new Map(), aliases: new Map() };
}

/** An expression that a routine computes, with what decides its truth. */
function readRoutineExpression(node: Node): RoutineExpression {
  const scope = standalone();
  if ('TypeCast' in node && node.TypeCast.arg && !isClockCast(node)) return readRoutineExpression(node.TypeCast.arg);
  if ('BoolExpr' in node) {
    const [first, ...more] = (node.BoolExpr.args ?? []).map(readRoutineExpression);
    if (!first) return { kind: 'unknown' };
    if (node.BoolExpr.boolop === 'NOT_EXPR') return { kind: 'not', of: first };
    const kind = node.BoolExpr.boolop === 'AND_EXPR' ? 'and' : 'or';
    return more.reduce((left, right): RoutineExpression => ({ kind, left, right }), first);
  }
  if ('NullTest' in node && node.NullTest.arg) {
    const test: RoutineExpression = { kind: 'is-null', of: readRoutineExpression(node.NullTest.arg) };
    return node.NullTest.nulltesttype === 'IS_NULL' ? test : { kind: 'not', of: test };
  }
  if ('BooleanTest' in node && node.BooleanTest.arg) {
    const of = readRoutineExpression(node.BooleanTest.arg);
    const test = booleanTests[node.BooleanTest.booltesttype ?? ''];
    if (!test) return { kind: 'unknown' };
    return test.value === (test.operator === '=') ? of : { kind: 'not', of };
  }
  if ('A_Expr' in node) {
    const { kind, lexpr, rexpr, name } = node.A_Expr;
    const operator = operatorOf(name);
    if (
      lexpr &&
      rexpr &&
      ((kind === 'AEXPR_OP' && Object.hasOwn(mirrored, operator)) || (kind ?? '').includes('DISTINCT'))
    ) {
      const written = kind === 'AEXPR_DISTINCT' ? '<>' : kind === 'AEXPR_NOT_DISTINCT' ? '=' : operator;
      return {
        kind: 'compare',
        operator: written,
        left: readRoutineExpression(lexpr),
        right: readRoutineExpression(rexpr),
      };
    }
  }
  if ('CaseExpr' in node && !node.CaseExpr.arg) {
    const branches = (node.CaseExpr.args ?? []).flatMap((item) =>
      'CaseWhen' in item && item.CaseWhen.expr && item.CaseWhen.result
        ? [{ when: readRoutineExpression(item.CaseWhen.expr), then: readRoutineExpression(item.CaseWhen.result) }]
        : [],
    );
    const { defresult } = node.CaseExpr;
    const otherwise: RoutineExpression = defresult
      ? readRoutineExpression(defresult)
      : { kind: 'value', value: { kind: 'literal', value: null } };
    return { kind: 'choice', branches, otherwise };
  }
  if ('CoalesceExpr' in node)
    return { kind: 'coalesce', of: (node.CoalesceExpr.args ?? []).map(readRoutineExpression) };
  if ('SubLink' in node && node.SubLink.subselect) {
    const { subLinkType, subselect } = node.SubLink;
    const query = readNode(subselect, scope, 0, 0);
    if (subLinkType === 'EXISTS_SUBLINK' || subLinkType === 'EXPR_SUBLINK')
      return { kind: 'query', query, asks: subLinkType === 'EXISTS_SUBLINK' };
    return { kind: 'unknown' };
  }
  if ('FuncCall' in node) {
    const args = node.FuncCall.args ?? [];
    if (/^jsonb?_build_object$/.test(functionName(node.FuncCall))) {
      const properties = new Map<string, RoutineExpression>();
      for (let index = 0; index + 1 < args.length; index += 2) {
        const [name, value] = [stringIn(args[index]), args[index + 1]];
        if (name !== undefined && value) properties.set(name, readRoutineExpression(value));
      }
      return { kind: 'object', properties };
    }
    if (isOwnFunction(node.FuncCall)) return { kind: 'call', call: readCall(node.FuncCall, scope, null, true) };
  }
  const flag = columnOf(node);
  if (flag) return { kind: 'value', value: { kind: 'column', table: flag.table, column: flag.column } };
  return { kind: 'value', value: toValue(node, scope) };
}

/** What each output of a query without tables is, under its name; undefined where it is another query. */
export function readOutputs(
  node: Node,
): readonly { readonly name: string; readonly value: RoutineExpression }[] | undefined {
  if (!('SelectStmt' in node) || (node.SelectStmt.fromClause ?? []).length > 0) return undefined;
  if (node.SelectStmt.larg || node.SelectStmt.withClause) return undefined;
  const outputs = (node.SelectStmt.targetList ?? []).flatMap((target) =>
    'ResTarget' in target && target.ResTarget.val
      ? [
          {
            name: target.ResTarget.name ?? defaultOutputName(target.ResTarget.val),
            value: readRoutineExpression(target.ResTarget.val),
          },
        ]
      : [],
  );
  return outputs.length > 0 && !node.SelectStmt.whereClause ? outputs : undefined;
}

/** An expression outside of any query: a default, a generated column, an expression of an index. */
export function readExpression(node: Node): SqlValue {
  return toValue(node, standalone());
}

/** A condition outside of any query: the predicate of an index. */
export function readCondition(node: Node | undefined): SqlCondition[] {
  return conditions(node, standalone());
}
