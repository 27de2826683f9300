import { resolve } from 'node:path';
import type { Preset, RuleLevel, Settings } from '../analyze.ts';
import { readTextFile } from '../project/host-files.ts';
import { levels, oneOf, presets, UsageError } from './arguments.ts';

/** What a repository fixes for every run. Flags win over it. */
export interface Config {
  readonly preset?: Preset;
  readonly rules?: Readonly<Record<string, RuleLevel>>;
  /** The same as `settings['webhook-once']` of an ESLint configuration. */
  readonly settings?: Settings;
}

const defaultFile = 'webhook-once.config.json';

export function readConfig(root: string, flag: string | undefined): Config {
  const file = flag ?? defaultFile;
  const text = read(root, file);
  if (text === undefined) {
    if (flag === undefined) return {};
    throw new UsageError(`cannot read the configuration "${file}": no such file`);
  }
  return parseConfig(file, text);
}

function read(root: string, file: string): string | undefined {
  try {
    return readTextFile(resolve(root, file));
  } catch (error) {
    throw new UsageError(`cannot read the configuration "${file}": ${(error as Error).message}`);
  }
}

function parseConfig(file: string, text: string): Config {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`);
  }
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
