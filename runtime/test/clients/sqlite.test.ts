import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import * as viaBetterSqlite3 from '../../src/clients/better-sqlite3.ts';
import * as viaLibsql from '../../src/clients/libsql.ts';
import { InsideTransactionError, InvalidOptionError, migrate, processOnce } from '../../src/index.ts';
import type { TableOptions } from '../../src/index.ts';
import { clientContract, openedBy } from '../support/contract.ts';
import { onConnection } from '../support/on-connection.ts';

const folder = await mkdtemp(join(tmpdir(), 'webhook-once-sqlite-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const contract = { abortsOnError: false, strangers: 5 };

clientContract('better-sqlite3', contract, () => {
  const native = new BetterSqlite3(join(folder, 'better.db'));
  return openedBy({
    database: (options?: TableOptions) => viaBetterSqlite3.database(native, options),
    inTransaction: (run) => onConnection(native, run, viaBetterSqlite3.transaction(native)),
    credit: (db, label) => Promise.resolve(db.prepare('INSERT INTO credit VALUES (?)').run(label)),
    close: () => {
      native.close();
      return Promise.resolve();
    },
  });
});

clientContract('libSQL', contract, () => {
  const client = createClient({ url: `file:${join(folder, 'libsql.db')}` });
  return openedBy({
    database: (options?: TableOptions) => viaLibsql.database(client, options),
    inTransaction: async (run) => {
      const tx = await client.transaction('write');
      try {
        await run(viaLibsql.transaction(tx));
        await tx.commit();
      } finally {
        tx.close();
      }
    },
    credit: (tx, label) => tx.execute({ sql: 'INSERT INTO credit VALUES (?)', args: [label] }),
    close: () => {
      client.close();
      return Promise.resolve();
    },
  });
});

describe('one connection', () => {
  it('refuses a second transaction inside the first instead of waiting for itself', async () => {
    const native = new BetterSqlite3(':memory:');
    const db = viaBetterSqlite3.database(native);
    await migrate(db);
    const event = (eventId: string) => ({ source: 'stripe', eventId });
    const nested = processOnce(db, event('outer'), () => processOnce(db, event('inner'), () => 1));
    await expect(nested).rejects.toThrow(InsideTransactionError);
    const given = await processOnce(
      db,
      event('outer'),
      async (_, tx) => (await processOnce(tx, event('inner'), () => 1)).result,
    );
    expect(given.result).toBe(1);
    native.close();
  });

  it('is shared by two processes, of which one wins', async () => {
    const file = join(folder, 'shared.db');
    const connections = [new BetterSqlite3(file, { timeout: 0 }), new BetterSqlite3(file, { timeout: 0 })];
    const dbs = connections.map((native) => viaBetterSqlite3.database(native));
    for (const db of dbs) await migrate(db);
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        processOnce(dbs[index % 2] ?? fail(), { source: 'stripe', eventId: 'evt' }, () => Promise.resolve(index)),
      ),
    );
    expect(done.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    for (const native of connections) native.close();
  });

  it('has no schemas', () => {
    expect(() => viaBetterSqlite3.database(new BetterSqlite3(':memory:'), { schema: 'a' })).toThrow(InvalidOptionError);
  });
});

function fail(): never {
  throw new Error('There is no such connection.');
}
