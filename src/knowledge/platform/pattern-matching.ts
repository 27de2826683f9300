// Checked: https://github.com/gvergnaud/ts-pattern#api-reference.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';

/** `match(value).with('a', fn).otherwise(fn)`: which function runs is known where the value is one text. */
function matched({ chain, read }: Call): Meaning | undefined {
  const value = chain.find((step) => step.args !== null)?.args?.[0];
  const text = read.string(value);
  if (value === undefined || text === undefined) return undefined;
  const arm = chain.find((step) => step.name === 'with' && read.string(step.args?.[0]) === text);
  const last = chain.at(-1);
  const fn = arm?.args?.at(-1) ?? (last?.name === 'otherwise' ? last.args?.[0] : undefined);
  return { is: 'invocation', callbacks: [{ fn, args: [value] }], when: 'now', returns: 'answer' };
}

export const tsPattern = defineLibrary({
  name: 'ts-pattern',
  packages: ['ts-pattern'],
  source: 'https://github.com/gvergnaud/ts-pattern',
  builders: [{ starts: ['match()'], thenable: false, terminals: ['exhaustive', 'otherwise', 'run'], read: matched }],
});
