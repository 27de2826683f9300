import { dirname, join, relative, sep } from 'node:path';
import { isBuiltin } from 'node:module';
import { ResolverFactory } from 'oxc-resolver';
import { packageOf, type Knowledge } from '../knowledge/registry.ts';
import { isSourceFile } from '../parse/parse-module.ts';
import type { Resolution } from '../resolve/module.ts';
import type { Disk } from './disk.ts';

const extensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];
const conditions = ['source', 'development', 'import', 'node', 'require', 'types', 'default'];

interface Manifest {
  readonly name?: string;
  readonly main?: string;
  readonly module?: string;
  readonly types?: string;
  readonly exports?: unknown;
  readonly source?: string;
}

/** Directories that hold no source of the project. */
export const skippedDirectories: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  'dist',
  'build',
  'out',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  '.turbo',
  '.vercel',
  '.cache',
  'coverage',
  'vendor',
  '.yarn',
  '.pnpm-store',
  'tmp',
  '.wrangler',
  '.serverless',
  'bower_components',
]);

/** Where import specifiers lead: by the resolver, and where nothing is installed by the workspace's own manifests. */
export class Workspace {
  readonly #root: string;
  readonly #disk: Disk;
  readonly #knowledge: Knowledge;
  #resolver: ResolverFactory;
  readonly #cache = new Map<string, Resolution>();
  readonly #aliases = new Map<string, string | undefined>();
  readonly #names = new Map<string, ReadonlySet<string>>();
  #packages: ReadonlyMap<string, string> | undefined;

  constructor(root: string, disk: Disk, knowledge: Knowledge) {
    this.#root = root;
    this.#disk = disk;
    this.#knowledge = knowledge;
    this.#resolver = this.#makeResolver();
  }

