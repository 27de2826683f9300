// Checked: postgres 3.4.9 types and source.
import type { Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, ValueReader } from '../types.ts';
import { postgresConflict } from './support/conflict-codes.ts';
import { isolation } from './support/isolation.ts';
import { always, countedRows, nothing } from './support/shapes.ts';
import { expandParts, partsOf, sqlOfParts } from './support/templates.ts';
import type { Parts } from './support/templates.ts';
import { unknown } from './support/values.ts';

const result = countedRows('count');

/** A query runs when it is awaited; one that stands in a hole of another is a fragment of it. */
function readQuery(call: Call): Meaning | undefined {
  const [first] = call.chain;
  if (first?.name === 'unsafe') {
    const [text, values] = first.args ?? [];
    return { is: 'sql', text, values, placeholders: 'dollar', rows: result, writes: result };
  }
  if (first?.tagged !== true) return undefined;
  const parts = partsOf(first.args?.[0]) ?? [];
  return sqlOfParts(expandFragments(call.read, parts), result, result);
}

function expandFragments(read: ValueReader, parts: Parts): Parts {
  return expandParts(parts, (hole, before) => expandHole(read, hole, before));
}

function expandHole(read: ValueReader, hole: Value, before: string): Parts | undefined {
  const fragments = read.items(hole)?.map((item) => expandHole(read, item, before));
  if (fragments?.every((fragment) => fragment !== undefined) === true) return fragments.flatMap((one) => [' ', ...one]);
  const [step] = read.external(hole)?.chain ?? [];
  const [first, ...rest] = step?.args ?? [];
  if (step?.name === 'unsafe') return partsOf(first) ?? [];
  if (step?.name !== '' || first === undefined) return undefined;
  if (step.tagged) return expandFragments(read, partsOf(first) ?? []);
  return helperParts(read, first, rest, before);
}

/** `sql(name)`, `sql(row, …columns)`, `sql(list)`: what they come to depends on the last keyword before them. */
function helperParts(read: ValueReader, first: Value, rest: readonly Value[], before: string): Parts {
  const identifier = read.string(first);
  if (identifier !== undefined) return [[identifier, ...names(read, rest)].map(quoted).join(', ')];
  const keyword = lastKeyword(before);
  if (keyword === 'in') return list(read.items(first) ?? [first]);
  const row = (first.kind === 'array' ? (first.items[0] ?? first.rest) : null) ?? first;
  if (keyword === 'values') return list(read.items(row) ?? [row]);
  const columns = rest.length > 0 ? names(read, rest) : read.entries(row).map(([column]) => column);
  const values = columns.map((column) => read.get(row, column) ?? unknown(column, read.origins(row)));
  if (keyword === 'update') return assignments(columns, values);
  if (keyword === 'insert') return [`(${columns.map(quoted).join(', ')}) values `, ...list(values)];
  return [columns.map(quoted).join(', ')];
}

function lastKeyword(before: string): string | undefined {
  return before
    .match(/\b(?:values|in|select|as|returning|update|insert)\b/gi)
    ?.at(-1)
    ?.toLowerCase();
}

function assignments(columns: readonly string[], values: readonly Value[]): Parts {
  return columns.flatMap((column, index) => [
    `${index > 0 ? ', ' : ''}${quoted(column)} = `,
    values[index] ?? unknown(column),
  ]);
}

function list(values: readonly Value[]): Parts {
  return ['(', ...values.flatMap((value, index) => (index > 0 ? [', ', value] : [value])), ')'];
}

function names(read: ValueReader, values: readonly Value[]): readonly string[] {
  return values.flatMap((value) => read.items(value) ?? [value]).flatMap((value) => read.string(value) ?? []);
}

function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}

/** `sql.begin(callback)`, `sql.begin('isolation level serializable', callback)`. */
function begin({ args, read }: Call): Meaning {
  const hasOptions = !read.isFunction(args[0]) && args.length > 1;
  return {
    is: 'transaction',
    callback: args[hasOptions ? 1 : 0],
    client: 'Sql',
    isolation: hasOptions ? isolation(read, args[0]) : undefined,
    gathers: true,
  };
}

function savepoint({ args }: Call): Meaning {
  return { is: 'transaction', callback: args.at(-1), client: 'Sql', nested: true, gathers: true };
}

/** `sql.json(value)` and the like only say how a value is bound. */
function boundValue({ args }: Call): Meaning | undefined {
  return args[0] === undefined ? undefined : { is: 'value', value: args[0] };
}

export const postgresJs = defineLibrary({
  name: 'postgres',
  packages: ['postgres'],
  source: 'https://github.com/porsager/postgres#readme',
  types: { Sql: ['default()', 'Sql.reserve()'] },
  typeAliases: { TransactionSql: 'Sql', ReservedSql: 'Sql', ISql: 'Sql' },
  connections: ['Sql'],
  calls: {
    'Sql.begin': begin,
    'Sql.savepoint': savepoint,
    'Sql.json': boundValue,
    'Sql.array': boundValue,
    'Sql.typed': boundValue,
    'Sql.types': boundValue,
    'Sql.typed.*': boundValue,
    'Sql.types.*': boundValue,
    ...always('Sql', ['end', 'close', 'release', 'listen', 'subscribe', 'notify'], nothing),
  },
  builders: [
    {
      starts: ['Sql()', 'Sql.unsafe'],
      thenable: true,
      terminals: ['execute', 'forEach', 'cursor'],
      read: readQuery,
    },
  ],
  conflictErrors: { codes: postgresConflict },
});
