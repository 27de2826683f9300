import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('destructuring', () => {
  test('names, renamed names and nested names', () => {
    expect(
      traceBody(`
        const { type, data: { object: order } } = event;
        await db.query('UPDATE orders SET status = $1 WHERE id = $2', [order.status, order.id]);
        if (type === 'a') await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 update orders (status=event) where id = business key @2
        1 effect shipment (ships) @3  <- type a
        end returned 200
        end threw 500  <- 0 threw
        end threw 500  <- type a
      `);
  });

  test('a default for what is not there', () => {
    expect(
      traceBody(`
        const { send = mail } = {};
        await send();
      `),
    ).toMatchInlineSnapshot(`
        0 effect message (mails) @2
        end returned 200
        end threw 500
      `);
  });

  test('a default is not taken where there is a value', () => {
    expect(
      traceBody(`
        const { send = mail } = { send: pay };
        await send();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        end returned 200
        end threw 500
      `);
  });

  test('a default of a parameter that may be left out', () => {
    expect(
      traceBody(`
        const run = async ({ act = pay, then = ship }: any = {}) => { await act(); await then(); };
        await run();
        await run({ act: mail });
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via run
        1 effect shipment (ships) @1 via run
        2 effect message (mails) @1 via run
        3 effect shipment (ships) @1 via run
        end returned 200
        end threw 500
      `);
  });

  test('rest of an object and of a list', () => {
    expect(
      traceBody(`
        const { act, ...others } = { act: pay, next: ship };
        const [first, ...rest] = [mail, act];
        await others.next();
        await first();
        await rest[0]();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @3
        1 effect message (mails) @4
        2 effect money (pays) @5
        end returned 200
        end threw 500
      `);
  });

  test('array patterns with holes, and swapping', () => {
    expect(
      traceBody(`
        let [, second] = [pay, ship];
        let other = mail;
        [second, other] = [other, second];
        await second();
        await other();
      `),
    ).toMatchInlineSnapshot(`
        0 effect message (mails) @4
        1 effect shipment (ships) @5
        end returned 200
        end threw 500
      `);
  });

  test('the first row of a result', () => {
    expect(
      traceBody(`
        const [row] = (await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id', [event.id])).rows;
        if (!row) return;
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

  test('the rest has what was not taken', () => {
    expect(
      traceBody(`
        const { id, ['kind']: kind, ...rest } = { id: event.id, kind: 'a', status: 'paid', cents: event.cents };
        await db.query(\`UPDATE t SET \${Object.keys(rest).map((name) => name + ' = 1').join(', ')} WHERE id = $1\`, [id]);
        if (rest.id !== undefined) await pay();
      `),
    ).toMatchInlineSnapshot(`
      0 update t (status=1, cents=1) where id = event key @2
      end returned 200
      end threw 500  <- 0 threw
    `);
  });

  test('parameters taken apart', () => {
    expect(
      traceBody(`
        const handle = async ({ id, type }) => {
          await db.query('INSERT INTO seen (id, kind) VALUES ($1, $2)', [id, type]);
        };
        await handle(event);
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key, kind=event) @2 via handle
        end returned 200  <- 0 returned
        end threw 500  <- 0 threw
      `);
  });

  test('assignment to members', () => {
    expect(
      traceBody(`
        const box = {};
        ({ act: box.run } = { act: pay });
        await box.run();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3
        end returned 200
        end threw 500
      `);
  });
});