  #makeResolver(): ResolverFactory {
    return new ResolverFactory({
      tsconfig: 'auto',
      extensions,
      extensionAlias: {
        '.js': ['.ts', '.tsx', '.js', '.jsx'],
        '.jsx': ['.tsx', '.jsx'],
        '.mjs': ['.mts', '.mjs'],
        '.cjs': ['.cts', '.cjs'],
      },
      conditionNames: conditions,
      mainFields: ['source', 'module', 'main'],
      builtinModules: true,
    });
  }

  /** Forgets what was resolved: files came or went. */
  clear(): void {
    this.#cache.clear();
    this.#aliases.clear();
    this.#names.clear();
    this.#packages = undefined;
    this.#resolver = this.#makeResolver();
  }

  resolve(fromFile: string, specifier: string): Resolution {
    const key = `${specifier.startsWith('.') ? dirname(fromFile) : fromFile}\u0000${specifier}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const found = this.#find(fromFile, specifier);
    this.#cache.set(key, found);
    return found;
  }

  #find(fromFile: string, specifier: string): Resolution {
    // Deno writes the registry and the version into the specifier.
    const bare = specifier
      .replace(/^(?:npm:|jsr:|https:\/\/(?:esm\.sh|cdn\.skypack\.dev|deno\.land\/x)\/)/, '')
      .replace(/(?<=^@?[^@]+)@[^/]*/, '');
    if (bare !== specifier) return { kind: 'package', name: bare.replace(/\?.*$/, '') };
    if (isBuiltin(specifier))
      return { kind: 'package', name: specifier.startsWith('node:') ? specifier : `node:${specifier}` };
    const isRelative = /^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..';
    if (!isRelative && this.#knowledge.package(specifier)) return { kind: 'package', name: specifier };

    const resolved = this.#resolver.resolveFileSync(fromFile, specifier);
    const path = resolved.path;
    if (path !== undefined && path !== '') {
      if (path.split(sep).includes('node_modules'))
        return isRelative ? { kind: 'unknown' } : { kind: 'package', name: specifier };
      const generated = this.#generated(path);
      if (isSourceFile(path) && !generated) return { kind: 'file', file: path };
      if (generated) return { kind: 'package', name: generated };
      const source = this.#sourceOf(path);
      if (source) return { kind: 'file', file: source };
      if (isSourceFile(path)) return { kind: 'file', file: path };
    }
    if (isRelative) {
      const target = join(dirname(fromFile), specifier);
      const generated = this.#generated(target);
      if (generated) return { kind: 'package', name: generated };
      const direct = this.#probe(target);
      return direct ? { kind: 'file', file: direct } : { kind: 'unknown' };
    }
    const own = this.#workspacePackage(specifier);
    if (own) return own;
    const generated = this.#generated(specifier);
    if (generated) return { kind: 'package', name: generated };
    if (
      /^[#~@]?\//.test(specifier) ||
      specifier.startsWith('#') ||
      specifier.startsWith('~') ||
      specifier.startsWith('$') ||
      specifier.startsWith('src/')
    ) {
      const aliased = this.#aliased(fromFile, specifier);
      return aliased ? { kind: 'file', file: aliased } : { kind: 'unknown' };
    }
    return { kind: 'package', name: specifier };
  }

  /** Tools' aliases that no tsconfig of the repository spells out: `@/x`, `~/x`, `$lib/x`, `src/x`. */
  #aliased(fromFile: string, specifier: string): string | undefined {
    return this.#aliasedAt(dirname(fromFile), specifier.replace(/^(?:@|~|#|\$lib|src)?\/?/, ''));
  }

  /** Folders inside each other share what was found above them. */
  #aliasedAt(directory: string, rest: string): string | undefined {
    const key = `${directory}\u0000${rest}`;
    if (this.#aliases.has(key)) return this.#aliases.get(key);
    let found: string | undefined;
    const [first = ''] = rest.split('/');
    for (const base of ['src', 'app', 'src/lib', '.'])
      if (this.#mayHold(join(directory, base), first)) found ??= this.#probe(join(directory, base, rest));
    const parent = dirname(directory);
    if (found === undefined && directory !== this.#root && parent.length >= this.#root.length && parent !== directory)
      found = this.#aliasedAt(parent, rest);
    this.#aliases.set(key, found);
    return found;
  }

  /** Is there anything of this name in a folder, whatever its extension? One look at the folder spares many at files. */
  #mayHold(folder: string, name: string): boolean {
    let names = this.#names.get(folder);
    if (!names) {
      names = new Set(this.#disk.list(folder).flatMap((entry) => [entry.name, entry.name.replace(/\..*$/, '')]));
      this.#names.set(folder, names);
    }
    return name === '' || names.has(name) || names.has(name.replace(/\..*$/, ''));
  }

  /** A client that a library generates into the project; its folder is often not in the repository. */
  #generated(path: string): string | undefined {
    return this.#knowledge.generatedPackage(path.replaceAll('\\', '/'));
  }

  #probe(base: string): string | undefined {
    const stem = base.replace(/\.(?:js|mjs|cjs|jsx)$/, '');
    for (const candidate of new Set([base, stem])) {
      if (isSourceFile(candidate) && this.#disk.isFile(candidate)) return candidate;
      for (const extension of extensions)
        if (extension !== '.json' && this.#disk.isFile(candidate + extension)) return candidate + extension;
    }
    for (const extension of extensions) {
      const index = join(base, `index${extension}`);
      if (extension !== '.json' && this.#disk.isFile(index)) return index;
    }
    return undefined;
  }

  /** The source behind a built file: `dist/x.js` is made from `src/x.ts`. */
  #sourceOf(path: string): string | undefined {
    const replaced = path
      .replace(/([\\/])(?:dist|build|lib|out)([\\/])/, '$1src$2')
      .replace(/\.d\.([cm]?)ts$/, '.$1ts');
    return this.#probe(replaced.replace(/\.[cm]?[jt]sx?$/, ''));
  }

  get #workspacePackages(): ReadonlyMap<string, string> {
    if (this.#packages) return this.#packages;
    const found = new Map<string, string>();
    const visit = (directory: string, depth: number) => {
      const entries = this.#disk.list(directory);
      if (entries.some((entry) => entry.name === 'package.json' && !entry.directory)) {
        const manifest = this.#manifest(directory);
        if (manifest?.name) found.set(manifest.name, directory);
      }
      if (depth >= 4) return;
      for (const entry of entries)
        if (entry.directory && !entry.name.startsWith('.') && !skippedDirectories.has(entry.name))
          visit(join(directory, entry.name), depth + 1);
    };
    visit(this.#root, 0);
    this.#packages = found;
    return found;
  }

  #manifest(directory: string): Manifest | undefined {
    const text = this.#disk.read(join(directory, 'package.json'));
    if (text === undefined) return undefined;
    try {
      const parsed = JSON.parse(text) as unknown;
      return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
    } catch {
      return undefined;
    }
  }

  #workspacePackage(specifier: string): Resolution | undefined {
    const name = packageOf(specifier);
    const directory = this.#workspacePackages.get(name);
    if (directory === undefined) return undefined;
    const subpath = specifier.slice(name.length).replace(/^\//, '');
    const manifest = this.#manifest(directory);
    const targets = [
      ...exportTargets(manifest?.exports, subpath === '' ? '.' : `./${subpath}`),
      ...(subpath === ''
        ? [manifest?.source, manifest?.types, manifest?.module, manifest?.main].filter(
            (target) => typeof target === 'string',
          )
        : []),
    ];
    for (const target of targets) {
      const path = join(directory, target);
      const found =
        isSourceFile(path) && this.#disk.isFile(path)
          ? path
          : (this.#probe(path.replace(/\.d\.([cm]?)ts$/, '.$1ts').replace(/\.[cm]?[jt]sx?$/, '')) ??
            this.#sourceOf(path));
      if (found) return { kind: 'file', file: found };
    }
    for (const base of subpath === ''
      ? ['src/index', 'index', 'src/main', 'lib/index', 'src']
      : [`src/${subpath}`, subpath, `lib/${subpath}`]) {
      const found = this.#probe(join(directory, base));
      if (found) return { kind: 'file', file: found };
    }
    return { kind: 'unknown' };
  }
}

/** Paths that an `exports` map gives for a subpath, the source conditions first. */
function exportTargets(exports: unknown, subpath: string): string[] {
  if (typeof exports === 'string') return subpath === '.' ? [exports] : [];
  if (typeof exports !== 'object' || exports === null) return [];
  const map = exports as Record<string, unknown>;
  const keys = Object.keys(map);
  if (!keys.some((key) => key.startsWith('.'))) return subpath === '.' ? conditionTargets(map) : [];
  if (subpath in map) return conditionTargets(map[subpath]);
  for (const key of keys) {
    const star = key.indexOf('*');
    if (star < 0) continue;
    const [before, after] = [key.slice(0, star), key.slice(star + 1)];
    if (!subpath.startsWith(before) || !subpath.endsWith(after)) continue;
    const matched = subpath.slice(before.length, subpath.length - after.length);
    return conditionTargets(map[key]).map((target) => target.replaceAll('*', matched));
  }
  return [];
}

function conditionTargets(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(conditionTargets);
  if (typeof value !== 'object' || value === null) return [];
  const map = value as Record<string, unknown>;
  const order = [
    ...conditions.filter((name) => name in map),
    ...Object.keys(map).filter((name) => !conditions.includes(name)),
  ];
  return order.flatMap((name) => conditionTargets(map[name]));
}

/** Path with forward slashes, from the root. */
export function slashed(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}
