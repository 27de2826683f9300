/** What a user has set is not what can be set. The message is one line and names the key. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads a value that stands at a key. */
export type Read<T> = (key: string, value: unknown) => T;

type RequiredRead<T> = Read<T> & { readonly required: true };
type Fields = Readonly<Record<string, Read<unknown>>>;
type Of<R> = R extends Read<infer T> ? T : never;
type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K] extends { readonly required: true } ? K : never }[keyof F];
type Shape<F extends Fields> = { readonly [K in RequiredKeys<F>]: Of<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: Of<F[K]>;
};

function wrong(key: string, wanted: string, value: unknown, more = ''): SettingsError {
  return new SettingsError(`${key}: must be ${wanted}, not ${described(value)}${more}`);
}

function described(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : typeof value === 'object'
      ? 'an object'
      : `a ${typeof value}`;
}

export function required<T>(read: Read<T>): RequiredRead<T> {
  return Object.assign((key: string, value: unknown) => read(key, value), { required: true as const });
}

export function object<F extends Fields>(fields: F): Read<Shape<F>> {
  return (key, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(key, 'an object', value);
    const given = new Map(Object.entries(value).filter(([, inner]) => inner !== undefined));
    for (const name of given.keys())
      if (!Object.hasOwn(fields, name))
        throw new SettingsError(`${key}.${name}: unknown key; ${hint(name, Object.keys(fields))}`);
    const entries = Object.entries(fields).flatMap(([name, read]) => {
      if (given.has(name)) return [[name, read(`${key}.${name}`, given.get(name))]];
      if ('required' in read) throw new SettingsError(`${key}.${name}: is missing`);
      return [];
    });
    return Object.fromEntries(entries) as Shape<F>;
  };
}

export function listOf<T>(read: Read<T>): Read<readonly T[]> {
  return (key, value) => {
    if (!Array.isArray(value)) throw wrong(key, 'a list', value);
    return value.map((item, position) => read(`${key}[${position}]`, item));
  };
}

export function oneOf<const W extends string>(words: readonly W[]): Read<W> {
  return (key, value) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const near = typeof value === 'string' ? nearest(value, words) : undefined;
    const shown =
      words.length > 12
        ? 'a known name'
        : words
            .map((word) => `"${word}"`)
            .join(', ')
            .replace(/, ([^,]+)$/, ' or $1');
    throw wrong(key, shown, value, near === undefined ? '' : `; did you mean "${near}"?`);
  };
}

export const text: Read<string> = (key, value) => {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw wrong(key, 'a text that is not empty', value);
};

export const boolean: Read<boolean> = (key, value) => {
  if (typeof value === 'boolean') return value;
  throw wrong(key, 'true or false', value);
};

/** The position of an argument, the first being 0. */
export const index: Read<number> = (key, value) => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw wrong(key, 'the position of an argument (0 is the first)', value);
};

export const seconds: Read<number> = (key, value) => {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
  throw wrong(key, 'a number of seconds', value);
};

export function orNull<T>(read: Read<T>): Read<T | null> {
  return (key, value) => (value === null ? null : read(key, value));
}

export function orFalse<T>(read: Read<T>): Read<T | false> {
  return (key, value) => (value === false ? false : read(key, value));
}

function hint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined
    ? `there are ${known.join(', ').replace(/, ([^,]+)$/, ' and $1')}`
    : `did you mean "${near}"?`;
}

/** The known word that a typo comes from, if any is close. */
function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, position) => position);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
