// Checked: https://zod.dev/basics, https://valibot.dev/api/parse/, https://github.com/jquense/yup#api.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';

/** A schema's check gives back what it was given, or throws; `safeParse` gives an object around it. */
function checked({ args, chain }: Call): Meaning {
  const [value] = args;
  const method = chain.at(-1)?.name ?? '';
  if (!value) return { is: 'nothing' };
  if (!method.startsWith('safe')) return { is: 'value', value };
  return { is: 'object', properties: { data: value, output: value } };
}

const terminals = ['parse', 'parseAsync', 'safeParse', 'safeParseAsync', 'validate', 'validateSync', 'cast', 'assert'];

/** Schemas are built by any chain of calls; only the check at the end says something of the value. */
export const zod = defineLibrary({
  name: 'zod',
  packages: ['zod', 'zod/v4', 'zod/v3', 'zod/mini', 'yup', 'joi', '@sinclair/typebox'],
  source: 'https://zod.dev/basics',
  builders: [
    {
      starts: ['z.*()', '*()', 'default.*()', 'z.*.*()', 'default.*.*()'],
      thenable: false,
      terminals,
      read: checked,
    },
  ],
});
