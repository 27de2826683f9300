import { describe, expect, it } from 'vitest';
import { idempotencyKey, IdempotencyKeyPartError } from '../src/index.ts';

describe('idempotencyKey', () => {
  it('joins the parts in order', () => {
    expect(idempotencyKey('transfer', 'ord_1', 4200, 7n)).toBe('transfer:ord_1:4200:7');
  });

  it('is the same for the same parts and different for parts that only look alike once joined', () => {
    expect(idempotencyKey('a', 'b')).toBe(idempotencyKey('a', 'b'));
    const keys = [idempotencyKey('a:b', 'c'), idempotencyKey('a', 'b:c'), idempotencyKey('a', 'b', 'c')];
    expect(new Set(keys).size).toBe(3);
    expect(idempotencyKey('a%3Ab')).not.toBe(idempotencyKey('a:b'));
  });

  it('stays within 255 characters and keeps long keys apart by their end', () => {
    const long = 'x'.repeat(400);
    const keys = [idempotencyKey('mail', `${long}1`), idempotencyKey('mail', `${long}2`)];
    expect(keys.map((key) => key.length)).toEqual([255, 255]);
    expect(keys[0]).not.toBe(keys[1]);
    expect(idempotencyKey('x'.repeat(255))).toBe('x'.repeat(255));
  });

  it.each([
    [
      'undefined',
      undefined,
      'Part 2 of an idempotency key must be a string, a number or a bigint, but it is undefined.',
    ],
    ['null', null, 'Part 2 of an idempotency key must be a string, a number or a bigint, but it is null.'],
    ['an object', {}, 'Part 2 of an idempotency key must be a string, a number or a bigint, but it is object.'],
    ['an empty text', '', 'Part 2 of an idempotency key must be a text of at least one character, but it is empty.'],
    ['NaN', Number.NaN, 'Part 2 of an idempotency key must be a finite number, but it is NaN.'],
  ])('refuses %s and names the part', (_, part, message) => {
    const join = () => idempotencyKey('transfer', part as string);
    expect(join).toThrow(IdempotencyKeyPartError);
    expect(join).toThrow(message);
  });
});
