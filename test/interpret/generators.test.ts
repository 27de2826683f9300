import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('generators', () => {
  test('what a generator does is done when it is looped over', () => {
    expect(
      traceBody(`
        function* steps() { yield pay(); yield ship(); }
        for (const step of steps()) await step;
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via steps
        1 effect shipment (ships) @1 via steps
        end returned 200
        end threw 500
      `);
  });

  test('an async generator', () => {
    expect(
      traceBody(`
        async function* steps() { await pay(); yield 1; await ship(); }
        for await (const step of steps()) await mail(step);
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via steps
        1 effect shipment (ships) @1 via steps
        2 effect message (mails) @2
        end returned 200
        end threw 500
      `);
  });

  test('yield* hands on', () => {
    expect(
      traceBody(`
        function* inner() { yield pay(); }
        function* outer() { yield* inner(); }
        for (const step of outer()) await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via outer > inner
        1 effect shipment (ships) @3
        end returned 200
        end threw 500
      `);
  });

  test('a method that is a generator', () => {
    expect(
      traceBody(`
        class Steps { async *run() { await pay(); yield 1; } }
        for await (const step of new Steps().run()) await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via run
        1 effect shipment (ships) @2
        end returned 200
        end threw 500
      `);
  });
});
