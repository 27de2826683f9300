import type { Node } from 'oxc-parser';
import type { Call, Meaning } from '../knowledge/types.ts';
import type { OwnCall, OwnHandler, OwnKnowledge, OwnName } from '../knowledge/user/own-knowledge.ts';
import { followSpecifier } from '../resolve/module.ts';
import { annotatedValue, exported, ownPrefix, superOf } from './lookup.ts';
import { pathOf } from './external-path.ts';
import { applyMeaning } from './library.ts';
import type { CallRequest, Frame, LazyMemory, Machine, Outcome } from './machine.ts';
import { valueReader } from './reader.ts';
import type { State } from './state.ts';
import { external, unknown, writtenName } from './values.ts';
import type { ClassValue, Environment, ExternalValue, FunctionValue, Value } from './value.ts';

/** What is called, as far as it can be told whom it belongs to. */
export interface Callee {
  readonly value: Value;
  readonly self: Value | null;
  /** As the code writes it: `this.shipping.create`. */
  readonly name: string | null;
}

interface Named<T> {
  readonly entry: T;
  readonly precision: number;
}

/** The functions, methods and library paths that the names of the settings stand for. */
class NameIndex<T extends OwnName> {
  readonly #own: OwnKnowledge;
  readonly #globs: readonly T[];
  readonly #functions = new Map<string, Named<T> & { readonly environment: Environment; readonly isTop: boolean }>();
  /** By class and method, the class by its place or, for names that give no file, by its name. */
  readonly #methods = new Map<string, Named<T>>();
  readonly #externals = new Map<string, Named<T>>();
  readonly #looked = new Set<string>();
  /** `Name.method` of one file: an interface has no value to look into. */
  readonly #interfaces: readonly T[];

