// Checked: tsyringe 4.10 types. Documented: github.com/microsoft/tsyringe.
import { defineLibrary } from '../types.ts';

export const tsyringe = defineLibrary({
  name: 'tsyringe',
  packages: ['tsyringe'],
  source: 'https://github.com/microsoft/tsyringe',
  types: { Container: ['container.createChildContainer()', 'Container.createChildContainer()'] },
  typeAliases: { DependencyContainer: 'Container' },
  calls: {
    'Container.resolve, container.resolve': ({ args }) => ({ is: 'bound', kind: 'provided', key: args[0] }),
  },
  injects: ['inject'],
  bindings: [
    {
      kind: 'provided',
      by: 'object',
      method: 'register',
      key: 0,
      values: { useClass: 'class', useValue: 'value', useFactory: 'factory', useToken: 'key' },
    },
    { kind: 'provided', by: 'call', method: 'register', key: 0, value: 1, as: 'class' },
    { kind: 'provided', by: 'call', method: 'registerInstance', key: 0, value: 1, as: 'value' },
    { kind: 'provided', by: 'call', method: 'registerSingleton', key: 0, value: 1, as: 'class' },
    { kind: 'provided', by: 'call', method: 'registerType', key: 0, value: 1, as: 'class' },
  ],
});
