// Checked: @neondatabase/serverless 1.2.0 types.
import type { ResultShape } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';
import { pgSurface } from './pg.ts';
import { isolation } from './support/isolation.ts';
import { count, object, rows } from './support/shapes.ts';
import { expandParts, partsOf, sqlOfParts, taggedParts } from './support/templates.ts';

const full = object({ rows, rowCount: count });

/** `neon(url, { fullResults: true })` answers pg's object, else the rows alone. */
function connect({ args: [, options], read }: Call): Meaning {
  const fullResults = read.get(options, 'fullResults');
  return { is: 'instance', type: 'Sql', data: fullResults === undefined ? {} : { fullResults } };
}

/** Runs when awaited; in a hole of another it is a fragment. */
function readQuery(call: Call): Meaning | undefined {
  const [first] = call.chain;
  const shape: ResultShape = call.read.boolean(call.receiver.data?.fullResults) === true ? full : rows;
  if (first?.tagged === true) {
    const parts = partsOf(first.args?.[0]) ?? [];
    return sqlOfParts(
      expandParts(parts, (hole) => taggedParts(call.read.external(hole))),
      shape,
      shape,
    );
  }
  const [text, values] = first?.args ?? [];
  return { is: 'sql', text, values, placeholders: 'dollar', rows: shape, writes: shape };
}

/** `sql.transaction([queries], { isolationLevel })`, or a function that makes the queries. */
function transaction({ args: [queries, options], read, receiver }: Call): Meaning {
  const batch = read.isFunction(queries) ? read.apply(queries, [{ ...receiver, chain: [] }]) : queries;
  return { is: 'transaction', batch, isolation: isolation(read, read.get(options, 'isolationLevel')) };
}

export const neon = defineLibrary({
  name: '@neondatabase/serverless',
  packages: ['@neondatabase/serverless'],
  source: 'https://neon.com/docs/serverless/serverless-driver',
  ...pgSurface,
  types: { ...pgSurface.types, Sql: ['neon()'] },
  typeAliases: { ...pgSurface.typeAliases, NeonQueryFunction: 'Sql' },
  connections: [...pgSurface.connections, 'Sql'],
  calls: { ...pgSurface.calls, neon: connect, 'Sql.transaction': transaction },
  builders: [{ starts: ['Sql()', 'Sql.query', 'Sql.unsafe'], thenable: true, terminals: [], read: readQuery }],
});
