import type { Class, Node, TSInterfaceDeclaration } from 'oxc-parser';
import { findExport, type Module } from '../resolve/module.ts';
import { bindingKey } from './bindings.ts';
import { classValue, lazily, lookup, moduleEnv } from './lookup.ts';
import type { Env, Machine } from './machine.ts';
import { array, constant, external, fulfilled, union, unknown } from './values.ts';
import type { ClassValue, Value } from './value.ts';

/** Generic types that say nothing beyond their argument. */
const transparent = new Set([
  'Readonly',
  'Partial',
  'Required',
  'NonNullable',
  'Omit',
  'Pick',
  'Awaited',
  'Opaque',
  'Ref',
  'Lazy',
]);

/** A value of which only the written type is known. */
export function typed(m: Machine, type: Node, file: string, name: string | null, depth = 0): Value {
  if (depth > 12) return unknown(name);
  switch (type.type) {
    case 'TSTypeAnnotation':
      return typed(m, type.typeAnnotation, file, name, depth + 1);
    case 'TSUnionType': {
      const parts = type.types.filter((part) => !/^TS(?:Null|Undefined|Void|Never)Keyword$/.test(part.type));
      const [first] = parts;
      if (!first) return unknown(name);
      if (parts.length === 1) return typed(m, first, file, name, depth + 1);
      // `Transaction | Client`: whichever is known to the tables will do; both are used alike.
      const values = parts.map((part) => typed(m, part, file, name, depth + 1));
      return values.find((value) => value.kind !== 'unknown') ?? unknown(name);
    }
    case 'TSIntersectionType': {
      const values = type.types.map((part) => typed(m, part, file, name, depth + 1));
      return values.find((value) => value.kind !== 'unknown') ?? { ...unknown(name), type: { node: type, file } };
    }
    case 'TSArrayType':
      return array([], typed(m, type.elementType, file, null, depth + 1));
    case 'TSTypeLiteral':
      return { ...unknown(name), type: { node: type, file } };
    case 'TSTypeQuery':
      return typeQuery(m, type.exprName, file, name);
    case 'TSIndexedAccessType': {
      const { indexType } = type;
      if (indexType.type !== 'TSLiteralType' || indexType.literal.type !== 'Literal') return unknown(name);
      const [outcome] = m.parts.member(
        m,
        typed(m, type.objectType, file, name, depth + 1),
        String(indexType.literal.value),
        type,
        {
          module: mustModule(m, file),
          environment: moduleEnv(m, mustModule(m, file)),
          self: null,
          home: null,
          context: 'type',
        },
        m.memory.state.fork(),
      );
      return outcome?.value ?? unknown(name);
    }
    case 'TSTypeReference':
      return reference(m, type, file, name, depth);
    case 'TSLiteralType':
      return unknown(name);
    default:
      return unknown(name);
  }
}

function mustModule(m: Machine, file: string): Module {
  const module = m.graph.module(file);
  if (!module) throw new Error(`${file} was read before and is gone.`);
  return module;
}

function typeQuery(m: Machine, node: Node, file: string, name: string | null): Value {
  const module = m.graph.module(file);
  if (!module) return unknown(name);
  const env = moduleEnv(m, module);
  if (node.type === 'Identifier') return lookup(m, env, node.name, m.memory.state);
  if (node.type === 'TSQualifiedName') return evaluateQualified(m, node, env);
  return unknown(name);
}

function evaluateQualified(m: Machine, node: Node, env: Env): Value {
  if (node.type === 'Identifier') return lookup(m, env, node.name, m.memory.state);
  if (node.type !== 'TSQualifiedName') return unknown();
  const left = evaluateQualified(m, node.left, env);
  const [outcome] = m.parts.member(
    m,
    left,
    node.right.name,
    node,
    { module: env.module, environment: env, self: null, home: null, context: 'type' },
    m.memory.state.fork(),
  );
  return outcome?.value ?? unknown();
}

/** `A.B.C` as its names. */
function namesOf(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'TSQualifiedName') return [...namesOf(node.left), node.right.name];
  return [];
}

