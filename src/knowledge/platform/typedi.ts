// Checked: typedi 0.10 types. Documented: docs.typestack.community/typedi.
import { defineLibrary } from '../types.ts';

export const typedi = defineLibrary({
  name: 'typedi',
  packages: ['typedi'],
  source: 'https://docs.typestack.community/typedi/',
  types: { Container: ['Container.of()', 'default.of()'] },
  typeAliases: { ContainerInstance: 'Container' },
  calls: { 'Container.get, default.get': ({ args }) => ({ is: 'bound', kind: 'provided', key: args[0] }) },
  injects: ['Inject'],
  bindings: [
    { kind: 'provided', by: 'call', method: 'set', key: 0, value: 1, as: 'value' },
    {
      kind: 'provided',
      by: 'object',
      method: 'set',
      key: 'id',
      values: { value: 'value', type: 'class', factory: 'factory' },
    },
  ],
});
