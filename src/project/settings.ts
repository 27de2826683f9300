import type { Knowledge } from '../knowledge/registry.ts';
import type { HandlerKind, MeaningOf, ParameterMeaning } from '../knowledge/types.ts';
import {
  claimMeaning,
  effectMeaning,
  guardMeaning,
  nothingMeaning,
  transactionMeaning,
  verifierMeaning,
} from '../knowledge/user/meanings.ts';
import {
  OwnKnowledge,
  precisionOf,
  type OwnCall,
  type OwnHandler,
  type OwnName,
} from '../knowledge/user/own-knowledge.ts';
import {
  boolean,
  index,
  listOf,
  object,
  oneOf,
  orFalse,
  orNull,
  required,
  seconds,
  SettingsError,
  text,
  type Read,
} from './setting-shapes.ts';

/** `settings['webhook-once']`, as a user writes it; `docs/configuration.md` says what there is. */
export type Settings = Readonly<Record<string, unknown>>;

/** Names that the model knows beside its own. */
export interface Vocabulary {
  readonly dedupeTables: readonly string[];
  readonly statusColumns: readonly string[];
  /** The last migration that is not reported on. */
  readonly startAfter: string | undefined;
}

/** Where the database is described, instead of where it is looked for; undefined where the search stands. */
export interface SchemaPlaces {
  readonly migrations: readonly string[] | undefined;
  readonly schema: readonly string[] | undefined;
}

export interface ProjectSettings {
  readonly own: OwnKnowledge;
  readonly vocabulary: Vocabulary;
  readonly places: SchemaPlaces;
}

const root = 'settings["webhook-once"]';

const name = { package: text, file: text, export: required(text) };
type Name = Readonly<{ package?: string; file?: string; export: string }>;

const radii = ['money', 'shipment', 'message', 'state', 'other'] as const;
const answers = ['boolean', 'row', 'rows', 'count'] as const;
const parameters = ['body', 'raw', 'headers', 'query', 'message', 'next', 'ignored'] as const;

/** Checks what the user has set. What is wrong with it is an error of one line that names the key. */
export function readSettings(
  settings: Settings | undefined,
  projectRoot: string,
  knowledge: Knowledge,
): ProjectSettings {
  const provider: Read<string> = oneOf([...knowledge.providers.keys()]);
  const read = object({
    handlers: listOf(
      object({
        ...name,
        argument: index,
        parameters: listOf(oneOf(parameters)),
        kind: oneOf(['http', 'queue']),
        provider,
      }),
    ),
    effects: listOf(
      object({
        ...name,
        radius: required(oneOf(radii)),
        does: text,
        idempotent: boolean,
        key: orFalse(object({ argument: required(index), property: text })),
      }),
    ),
    claims: listOf(
      object({ ...name, key: index, result: required(oneOf([...answers, 'throws'])), timeToLive: orNull(seconds) }),
    ),
    guards: listOf(object({ ...name, key: index, result: required(oneOf(answers)) })),
    verifiers: listOf(object({ ...name, returns: required(oneOf(['event', 'boolean', 'nothing'])), provider })),
    transactions: listOf(
      object({ ...name, callback: index, client: object({ package: required(text), type: required(text) }) }),
    ),
    nothing: listOf(object(name)),
    dedupeTables: listOf(text),
    statusColumns: listOf(text),
    migrations: listOf(text),
    schema: listOf(text),
    startAfter: text,
  })(root, settings ?? {});

  const calls: OwnCall[] = [];
  const add = <T extends Name>(
    list: string,
    entries: readonly T[] | undefined,
    meaningOf: (entry: T) => MeaningOf,
    part: Partial<OwnCall> | ((entry: T) => Partial<OwnCall>) = {},
  ) => {
    for (const [position, entry] of (entries ?? []).entries())
      calls.push({
        ...nameOf(`${root}.${list}[${position}]`, entry),
        meaning: meaningOf(entry),
        answers: false,
        proves: false,
        constructs: false,
        client: null,
        ...(typeof part === 'function' ? part(entry) : part),
      });
  };
  add('effects', read.effects, ({ radius, does, idempotent, key }) =>
    effectMeaning({ radius, does, idempotent, key: key && { argument: key.argument, property: key.property } }),
  );
  add('claims', read.claims, ({ key = 0, result, timeToLive }) => claimMeaning(key, result, timeToLive), {
    answers: true,
  });
  add('guards', read.guards, ({ key = 0, result }) => guardMeaning(key, result), { answers: true });
  add('verifiers', read.verifiers, ({ returns, provider: sender = null }) => verifierMeaning(returns, sender), {
    proves: true,
  });
  add(
    'transactions',
    read.transactions,
    ({ callback = 0 }) => transactionMeaning(callback),
    ({ client = null }) => ({ client }),
  );
  add('nothing', read.nothing, () => nothingMeaning, { constructs: true });
  const handlers = (read.handlers ?? []).map((entry, position) => handlerOf(`${root}.handlers[${position}]`, entry));
  refuseTwins(calls);
  refuseTwins(handlers);
  return {
    own: new OwnKnowledge(projectRoot, calls, handlers),
    vocabulary: {
      dedupeTables: read.dedupeTables ?? [],
      statusColumns: read.statusColumns ?? [],
      startAfter: read.startAfter,
    },
    places: { migrations: read.migrations, schema: read.schema },
  };
}

