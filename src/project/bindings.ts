import { basename, dirname } from 'node:path';
import type { Class, Expression, Node, ObjectExpression } from 'oxc-parser';
import { bindingKey, wordOf, type Bindings, type Listener } from '../interpret/bindings.ts';
import { classValue, evaluateLazily, functionValue, scopesOf } from '../interpret/lookup.ts';
import type { Env, Machine } from '../interpret/machine.ts';
import { provision } from '../interpret/provision.ts';
import type { ClassValue, Value } from '../interpret/value.ts';
import { writtenName } from '../interpret/values.ts';
import type { Knowledge, LibraryBinding } from '../knowledge/registry.ts';
import type { Binding, BindingKind, BoundAs } from '../knowledge/types.ts';
import { isFunctionNode, walk } from '../parse/walk.ts';
import type { Module } from '../resolve/module.ts';

/** The files that may bind something, as the project keeps them. */
export interface BindingFiles {
  /** All source files of the project. */
  readonly all: () => readonly string[];
  readonly textOf: (file: string) => string | undefined;
  readonly module: (file: string) => Module | undefined;
  /** The folder of the package that a file is part of. */
  readonly packageOf: (file: string) => string;
  /** The files that a file imports from. */
  readonly importsOf: (file: string) => readonly string[];
}

/** One place where code gives something a name. */
interface Entry {
  readonly kind: BindingKind;
  /** The key as it is written there: a constant name, or an expression that says the token. */
  readonly key: string | Node;
  readonly value: Node;
  readonly as: BoundAs | 'method';
  /** The class of a decorated method. */
  readonly owner: Class | null;
  /** What a method that binds is called on. */
  readonly receiver: Node | null;
  readonly binding: LibraryBinding;
}

/** Code that stands in for the real one in tests. */
const standIn =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|mocks?|stubs?|fakes?|e2e|specs?)\/|\.(?:test|spec|mock|fake|stub|e2e-spec)\.[cm]?[jt]sx?$/i;
const standInName = /^(?:Mock|Fake|Stub|Dummy|Noop|Null|InMemory|Memory|Test)[A-Z]|(?:Mock|Fake|Stub|Dummy)$/;

/**
 * Finds what a project binds to names, when it is asked for: only files that have the name in them are read.
 * Made anew whenever a file changes.
 */
