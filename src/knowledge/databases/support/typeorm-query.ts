import { operation } from '../../../interpret/operation.ts';
import type { ConflictHandling, DatabaseOperation, WrittenColumn } from '../../../interpret/operation.ts';
import type { ChainStep, ResultShape, Value } from '../../../interpret/value.ts';
import type { Call, Meaning, ValueReader } from '../../types.ts';
import { columnsOf, plainColumn, rowColumns } from './columns.ts';
import type { Columns } from './columns.ts';
import { entityName } from './entities.ts';
import { count, countedRows, noResult, object, row, rowOrThrow, rows, tuple } from './shapes.ts';
import { fragmentValue, partsOf, step } from './templates.ts';
import { itemsOrSelf } from './values.ts';
import { alternatives, compare, everything, joined, negated, notKnown, whereObject } from './where.ts';
import type { Where, WhereDialect } from './where.ts';
import { whereText } from './where-text.ts';

/** `identifiers` has an entry for every given row, inserted or not; `raw` is what the driver answered. */
export const inserted: ResultShape = object({
  raw: countedRows('affectedRows'),
  identifiers: noResult,
  generatedMaps: noResult,
});
export const changed: ResultShape = object({ affected: count, raw: countedRows('affectedRows') });

/** `{ status: Not('paid'), id: In(ids) }`: the operators are calls in the place of values. */
export function entityWhere(read: ValueReader, value: Value | undefined): Where {
  const items = read.items(value);
  if (items !== undefined) return alternatives(items.map((item) => entityWhere(read, item)));
  return whereObject(read, value, dialect(read));
}

function dialect(read: ValueReader): WhereDialect {
  return { operators: {}, and: [], or: [], not: [], special: (column, value) => special(read, column, value) };
}

function special(read: ValueReader, column: string, value: Value): Where | undefined {
  const found = read.external(value);
  if (found?.root === 'FindOperator') {
    const { operator, value: held } = found.data ?? {};
    const written = read.string(operator) ?? 'other';
    if (written !== 'not') return { where: [compare(column, written, held, read)], whereKnown: true };
    const inner = held === undefined ? undefined : special(read, column, held);
    return inner === undefined ? { where: [compare(column, '<>', held)], whereKnown: true } : negated(inner);
  }
  const isRelation = read.entries(value).length > 0;
  return isRelation ? { where: [compare(column, 'other', value)], whereKnown: true } : undefined;
}

/** What stands for a row: an id, several ids, or a predicate. */
export function criteria(read: ValueReader, value: Value | undefined): Where {
  if (value === undefined) return notKnown;
  if (read.entries(value).length > 0 || value.kind === 'object') return entityWhere(read, value);
  const items = read.items(value);
  if (items?.some((item) => read.entries(item).length > 0) === true) return entityWhere(read, value);
  return { where: [compare('id', items === undefined ? '=' : 'in', value, read)], whereKnown: true };
}

/** A value may be SQL: `balance: () => 'balance + 10'`. */
export function entityColumn(read: ValueReader) {
  return (column: string, value: Value): WrittenColumn => {
    const parts = read.isFunction(value) ? partsOf(read.apply(value, [])) : undefined;
    return parts === undefined ? plainColumn(column, value) : { column, ...fragmentValue(read, parts, column) };
  };
}

export function entityColumns(read: ValueReader, value: Value | undefined): Columns {
  return columnsOf(read, value, entityColumn(read));
}

/** A chain that began at `createQueryBuilder`. */
export function readQueryBuilder(call: Call): Meaning | undefined {
  const said = statement(call);
  return { is: 'operation', operations: [said], result: builderResult(call, said.action) };
}

function statement(call: Call): DatabaseOperation {
  const { chain, read } = call;
  const named = { table: builderEntity(call), names: 'entity' } as const;
  if (step(call, 'insert') !== undefined) {
    const written = rowColumns(read, step(call, 'values')?.args?.[0], entityColumn(read));
    return operation({ action: 'insert', ...named, ...written, conflict: conflictOf(call, written) });
  }
  const updated = step(call, 'update');
  if (updated !== undefined) {
    const values = step(call, 'set')?.args?.[0] ?? updated.args?.at(-1);
    return operation({
      action: 'update',
      ...named,
      ...entityColumns(read, values),
      ...builderWhere(read, chain),
      many: true,
    });
  }
  const removed = step(call, 'delete', 'softDelete', 'restore')?.name;
  if (removed !== undefined) {
    const action = removed === 'delete' ? 'delete' : 'update';
    return operation({ action, ...named, ...builderWhere(read, chain), many: true });
  }
  const mode = read.string(step(call, 'setLock')?.args?.[0]);
  return operation({
    action: 'read',
    ...named,
    ...builderWhere(read, chain),
    lock: lockMode(mode),
    takesRow:
      read.string(step(call, 'setOnLocked')?.args?.[0]) === 'skip_locked' || mode === 'pessimistic_partial_write',
    many: true,
  });
}

