import type { OwnKnowledge } from './user/own-knowledge.ts';
import type {
  AssignmentMeaning,
  Binding,
  BindingKind,
  Builder,
  ErrorMarks,
  Library,
  Meaning,
  MeaningOf,
  Mount,
  Provider,
  Registration,
  RowMeaningOf,
} from './types.ts';

/** A table of paths, some with `*` for any one name. The more specific of two matching entries wins. */
class PathTable<T> {
  readonly #exact = new Map<string, T>();
  readonly #wild: { readonly parts: readonly string[]; readonly stars: number; readonly value: T }[] = [];

  add(path: string, value: T): void {
    // Several spellings may share one entry: `{Pool,Client}.query` is not needed, `Pool.query, Client.query` is.
    for (const one of path.split(',').map((part) => part.trim())) {
      if (!one.includes('*')) {
        // Of two files that say the same path the first holds, as it does for paths with `*`.
        if (!this.#exact.has(one)) this.#exact.set(one, value);
        continue;
      }
      const parts = one.split('.');
      this.#wild.push({ parts, stars: parts.filter((part) => part.startsWith('*')).length, value });
    }
    this.#wild.sort((a, b) => a.stars - b.stars || b.parts.length - a.parts.length);
  }

  find(path: string): T | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined || this.#wild.length === 0) return exact;
    const parts = path.split('.');
    return this.#wild.find(
      (entry) =>
        entry.parts.length === parts.length &&
        entry.parts.every((part, index) => {
          const given = parts[index] ?? '';
          if (part === '*') return given !== 'new' && !given.endsWith('()');
          if (part === '*()') return given.endsWith('()');
          return part === given;
        }),
    )?.value;
  }

  get paths(): readonly string[] {
    return [...this.#exact.keys(), ...this.#wild.map(({ parts }) => parts.join('.'))];
  }
}

/** Every call that stands inside a path of these tables. */
function waysTo(tables: readonly PathTable<unknown>[]): PathTable<true> {
  const ways = new PathTable<true>();
  for (const path of new Set(tables.flatMap((table) => table.paths))) {
    const parts = path.split('.');
    parts.forEach((part, index) => {
      if (index < parts.length - 1 && (part.endsWith('()') || part === 'new'))
        ways.add(parts.slice(0, index + 1).join('.'), true);
    });
  }
  return ways;
}

/** All that is known of one package, joined from every file that describes it. */
export class PackageKnowledge {
  readonly libraries: readonly Library[];
  readonly #types = new PathTable<string>();
  readonly #aliases = new Map<string, string>();
  readonly #calls = new PathTable<Meaning | MeaningOf>();
  readonly #members = new PathTable<Meaning>();
  readonly #assignments = new PathTable<AssignmentMeaning>();
  readonly #rowMethods = new Map<string, RowMeaningOf>();
  readonly #builders = new PathTable<Builder>();
  readonly #connections = new Set<string>();
  readonly #bags = new Map<string, Exclude<BindingKind, 'listener'>>();
  #ways: PathTable<true> | undefined;
  readonly typeNames = new Set<string>();
  /** The property that says the status in an object which a handler returns. */
  readonly returnedStatus: string | undefined;

  constructor(libraries: readonly Library[]) {
    this.libraries = libraries;
    this.returnedStatus = libraries.find((library) => library.returnedStatus !== undefined)?.returnedStatus;
    for (const library of libraries) {
      for (const [type, paths] of Object.entries(library.types ?? {})) {
        this.typeNames.add(type);
        for (const path of paths) this.#types.add(path, type);
      }
      for (const [alias, type] of Object.entries(library.typeAliases ?? {})) this.#aliases.set(alias, type);
      for (const [path, meaning] of Object.entries(library.calls ?? {})) this.#calls.add(path, meaning);
      for (const [path, meaning] of Object.entries(library.members ?? {})) this.#members.add(path, meaning);
      for (const [path, meaning] of Object.entries(library.assignments ?? {})) this.#assignments.add(path, meaning);
      for (const [name, meaning] of Object.entries(library.rowMethods ?? {})) this.#rowMethods.set(name, meaning);
      for (const builder of library.builders ?? [])
        for (const start of builder.starts) this.#builders.add(start, builder);
      for (const type of library.connections ?? []) this.#connections.add(type);
      for (const [type, kind] of Object.entries(library.bags ?? {})) this.#bags.set(type, kind);
    }
  }

  /** The short name of the type that a path yields. */
  typeAt(path: string): string | undefined {
    return this.#types.find(path);
  }

  /** The canonical type for the name in an annotation. */
  typeNamed(name: string): string | undefined {
    return this.#aliases.get(name) ?? this.#types.find(`${name}.new`) ?? (this.typeNames.has(name) ? name : undefined);
  }

  call(path: string): Meaning | MeaningOf | undefined {
    return this.#calls.find(path);
  }