const segment = /^(?:[\p{ID_Start}$_#][\p{ID_Continue}$]*|\*)$/u;

function nameOf(setting: string, entry: Name): OwnName {
  const file = entry.file?.replaceAll('\\', '/').replace(/^\.\//, '') ?? null;
  const path = entry.export.split('.');
  if (entry.package !== undefined && file !== null)
    throw new SettingsError(`${setting}.file: not beside "package"; a call is named by the export of one of them`);
  if (
    !path.every(
      (part, position) => segment.test(part) && (part !== '*' || (position > 0 && position === path.length - 1)),
    )
  )
    throw new SettingsError(
      `${setting}.export: must be an export or a method of one, such as "createParcel" or "ShippingClient.create", not "${entry.export}"`,
    );
  if (entry.package === undefined && file === null && !(path.length === 2 && /^\p{Lu}/u.test(path[0] ?? '')))
    throw new SettingsError(
      `${setting}: needs "package" or "file" beside "export"; only a method of an own class, "Class.method", goes without`,
    );
  if (file !== null && (file.startsWith('/') || file.startsWith('../') || /^[A-Za-z]:/.test(file)))
    throw new SettingsError(`${setting}.file: must be a path from the working directory, not "${entry.file ?? ''}"`);
  const own = { setting, package: entry.package ?? null, file, path };
  return { ...own, precision: precisionOf(own) };
}

interface HandlerSetting extends Name {
  readonly argument?: number;
  readonly parameters?: readonly (typeof parameters)[number][];
  readonly kind?: Exclude<HandlerKind, 'batch'>;
  readonly provider?: string;
}

function handlerOf(setting: string, entry: HandlerSetting): OwnHandler {
  if (entry.package !== undefined && entry.argument === undefined)
    throw new SettingsError(
      `${setting}.argument: is missing; it says which argument of "${entry.export}" is the handler`,
    );
  return {
    ...nameOf(setting, entry),
    argument: entry.argument ?? null,
    parameters: (entry.parameters ?? []).map((word): ParameterMeaning =>
      word === 'ignored' ? { ignored: true } : word === 'next' ? { next: true } : { delivery: word },
    ),
    kind: entry.kind ?? 'http',
    provider: entry.provider ?? null,
  };
}

/** Of two entries for one call neither can win. */
function refuseTwins(names: readonly OwnName[]): void {
  const seen = new Map<string, string>();
  for (const { setting, package: from, file, path } of names) {
    const key = `${from ?? ''}|${file ?? ''}|${path.join('.')}`;
    const before = seen.get(key);
    if (before !== undefined) throw new SettingsError(`${setting}: names the same call as ${before}`);
    seen.set(key, setting);
  }
}
