import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('classes', () => {
  test('a method, with this', () => {
    expect(
      traceBody(`
        class Bank {
          async settle() { await this.pay(); }
          async pay() { await pay(); }
        }
        await new Bank().settle();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3 via settle > pay
        end returned 200
        end threw 500
      `);
  });

  test('a method of a parent, overridden by the child', () => {
    expect(
      traceBody(`
        class Base {
          async run() { await this.act(); }
          async act() { await mail(); }
        }
        class Payer extends Base {
          override async act() { await pay(); }
        }
        await new Payer().run();
        await new Base().run();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @6 via run > act
        1 effect message (mails) @3 via run > act
        end returned 200
        end threw 500
      `);
  });

  test("super calls the parent's method on the same object", () => {
    expect(
      traceBody(`
        class Base { async act() { await this.more(); } async more() { await mail(); } }
        class Child extends Base {
          async act() { await super.act(); await pay(); }
          async more() { await ship(); }
        }
        await new Child().act();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @4 via act > act > more
        1 effect money (pays) @3 via act
        end returned 200
        end threw 500
      `);
  });

  test("super hands arguments to the parent's constructor", () => {
    expect(
      traceBody(`
        class Base { constructor(protected readonly act) {} run() { return this.act(); } }
        class Child extends Base { constructor() { super(pay); } }
        await new Child().run();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via run
        end returned 200
        end threw 500
      `);
  });

  test('private methods and fields', () => {
    expect(
      traceBody(`
        class Bank {
          #act = pay;
          async #settle() { await this.#act(); }
          async run() { await this.#settle(); }
        }
        await new Bank().run();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3 via run > #settle
        end returned 200
        end threw 500
      `);
  });

  test('getters run when they are read', () => {
    expect(
      traceBody(`
        class Bank { get act() { return pay; } get balance() { return ship(); } }
        const bank = new Bank();
        await bank.act();
        await bank.balance;
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3
        1 effect shipment (ships) @1 via balance
        end returned 200
        end threw 500
      `);
  });

  test('a getter of an object', () => {
    expect(
      traceBody(`
        const bank = { get act() { return pay; } };
        await bank.act();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        end returned 200
        end threw 500
      `);
  });

  test('static methods, and this in them', () => {
    expect(
      traceBody(`
        class Bank {
          static async run() { await this.settle(); }
          static async settle() { await pay(); }
        }
        await Bank.run();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3 via run > settle
        end returned 200
        end threw 500
      `);
  });

  test('arrow functions in fields keep this', () => {
    expect(
      traceBody(`
        class Bank {
          settle = async () => { await this.pay(); };
          async pay() { await pay(); }
        }
        const { settle } = new Bank();
        await settle();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3 via settle > pay
        end returned 200
        end threw 500
      `);
  });

  test("an object's methods call each other", () => {
    expect(
      traceBody(`
        const bank = {
          async settle() { await this.pay(); },
          async pay() { await pay(); },
        };
        await bank.settle();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3 via settle > pay
        end returned 200
        end threw 500
      `);
  });

  test('fields set by a method are seen by the next', () => {
    expect(
      traceBody(`
        class Work {
          won = false;
          async claim() { const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]); this.won = rowCount === 1; }
          async run() { await this.claim(); if (!this.won) return; await pay(); }
        }
        await new Work().run();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) on conflict ignore @3 via run > claim
        1 effect money (pays) @4 via run  <- 0 won
        end returned 200  <- 0 lost
        end returned 200  <- 0 won
        end threw 500  <- 0 threw
        end threw 500  <- 0 won
      `);
  });

  test('an abstract class with one child', () => {
    expect(
      traceBody(`
        abstract class Base { abstract act(): Promise<void>; async run() { await this.act(); } }
        class Payer extends Base { async act() { await pay(); } }
        const worker: Base = new Payer();
        await worker.run();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2 via run > act
        end returned 200
        end threw 500
      `);
  });
});
