// Checked: kysely 0.28.19 types.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';
import { anySqlConflict } from './support/conflict-codes.ts';
import { isolation } from './support/isolation.ts';
import { kyselyOperations, kyselyResult, sqlParts } from './support/kysely-query.ts';
import { always, count, nothing, object, rows } from './support/shapes.ts';
import { sqlOfParts, step } from './support/templates.ts';

const STARTS = ['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'selectFrom', 'with', 'withRecursive'];
const TERMINALS = ['execute', 'executeTakeFirst', 'executeTakeFirstOrThrow', 'stream'];
const raw = object({ rows, numAffectedRows: count });

function readQuery(call: Call): Meaning | undefined {
  const operations = kyselyOperations(call.read, call.chain);
  const [main] = operations;
  return main && { is: 'operation', operations, result: kyselyResult(call, main.action) };
}

/** `` sql`…`.execute(db) `` */
function readSql({ receiver, chain, read }: Call): Meaning | undefined {
  const parts = sqlParts(read, { ...receiver, chain: chain.slice(0, -1) });
  return parts && sqlOfParts(parts, raw, raw);
}

/** `db.transaction().setIsolationLevel('serializable').execute(callback)`. */
function transaction(call: Call): Meaning {
  const level = isolation(call.read, step(call, 'setIsolationLevel')?.args?.[0]);
  return { is: 'transaction', callback: call.args[0], client: 'Transaction', isolation: level };
}

/** `db.startTransaction().setIsolationLevel('serializable').execute()` answers the transaction. */
function begins(call: Call): Meaning {
  const level = isolation(call.read, step(call, 'setIsolationLevel')?.args?.[0]);
  return { is: 'begin', client: 'Transaction', isolation: level };
}

/** A savepoint is asked for on the transaction, and answers it under another type. */
function sameTransaction({ receiver }: Call): Meaning {
  return { is: 'value', value: { ...receiver, chain: [] } };
}

/** `db.connection().execute((db) => …)`: one connection, no transaction. */
function connection({ args: [fn], read }: Call): Meaning {
  return { is: 'invocation', callbacks: [{ fn, args: [read.make('kysely', 'Db')] }], when: 'now', returns: 'answer' };
}

export const kysely = defineLibrary({
  name: 'kysely',
  packages: ['kysely'],
  source: 'https://kysely-org.github.io/kysely-apidoc/classes/Kysely.html',
  types: {
    Db: ['Kysely.new', 'Db.withSchema()', 'Db.withPlugin()', 'Db.withoutPlugins()'],
    Transaction: ['Transaction.withSchema()'],
    OnConflictBuilder: [],
    ExpressionBuilder: ['expressionBuilder()'],
  },
  typeAliases: { Kysely: 'Db', ControlledTransaction: 'Transaction' },
  connections: ['Db', 'Transaction'],
  calls: {
    'Db.transaction().execute': transaction,
    'Db.transaction().setIsolationLevel().execute': transaction,
    'Db.transaction().setAccessMode().execute': transaction,
    'Db.transaction().setIsolationLevel().setAccessMode().execute': transaction,
    'Db.transaction().setAccessMode().setIsolationLevel().execute': transaction,
    'Db.startTransaction().execute': begins,
    'Db.startTransaction().setIsolationLevel().execute': begins,
    'Db.startTransaction().setAccessMode().execute': begins,
    'Db.startTransaction().setIsolationLevel().setAccessMode().execute': begins,
    'Db.startTransaction().setAccessMode().setIsolationLevel().execute': begins,
    'Transaction.savepoint().execute': sameTransaction,
    'Transaction.rollbackToSavepoint().execute': sameTransaction,
    'Transaction.releaseSavepoint().execute': sameTransaction,
    'Transaction.commit().execute': { is: 'commit' },
    'Transaction.rollback().execute': { is: 'rollback' },
    'Db.connection().execute': connection,
    ...always('Db', ['destroy', 'introspection'], nothing),
  },
  builders: [
    {
      starts: ['Db', 'Transaction'].flatMap((type) => STARTS.map((method) => `${type}.${method}`)),
      thenable: false,
      terminals: TERMINALS,
      read: readQuery,
    },
    {
      starts: ['sql()', 'sql.raw', 'sql.ref', 'sql.id', 'sql.table', 'sql.val', 'sql.lit', 'sql.join'],
      thenable: false,
      terminals: ['execute'],
      read: readSql,
    },
    // What the callbacks of `onConflict`, `where` and `set` are given: it only collects.
    {
      starts: ['OnConflictBuilder.*', 'ExpressionBuilder()', 'ExpressionBuilder.*', 'ExpressionBuilder.fn.*'],
      thenable: false,
      terminals: [],
      read: () => undefined,
    },
  ],
  conflictErrors: { codes: anySqlConflict },
  missingRowErrors: { codes: [], classes: ['NoResultError'] },
});
