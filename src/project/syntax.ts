import type { Node } from 'oxc-parser';
import { evaluateLazily } from '../interpret/lookup.ts';
import type { Env, Machine } from '../interpret/machine.ts';

/** Without what only the compiler reads. */
export function bare(node: Node): Node {
  let inner = node;
  while (
    inner.type === 'TSSatisfiesExpression' ||
    inner.type === 'TSAsExpression' ||
    inner.type === 'ParenthesizedExpression'
  )
    inner = inner.expression;
  return inner;
}

/** The text that an expression is, `*` for what of it is not known; null where it is none. */
export function textOf(m: Machine, node: Node | undefined, env: Env): string | null {
  if (node === undefined || node.type === 'SpreadElement') return null;
  const value = evaluateLazily(m, node, env);
  if (value.kind === 'constant' && typeof value.value === 'string') return value.value;
  if (value.kind === 'text') return value.parts.map((part) => (typeof part === 'string' ? part : '*')).join('');
  return node.type === 'TemplateLiteral' ? node.quasis.map((quasi) => quasi.value.raw).join('*') : null;
}

/** The object literals that an argument is, by itself, in an array or under a name of the module. */
export function literalsOf(
  m: Machine,
  node: Node | undefined,
  env: Env,
  depth = 0,
): (Node & { type: 'ObjectExpression' })[] {
  if (node === undefined || depth > 3) return [];
  const inner = bare(node);
  if (inner.type === 'ObjectExpression') return [inner];
  if (inner.type === 'ArrayExpression')
    return inner.elements.flatMap((element) =>
      element && element.type !== 'SpreadElement' ? literalsOf(m, element, env, depth + 1) : [],
    );
  if (inner.type !== 'Identifier') return [];
  const declaration = env.scope.find(inner.name)?.node;
  return declaration?.type === 'VariableDeclarator' && declaration.init
    ? literalsOf(m, declaration.init, env, depth + 1)
    : [];
}

/** The value of a property that is written in an object literal; dots lead into objects. */
export function propertyAt(object: Node, path: string): Node | undefined {
  let node: Node | undefined = object;
  for (const name of path.split('.')) {
    if (node === undefined) return undefined;
    const inner: Node = bare(node);
    if (inner.type !== 'ObjectExpression') return undefined;
    const found: Node | undefined = inner.properties.find((one) => one.type === 'Property' && keyOf(one) === name);
    node = found?.type === 'Property' ? found.value : undefined;
  }
  return node;
}

export function keyOf(property: Node & { type: 'Property' }): string | null {
  if (property.key.type === 'Literal') return String(property.key.value);
  return property.key.type === 'Identifier' && !property.computed ? property.key.name : null;
}