function reference(
  m: Machine,
  type: Node & { type: 'TSTypeReference' },
  file: string,
  name: string | null,
  depth: number,
): Value {
  const names = namesOf(type.typeName);
  const [head, ...rest] = names;
  const module = m.graph.module(file);
  if (!head || !module) return unknown(name);
  const [argument] = type.typeArguments?.params ?? [];
  if (names.length === 1) {
    if (head === 'Promise' && argument) return fulfilled(typed(m, argument, file, name, depth + 1));
    if (transparent.has(head) && argument) return typed(m, argument, file, name, depth + 1);
    if ((head === 'Array' || head === 'ReadonlyArray') && argument)
      return array([], typed(m, argument, file, null, depth + 1));
    if ((head === 'ReturnType' || head === 'InstanceType') && argument) {
      const made = typed(m, argument, file, name, depth + 1);
      return lazily(m, `r:${file}@${type.start}`, name, () => {
        const frame = { module, environment: moduleEnv(m, module), self: null, home: null, context: `type:${file}` };
        const outcomes = m.call(
          { callee: made, self: null, args: [], node: type, frame, isNew: head === 'InstanceType', name },
          m.memory.state.fork(),
        );
        const value = union(outcomes.map((outcome) => outcome.value));
        return value.kind === 'promise' ? value.value : value;
      });
    }
  }
  return namedType(m, module, head, rest, argument ?? null, file, name, depth);
}

function namedType(
  m: Machine,
  module: Module,
  head: string,
  rest: readonly string[],
  argument: Node | null,
  file: string,
  name: string | null,
  depth: number,
): Value {
  const declaration = module.scopes.root.names.get(head);
  const imported = module.imports.get(head);
  if (imported) {
    const resolution = m.graph.resolve(file, imported.specifier);
    if (resolution.kind === 'package')
      return packageType(m, resolution.name, imported.name, rest, argument, file, name, depth);
    if (resolution.kind === 'file') return exportedType(m, resolution.file, imported.name, rest, argument, name, depth);
    return unknown(name);
  }
  if (declaration) return declaredType(m, module, declaration.node, rest, argument, name, depth);
  // Types of the platform: `Request`, `Headers`.
  const platform = m.knowledge.package('global')?.typeNamed(head);
  return platform && rest.length === 0 ? external('global', platform) : unknown(name);
}

function exportedType(
  m: Machine,
  file: string,
  exportName: string,
  rest: readonly string[],
  argument: Node | null,
  name: string | null,
  depth: number,
): Value {
  const origin = findExport(m.graph, file, exportName);
  if (origin.kind === 'package') return packageType(m, origin.name, origin.export, rest, argument, file, name, depth);
  if (origin.kind === 'namespace') {
    const [head, ...more] = rest;
    return head ? exportedType(m, origin.module.file, head, more, argument, name, depth + 1) : unknown(name);
  }
  if (origin.kind !== 'definition') return unknown(name);
  if (origin.target.kind === 'expression') {
    const { node } = origin.target;
    return declaredType(m, origin.module, node, rest, argument, name, depth);
  }
  const declaration = origin.module.scopes.root.names.get(origin.target.name);
  if (!declaration) return unknown(name);
  return declaredType(m, origin.module, declaration.node, rest, argument, name, depth);
}

function declaredType(
  m: Machine,
  module: Module,
  node: Node,
  rest: readonly string[],
  argument: Node | null,
  name: string | null,
  depth: number,
): Value {
  switch (node.type) {
    case 'ClassDeclaration':
    case 'ClassExpression':
      if (rest.length > 0) return unknown(name);
      return implemented(m, module, node) ?? ofClass(m, module, node, name);
    case 'TSInterfaceDeclaration':
      if (rest.length > 0) return unknown(name);
      return implemented(m, module, node) ?? { ...unknown(name), type: { node, file: module.file } };
    case 'TSTypeAliasDeclaration':
      return rest.length === 0 ? typed(m, node.typeAnnotation, module.file, name, depth + 1) : unknown(name);
    default:
      return argument ? unknown(name) : unknown(name);
  }
}

function ofClass(m: Machine, module: Module, node: Class, name: string | null): Value {
  return injected(m, classValue(node, moduleEnv(m, module), node.id?.name ?? name ?? 'default'));
}

