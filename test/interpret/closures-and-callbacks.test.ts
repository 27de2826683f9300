import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('closures and callbacks', () => {
  test('a closure sees what was set before it was called', () => {
    expect(
      traceBody(`
        let act = pay;
        const run = async () => act();
        act = ship;
        await run();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @2 via run
        end returned 200
        end threw 500
      `);
  });

  test('a closure sets what is around it', () => {
    expect(
      traceBody(`
        let won = false;
        const claim = async () => {
          const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
          if (rowCount) won = true;
        };
        await claim();
        if (!won) return;
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @3 via claim
        1 effect money (pays) @8  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('each call of a maker has variables of its own', () => {
    expect(
      traceBody(`
        const later = (act) => async () => act();
        const first = later(pay);
        const second = later(ship);
        await second();
        await first();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @1 via second
        1 effect money (pays) @1 via first
        end returned 200
        end threw 500
      `);
  });

  test('return in a callback leaves the callback alone', () => {
    expect(
      traceBody(`
        event.items.forEach((item) => { if (item.done) return; });
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        end returned 200
        end threw 500
      `);
  });

  test('an unknown function is given a function: it calls it once', () => {
    expect(
      traceBody(`
        const { withRetry } = await import('some-package');
        await withRetry(() => pay());
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2 via withRetry
        end returned 200
        end threw 500
      `);
  });

  test('a timer runs when nobody waits for it', () => {
    expect(
      traceBody(`
        setTimeout(() => pay(), 1000);
        setImmediate(async () => { await ship(); });
        await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via setTimeout  <- detached
        1 effect shipment (ships) @2 via setImmediate  <- detached
        2 effect message (mails) @3
        end returned 200
        end threw 500
      `);
  });

  test('call, apply and bind', () => {
    expect(
      traceBody(`
        async function act(which) { await which(); }
        await act.call(null, pay);
        await act.apply(null, [ship]);
        await act.bind(null, mail)();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via act
        1 effect shipment (ships) @1 via act
        2 effect message (mails) @1 via act
        end returned 200
        end threw 500
      `);
  });

  test('a function that is called at once', () => {
    expect(
      traceBody(`
        await (async () => { await pay(); })();
        (function () { ship(); })();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via callback
        1 effect shipment (ships) @2 via callback
        end returned 200
        end threw 500
      `);
  });

  test('hoisted functions, called before they are written', () => {
    expect(
      traceBody(`
        await act();
        async function act() { await pay(); }
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2 via act
        end returned 200
        end threw 500
      `);
  });

  test('filter and find are given functions, too', () => {
    expect(
      traceBody(`
        const due = event.items.filter((item) => item.due);
        for (const item of due) await pay(item);
        if (event.items.some((item) => item.late)) await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        1 effect message (mails) @3
        end returned 200
        end threw 500
      `);
  });
});
