import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('injection', () => {
  test('a constructor\'s parameter property, by what is handed in', () => {
    expect(traceBody(`
        class Service { constructor(private readonly bank: { settle(): Promise<void> }) {} run() { return this.bank.settle(); } }
        await new Service({ settle: () => pay() }).run();
      `)).toMatchInlineSnapshot(`
        0 effect money (pays) @2 via run > settle
        end returned 200
        end threw 500
      `);
  });

  test('a field set in the constructor', () => {
    expect(traceBody(`
        class Service { private act; constructor(deps) { this.act = deps.act; } run() { return this.act(); } }
        await new Service({ act: pay }).run();
      `)).toMatchInlineSnapshot(`
        end returned 200
        end threw 500
      `);
  });

  test('an injected class, by its type alone', () => {
    expect(traceBody(`
        const { Controller } = await import('./controller');
        await Controller.prototype.handle.call(event.controller, event);
        await handle(event);
        async function handle(event, controller?: Controller) {}
      `, {
  'controller.ts': `
import { Payouts } from './payouts';
export class Controller { constructor(private readonly payouts: Payouts) {} handle(event: any) { return this.payouts.run(event); } }
  `,
  'payouts.ts': `
import { pay } from 'effect';
export class Payouts { run(event: any) { return pay(); } }
  `,
})).toMatchInlineSnapshot(`
  end returned 200
  end threw 500
`);
  });

  test('a parameter annotated with a class of another file', () => {
    expect(traceBody(`
        const { settle } = await import('./settle');
        await settle(event.anything);
      `, {
  'settle.ts': `
import type { Payouts } from './payouts';
export const settle = async (payouts: Payouts) => { await payouts.run(); };
  `,
  'payouts.ts': `
import { pay } from 'effect';
export class Payouts { async run() { await pay(); } }
  `,
})).toMatchInlineSnapshot(`
  end returned 200
  end threw 500
`);
  });

  test('a parameter annotated with a client of a library', () => {
    expect(traceBody(`
        const { claim } = await import('./claim');
        if (!(await claim(event.client, event.id))) return;
        await pay();
      `, {
  'claim.ts': `
import type { PoolClient } from 'pg';
export async function claim(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  return rowCount === 1;
}
  `,
})).toMatchInlineSnapshot(`
  0 maybe claim client.query @4 via claim
  1 effect money (pays) @3
  end returned 200
  end threw 500
`);
  });

  test('an object of dependencies', () => {
    expect(traceBody(`
        const { makeHandler } = await import('./make');
        await makeHandler({ bank: { settle: pay }, post: { send: mail } })(event);
      `, {
  'make.ts': `
export const makeHandler = ({ bank, post }: any) => async (event: any) => { await bank.settle(); await post.send(); };
  `,
})).toMatchInlineSnapshot(`
  0 effect money (pays) @2 via makeHandler()
  1 effect message (mails) @2 via makeHandler()
  end returned 200
  end threw 500
`);
  });

  test('a service made in another file', () => {
    expect(traceBody(`
        const { service } = await import('./service');
        await service.run();
      `, {
  'service.ts': `
import { Payouts } from './payouts';
class Service { constructor(private payouts: Payouts) {} async run() { await this.payouts.run(); } }
export const service = new Service(new Payouts());
  `,
  'payouts.ts': `
import { pay } from 'effect';
export class Payouts { async run() { await pay(); } }
  `,
})).toMatchInlineSnapshot(`
  0 effect money (pays) @3 via run > run
  end returned 200
  end threw 500
`);
  });

});
