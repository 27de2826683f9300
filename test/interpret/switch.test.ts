import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('switch', () => {
  test('each case with the event type that leads there', () => {
    expect(
      traceBody(`
        switch (event.type) {
          case 'order.paid':
            await ship();
            break;
          case 'order.refunded':
            await pay();
            break;
          default:
            await mail();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @3  <- type order.paid
        1 effect money (pays) @6  <- type order.refunded
        2 effect message (mails) @9
        end returned 200
        end threw 500
        end threw 500  <- type order.paid
        end threw 500  <- type order.refunded
      `);
  });

  test('falling through: the body below is reached from both', () => {
    expect(
      traceBody(`
        switch (event.type) {
          case 'a':
            await pay();
          case 'b':
            await ship();
            break;
          case 'c':
            await mail();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3  <- type a
        1 effect shipment (ships) @5
        2 effect message (mails) @8  <- type c
        end returned 200
        end threw 500
        end threw 500  <- type a
        end threw 500  <- type c
      `);
  });

  test('two labels of one body', () => {
    expect(
      traceBody(`
        switch (event.type) {
          case 'a':
          case 'b':
            await ship();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @4
        end returned 200
        end threw 500
      `);
  });

  test('a default that is not last falls through too', () => {
    expect(
      traceBody(`
        switch (event.type) {
          default:
            await mail();
          case 'a':
            await ship();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect message (mails) @3
        1 effect shipment (ships) @5
        end returned 200
        end threw 500
      `);
  });

  test('return leaves, break goes on behind the switch', () => {
    expect(
      traceBody(`
        switch (event.type) {
          case 'a':
            return;
          case 'b':
            break;
        }
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @7
        end returned 200
        end returned 200  <- type a
        end threw 500
      `);
  });

  test('switch (true)', () => {
    expect(
      traceBody(`
        switch (true) {
          case event.type === 'a':
            await pay();
            break;
          case event.type === 'b':
            await ship();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3  <- type a
        1 effect shipment (ships) @6  <- type b
        end returned 200
        end threw 500  <- type a
        end threw 500  <- type b
      `);
  });

  test("names of a case are the switch's own", () => {
    expect(
      traceBody(`
        const go = mail;
        switch (event.type) {
          case 'a': {
            const go = pay;
            await go();
            break;
          }
          default:
            await go();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @5  <- type a
        1 effect message (mails) @9
        end returned 200
        end threw 500
        end threw 500  <- type a
      `);
  });

  test('types from an enum of another file', () => {
    expect(
      traceBody(
        `
        const { Kind } = await import('./kind');
        switch (event.type) {
          case Kind.Paid:
            await ship();
        }
      `,
        {
          'kind.ts': `
export enum Kind { Paid = 'order.paid' }
  `,
        },
      ),
    ).toMatchInlineSnapshot(`
  0 effect shipment (ships) @4  <- type order.paid
  end returned 200
  end threw 500  <- type order.paid
`);
  });
});
