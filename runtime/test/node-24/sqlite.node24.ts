import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import * as viaNodeSqlite from '../../src/clients/node-sqlite.ts';
import type { NodeSqlite } from '../../src/clients/node-sqlite.ts';
import type { TableOptions } from '../../src/index.ts';
import { clientContract, openedBy } from '../support/contract.ts';
import { onConnection } from '../support/on-connection.ts';

// The types of the oldest Node do not name it.
const name = 'node:sqlite';
const { DatabaseSync } = (await import(name)) as {
  DatabaseSync: new (path: string) => NodeSqlite & { close(): void };
};

const folder = await mkdtemp(join(tmpdir(), 'webhook-once-sqlite-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

clientContract('node:sqlite', { abortsOnError: false, strangers: 5 }, () => {
  const native = new DatabaseSync(join(folder, 'node.db'));
  return openedBy({
    database: (options?: TableOptions) => viaNodeSqlite.database(native, options),
    inTransaction: (run) => onConnection(native, run, viaNodeSqlite.transaction(native)),
    credit: (db, label) => Promise.resolve(db.prepare('INSERT INTO credit VALUES (?)').all(label)),
    close: () => {
      native.close();
      return Promise.resolve();
    },
  });
});