export function projectBindings(knowledge: Knowledge, files: BindingFiles): Bindings {
  const entries = new Map<string, readonly Entry[]>();
  const found = new Map<string, readonly { readonly file: string; readonly entry: Entry }[]>();
  const implementing = new Map<string, readonly { readonly file: string; readonly node: Class }[]>();
  const wild = new Map<string, boolean>();
  let aliased: ReadonlyMap<string, string> | undefined;
  const importing = new Map<string, readonly string[]>();
  const hint = hintOf(knowledge);

  const filesWith = (word: string, also: RegExp): readonly string[] =>
    files.all().filter((file) => {
      const text = files.textOf(file);
      return text?.includes(word) === true && also.test(text) && !standIn.test(file);
    });

  /** Decorators of the project's own that are another by a shorter name: `const OnPaid = (type) => OnEvent(type)`. */
  const aliases = (): ReadonlyMap<string, string> => {
    if (aliased) return aliased;
    const found = new Map<string, string>();
    aliased = found;
    for (const { binding } of knowledge.bindings) {
      if (binding.by !== 'decorator') continue;
      const used = new RegExp(`(?<!@)\\b${binding.decorator}\\s*\\(`);
      for (const file of files.all()) {
        const module = used.test(files.textOf(file) ?? '') ? files.module(file) : undefined;
        if (module) for (const name of aliasesIn(module, binding.decorator)) found.set(name, binding.decorator);
      }
    }
    return found;
  };

  const entriesOf = (file: string): readonly Entry[] => {
    const known = entries.get(file);
    if (known) return known;
    const module = files.module(file);
    const list = module ? readEntries(knowledge, module, aliases()) : [];
    entries.set(file, list);
    return list;
  };

  const hintFor = (kind: BindingKind): RegExp => {
    const names = kind === 'listener' ? [...aliases().keys()] : [];
    return names.length === 0 ? hint[kind] : new RegExp(`${hint[kind].source}|@(?:${names.join('|')})\\b`);
  };

  const candidates = (kind: BindingKind, word: string) => {
    const id = `${kind}:${word}`;
    const known = found.get(id);
    if (known) return known;
    const list = filesWith(word, hintFor(kind)).flatMap((file) =>
      entriesOf(file)
        .filter((entry) => entry.kind === kind)
        .map((entry) => ({ file, entry })),
    );
    found.set(id, list);
    return list;
  };

  interface Candidate {
    readonly file: string;
    readonly entry: Entry;
  }

  const valuesOf = (m: Machine, list: readonly Candidate[]): Value[] =>
    list.flatMap(({ file, entry }) => {
      const value = valueOf(m, files, file, entry);
      return value && value.kind !== 'unknown' ? [value] : [];
    });

  const listenersAt = (m: Machine, list: readonly Candidate[]): Listener[] =>
    list.flatMap((one) =>
      valuesOf(m, [one]).map((value) => ({
        value,
        isGivenName: one.entry.binding.binding.wild?.by === 'star' && one.entry.key === '*',
      })),
    );

  const wildCandidates = (): readonly Candidate[] =>
    candidates('listener', '*').filter(({ entry }) => typeof entry.key !== 'string' || entry.key.includes('*'));

  /** Some file says that stars in names mean something. */
  const isWild = ({ binding: { binding } }: Entry): boolean => {
    if (!binding.wild) return false;
    const { where } = binding.wild;
    if (!where) return true;
    let is = wild.get(where.source);
    if (is === undefined) {
      is = files.all().some((file) => where.test(files.textOf(file) ?? ''));
      wild.set(where.source, is);
    }
    return is;
  };

  return {
    bound(m, kind, key, fromFile) {
      const list = candidates(kind, wordOf(key)).filter(({ file, entry }) => keyOf(m, files, file, entry) === key);
      return valuesOf(m, nearest(list, fromFile, files));
    },
    listeners(m, name, fromFile) {
      const isPrefix = name.endsWith('*');
      const wanted = isPrefix ? name.slice(0, -1) : name;
      const list = [...new Set([...candidates('listener', wordOf(wanted)), ...wildCandidates()])].filter(
        ({ file, entry }) => {
          if (!mayListen(m, files, file, entry)) return false;
          const said = keyOf(m, files, file, entry);
          if (said === null) return false;
          if (said.includes('*') && isWild(entry)) return standsFor(said, wanted, isPrefix, entry);
          return isPrefix ? said.startsWith(wanted) : said === wanted;
        },
      );
      return listenersAt(m, nearest(list, fromFile, files));
    },
    listenersNamed(m, fits, fromFile) {
      const list = nearest(
        candidates('listener', '').filter(({ file, entry }) => {
          const said = keyOf(m, files, file, entry);
          return said !== null && fits(said) && mayListen(m, files, file, entry);
        }),
        fromFile,
        files,
      );
      const names = new Map<string, typeof list>();
      for (const one of list) {
        const name = keyOf(m, files, one.file, one.entry) ?? '';
        names.set(name, [...(names.get(name) ?? []), one]);
      }
      return new Map([...names].map(([name, some]) => [name, listenersAt(m, some)]));
    },
    importers(file) {
      let list = importing.get(file);
      if (!list) {
        const stem = basename(file).replace(/\.[cm]?[jt]sx?$/, '');
        const word = stem === 'index' ? basename(dirname(file)) : stem;
        list = filesWith(word, /\bimport\b|\brequire\b/).filter(
          (one) => one !== file && files.importsOf(one).includes(file),
        );
        importing.set(file, list);
      }
      return list;
    },
    implementations(m, name, file) {
      let list = implementing.get(name);
      if (!list) {
        list = filesWith(name, new RegExp(`\\b(?:implements|extends)\\b[^{]*\\b${name}\\b`)).flatMap((one) =>
          classesOf(files.module(one), name).map((node) => ({ file: one, node })),
        );
        implementing.set(name, list);
      }
      const all = nearest(list, file, files).filter(({ node }) => !standInName.test(node.id?.name ?? ''));
      return all.flatMap(({ file: one, node }): ClassValue[] => {
        const module = files.module(one);
        const env = module && scopesOf(m, module)(node);
        return env ? [classValue(node, env, node.id?.name ?? name)] : [];
      });
    },
  };
}

