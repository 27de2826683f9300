import type { Class, Node } from 'oxc-parser';
import type { SourceLine } from '../parse/place.ts';
import { walk } from '../parse/walk.ts';
import type { Module } from '../resolve/module.ts';
import { nameOfKey, textOf } from './static-code.ts';
import type { ClassStatic, Env, Static, StaticCode } from './static-code.ts';

/** `@Column({ unique: true })` on a class or a member. */
export interface Decoration {
  readonly name: string;
  readonly package: string | null;
  readonly args: readonly Static[];
  readonly at: SourceLine;
}

export interface ClassMember {
  readonly name: string;
  /** The annotation's name: `string`, `Date`. */
  readonly type: string | null;
  readonly optional: boolean;
  readonly decorations: readonly Decoration[];
  readonly at: SourceLine;
  readonly env: Env;
}

export interface ModelClass {
  readonly name: string;
  readonly value: ClassStatic;
  readonly decorations: readonly Decoration[];
  /** Its own and those of the classes that it extends, the innermost last. */
  readonly members: readonly ClassMember[];
  /** False where it extends a class that is not known. */
  readonly whole: boolean;
  /** Package and export of the outermost class that it extends, where that is a package's. */
  readonly extends: { readonly package: string; readonly name: string } | null;
  /** Classes of the project that it extends, nearest first. */
  readonly parents: readonly ModelClass[];
  readonly module: Module;
  readonly at: SourceLine;
}

/** The classes of a module, with what decorates them. */
export function classesIn(module: Module, code: StaticCode): ModelClass[] {
  const found: ModelClass[] = [];
  walk(module.source.program, (node) => {
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return undefined;
    const env = code.rootOf(module);
    const value: ClassStatic = { kind: 'class', node, env, name: node.id?.name ?? '', at: code.at(node, env) };
    found.push(readClass(value, code, 0));
    return undefined;
  });
  return found;
}

function readClass(value: ClassStatic, code: StaticCode, depth = 0): ModelClass {
  const { node, env } = value;
  const own = membersOf(node, env, code);
  const parent = node.superClass && depth < 6 ? code.valueOf(node.superClass, env) : undefined;
  const inherited = parent?.kind === 'class' ? readClass(parent, code, depth + 1) : undefined;
  const base =
    parent?.kind === 'external'
      ? { package: parent.package, name: parent.name }
      : parent?.kind === 'member'
        ? { package: parent.object.kind === 'external' ? parent.object.package : '', name: parent.name }
        : null;
  return {
    name: value.name,
    value,
    decorations: decorationsOf(node, env, code),
    members: [...(inherited?.members.filter((member) => !own.some((one) => one.name === member.name)) ?? []), ...own],
    whole: !node.superClass || base !== null || (inherited?.whole ?? false),
    extends: base ?? inherited?.extends ?? null,
    parents: inherited ? [inherited, ...inherited.parents] : [],
    module: env.module,
    at: { ...value.at, line: env.module.source.lines.lineOf(node.id?.start ?? node.start) },
  };
}

function membersOf(node: Class, env: Env, code: StaticCode): ClassMember[] {
  return node.body.body.flatMap((member): ClassMember[] => {
    if (
      member.type !== 'PropertyDefinition' &&
      member.type !== 'AccessorProperty' &&
      member.type !== 'MethodDefinition'
    )
      return [];
    const name = nameOfKey(member.key);
    if (member.static || name === undefined || member.type === 'MethodDefinition') return [];
    return [
      {
        name,
        type: annotationOf(member),
        optional: 'optional' in member && member.optional === true,
        decorations: decorationsOf(member, env, code),
        at: { file: env.module.file, line: env.module.source.lines.lineOf(member.key.start) },
        env,
      },
    ];
  });
}

function annotationOf(member: Node): string | null {
  const annotation = 'typeAnnotation' in member ? member.typeAnnotation : undefined;
  let type: Node | undefined = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined;
  if (type?.type === 'TSUnionType')
    type = type.types.find((one) => one.type !== 'TSNullKeyword' && one.type !== 'TSUndefinedKeyword');
  switch (type?.type) {
    case 'TSStringKeyword':
      return 'string';
    case 'TSNumberKeyword':
      return 'number';
    case 'TSBooleanKeyword':
      return 'boolean';
    case 'TSTypeReference':
      return type.typeName.type === 'Identifier' ? type.typeName.name : null;
    default:
      return null;
  }
}

function decorationsOf(node: Node, env: Env, code: StaticCode): Decoration[] {
  const decorators = 'decorators' in node && Array.isArray(node.decorators) ? node.decorators : [];
  return decorators.flatMap((decorator): Decoration[] => {
    const value = code.valueOf(decorator.expression, env);
    const callee = value.kind === 'call' ? value.callee : value;
    const args = value.kind === 'call' ? value.args : [];
    if (callee.kind === 'external') return [{ name: callee.name, package: callee.package, args, at: value.at }];
    // `sequelize.Column()`, or a decorator that the project makes itself.
    if (callee.kind === 'member') return [{ name: callee.name, package: null, args, at: value.at }];
    return [{ name: callee.kind === 'unknown' ? (callee.written ?? '') : '', package: null, args, at: value.at }];
  });
}

export function findDecoration(
  decorations: readonly Decoration[],
  ...names: readonly string[]
): Decoration | undefined {
  return decorations.find((one) => names.includes(one.name));
}

/** Names of properties in a list, as `['a', 'b']` or `(entity) => [entity.a, entity.b]`. */
export function propertiesIn(value: Static | undefined, code: StaticCode): readonly string[] | undefined {
  const list =
    value?.kind === 'function' ? code.apply(value, [{ kind: 'handle', name: 'entity', at: value.at }]) : value;
  if (!list) return undefined;
  if (list.kind === 'object') return list.whole ? [...list.entries.keys()] : undefined;
  const items = list.kind === 'array' ? (list.whole ? list.items : undefined) : [list];
  const names = items?.map((item) => (item.kind === 'member' ? item.name : textOf(item)));
  return names?.every((name) => name !== undefined) ? names : undefined;
}
