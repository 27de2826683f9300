import { describe, expect, test } from 'vitest';
import { traceProgram } from '../support/trace-program.ts';

describe('injection', () => {
  test('a parameter property', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay } from 'effect';
    class Service { constructor(private readonly bank: { settle(): Promise<void> }) {} run() { return this.bank.settle(); } }
    const service = new Service({ settle: () => pay() });
    export const handler = async (event: any) => { await service.run(); };
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @3 via run > settle
  end returned 200
  end threw 500
`);
  });

  test('a field set in the constructor', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay } from 'effect';
    class Service { private act; constructor(deps) { this.act = deps.act; } run() { return this.act(); } }
    const service = new Service({ act: pay });
    export const handler = async (event: any) => { await service.run(); };
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @2 via run
  end returned 200
  end threw 500
`);
  });

  test('a parameter property of an instance made in the handler', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { Pool } from 'pg';
    import { pay } from 'effect';
    class Claims {
      constructor(private readonly db: Pool) {}
      async claim(id: string) { return (await this.db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [id])).rowCount === 1; }
    }
    export async function handler(event: any) {
      const claims = new Claims(new Pool());
      if (!(await claims.claim(event.id))) return;
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 insert seen (id=event key) on conflict ignore @5 via claim
  1 effect money (pays) @10  <- 0 won
  end returned 200  <- 0 lost
  end returned 200  <- 0 won
  end threw 500  <- 0 threw
  end threw 500  <- 0 won
`);
  });

  test("a class that extends a library's", () => {
    expect(
      traceProgram({
        'app.ts': `
    import Stripe from 'stripe';
    class Payments extends Stripe {
      async payOut(amount) { return this.transfers.create({ amount }); }
    }
    export async function handler(event: any) { await new Payments('sk').payOut(1); }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays out) key missing @3 via payOut
  end returned 200
  end threw 500
`);
  });

  test('a parent of another file', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { Base } from './base';
    import { pay } from 'effect';
    class Payer extends Base { protected async act() { await pay(); } }
    export async function handler(event: any) { await new Payer().run(event); }
  `,
        'base.ts': `
    import { mail } from 'effect';
    export abstract class Base {
      async run(event: any) { await this.act(event); await this.after(); }
      protected abstract act(event: any): Promise<void>;
      private async after() { await mail(); }
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @3 via run > act
  1 effect message (mails) @5 via run > after
  end returned 200
  end threw 500
`);
  });

  test('injected classes, by their types, through two services', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { Controller } from './controller';
    declare const controller: Controller;
    export async function handler(event: any) { await controller.handle(event); }
  `,
        'controller.ts': `
    import { Payouts } from './payouts';
    export class Controller { constructor(private readonly payouts: Payouts) {} async handle(event: any) { await this.payouts.run(event); } }
  `,
        'payouts.ts': `
    import { Pool } from 'pg';
    import { pay } from 'effect';
    export class Payouts {
      constructor(private readonly db: Pool) {}
      async run(event: any) { await this.db.query('DELETE FROM carts WHERE id = $1', [event.cart]); await pay(); }
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 delete carts where id = event @5 via handle > run
  1 effect money (pays) @5 via handle > run
  end returned 200
  end threw 500
  end threw 500  <- 0 threw
`);
  });

  test('a parameter annotated with a class, where the argument is not known', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { container } from 'some-container';
    import { settle } from './settle';
    export async function handler(event: any) { await settle(container.resolve('payouts')); }
  `,
        'settle.ts': `
    import type { Payouts } from './payouts';
    export const settle = async (payouts: Payouts) => { await payouts.run(); };
  `,
        'payouts.ts': `
    import { pay } from 'effect';
    export class Payouts { async run() { await pay(); } }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @2 via settle > run
  end returned 200
  end threw 500
`);
  });

  test('a variable annotated with a client, where its value is not known', () => {
    expect(
      traceProgram({
        'app.ts': `
    import type { Pool } from 'pg';
    import { container } from 'some-container';
    import { pay } from 'effect';
    export async function handler(event: any) {
      const db: Pool = container.resolve('db');
      const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
      if (rowCount === 0) return;
      await pay();
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 insert seen (id=event key) on conflict ignore @6
  1 effect money (pays) @8  <- 0 won
  end returned 200  <- 0 lost
  end returned 200  <- 0 won
  end threw 500
  end threw 500  <- 0 threw
  end threw 500  <- 0 won
`);
  });

  test('a service made in another file', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { service } from './service';
    export async function handler(event: any) { await service.run(); }
  `,
        'service.ts': `
    import { Payouts } from './payouts';
    class Service { constructor(private payouts: Payouts) {} async run() { await this.payouts.run(); } }
    export const service = new Service(new Payouts());
  `,
        'payouts.ts': `
    import { pay } from 'effect';
    export class Payouts { async run() { await pay(); } }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @2 via run > run
  end returned 200
  end threw 500
`);
  });
});
