import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('optional chaining', () => {
  test('a call on what is there', () => {
    expect(
      traceBody(`
        await event?.order?.items;
        const bank = { pay };
        await bank?.pay?.();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3
        end returned 200
        end threw 500
      `);
  });

  test('a row that may be missing', () => {
    expect(
      traceBody(`
        const { rows: [order] } = await db.query('SELECT status FROM orders WHERE id = $1', [event.order]);
        if (order?.status === 'paid') return;
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 read orders where id = event @1
        1 effect shipment (ships) @3  <- 0.status <> paid
        end returned 200  <- 0 found, 0.status = paid
        end returned 200  <- 0.status <> paid
        end threw 500
        end threw 500  <- 0.status <> paid
      `);
  });

  test('a row found by its field: !row?.id', () => {
    expect(
      traceBody(`
        const { rows } = await db.query('SELECT id FROM orders WHERE id = $1', [event.order]);
        if (!rows[0]?.id) return;
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 read orders where id = event @1
        1 effect shipment (ships) @3  <- 0 found, 0.id truthy
        end returned 200  <- 0 found, 0.id truthy
        end returned 200  <- 0.id falsy
        end threw 500
        end threw 500  <- 0 found, 0.id truthy
      `);
  });

  test('an optional callback', () => {
    expect(
      traceBody(`
        const run = async (done?: () => Promise<void>) => { await pay(); await done?.(); };
        await run();
        await run(() => mail());
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via run
        1 effect money (pays) @1 via run
        2 effect message (mails) @3 via run > done
        end returned 200
        end threw 500
      `);
  });

  test('a call on nothing does not happen', () => {
    expect(
      traceBody(`
        const nothing = null;
        await nothing?.run();
        await nothing?.();
        await mail();
      `),
    ).toMatchInlineSnapshot(`
      0 effect message (mails) @4
      end returned 200
      end threw 500
    `);
  });
});
