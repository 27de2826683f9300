import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as viaMysql2 from '../../src/clients/mysql2.ts';
import {
  createInbox,
  InvalidEventError,
  InvalidOptionError,
  migrate,
  processOnce,
  TransactionAbortedError,
} from '../../src/index.ts';
import type { TableOptions } from '../../src/index.ts';
import { clientContract, openedBy } from '../support/contract.ts';

const port = inject('mariadbPort');
const NAMES = ['contract', 'apart', 'elsewhere'].map((name) => `test_${process.pid}_${name}`) as [
  string,
  string,
  string,
];

const poolOf = (database: string) =>
  mysql.createPool({ host: '127.0.0.1', port, user: 'root', database, connectionLimit: 10 });

describe.skipIf(port === undefined)('on a real MariaDB', () => {
  beforeAll(async () => {
    const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
    for (const name of NAMES.slice(0, 2)) await connection.query(`CREATE DATABASE ${name}`);
    await connection.end();
  });
  afterAll(async () => {
    const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
    for (const name of NAMES) await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    await connection.end();
  });

  clientContract('mysql2', { abortsOnError: false, strangers: 5 }, () => {
    const pool = poolOf(NAMES[0]);
    return openedBy({
      database: (options?: TableOptions) => viaMysql2.database(pool, options),
      inTransaction: async (run) => {
        const connection = await pool.getConnection();
        try {
          await connection.beginTransaction();
          await run(viaMysql2.transaction(connection));
          await connection.commit();
        } catch (error) {
          await connection.rollback();
          throw error;
        } finally {
          connection.release();
        }
      },
      credit: (connection, label) => connection.query('INSERT INTO credit VALUES (?)', [label]),
      close: () => pool.end(),
    });
  });

  describe('what is its own', () => {
    let pool: mysql.Pool;
    beforeAll(() => {
      pool = poolOf(NAMES[1]);
    });
    afterAll(() => pool.end());

    it('tells ids apart that a collation would not, and keeps them as long as they may be', async () => {
      const db = viaMysql2.database(pool);
      await migrate(db);
      const ids = ['evt', 'EVT', 'evt ', 'évt', '\u{1F600}'.repeat(127), `${'\u{1F600}'.repeat(126)}\u{1F601}`];
      for (const eventId of ids) {
        expect((await processOnce(db, { source: 'x', eventId }, () => eventId)).duplicate).toBe(false);
        expect(await processOnce(db, { source: 'x', eventId }, () => '')).toEqual({ duplicate: true, result: eventId });
      }
      const inbox = createInbox(db);
      for (const eventId of ids)
        expect(await inbox.receive({ source: 'x', eventId, payload: 1, turn: eventId })).toEqual({ duplicate: false });
      await expect(inbox.receive({ source: 'x', eventId: 'long', payload: 1, turn: 'x'.repeat(256) })).rejects.toThrow(
        InvalidEventError,
      );
    });

    it('migrates once for many at once, into a database of its own name', async () => {
      const options = { schema: NAMES[2] };
      const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(viaMysql2.database(pool, options))));
      expect(applied.flat()).toEqual([1, 2]);
    });

    it('says that nothing was kept when the work went on after the deadlock that undid it', async () => {
      const db = viaMysql2.database(pool);
      await pool.query('CREATE TABLE held (id integer PRIMARY KEY)');
      await pool.query('INSERT INTO held VALUES (1), (2), (3), (4), (5), (6)');
      const other = await pool.getConnection();
      await other.query('START TRANSACTION');
      // It has changed more rows, so that the work is the one that is given up.
      await other.query('SELECT id FROM held WHERE id = 1 FOR UPDATE');
      await other.query('UPDATE held SET id = id + 100 WHERE id > 2');
      const event = { source: 'x', eventId: 'deadlock' };
      const aborted = processOnce(db, event, async (connection) => {
        await connection.query('SELECT id FROM held WHERE id = 2 FOR UPDATE');
        const crossing = other.query('SELECT id FROM held WHERE id = 2 FOR UPDATE');
        await connection.query('SELECT id FROM held WHERE id = 1 FOR UPDATE').catch(() => undefined);
        await crossing;
      });
      await expect(aborted).rejects.toThrow(TransactionAbortedError);
      await other.query('ROLLBACK');
      other.release();
      expect((await processOnce(db, event, () => 1)).duplicate).toBe(false);
    });

    it('refuses a connection, on which two deliveries would share a transaction', async () => {
      const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root', database: NAMES[1] });
      const db = viaMysql2.database(connection as unknown as mysql.Pool);
      await expect(processOnce(db, { source: 'x', eventId: 'c' }, () => 1)).rejects.toThrow(InvalidOptionError);
      await connection.end();
    });
  });
});
