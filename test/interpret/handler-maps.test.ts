import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('maps of handlers', () => {
  test("indexed by the event's type: any of them, or none", () => {
    expect(
      traceBody(`
        const handlers = { 'order.paid': () => ship(), 'order.refunded': () => pay() };
        await handlers[event.type]?.();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @1 via order.paid
        1 effect money (pays) @1 via order.refunded
        end returned 200
        end threw 500
      `);
  });

  test('a map of another file, its functions in others still', () => {
    expect(
      traceBody(
        `
        const { handlers } = await import('./handlers');
        const handle = handlers[event.type];
        if (!handle) return;
        await handle(event);
      `,
        {
          'handlers.ts': `
import { onPaid } from './paid';
import { mail } from 'effect';
export const handlers: Record<string, (event: any) => Promise<void>> = { paid: onPaid, async late(event) { await mail(); } };
  `,
          'paid.ts': `
import { ship } from 'effect';
export async function onPaid(event: any) { await ship(); }
  `,
        },
      ),
    ).toMatchInlineSnapshot(`
  0 effect shipment (ships) @2 via onPaid
  1 effect message (mails) @3 via late
  end returned 200
  end threw 500
`);
  });

  test('a Map', () => {
    expect(
      traceBody(`
        const handlers = new Map([['order.paid', () => ship()], ['order.refunded', () => pay()]]);
        await handlers.get(event.type)?.();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @1 via handlers.get()
        1 effect money (pays) @1 via handlers.get()
        end returned 200
        end threw 500
      `);
  });

  test('keys from an enum', () => {
    expect(
      traceBody(`
        enum Kind { Paid = 'order.paid' }
        const handlers = { [Kind.Paid]: () => ship() };
        await handlers[event.type]();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @2 via order.paid
        end returned 200
        end threw 500
      `);
  });

  test('with this', () => {
    expect(
      traceBody(`
        const handlers = { async paid() { await this.act(); }, act: pay };
        await handlers[event.type].call(handlers);
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via paid
        end returned 200
        end threw 500
      `);
  });

  test('a known key', () => {
    expect(
      traceBody(`
        const handlers = { paid: ship, refunded: pay };
        await handlers['paid']();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @2
        end returned 200
        end threw 500
      `);
  });

  test('a list of handlers, each asked', () => {
    expect(
      traceBody(`
        const handlers = [{ type: 'a', run: () => ship() }, { type: 'b', run: () => pay() }];
        for (const handler of handlers) if (handler.type === event.type) await handler.run();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @1 via run  <- type a | type b
        1 effect money (pays) @1 via run  <- type a | type b
        end returned 200
        end threw 500  <- type a
        end threw 500  <- type b
      `);
  });

  test('found in a list', () => {
    expect(
      traceBody(`
        const handlers = [{ type: 'a', run: () => ship() }, { type: 'b', run: () => pay() }];
        await handlers.find((handler) => handler.type === event.type)?.run();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @1 via run
        1 effect money (pays) @1 via run
        end returned 200
        end threw 500
      `);
  });
});