/** The one class behind an interface or an abstract class: as a container binds it, else the only one there is. */
function implemented(m: Machine, module: Module, node: Class | TSInterfaceDeclaration): Value | undefined {
  const isPort = node.type === 'TSInterfaceDeclaration' || node.abstract;
  if (!isPort || !node.id) return undefined;
  const { name } = node.id;
  const value = lazily(m, `i:${module.file}@${node.start}`, name, () => {
    const key =
      node.type === 'TSInterfaceDeclaration' ? name : bindingKey(classValue(node, moduleEnv(m, module), name));
    const bound = m.parts.boundValue(m, 'provided', key, module.file);
    if (bound) return bound;
    const [only, ...others] = m.bindings.implementations(m, name, module.file);
    return only && others.length === 0 ? injected(m, only) : unknown(name);
  });
  return value.kind === 'unknown' ? undefined : value;
}

/** The one instance of a class that a container injects: its constructor's parameters are injected in turn. */
export function injected(m: Machine, owner: ClassValue): Value {
  return { kind: 'instance', class: owner, id: `#injected:${owner.file}@${owner.node.start}` };
}

function packageType(
  m: Machine,
  packageName: string,
  exportName: string,
  rest: readonly string[],
  argument: Node | null,
  file: string,
  name: string | null,
  depth: number,
): Value {
  const known = m.knowledge.package(packageName);
  const written = exportName === 'default' || exportName === '*' ? rest : [exportName, ...rest];
  const dotted = written.join('.');
  const type = dotted === '' ? (known?.typeAt('default.new') ?? known?.typeAt('default()')) : known?.typeNamed(dotted);
  if (type) {
    // `RawBodyRequest<Request>`, `Repository<Order>`: the argument is kept for who asks.
    const of = argument ? typeArgument(m, argument, file, depth) : null;
    const made = external(
      packageName,
      type,
      known?.isConnection(type) ? `type:${packageName}:${type}:${name ?? ''}` : null,
    );
    return of ? { ...made, data: { of } } : made;
  }
  // A type of a package that only the settings speak of.
  if (dotted !== '' && (m.knowledge.own?.packagesOf(packageName).length ?? 0) > 0) return external(packageName, dotted);
  return { ...unknown(name), type: null };
}

/** The class or name that a type argument stands for. */
function typeArgument(m: Machine, argument: Node, file: string, depth: number): Value | null {
  if (argument.type !== 'TSTypeReference') return null;
  const [head] = namesOf(argument.typeName);
  const module = m.graph.module(file);
  if (!head || !module) return null;
  const value = lookup(m, moduleEnv(m, module), head, m.memory.state);
  if (value.kind === 'class') return value;
  return depth < 8 ? constant(head) : null;
}

/** The annotation of a property of an interface or type literal. */
export function typeMember(
  m: Machine,
  type: { readonly node: Node; readonly file: string },
  name: string,
): Value | undefined {
  const members =
    type.node.type === 'TSTypeLiteral'
      ? type.node.members
      : type.node.type === 'TSInterfaceDeclaration'
        ? type.node.body.body
        : undefined;
  if (!members) {
    if (type.node.type !== 'TSIntersectionType') return undefined;
    for (const part of type.node.types) {
      const value = typed(m, part, type.file, name);
      if (value.kind === 'unknown' && value.type) {
        const found = typeMember(m, value.type, name);
        if (found) return found;
      }
    }
    return undefined;
  }
  for (const member of members) {
    if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier' && member.key.name === name)
      return member.typeAnnotation ? typed(m, member.typeAnnotation.typeAnnotation, type.file, name) : undefined;
  }
  if (type.node.type === 'TSInterfaceDeclaration') {
    for (const heritage of type.node.extends) {
      if (heritage.expression.type !== 'Identifier') continue;
      const module = m.graph.module(type.file);
      if (!module) continue;
      const parent = namedType(m, module, heritage.expression.name, [], null, type.file, name, 1);
      if (parent.kind === 'unknown' && parent.type) {
        const found = typeMember(m, parent.type, name);
        if (found) return found;
      } else if (parent.kind === 'external' || parent.kind === 'instance') {
        const [outcome] = m.parts.member(
          m,
          parent,
          name,
          heritage,
          { module, environment: moduleEnv(m, module), self: null, home: null, context: 'type' },
          m.memory.state.fork(),
        );
        if (outcome) return outcome.value;
      }
    }
  }
  return undefined;
}
