import type { Node } from 'oxc-parser';
import { followSpecifier, type Module } from '../resolve/module.ts';
import { pathOf } from './external-path.ts';
import { ownPrefix } from './lookup.ts';
import type { CallRequest, Machine } from './machine.ts';
import type { CallTarget } from './trace.ts';
import type { ClassValue, Value } from './value.ts';

/** How the settings can name what is called: by the export of a package or a file, or as a method of a class. */
export function callTarget(m: Machine, request: CallRequest): CallTarget | null {
  const { callee, self } = request;
  const target =
    ofValue(callee) ?? ofMethod(m, request, self ?? null) ?? (request.isNew ? null : ofWritten(m, request)) ?? null;
  return target?.export.split('.').every((part) => isName.test(part)) ? target : null;
}

const isName = /^[\p{ID_Start}$_#][\p{ID_Continue}$]*$/u;

function ofValue(callee: Value): CallTarget | null {
  if (callee.kind === 'external') {
    if (callee.package === 'global') return null;
    const path = plain(pathOf(callee)).replace(/^\*\.?/, '');
    return callee.package.startsWith(ownPrefix)
      ? { file: callee.package.slice(ownPrefix.length), export: path || 'default' }
      : { package: callee.package, export: path || 'default' };
  }
  if (callee.kind !== 'function' || callee.name === '') return null;
  const { home, file, name } = callee;
  return home ? { file, export: `${home.name}.${name}` } : null;
}

/** A path as the settings spell it: without calls and constructions. */
function plain(path: string): string {
  return path.replace(/\.new(?=\.|$)|\(\)/g, '');
}

/** `Class.method`, where the receiver is of a class or of an interface that is known. */
function ofMethod(m: Machine, { node, name }: CallRequest, receiver: Value | null): CallTarget | null {
  const method = (name ?? writtenMethod(node))?.split('.').at(-1)?.replace(/\(\)$/, '');
  if (!receiver || !method) return null;
  if (receiver.kind === 'instance' || receiver.kind === 'class') {
    const owner: ClassValue = receiver.kind === 'instance' ? receiver.class : receiver;
    return owner.name === '' ? null : { file: owner.file, export: `${owner.name}.${method}` };
  }
  if (receiver.kind === 'unknown' && receiver.type?.node.type === 'TSInterfaceDeclaration')
    return { file: receiver.type.file, export: `${receiver.type.node.id.name}.${method}` };
  return null;
}

function writtenMethod(node: Node): string | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  return node.callee.property.type === 'Identifier' ? node.callee.property.name : null;
}

/** What is imported under the first name of the callee, and what is read from it. */
function ofWritten(m: Machine, { node, frame }: CallRequest): CallTarget | null {
  const callee =
    node.type === 'CallExpression' ? node.callee : node.type === 'TaggedTemplateExpression' ? node.tag : null;
  const names = callee && namesOf(callee);
  if (!names) return null;
  const [head = '', ...rest] = names;
  const { module } = frame;
  const imported = module.imports.get(head);
  return imported ? ofImport(m, module, imported.specifier, imported.name, rest) : ofOwnExport(module, head, rest);
}

function ofImport(
  m: Machine,
  module: Module,
  specifier: string,
  name: string,
  rest: readonly string[],
): CallTarget | null {
  const path = (name === '*' ? rest : [name, ...rest]).join('.') || 'default';
  const origin = followSpecifier(m.graph, module.file, specifier, name);
  if (origin.kind === 'package')
    return {
      package: origin.name,
      export: [...(origin.export === '*' ? [] : [origin.export]), ...rest].join('.') || 'default',
    };
  if (origin.kind === 'definition') {
    const [exported = name] = [...origin.module.exports].find(([, target]) => target === origin.target) ?? [];
    return { file: origin.module.file, export: [exported, ...rest].join('.') };
  }
  const resolution = m.graph.resolve(module.file, specifier);
  if (resolution.kind === 'package') return { package: resolution.name, export: path };
  return resolution.kind === 'file' && m.graph.module(resolution.file) ? { file: resolution.file, export: path } : null;
}

/** A name of the module's own, where it is exported. */
function ofOwnExport(module: Module, head: string, rest: readonly string[]): CallTarget | null {
  for (const [name, target] of module.exports)
    if (target.kind === 'local' && target.name === head)
      return { file: module.file, export: [name, ...rest].join('.') };
  return null;
}

/** `a.b.c` as its names, calls left out; null where it begins with no name. */
function namesOf(node: Node): string[] | null {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression': {
      const object = namesOf(node.object);
      return object && !node.computed && node.property.type === 'Identifier' ? [...object, node.property.name] : null;
    }
    case 'CallExpression':
    case 'NewExpression':
      return namesOf(node.callee);
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'AwaitExpression':
      return namesOf(node.type === 'AwaitExpression' ? node.argument : node.expression);
    default:
      return null;
  }
}
