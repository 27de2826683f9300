import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('loops', () => {
  test('for-of: the body not at all or some times, and the effect stands in a loop', () => {
    expect(
      traceBody(`
        for (const item of event.items) await ship(item);
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @1
        1 effect message (mails) @2
        end returned 200
        end threw 500
      `);
  });

  test('a list that is known and empty', () => {
    expect(
      traceBody(`
        for (const item of []) await pay(item);
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect message (mails) @2
        end returned 200
        end threw 500
      `);
  });

  test('for-await over what another function yields', () => {
    expect(
      traceBody(`
        async function* pages() { yield await db.query('SELECT id FROM orders'); }
        for await (const page of pages()) await ship(page);
      `),
    ).toMatchInlineSnapshot(`
        0 read orders @1 via pages
        1 effect shipment (ships) @2
        end returned 200
        end threw 500
      `);
  });

  test('while that tests a row each round', () => {
    expect(
      traceBody(`
        let row;
        while ((row = (await db.query('SELECT id FROM jobs LIMIT 1')).rows[0])) await ship(row);
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 read jobs @2  <- any | 0 found
        1 effect shipment (ships) @2  <- 0 found
        2 effect message (mails) @3
        end returned 200
        end threw 500
        end threw 500  <- 0 found
      `);
  });

  test('while (true) is left by break alone', () => {
    expect(
      traceBody(`
        while (true) {
          await pay();
          if (event.last) break;
        }
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        1 effect message (mails) @5
        end returned 200
        end threw 500
      `);
  });

  test('do-while runs once at least', () => {
    expect(
      traceBody(`
        do {
          await pay();
        } while (event.more);
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        1 effect message (mails) @4
        end returned 200
        end threw 500
      `);
  });

  test('continue leaves the round', () => {
    expect(
      traceBody(`
        for (const item of event.items) {
          if (item.free) continue;
          await pay();
        }
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3
        1 effect message (mails) @5
        end returned 200
        end threw 500
      `);
  });

  test('a label breaks the outer loop', () => {
    expect(
      traceBody(`
        outer: for (const a of event.a) {
          for (const b of event.b) {
            if (b.stop) break outer;
            await ship();
          }
          await pay();
        }
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @4
        1 effect money (pays) @6
        2 effect message (mails) @8
        end returned 200
        end threw 500
      `);
  });

  test('return inside a loop ends the handler', () => {
    expect(
      traceBody(`
        for (const item of event.items) {
          if (item.bad) return;
          await pay();
        }
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3
        1 effect shipment (ships) @5
        end returned 200
        end threw 500
      `);
  });

  test('return as the last word of a first round', () => {
    expect(
      traceBody(`
        for (const item of event.items) {
          await pay();
          return;
        }
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        1 effect shipment (ships) @5
        end returned 200
        end threw 500
      `);
  });

  test('forEach, map and a for loop by index', () => {
    expect(
      traceBody(`
        event.a.forEach((one) => { pay(one); });
        await Promise.all(event.b.map((one) => ship(one)));
        for (let i = 0; i < event.c.length; i++) await mail(event.c[i]);
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via event.a.forEach
        1 effect shipment (ships) @2 via event.b.map
        2 effect message (mails) @3
        end returned 200
        end threw 500
      `);
  });

  test('retries: the second attempt finds what the first left behind', () => {
    expect(
      traceBody(`
        for (let attempt = 0; attempt < 3; attempt++) {
          try {
            await pay();
            break;
          } catch (error) {
            if (attempt === 2) throw error;
          }
        }
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3
        1 effect message (mails) @9
        end returned 200
        end threw 500
      `);
  });

  test('a claim won for each item', () => {
    expect(
      traceBody(`
        for (const item of event.items) {
          const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [item.id]);
          if (rowCount === 0) continue;
          await pay(item);
        }
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=business key) on conflict ignore @2
        1 effect money (pays) @4  <- 0 won
        end returned 200
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('a list of functions that is known', () => {
    expect(
      traceBody(`
        for (const step of [() => pay(), () => ship()]) await step();
      `),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @1 via step
      1 effect shipment (ships) @1 via step
      end returned 200
      end threw 500
    `);
  });
});