function nearest<T extends { readonly file: string }>(
  list: readonly T[],
  fromFile: string,
  files: BindingFiles,
): readonly T[] {
  const home = files.packageOf(fromFile);
  const near = list.filter(({ file }) => files.packageOf(file) === home);
  return near.length > 0 ? near : list;
}

function classesOf(module: Module | undefined, name: string): Class[] {
  const list: Class[] = [];
  if (module)
    walk(module.source.program, (node) => {
      if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return undefined;
      const parents = [
        ...(node.implements ?? []).map((one) => one.expression as Node),
        ...(node.superClass ? [node.superClass] : []),
      ];
      if (!node.abstract && parents.some((parent) => parent.type === 'Identifier' && parent.name === name))
        list.push(node);
      return undefined;
    });
  return list;
}

/** Does a name with stars in it stand for this one, or for all that begin so? */
function standsFor(said: string, wanted: string, isPrefix: boolean, { binding: { binding } }: Entry): boolean {
  if (binding.wild?.by === 'star') return said === '*';
  const spelled = said.slice(0, said.indexOf('*'));
  if (isPrefix) return wanted.startsWith(spelled);
  const parts = said.split('.').map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^.]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('\\.')}$`).test(wanted) || (said.endsWith('.**') && wanted === said.slice(0, -3));
}

// --- what a key is and what it has ---------------------------------------------------------------------------------

function keyOf(m: Machine, files: BindingFiles, file: string, entry: Entry): string | null {
  if (typeof entry.key === 'string') return entry.key;
  const env = envOf(m, files, file, entry.key);
  if (!env) return null;
  const key = bindingKey(evaluateLazily(m, entry.key, env));
  // A token that only the compiler knows: `{ provide: Mailer }` of an interface merged with a symbol.
  return key ?? (entry.key.type === 'Identifier' ? entry.key.name : null);
}

function valueOf(m: Machine, files: BindingFiles, file: string, entry: Entry): Value | undefined {
  const env = envOf(m, files, file, entry.value);
  if (!env) return undefined;
  if (entry.as === 'method') {
    if (!entry.owner) return undefined;
    const owner = classValue(entry.owner, env, entry.owner.id?.name ?? 'default');
    return functionValue(entry.value, env, writtenName(entry.value) ?? '', provision(m, owner), owner);
  }
  const value = evaluateLazily(m, entry.value, env);
  switch (entry.as) {
    case 'class':
    case 'factory':
      return provision(m, value);
    case 'key':
      return m.parts.boundValue(m, entry.kind, bindingKey(value), file) ?? provision(m, value);
    case 'value':
      return value;
  }
}

/** What is listened to is no value of a library that knows nothing of such names: `socket.on('data', …)`. */
function mayListen(m: Machine, files: BindingFiles, file: string, { receiver }: Entry): boolean {
  const env = receiver && envOf(m, files, file, receiver);
  if (!env) return true;
  const value = evaluateLazily(m, receiver, env);
  return (
    value.kind !== 'external' ||
    m.knowledge.bindings.some(
      ({ library, binding }) => binding.kind === 'listener' && library.packages.includes(value.package),
    )
  );
}

function envOf(m: Machine, files: BindingFiles, file: string, node: Node): Env | undefined {
  const module = files.module(file);
  return module && scopesOf(m, module)(node);
}

// --- where things are bound -----------------------------------------------------------------------------------------

function hintOf(knowledge: Knowledge): Readonly<Record<BindingKind, RegExp>> {
  const words: Record<BindingKind, Set<string>> = {
    provided: new Set(),
    property: new Set(),
    listener: new Set(),
  };
  for (const { binding } of knowledge.bindings) {
    const set = words[binding.kind];
    if (binding.by === 'call' || binding.by === 'properties') set.add(`\\.${binding.method}\\b`);
    else if (binding.by === 'decorator') set.add(`@${binding.decorator}\\b`);
    else if (binding.by === 'assignment') for (const holder of binding.holders) set.add(`\\b${holder}\\b`);
    else if (typeof binding.key === 'string') set.add(`\\b${binding.key}\\s*:`);
    else set.add(`\\.${binding.method ?? ''}\\b`);
  }
  const all = (set: ReadonlySet<string>) => (set.size === 0 ? /(?!)/ : new RegExp([...set].join('|')));
  return { provided: all(words.provided), property: all(words.property), listener: all(words.listener) };
}

/** Functions that hand their first argument to a decorator of this name, and give it back. */
function aliasesIn(module: Module, decorator: string): string[] {
  const names: string[] = [];
  const handsOn = (fn: Node | null | undefined): boolean => {
    if (!fn || !isFunctionNode(fn)) return false;
    const [first] = fn.params;
    let is = false;
    walk(fn, (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== decorator) return;
      const [given] = node.arguments;
      is ||= given?.type === 'Identifier' && first?.type === 'Identifier' && given.name === first.name;
    });
    return is;
  };
  for (const { name, node } of module.scopes.root.names.values())
    if (handsOn(node.type === 'VariableDeclarator' ? node.init : node)) names.push(name);
  return names;
}

function readEntries(knowledge: Knowledge, module: Module, aliases: ReadonlyMap<string, string>): readonly Entry[] {
  const list: Entry[] = [];
  const mine = [...aliases].filter(([name]) => module.imports.has(name) || module.scopes.root.names.has(name));
  const mentions = (one: LibraryBinding) =>
    one.library.packages.some((name) => module.source.text.includes(name)) ||
    (one.binding.by === 'decorator' &&
      mine.some(([, name]) => one.binding.by === 'decorator' && name === one.binding.decorator));
  const known = knowledge.bindings.filter(
    (one) => one.binding.kind !== 'listener' || one.binding.by !== 'decorator' || mentions(one),
  );
  const calls = known.filter(
    ({ binding }) =>
      binding.by === 'call' || binding.by === 'properties' || (binding.by === 'object' && binding.method),
  );
  const objects = known.filter(({ binding }) => binding.by === 'object' && !binding.method);
  walk(module.source.program, (node) => {
    if (node.type === 'CallExpression') {
      const found = calls.flatMap((one) => byCall(one, node));
      // `register(token, { useClass })` is one binding, not one of the object too.
      const isObject = found.some((one) => one.binding.binding.by === 'object');
      list.push(...found.filter((one) => !isObject || one.binding.binding.by !== 'call'));
    } else if (node.type === 'ObjectExpression') for (const one of objects) list.push(...byObject(one, node, null));
    else if (node.type === 'AssignmentExpression') list.push(...byAssignment(known, node));
    else if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression')
      list.push(...byDecorator(known, node, aliases));
    return undefined;
  });
  return list;
}

function byCall(one: LibraryBinding, node: Node & { type: 'CallExpression' }): Entry[] {
  const { binding } = one;
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return [];
  if (!('method' in binding) || callee.property.name !== binding.method) return [];
  const args = node.arguments as readonly Node[];
  if (binding.by === 'properties') return args[0]?.type === 'ObjectExpression' ? everyProperty(one, args[0]) : [];
  if (binding.by === 'object') {
    const key = typeof binding.key === 'number' ? args[binding.key] : null;
    return args.flatMap((argument) =>
      argument.type === 'ObjectExpression' ? byObject(one, argument, key ?? null) : [],
    );
  }
  if (binding.by !== 'call') return [];
  let key: Node | undefined = args[binding.key];
  if (binding.on !== undefined) {
    const inner = callee.object;
    if (
      inner.type !== 'CallExpression' ||
      inner.callee.type !== 'MemberExpression' ||
      inner.callee.property.type !== 'Identifier' ||
      inner.callee.property.name !== binding.on
    )
      return [];
    key = inner.arguments[binding.key];
  }
  const value = args[binding.value];
  return key && value && isPlain(key) && isPlain(value)
    ? [entry(one, keyText(key), plain(value, binding.refined), binding.as, null, callee.object)]
    : [];
}

const isPlain = (node: Node): node is Expression => node.type !== 'SpreadElement';

function keyText(node: Node): string | Node {
  if (node.type === 'ArrayExpression') {
    // A name in parts: `['order', '*']`.
    const parts = node.elements.map((one) =>
      one?.type === 'Literal' && typeof one.value === 'string' ? one.value : null,
    );
    return parts.includes(null) ? node : parts.join('.');
  }
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : node;
}

/** `asClass(Service).singleton()` without what only says how it lives. */
function plain(node: Node, refined: readonly string[] | undefined): Node {
  let current = node;
  while (
    current.type === 'CallExpression' &&
    current.callee.type === 'MemberExpression' &&
    current.callee.property.type === 'Identifier' &&
    refined?.includes(current.callee.property.name)
  )
    current = current.callee.object;
  return current;
}

function entry(
  binding: LibraryBinding,
  key: string | Node,
  value: Node,
  as: Entry['as'],
  owner: Class | null = null,
  receiver: Node | null = null,
): Entry {
  return { kind: binding.binding.kind, key, value, as, owner, binding, receiver };
}

function everyProperty(one: LibraryBinding, object: ObjectExpression): Entry[] {
  return object.properties.flatMap((property) => {
    const name = property.type === 'Property' ? nameOfKey(property) : null;
    return name === null || property.type !== 'Property'
      ? []
      : [
          entry(
            one,
            name,
            plain(property.value, one.binding.by === 'properties' ? one.binding.refined : undefined),
            'value',
          ),
        ];
  });
}

function nameOfKey(property: { readonly key: Node; readonly computed: boolean }): string | null {
  if (property.computed) return null;
  if (property.key.type === 'Identifier') return property.key.name;
  return property.key.type === 'Literal' ? String(property.key.value) : null;
}

function byObject(one: LibraryBinding, object: ObjectExpression, given: Node | null): Entry[] {
  const binding = one.binding as Binding & { by: 'object' };
  const fields = new Map<string, Node>();
  for (const property of object.properties) {
    const name = property.type === 'Property' ? nameOfKey(property) : null;
    if (name !== null && property.type === 'Property') fields.set(name, property.value);
  }
  const key = given ?? (typeof binding.key === 'string' ? fields.get(binding.key) : undefined);
  if (!key) return [];
  return Object.entries(binding.values).flatMap(([name, as]) => {
    const value = fields.get(name);
    return value ? [entry(one, keyText(key), value, as)] : [];
  });
}

function byAssignment(known: readonly LibraryBinding[], node: Node & { type: 'AssignmentExpression' }): Entry[] {
  const { left } = node;
  if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier') return [];
  let object: Node = left.object;
  while (
    object.type === 'TSAsExpression' ||
    object.type === 'TSNonNullExpression' ||
    object.type === 'ParenthesizedExpression'
  )
    object = object.expression;
  const holder =
    object.type === 'Identifier'
      ? object.name
      : object.type === 'MemberExpression' && object.property.type === 'Identifier'
        ? object.property.name
        : null;
  if (holder === null) return [];
  const { name } = left.property;
  return known.flatMap((one) =>
    one.binding.by === 'assignment' && one.binding.holders.includes(holder)
      ? [entry(one, name, node.right, 'value')]
      : [],
  );
}

function byDecorator(known: readonly LibraryBinding[], node: Class, aliases: ReadonlyMap<string, string>): Entry[] {
  const decorated = (decorators: readonly Node[], method: Node, name: string | null): Entry[] =>
    decorators.flatMap((decorator) => {
      if (decorator.type !== 'Decorator' || decorator.expression.type !== 'CallExpression') return [];
      const said = writtenName(decorator.expression.callee) ?? '';
      const written = aliases.get(said) ?? said;
      return known.flatMap((one) => {
        const { binding } = one;
        if (binding.by !== 'decorator' || binding.decorator !== written || (binding.method ?? null) !== name) return [];
        return decorator.expression.type === 'CallExpression'
          ? decorator.expression.arguments
              .filter(isPlain)
              .map((key) => entry(one, keyText(key), method, 'method', node))
          : [];
      });
    });
  return node.body.body.flatMap((member) => {
    if (member.type !== 'MethodDefinition') return [];
    const name = member.key.type === 'Identifier' ? member.key.name : null;
    return [
      ...decorated(member.decorators, member.value, null),
      ...(name ? decorated(node.decorators, member.value, name) : []),
    ];
  });
}
