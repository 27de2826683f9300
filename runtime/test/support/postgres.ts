import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { migrate } from '../../src/index.ts';
import { database } from '../../src/clients/pg.ts';

let made = 0;

export function configOf(name: string): {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
} {
  return { host: '127.0.0.1', port: inject('postgresPort'), user: 'postgres', password: 'postgres', database: name };
}

export function urlOf(name: string): string {
  return `postgres://postgres:postgres@127.0.0.1:${inject('postgresPort')}/${name}`;
}

export interface TestDatabase {
  readonly name: string;
  /** A pool that is ended after the file's tests. */
  readonly pool: (options?: pg.PoolConfig) => pg.Pool;
  readonly onEnd: (end: () => Promise<unknown>) => void;
}

/** A database for the tests of one file (or one `describe`), with the tables in it unless `empty`. */
export function useDatabase({ empty = false } = {}): TestDatabase {
  const name = `test_${process.pid}_${Date.now().toString(36)}_${++made}`;
  const ends: (() => Promise<unknown>)[] = [];
  const pool = (options: pg.PoolConfig = {}): pg.Pool => {
    const opened = new pg.Pool({ ...configOf(name), ...options });
    // A connection that the server ends while it is idle is no error of the test.
    opened.on('error', () => undefined);
    ends.push(() => opened.end());
    return opened;
  };
  beforeAll(async () => {
    await administer(`CREATE DATABASE ${name}`);
    if (!empty) {
      const migrating = new pg.Pool({ ...configOf(name), max: 1 });
      await migrate(database(migrating));
      await migrating.end();
    }
  });
  afterAll(async () => {
    await Promise.all(ends.map((end) => end()));
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { name, pool, onEnd: (end) => void ends.push(end) };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(configOf('postgres'));
  await client.connect();
  await client.query(statement);
  await client.end();
}
