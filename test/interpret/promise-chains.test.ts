import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('promise chains', () => {
  test('then runs where it went well, catch where it failed', () => {
    expect(
      traceBody(`
        await pay().then(() => ship()).catch(() => mail());
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect shipment (ships) @1 via pay().then
        2 effect message (mails) @1 via pay().then().catch
        end returned 200
        end threw 500
      `);
  });

  test('then with two functions', () => {
    expect(
      traceBody(`
        await pay().then(() => ship(), () => mail());
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect shipment (ships) @1 via pay().then
        2 effect message (mails) @1 via pay().then
        end returned 200
        end threw 500
      `);
  });

  test('finally runs either way', () => {
    expect(
      traceBody(`
        await pay().finally(() => mail());
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect message (mails) @1 via pay().finally
        end returned 200
        end threw 500
      `);
  });

  test('then is handed what the promise gives', () => {
    expect(
      traceBody(`
        await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]).then(({ rowCount }) => {
          if (rowCount === 0) return;
          return pay();
        });
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @1
        1 effect money (pays) @3 via db.query().then  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('a catch that tells the conflict', () => {
    expect(
      traceBody(`
        const won = await db.query('INSERT INTO seen (id) VALUES ($1)', [event.id])
          .then(() => true)
          .catch((error) => { if (error.code === '23505') return false; throw error; });
        if (!won) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) @1
        1 effect money (pays) @5  <- 0 returned
        end returned 200  <- 0 conflict
        end returned 200  <- 0 returned
        end threw 500  <- 0 failed
        end threw 500  <- 0 returned
      `);
  });

  test('Promise.all waits for each', () => {
    expect(
      traceBody(`
        await Promise.all([pay(), ship()]);
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect shipment (ships) @1
        2 effect message (mails) @2
        end returned 200
        end threw 500
      `);
  });

  test('Promise.all gives the answers in order', () => {
    expect(
      traceBody(`
        const [claim] = await Promise.all([
          db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]),
          ship(),
        ]);
        if (claim.rowCount === 0) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @2
        1 effect shipment (ships) @3
        2 effect money (pays) @6  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('Promise.allSettled does not throw', () => {
    expect(
      traceBody(`
        try {
          await Promise.allSettled([pay(), ship()]);
        } catch {
          await mail();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        1 effect shipment (ships) @2
        end returned 200
      `);
  });

  test('Promise.race', () => {
    expect(
      traceBody(`
        await Promise.race([pay(), new Promise((resolve) => setTimeout(resolve, 100))]);
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect shipment (ships) @2
        end returned 200
        end threw 500
      `);
  });

  test('Promise.resolve().then()', () => {
    expect(
      traceBody(`
        await Promise.resolve(event.id).then((id) => db.query('INSERT INTO seen (id) VALUES ($1)', [id]));
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) @1 via Promise.resolve().then
        end returned 200  <- 0 returned
        end threw 500  <- 0 threw
      `);
  });

  test('a rejected promise does not go on', () => {
    expect(
      traceBody(`
        await Promise.reject(new Error('no'));
        await pay();
      `),
    ).toMatchInlineSnapshot(`end threw 500`);
  });

  test('what nobody waits for is caught where it is', () => {
    expect(
      traceBody(`
        pay().catch((error) => console.error(error));
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect shipment (ships) @2
        end returned 200
        end threw 500
      `);
  });

  test('map of an async function, awaited together', () => {
    expect(
      traceBody(`
        await Promise.all(event.items.map(async (item) => { await ship(item); await mail(item); }));
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @1 via event.items.map
        1 effect message (mails) @1 via event.items.map
        end returned 200
        end threw 500
      `);
  });
});
