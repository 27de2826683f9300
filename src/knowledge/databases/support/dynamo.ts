import { operation } from '../../../interpret/operation.ts';
import type { DatabaseOperation, WrittenColumn } from '../../../interpret/operation.ts';
import type { ResultShape, Value } from '../../../interpret/value.ts';
import type { Meaning, ValueReader } from '../../types.ts';
import { accumulating, columnsOf, plainColumn } from './columns.ts';
import { count, noResult, object, row, rowOrThrow, rows } from './shapes.ts';
import { mixed } from './values.ts';
import { compare, joined, notKnown, whereObject } from './where.ts';
import type { Where } from './where.ts';
import { whereText } from './where-text.ts';

const ABSENT = /attribute_not_exists\s*\(\s*([#\w]+)\s*\)/i;

/** What a command does, by its name without `Command`, in the item's plain or typed (`{ S: id }`) form. */
export function dynamoCommand(read: ValueReader, name: string, input: Value | undefined): Meaning | undefined {
  const claimed = claimedKey(read, name, input);
  if (claimed !== undefined) {
    // A time to live is an attribute of the item that the table names: which one, the code does not say.
    return { is: 'claim', key: claimed, timeToLive: null, result: noResult, throwsWhenLost: true };
  }
  const operations = commandOperations(read, name, input);
  return operations && { is: 'operation', operations, result: RESULTS[name] ?? noResult };
}

const RESULTS: Readonly<Record<string, ResultShape>> = {
  Get: object({ Item: row }),
  GetItem: object({ Item: row }),
  Query: object({ Items: rows, Count: count }),
  Scan: object({ Items: rows, Count: count }),
  Update: object({ Attributes: rowOrThrow }),
  UpdateItem: object({ Attributes: rowOrThrow }),
};

/** A put or update that only succeeds where there was nothing: the value of the attribute that must be absent. */
function claimedKey(read: ValueReader, name: string, input: Value | undefined): Value | undefined {
  const absent = ABSENT.exec(read.string(read.get(input, 'ConditionExpression')) ?? '')?.[1];
  if (absent === undefined) return undefined;
  const attribute = plainName(read, input, absent);
  if (name.startsWith('Put')) return unwrapped(read, read.get(input, 'Item', attribute) ?? read.get(input, 'Item'));
  const keys = read.entries(read.get(input, 'Key')).map(([, value]) => unwrapped(read, value) ?? value);
  return name.startsWith('Update') ? mixed(read, keys, attribute) : undefined;
}

function commandOperations(
  read: ValueReader,
  name: string,
  input: Value | undefined,
): readonly DatabaseOperation[] | undefined {
  switch (name) {
    case 'Put':
    case 'PutItem':
      return [putOperation(read, input)];
    case 'Update':
    case 'UpdateItem':
      return [updateOperation(read, input)];
    case 'Delete':
    case 'DeleteItem':
      return [operation({ action: 'delete', table: tableName(read, input), ...keyWhere(read, input) })];
    case 'Get':
    case 'GetItem':
      return [operation({ action: 'read', table: tableName(read, input), ...keyWhere(read, input) })];
    case 'Query':
    case 'Scan':
      return [operation({ action: 'read', table: tableName(read, input), ...queryWhere(read, input), many: true })];
    case 'TransactWrite':
    case 'TransactWriteItems':
      return (read.items(read.get(input, 'TransactItems')) ?? []).flatMap((item) =>
        read.entries(item).flatMap(([kind, held]) => transactOperation(read, kind, held)),
      );
    default:
      return undefined;
  }
}

/** Inside a transaction a conditional put is an insert that fails all of it when the key is there. */
function transactOperation(read: ValueReader, kind: string, held: Value): readonly DatabaseOperation[] {
  const isClaim = kind === 'Put' && claimedKey(read, kind, held) !== undefined;
  const operations = commandOperations(read, kind, held) ?? [];
  return isClaim ? operations.map((one) => ({ ...one, conflict: null })) : operations;
}

/** A put without a condition overwrites whatever is there. */
function putOperation(read: ValueReader, input: Value | undefined): DatabaseOperation {
  const { columns, columnsKnown } = columnsOf(read, read.get(input, 'Item'), (column, value) =>
    plainColumn(column, unwrapped(read, value) ?? value),
  );
  const conflict = { action: 'update', target: null, set: columns, conditions: [] } as const;
  return operation({ action: 'insert', table: tableName(read, input), columns, columnsKnown, conflict });
}

function updateOperation(read: ValueReader, input: Value | undefined): DatabaseOperation {
  const text = read.string(read.get(input, 'UpdateExpression'));
  const condition = read.get(input, 'ConditionExpression');
  const guarded = condition === undefined ? [] : [expressionWhere(read, input, condition)];
  return operation({
    action: 'update',
    table: tableName(read, input),
    columns: text === undefined ? [] : updateColumns(read, input, text),
    columnsKnown: text !== undefined,
    ...joined([keyWhere(read, input), ...guarded]),
  });
}

/** `ADD balance :amount SET #s = :paid, seen = seen + :one REMOVE lease`. */
function updateColumns(read: ValueReader, input: Value | undefined, text: string): readonly WrittenColumn[] {
  const clauses = text.split(/\b(SET|ADD|REMOVE|DELETE)\b/i);
  return clauses.flatMap((clause, index) => {
    const verb = clauses[index - 1]?.toUpperCase();
    if (verb !== 'SET' && verb !== 'ADD') return [];
    return clause.split(/,(?![^(]*\))/).flatMap((part) => assignment(read, input, part.trim(), verb));
  });
}

function assignment(
  read: ValueReader,
  input: Value | undefined,
  part: string,
  verb: 'SET' | 'ADD',
): readonly WrittenColumn[] {
  const [, name, written = ''] = /^([#\w.]+)\s*=?\s*(.*)$/s.exec(part) ?? [];
  if (name === undefined) return [];
  const column = plainName(read, input, name);
  const bound = [...written.matchAll(/:\w+/g)].flatMap(([placeholder]) => boundValue(read, input, placeholder) ?? []);
  const value = bound.length === 1 && bound[0] !== undefined ? bound[0] : mixed(read, bound, written);
  const adds = verb === 'ADD' || /[+-]/.test(written) || /\blist_append\s*\(/i.test(written);
  return [adds ? accumulating(column, value) : plainColumn(column, value)];
}

function keyWhere(read: ValueReader, input: Value | undefined): Where {
  const key = read.get(input, 'Key');
  if (key === undefined) return notKnown;
  return whereObject(read, key, {
    operators: {},
    and: [],
    or: [],
    not: [],
    special: (column, value) => ({ where: [compare(column, '=', unwrapped(read, value) ?? value)], whereKnown: true }),
  });
}

function queryWhere(read: ValueReader, input: Value | undefined): Where {
  const expressions = ['KeyConditionExpression', 'FilterExpression'].map((name) => read.get(input, name));
  return joined(expressions.filter((one) => one !== undefined).map((one) => expressionWhere(read, input, one)));
}

function expressionWhere(read: ValueReader, input: Value | undefined, expression: Value): Where {
  const text = read.string(expression)?.replaceAll(/#\w+/g, (name) => plainName(read, input, name));
  return whereText(text, (name) => boundValue(read, input, `:${name}`));
}

/** `#status` as `ExpressionAttributeNames` spells it out. */
function plainName(read: ValueReader, input: Value | undefined, name: string): string {
  return name.startsWith('#') ? (read.string(read.get(input, 'ExpressionAttributeNames', name)) ?? name) : name;
}

function boundValue(read: ValueReader, input: Value | undefined, placeholder: string): Value | undefined {
  return unwrapped(read, read.get(input, 'ExpressionAttributeValues', placeholder));
}

/** `{ S: id }` is `id`. */
function unwrapped(read: ValueReader, value: Value | undefined): Value | undefined {
  const [only, ...more] = read.entries(value);
  return only !== undefined && more.length === 0 && /^(?:S|N|B|BOOL|M|L|SS|NS)$/.test(only[0]) ? only[1] : value;
}

/** The table's name, or what the code calls it where that comes from the environment. */
function tableName(read: ValueReader, input: Value | undefined): string | null {
  const table = read.get(input, 'TableName');
  return read.string(table) ?? read.name(table)?.split('.').at(-1) ?? null;
}
