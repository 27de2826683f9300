import { visitorKeys, type ArrowFunctionExpression, type Function as OxcFunction, type Node } from 'oxc-parser';

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** The child nodes of a node, in source order of its fields. */
export function childrenOf(node: Node): Node[] {
  const found: Node[] = [];
  for (const key of visitorKeys[node.type] ?? []) {
    const child = (node as unknown as Record<string, unknown>)[key];
    if (Array.isArray(child)) {
      for (const item of child) if (isNode(item)) found.push(item);
    } else if (isNode(child)) found.push(child);
  }
  return found;
}

/** Visits `root` and all below it, parents first. A visitor that answers `false` keeps the walk out of that node. */
export function walk(root: Node, visit: (node: Node, parent: Node | null) => boolean | undefined): void {
  const stack: { node: Node; parent: Node | null }[] = [{ node: root, parent: null }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (visit(next.node, next.parent) === false) continue;
    const children = childrenOf(next.node);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child) stack.push({ node: child, parent: next.node });
    }
  }
}

/** A function with a body; one that is only declared has a type of its own. */
export type FunctionLike =
  (OxcFunction & { type: 'FunctionDeclaration' | 'FunctionExpression' }) | ArrowFunctionExpression;

export function isFunctionNode(node: Node): node is FunctionLike {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  );
}

/** Names bound by a pattern, with the identifier that binds each. */
export function boundNames(pattern: Node): { readonly name: string; readonly node: Node }[] {
  const bound: { readonly name: string; readonly node: Node }[] = [];
  const stack: Node[] = [pattern];
  for (let next = stack.pop(); next; next = stack.pop()) {
    switch (next.type) {
      case 'Identifier':
        bound.push({ name: next.name, node: next });
        break;
      case 'ObjectPattern':
        for (const property of next.properties.toReversed())
          stack.push(property.type === 'RestElement' ? property.argument : property.value);
        break;
      case 'ArrayPattern':
        for (const element of next.elements.toReversed()) if (element) stack.push(element);
        break;
      case 'AssignmentPattern':
        stack.push(next.left);
        break;
      case 'RestElement':
        stack.push(next.argument);
        break;
      case 'TSParameterProperty':
        stack.push(next.parameter);
        break;
      default:
        break;
    }
  }
  return bound;
}
