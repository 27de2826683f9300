import type { Table, UnreadSchema } from './catalog.ts';
import { join, parentOf } from './discover.ts';
import type { SchemaFiles, SchemaSources } from './discover.ts';
import { liveSource } from './from-postgres.ts';
import type { MappedTableDraft } from './mapped-table.ts';
import type { Routine } from '../parse/parse-plpgsql.ts';
import { copyKey, equalFold, findColumn } from './table-draft.ts';
import type { KeyDraft, SchemaPart, TableDraft } from './table-draft.ts';

/** What one source says, and which source that is. */
export interface DescribedPart {
  /** `migrations`, `dump`, or a kind of model. Sources of one kind in one package are one database. */
  readonly kind: string;
  /** The folder of a history, the file of a dump; null for models, which stand anywhere. */
  readonly root: string | null;
  readonly part: SchemaPart;
  readonly mapped?: readonly MappedTableDraft[];
  readonly routines?: readonly Routine[];
}

export interface JoinedParts {
  /** Every table of every database. */
  readonly tables: readonly TableDraft[];
  /** What a name means: of tables that share one, that of the nearest database, or one of which nothing is certain. */
  readonly lookup: readonly TableDraft[];
  readonly unknown: readonly UnreadSchema[];
  readonly disagreements: readonly UnreadSchema[];
  /** What became of a description. */
  of(table: Table): TableDraft | undefined;
}

/** One description of a table. */
interface Description {
  readonly table: TableDraft;
  readonly kind: string;
  readonly root: string | null;
  /** The folder of the package that holds it. */
  readonly home: string;
}

