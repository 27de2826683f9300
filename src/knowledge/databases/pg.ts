// Checked: @types/pg 8.23.1, and pg 8.23.1 source of query arguments.
import { defineLibrary } from '../types.ts';
import type { Call, Library, Meaning } from '../types.ts';
import { postgresConflict } from './support/conflict-codes.ts';
import { always, count, nothing, object, rows } from './support/shapes.ts';
import { callbackOf } from './support/sql-client.ts';
import { partsOf, sqlOfParts, taggedParts } from './support/templates.ts';
import { constant, unknown } from './support/values.ts';

const result = object({ rows, rowCount: count });

/** `query(text, values?, callback?)` and `query({ text, values, name }, callback?)`, of pg and of all that copy it. */
function pgQuery({ args, read }: Call): Meaning {
  const [query, second] = args;
  // sql-template-strings, sql-template-tag and the like: a tag of another package builds the query object.
  const tagged = taggedParts(read.external(query));
  const handedTo = callbackOf({ args, read });
  if (tagged !== undefined) return { ...sqlOfParts(tagged, result, result), handedTo };
  const isText = partsOf(query) !== undefined;
  const values = read.isFunction(second) ? undefined : second;
  return {
    is: 'sql',
    text: isText ? query : (read.get(query, 'text') ?? query),
    values: isText ? values : (read.get(query, 'values') ?? values),
    placeholders: 'dollar',
    rows: result,
    writes: result,
    handedTo,
  };
}

/** `pool.connect((error, client, done) => …)`; without a callback it answers the client. */
function pgConnect({ args, read, receiver }: Call): Meaning {
  const [callback] = args;
  if (!read.isFunction(callback)) return { is: 'instance', type: 'Client' };
  const given = [constant(undefined), read.make(receiver.package, 'Client'), unknown('done')];
  return { is: 'invocation', callbacks: [{ fn: callback, args: given }], when: 'now', returns: 'answer' };
}

/** The surface of pg's Pool and Client, shared by the packages that offer the same one. */
export const pgSurface = {
  types: {
    Pool: ['Pool.new', 'default.Pool.new', 'native.Pool.new', 'default.native.Pool.new'],
    Client: ['Client.new', 'default.Client.new', 'native.Client.new', 'Pool.connect()'],
  },
  typeAliases: { PoolClient: 'Client', ClientBase: 'Client' },
  connections: ['Pool', 'Client'],
  calls: {
    'Pool.query': pgQuery,
    'Client.query': pgQuery,
    'Pool.connect': pgConnect,
    ...always('Pool', ['end', 'on', 'once', 'off', 'removeListener', 'removeAllListeners'], nothing),
    ...always(
      'Client',
      ['connect', 'end', 'release', 'on', 'once', 'off', 'removeListener', 'removeAllListeners'],
      nothing,
    ),
    ...always('Client', ['escapeIdentifier', 'escapeLiteral', 'setTypeParser', 'getTypeParser'], nothing),
  },
  conflictErrors: { codes: postgresConflict },
} satisfies Partial<Library>;

export const pg = defineLibrary({
  name: 'pg',
  packages: ['pg', 'pg-pool'],
  source: 'https://node-postgres.com/apis/pool',
  ...pgSurface,
  types: { ...pgSurface.types, Pool: [...pgSurface.types.Pool, 'default.new'] },
});
