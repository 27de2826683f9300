import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('evaluation order', () => {
  test('one after the other', () => {
    expect(
      traceBody(`
        await pay();
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect shipment (ships) @2
        end returned 200
        end threw 500
      `);
  });

  test('arguments from left to right, before the call that is given them', () => {
    expect(
      traceBody(`
        await pay(await ship(), await mail());
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @1
        1 effect message (mails) @1
        2 effect money (pays) @1
        end returned 200
        end threw 500
      `);
  });

  test('a call inside a call, innermost first', () => {
    expect(
      traceBody(`
        const charge = async (of) => pay(of);
        await charge(await ship());
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @2
        1 effect money (pays) @1 via charge
        end returned 200
        end threw 500
      `);
  });

  test('the receiver before the arguments', () => {
    expect(
      traceBody(`
        const made = async () => { await ship(); return { pay }; };
        (await made()).pay(await mail());
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @1 via made
        1 effect message (mails) @2
        2 effect money (pays) @2
        end returned 200
        end threw 500
      `);
  });

  test('properties of an object and items of a list in the order written', () => {
    expect(
      traceBody(`
        const all = { a: await pay(), b: [await ship(), ...(await mail())] };
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect shipment (ships) @1
        2 effect message (mails) @1
        end returned 200
        end threw 500
      `);
  });

  test('the right side before it is assigned, and a sequence from left to right', () => {
    expect(
      traceBody(`
        let x;
        x = (await pay(), await ship());
        x += await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        1 effect shipment (ships) @2
        2 effect message (mails) @3
        end returned 200
        end threw 500
      `);
  });

  test('a call that is not awaited has begun all the same', () => {
    expect(
      traceBody(`
        pay();
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect shipment (ships) @2
        end returned 200
        end threw 500
      `);
  });

  test('a promise that is made first and awaited later', () => {
    expect(
      traceBody(`
        const paid = pay();
        await ship();
        await paid;
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect shipment (ships) @2
        end returned 200
        end threw 500
      `);
  });

  test('a function that is only named does nothing', () => {
    expect(
      traceBody(`
        const later = () => pay();
        const other = pay;
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @3
        end returned 200
        end threw 500
      `);
  });

  test('what stands behind a return or a throw is not reached', () => {
    expect(
      traceBody(`
        if (event.done) { return; pay(); }
        throw new Error('no');
        ship();
      `),
    ).toMatchInlineSnapshot(`
        end returned 200
        end threw 500
      `);
  });

  test('typeof and void have their operands evaluated', () => {
    expect(
      traceBody(`
        void (await pay());
        if (typeof (await ship()) === 'string') await mail();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1
        1 effect shipment (ships) @2
        2 effect message (mails) @2
        end returned 200
        end threw 500
      `);
  });

  test('the condition before either branch', () => {
    expect(
      traceBody(`
        if (await pay()) await ship();
        else await mail();
      `),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @1
      1 effect shipment (ships) @1
      2 effect message (mails) @2
      end returned 200
      end threw 500
    `);
  });
});
