import type { Node } from 'oxc-parser';
import type { SourceFile } from '../parse/parse-module.ts';
import { boundNames, walk } from '../parse/walk.ts';
import { readScopes, type ScopeTree } from './scope.ts';

/** What an exported name stands for. */
export type ExportTarget =
  /** A name of the module's own scope. */
  | { readonly kind: 'local'; readonly name: string }
  /** An expression: `export default …`, `module.exports = …`, `exports.x = …`. */
  | { readonly kind: 'expression'; readonly node: Node }
  /** `export { a as b } from './x'`; `name` is `*` for a namespace. */
  | { readonly kind: 'from'; readonly specifier: string; readonly name: string };

/** What a local name of an import stands for; `name` is `*` for the namespace, `default` for the default export. */
export interface ImportTarget {
  readonly specifier: string;
  readonly name: string;
}

/** A module's imports and exports, in ESM or CommonJS. */
export interface Module {
  readonly source: SourceFile;
  readonly file: string;
  readonly scopes: ScopeTree;
  readonly exports: ReadonlyMap<string, ExportTarget>;
  /** Specifiers of `export * from`. */
  readonly stars: readonly string[];
  readonly imports: ReadonlyMap<string, ImportTarget>;
  /** `module.exports = { … }` was seen: the default export's properties are exports too. */
  readonly commonJs: boolean;
  /** Assignments to names of the module's scope from anywhere in it, by name. */
  readonly assignments: ReadonlyMap<string, readonly Node[]>;
}

/** Where a specifier leads. */
export type Resolution =
  | { readonly kind: 'file'; readonly file: string }
  /** `name` is the package's name with its subpath: `drizzle-orm/node-postgres`. */
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'unknown' };

/** What resolving and interpreting need of a project. */
export interface ModuleGraph {
  /** The module in a file; undefined where there is none or it does not parse. */
  module(file: string): Module | undefined;
  resolve(fromFile: string, specifier: string): Resolution;
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'Literal') return String(node.value);
  return '';
}

/** `exports.x` or `module.exports.x` or `module.exports`: the exported name, `module.exports` being `default`. */
function commonJsExport(target: Node): string | undefined {
  if (target.type !== 'MemberExpression') return undefined;
  const isModuleExports = (node: Node): boolean =>
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    nameOf(node.property) === 'exports';
  if (isModuleExports(target)) return 'default';
  const { object } = target;
  if (target.computed && target.property.type !== 'Literal') return undefined;
  if ((object.type === 'Identifier' && object.name === 'exports') || isModuleExports(object))
    return nameOf(target.property);
  return undefined;
}

