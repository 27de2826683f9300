import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

describe('batches run in one transaction', () => {
  const steps = [
    'begin',
    '  insert seen(id=key)',
    '  update wallets(cents+=event) where id = event',
    'commit',
    'rollback',
  ];

  test('drizzle', () => {
    expect(
      describeSteps(`
        import { eq, sql } from 'drizzle-orm';
        import { drizzle } from 'drizzle-orm/d1';
        import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
        const seen = sqliteTable('seen', { id: text('id') });
        const wallets = sqliteTable('wallets', { id: text('id'), cents: integer('cents') });
        const db = drizzle('');
        export async function handler(event: any) {
          await db.batch([
            db.insert(seen).values({ id: event.id }),
            db.update(wallets).set({ cents: sql\`\${wallets.cents} + \${event.cents}\` }).where(eq(wallets.id, event.wallet)),
          ]);
        }
      `),
    ).toEqual(steps);
  });

  test('D1', () => {
    expect(
      describeSteps(`
        import type { D1Database } from '@cloudflare/workers-types';
        declare const env: { DB: D1Database };
        export async function handler(event: any) {
          await env.DB.batch([
            env.DB.prepare('INSERT INTO seen (id) VALUES (?)').bind(event.id),
            env.DB.prepare('UPDATE wallets SET cents = cents + ? WHERE id = ?').bind(event.cents, event.wallet),
          ]);
        }
      `),
    ).toEqual(steps);
  });

  test('neon', () => {
    const app = (queries: string) => `
      import { neon } from '@neondatabase/serverless';
      const sql = neon('');
      export async function handler(event: any) { await sql.transaction(${queries}); }
    `;
    const queries = (name: string) =>
      `[${name}\`INSERT INTO seen (id) VALUES (\${event.id})\`, ${name}\`UPDATE wallets SET cents = cents + \${event.cents} WHERE id = \${event.wallet}\`]`;
    expect(describeSteps(app(queries('sql')))).toEqual(steps);
    expect(describeSteps(app(`(txn) => ${queries('txn')}`))).toEqual(steps);
  });

  test('libsql', () => {
    expect(
      describeSteps(`
        import { createClient } from '@libsql/client';
        const client = createClient({ url: '' });
        export async function handler(event: any) {
          await client.batch([
            { sql: 'INSERT INTO seen (id) VALUES (?)', args: [event.id] },
            { sql: 'UPDATE wallets SET cents = cents + ? WHERE id = ?', args: [event.cents, event.wallet] },
          ], 'write');
        }
      `),
    ).toEqual(steps);
  });

  test('what a failed batch did is undone', () => {
    expect(
      describeSteps(`
        import { drizzle } from 'drizzle-orm/neon-http';
        import { pgTable, text } from 'drizzle-orm/pg-core';
        import { pay } from 'bank';
        const seen = pgTable('seen', { id: text('id') });
        const orders = pgTable('orders', { id: text('id') });
        const db = drizzle('');
        export async function handler(event: any) {
          try { await db.batch([db.insert(seen).values({ id: event.id }), db.insert(orders).values({ id: event.order })]); }
          catch { await pay(); }
        }
      `),
    ).toEqual([
      'begin',
      '  insert seen(id=key)',
      '  insert orders(id=event)',
      'commit',
      'rollback',
      'pay when threw or void, threw',
    ]);
  });
});

describe('a transaction inside a transaction', () => {
  const app = (body: string) => `
    import { drizzle } from 'drizzle-orm/node-postgres';
    import { pgTable, text } from 'drizzle-orm/pg-core';
    import { pay } from 'bank';
    const seen = pgTable('seen', { id: text('id') });
    const orders = pgTable('orders', { id: text('id') });
    const db = drizzle('');
    export async function handler(event: any) { ${body} }
  `;

  test('it does not end the outer one', () => {
    expect(
      describeSteps(
        app(`
          await db.transaction(async (tx) => {
            await tx.transaction(async (inner) => { await inner.insert(seen).values({ id: event.id }); });
            await tx.insert(orders).values({ id: event.order });
          });
        `),
      ),
    ).toEqual(['begin', '  insert seen(id=key)', '  insert orders(id=event)', 'commit', 'rollback']);
  });

  test('when it fails only what it did is undone', () => {
    expect(
      describeSteps(
        app(`
          await db.transaction(async (tx) => {
            await tx.insert(orders).values({ id: event.order });
            try {
              await tx.transaction(async (inner) => {
                await inner.insert(seen).values({ id: event.id });
                throw new Error('no');
              });
            } catch {}
            await pay();
          });
        `),
      ),
    ).toEqual([
      'begin',
      '  insert orders(id=event)',
      '  insert seen(id=key)',
      'pay when returned, threw or returned, void',
      'commit',
      'rollback',
    ]);
  });

  test('by hand, on a query runner', () => {
    expect(
      describeSteps(`
        import { DataSource } from 'typeorm';
        const source = new DataSource({} as any);
        export async function handler(event: any) {
          const runner = source.createQueryRunner();
          await runner.startTransaction();
          await runner.query('DELETE FROM carts WHERE id = $1', [event.cart]);
          await runner.startTransaction();
          await runner.query('DELETE FROM lines WHERE id = $1', [event.cart]);
          await runner.rollbackTransaction();
          await runner.query('DELETE FROM coupons WHERE id = $1', [event.cart]);
          await runner.commitTransaction();
          await runner.query('DELETE FROM leftovers WHERE id = $1', [event.cart]);
        }
      `),
    ).toEqual([
      'begin',
      '  delete carts where id = event',
      '  delete lines where id = event',
      '  delete coupons where id = event',
      'commit',
      'delete leftovers where id = event',
    ]);
  });
});
