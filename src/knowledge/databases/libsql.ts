// Checked: @libsql/client 0.18.0 types.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';
import { sqliteConflict } from './support/conflict-codes.ts';
import { always, count, noResult, nothing, object, rows } from './support/shapes.ts';
import { textQuery } from './support/sql-client.ts';

const result = object({ rows, rowsAffected: count });
const execute = textQuery(result, result, 'question', ['sql', 'args']);

/** `batch(['text', { sql, args }], 'write')`. */
function batch({ args: [statements], read, ...call }: Call): Meaning {
  const items = statements === undefined ? [] : (read.items(statements) ?? []);
  const runs = items.flatMap((statement) => {
    // `['text', args]` stands for the object.
    const meaning = execute({ ...call, read, args: read.items(statement) ?? [statement] });
    return meaning ? [meaning] : [];
  });
  return { is: 'transaction', runs };
}

export const libsql = defineLibrary({
  name: '@libsql/client',
  packages: ['@libsql/client', '@libsql/client/web', '@libsql/client/http', '@tursodatabase/serverless/compat'],
  source: 'https://docs.turso.tech/sdk/ts/reference',
  types: { Client: ['createClient()'], Transaction: [] },
  connections: ['Client', 'Transaction'],
  calls: {
    'Client.execute, Transaction.execute': execute,
    'Client.batch, Transaction.batch, Client.migrate': batch,
    'Client.executeMultiple, Transaction.executeMultiple': textQuery(noResult, noResult, 'question'),
    'Client.transaction': { is: 'begin', client: 'Transaction' },
    'Transaction.commit': { is: 'commit' },
    'Transaction.rollback': { is: 'rollback' },
    'Transaction.close': { is: 'rollback' },
    ...always('Client', ['close', 'sync'], nothing),
  },
  conflictErrors: { codes: sqliteConflict },
});