  member(path: string): Meaning | undefined {
    return this.#members.find(path);
  }

  assignment(path: string): AssignmentMeaning | undefined {
    return this.#assignments.find(path);
  }

  /** What a method of a loaded row does. */
  rowMethod(name: string): RowMeaningOf | undefined {
    return this.#rowMethods.get(name);
  }

  builderAt(path: string): Builder | undefined {
    return this.#builders.find(path);
  }

  /** A call on the way to one that the tables describe: `createHmac()` of `createHmac().update().digest`. */
  isOnTheWay(path: string): boolean {
    this.#ways ??= waysTo([this.#calls, this.#types, this.#members, this.#builders]);
    return this.#ways.find(path) !== undefined;
  }

  isConnection(type: string): boolean {
    return this.#connections.has(type);
  }

  /** How a project hangs things of its own on values of this type; undefined where it does not. */
  bag(type: string): Exclude<BindingKind, 'listener'> | undefined {
    return this.#bags.get(type);
  }
}

export interface LibraryRegistration {
  readonly library: Library;
  readonly registration: Registration;
}

export interface LibraryBinding {
  readonly library: Library;
  readonly binding: Binding;
}

export interface LibraryMount {
  readonly library: Library;
  readonly mount: Mount;
}

/** Every library that is known, found by package, header or name. */
export class Knowledge {
  readonly libraries: readonly Library[];
  readonly registrations: readonly LibraryRegistration[];
  readonly bindings: readonly LibraryBinding[];
  readonly mounts: readonly LibraryMount[];
  /** Decorators whose argument is the token of what a container puts in their place. */
  readonly injects: ReadonlySet<string>;
  /** Codes and classes of errors that mean a unique violation. */
  readonly conflicts: ReadonlySet<string>;
  /** …and those that mean that there is no such row. */
  readonly missingRows: ReadonlySet<string>;
  /** What the settings declare; null where they declare nothing. */
  readonly own: OwnKnowledge | null;
  readonly #byPackage = new Map<string, Library[]>();
  readonly #joined = new Map<string, PackageKnowledge | null>();
  readonly #providers = new Map<string, Provider>();
  readonly #headers = new Map<string, string>();

  constructor(libraries: readonly Library[], own: OwnKnowledge | null = null) {
    this.libraries = libraries;
    this.own = own;
    const conflicts = new Set<string>();
    const missingRows = new Set<string>();
    const registrations: LibraryRegistration[] = [];
    const bindings: LibraryBinding[] = [];
    const mounts: LibraryMount[] = [];
    const injects = new Set<string>();
    const addErrors = (marks: Set<string>, errors: ErrorMarks | undefined) => {
      for (const code of errors?.codes ?? []) marks.add(String(code));
      for (const name of errors?.classes ?? []) marks.add(name);
    };
    for (const library of libraries) {
      for (const name of library.packages) {
        const list = this.#byPackage.get(name);
        if (list) list.push(library);
        else this.#byPackage.set(name, [library]);
      }
      addErrors(conflicts, library.conflictErrors);
      addErrors(missingRows, library.missingRowErrors);
      for (const registration of library.registrations ?? []) registrations.push({ library, registration });
      for (const binding of library.bindings ?? []) bindings.push({ library, binding });
      for (const mount of library.mounts ?? []) mounts.push({ library, mount });
      for (const decorator of library.injects ?? []) injects.add(decorator);
      if (library.provider) {
        this.#providers.set(library.name, library.provider);
        for (const header of library.provider.headers) this.#headers.set(header, library.name);
      }
    }
    this.conflicts = conflicts;
    this.missingRows = missingRows;
    this.registrations = registrations;
    this.bindings = bindings;
    this.mounts = mounts;
    this.injects = injects;
  }

  /** What is known of a package; a subpath falls back to its package. */
  package(name: string): PackageKnowledge | undefined {
    const known = this.#joined.get(name);
    if (known !== undefined) return known ?? undefined;
    const libraries = this.#byPackage.get(name) ?? this.#byPackage.get(packageOf(name));
    const joined = libraries ? new PackageKnowledge(libraries) : null;
    this.#joined.set(name, joined);
    return joined ?? undefined;
  }

  provider(name: string | null): Provider | undefined {
    return name === null ? undefined : this.#providers.get(name);
  }

  /** The package whose surface the code generated at this path has; forward slashes, extension or not. */
  generatedPackage(path: string): string | undefined {
    return this.libraries.find((library) => library.generates?.test(path))?.packages[0];
  }

  get providers(): ReadonlyMap<string, Provider> {
    return this.#providers;
  }

  /** The provider that sends this header, lower-cased. */
  providerOfHeader(header: string): string | undefined {
    return this.#headers.get(header);
  }
}

/** `@scope/name/sub/path` → `@scope/name`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}
