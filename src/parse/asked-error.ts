import type { Node } from 'oxc-parser';
import { boundNames, childrenOf } from './walk.ts';

/** May code that catches a failure do one thing for some failures and another for others? */
export function asksWhichError(parameter: Node | null | undefined, body: Node): boolean {
  if (!parameter) return false;
  const names = new Set(boundNames(parameter).map(({ name }) => name));
  // A node, and whether something depends on its value. What is only logged or thrown on decides nothing.
  const stack: { node: Node; depends: boolean }[] = [{ node: body, depends: false }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, depends } = next;
    if (node.type === 'Identifier') {
      if (depends && names.has(node.name)) return true;
      continue;
    }
    const deciding = decidingPart(node);
    for (const child of childrenOf(node)) {
      if (node.type === 'MemberExpression' && child === node.property && !node.computed) continue;
      if (node.type === 'Property' && child === node.key && !node.computed) continue;
      stack.push({ node: child, depends: deciding.includes(child) || (depends && !startsStatement(child)) });
    }
  }
  return false;
}

function startsStatement(node: Node): boolean {
  return node.type.endsWith('Statement');
}

/** The parts of a node whose value decides what comes next, or is kept for that. */
function decidingPart(node: Node): readonly Node[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [node.test];
    case 'SwitchStatement':
      return [node.discriminant];
    case 'SwitchCase':
      return node.test ? [node.test] : [];
    case 'VariableDeclarator':
      return node.init ? [node.init] : [];
    case 'AssignmentExpression':
      return [node.right];
    case 'ExpressionStatement':
      return node.expression.type === 'LogicalExpression' ? [node.expression] : [];
    case 'ReturnStatement': {
      // `return answerTo(error)`: what the failure is may decide the answer.
      const call = node.argument?.type === 'AwaitExpression' ? node.argument.argument : node.argument;
      return call?.type === 'CallExpression' && call.callee.type === 'Identifier' ? [call] : [];
    }
    default:
      return [];
  }
}