export function nameOf({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${schema ?? ''}.${name}`.toLowerCase();
}

export function joinParts(
  parts: readonly DescribedPart[],
  files: SchemaFiles,
  sources: SchemaSources,
  start: string | null,
  live: SchemaPart | null,
): JoinedParts {
  const homes = new Homes(files, sources, start);
  const byName = new Map<string, Description[]>();
  for (const { kind, root, part } of parts) {
    for (const table of part.tables) {
      const name = nameOf(table);
      const one = { table, kind, root, home: homes.of(table.source.file) };
      byName.set(name, [...(byName.get(name) ?? []), one]);
    }
  }
  const tables: TableDraft[] = [];
  const lookup: TableDraft[] = [];
  const unknown = parts.flatMap(({ part }) => part.unknown);
  const disagreements: UnreadSchema[] = [];
  const became = new Map<Table, TableDraft>();

  for (const descriptions of byName.values()) {
    const databases = databasesOf(descriptions);
    const merged = databases.map((group) => {
      const table = mergeDescriptions(group.map((one) => one.table));
      disagreements.push(...disagreementsIn(group, table));
      for (const one of group) became.set(one.table, table);
      return { table, group };
    });
    tables.push(...merged.map(({ table }) => table));
    const [only, ...others] = merged;
    if (!only) continue;
    if (others.length === 0 || merged.every(({ table }) => hasSameKeys(table, only.table))) {
      lookup.push(only.table);
      continue;
    }
    const nearest = homes.nearest(merged.map(({ group }) => [...new Set(group.map((one) => one.home))]));
    const chosen = nearest === undefined ? undefined : merged[nearest]?.table;
    if (chosen) {
      lookup.push(chosen);
      continue;
    }
    lookup.push(doubtful(merged.map(({ table }) => table)));
    const { file, line } = only.table.source;
    const elsewhere = others.map(({ table }) => table.source.file).join(', ');
    unknown.push({ file, line, reason: `another table named ${only.table.name} is described in ${elsewhere}` });
  }
  if (live) return withLive(live, tables, unknown, byName);
  return { tables, lookup, unknown, disagreements, of: (table) => became.get(table) };
}

/** The server is the truth; where migrations and models tell of the same tables and keys, they lend their lines. */
function withLive(
  live: SchemaPart,
  declared: readonly TableDraft[],
  unknown: readonly UnreadSchema[],
  byName: ReadonlyMap<string, readonly Description[]>,
): JoinedParts {
  const tables = live.tables.map((table) => {
    const known = declared.find((other) => nameOf(other) === nameOf(table));
    if (!known) return table;
    const uniqueKeys = table.uniqueKeys.map((key) => {
      const same = known.uniqueKeys.find((other) => isSameKey(other, key));
      return { ...key, source: same?.source ?? key.source };
    });
    return { ...table, source: known.source, uniqueKeys };
  });
  const disagreements = [...byName.values()].flatMap(([first]): UnreadSchema[] => {
    if (!first) return [];
    const table = tables.find((other) => nameOf(other) === nameOf(first.table));
    if (!table) return [{ ...first.table.source, reason: `the database has no table ${first.table.name}` }];
    return first.table.uniqueKeys
      .filter((key) => !table.uniqueKeys.some((other) => isSameKey(other, key)))
      .map((key) => ({
        ...key.source,
        reason: `the database has no unique key over ${key.expression ?? key.columns.join(', ')} of ${table.name}`,
      }));
  });
  return {
    tables,
    lookup: tables,
    // What could not be read is of no interest where the server answers.
    unknown: unknown.filter((one) => one.file === liveSource),
    disagreements,
    of: (table) => tables.find((other) => nameOf(other) === nameOf(table)),
  };
}

/**
 * Descriptions by the database that they are of. Several of one kind are several databases: two histories that both
 * create the table, the models of two packages. A history and the models beside it are one.
 */
function databasesOf(descriptions: readonly Description[]): Description[][] {
  const placeOf = ({ kind, root, home }: Description): string => (kind === 'migrations' ? (root ?? home) : home);
  const counts = new Map<string, Set<string>>();
  for (const one of descriptions) {
    // What only alters a table is a part of the history that creates it.
    if (!one.table.complete && one.kind === 'migrations') continue;
    counts.set(one.kind, (counts.get(one.kind) ?? new Set()).add(placeOf(one)));
  }
  if ([...counts.values()].every((places) => places.size <= 1)) return [[...descriptions]];
  const groups = new Map<string, Description[]>();
  for (const one of descriptions) groups.set(one.home, [...(groups.get(one.home) ?? []), one]);
  return [...groups.values()].flatMap((group) => {
    const histories = [...new Set(group.filter((one) => one.kind === 'migrations' && one.table.complete).map(placeOf))];
    if (histories.length < 2) return [group];
    // Two histories in one package: models beside them belong to either.
    return histories.map((place) => group.filter((one) => one.kind === 'migrations' && placeOf(one) === place));
  });
}

/** Packages by folder, and how near each is to the one that asks. */
class Homes {
  readonly #files: SchemaFiles;
  readonly #start: string | null;
  readonly #names = new Map<string, { readonly folder: string; readonly text: string }>();
  readonly #known = new Map<string, string>();
  #needed: ReadonlyMap<string, number> | undefined;

  constructor(files: SchemaFiles, sources: SchemaSources, start: string | null) {
    this.#files = files;
    this.#start = start;
    for (const manifest of sources.manifests) {
      const text = files.read(manifest) ?? '';
      const name = /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1];
      if (name !== undefined) this.#names.set(name, { folder: parentOf(manifest), text });
    }
  }

  of(file: string): string {
    const folder = parentOf(file);
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    let at = folder;
    while (!this.#files.list(at).some((entry) => entry.name === 'package.json') && parentOf(at) !== at)
      at = parentOf(at);
    this.#known.set(folder, at);
    return at;
  }

  /** The position of the nearest group; undefined where two are as near. */
  nearest(groups: readonly (readonly string[])[]): number | undefined {
    const start = this.#start;
    if (start === null) return undefined;
    const distances = groups.map((homes) => Math.min(...homes.map((home) => this.#distance(home))));
    const least = Math.min(...distances);
    const [only, ...more] = distances.flatMap((distance, index) => (distance === least ? [index] : []));
    return more.length === 0 && least < Number.POSITIVE_INFINITY ? only : undefined;
  }

  /** 0 for the package itself, then by how many dependencies lead there; infinite where none does. */
  #distance(home: string): number {
    if (home === this.#start) return 0;
    this.#needed ??= this.#dependencies();
    return this.#needed.get(home) ?? Number.POSITIVE_INFINITY;
  }

  #dependencies(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    let front = this.#start === null ? [] : [this.#files.read(join(this.#start, 'package.json')) ?? ''];
    for (let steps = 1; front.length > 0 && steps <= 8; steps += 1) {
      const next: string[] = [];
      for (const text of front) {
        for (const [name, { folder, text: inner }] of this.#names) {
          if (found.has(folder) || folder === this.#start || !text.includes(`"${name}"`)) continue;
          found.set(folder, steps);
          next.push(inner);
        }
      }
      front = next;
    }
    return found;
  }
}

/**
 * The first description that was read whole and is up to date. One that lacks columns which a later one knows is of an
 * older state, as migrations are in a project that pushes its model.
 */
function mergeDescriptions(descriptions: readonly TableDraft[]): TableDraft {
  const [first, ...rest] = descriptions;
  if (!first) throw new Error('a table has at least one description');
  const whole = descriptions.find(
    (table, index) =>
      table.complete &&
      descriptions
        .slice(index + 1)
        .every((later) => later.columns.every((column) => findColumn(table, column.name) !== undefined)),
  );
  // A history that begins in the middle still adds what it tells: a later ALTER beside a dump.
  const added = whole ? descriptions.filter((table) => !table.complete && table !== whole) : rest;
  if (whole && added.length === 0) return whole;
  const base = whole ?? first;
  const merged: TableDraft = { ...base, columns: [...base.columns], uniqueKeys: base.uniqueKeys.map(copyKey) };
  for (const table of added) {
    merged.columns.push(...table.columns.filter((column) => !findColumn(merged, column.name)));
    for (const key of table.uniqueKeys)
      if (!merged.uniqueKeys.some((other) => isSameKey(other, key))) merged.uniqueKeys.push(copyKey(key));
  }
  merged.complete = descriptions.some((table) => table.complete);
  return merged;
}

function isSameKey(a: Pick<KeyDraft, 'columns'>, b: Pick<KeyDraft, 'columns'>): boolean {
  return (
    a.columns.length === b.columns.length &&
    a.columns.every((column) => b.columns.some((other) => equalFold(other, column)))
  );
}

function hasSameKeys(a: TableDraft, b: TableDraft): boolean {
  const every = (one: TableDraft, other: TableDraft): boolean =>
    one.uniqueKeys.every((key) =>
      other.uniqueKeys.some((same) => isSameKey(key, same) && (key.where === null) === (same.where === null)),
    );
  return every(a, b) && every(b, a) && a.complete === b.complete;
}

/** A name that several databases give to tables of their own: only a key that all of them have is certain. */
function doubtful(tables: readonly TableDraft[]): TableDraft {
  const [first, ...others] = tables;
  if (!first) throw new Error('several tables share the name');
  return {
    ...first,
    complete: false,
    uniqueKeys: first.uniqueKeys.filter((key) =>
      others.every((other) => other.uniqueKeys.some((same) => isSameKey(key, same))),
    ),
  };
}

/** Migrations that were read whole are believed; where models say something else, a person should know. */
function disagreementsIn(group: readonly Description[], merged: TableDraft): UnreadSchema[] {
  const history = group.find((one) => one.kind === 'migrations' && one.table.complete);
  if (merged !== history?.table) return [];
  return group.flatMap(({ kind, table }): UnreadSchema[] => {
    if (kind === 'migrations' || kind === 'dump' || !table.complete) return [];
    const missing = table.uniqueKeys.filter(
      (key) => key.expression === null && !merged.uniqueKeys.some((other) => isSameKey(key, other)),
    );
    const unsaid = merged.uniqueKeys.filter(
      (key) =>
        key.expression === null && key.where === null && !table.uniqueKeys.some((other) => isSameKey(key, other)),
    );
    const over = (key: KeyDraft): string =>
      `${key.primary ? 'a primary key' : 'a unique key'} on ${table.name} (${key.columns.join(', ')})`;
    return [
      ...missing.map((key) => ({ ...key.source, reason: `the model has ${over(key)} that no migration creates` })),
      ...unsaid.map((key) => ({
        ...key.source,
        reason: `the migration makes ${over(key)} that the model does not have`,
      })),
    ];
  });
}
