import { ResultNotJsonError } from './errors.ts';

/** What is left of `T` once it was written as JSON and read again: a `Date` is a text then, a method is gone. */
export type Stored<T> = T extends { toJSON(): infer Written }
  ? Stored<Written>
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends bigint | symbol | ((...parameters: never[]) => unknown)
      ? never
      : T extends readonly unknown[]
        ? { [Index in keyof T]: Stored<T[Index]> }
        : T extends object
          ? {
              [Key in keyof T as T[Key] extends symbol | ((...parameters: never[]) => unknown) ? never : Key]: Stored<
                T[Key]
              >;
            }
          : // `unknown` stays so, and what returned nothing is `undefined`.
            unknown extends T
            ? T
            : undefined;

/** The text that is kept of a value; `null` for `undefined`, which JSON cannot say. */
export function toStoredText(value: unknown): string | null {
  if (value === undefined) return null;
  let text: unknown;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new ResultNotJsonError('The result cannot be written as JSON, so no duplicate could be given it.', { cause });
  }
  // Of a function or a symbol it is no text, whatever the type says.
  if (typeof text !== 'string') throw new ResultNotJsonError(`A ${typeof value} cannot be written as JSON.`);
  return text;
}

export function fromStoredText(text: unknown): unknown {
  if (text === null || text === undefined) return undefined;
  return JSON.parse(text as string);
}
