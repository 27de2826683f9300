import type { Node } from 'oxc-parser';
import { injected } from './annotation.ts';
import { classValue, moduleEnv } from './lookup.ts';
import type { Frame, Machine } from './machine.ts';
import { external, originsOf } from './values.ts';
import type { Value } from './value.ts';

/** Where the type of an expression is declared: in a package's own types, or in a file of the project. */
export interface DeclaredType {
  /** Absolute, of the file that declares it. */
  readonly file: string;
  /** The package that the file belongs to; null for a file of the project. */
  readonly package: string | null;
  /** As the declaration names it. */
  readonly name: string;
}

/** Types as the host's parser knows them, for the one file that it has open. */
export interface TypeOracle {
  readonly file: string;
  typeOf(span: { readonly start: number; readonly end: number }): DeclaredType | undefined;
}

/** What the type of an expression says of a value of which the walk could tell nothing. */
export function secondOpinion(m: Machine, node: Node, value: Value, frame: Frame): Value {
  const { types } = m;
  if (types === null || m.lazy > 0 || frame.module.file !== types.file || !isMute(m, value)) return value;
  const type = types.typeOf(node);
  return (type && typedValue(m, type)) ?? value;
}

/** Nothing is known of it, or it hangs on a library's value where no table has it: `req.services.stripe`. */
function isMute(m: Machine, value: Value): boolean {
  if (value.kind === 'unknown') return value.type === null && value.maybeClaim === null;
  return (
    value.kind === 'external' &&
    value.chain.length > 0 &&
    originsOf(value) === 0 &&
    value.chain.every((step) => !step.isNew && !step.tagged)
  );
}

function typedValue(m: Machine, { file, package: written, name }: DeclaredType): Value | undefined {
  const owner = m.knowledge.generatedPackage(file.replaceAll('\\', '/')) ?? written;
  if (owner !== null) {
    const known = m.knowledge.package(owner);
    const type = known?.typeNamed(name);
    return type === undefined
      ? undefined
      : external(owner, type, known?.isConnection(type) ? `type:${owner}:${type}` : null);
  }
  const module = m.graph.module(file);
  const declaration = module?.scopes.root.names.get(name);
  const node = declaration?.node;
  if (!module || !node) return undefined;
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression')
    return injected(m, classValue(node, moduleEnv(m, module), name));
  return undefined;
}
