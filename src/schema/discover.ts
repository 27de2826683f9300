import type { NamingHints } from './mapped-table.ts';
import { modelReaders } from './model-readers.ts';
import { compareNatural } from './natural-order.ts';

/** What the search needs of a disk. */
export interface SchemaFiles {
  list(directory: string): readonly { readonly name: string; readonly directory: boolean }[];
  read(path: string): string | undefined;
}

export interface SqlSource {
  /** The folder of the migrations, or the file of a dump. */
  readonly root: string;
  /** In the order in which they run, up parts only; in SQL or in code. */
  readonly files: readonly string[];
  /** A picture of the whole database (`schema.sql`), not a history. */
  readonly dump: boolean;
}

export interface SchemaSources {
  readonly sql: readonly SqlSource[];
  readonly prisma: readonly string[];
  /** Source files that declare tables in code. */
  readonly drizzle: readonly string[];
  /** Source files that declare entities, models or schemas of other libraries. */
  readonly models: readonly string[];
  readonly naming: NamingHints;
  /** Manifests of the packages that were looked through. */
  readonly manifests: readonly string[];
  /** Drizzle names columns without a name in snake_case. */
  readonly snakeCase: boolean;
}

const skippedFolders = new Set([
  'node_modules', 'dist', 'build', 'out', 'coverage', 'vendor', 'target', 'generated', 'fixtures', '__fixtures__', '__tests__',
  'test', 'tests', 'e2e', 'examples', 'tmp', 'clickhouse',
]); // prettier-ignore

const sqlFolders = new Set([
  'migrations', 'migration', 'migrate', 'sql', 'supabase', 'drizzle', 'database', 'databases', 'db', 'schema', 'schemas', 'prisma',
  'changelog', 'changesets', 'committed', 'deploy',
]); // prettier-ignore

const dumpFile = /^(?:[a-z]\w*[._-])?(?:schema|structure)\.sql$/i;
const downFile = /(?:^|[._-])(?:down|undo|rollback|revert)\.sql$|^U\d[\w.]*__.*\.sql$/i;
const sourceFile = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const largestFile = 2_000_000;

/**
 * The files that describe the database of a package: its own, else those of the folders above it, else those of any
 * package of the workspace.
 */
export function discoverSchema(startFolder: string, files: SchemaFiles, bound?: string): SchemaSources {
  const start = resolvePath('/', startFolder);
  const root = bound === undefined ? workspaceRoot(start, files) : resolvePath('/', bound);
  const own = searchAround(start, root, files);
  if (!own.isEmpty() || root === start) return own.sources();
  const whole = new Search(files, root);
  whole.walk(root);
  return whole.sources();
}

/** Does a package describe tables, or a folder above it for all packages? */
export function describesTables(startFolder: string, files: SchemaFiles): boolean {
  const start = resolvePath('/', startFolder);
  return !searchAround(start, workspaceRoot(start, files), files).isEmpty();
}

function searchAround(start: string, root: string, files: SchemaFiles): Search {
  const search = new Search(files, root);
  search.walk(start);
  for (const folder of ancestors(start, root).slice(1)) search.walkConventional(folder);
  return search;
}

/** The nearest folder upward that holds a repository or a workspace; the folder itself where none does. */
export function workspaceRoot(start: string, files: SchemaFiles): string {
  for (let folder = start; ; folder = parentOf(folder)) {
    const names = new Set(files.list(folder).map((entry) => entry.name));
    if (names.has('.git') || names.has('pnpm-workspace.yaml')) return folder;
    if (names.has('package.json') && /"workspaces"\s*:/.test(files.read(join(folder, 'package.json')) ?? ''))
      return folder;
    if (parentOf(folder) === folder) return start;
  }
}

function ancestors(start: string, root: string): string[] {
  const folders = [start];
  while (folders.at(-1) !== root) {
    const parent = parentOf(folders.at(-1) ?? root);
    if (folders.includes(parent)) break;
    folders.push(parent);
  }
  return folders;
}

class Search {
  readonly #files: SchemaFiles;
  readonly #root: string;
  readonly #seen = new Set<string>();
  readonly #sql = new Map<string, { files: string[]; dump: boolean }>();
  readonly #prisma = new Set<string>();
  readonly #drizzle = new Set<string>();
  readonly #models = new Set<string>();
  readonly #manifests = new Set<string>();
  readonly #strategies = new Set<string>();
  #underscored = false;
  #snakeCase = false;

  constructor(files: SchemaFiles, root: string) {
    this.#files = files;
    this.#root = root;
  }