export function lockMode(mode: string | undefined): 'update' | 'share' | null {
  if (mode === undefined || mode === 'optimistic' || mode === 'dirty_read') return null;
  return mode === 'pessimistic_read' || mode === 'for_key_share' ? 'share' : 'update';
}

/** Where the entity is named: `update(Order)`, `into(Order)`, `from(Order, 'o')`, or the receiver's own. */
function builderEntity(call: Call): string | null {
  const named = ['into', 'update', 'from', 'createQueryBuilder']
    .map((name) => step(call, name)?.args?.[0])
    .find((value) => value?.kind === 'class');
  return entityName(call.read, named ?? call.receiver.data?.of ?? call.receiver.data?.injected);
}

function conflictOf(call: Call, written: Columns): ConflictHandling | null {
  const { read } = call;
  const ignored: ConflictHandling = { action: 'ignore', target: null, set: [], conditions: [] };
  if (step(call, 'orIgnore') !== undefined) return ignored;
  const updated = step(call, 'orUpdate');
  if (updated !== undefined) {
    const [overwritten, target] = updated.args ?? [];
    const names = strings(read, overwritten);
    return {
      ...ignored,
      action: 'update',
      target: target === undefined ? null : strings(read, target),
      set: written.columns.filter(({ column }) => names.includes(column)),
    };
  }
  const text = read.string(step(call, 'onConflict')?.args?.[0]);
  if (text === undefined) return null;
  const target =
    /^\s*\(([\w\s",]+)\)/
      .exec(text)?.[1]
      ?.split(',')
      .map((one) => one.replaceAll('"', '').trim()) ?? null;
  if (/do\s+nothing/i.test(text)) return { ...ignored, target };
  return { ...ignored, action: 'update', target, set: written.columns };
}

function strings(read: ValueReader, value: Value | undefined): readonly string[] {
  return value === undefined ? [] : itemsOrSelf(read, value).flatMap((one) => read.string(one) ?? []);
}

/** `where('o.id = :id', { id })`, `where({ id })`; parameters may also come by `setParameter`. */
function builderWhere(read: ValueReader, chain: readonly ChainStep[]): Where {
  const parameters = chain.flatMap(({ name, args }) => (name === 'setParameters' ? [args?.[0]] : [args?.[1]]));
  const value = (name: string): Value | undefined => {
    const set = chain.find((one) => one.name === 'setParameter' && read.string(one.args?.[0]) === name);
    return set?.args?.[1] ?? parameters.map((given) => read.get(given, name)).find((one) => one !== undefined);
  };
  return chain.reduce<Where>((before, { name, args }) => {
    const [first] = args ?? [];
    if (name === 'whereInIds' || name === 'andWhereInIds') return joined([before, criteria(read, first)]);
    if (!['where', 'andWhere', 'orWhere'].includes(name)) return before;
    const text = read.string(first);
    const part =
      text === undefined
        ? read.entries(first).length > 0
          ? entityWhere(read, first)
          : notKnown
        : whereText(text, value);
    return name === 'orWhere' ? alternatives([before, part]) : joined([before, part]);
  }, everything);
}

const READS: Readonly<Record<string, ResultShape>> = {
  getOne: row,
  getOneOrFail: rowOrThrow,
  getMany: rows,
  getRawOne: row,
  getRawMany: rows,
  getCount: count,
  getExists: { kind: 'boolean' },
  getManyAndCount: tuple(rows, count),
  getRawAndEntities: object({ raw: rows, entities: rows }),
};

function builderResult(call: Call, action: DatabaseOperation['action']): ResultShape {
  if (action === 'insert') return inserted;
  return action === 'read' ? (READS[call.chain.at(-1)?.name ?? ''] ?? rows) : changed;
}
