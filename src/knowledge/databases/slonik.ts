// Checked: https://github.com/gajus/slonik#query-methods, types of slonik 47.
import type { ResultShape, Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf, ValueReader } from '../types.ts';
import { postgresConflict } from './support/conflict-codes.ts';
import { count, object, row, rowOrThrow, rows } from './support/shapes.ts';
import { expandParts, partsOf, sqlOfParts, taggedParts } from './support/templates.ts';
import type { Parts } from './support/templates.ts';

const METHODS: Readonly<Record<string, ResultShape>> = {
  query: object({ rows, rowCount: count }),
  any: rows,
  anyFirst: rows,
  many: rows,
  manyFirst: rows,
  maybeOne: row,
  maybeOneFirst: row,
  one: rowOrThrow,
  oneFirst: rowOrThrow,
  exists: { kind: 'boolean' },
};

/** The text of `` sql.unsafe`…` ``, `` sql.type(schema)`…` `` and `` sql.fragment`…` `` with fragments and helpers spliced in. */
function sqlText(read: ValueReader, value: Value | undefined): Parts | undefined {
  const external = read.external(value);
  const tagged = taggedParts(external);
  if (tagged !== undefined) return expandParts(tagged, (hole) => sqlText(read, hole));
  const last = external?.chain.at(-1);
  const [first, separator] = last?.args ?? [];
  if (last?.name === 'identifier')
    return [(read.items(first) ?? []).map((name) => `"${read.string(name) ?? '?'}"`).join('.')];
  if (last?.name !== 'join')
    return last?.name === 'jsonb' || last?.name === 'json' ? partsOf(first) && first && [first] : undefined;
  const between = sqlText(read, separator) ?? [', '];
  return (read.items(first) ?? []).flatMap((item, index) => [
    ...(index > 0 ? between : []),
    ...(sqlText(read, item) ?? [item]),
  ]);
}

function query(shape: ResultShape): MeaningOf {
  return ({ args: [tagged], read }) => {
    const parts = sqlText(read, tagged);
    return parts && sqlOfParts(parts, shape, shape);
  };
}

function transaction({ args: [callback] }: Call): Meaning {
  return { is: 'transaction', callback, client: 'Pool' };
}

function connection({ args: [fn], read }: Call): Meaning {
  return { is: 'invocation', callbacks: [{ fn, args: [read.make('slonik', 'Pool')] }], when: 'now', returns: 'answer' };
}

export const slonik = defineLibrary({
  name: 'slonik',
  packages: ['slonik'],
  source: 'https://github.com/gajus/slonik#query-methods',
  types: { Pool: ['createPool()'] },
  typeAliases: {
    DatabasePool: 'Pool',
    DatabasePoolConnection: 'Pool',
    DatabaseTransactionConnection: 'Pool',
    CommonQueryMethods: 'Pool',
  },
  connections: ['Pool'],
  calls: {
    ...Object.fromEntries(Object.entries(METHODS).map(([name, shape]) => [`Pool.${name}`, query(shape)])),
    'Pool.transaction': transaction,
    'Pool.connect': connection,
  },
  builders: [
    // A tagged text does nothing until a pool is given it.
    { starts: ['sql()', 'sql.*', 'sql.type()()'], thenable: false, terminals: [], read: () => undefined },
  ],
  conflictErrors: { codes: postgresConflict, classes: ['UniqueIntegrityConstraintViolationError'] },
  missingRowErrors: { codes: [], classes: ['NotFoundError'] },
});
