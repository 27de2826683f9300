import type { Value } from '../../../interpret/value.ts';
import type { ValueReader } from '../../types.ts';

/**
 * The isolation level in the words of SQL, from what clients take for it: `Serializable`, `SERIALIZABLE`,
 * `Prisma.TransactionIsolationLevel.Serializable`, `isolation level serializable read write`.
 */
export function isolation(read: ValueReader, value: Value | undefined): string | undefined {
  const written = read.string(value) ?? read.external(value)?.chain.at(-1)?.name;
  const words = written
    ?.replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words === undefined
    ? undefined
    : /serializable|snapshot|repeatable read|read committed|read uncommitted/.exec(words)?.[0];
}
