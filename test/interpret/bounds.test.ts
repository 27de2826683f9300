import { describe, expect, test } from 'vitest';
import { runProgram, traceBody, traceProgram } from '../support/trace-program.ts';

/** A bound that is hit weakens to unknown, never to a report; and no program takes longer than this. */
const patience = 8000;

function timed<T>(run: () => T): T {
  const start = performance.now();
  const result = run();
  expect(performance.now() - start).toBeLessThan(patience);
  return result;
}

function program(body: string): Record<string, string> {
  return {
    'app.ts': `import { pay } from 'effect';\nimport { Pool } from 'pg';\nconst db = new Pool();\nexport async function handler(event: any) {${body}}`,
  };
}

describe('bounds', () => {
  test('a function that calls itself', () => {
    expect(
      traceBody(`
        const again = async (n) => { await pay(); if (n > 0) await again(n - 1); };
        await again(event.n);
      `),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @1 via again
      1 effect money (pays) @1 via again > again
      end returned 200
      end returned 200  <- weakened
      end threw 500
    `);
  });

  test('two functions that call each other without end, and take no step', () => {
    expect(
      traceBody(`
        async function a() { await b(); }
        async function b() { await a(); }
        await a();
        await pay();
      `),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @4
      end returned 200
      end threw 500
    `);
  });

  test('calls inside calls, forty deep', () => {
    const chain = Array.from({ length: 40 }, (_, i) => `async function f${i}() { await f${i + 1}(); }`).join('\n');
    const { trace } = timed(() =>
      runProgram({
        'app.ts': `import { pay } from 'effect';\n${chain}\nasync function f40() { await pay(); }\nexport async function handler(event: any) { await f0(); await pay(); }`,
      }),
    );
    expect(trace.steps.map(({ snapshots }) => snapshots.map(({ weakened }) => weakened))).toEqual([[true]]);
  });

  test('conditions that double the paths, thirty times', () => {
    const conditions = Array.from(
      { length: 30 },
      (_, i) =>
        `if (event.a${i}) { const r = await db.query('INSERT INTO t${i} (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.x]); if (r.rowCount) console.log(r); }`,
    ).join('\n');
    const { trace } = timed(() => runProgram(program(`${conditions}\nawait pay();`)));
    const [pays] = trace.steps.filter(({ fact }) => fact.kind === 'effect');
    const weakened = pays?.snapshots.filter((snapshot) => snapshot.weakened) ?? [];
    const exact = pays?.snapshots.filter((snapshot) => !snapshot.weakened) ?? [];
    expect(weakened).toHaveLength(1);
    // A few paths go on as they are, the one on which no condition holds among them.
    expect(exact.length).toBeGreaterThan(0);
    expect(exact.some(({ outcomes }) => outcomes.size === 0)).toBe(true);
  });

  test('conditions on reads, thirty times', () => {
    const reads = Array.from(
      { length: 30 },
      (_, i) => `const r${i} = (await db.query('SELECT a FROM t${i}')).rows[0]; if (!r${i}) return;`,
    ).join('\n');
    const { trace } = timed(() =>
      runProgram({
        'app.ts': `import { pay } from 'effect';\nimport { Pool } from 'pg';\nconst db = new Pool();\nexport async function handler(event: any) {${reads} await pay(); }`,
      }),
    );
    expect(trace.steps).toHaveLength(31);
    expect(trace.complete).toBe(true);
  });

  test('a map of a thousand handlers', () => {
    const handlers = Array.from({ length: 1000 }, (_, i) => `'type.${i}': async () => { await pay(); }`).join(',\n');
    timed(() => traceBody(`const handlers = {${handlers}};\nawait handlers[event.type]();`));
  });

  test('a function called from a thousand places', () => {
    const calls = Array.from({ length: 1000 }, () => 'await one();').join('\n');
    const { trace } = timed(() =>
      runProgram({
        'app.ts': `import { pay } from 'effect';\nconst one = async () => { await pay(); };\nexport async function handler(event: any) {\n${calls}\n}`,
      }),
    );
    expect(trace.steps.length).toBeLessThan(1000);
  });

  test('expressions that are long and deep', () => {
    const deep = `${'('.repeat(2000)}event.id${')'.repeat(2000)}`;
    const sum = Array.from({ length: 200 }, (_, i) => `event.a${i}`).join(' + ');
    const either = Array.from({ length: 500 }, (_, i) => `event.a${i} === ${i}`).join(' || ');
    timed(() => traceBody(`const a = ${deep};\nconst b = ${sum};\nif (${either}) return;\nawait pay();`));
  });

  test('ifs nested five hundred deep', () => {
    const nested = `${'if (event.a) { '.repeat(500)}await pay();${' }'.repeat(500)}`;
    timed(() => traceBody(nested));
  });

  test.each([
    ['calls', (n: number) => `${'f('.repeat(n)}1${')'.repeat(n)};`],
    ['ternaries', (n: number) => `const a = ${'event.a ? 1 : '.repeat(n)}2;`],
    ['lists', (n: number) => `const a = ${'['.repeat(n)}1${']'.repeat(n)};`],
    ['objects', (n: number) => `const a = ${'{ a: '.repeat(n)}1${' }'.repeat(n)};`],
    ['patterns', (n: number) => `const ${'{ a: '.repeat(n)}b${' }'.repeat(n)} = event;`],
    ['conditions on the right', (n: number) => `const a = ${'event.a && ('.repeat(n)}1${')'.repeat(n)};`],
    ['tries', (n: number) => `${'try { '.repeat(n)}f();${' } finally { f(); }'.repeat(n)}`],
  ])('%s inside each other, two thousand deep: the way through them is unknown', (_, nest) => {
    const { trace } = timed(() => runProgram(program(`${nest(2000)}\nawait pay();`)));
    const ways = trace.steps.flatMap(({ fact, snapshots }) => (fact.kind === 'effect' ? snapshots : []));
    expect(!trace.complete || ways.length === 0 || ways.some(({ weakened }) => weakened)).toBe(true);
  });

  test('two thousand terms are one text', () => {
    const terms = Array.from({ length: 2000 }, (_, i) => ` + ' AND a${i} = 1'`).join('');
    const { trace } = timed(() =>
      runProgram({
        'app.ts': `import { Pool } from 'pg';\nconst db = new Pool();\nexport async function handler(event: any) { await db.query('UPDATE t SET b = 1 WHERE id = 1'${terms}); }`,
      }),
    );
    const [step] = trace.steps;
    expect(step?.fact.kind === 'operation' && step.fact.operation.where).toHaveLength(2001);
    expect(step?.snapshots.map(({ weakened }) => weakened)).toEqual([false]);
  });

  test('a file of two megabytes', () => {
    const filler = Array.from(
      { length: 20_000 },
      (_, i) => `export function f${i}(a, b) { if (a) return [a.map((x) => x + ${i}), b]; return { a, b, c: ${i} }; }`,
    ).join('\n');
    expect(filler.length).toBeGreaterThan(2_000_000);
    timed(() => {
      expect(
        traceProgram({
          'app.ts':
            "import { pay } from 'effect';\nimport { f3 } from './bundle';\nexport async function handler(event: any) { f3(event.a, 1); await pay(); }",
          'bundle.js': filler,
        }),
      ).toContain('effect money');
    });
  });

  test('a binary that is named as a source file', () => {
    const bytes = String.fromCharCode(...Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256));
    expect(
      traceProgram({
        'app.ts': `
          import { pay } from 'effect';
          import { logo } from './logo';
          export async function handler(event: any) { logo(); await pay(); }
        `,
        'logo.ts': `\u0000\u0001${bytes}`,
      }),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @3
      end returned 200
      end threw 500
    `);
  });

  test('a module that imports itself, and constants that are made of each other', () => {
    expect(
      traceProgram({
        'app.ts': `
          import { pay } from 'effect';
          import { handler as self } from './app';
          const a = b + 1;
          const b = a + 1;
          class A extends A {}
          export async function handler(event: any) { new A().run(a, b); if (event.again) await self(event); await pay(); }
        `,
      }),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @6 via handler  <- any | weakened
      1 effect money (pays) @6  <- any | weakened
      end returned 200
      end returned 200  <- weakened
      end threw 500
      end threw 500  <- weakened
    `);
  });

  test('classes that extend each other in a circle', () => {
    expect(
      traceProgram({
        'app.ts': `
          import { pay } from 'effect';
          import { B } from './b';
          export class A extends B {}
          export async function handler(event: any) { await new A().run(); await pay(); }
        `,
        'b.ts': `
          import { A } from './app';
          export class B extends A {}
        `,
      }),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @4
      end returned 200
      end threw 500
    `);
  });
});
