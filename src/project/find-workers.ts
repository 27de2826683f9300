import type { Class, Node } from 'oxc-parser';
import { injected } from '../interpret/annotation.ts';
import { pathOf } from '../interpret/external-path.ts';
import { classValue, evaluateLazily, functionValue, scopesOf } from '../interpret/lookup.ts';
import type { Env, Machine } from '../interpret/machine.ts';
import type { Value } from '../interpret/value.ts';
import type { LibraryRegistration } from '../knowledge/registry.ts';
import type { ParameterMeaning, Registration } from '../knowledge/types.ts';
import { isFunctionNode, walk, type FunctionLike } from '../parse/walk.ts';
import type { Module } from '../resolve/module.ts';
import { handlerValues, siteOf, type HandlerSite } from './find-handlers.ts';
import { bare, propertyAt } from './syntax.ts';

/** Finds workers that no registration names: loops that take messages themselves, and what the project's own wrappers run. */
export function findWorkers(m: Machine, module: Module): HandlerSite[] {
  return [...takers(m, module), ...wrapped(m, module)];
}

// --- loops that take messages off a queue -----------------------------------------------------------------------------

function takers(m: Machine, module: Module): HandlerSite[] {
  const takes = m.knowledge.registrations.filter(({ registration }) => registration.by === 'takes');
  const names = new Map(takes.map((one) => [lastName(callOf(one.registration)), one]));
  const said = new RegExp(`\\b(?:${[...names.keys()].join('|')})\\b`);
  if (names.size === 0 || !said.test(module.source.text)) return [];
  const envOf = selvesOf(m, module);
  const around = functionsAround(module);
  const taking = new Map<Node, LibraryRegistration>();
  const looping = new Map<Node, LibraryRegistration>();
  walk(module.source.program, (node) => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const name = calledName(node.callee);
      const env = name !== null && said.test(name) ? envOf(node) : undefined;
      const found = env && takes.find((one) => isTake(m, node, env, one));
      const fn = found && around(node);
      if (found && fn) taking.set(fn, found);
    } else if (node.type === 'ForOfStatement' && node.await) {
      const env = envOf(node.right);
      const value = env && evaluateLazily(m, node.right, env);
      const item = value?.kind === 'array' ? value.rest : undefined;
      const found = item?.kind === 'external' && takes.find(({ library }) => library.packages.includes(item.package));
      const fn = found ? around(node) : undefined;
      if (found && fn) looping.set(fn, found);
    }
  });
  const holds = (outer: Node, inner: Node): boolean => outer.start < inner.start && inner.end <= outer.end;
  const workers = [...looping, ...[...taking].filter(([fn]) => ![...looping.keys()].some((loop) => holds(fn, loop)))];
  return [...new Map(workers)].flatMap(([fn, { library, registration }]) => {
    const env = scopesOf(m, module)(fn);
    const value = env && isFunctionNode(fn) ? valueOf(m, module, fn, env) : undefined;
    const site =
      value &&
      siteOf(
        value,
        {
          parameters: [],
          package: library.packages[0] ?? library.name,
          framework: library.name,
          kind: registration.kind,
          method: null,
          route: null,
          registeredIn: module.file,
          takes: true,
        },
        [value],
        'worker',
      );
    return site ? [site] : [];
  });
}

const callOf = (registration: Registration): string => ('call' in registration ? registration.call : '');

const lastName = (path: string): string =>
  path
    .split('.')
    .filter((part) => part !== 'new')
    .at(-1) ?? path;

function calledName(callee: Node): string | null {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : null;
}

/** Is this the call that takes messages? One that is given a function hands them over instead. */
function isTake(
  m: Machine,
  node: Node & { type: 'CallExpression' | 'NewExpression' },
  env: Env,
  { library, registration }: LibraryRegistration,
): boolean {
  if (registration.by !== 'takes' || lastName(registration.call) !== calledName(node.callee)) return false;
  const isNew = node.type === 'NewExpression';
  if (registration.call.endsWith('.new') !== isNew) return false;
  const given = node.arguments.some(
    (argument) =>
      isFunctionNode(argument) ||
      (argument.type === 'ObjectExpression' &&
        argument.properties.some((one) => one.type === 'Property' && isFunctionNode(one.value))),
  );
  if (given) return false;
  const callee = isNew || node.callee.type !== 'MemberExpression' ? node.callee : node.callee.object;
  const value = evaluateLazily(m, callee, env);
  if (value.kind !== 'external' || !library.packages.includes(value.package)) return false;
  const path = isNew ? `${pathOf(value)}.new` : `${pathOf(value)}.${lastName(registration.call)}`;
  return path === registration.call || path === `default.${registration.call}`;
}