export function readModule(source: SourceFile): Module {
  const scopes = readScopes(source.program);
  const exports = new Map<string, ExportTarget>();
  const imports = new Map<string, ImportTarget>();
  const stars: string[] = [];
  let commonJs = false;

  for (const node of source.program.body) {
    switch (node.type) {
      case 'ImportDeclaration':
        for (const specifier of node.specifiers) {
          const name =
            specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : specifier.type === 'ImportNamespaceSpecifier'
                ? '*'
                : nameOf(specifier.imported);
          imports.set(specifier.local.name, { specifier: node.source.value, name });
        }
        break;
      case 'TSImportEqualsDeclaration':
        if (node.moduleReference.type === 'TSExternalModuleReference')
          imports.set(node.id.name, { specifier: node.moduleReference.expression.value, name: 'default' });
        break;
      case 'ExportAllDeclaration':
        if (node.exported)
          exports.set(nameOf(node.exported), { kind: 'from', specifier: node.source.value, name: '*' });
        else stars.push(node.source.value);
        break;
      case 'ExportNamedDeclaration':
        for (const specifier of node.specifiers)
          exports.set(
            nameOf(specifier.exported),
            node.source
              ? { kind: 'from', specifier: node.source.value, name: nameOf(specifier.local) }
              : { kind: 'local', name: nameOf(specifier.local) },
          );
        if (node.declaration) {
          if (node.declaration.type === 'VariableDeclaration')
            for (const declarator of node.declaration.declarations)
              for (const bound of boundNames(declarator.id))
                exports.set(bound.name, { kind: 'local', name: bound.name });
          else if ('id' in node.declaration && node.declaration.id?.type === 'Identifier')
            exports.set(node.declaration.id.name, { kind: 'local', name: node.declaration.id.name });
        }
        break;
      case 'ExportDefaultDeclaration':
        if (node.declaration.type === 'Identifier')
          exports.set('default', { kind: 'local', name: node.declaration.name });
        else if (
          (node.declaration.type === 'FunctionDeclaration' || node.declaration.type === 'ClassDeclaration') &&
          node.declaration.id
        )
          exports.set('default', { kind: 'local', name: node.declaration.id.name });
        else exports.set('default', { kind: 'expression', node: node.declaration });
        break;
      case 'TSExportAssignment':
        exports.set('default', { kind: 'expression', node: node.expression });
        commonJs = true;
        break;
      default:
        break;
    }
  }

  const assignments = new Map<string, Node[]>();
  const mayBeCommonJs = /\bexports\b/.test(source.text);
  walk(source.program, (node) => {
    if (node.type !== 'AssignmentExpression') return;
    if (node.left.type === 'Identifier') {
      const list = assignments.get(node.left.name);
      if (list) list.push(node.right);
      else assignments.set(node.left.name, [node.right]);
    } else if (mayBeCommonJs) {
      const name = commonJsExport(node.left);
      if (name === undefined) return;
      commonJs = true;
      let value: Node = node.right;
      while (value.type === 'AssignmentExpression') value = value.right;
      exports.set(name, { kind: 'expression', node: value });
    }
  });

  return { source, file: source.file, scopes, exports, stars, imports, commonJs, assignments };
}

/** Where an exported name is really defined, through re-exports and barrels. */
export type ExportOrigin =
  | { readonly kind: 'definition'; readonly module: Module; readonly target: Exclude<ExportTarget, { kind: 'from' }> }
  | { readonly kind: 'namespace'; readonly module: Module }
  | { readonly kind: 'package'; readonly name: string; readonly export: string }
  | { readonly kind: 'unknown' };

/** Follows `name` of `file` to its definition. Cycles of re-exports end in unknown. */
export function findExport(graph: ModuleGraph, file: string, name: string, seen = new Set<string>()): ExportOrigin {
  const key = `${file}\u0000${name}`;
  if (seen.has(key)) return { kind: 'unknown' };
  seen.add(key);
  const module = graph.module(file);
  if (!module) return { kind: 'unknown' };
  if (name === '*') return { kind: 'namespace', module };

  const target = module.exports.get(name);
  if (target?.kind === 'from') return followSpecifier(graph, file, target.specifier, target.name, seen);
  if (target?.kind === 'local') {
    // `import { x } from './a'; export { x }` is a re-export in two lines.
    const imported = module.imports.get(target.name);
    if (imported) return followSpecifier(graph, file, imported.specifier, imported.name, seen);
    return { kind: 'definition', module, target };
  }
  if (target) return { kind: 'definition', module, target };

  let outside: ExportOrigin | undefined;
  for (const specifier of module.stars) {
    const found = followSpecifier(graph, file, specifier, name, seen);
    if (found.kind === 'definition' || found.kind === 'namespace') return found;
    if (found.kind === 'package') outside ??= found;
  }
  return outside ?? { kind: 'unknown' };
}

export function followSpecifier(
  graph: ModuleGraph,
  fromFile: string,
  specifier: string,
  name: string,
  seen = new Set<string>(),
): ExportOrigin {
  const resolution = graph.resolve(fromFile, specifier);
  if (resolution.kind === 'file') return findExport(graph, resolution.file, name, seen);
  if (resolution.kind === 'package') return { kind: 'package', name: resolution.name, export: name };
  return { kind: 'unknown' };
}
