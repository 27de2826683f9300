import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

/** Each client's way to insert once, and the test of the outcome. */
const claims: readonly (readonly [string, string, string])[] = [
  [
    '@libsql/client',
    "import { createClient } from '@libsql/client'; const db = createClient({});",
    "const r = await db.execute({ sql: 'INSERT OR IGNORE INTO events (id) VALUES (?)', args: [event.id] }); if (r.rowsAffected === 0) return;",
  ],
  [
    '@vercel/postgres',
    "import { sql } from '@vercel/postgres';",
    'const { rowCount } = await sql`INSERT INTO events (id) VALUES (${event.id}) ON CONFLICT DO NOTHING`; if (!rowCount) return;',
  ],
  [
    '@neondatabase/serverless',
    "import { neon } from '@neondatabase/serverless'; const sql = neon('');",
    'const [row] = await sql`INSERT INTO events (id) VALUES (${event.id}) ON CONFLICT DO NOTHING RETURNING id`; if (!row) return;',
  ],
  [
    '@electric-sql/pglite',
    "import { PGlite } from '@electric-sql/pglite'; const db = new PGlite();",
    "const r = await db.query('INSERT INTO events (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]); if (r.affectedRows === 0) return;",
  ],
  [
    'pg-promise',
    "import pgPromise from 'pg-promise'; const pgp = pgPromise(); const db = pgp('');",
    "const row = await db.oneOrNone('INSERT INTO events (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id', event.id); if (!row) return;",
  ],
  [
    'slonik',
    "import { createPool, sql } from 'slonik'; const pool = createPool('');",
    'const row = await pool.maybeOne(sql.unsafe`INSERT INTO events (id) VALUES (${event.id}) ON CONFLICT DO NOTHING RETURNING id`); if (!row) return;',
  ],
  [
    'mysql2',
    "import mysql from 'mysql2/promise'; const pool = mysql.createPool({});",
    "const [r] = await pool.execute('INSERT IGNORE INTO events (id) VALUES (?)', [event.id]); if (r.affectedRows === 0) return;",
  ],
  [
    'mariadb',
    "import mariadb from 'mariadb'; const pool = mariadb.createPool({});",
    "const r = await pool.query('INSERT IGNORE INTO events (id) VALUES (?)', [event.id]); if (r.affectedRows === 0) return;",
  ],
  [
    'Cloudflare D1',
    "import type { D1Database } from '@cloudflare/workers-types'; let db!: D1Database;",
    "const r = await db.prepare('INSERT OR IGNORE INTO events (id) VALUES (?)').bind(event.id).run(); if (r.meta.changes === 0) return;",
  ],
];

test.each(claims)('%s tells whether it inserted', (_name, setup, claim) => {
  const app = `${setup} import { pay } from 'bank'; export async function handler(event: any) { ${claim} await pay(); }`;
  expect(describeSteps(app)).toEqual(['insert events(id=key) ignoring', 'pay when won']);
});

describe('transactions', () => {
  test.each([
    [
      'mysql2',
      "import mysql from 'mysql2/promise'; const pool = mysql.createPool({});",
      "const c = await pool.getConnection(); await c.beginTransaction(); await c.query('DELETE FROM carts WHERE id = ?', [event.id]); await c.commit();",
    ],
    [
      '@libsql/client',
      "import { createClient } from '@libsql/client'; const db = createClient({});",
      "const tx = await db.transaction('write'); await tx.execute({ sql: 'DELETE FROM carts WHERE id = ?', args: [event.id] }); await tx.commit();",
    ],
    [
      '@vercel/postgres',
      "import { db } from '@vercel/postgres';",
      'const c = await db.connect(); await c.sql`BEGIN`; await c.sql`DELETE FROM carts WHERE id = ${event.id}`; await c.sql`COMMIT`;',
    ],
  ])('%s, by hand', (_name, setup, body) => {
    const app = `${setup} export async function handler(event: any) { ${body} }`;
    expect(describeSteps(app)).toEqual(['begin', '  delete carts where id = key', 'commit']);
  });

  test.each([
    [
      '@electric-sql/pglite',
      "import { PGlite } from '@electric-sql/pglite'; const db = new PGlite();",
      'await db.transaction(async (tx) => { await tx.sql`DELETE FROM carts WHERE id = ${event.id}`; });',
    ],
    [
      'pg-promise',
      "import pgPromise from 'pg-promise'; const db = pgPromise()('');",
      "await db.tx(async (t) => { await t.none('DELETE FROM carts WHERE id = ${id}', { id: event.id }); });",
    ],
    [
      'slonik',
      "import { createPool, sql } from 'slonik'; const pool = createPool('');",
      'await pool.transaction(async (c) => { await c.query(sql.unsafe`DELETE FROM carts WHERE ${sql.fragment`id = ${event.id}`}`); });',
    ],
  ])('%s, by callback', (_name, setup, body) => {
    const app = `${setup} export async function handler(event: any) { ${body} }`;
    expect(describeSteps(app)).toEqual(['begin', '  delete carts where id = key', 'commit', 'rollback']);
  });
});