/** The environment of each node, in which `this` is the one instance of the class around it. */
function selvesOf(m: Machine, module: Module): (node: Node) => Env | undefined {
  const envOf = scopesOf(m, module);
  const classes: Class[] = [];
  walk(module.source.program, (node) => {
    if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') classes.push(node);
    return undefined;
  });
  return (node) => {
    const env = envOf(node);
    const owner = classes.findLast((one) => one.start < node.start && node.end < one.end);
    const outer = owner && envOf(owner);
    if (!env || !owner || !outer) return env;
    return { ...env, self: injected(m, classValue(owner, outer, owner.id?.name ?? 'default')) };
  };
}

/** The innermost function around a node. */
function functionsAround(module: Module): (node: Node) => Node | undefined {
  const functions: Node[] = [];
  walk(module.source.program, (node) => {
    if (isFunctionNode(node)) functions.push(node);
    return undefined;
  });
  return (node) => functions.findLast((fn) => fn.start <= node.start && node.end <= fn.end && fn !== node);
}

function valueOf(m: Machine, module: Module, fn: FunctionLike, env: Env): Value {
  let owner: Class | undefined;
  let name = 'id' in fn && fn.id ? fn.id.name : '';
  walk(module.source.program, (node) => {
    if (
      (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') &&
      node.start < fn.start &&
      fn.end < node.end
    )
      owner = node;
    if ((node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') && node.value === fn)
      name = node.key.type === 'Identifier' ? node.key.name : name;
    if (node.type === 'VariableDeclarator' && node.init === fn && node.id.type === 'Identifier') name = node.id.name;
  });
  if (!owner) return functionValue(fn, env, name);
  const value = classValue(owner, env, owner.id?.name ?? 'default');
  return functionValue(fn, env, name, injected(m, value), value);
}

// --- what the project's own wrappers run ------------------------------------------------------------------------------

/** What a function or class of the project does with a function that it is given. */
interface Wrapper {
  /** Which argument is the worker. */
  readonly argument: number;
  readonly parameters: readonly ParameterMeaning[];
  readonly library: LibraryRegistration['library'];
  readonly kind: HandlerSite['kind'];
}

const wrappers = new WeakMap<Module, Map<Node, Wrapper | null>>();

/** Names of functions and classes that may start a worker. */
export const startsWorker =
  /\b(?:new\s+|create|make|start|register|define|add|build|run|setup)\w*(?:Worker|Queue|Consumer|Processor|Job|Subscriber|Subscription|Listener)\w*\s*[<(]/;

function wrapped(m: Machine, module: Module): HandlerSite[] {
  if (!startsWorker.test(module.source.text)) return [];
  const envOf = selvesOf(m, module);
  const sites: HandlerSite[] = [];
  walk(module.source.program, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const name = calledName(node.callee);
    if (name === null || node.arguments.length === 0) return;
    const written = `${node.type === 'NewExpression' ? 'new ' : ''}${name}(`;
    const env = startsWorker.test(written) ? envOf(node) : undefined;
    if (!env) return;
    const callee = evaluateLazily(m, node.callee, env);
    const wrapper = wrapperOf(m, callee);
    const given = wrapper && node.arguments[wrapper.argument];
    if (!wrapper || !given || given.type === 'SpreadElement') return;
    const functions = handlerValues(m, given, env);
    const main = functions.findLast((value) => value.kind === 'function');
    const site =
      main &&
      siteOf(
        main,
        {
          parameters: wrapper.parameters,
          package: wrapper.library.packages[0] ?? wrapper.library.name,
          framework: wrapper.library.name,
          kind: wrapper.kind,
          method: null,
          route: null,
          registeredIn: module.file,
        },
        [main],
        name,
      );
    if (site) sites.push(site);
  });
  return sites;
}

function wrapperOf(m: Machine, callee: Value): Wrapper | null {
  if (callee.kind !== 'function' && callee.kind !== 'class') return null;
  const module = m.graph.module(callee.file);
  if (!module) return null;
  const known = wrappers.get(module) ?? new Map<Node, Wrapper | null>();
  wrappers.set(module, known);
  const before = known.get(callee.node);
  if (before !== undefined) return before;
  known.set(callee.node, null);
  const found = readWrapper(m, module, callee.node);
  known.set(callee.node, found);
  return found;
}

function readWrapper(m: Machine, module: Module, node: Node): Wrapper | null {
  const isClass = node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
  const maker = isClass ? constructorOf(node) : isFunctionNode(node) ? node : undefined;
  if (!maker) return null;
  const names = maker.params.map((parameter) => parameterName(parameter));
  // `this.handler = handler`, or a parameter that is a field by itself.
  const fields = new Map<string, number>();
  maker.params.forEach((parameter, index) => {
    if (parameter.type === 'TSParameterProperty') fields.set(names[index] ?? '', index);
  });
  walk(maker, (inner) => {
    if (inner.type !== 'AssignmentExpression' || inner.right.type !== 'Identifier') return;
    const field = fieldOf(inner.left);
    const index = names.indexOf(inner.right.name);
    if (field !== null && index >= 0) fields.set(field, index);
  });
  const indexOf = (given: Node): number => {
    const inner = bare(given);
    if (inner.type === 'Identifier') return names.indexOf(inner.name);
    if (
      inner.type === 'CallExpression' &&
      inner.callee.type === 'MemberExpression' &&
      inner.callee.property.type === 'Identifier' &&
      inner.callee.property.name === 'bind'
    )
      return indexOf(inner.callee.object);
    const field = fieldOf(inner);
    return field === null ? -1 : (fields.get(field) ?? -1);
  };
  return handedTo(m, module, node, indexOf) ?? (isClass ? calledInLoop(m, module, node, indexOf) : null);
}

function constructorOf(node: Class): FunctionLike | undefined {
  const member = node.body.body.find((one) => one.type === 'MethodDefinition' && one.kind === 'constructor');
  return member?.type === 'MethodDefinition' && isFunctionNode(member.value) ? member.value : undefined;
}

function parameterName(parameter: Node): string {
  if (parameter.type === 'Identifier') return parameter.name;
  if (parameter.type === 'TSParameterProperty') return parameterName(parameter.parameter);
  return parameter.type === 'AssignmentPattern' ? parameterName(parameter.left) : '';
}

function fieldOf(node: Node): string | null {
  if (node.type !== 'MemberExpression' || node.object.type !== 'ThisExpression') return null;
  if (node.property.type === 'PrivateIdentifier') return `#${node.property.name}`;
  return node.property.type === 'Identifier' && !node.computed ? node.property.name : null;
}

/** A registration whose handler is what the wrapper was given, or a function that calls that. */
function handedTo(m: Machine, module: Module, root: Node, indexOf: (node: Node) => number): Wrapper | null {
  const envOf = selvesOf(m, module);
  let found: Wrapper | null = null;
  walk(root, (node) => {
    if (found || (node.type !== 'CallExpression' && node.type !== 'NewExpression')) return;
    const name = calledName(node.callee);
    for (const { library, registration } of m.knowledge.registrations) {
      if (registration.by !== 'call' || registration.kind === 'http' || lastName(registration.call) !== name) continue;
      const isNew = node.type === 'NewExpression';
      if (registration.call.endsWith('.new') !== isNew) continue;
      const { options, handlers } = registration;
      const at = options?.argument ?? ('argument' in handlers ? handlers.argument : handlers.from);
      const given = node.arguments[at];
      const handler = given && options ? propertyAt(given, options.handler) : given;
      const env = handler && envOf(node);
      if (!handler || !env) continue;
      const on = isNew || node.callee.type !== 'MemberExpression' ? node.callee : node.callee.object;
      const value = evaluateLazily(m, on, env);
      if (value.kind !== 'external' || !library.packages.includes(value.package)) continue;
      const direct = indexOf(handler);
      const inner = isFunctionNode(handler) ? handler : undefined;
      const [first] = inner?.params ?? [];
      const calls: { readonly index: number; readonly isSame: boolean }[] = [];
      if (inner)
        walk(inner, (call) => {
          if (call.type !== 'CallExpression') return;
          const [argument] = call.arguments;
          const isSame =
            argument?.type === 'Identifier' && first?.type === 'Identifier' && argument.name === first.name;
          calls.push({ index: indexOf(call.callee), isSame });
        });
      const called = calls.find(({ index }) => index >= 0);
      const argument = direct >= 0 ? direct : (called?.index ?? -1);
      if (argument < 0) continue;
      const parameters: readonly ParameterMeaning[] =
        direct >= 0 || called?.isSame === true ? registration.parameters : [{ delivery: 'message' }];
      found = { argument, parameters, library, kind: registration.kind };
      return;
    }
  });
  return found;
}

/** A class that takes messages itself, and calls for each what it was made with. */
function calledInLoop(m: Machine, module: Module, root: Node, indexOf: (node: Node) => number): Wrapper | null {
  const envOf = selvesOf(m, module);
  const taken: LibraryRegistration[] = [];
  let argument = -1;
  walk(root, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const env = envOf(node);
    if (!env) return;
    if (taken.length === 0) taken.push(...m.knowledge.registrations.filter((one) => isTake(m, node, env, one)));
    if (argument < 0 && node.type === 'CallExpression' && fieldOf(node.callee) !== null)
      argument = indexOf(node.callee);
  });
  const [take] = taken;
  return take && argument >= 0
    ? { argument, parameters: [{ delivery: 'message' }], library: take.library, kind: 'queue' }
    : null;
}
