import { describe, expect, test } from 'vitest';
import { traceProgram } from '../support/trace-program.ts';

describe('wrappers of functions', () => {
  test('asyncHandler of this code base', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay } from 'effect';
    const asyncHandler = (run) => (event, next) => Promise.resolve(run(event)).catch(next);
    export const handler = asyncHandler(async (event) => { await pay(); });
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @3 via run
  end returned 200
  end threw 500
`);
  });

  test('withX(withY(handler))', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay, ship, mail } from 'effect';
    const withReceipt = (run) => async (event) => { await run(event); await mail(); };
    const withParcel = (run) => async (event) => { await ship(); return run(event); };
    export const handler = withReceipt(withParcel(async (event) => { await pay(); }));
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect shipment (ships) @3 via run
  1 effect money (pays) @4 via run > run
  2 effect message (mails) @2
  end returned 200
  end threw 500
`);
  });

  test('a wrapper of another file that claims first', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay } from 'effect';
    import { once } from './once';
    export const handler = once(async (event) => { await pay(); });
  `,
        'once.ts': `
    import { Pool } from 'pg';
    const db = new Pool();
    export function once<T>(run: (event: T) => Promise<void>) {
      return async (event: any) => {
        const { rowCount } = await db.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        if (rowCount === 0) return;
        await run(event);
      };
    }
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 insert seen (id=event key) on conflict ignore @5
  1 effect money (pays) @3 via run  <- 0 won
  end returned 200  <- 0 lost
  end returned 200  <- 0 won
  end threw 500  <- 0 threw
  end threw 500  <- 0 won
`);
  });

  test('a wrapper that catches all', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay } from 'effect';
    const safely = (run) => async (event) => { try { return await run(event); } catch (error) { console.error(error); } };
    export const handler = safely(async (event) => { await pay(); });
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @3 via run
  end returned 200
`);
  });

  test('compose and pipe of this code base', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay, ship } from 'effect';
    const compose = (...steps) => async (event) => { for (const step of steps) await step(event); };
    export const handler = compose(async () => { await pay(); }, async () => { await ship(); });
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @3 via step
  1 effect shipment (ships) @3 via step
  end returned 200
  end threw 500
`);
  });

  test('a wrapper that is curried with options', () => {
    expect(
      traceProgram({
        'app.ts': `
    import { pay } from 'effect';
    const withRetry = ({ times }) => (run) => async (...args) => run(...args);
    export const handler = withRetry({ times: 3 })(async (event) => { await pay(event); });
  `,
      }),
    ).toMatchInlineSnapshot(`
  0 effect money (pays) @3 via run
  end returned 200
  end threw 500
`);
  });
});
