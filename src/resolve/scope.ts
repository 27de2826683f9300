import type { Node } from 'oxc-parser';
import { boundNames, childrenOf } from '../parse/walk.ts';

/** Where a name is declared. */
export interface Declaration {
  readonly name: string;
  readonly kind: 'import' | 'variable' | 'parameter' | 'function' | 'class' | 'catch' | 'enum' | 'namespace' | 'type';
  /** The declarator, function, class, parameter or import specifier. */
  readonly node: Node;
  /** `const`, `using`, imports, classes: never assigned again. */
  readonly constant: boolean;
  readonly scope: Scope;
  /** For a parameter: its position. */
  readonly index: number;
}

/** A lexical scope: a module, a function with its parameters, or a block. */
export class Scope {
  readonly node: Node;
  readonly parent: Scope | null;
  readonly isFunction: boolean;
  readonly names = new Map<string, Declaration>();

  constructor(node: Node, parent: Scope | null, isFunction: boolean) {
    this.node = node;
    this.parent = parent;
    this.isFunction = isFunction;
  }

  find(name: string): Declaration | undefined {
    return this.names.get(name) ?? this.parent?.find(name);
  }
}

/** All scopes of a module by the node that opens them, and the scope in which each node stands. */
export interface ScopeTree {
  readonly root: Scope;
  /** The scope that a function, class, block, loop, switch, catch or program opens. */
  opened(node: Node): Scope | undefined;
  /** The innermost scope around a node that opens one itself, or around a recorded function or class. */
  around(node: Node): Scope | undefined;
}

const blockOpeners = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'StaticBlock',
  'TSModuleBlock',
]);

/** Reads the declarations of a program in one walk. */
export function readScopes(program: Node): ScopeTree {
  const opened = new Map<Node, Scope>();
  const around = new Map<Node, Scope>();
  const root = new Scope(program, null, true);
  opened.set(program, root);

  const declare = (
    scope: Scope,
    name: string,
    kind: Declaration['kind'],
    node: Node,
    constant: boolean,
    index = -1,
  ) => {
    // A type and a value may share a name; the value is what code refers to.
    const before = scope.names.get(name);
    if (before && kind === 'type') return;
    if (before?.kind === 'function' && kind === 'variable') return;
    scope.names.set(name, { name, kind, node, constant, scope, index });
  };
  const functionScope = (scope: Scope): Scope => {
    let current = scope;
    while (!current.isFunction && current.parent) current = current.parent;
    return current;
  };

  const stack: { node: Node; scope: Scope }[] = [{ node: program, scope: root }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, scope } = next;
    let inner = scope;
    switch (node.type) {
      case 'ImportDeclaration':
        for (const specifier of node.specifiers) declare(scope, specifier.local.name, 'import', specifier, true);
        break;
      case 'TSImportEqualsDeclaration':
        declare(scope, node.id.name, 'import', node, true);
        break;
      case 'VariableDeclaration': {
        const target = node.kind === 'var' ? functionScope(scope) : scope;
        for (const declarator of node.declarations)
          for (const bound of boundNames(declarator.id))
            declare(target, bound.name, 'variable', declarator, node.kind !== 'var' && node.kind !== 'let');
        break;
      }
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        if (node.type === 'FunctionDeclaration' && node.id) declare(scope, node.id.name, 'function', node, true);
        around.set(node, scope);
        inner = new Scope(node, scope, true);
        opened.set(node, inner);
        if (node.type === 'FunctionExpression' && node.id) declare(inner, node.id.name, 'function', node, true);
        node.params.forEach((parameter, index) => {
          for (const bound of boundNames(parameter)) declare(inner, bound.name, 'parameter', parameter, false, index);
        });
        break;
      case 'ClassDeclaration':
      case 'ClassExpression':
        if (node.id) declare(scope, node.id.name, 'class', node, true);
        around.set(node, scope);
        break;
      case 'TSEnumDeclaration':
        declare(scope, node.id.name, 'enum', node, true);
        break;
      case 'TSModuleDeclaration':
        if (node.id.type === 'Identifier') declare(scope, node.id.name, 'namespace', node, true);
        break;
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
        declare(scope, node.id.name, 'type', node, true);
        break;
      default:
        break;
    }
    if (blockOpeners.has(node.type)) {
      inner = new Scope(node, scope, false);
      opened.set(node, inner);
      around.set(node, scope);
      if (node.type === 'CatchClause' && node.param)
        for (const bound of boundNames(node.param)) declare(inner, bound.name, 'catch', node, false);
    }
    for (const child of childrenOf(node).reverse()) stack.push({ node: child, scope: inner });
  }
  return {
    root,
    opened: (node) => opened.get(node),
    around: (node) => around.get(node),
  };
}
