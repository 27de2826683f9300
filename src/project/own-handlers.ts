import { injected } from '../interpret/annotation.ts';
import { evaluateLazily, exported, classValue, lookup, moduleEnv, scopesOf } from '../interpret/lookup.ts';
import type { Machine } from '../interpret/machine.ts';
import { ownRegistration } from '../interpret/own-calls.ts';
import type { Value } from '../interpret/value.ts';
import { unknown, writtenName } from '../interpret/values.ts';
import type { OwnHandler, OwnKnowledge } from '../knowledge/user/own-knowledge.ts';
import { walk } from '../parse/walk.ts';
import type { Module } from '../resolve/module.ts';
import { exportNode, functionsIn, handlerValues, type HandlerSite } from './find-handlers.ts';

/** The handlers that the settings declare: what they name in this module, and what it hands to a call that they name. */
export function findOwnHandlers(m: Machine, module: Module): HandlerSite[] {
  const { own } = m.knowledge;
  if (!own || own.handlers.length === 0) return [];
  const sites = [...own.handlers]
    .sort((a, b) => b.precision - a.precision)
    .flatMap((handler) => (handler.argument === null ? namedHandler(m, module, own, handler) : []));
  if (own.handlers.some((handler) => handler.argument !== null)) sites.push(...registered(m, module));
  return sites;
}

/** The functions that a module exports under the name of a handler. */
function namedHandler(m: Machine, module: Module, own: OwnKnowledge, handler: OwnHandler): HandlerSite[] {
  const [head = 'default', ...steps] = handler.path;
  let value: Value;
  if (handler.file === null) {
    // A class of any file, exported or not.
    const declaration = module.scopes.root.names.get(head);
    if (declaration?.kind !== 'class') return [];
    value = lookup(m, moduleEnv(m, module), head, m.memory.state);
  } else {
    if (!own.isIn(handler, module.file)) return [];
    value = exported(m, module.file, head);
  }
  for (const step of steps) {
    if (value.kind === 'class') value = injected(m, classValue(value.node, moduleEnv(m, module), value.name));
    value = memberOf(m, module, value, step);
  }
  let values = functionsIn(value);
  // `export const run = traced(async () => …)`: the function that an unknown call is given.
  const node = values.length === 0 && steps.length === 0 ? exportNode(module, head) : undefined;
  if (node) values = handlerValues(m, node, moduleEnv(m, module));
  return siteOf(values, handler, module, handler.path.join('.'), null);
}

function memberOf(m: Machine, module: Module, object: Value, name: string): Value {
  const environment = moduleEnv(m, module);
  const frame = { module, environment, self: null, home: null, context: 'settings' };
  return (
    m.parts.member(m, object, name, module.source.program, frame, m.memory.state.fork())[0]?.value ?? unknown(name)
  );
}

function registered(m: Machine, module: Module): HandlerSite[] {
  const envOf = scopesOf(m, module);
  const sites: HandlerSite[] = [];
  walk(module.source.program, (node) => {
    if ((node.type !== 'CallExpression' && node.type !== 'NewExpression') || node.arguments.length === 0) return;
    const { callee } = node;
    const name = writtenName(callee);
    const env = envOf(node);
    if (name === null || !env) return;
    const self = callee.type === 'MemberExpression' ? evaluateLazily(m, callee.object, env) : null;
    const handler = ownRegistration(m, { value: evaluateLazily(m, callee, env), self, name });
    if (handler?.argument == null) return;
    const argument = node.arguments[handler.argument];
    if (!argument || argument.type === 'SpreadElement') return;
    const [first] = node.arguments;
    const route = first?.type === 'Literal' && typeof first.value === 'string' ? first.value : null;
    sites.push(...siteOf(handlerValues(m, argument, env), handler, module, route ?? name, route));
  });
  return sites;
}

function siteOf(
  values: readonly Value[],
  handler: OwnHandler,
  module: Module,
  name: string,
  route: string | null,
): HandlerSite[] {
  const value = values.find((one) => one.kind === 'function');
  if (value?.kind !== 'function') return [];
  return [
    {
      file: value.file,
      node: value.node,
      name: handler.argument === null ? name : value.name || name,
      functions: [value],
      parameters: handler.parameters,
      package: handler.package ?? 'own',
      framework: handler.package ?? 'settings',
      kind: handler.kind,
      method: null,
      route,
      registeredIn: module.file,
      written: null,
      declared: { provider: handler.provider },
    },
  ];
}
