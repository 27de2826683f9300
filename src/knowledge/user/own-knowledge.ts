import { packageOf } from '../registry.ts';
import type { HandlerKind, MeaningOf, ParameterMeaning } from '../types.ts';

/** A call or a function that the user names in the settings. */
export interface OwnName {
  /** Where it is named, for messages: `settings["webhook-once"].effects[0]`. */
  readonly setting: string;
  readonly package: string | null;
  /** From the project's root, with forward slashes; a glob where it has wildcards. Neither: a class of any own file. */
  readonly file: string | null;
  /** The export and what is read from it: `['default', 'parcels', 'create']`, `['ShippingClient', 'create']`. */
  readonly path: readonly string[];
  /** The more precise of two names of one call wins. */
  readonly precision: number;
}

export interface OwnCall extends OwnName {
  readonly meaning: MeaningOf;
  /** Its answer is tested, so that it matters whether the call answers at once or with a promise. */
  readonly answers: boolean;
  /** Who calls it is a handler. */
  readonly proves: boolean;
  /** A construction of what is named is meant as well. */
  readonly constructs: boolean;
  /** Type of what a transaction hands to its callback, where the code does not say. */
  readonly client: { readonly package: string; readonly type: string } | null;
}

export interface OwnHandler extends OwnName {
  /** Which argument of the named call is the handler; null where what is named is the handler itself. */
  readonly argument: number | null;
  readonly parameters: readonly ParameterMeaning[];
  readonly kind: HandlerKind;
  readonly provider: string | null;
}

/** What the settings declare of own code and of libraries. It wins over the tables and over the source of a function. */
export class OwnKnowledge {
  readonly calls: readonly OwnCall[];
  readonly handlers: readonly OwnHandler[];
  readonly #root: string;
  readonly #files = new Map<string, (relative: string) => boolean>();
  readonly #packages: ReadonlySet<string>;
  readonly #hints: readonly ((relative: string, text: string) => boolean)[];
  readonly #proofs: readonly string[];

  constructor(root: string, calls: readonly OwnCall[], handlers: readonly OwnHandler[]) {
    this.calls = calls;
    this.handlers = handlers;
    this.#root = root.replaceAll('\\', '/').replace(/\/$/, '');
    const names: readonly OwnName[] = [...calls, ...handlers];
    for (const { file } of names) if (file !== null) this.#files.set(file, fileTest(file));
    this.#packages = new Set(names.flatMap((name) => name.package ?? []));
    this.#hints = handlers.map((handler) => this.#hintOf(handler));
    this.#proofs = calls.flatMap((call) => (call.proves ? [hintWord(call)] : []));
  }

  get isEmpty(): boolean {
    return this.calls.length === 0 && this.handlers.length === 0;
  }

  /** The one file that a name stands in; undefined for a glob. */
  fileOf({ file }: OwnName): string | undefined {
    return file === null || isGlob(file) ? undefined : `${this.#root}/${file}`;
  }

  /** A path in the root, for asking where a specifier leads. */
  get anchor(): string {
    return `${this.#root}/index.ts`;
  }

  isIn({ file }: OwnName, absolute: string): boolean {
    return file !== null && (this.#files.get(file)?.(this.#relative(absolute)) ?? false);
  }

  /** The names under which a package's import may stand in the settings, the closest first. */
  packagesOf(specifier: string): readonly string[] {
    return [...new Set([specifier, packageOf(specifier)])].filter((name) => this.#packages.has(name));
  }

  /** Does the settings' own list name this export of a file of the project? */
  declares(absolute: string, exported: string): boolean {
    return [...this.calls, ...this.handlers].some((name) => name.path[0] === exported && this.isIn(name, absolute));
  }

  /** Cheap: could this file hold or register a handler that the settings declare? */
  mayHold(relative: string, text: string): boolean {
    return this.#hints.some((hint) => hint(relative, text));
  }

  /** Cheap: could this text call a verifier that the settings declare? */
  mayVerify(text: string): boolean {
    return this.#proofs.some((word) => text.includes(word));
  }

  #relative(absolute: string): string {
    const path = absolute.replaceAll('\\', '/');
    return path.startsWith(`${this.#root}/`) ? path.slice(this.#root.length + 1) : path;
  }

  #hintOf(handler: OwnHandler): (relative: string, text: string) => boolean {
    const word = hintWord(handler);
    if (handler.argument !== null) return (_relative, text) => text.includes(word);
    const test = handler.file === null ? undefined : this.#files.get(handler.file);
    const [owner = ''] = handler.path;
    return (relative, text) => (test ? test(relative) : text.includes(owner) && text.includes(word));
  }
}

/** What a file says that uses a name. A default export may have any name there; the specifier then tells. */
function hintWord({ package: from, file, path }: OwnName): string {
  const word = path.findLast((part) => part !== '*') ?? '';
  if (word !== 'default') return word;
  const stem =
    (from ?? file ?? '')
      .replace(/\.[cm]?[jt]sx?$/, '')
      .split('/')
      .at(-1) ?? '';
  return isGlob(stem) || stem === 'index' ? '' : stem;
}

function isGlob(file: string): boolean {
  return /[*?{]/.test(file);
}

function fileTest(file: string): (relative: string) => boolean {
  if (!isGlob(file)) return (relative) => relative === file;
  const pattern = globPattern(file);
  return (relative) => pattern.test(relative);
}

const globParts: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

function globPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*\*|[*?]|\{[^{}]*\}|[.+^$()|[\]\\{}]/g, (part) => {
    if (part in globParts) return globParts[part] ?? '';
    if (part.length > 1)
      return `(?:${part
        .slice(1, -1)
        .split(',')
        .map((one) => globPattern(one).source.slice(1, -1))
        .join('|')})`;
    return `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}

/** Greater for the name that says more precisely which call it means. */
export function precisionOf(name: Omit<OwnName, 'precision'>): number {
  const star = name.path.at(-1) === '*' ? 0 : 1_000_000;
  if (name.package !== null) return star + 200_000 + name.package.length;
  if (name.file === null) return star;
  return star + (isGlob(name.file) ? 100_000 + name.file.replace(/[*?]/g, '').length : 300_000);
}