  isEmpty(): boolean {
    return this.#sql.size === 0 && this.#prisma.size === 0 && this.#drizzle.size === 0 && this.#models.size === 0;
  }

  sources(): SchemaSources {
    const sql = [...this.#sql].map(([root, { files, dump }]) => ({
      root,
      dump,
      files: this.#planned(
        root,
        withoutBaselines(files).sort((a, b) => compareNatural(a.slice(root.length), b.slice(root.length))),
      ),
    }));
    sql.sort((a, b) => Number(a.dump) - Number(b.dump) || compareNatural(a.root, b.root));
    return {
      sql,
      prisma: [...this.#prisma].sort(compareNatural),
      drizzle: [...this.#drizzle].sort(compareNatural),
      models: [...this.#models].sort(compareNatural),
      naming: { strategies: [...this.#strategies], snakeCase: this.#underscored },
      manifests: [...this.#manifests],
      snakeCase: this.#snakeCase,
    };
  }

  /** Of a folder above the package only what is its own, not other packages. */
  walkConventional(folder: string): void {
    for (const { name, directory } of this.#files.list(folder)) {
      if (directory && sqlFolders.has(name.toLowerCase())) this.walk(join(folder, name));
      else if (!directory && (/\.(?:sql|prisma)$/.test(name) || name === 'package.json' || isDrizzleConfig(name)))
        this.#visit(folder, name);
    }
  }

  walk(folder: string): void {
    if (this.#seen.has(folder)) return;
    this.#seen.add(folder);
    for (const { name, directory } of this.#files.list(folder)) {
      if (!directory) this.#visit(folder, name);
      else if (!name.startsWith('.') && !skippedFolders.has(name)) this.walk(join(folder, name));
    }
  }

  #visit(folder: string, name: string): void {
    const path = join(folder, name);
    if (name.endsWith('.sql')) this.#visitSql(folder, name, path);
    else if (name.endsWith('.prisma')) this.#prisma.add(path);
    else if (name === 'package.json') this.#visitManifest(folder, path);
    else if (isCodeFile(name)) this.#visitCode(folder, path);
  }

  /** Sqitch runs changes in the order of its plan, which stands beside their folder; what is not in it does not run. */
  #planned(root: string, files: string[]): string[] {
    if (!root.endsWith('/deploy')) return files;
    const text = this.#files.read(join(parentOf(root), 'sqitch.plan'));
    if (text === undefined) return files;
    const changes = text.split('\n').flatMap((line) => /^\s*([^\s%@#[-][^\s[]*)/.exec(line)?.[1] ?? []);
    const positionOf = (file: string): number => {
      const [change = '', tag] = file
        .slice(root.length + 1)
        .replace(/\.sql$/, '')
        .split('@');
      // Of a change that was reworked the file with a tag is the first one.
      return tag === undefined ? changes.lastIndexOf(change) : changes.indexOf(change);
    };
    return files.filter((file) => positionOf(file) >= 0).sort((a, b) => positionOf(a) - positionOf(b));
  }

  #isOfSqitch(folder: string): boolean {
    return this.#files.list(parentOf(folder)).some(({ name }) => name === 'sqitch.plan' || name === 'deploy');
  }

  #visitSql(folder: string, name: string, path: string): void {
    if (downFile.test(name)) return;
    const parts = folder.split('/');
    const undoing = parts.findIndex((part) => part === 'revert' || part === 'verify');
    if (undoing > 0 && this.#isOfSqitch(parts.slice(0, undoing + 1).join('/'))) return;
    if (dumpFile.test(name)) {
      this.#sql.set(path, { files: [path], dump: true });
      return;
    }
    const root = sqlRoot(folder, this.#root);
    if (root !== undefined) this.#addMigration(root, path);
  }

  #addMigration(root: string, path: string): void {
    const source = this.#sql.get(root) ?? { files: [], dump: false };
    source.files.push(path);
    this.#sql.set(root, source);
  }

  /** `"prisma": { "schema": "./db/schema.prisma" }` */
  #visitManifest(folder: string, path: string): void {
    this.#manifests.add(path);
    const schema = /"prisma"\s*:\s*\{[^}]*"schema"\s*:\s*"([^"]+)"/.exec(this.#files.read(path) ?? '')?.[1];
    if (schema === undefined) return;
    const target = resolvePath(folder, schema);
    if (target.endsWith('.prisma')) {
      if (this.#files.read(target) !== undefined) this.#prisma.add(target);
    } else {
      this.walk(target);
    }
  }

  #visitCode(folder: string, path: string): void {
    const text = this.#files.read(path);
    if (text === undefined || text.length > largestFile) return;
    const strategy = /\bnamingStrategy\s*:\s*(?:new\s+)?(\w+)/.exec(text)?.[1];
    if (strategy !== undefined) this.#strategies.add(strategy);
    if (/\bdefine\s*:\s*\{[^}]*\bunderscored\s*:\s*true/.test(text)) this.#underscored = true;
    if (isMigration(path, text)) {
      this.#addMigration(sqlRoot(folder, this.#root) ?? folder, path);
      return;
    }
    if (modelReaders.some(({ marks }) => marks.test(text)) && declaresModel.test(text)) this.#models.add(path);
    if (!text.includes('drizzle')) return;
    if (/casing\s*:\s*['"`]snake_case['"`]/.test(text)) this.#snakeCase = true;
    // A table made by an own creator imports its column types from the library all the same.
    if (/drizzle-orm\/\w+-core/.test(text) && /\b\w*[tT]able\w*\s*\(|\.table\s*\(/.test(text)) this.#drizzle.add(path);
  }
}

const declaresModel =
  /@(?:Entity|ChildEntity|Table|Schema)\b|\b(?:EntitySchema|defineEntity|createForClass)\b|\bSchema\s*(?:<[^>(]*>)?\(|\.\s*define\s*(?:<[^>(]*>)?\(|\.\s*init\s*\(|\bcreateIndex(?:es)?\s*\(|\bextends\s+Model\b|\bmodel\s*(?:<[^>(]*>)?\(/;

/** Code that changes a database: it says `up`, or stands among its like, and calls what changes tables. */
function isMigration(path: string, text: string): boolean {
  const among = /\/(?:db|database|knex|prisma|src|schema)?[-_]?migrat(?:ions?|e)\//i.test(path);
  const hasUp = /\bup\s*[(=:,}]|\bfunction\s+up\b/.test(text);
  const changes =
    /\b(?:create|alter|drop|rename|add|remove|change|modify)(?:Table|Columns?|Index|Constraint|UniqueConstraint|PrimaryKey)\b|\baddSql\b|\.\s*(?:raw|query|execute|sql|unsafe)\b|\bsql\s*[`.]|\bexecute\s*\(/;
  if (!changes.test(text)) return false;
  if (/\b(?:implements\s+MigrationInterface|extends\s+(?:Migration|BaseSchema))\b/.test(text)) return hasUp;
  if (hasUp && (among || /\b(?:exports\.up|export\s+(?:async\s+)?(?:function|const)\s+up)\b/.test(text))) return true;
  return (
    among &&
    /\bexport\s+default\s+(?:async\b|function\b|\()/.test(text) &&
    /\b(?:create|alter|drop)\s+(?:unique\s+)?(?:table|index)\b/i.test(text)
  );
}

/** A file of JavaScript or TypeScript. */
export function isCodeFile(name: string): boolean {
  return sourceFile.test(name) && !/\.d\.[cm]?ts$/.test(name);
}

/** Undoes another migration. */
export function isDownFile(name: string): boolean {
  return downFile.test(name.slice(name.lastIndexOf('/') + 1));
}

function isDrizzleConfig(name: string): boolean {
  return /^drizzle\.config\.[cm]?[jt]s$/.test(name);
}

/** Flyway's baseline stands for the versions before it, and runs in their place. */
function withoutBaselines(files: readonly string[]): string[] {
  const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);
  const hasVersions = files.some((file) => /^V\d[\w.]*__/.test(nameOf(file)));
  return files.filter((file) => !hasVersions || !/^B\d[\w.]*__/.test(nameOf(file)));
}

/** The innermost folder of a path in the workspace whose name says that it holds SQL. */
function sqlRoot(folder: string, workspace: string): string | undefined {
  const segments = folder.split('/');
  const outside = workspace === '/' ? 1 : workspace.split('/').length;
  for (let length = segments.length; length > outside; length -= 1) {
    const name = (segments[length - 1] ?? '').toLowerCase();
    // What is committed and what is current are one history.
    if (name === 'committed' && length - 1 > outside) continue;
    if (sqlFolders.has(name)) return segments.slice(0, length).join('/');
  }
  return undefined;
}

export function join(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

export function parentOf(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut <= 0 ? '/' : path.slice(0, cut);
}

export function resolvePath(folder: string, relative: string): string {
  const segments = (relative.startsWith('/') ? relative : `${folder}/${relative}`).split('/');
  const result: string[] = [];
  for (const segment of segments) {
    if (segment === '..') result.pop();
    else if (segment !== '' && segment !== '.') result.push(segment);
  }
  return `/${result.join('/')}`;
}
