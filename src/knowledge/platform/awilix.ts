// Checked: awilix 13.0 types. Documented: github.com/jeffijoe/awilix.
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';

/** In its usual mode every class and factory is handed one object, in which each name is what was registered under it. */
const madeWithCradle: MeaningOf = ({ args, read }) => ({
  is: 'provision',
  maker: args[0],
  given: read.make('awilix', 'Cradle'),
});

/** What only says how long an instance lives, or how it is handed its parts. */
const refined = ['singleton', 'scoped', 'transient', 'setLifetime', 'proxy', 'classic', 'inject', 'disposer'];

export const awilix = defineLibrary({
  name: 'awilix',
  packages: ['awilix'],
  source: 'https://github.com/jeffijoe/awilix',
  types: {
    Container: ['createContainer()', 'Container.createScope()'],
    Cradle: ['Container.cradle'],
  },
  typeAliases: { AwilixContainer: 'Container' },
  calls: {
    'Container.resolve': ({ args }) => ({ is: 'bound', kind: 'provided', key: args[0] }),
    'Container.build': madeWithCradle,
    asClass: madeWithCradle,
    asFunction: madeWithCradle,
    asValue: ({ args }) => (args[0] ? { is: 'value', value: args[0] } : false),
    aliasTo: ({ args }) => ({ is: 'bound', kind: 'provided', key: args[0] }),
  },
  bags: { Cradle: 'provided' },
  bindings: [
    { kind: 'provided', by: 'properties', method: 'register', refined },
    { kind: 'provided', by: 'call', method: 'register', key: 0, value: 1, as: 'value', refined },
  ],
});
