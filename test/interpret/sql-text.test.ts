import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('text of SQL', () => {
  test('a constant of another file', () => {
    expect(
      traceBody(
        `
        const { CLAIM } = await import('./sql');
        const { rowCount } = await db.query(CLAIM, [event.id]);
        if (rowCount === 0) return;
        await pay();
      `,
        {
          'sql.ts': `
export const CLAIM = 'INSERT INTO seen (id) VALUES ($1) ON CONFLICT (id) DO NOTHING';
  `,
        },
      ),
    ).toMatchInlineSnapshot(`
  0 insert seen (id=event key) on conflict (id) ignore @2
  1 effect money (pays) @4  <- 0 won
  end returned 200  <- 0 lost
  end returned 200  <- 0 won
  end threw 500  <- 0 threw
  end threw 500  <- 0 won
`);
  });

  test('an object of statements in another file', () => {
    expect(
      traceBody(
        `
        const sql = await import('./sql');
        await db.query(sql.statements.claim, [event.id]);
      `,
        {
          'sql.ts': `
const table = 'seen';
export const statements = { claim: \`INSERT INTO \${table} (id) VALUES ($1)\` } as const;
  `,
        },
      ),
    ).toMatchInlineSnapshot(`
  0 insert seen (id=event key) @2
  end returned 200  <- 0 returned
  end threw 500  <- 0 threw
`);
  });

  test('concatenation, also with +=', () => {
    expect(
      traceBody(`
        let sql = 'INSERT INTO seen (id) ' + 'VALUES ($1) ';
        sql += 'ON CONFLICT DO NOTHING';
        await db.query(sql, [event.id]);
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @3
        end returned 200
        end threw 500  <- 0 threw
      `);
  });

  test('lines joined', () => {
    expect(
      traceBody(`
        await db.query(['UPDATE orders', "SET status = 'paid'", 'WHERE id = $1'].join(' '), [event.data.object.id]);
      `),
    ).toMatchInlineSnapshot(`
        0 update orders (status="paid") where id = business key @1
        end returned 200
        end threw 500  <- 0 threw
      `);
  });

  test('a template over several lines, with a table from a constant', () => {
    expect(
      traceBody(`
        const table = 'wallets';
        await db.query(\`
          UPDATE \${table}
             SET cents = cents + $1
           WHERE id = $2
        \`, [event.amount, event.wallet]);
      `),
    ).toMatchInlineSnapshot(`
        0 update wallets (cents+=event) where id = event @2
        end returned 200
        end threw 500  <- 0 threw
      `);
  });

  test('a part that is not known leaves what is certain', () => {
    expect(
      traceBody(`
        await db.query(\`INSERT INTO \${event.table} (id) VALUES ($1)\`, [event.id]);
      `),
    ).toMatchInlineSnapshot(`
        0 insert ? (id=event key) @1
        end returned 200  <- 0 returned
        end threw 500  <- 0 threw
      `);
  });

  test('a tagged template of a client', () => {
    expect(
      traceBody(`
        const { default: postgres } = await import('postgres');
        const sql = postgres();
        const [row] = await sql\`INSERT INTO seen (id) VALUES (\${event.id}) ON CONFLICT DO NOTHING RETURNING id\`;
        if (!row) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @3
        1 effect money (pays) @5  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('a tagged template of drizzle', () => {
    expect(
      traceBody(`
        const { drizzle } = await import('drizzle-orm/node-postgres');
        const { sql } = await import('drizzle-orm');
        const orm = drizzle(db);
        await orm.execute(sql\`UPDATE wallets SET cents = cents + \${event.amount} WHERE id = \${event.wallet}\`);
      `),
    ).toMatchInlineSnapshot(`
        0 update wallets (cents+=event) where id = event @4
        end returned 200
        end threw 500  <- 0 threw
      `);
  });

  test('a raw query of Prisma', () => {
    expect(
      traceBody(`
        const { PrismaClient } = await import('@prisma/client');
        const prisma = new PrismaClient();
        const count = await prisma.$executeRaw\`INSERT INTO seen (id) VALUES (\${event.id}) ON CONFLICT DO NOTHING\`;
        if (count === 0) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @3
        1 effect money (pays) @5  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('a helper that is handed text and values', () => {
    expect(
      traceBody(`
        const run = (text: string, ...values: unknown[]) => db.query(text, values);
        await run('INSERT INTO seen (id, kind) VALUES ($1, $2)', event.id, 'paid');
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key, kind="paid") @1 via run
        end returned 200  <- 0 returned
        end threw 500  <- 0 threw
      `);
  });

  test('a query object, made before', () => {
    expect(
      traceBody(`
        const query = { text: 'DELETE FROM carts WHERE owner = $1', values: [event.owner] };
        await db.query(query);
      `),
    ).toMatchInlineSnapshot(`
        0 delete carts where owner = event @2
        end returned 200
        end threw 500  <- 0 threw
      `);
  });

  test('several statements in a CTE are one statement', () => {
    expect(
      traceBody(`
        await db.query(\`
          WITH claimed AS (INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id)
          UPDATE wallets SET cents = cents + $2 WHERE id = $3 AND EXISTS (SELECT 1 FROM claimed)
        \`, [event.id, event.amount, event.wallet]);
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 update wallets (cents+=event) where id = event and  other  @1
        end returned 200
        end threw 500  <- 1 threw
      `);
  });

  test('quoted names and schemas', () => {
    expect(
      traceBody(`
        await db.query('INSERT INTO billing."Seen" ("eventId") VALUES ($1)', [event.id]);
      `),
    ).toMatchInlineSnapshot(`
        0 insert billing.Seen (eventId=event key) @1
        end returned 200  <- 0 returned
        end threw 500  <- 0 threw
      `);
  });

  test('a row taken with SKIP LOCKED', () => {
    expect(
      traceBody(`
        const { rows: [job] } = await db.query(\`
          UPDATE inbox SET state = 'taken' WHERE id = (SELECT id FROM inbox WHERE state = 'new' FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING id
        \`);
        if (!job) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 update inbox (state="taken") where id = row taking a row @1
        1 effect money (pays) @5  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });
});
