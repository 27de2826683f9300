// Checked: https://vincit.github.io/objection.js/api/query-builder/, types of objection 3.1.
import type { ResultShape } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, RowCall } from '../types.ts';
import { anySqlConflict } from './support/conflict-codes.ts';
import { knexOperation } from './support/knex-query.ts';
import { assignsFields, sameRow } from './support/loaded-rows.ts';
import { count, row, rowOrThrow, rows } from './support/shapes.ts';
import { step } from './support/templates.ts';
import { constant } from './support/values.ts';
import { compare } from './support/where.ts';

/** `Order.query(trx).patch({ … }).where({ … })`: Knex's chain on the table of the model's class. */
function readQuery(call: Call): Meaning {
  const { operation } = knexOperation(call);
  const { of } = call.receiver.data ?? {};
  const [transaction = null] = step(call, 'query')?.args ?? [];
  const table = operation.table ?? call.read.string(call.read.get(of, 'tableName')) ?? null;
  return {
    is: 'operation',
    operations: [{ ...operation, table, transaction }],
    result: answer(call, operation.action),
  };
}

function answer(call: Call, action: string): ResultShape {
  if (step(call, 'throwIfNotFound') !== undefined) return rowOrThrow;
  if (action === 'insert' || step(call, 'patchAndFetchById', 'updateAndFetchById') !== undefined) return rowOrThrow;
  if (action === 'update' || action === 'delete') return step(call, 'returning') === undefined ? count : rows;
  if (step(call, 'resultSize') !== undefined) return count;
  return step(call, 'findById', 'findOne', 'first') === undefined ? rows : row;
}

/** `order.$query(trx)`: a query on the loaded row alone. */
function rowQuery({ args: [transaction], read, row: loaded }: RowCall): Meaning {
  const id = read.get(loaded.value, 'id');
  const table = loaded.table === null ? undefined : constant(loaded.table);
  return {
    is: 'instance',
    type: 'RowQuery',
    data: { ...(id && { id }), ...(table && { table }), ...(transaction && { transaction }) },
  };
}

const ROW_VERBS = ['patch', 'update', 'patchAndFetch', 'updateAndFetch', 'increment', 'decrement', 'delete'];

function readRowQuery(call: Call): Meaning {
  const { id, table, transaction = null } = call.receiver.data ?? {};
  const fetched = step(call, 'patchAndFetch', 'updateAndFetch');
  const chain = call.chain.map((one) => (one === fetched ? { ...one, name: 'patch' } : one));
  const { operation } = knexOperation({ ...call, chain });
  const where = [compare('id', '=', id), ...operation.where];
  return {
    is: 'operation',
    operations: [{ ...operation, table: call.read.string(table) ?? null, where, transaction }],
    result: fetched === undefined ? answer(call, operation.action) : rowOrThrow,
  };
}

function transaction({ args, read }: Call): Meaning {
  const callback = args.find((arg) => read.isFunction(arg));
  if (callback === undefined) return { is: 'begin', client: 'Transaction' };
  return { is: 'transaction', callback, client: 'Transaction' };
}

export const objection = defineLibrary({
  name: 'objection',
  packages: ['objection'],
  source: 'https://vincit.github.io/objection.js/api/query-builder/',
  types: { Model: [], RowQuery: [], Transaction: [] },
  connections: ['Transaction'],
  calls: {
    'Model.transaction, transaction': transaction,
    'Model.startTransaction, transaction.start': { is: 'begin', client: 'Transaction' },
    'Transaction.commit': { is: 'commit' },
    'Transaction.rollback': { is: 'rollback' },
  },
  rowMethods: { $query: rowQuery, $toJson: sameRow, toJSON: sameRow, $set: assignsFields },
  builders: [
    { starts: ['Model.query'], thenable: true, terminals: ['resultSize'], read: readQuery },
    { starts: ROW_VERBS.map((verb) => `RowQuery.${verb}`), thenable: true, terminals: [], read: readRowQuery },
  ],
  conflictErrors: { codes: anySqlConflict, classes: ['UniqueViolationError'] },
  missingRowErrors: { codes: [], classes: ['NotFoundError'] },
});
