import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('logical operators and conditional expressions', () => {
  test('&& as a guard', () => {
    expect(
      traceBody(`
        event.paid && (await ship());
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @1
        1 effect message (mails) @2
        end returned 200
        end threw 500
      `);
  });

  test('|| as a guard', () => {
    const trace = traceBody(`
        const { rows } = await db.query('SELECT id FROM seen WHERE id = $1', [event.id]);
        rows[0] || (await pay());
      `);
    expect(trace).toContain('1 effect money (pays) @2  <- 0 missing\n');
  });

  test('?? evaluates its right side only for what is missing', () => {
    const trace = traceBody(`
        const { rows } = await db.query('SELECT id FROM accounts WHERE id = $1', [event.account]);
        const account = rows[0] ?? (await mail());
        await pay(account);
      `);
    expect(trace).toContain('1 effect message (mails) @2  <- 0 missing\n');
    expect(trace).toContain('2 effect money (pays) @3');
  });

  test('||=, &&= and ??=', () => {
    expect(
      traceBody(`
        let a = null;
        a ??= await pay();
        let b = 1;
        b ||= await ship();
        b &&= await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        1 effect message (mails) @5
        end returned 200
        end threw 500
      `);
  });

  test('a conditional expression parts the ways', () => {
    expect(
      traceBody(`
        const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        rowCount ? await pay() : await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @2  <- 0 won
        2 effect message (mails) @2  <- 0 lost
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 lost
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('a condition kept in a variable', () => {
    expect(
      traceBody(`
        const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        const isFirst = rowCount === 1;
        if (!isFirst) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @4  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('two conditions in one', () => {
    expect(
      traceBody(`
        const { rows } = await db.query('SELECT status FROM orders WHERE id = $1', [event.order]);
        const order = rows[0];
        if (!order || order.status === 'paid') return;
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 read orders where id = event @1
        1 effect shipment (ships) @4  <- 0 found, 0.status <> paid
        end returned 200
        end returned 200  <- 0 found, 0.status <> paid
        end threw 500
        end threw 500  <- 0 found, 0.status <> paid
      `);
  });

  test('not both', () => {
    expect(
      traceBody(`
        const { rows } = await db.query('SELECT status FROM orders WHERE id = $1', [event.order]);
        const order = rows[0];
        if (order && order.status === 'paid') return;
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 read orders where id = event @1
        1 effect shipment (ships) @4
        end returned 200
        end returned 200  <- 0 found, 0.status = paid
        end threw 500
      `);
  });

  test('Boolean(), !! and comparison with true', () => {
    expect(
      traceBody(`
        const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        const won = Boolean(rowCount);
        if (won !== true) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @4  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('double negation', () => {
    expect(
      traceBody(`
        const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        const won = !!rowCount;
        if (won === false) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @4  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('constants decide at once', () => {
    expect(
      traceBody(`
        const live = true;
        if (!live) await pay();
        if (live && 1 < 2) await ship();
        else await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @3
        end returned 200
        end threw 500
      `);
  });

  test('the else of a type test', () => {
    expect(
      traceBody(`
        if (event.type === 'a') await pay();
        else if (event.type === 'b') await ship();
        else await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1  <- type a
        1 effect shipment (ships) @2  <- type b
        2 effect message (mails) @3
        end returned 200
        end threw 500
        end threw 500  <- type a
        end threw 500  <- type b
      `);
  });

  test('a conditional chooses a function', () => {
    expect(
      traceBody(`
        const act = event.big ? () => pay() : () => ship();
        await act();
      `),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @1 via act
      1 effect shipment (ships) @1 via act
      end returned 200
      end threw 500
    `);
  });
});
