import { describe, expect, test } from 'vitest';
import { traceProgram } from '../support/trace-program.ts';

describe('what factories return', () => {
  test('an object of functions', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { createBank } from './bank';
    const bank = createBank({ currency: 'eur' });
    export async function handler(event: any) { await bank.settle(); }
  `,
        'bank.ts': `
    import { pay, mail } from 'effect';
    export function createBank(options) {
      const settle = async () => { await pay(); };
      return { settle, async tell() { await mail(); } };
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @3 via settle
  end returned 200
  end threw 500
`);
  });

  test('a client, made on first use', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { Pool } from 'pg';
    let pool: Pool | undefined;
    function db() { if (!pool) pool = new Pool(); return pool; }
    export async function handler(event: any) { await db().query('DELETE FROM carts WHERE id = $1', [event.cart]); }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 delete carts where id = event @4
  end returned 200
  end threw 500  <- 0 threw
`);
  });

  test('a client with ??=', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { Pool } from 'pg';
    let pool;
    const db = () => (pool ??= new Pool());
    export async function handler(event: any) { await db().query('DELETE FROM carts WHERE id = $1', [event.cart]); }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 delete carts where id = event @4
  end returned 200
  end threw 500  <- 0 threw
`);
  });

  test('an async factory of another file', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { connect } from './connect';
    export async function handler(event: any) {
      const { db } = await connect();
      await db.query('DELETE FROM carts WHERE id = $1', [event.cart]);
    }
  `,
        'connect.ts': `
    import pg from 'pg';
    export async function connect() { const db = new pg.Client(); await db.connect(); return { db }; }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 delete carts where id = event @4
  end returned 200
  end threw 500  <- 0 threw
`);
  });

  test('a client kept on globalThis', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { PrismaClient } from '@prisma/client';
    const kept = globalThis as unknown as { prisma?: PrismaClient };
    const prisma = kept.prisma ?? new PrismaClient();
    export async function handler(event: any) { await prisma.cart.delete({ where: { id: event.cart } }); }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 delete cart where id = event @4
  end returned 200
  end threw 500  <- 0 threw
`);
  });

  test('a singleton behind getInstance', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay } from 'effect';
    class Bank {
      private static instance: Bank;
      static getInstance() { if (!Bank.instance) Bank.instance = new Bank(); return Bank.instance; }
      async settle() { await pay(); }
    }
    export async function handler(event: any) { await Bank.getInstance().settle(); }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @5 via settle
  end returned 200
  end threw 500
`);
  });
});
