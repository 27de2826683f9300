import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Preset, RuleLevel, Settings } from '../analyze.ts';
import { pathKind, readTextFile } from '../project/host-files.ts';
import { levels, oneOf, presets, UsageError } from './arguments.ts';

/** What a repository fixes for every run. Flags win over it. */
export interface Config {
  readonly preset?: Preset;
  readonly rules?: Readonly<Record<string, RuleLevel>>;
  /** The same as `settings['webhook-once']` of an ESLint configuration. */
  readonly settings?: Settings;
}

const extensions = ['.json', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'];

export async function readConfig(root: string, flag: string | undefined): Promise<Config> {
  const file = flag ?? defaultFile(root);
  if (file === undefined) return {};
  if (!extensions.includes(extname(file)) || extname(file) === '.json') {
    const text = read(root, file);
    if (text === undefined) throw new UsageError(`cannot read the configuration "${file}": no such file`);
    return configOf(file, parseJson(file, text));
  }
  const path = resolve(root, file);
  if (pathKind(path) !== 'file') throw new UsageError(`cannot read the configuration "${file}": no such file`);
  return configOf(file, await load(file, path));
}

function defaultFile(root: string): string | undefined {
  const [first, second] = extensions
    .map((extension) => `webhook-once.config${extension}`)
    .filter((file) => pathKind(resolve(root, file)) === 'file');
  if (second !== undefined) throw new UsageError(`there are ${first ?? ''} and ${second}; only one can hold`);
  return first;
}

/** What a module exports. A runtime that reads TypeScript itself does; for the others a loader does, if there is need. */
async function load(file: string, path: string): Promise<unknown> {
  try {
    const isTypeScript = /\.[cm]?ts$/.test(path);
    const loaded: unknown =
      isTypeScript && !('typescript' in process.features && process.features.typescript)
        ? await (await import('jiti')).createJiti(import.meta.url, { fsCache: false, moduleCache: false }).import(path)
        : await import(pathToFileURL(path).href);
    return defaultOf(defaultOf(loaded));
  } catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function defaultOf(loaded: unknown): unknown {
  return typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : loaded;
}

function read(root: string, file: string): string | undefined {
  try {
    return readTextFile(resolve(root, file));
  } catch (error) {
    throw new UsageError(`cannot read the configuration "${file}": ${(error as Error).message}`);
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function configOf(file: string, value: unknown): Config {
  const fields = objectIn(file, value, 'the configuration');
  for (const name of Object.keys(fields)) {
    if (name === 'preset' || name === 'rules' || name === 'settings') continue;
    throw new UsageError(`${file} has a field "${name}"; there are preset, rules and settings`);
  }
  return {
    ...(fields.preset === undefined ? {} : { preset: oneOf(`preset in ${file}`, fields.preset, presets) }),
    ...(fields.rules === undefined ? {} : { rules: rulesIn(file, fields.rules) }),
    // The project says what is wrong with a setting: it alone knows what there is to set.
    ...(fields.settings === undefined ? {} : { settings: objectIn(file, fields.settings, 'settings') }),
  };
}

function rulesIn(file: string, value: unknown): Record<string, RuleLevel> {
  const entries = Object.entries(objectIn(file, value, 'rules'));
  return Object.fromEntries(
    entries.map(([name, level]) => [name, oneOf(`the level of ${name} in ${file}`, level, levels)]),
  );
}

function objectIn(file: string, value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`${file}: ${what} must be an object`);
}
