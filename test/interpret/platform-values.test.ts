import { describe, expect, test } from 'vitest';
import { runProgram } from '../support/trace-program.ts';
import { Origin } from '../../src/interpret/value.ts';

/** What the columns of the one insert hold: text or constant, and whether the clock made it. */
function written(values: string) {
  const { trace } = runProgram({
    'app.ts': `import { Pool } from 'pg';\nconst db = new Pool();\nexport async function handler(event: any) { await db.query('INSERT INTO t (a) VALUES ($1)', [${values}]); }`,
  });
  const fact = trace.steps[0]?.fact;
  const value = fact?.kind === 'operation' ? fact.operation.columns[0]?.value : undefined;
  return { text: value?.text ?? null, isClock: ((value?.origins ?? 0) & Origin.clock) !== 0 };
}

describe('values that the platform makes', () => {
  test.each([
    ['new Date()', true],
    ['new Date().toISOString()', true],
    ['new Date(event.created)', false],
    ["new Date('2020-01-01')", false],
  ])('%s', (code, isClock) => {
    expect(written(code).isClock).toBe(isClock);
  });

  test.each([
    ["new URL('https://api.example.com/v1/refunds')", 'https://api.example.com/v1/refunds'],
    ["new URL('/v1/refunds', 'https://api.example.com')", 'https://api.example.com/v1/refunds'],
    ["new URL('/v1/refunds', 'https://api.example.com/old/path').href", 'https://api.example.com/v1/refunds'],
    ["new URL('refunds', 'https://api.example.com/v1/')", 'https://api.example.com/v1/refunds'],
    ["new URL('refunds', 'https://api.example.com/v1')", 'https://api.example.com/refunds'],
    ["new URL('https://other.example.com/x', 'https://api.example.com').toString()", 'https://other.example.com/x'],
    ['new URL(`/v1/${event.order}/refunds`, "https://api.example.com")', 'https://api.example.com/v1/\u0000/refunds'],
  ])('%s', (code, text) => {
    expect(written(code).text).toBe(text);
  });
});
