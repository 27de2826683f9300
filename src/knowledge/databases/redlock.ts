// Checked: redlock 4.2.0 source. Documented, of 5: https://github.com/mike-marcacci/node-redlock#usage.
import { defineLibrary } from '../types.ts';
import { always, nothing } from './support/shapes.ts';

/** Locks that end with the work that they guard. */
export const redlock = defineLibrary({
  name: 'redlock',
  packages: ['redlock'],
  source: 'https://github.com/mike-marcacci/node-redlock#usage',
  types: { Redlock: ['default.new', 'Redlock.new'] },
  calls: {
    ...always('Redlock', ['unlock', 'release', 'extend', 'quit', 'on'], nothing),
    'Redlock.acquire': ({ args: [keys] }) => ({ is: 'lock', key: keys, result: { kind: 'row-or-throw' } }),
    'Redlock.lock': ({ args: [keys] }) => ({ is: 'lock', key: keys, result: { kind: 'row-or-throw' } }),
    'Redlock.using': ({ args }) => ({
      is: 'lock',
      key: args[0],
      result: { kind: 'nothing' },
      around: args.at(-1),
    }),
  },
});
