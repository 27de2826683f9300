import { describe, expect, test } from 'vitest';
import { traceBody, traceProgram } from '../support/trace-program.ts';

describe('outcomes', () => {
  test('rowCount === 0', () => {
    expect(
      traceBody(`
        const result = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        if (result.rowCount === 0) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @3  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('rowCount > 0, the other way round', () => {
    expect(
      traceBody(`
        const result = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        if (0 < result.rowCount) await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @2  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('rowCount !== 1, with the nullish put right', () => {
    expect(
      traceBody(`
        const result = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        if ((result.rowCount ?? 0) !== 1) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @3  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('rows.length', () => {
    expect(
      traceBody(`
        const { rows } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id', [event.id]);
        if (rows.length === 0) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @3  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('!rows.length', () => {
    expect(
      traceBody(`
        const inserted = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id', [event.id]);
        if (!inserted.rows.length) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @3  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('the first row, destructured in the same breath', () => {
    expect(
      traceBody(`
        const { rows: [claimed] } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id', [event.id]);
        if (!claimed) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @3  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('rows.at(0) and rows[0] === undefined', () => {
    expect(
      traceBody(`
        const { rows } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id', [event.id]);
        if (rows.at(0) === undefined) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @3  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('a read: found and missing', () => {
    expect(
      traceBody(`
        const { rows } = await db.query('SELECT 1 FROM seen WHERE id = $1', [event.id]);
        if (rows.length > 0) return;
        await pay();
        await db.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
      `),
    ).toMatchInlineSnapshot(`
        0 read seen where id = event key @1
        1 effect money (pays) @3  <- 0 missing
        2 insert seen (id=event key) @4  <- 0 missing
        end returned 200  <- 0 found
        end returned 200  <- 0 missing, 2 returned
        end threw 500
        end threw 500  <- 0 missing
        end threw 500  <- 0 missing, 2 threw
      `);
  });

  test('nobody looks', () => {
    expect(
      traceBody(`
        await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @2
        end returned 200
        end threw 500
        end threw 500  <- 0 threw
      `);
  });

  test('a boolean of a helper in another file', () => {
    expect(
      traceBody(
        `
        const { isNew } = await import('./claims');
        if (!(await isNew(event.id))) return;
        await pay();
      `,
        {
          'claims.ts': `
import { Pool } from 'pg';
const db = new Pool();
export async function isNew(id: string): Promise<boolean> {
  const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  return (rowCount ?? 0) > 0;
}
  `,
        },
      ),
    ).toMatchInlineSnapshot(`
  0 insert seen (id=event key) on conflict ignore @4 via isNew
  1 effect money (pays) @3  <- 0 won
  end returned 200  <- 0 lost
  end returned 200  <- 0 won
  end threw 500  <- 0 threw
  end threw 500  <- 0 won
`);
  });

  test('a word of a helper', () => {
    expect(
      traceBody(`
        const claim = async (id) => {
          const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
          return rowCount === 1 ? 'won' : 'lost';
        };
        const outcome = await claim(event.id);
        if (outcome === 'lost') return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @2 via claim
        1 effect money (pays) @7  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('an object of a helper', () => {
    expect(
      traceBody(`
        const claim = async (id) => {
          const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
          return { won: rowCount === 1, id };
        };
        const { won } = await claim(event.id);
        if (!won) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @2 via claim
        1 effect money (pays) @7  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('an object with an early return', () => {
    expect(
      traceBody(`
        const claim = async (id) => {
          const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
          if (rowCount === 0) return { duplicate: true };
          return { duplicate: false };
        };
        const claimed = await claim(event.id);
        if (claimed.duplicate) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @2 via claim
        1 effect money (pays) @8  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('a flag set in the catch', () => {
    expect(
      traceBody(`
        let duplicate = false;
        try {
          await db.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
        } catch (error) {
          if (error.code !== '23505') throw error;
          duplicate = true;
        }
        if (duplicate) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) @3
        1 effect money (pays) @9  <- 0 returned
        end returned 200  <- 0 conflict
        end returned 200  <- 0 returned
        end threw 500  <- 0 failed
        end threw 500  <- 0 returned
      `);
  });

  test('a variable left empty', () => {
    expect(
      traceBody(`
        let claimed = null;
        const { rows } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id', [event.id]);
        if (rows.length > 0) claimed = rows[0];
        if (claimed === null) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @2
        1 effect money (pays) @5  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('an update with the state in its predicate', () => {
    expect(
      traceBody(`
        const { rowCount } = await db.query("UPDATE orders SET status = 'paid' WHERE id = $1 AND status = 'open'", [event.order]);
        if (rowCount === 0) return;
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 update orders (status="paid") where id = event and status = "open" @1
        1 effect shipment (ships) @3  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('createMany with skipDuplicates, told by count', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { PrismaClient } from '@prisma/client';
    import { pay } from 'effect';
    const prisma = new PrismaClient();
    export async function handler(event: any) {
      const { count } = await prisma.seen.createMany({ data: [{ id: event.id }], skipDuplicates: true });
      if (count === 0) return;
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 insert seen (id=event key) on conflict ignore @5
  1 effect money (pays) @7  <- 0 won
  end returned 200  <- 0 lost
  end returned 200  <- 0 won
  end threw 500  <- 0 threw
  end threw 500  <- 0 won
`);
  });

  test('findUnique: null where nothing is found', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { PrismaClient } from '@prisma/client';
    import { pay } from 'effect';
    const prisma = new PrismaClient();
    export async function handler(event: any) {
      const seen = await prisma.seen.findUnique({ where: { id: event.id } });
      if (seen) return;
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 read seen where id = event key @5
  1 effect money (pays) @7  <- 0 missing
  end returned 200  <- 0 found
  end returned 200  <- 0 missing
  end threw 500
  end threw 500  <- 0 missing
`);
  });

  test('findUniqueOrThrow: missing throws', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { PrismaClient } from '@prisma/client';
    import { pay } from 'effect';
    const prisma = new PrismaClient();
    export async function handler(event: any) {
      const order = await prisma.order.findUniqueOrThrow({ where: { id: event.order } });
      if (order.status === 'PAID') return;
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 read order where id = event @5
  1 effect money (pays) @7  <- 0 found, 0.status <> PAID
  end returned 200  <- 0 found, 0.status <> PAID
  end returned 200  <- 0 found, 0.status = PAID
  end threw 500  <- 0 found, 0.status <> PAID
  end threw 500  <- 0 missing
`);
  });

  test('updateMany with the state, told by count', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { PrismaClient } from '@prisma/client';
    import { ship } from 'effect';
    const prisma = new PrismaClient();
    export async function handler(event: any) {
      const updated = await prisma.order.updateMany({ where: { id: event.order, status: 'OPEN' }, data: { status: 'PAID' } });
      if (updated.count !== 1) return;
      await ship();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 update order (status="PAID") where id = event and status = "OPEN" @5
  1 effect shipment (ships) @7  <- 0 won
  end returned 200  <- 0 lost
  end returned 200  <- 0 won
  end threw 500  <- 0 threw
  end threw 500  <- 0 won
`);
  });

  test('drizzle: onConflictDoNothing().returning()', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { drizzle } from 'drizzle-orm/node-postgres';
    import { pgTable, text } from 'drizzle-orm/pg-core';
    import { pay } from 'effect';
    const seen = pgTable('seen_events', { id: text('id').primaryKey() });
    const db = drizzle(process.env.URL);
    export async function handler(event: any) {
      const claimed = await db.insert(seen).values({ id: event.id }).onConflictDoNothing().returning();
      if (claimed.length === 0) return;
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 insert seen_events (id=event key) on conflict ignore @7
  1 effect money (pays) @9  <- 0 won
  end returned 200  <- 0 lost
  end returned 200  <- 0 won
  end threw 500  <- 0 threw
  end threw 500  <- 0 won
`);
  });

  test('knex: onConflict().ignore().returning()', () => {
    expect(
      traceProgram({
        'app.ts': `
    import knex from 'knex';
    import { pay } from 'effect';
    const db = knex({ client: 'pg' });
    export async function handler(event: any) {
      const [claimed] = await db('seen').insert({ id: event.id }).onConflict('id').ignore().returning('id');
      if (!claimed) return;
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 insert seen (id=event key) on conflict (id) ignore @5
  1 effect money (pays) @7  <- 0 won
  end returned 200  <- 0 lost
  end returned 200  <- 0 won
  end threw 500  <- 0 threw
  end threw 500  <- 0 won
`);
  });

  test('two tests, one behind the other, agree', () => {
    expect(
      traceBody(`
        const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        const won = rowCount === 1;
        if (won) await pay();
        console.log('between');
        if (!won) return;
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @3  <- 0 won
        2 effect shipment (ships) @6  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });
});