  constructor(m: Machine, own: OwnKnowledge, entries: readonly T[]) {
    this.#own = own;
    this.#globs = entries.filter((entry) => entry.file !== null && own.fileOf(entry) === undefined);
    this.#interfaces = entries.filter((entry) => entry.file !== null && entry.path.length === 2);
    for (const entry of entries) {
      const file = own.fileOf(entry);
      if (file !== undefined) this.#addExport(m, entry, file);
      else if (entry.package !== null) this.#addPackage(m, entry, entry.package);
      else if (entry.file === null) put(this.#methods, entry.path.join('#'), entry);
    }
  }

  find(m: Machine, { value, self, name }: Callee): T | undefined {
    if (value.kind === 'external') return this.#findExternal(value);
    if (value.kind === 'function') {
      this.#look(m, value.file);
      const known = this.#functions.get(placeOf(value));
      if (known && (known.isTop || known.environment === value.environment)) return known.entry;
    }
    const method =
      value.kind === 'function' && value.name !== ''
        ? value.name
        : lastOf(name ?? (value.kind === 'unknown' ? value.name : null));
    const receiver = (value.kind === 'function' ? value.self : null) ?? self;
    return method === null || !receiver
      ? undefined
      : this.#findMethod(m, receiver, method, value.kind === 'function' ? value.home : null);
  }

  #findExternal(value: ExternalValue): T | undefined {
    const path = plain(pathOf(value));
    const paths = path.startsWith('default.')
      ? [path, path.slice(8)]
      : path.startsWith('*.')
        ? [path.slice(2), `default.${path.slice(2)}`]
        : path === '*'
          ? ['default']
          : [path, `default.${path}`];
    const packages = value.package.startsWith(ownPrefix)
      ? [value.package]
      : [...this.#own.packagesOf(value.package), value.package];
    const found = packages.flatMap((name) =>
      paths.flatMap((one) =>
        [
          this.#externals.get(`${name}|${one}`) ?? [],
          this.#externals.get(`${name}|${one.replace(/[^.]+$/, '*')}`) ?? [],
        ].flat(),
      ),
    );
    return found.reduce<Named<T> | undefined>(
      (best, one) => (best && best.precision >= one.precision ? best : one),
      undefined,
    )?.entry;
  }

  #findMethod(m: Machine, receiver: Value, method: string, home: ClassValue | null): T | undefined {
    let best: Named<T> | undefined;
    const ask = (owner: string) => {
      const found = this.#methods.get(`${owner}#${method}`) ?? this.#methods.get(`${owner}#*`);
      if (found && (!best || found.precision > best.precision)) best = found;
    };
    const askInterface = (name: string, file: string | null) => {
      ask(name);
      for (const entry of this.#interfaces) {
        const [owner, named] = entry.path;
        if (file !== null && owner === name && (named === method || named === '*') && this.#own.isIn(entry, file))
          best = better(best, entry);
      }
    };
    for (const owner of [...classesOf(m, receiver), ...(home ? [home] : [])]) {
      this.#look(m, owner.file);
      ask(placeOf(owner));
      ask(owner.name);
      for (const { expression } of owner.node.implements ?? []) {
        if (expression.type !== 'Identifier') continue;
        const imported = m.graph.module(owner.file)?.imports.get(expression.name);
        const origin = imported && followSpecifier(m.graph, owner.file, imported.specifier, imported.name);
        askInterface(
          imported?.name ?? expression.name,
          imported ? (origin?.kind === 'definition' ? origin.module.file : null) : owner.file,
        );
      }
    }
    if (receiver.kind === 'unknown' && receiver.type?.node.type === 'TSInterfaceDeclaration')
      askInterface(receiver.type.node.id.name, receiver.type.file);
    return best?.entry;
  }

  /** A glob's names are looked for in a file when something of that file is called. */
  #look(m: Machine, file: string): void {
    if (this.#looked.has(file)) return;
    this.#looked.add(file);
    for (const entry of this.#globs) if (this.#own.isIn(entry, file)) this.#addExport(m, entry, file);
  }

  #addPackage(m: Machine, entry: T, name: string): void {
    // A package of the workspace is followed to its source.
    const resolution = m.graph.resolve(this.#own.anchor, name);
    if (resolution.kind === 'file') this.#addExport(m, entry, resolution.file);
    const [head = 'default', ...steps] = entry.path;
    put(this.#externals, `${name}|${entry.path.join('.')}`, entry);
    const known = m.knowledge.package(name);
    if (!known) return;
    // What the tables have under the short name of a type.
    const types = [`${head}.new`, `${head}()`, `default.${head}.new`].map((path) => known.typeAt(path));
    for (const root of new Set([head, known.typeNamed(head), ...types]))
      if (root !== undefined) this.#addSteps(m, entry, external(name, root), steps, name);
  }

  #addExport(m: Machine, entry: T, file: string): void {
    const [head = 'default', ...steps] = entry.path;
    if (!m.graph.module(file)) return;
    const value = quietly(m, () => exported(m, file, head));
    this.#addSteps(m, entry, value, steps, null);
  }

  /** Goes from an export to the function that is meant. `as`: the package's name in the settings. */
  #addSteps(m: Machine, entry: T, from: Value, steps: readonly string[], as: string | null): void {
    let value = from.kind === 'promise' ? from.value : from;
    for (const [index, step] of steps.entries()) {
      if (value.kind === 'class') {
        if (index === steps.length - 1) put(this.#methods, `${placeOf(value)}#${step}`, entry);
        return;
      }
      if (step === '*') {
        if (value.kind === 'external') put(this.#externals, `${as ?? value.package}|${plain(pathOf(value))}.*`, entry);
        if (value.kind === 'instance')
          for (const owner of classesOf(m, value)) put(this.#methods, `${placeOf(owner)}#*`, entry);
        return;
      }
      value = memberOf(m, value, step);
    }
    for (const option of value.kind === 'union' ? value.options : [value]) {
      if (option.kind === 'external') put(this.#externals, `${as ?? option.package}|${plain(pathOf(option))}`, entry);
      if (option.kind !== 'function') continue;
      const key = placeOf(option);
      const rank = entry.precision;
      const before = this.#functions.get(key);
      if (before && before.precision >= rank) continue;
      this.#functions.set(key, {
        entry,
        precision: rank,
        environment: option.environment,
        isTop: (option.environment as { parent?: unknown }).parent === null,
      });
    }
  }
}

function put<T extends OwnName>(map: Map<string, Named<T>>, key: string, entry: T): void {
  const best = better(map.get(key), entry);
  map.set(key, best);
}

function better<T extends OwnName>(before: Named<T> | undefined, entry: T): Named<T> {
  const rank = entry.precision;
  return before && before.precision >= rank ? before : { entry, precision: rank };
}

/** A path without its calls and constructions: the settings name exports and methods only. */
function plain(path: string): string {
  return path.replace(/\.new(?=\.|$)|\(\)/g, '');
}

function placeOf(value: FunctionValue | ClassValue): string {
  return `${value.file}@${value.node.start}`;
}

function lastOf(name: string | null): string | null {
  return name?.split('.').at(-1)?.replace(/\(\)$/, '') ?? null;
}

/** The class of an object and those it extends. */
function classesOf(m: Machine, receiver: Value): ClassValue[] {
  const classes: ClassValue[] = [];
  let current: Value | null = receiver.kind === 'instance' ? receiver.class : receiver;
  for (; current?.kind === 'class' && classes.length < 8; current = superOf(m, current)) classes.push(current);
  return classes;
}

function memberOf(m: Machine, object: Value, name: string): Value {
  const [first] = m.memory.modules.values();
  if (!first) return unknown(name);
  const frame: Frame = { module: first.module, environment: first, self: null, home: null, context: 'settings' };
  return quietly(
    m,
    () => m.parts.member(m, object, name, nowhere, frame, m.memory.state.fork())[0]?.value ?? unknown(name),
  );
}

const nowhere = { type: 'EmptyStatement', start: 0, end: 0 } as unknown as Node;

/** Looks at values with nothing recorded and nothing thrown. */
function quietly<T>(m: Machine, look: () => T): T {
  const { sink, guarded, calls, lazyWork } = m;
  m.lazyWork = 0;
  m.lazy += 1;
  m.sink = () => undefined;
  m.guarded = false;
  try {
    return look();
  } finally {
    m.sink = sink;
    m.guarded = guarded;
    m.calls = calls;
    m.lazyWork = lazyWork;
    m.lazy -= 1;
  }
}

interface Indexes {
  readonly calls: NameIndex<OwnCall>;
  readonly handlers: NameIndex<OwnHandler>;
}

/** Null while it is made: making it evaluates code that may call what is named. */
const indexes = new WeakMap<LazyMemory, Indexes | null>();

function indexesOf(m: Machine, own: OwnKnowledge): Indexes | null {
  const known = indexes.get(m.memory);
  if (known !== undefined) return known;
  indexes.set(m.memory, null);
  const made = {
    calls: new NameIndex(m, own, own.calls),
    handlers: new NameIndex(
      m,
      own,
      own.handlers.filter((handler) => handler.argument !== null),
    ),
  };
  indexes.set(m.memory, made);
  return made;
}

/** The registration that the settings declare this call to be. */
export function ownRegistration(m: Machine, callee: Callee): OwnHandler | undefined {
  return m.knowledge.own ? indexesOf(m, m.knowledge.own)?.handlers.find(m, callee) : undefined;
}

export function callOwn(m: Machine, request: CallRequest, state: State): Outcome[] | undefined {
  const { own } = m.knowledge;
  if (!own || own.calls.length === 0) return undefined;
  const { callee, node, args, frame } = request;
  const entry = indexesOf(m, own)?.calls.find(m, { value: callee, self: request.self, name: request.name });
  if (!entry || (request.isNew && !entry.constructs)) return undefined;
  const receiver = callee.kind === 'external' ? callee : external('own', entry.path.join('.'));
  const call: Call = { node, args, chain: receiver.chain, receiver, read: valueReader(m, node, frame, state) };
  const meaning = entry.meaning(call);
  if (!meaning) return undefined;
  const outcomes = applyMeaning(
    m,
    meaning.is === 'transaction' ? withClient(m, meaning, entry, callee) : meaning,
    request,
    receiver,
    state,
  );
  if (!outcomes || !entry.answers || isWaitedFor(request) || isAsync(callee)) return outcomes;
  // Nobody waits for it: it answers at once.
  return outcomes.flatMap((outcome) => m.parts.settle(m, outcome.value, node, frame, outcome.state));
}

function isWaitedFor({ frame, node }: CallRequest): boolean {
  return /\bawait\s*\(*\s*$/.test(frame.module.source.text.slice(Math.max(0, node.start - 40), node.start));
}

function isAsync(callee: Value): boolean {
  if (callee.kind !== 'function') return false;
  const type = callee.node.returnType?.typeAnnotation;
  return (
    callee.node.async ||
    (type?.type === 'TSTypeReference' && /^Promise(?:Like)?$/.test(writtenName(type.typeName) ?? ''))
  );
}

/** What the callback of a transaction is given: as the settings say, as it declares, or as the called function does. */
function withClient(
  m: Machine,
  meaning: Extract<Meaning, { is: 'transaction' }>,
  entry: OwnCall,
  callee: Value,
): Meaning {
  if (entry.client)
    return {
      ...meaning,
      given: external(
        entry.client.package,
        m.knowledge.package(entry.client.package)?.typeNamed(entry.client.type) ?? entry.client.type,
      ),
    };
  const { callback } = meaning;
  if (callback?.kind !== 'function') return meaning;
  const written = parameterOf(m, callback.node.params[0], callback.file);
  if (written.kind !== 'unknown' || callee.kind !== 'function') return { ...meaning, given: written };
  for (const parameter of callee.node.params) {
    const type = 'typeAnnotation' in parameter ? parameter.typeAnnotation?.typeAnnotation : undefined;
    if (type?.type === 'TSFunctionType') return { ...meaning, given: parameterOf(m, type.params[0], callee.file) };
  }
  return { ...meaning, given: written };
}

function parameterOf(m: Machine, parameter: Node | undefined, file: string): Value {
  return parameter ? annotatedValue(m, parameter, file, null) : unknown();
}
