import type { Routine } from '../parse/parse-plpgsql.ts';
import type { BindingKind } from '../knowledge/types.ts';
import type { Machine } from './machine.ts';
import type { ClassValue, Value } from './value.ts';

export interface Listener {
  readonly value: Value;
  /** It listens for all names, and is given the name first. */
  readonly isGivenName: boolean;
}

/** What the code of a project gives names to, for other code that asks by name. */
export interface Bindings {
  /** All that is bound to a key, in the package of `fromFile` where any is there. */
  bound(m: Machine, kind: BindingKind, key: string, fromFile: string): readonly Value[];
  /** What listens for an event of this name; one that ends in `*` stands for all that begin so. */
  listeners(m: Machine, name: string, fromFile: string): readonly Listener[];
  /** The listeners of all names that fit, by their names. */
  listenersNamed(
    m: Machine,
    fits: (name: string) => boolean,
    fromFile: string,
  ): ReadonlyMap<string, readonly Listener[]>;
  /** The classes that implement or extend a type of this name, declared in this file. */
  implementations(m: Machine, name: string, file: string): readonly ClassValue[];
  /** The files that import this one. */
  importers(file: string): readonly string[];
}

/** Functions of the database, which code calls by name. */
export interface Routines {
  /** All of this name that code of a file may mean. */
  named(name: string, schema: string | null, fromFile: string): readonly Routine[];
}

export const noRoutines: Routines = { named: () => [] };

export const noBindings: Bindings = {
  bound: () => [],
  listeners: () => [],
  listenersNamed: () => new Map(),
  implementations: () => [],
  importers: () => [],
};

/** What two mentions of the same token have in common; null where it cannot be told. */
export function bindingKey(value: Value | undefined): string | null {
  switch (value?.kind) {
    case 'constant':
      return typeof value.value === 'string' || typeof value.value === 'number' ? String(value.value) : null;
    case 'class':
      return classKey(value);
    case 'instance':
      return classKey(value.class);
    case 'external': {
      // `Symbol.for('Mailer')`, `new Token('Mailer')`: by what it is described with.
      const described = value.chain.at(-1)?.args?.[0];
      return described?.kind === 'constant' ? bindingKey(described) : null;
    }
    default:
      return null;
  }
}

function classKey(value: ClassValue): string {
  return `${value.name}@${value.file}:${value.node.start}`;
}

/** The word that a file has in it which binds this key. */
export function wordOf(key: string): string {
  return key.replace(/@[^@]*:\d+$/, '');
}
