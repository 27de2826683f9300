import type { SourceCode } from 'eslint';
import type { DeclaredType, TypeOracle } from '../interpret/second-opinion.ts';

// The few parts of TypeScript's surface that are asked for. `typescript` itself is never loaded: whoever parsed brings it.
interface TypeSymbol {
  readonly name: string;
  readonly declarations?: readonly Declaration[] | undefined;
}

interface Declaration {
  readonly name?: { readonly text?: string | undefined } | undefined;
  getSourceFile(): { readonly fileName: string };
}

interface Type {
  readonly aliasSymbol?: TypeSymbol | undefined;
  getSymbol?(): TypeSymbol | undefined;
  getNonNullableType?(): Type;
}

interface Services {
  readonly program?: object | null;
  getTypeAtLocation?(node: object): Type;
}

interface AstNode {
  readonly type: string;
  readonly range?: readonly [number, number] | undefined;
}

/** The types of one file, where its parser brings them; undefined where it brings none. Never throws. */
export function typeOracle(file: string, sourceCode: SourceCode): TypeOracle | undefined {
  const services = sourceCode.parserServices as Services | undefined;
  if (!services?.program || typeof services.getTypeAtLocation !== 'function') return undefined;
  let nodes: Map<string, AstNode> | undefined;
  const answers = new Map<string, DeclaredType | undefined>();
  return {
    file,
    typeOf({ start, end }) {
      const key = `${start}-${end}`;
      if (answers.has(key)) return answers.get(key);
      let answer: DeclaredType | undefined;
      try {
        nodes ??= nodesByRange(sourceCode);
        const node = nodes.get(key);
        answer = node && services.getTypeAtLocation && declared(services.getTypeAtLocation(node));
      } catch {
        // A program that is broken or in part knows nothing.
        answer = undefined;
      }
      answers.set(key, answer);
      return answer;
    },
  };
}

/** The outermost node at each range. */
function nodesByRange({ ast, visitorKeys }: SourceCode): Map<string, AstNode> {
  const nodes = new Map<string, AstNode>();
  const stack: AstNode[] = [ast];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const key = node.range?.join('-');
    if (key !== undefined && !nodes.has(key) && node.type !== 'ExpressionStatement') nodes.set(key, node);
    for (const name of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[name];
      for (const one of Array.isArray(child) ? (child as unknown[]) : [child])
        if (typeof one === 'object' && one !== null && 'type' in one) stack.push(one as AstNode);
    }
  }
  return nodes;
}

function declared(given: Type): DeclaredType | undefined {
  const type = given.getNonNullableType?.() ?? given;
  for (const symbol of [type.getSymbol?.(), type.aliasSymbol]) {
    const [declaration] = symbol?.declarations ?? [];
    if (!symbol || !declaration) continue;
    const file = declaration.getSourceFile().fileName;
    const name = symbol.name === 'default' ? declaration.name?.text : symbol.name;
    if (name === undefined || name.startsWith('__')) continue;
    return { file, package: packageOfFile(file), name };
  }
  return undefined;
}

/** `node_modules/@types/pg/index.d.ts` declares what `pg` exports; null for a file that no package holds. */
function packageOfFile(file: string): string | null {
  const inside = file.replaceAll('\\', '/').split('/node_modules/').at(-1);
  if (inside === undefined || !file.includes('node_modules')) return null;
  const [first = '', second = ''] = inside.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  const typed = /^@types\/(.+)$/.exec(name)?.[1];
  return typed === undefined ? name : typed.includes('__') ? `@${typed.replace('__', '/')}` : typed;
}
