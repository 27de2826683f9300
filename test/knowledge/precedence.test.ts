import { describe, expect, it } from 'vitest';
import { Knowledge } from '../../src/knowledge/registry.ts';
import { defineLibrary } from '../../src/knowledge/types.ts';
import type { Library, Meaning } from '../../src/knowledge/types.ts';

const nothing: Meaning = { is: 'nothing' };
const refetch: Meaning = { is: 'refetch' };

function library(calls: Library['calls'], types: Library['types'] = {}): Library {
  return defineLibrary({ name: 'parcels', packages: ['parcels'], source: 'this test', types, calls });
}

function asked(path: string, ...libraries: readonly Library[]): unknown {
  return new Knowledge(libraries).package('parcels')?.call(path);
}

describe('of two entries of the tables for one call', () => {
  it.each([
    ['a name wins over any name', { 'Client.*': nothing, 'Client.create': refetch }],
    ['in whichever order they stand', { 'Client.create': refetch, 'Client.*': nothing }],
    ['fewer of any name win over more', { '*.*': nothing, 'Client.*': refetch }],
  ])('%s', (_what, calls) => {
    expect(asked('Client.create', library(calls))).toBe(refetch);
  });

  it('the more specific wins across files, too', () => {
    const wide = library({ '*.*': nothing });
    const close = library({ 'Client.create': refetch });
    expect(asked('Client.create', wide, close)).toBe(refetch);
    expect(asked('Client.create', close, wide)).toBe(refetch);
  });

  it('of two that say the same path the first file holds', () => {
    const first = library({ 'Client.create': refetch, 'Client.*': refetch });
    const second = library({ 'Client.create': nothing, 'Client.*': nothing });
    expect([asked('Client.create', first, second), asked('Client.list', first, second)]).toEqual([refetch, refetch]);
  });
});

it('a call on the way to one that is known is no unknown call', () => {
  const known = new Knowledge([library({ 'createHmac().update().digest': nothing })]).package('parcels');
  expect(['createHmac()', 'createHmac().update()', 'createSign()'].map((path) => known?.isOnTheWay(path))).toEqual([
    true,
    true,
    false,
  ]);
});
