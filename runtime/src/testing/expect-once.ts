import { AssertionError } from 'node:assert';
import type { Effects } from './effects.ts';

export interface Expected {
  readonly kind: string;
  readonly key?: string;
}

/**
 * Fails unless something happened and nothing happened twice: each kind and key once. With `expected`, each of those
 * happened once (nothing lost) and nothing else did; one without a key stands for one effect of its kind. It throws an `AssertionError`, which vitest, jest and `node:test`
 * show with what was expected.
 *
 * ```ts
 * await deliver(app, sign('stripe', event, { secret }), { times: 2, concurrently: true });
 * expectOnce(effects, [{ kind: 'charge', key: order.id }]);
 * ```
 */
export function expectOnce(effects: Effects, expected?: readonly Expected[]): void {
  const counts = new Map<string, number>();
  for (const { kind, key } of effects.all) {
    const name = `${kind} ${key}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const faults = [...counts].filter(([, count]) => count > 1).map(([name, count]) => `${name} happened ${count} times`);
  if (expected === undefined) {
    if (counts.size === 0) faults.push('nothing happened at all');
  } else {
    const wanted = (kind: string, key: string): boolean =>
      expected.some((one) => one.kind === kind && (one.key === undefined || one.key === key));
    for (const { kind, key } of expected) {
      if (effects.count(kind, key) === 0) faults.push(`${[kind, key].filter(Boolean).join(' ')} did not happen`);
    }
    for (const kind of new Set(expected.filter(({ key }) => key === undefined).map((one) => one.kind))) {
      // What was made anew has a new key: that it happened twice is told by the number.
      const times = expected.filter((one) => one.kind === kind).length;
      const happened = effects.count(kind);
      if (happened > times) faults.push(`${kind} happened ${happened} times instead of ${times}`);
    }
    for (const { kind, key } of effects.all) {
      if (!wanted(kind, key)) faults.push(`${kind} ${key} was not expected`);
    }
  }
  if (faults.length === 0) return;
  throw new AssertionError({
    message: `Expected each effect once: ${[...new Set(faults)].join('; ')}.`,
    actual: Object.fromEntries(counts),
    expected: expected ?? Object.fromEntries([...counts.keys()].map((name) => [name, 1])),
    operator: 'expectOnce',
    stackStartFn: expectOnce,
  });
}
