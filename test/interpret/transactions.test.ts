import { describe, expect, test } from 'vitest';
import { traceBody, traceProgram } from '../support/trace-program.ts';

describe('transactions', () => {
  test('BEGIN and COMMIT as text, on a client of its own', () => {
    expect(
      traceBody(`
        const client = await db.connect();
        await client.query('BEGIN');
        await client.query('UPDATE wallets SET cents = cents + $1 WHERE id = $2', [event.amount, event.wallet]);
        await client.query('COMMIT');
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 begin @2
        1 update wallets (cents+=event) where id = event in t0 @3
        2 commit @4
        3 effect money (pays) @5
        end returned 200
        end threw 500
        end threw 500  <- 1 threw
      `);
  });

  test('ROLLBACK in the catch voids what was won', () => {
    expect(
      traceBody(`
        const client = await db.connect();
        try {
          await client.query('BEGIN');
          await client.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
          await client.query('COMMIT');
        } catch (error) {
          await client.query('ROLLBACK');
          await mail();
          throw error;
        } finally {
          client.release();
        }
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 begin @3
        1 insert seen (id=event key) in t0 @4
        2 commit @5  <- 1 returned
        3 rollback @7  <- 1 threw
        4 effect message (mails) @8  <- 1 threw
        5 effect money (pays) @13  <- 1 returned
        end returned 200  <- 1 returned
        end threw 500  <- 1 returned
        end threw 500  <- 1 threw
      `);
  });

  test('what another connection does is no part of it', () => {
    expect(
      traceBody(`
        const client = await db.connect();
        await client.query('BEGIN');
        await db.query('DELETE FROM carts WHERE id = $1', [event.cart]);
        await client.query('DELETE FROM carts WHERE id = $1', [event.cart]);
        await client.query('COMMIT');
      `),
    ).toMatchInlineSnapshot(`
        0 begin @2
        1 delete carts where id = event @3
        2 delete carts where id = event in t0 @4
        3 commit @5
        end returned 200
        end threw 500  <- 1 threw
        end threw 500  <- 2 threw
      `);
  });

  test('the isolation level', () => {
    expect(
      traceBody(`
        const client = await db.connect();
        await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
        await client.query('DELETE FROM carts WHERE id = $1', [event.cart]);
        await client.query('COMMIT');
      `),
    ).toMatchInlineSnapshot(`
        0 begin serializable @2
        1 delete carts where id = event in t0 @3
        2 commit @4
        end returned 200
        end threw 500  <- 1 threw
      `);
  });

  test('a callback of Prisma commits when it returns and rolls back when it throws', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { PrismaClient } from '@prisma/client';
    import { pay } from 'effect';
    const prisma = new PrismaClient();
    export async function handler(event: any) {
      await prisma.$transaction(async (tx) => {
        await tx.seen.create({ data: { id: event.id } });
        await tx.wallet.update({ where: { id: event.wallet }, data: { cents: { increment: event.amount } } });
      });
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
      0 begin @5
      1 insert seen (id=event key) in t0 @6 via prisma.$transaction
      2 update wallet (cents+=event) where id = event in t0 @7 via prisma.$transaction  <- 1 returned
      3 commit @5  <- 1 returned, 2 won
      4 rollback @5  <- 1 returned, 2 threw | 1 threw
      5 effect money (pays) @9  <- 1 returned, 2 won
      end returned 200  <- 1 returned, 2 won
      end threw 500  <- 1 returned, 2 won
      end threw 500  <- 1 threw
      end threw 500  <- 1 void, 2 threw
    `);
  });

  test('the outer client inside the callback is no part of it', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { PrismaClient } from '@prisma/client';
    const prisma = new PrismaClient();
    export async function handler(event: any) {
      await prisma.$transaction(async (tx) => {
        await tx.seen.create({ data: { id: event.id } });
        await prisma.wallet.update({ where: { id: event.wallet }, data: { cents: { increment: event.amount } } });
      });
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
      0 begin @4
      1 insert seen (id=event key) in t0 @5 via prisma.$transaction
      2 update wallet (cents+=event) where id = event @6 via prisma.$transaction  <- 1 returned
      3 commit @4  <- 1 returned, 2 won
      4 rollback @4  <- 1 returned, 2 threw | 1 threw
      end returned 200  <- 1 returned, 2 won
      end threw 500  <- 1 threw
      end threw 500  <- 1 void, 2 threw
    `);
  });

  test('a batch of promises made before', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { PrismaClient } from '@prisma/client';
    const prisma = new PrismaClient();
    export async function handler(event: any) {
      await prisma.$transaction([
        prisma.seen.create({ data: { id: event.id } }),
        prisma.wallet.update({ where: { id: event.wallet }, data: { cents: { increment: event.amount } } }),
      ]);
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
      0 insert seen (id=event key) in t2 @5
      1 update wallet (cents+=event) where id = event in t2 @6
      2 begin @4
      3 commit @4  <- 0 returned, 1 won
      4 rollback @4  <- 0 returned, 1 threw | 0 threw
      end returned 200  <- 0 returned, 1 won
      end threw 500  <- 0 threw, 1 void
      end threw 500  <- 0 void, 1 threw
    `);
  });

  test('the transaction is handed to a helper', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { drizzle } from 'drizzle-orm/node-postgres';
    import { credit } from './credit';
    const db = drizzle(process.env.URL);
    export async function handler(event: any) {
      await db.transaction(async (tx) => { await credit(tx, event); });
    }
  `,
        'credit.ts': `
    import { eq, sql } from 'drizzle-orm';
    import { wallets } from './schema';
    export async function credit(tx: any, event: any) {
      await tx.update(wallets).set({ cents: sql\`\${wallets.cents} + \${event.amount}\` }).where(eq(wallets.id, event.wallet));
    }
  `,
        'schema.ts': `
    import { integer, pgTable, text } from 'drizzle-orm/pg-core';
    export const wallets = pgTable('wallets', { id: text('id').primaryKey(), cents: integer('cents') });
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 begin @5
  1 update wallets (cents+=event) where id = event in t0 @4 via db.transaction > credit
  2 commit @5
  3 rollback @5  <- 1 threw
  end returned 200
  end threw 500  <- 1 threw
`);
  });

  test('a conflict told outside of the callback', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { PrismaClient } from '@prisma/client';
    import { pay } from 'effect';
    const prisma = new PrismaClient();
    export async function handler(event: any) {
      try {
        await prisma.$transaction(async (tx) => {
          await tx.seen.create({ data: { id: event.id } });
        });
      } catch (error) {
        if (error.code === 'P2002') return;
        throw error;
      }
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 begin @6
  1 insert seen (id=event key) in t0 @7 via prisma.$transaction
  2 commit @6  <- 1 returned
  3 rollback @6  <- 1 threw
  4 effect money (pays) @13  <- 1 returned
  end returned 200  <- 1 conflict
  end returned 200  <- 1 returned
  end threw 500  <- 1 failed
  end threw 500  <- 1 returned
`);
  });

  test('a return in the callback leaves the callback alone', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { PrismaClient } from '@prisma/client';
    import { pay } from 'effect';
    const prisma = new PrismaClient();
    export async function handler(event: any) {
      await prisma.$transaction(async (tx) => {
        const seen = await tx.seen.findUnique({ where: { id: event.id } });
        if (seen) return;
        await tx.seen.create({ data: { id: event.id } });
      });
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 begin @5
  1 read seen where id = event key in t0 @6 via prisma.$transaction
  2 insert seen (id=event key) in t0 @8 via prisma.$transaction  <- 1 missing
  3 commit @5  <- 1 found | 1 missing, 2 returned
  4 rollback @5  <- any | 1 missing, 2 threw
  5 effect money (pays) @10  <- 1 found | 1 missing, 2 returned
  end returned 200  <- 1 found
  end returned 200  <- 1 missing, 2 returned
  end threw 500
  end threw 500  <- 1 found
  end threw 500  <- 1 missing, 2 returned
  end threw 500  <- 1 missing, 2 threw
`);
  });

  test('the answer of the callback tells the outcome', () => {
    expect(
      traceProgram({
        'app.ts': `
    import postgres from 'postgres';
    import { pay } from 'effect';
    const sql = postgres();
    export async function handler(event: any) {
      const first = await sql.begin(async (tx) => {
        const rows = await tx\`INSERT INTO seen (id) VALUES (\${event.id}) ON CONFLICT DO NOTHING RETURNING id\`;
        return rows.length > 0;
      });
      if (!first) return;
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 begin @5
  1 insert seen (id=event key) on conflict ignore in t0 @6 via sql.begin
  2 commit @5
  3 rollback @5  <- 1 threw
  4 effect money (pays) @10  <- 1 won
  end returned 200  <- 1 lost
  end returned 200  <- 1 won
  end threw 500  <- 1 threw
  end threw 500  <- 1 won
`);
  });

  test('a helper that runs a callback between BEGIN and COMMIT', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay } from 'effect';
    import { inTransaction } from './transaction';
    export async function handler(event: any) {
      await inTransaction(async (client) => {
        await client.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
      });
      await pay();
    }
  `,
        'transaction.ts': `
    import { Pool, type PoolClient } from 'pg';
    const pool = new Pool();
    export async function inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const answer = await work(client);
        await client.query('COMMIT');
        return answer;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 begin @6 via inTransaction
  1 insert seen (id=event key) in t0 @5 via inTransaction > work
  2 commit @8 via inTransaction  <- 1 returned
  3 rollback @11 via inTransaction  <- 1 threw
  4 effect money (pays) @7  <- 1 returned
  end returned 200  <- 1 returned
  end threw 500  <- 1 returned
  end threw 500  <- 1 threw
`);
  });

  test('knex: commit and rollback by hand', () => {
    expect(
      traceProgram({
        'app.ts': `
    import knex from 'knex';
    const db = knex({ client: 'pg' });
    export async function handler(event: any) {
      const trx = await db.transaction();
      try {
        await trx('seen').insert({ id: event.id });
        await trx.commit();
      } catch (error) {
        await trx.rollback();
        throw error;
      }
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 begin @4
  1 insert seen (id=event key) in t0 @6
  2 commit @7  <- 1 returned
  3 rollback @9  <- 1 threw
  end returned 200  <- 1 returned
  end threw 500  <- 1 threw
`);
  });

  test('a row is locked, then tested', () => {
    expect(
      traceBody(`
        const client = await db.connect();
        await client.query('BEGIN');
        const { rows: [order] } = await client.query('SELECT status FROM orders WHERE id = $1 FOR UPDATE', [event.order]);
        if (order.status !== 'paid') {
          await client.query("UPDATE orders SET status = 'paid' WHERE id = $1", [event.order]);
        }
        await client.query('COMMIT');
      `),
    ).toMatchInlineSnapshot(`
        0 begin @2
        1 read orders where id = event for update in t0 @3
        2 update orders (status="paid") where id = event in t0 @5  <- 1.status <> paid
        3 commit @7
        end returned 200
        end threw 500
        end threw 500  <- 2 threw, 1.status <> paid
      `);
  });

  test('what was won is void after a rollback', () => {
    expect(
      traceBody(`
        const client = await db.connect();
        await client.query('BEGIN');
        await client.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
        await client.query('ROLLBACK');
        await pay();
      `),
    ).toMatchInlineSnapshot(`
      0 begin @2
      1 insert seen (id=event key) in t0 @3
      2 rollback @4  <- 1 returned
      3 effect money (pays) @5  <- 1 void
      end returned 200  <- 1 void
      end threw 500  <- 1 threw
      end threw 500  <- 1 void
    `);
  });
});
