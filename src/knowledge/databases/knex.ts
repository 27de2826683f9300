// Checked: knex 3.3.0 types, and processResponse of its dialects.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import { anySqlConflict } from './support/conflict-codes.ts';
import { isolation } from './support/isolation.ts';
import { knexOperation, rawQuery } from './support/knex-query.ts';
import { always, nothing } from './support/shapes.ts';

/** Methods that begin a query on the client itself, besides calling it with a table. */
const STARTS = [
  'table',
  'from',
  'into',
  'insert',
  'update',
  'del',
  'delete',
  'select',
  'first',
  'count',
  'where',
  'with',
  'withSchema',
  'queryBuilder',
  'batchInsert',
];

function readQuery(call: Call): Meaning {
  const { operation, result } = knexOperation(call);
  return { is: 'operation', operations: [operation], result };
}

/** `transaction(callback, config)` runs it; `transaction(config)` answers the transaction. */
function transaction(nested: boolean): MeaningOf {
  return ({ args: [callback, config], read }) => {
    const level = isolation(read, read.get(config, 'isolationLevel') ?? read.get(callback, 'isolationLevel'));
    if (!read.isFunction(callback)) return { is: 'begin', client: 'Transaction', isolation: level };
    return { is: 'transaction', callback, client: 'Transaction', isolation: level, nested };
  };
}

export const knex = defineLibrary({
  name: 'knex',
  packages: ['knex'],
  source: 'https://knexjs.org/guide/query-builder.html',
  types: {
    Knex: ['default()', 'knex()', 'Knex.withUserParams()'],
    Transaction: [],
    TransactionProvider: ['Knex.transactionProvider()'],
    QueryBuilder: [],
  },
  typeAliases: { 'Knex.Transaction': 'Transaction', 'Knex.QueryBuilder': 'QueryBuilder' },
  connections: ['Knex', 'Transaction'],
  calls: {
    'Knex.transaction': transaction(false),
    'Transaction.transaction': transaction(true),
    'Transaction.savepoint': transaction(true),
    TransactionProvider: { is: 'begin', client: 'Transaction' },
    'Transaction.commit': { is: 'commit' },
    'Transaction.rollback': { is: 'rollback' },
    // Kept as it is called, for the column that it is given to.
    'Knex.fn.now, Transaction.fn.now, Knex.fn.uuid, Transaction.fn.uuid': ({ receiver }) => ({
      is: 'value',
      value: receiver,
    }),
    ...always('Knex', ['destroy', 'initialize', 'on', 'ref'], nothing),
  },
  builders: [
    {
      starts: ['Knex', 'Transaction'].flatMap((type) => [`${type}()`, ...STARTS.map((method) => `${type}.${method}`)]),
      thenable: true,
      terminals: [],
      read: readQuery,
    },
    // The query that a `where((query) => …)` callback is given: it only collects.
    { starts: ['QueryBuilder.*'], thenable: false, terminals: [], read: () => undefined },
    { starts: ['Knex.raw', 'Transaction.raw'], thenable: true, terminals: [], read: rawQuery },
  ],
  conflictErrors: { codes: anySqlConflict },
});
