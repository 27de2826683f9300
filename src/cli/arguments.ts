import { parseArgs } from 'node:util';
import type { Preset, RuleLevel } from '../rule/select-rules.ts';

/** What was asked for cannot be done; the message is the one line a user sees. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Command =
  | { readonly command: 'help' | 'version' }
  | ({
      readonly command: 'check';
      readonly preset: Preset | undefined;
      readonly levels: Record<string, RuleLevel>;
    } & Common)
  | ({ readonly command: 'schema'; readonly suggest: boolean } & Common)
  | ({ readonly command: 'map'; readonly unknown: boolean } & Common)
  | { readonly command: 'explain'; readonly rule: string; readonly color: boolean | undefined };

interface Common {
  readonly paths: readonly string[];
  readonly format: 'text' | 'json';
  /** Undefined: as the terminal and the environment say. */
  readonly color: boolean | undefined;
  readonly config: string | undefined;
  /** A Postgres server whose catalogs are believed over migrations and models. */
  readonly databaseUrl: string | undefined;
}

const commands = '"check", "schema", "map" and "explain"';
const formats = ['text', 'json'] as const;
export const presets = ['recommended', 'strict'] as const;
export const levels = ['off', 'warn', 'error'] as const;

export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help) return { command: 'help' };
  if (values.version) return { command: 'version' };
  const [command, ...paths] = positionals;
  if (values.explain !== undefined && (command === undefined || command === 'check'))
    return { command: 'explain', rule: values.explain, color: values.color };
  if (command === undefined) throw new UsageError(`no command given; there are ${commands} (see --help)`);
  if (values.explain !== undefined) throw new UsageError(`"${command}" takes no --explain`);
  if (command === 'explain') {
    const [rule, ...more] = paths;
    if (rule === undefined || more.length > 0)
      throw new UsageError('"explain" takes the name of one rule, such as no-check-then-act');
    return { command, rule, color: values.color };
  }
  const common: Common = {
    paths: paths.length > 0 ? paths : ['.'],
    format: oneOf('--format', values.format ?? 'text', formats),
    color: values.color,
    config: values.config,
    databaseUrl: values['database-url'],
  };
  if (values.suggest && command !== 'schema') throw new UsageError('only "schema" takes --suggest');
  if (values.unknown && command !== 'map') throw new UsageError('only "map" takes --unknown');
  if (command === 'check') {
    const preset = values.preset === undefined ? undefined : oneOf('--preset', values.preset, presets);
    return { command, preset, levels: parseLevels(values.rule ?? []), ...common };
  }
  if (command === 'schema') {
    if (values.preset !== undefined) throw new UsageError('"schema" takes no --preset');
    if (values.rule !== undefined) throw new UsageError('"schema" takes no --rule');
    return { command, suggest: values.suggest ?? false, ...common };
  }
  if (command === 'map') {
    if (values.preset !== undefined) throw new UsageError('"map" takes no --preset');
    if (values.rule !== undefined) throw new UsageError('"map" takes no --rule');
    return { command, unknown: values.unknown ?? false, ...common };
  }
  throw new UsageError(`no command is called "${command}"; there are ${commands}`);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      allowNegative: true,
      options: {
        format: { type: 'string' },
        preset: { type: 'string' },
        rule: { type: 'string', multiple: true },
        config: { type: 'string' },
        explain: { type: 'string' },
        unknown: { type: 'boolean' },
        suggest: { type: 'boolean' },
        'database-url': { type: 'string' },
        color: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    throw new UsageError(firstSentence(error instanceof Error ? error.message : String(error)));
  }
}

/** Node explains at length how to pass a file named like a flag. */
function firstSentence(message: string): string {
  const sentence = message.split(/\. |\n/u)[0] ?? message;
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)} (see --help)`;
}

export function oneOf<const Choice extends string>(flag: string, value: unknown, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined)
    throw new UsageError(`${flag} is ${JSON.stringify(value)}, but must be ${choices.join(' or ')}`);
  return found;
}

function parseLevels(flags: readonly string[]): Record<string, RuleLevel> {
  return Object.fromEntries(
    flags.map((flag) => {
      const [name, level, ...rest] = flag.split(':');
      if (!name || level === undefined || rest.length > 0) {
        throw new UsageError(`--rule is "${flag}", but must be a rule and a level, such as no-check-then-act:warn`);
      }
      return [name, oneOf(`the level in --rule ${flag}`, level, levels)];
    }),
  );
}
