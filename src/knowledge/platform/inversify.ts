// Checked: inversify 8.2 types. Documented: inversify.io/docs/api/binding-syntax.
import { defineLibrary } from '../types.ts';

export const inversify = defineLibrary({
  name: 'inversify',
  packages: ['inversify'],
  source: 'https://inversify.io/docs/api/binding-syntax/',
  types: { Container: ['Container.new'] },
  calls: {
    'Container.get': ({ args }) => ({ is: 'bound', kind: 'provided', key: args[0] }),
    'Container.getAsync': ({ args }) => ({ is: 'bound', kind: 'provided', key: args[0] }),
  },
  injects: ['inject'],
  bindings: [
    { kind: 'provided', by: 'call', on: 'bind', method: 'to', key: 0, value: 0, as: 'class' },
    { kind: 'provided', by: 'call', on: 'bind', method: 'toConstantValue', key: 0, value: 0, as: 'value' },
    { kind: 'provided', by: 'call', on: 'bind', method: 'toDynamicValue', key: 0, value: 0, as: 'factory' },
    { kind: 'provided', by: 'call', on: 'bind', method: 'toService', key: 0, value: 0, as: 'key' },
  ],
});
