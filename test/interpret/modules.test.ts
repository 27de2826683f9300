import { describe, expect, test } from 'vitest';
import { traceProgram } from '../support/trace-program.ts';

describe('modules', () => {
  test('named, renamed and default exports', () => {
    expect(
      traceProgram({
        'app.ts': `
    import settle, { parcel as send } from './acts';
    export async function handler(event: any) { await settle(); await send(); }
  `,
        'acts.ts': `
    import { pay, ship } from 'effect';
    export default async function () { await pay(); }
    const dispatch = async () => { await ship(); };
    export { dispatch as parcel };
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @2 via default
  1 effect shipment (ships) @3 via dispatch
  end returned 200
  end threw 500
`);
  });

  test('barrels, one behind the other', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { settle } from './lib';
    export async function handler(event: any) { await settle(); }
  `,
        'lib/index.ts': `
    export * from './money';
  `,
        'lib/money/index.ts': `
    export { settleNow as settle } from './settle';
  `,
        'lib/money/settle.ts': `
    import { pay } from 'effect';
    export async function settleNow() { await pay(); }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @2 via settleNow
  end returned 200
  end threw 500
`);
  });

  test('a namespace import, and one that is exported again', () => {
    expect(
      traceProgram({
        'app.ts': `
    import * as money from './money';
    import { parcels } from './barrel';
    export async function handler(event: any) { await money.settle(); await parcels.send(); }
  `,
        'money.ts': `
    import { pay } from 'effect'; export const settle = () => pay();
  `,
        'barrel.ts': `
    export * as parcels from './parcels';
  `,
        'parcels.ts': `
    import { ship } from 'effect'; export const send = () => ship();
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @1 via settle
  1 effect shipment (ships) @1 via send
  end returned 200
  end threw 500
`);
  });

  test('import, then export in two lines', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { settle } from './barrel';
    export async function handler(event: any) { await settle(); }
  `,
        'barrel.ts': `
    import { settle } from './money'; export { settle };
  `,
        'money.ts': `
    import { pay } from 'effect'; export const settle = () => pay();
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @1 via settle
  end returned 200
  end threw 500
`);
  });

  test('CommonJS: module.exports of an object, and exports.x', () => {
    expect(
      traceProgram({
        'app.ts': `
    const { settle } = require('./money');
    const parcels = require('./parcels');
    exports.handler = async function handler(event) { await settle(); await parcels.send(); };
  `,
        'money.js': `
    const { pay } = require('effect'); module.exports = { settle: async () => pay() };
  `,
        'parcels.js': `
    const effect = require('effect'); exports.send = async () => { await effect.ship(); };
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @1 via settle
  1 effect shipment (ships) @1 via send
  end returned 200
  end threw 500
`);
  });

  test('CommonJS: module.exports of a function and of a class', () => {
    expect(
      traceProgram({
        'app.ts': `
    const settle = require('./settle');
    const Bank = require('./bank');
    const bank = new Bank();
    module.exports.handler = async (event) => { await settle(); await bank.tell(); };
  `,
        'settle.js': `
    const { pay } = require('effect'); module.exports = async function settle() { await pay(); };
  `,
        'bank.js': `
    const { mail } = require('effect'); class Bank { async tell() { await mail(); } } module.exports = Bank;
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @1 via default
  1 effect message (mails) @1 via tell
  end returned 200
  end threw 500
`);
  });

  test('an ES module imports a CommonJS one', () => {
    expect(
      traceProgram({
        'app.ts': `
    import money, { settle } from './money.js';
    export async function handler(event: any) { await settle(); await money.tell(); }
  `,
        'money.js': `
    const { pay, mail } = require('effect'); async function settle() { await pay(); } module.exports = { settle, tell: () => mail() };
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @1 via settle
  1 effect message (mails) @1 via tell
  end returned 200
  end threw 500
`);
  });

  test('import() of a file, destructured and as a whole', () => {
    expect(
      traceProgram({
        'app.ts': `
    export async function handler(event: any) {
      const { settle } = await import('./money');
      await settle();
      const parcels = await import('./parcels');
      await parcels.default();
      await import('./parcels').then((module) => module.later());
    }
  `,
        'money.ts': `
    import { pay } from 'effect'; export const settle = () => pay();
  `,
        'parcels.ts': `
    import { ship, mail } from 'effect'; export default async () => { await ship(); }; export const later = async () => { await mail(); };
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @1 via settle
  1 effect shipment (ships) @1 via default
  2 effect message (mails) @1 via then > later
  end returned 200
  end threw 500
`);
  });

  test('an import with the extension of what it is compiled to', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { settle } from './money.js';
    export async function handler(event: any) { await settle(); }
  `,
        'money.ts': `
    import { pay } from 'effect'; export const settle = () => pay();
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @1 via settle
  end returned 200
  end threw 500
`);
  });

  test('export =', () => {
    expect(
      traceProgram({
        'app.ts': `
    import bank = require('./bank');
    export async function handler(event: any) { await bank.settle(); }
  `,
        'bank.ts': `
    import { pay } from 'effect'; const bank = { settle: () => pay() }; export = bank;
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @1 via settle
  end returned 200
  end threw 500
`);
  });

  test('an object of another file, its members functions of further ones', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { services } from './services';
    export async function handler(event: any) { await services.money.settle(); }
  `,
        'services.ts': `
    import * as money from './money'; export const services = { money };
  `,
        'money.ts': `
    import { pay } from 'effect'; export const settle = () => pay();
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @1 via settle
  end returned 200
  end threw 500
`);
  });

  test('a file that is not there is unknown', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { settle } from './missing';
    export async function handler(event: any) { await settle(event.amount); }
  `,
      }),
    ).toMatchInlineSnapshot(`
  end returned 200
  end threw 500
`);
  });

  test('a cycle of imports', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { a } from './a';
    export async function handler(event: any) { await a(); }
  `,
        'a.ts': `
    import { b } from './b'; import { pay } from 'effect'; export async function a() { await b(); } export const act = pay;
  `,
        'b.ts': `
    import { act } from './a'; export async function b() { await act(); }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @1 via a > b
  end returned 200
  end threw 500
`);
  });

  test('a cycle of re-exports is unknown', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay } from 'effect';
    import { nothing } from './a';
    export async function handler(event: any) { await nothing(); await pay(); }
  `,
        'a.ts': `
    export * from './b';
  `,
        'b.ts': `
    export * from './a'; export { nothing } from './a';
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @3
  end returned 200
  end threw 500
`);
  });
});
