import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

describe('try, catch and finally', () => {
  test('what follows a try is reached when its block went well and when the error was caught', () => {
    expect(
      traceBody(`
        try {
          await pay();
        } catch {
          await mail();
        }
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        1 effect message (mails) @4
        2 effect shipment (ships) @6
        end returned 200
        end threw 500
      `);
  });

  test('the catch is reached only by what can throw', () => {
    expect(
      traceBody(`
        try {
          const x = 1;
        } catch {
          await pay();
        }
        await ship();
      `),
    ).toMatchInlineSnapshot(`
        0 effect shipment (ships) @6
        end returned 200
        end threw 500
      `);
  });

  test('an error that is thrown again ends the handler', () => {
    expect(
      traceBody(`
        try {
          await db.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
        } catch (error) {
          throw error;
        }
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) @2
        1 effect money (pays) @6  <- 0 returned
        end returned 200  <- 0 returned
        end threw 500  <- 0 returned
        end threw 500  <- 0 threw
      `);
  });

  test('a unique violation is told by its code, and only the winner goes on', () => {
    expect(
      traceBody(`
        try {
          await db.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
        } catch (error) {
          if (error.code === '23505') return;
          throw error;
        }
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) @2
        1 effect money (pays) @7  <- 0 returned
        end returned 200  <- 0 conflict
        end returned 200  <- 0 returned
        end threw 500  <- 0 failed
        end threw 500  <- 0 returned
      `);
  });

  test('with the codes turned round: another error is thrown again, a conflict is swallowed', () => {
    expect(
      traceBody(`
        try {
          await db.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
        } catch (error) {
          if (error.code !== '23505') throw error;
        }
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) @2
        1 effect money (pays) @6  <- 0 conflict | 0 returned
        end returned 200  <- 0 conflict
        end returned 200  <- 0 returned
        end threw 500  <- 0 conflict
        end threw 500  <- 0 failed
        end threw 500  <- 0 returned
      `);
  });

  test('P2002 of Prisma, told behind instanceof', () => {
    expect(
      traceBody(`
        const { Prisma, PrismaClient } = await import('@prisma/client');
        const prisma = new PrismaClient();
        try {
          await prisma.seen.create({ data: { id: event.id } });
        } catch (error) {
          if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return;
          throw error;
        }
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) @4
        1 effect money (pays) @9  <- 0 returned
        end returned 200  <- 0 conflict
        end returned 200  <- 0 returned
        end threw 500  <- 0 failed
        end threw 500  <- 0 returned
        end threw 500  <- 0 threw
      `);
  });

  test('a catch that tests nothing knows nothing', () => {
    expect(
      traceBody(`
        try {
          await db.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
        } catch {
          return;
        }
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) @2
        1 effect money (pays) @6  <- 0 returned
        end returned 200  <- 0 returned
        end returned 200  <- 0 threw
        end threw 500  <- 0 returned
      `);
  });

  test('a catch that goes on lets the loser act', () => {
    expect(
      traceBody(`
        try {
          await db.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
        } catch (error) {
          console.error(error);
        }
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) @2
        1 effect money (pays) @6  <- 0 returned | 0 threw
        end returned 200  <- 0 returned
        end returned 200  <- 0 threw
        end threw 500  <- 0 returned
        end threw 500  <- 0 threw
      `);
  });

  test('a helper tells the conflict', () => {
    expect(
      traceBody(`
        const isDuplicate = (error) => error?.code === '23505';
        try {
          await db.query('INSERT INTO seen (id) VALUES ($1)', [event.id]);
        } catch (error) {
          if (isDuplicate(error)) return;
          throw error;
        }
        await pay();
      `),
    ).toMatchInlineSnapshot(`
        0 insert seen (id=event key) @3
        1 effect money (pays) @8  <- 0 returned
        end returned 200  <- 0 conflict
        end returned 200  <- 0 returned
        end threw 500  <- 0 failed
        end threw 500  <- 0 returned
      `);
  });

  test('finally runs on the way out, whichever way that is', () => {
    expect(
      traceBody(`
        try {
          await pay();
          return;
        } finally {
          await mail();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        1 effect message (mails) @5
        end returned 200
        end threw 500
      `);
  });

  test('finally that returns swallows the error', () => {
    expect(
      traceBody(`
        try {
          await pay();
        } finally {
          return;
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        end returned 200
      `);
  });

  test('what a nested function throws is caught outside of it', () => {
    expect(
      traceBody(`
        const work = async () => { await pay(); throw new Error('after'); };
        try {
          await work();
        } catch {
          await mail();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @1 via work
        1 effect message (mails) @5
        end returned 200
        end threw 500
      `);
  });

  test('a promise that is returned without await rejects outside of the try', () => {
    expect(
      traceBody(`
        const work = async () => {
          try {
            return pay();
          } catch {
            await mail();
          }
        };
        await work();
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @3 via work
        end returned 200
        end threw 500
      `);
  });

  test('a promise that nobody awaits does not throw into the try', () => {
    expect(
      traceBody(`
        try {
          pay();
        } catch {
          await mail();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect money (pays) @2
        end returned 200
      `);
  });

  test('an error in the catch itself goes up', () => {
    expect(
      traceBody(`
        try {
          throw new Error('a');
        } catch {
          throw new Error('b');
        } finally {
          await mail();
        }
      `),
    ).toMatchInlineSnapshot(`
        0 effect message (mails) @6
        end threw 500
      `);
  });
});
