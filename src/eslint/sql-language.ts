import { childrenOf, readScript } from '../parse/sql-nodes.ts';
import type { SqlComment, SqlNode } from '../parse/sql-nodes.ts';
import { SqlSourceCode } from './sql-source-code.ts';
import type { Located, SqlRoot } from './sql-source-code.ts';

interface LanguageOptions {
  /** `report` shows what does not parse as errors; the other statements are linted all the same. */
  readonly parseErrors?: 'ignore' | 'report';
}

interface File {
  readonly body: string | Uint8Array;
  readonly path: string;
}

interface Parsed {
  readonly ok: true;
  readonly ast: SqlRoot;
}

/**
 * SQL for ESLint, in the grammar of Postgres. A statement that does not parse (another dialect, a template, a command
 * of psql) is an `UnknownStatement`, and no error unless one is asked for: nobody's lint should fail on a dialect.
 */
export const sqlLanguage = {
  fileType: 'text',
  lineStart: 1,
  columnStart: 0,
  nodeTypeKey: 'type',
  defaultLanguageOptions: { parseErrors: 'ignore' },

  validateLanguageOptions({ parseErrors = 'ignore', ...others }: { readonly parseErrors?: string } = {}): void {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new TypeError(`Key "${unknown}": there is only "parseErrors".`);
    if (parseErrors !== 'ignore' && parseErrors !== 'report')
      throw new TypeError('Key "parseErrors": must be "ignore" or "report".');
  },

  parse({ body }: File): Parsed {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const script = readScript(text);
    const root: SqlRoot = {
      type: 'Script',
      range: [0, text.length],
      body: script.body.map(located),
      comments: script.comments.map(locatedComment),
      errors: script.errors,
    };
    return { ok: true, ast: root };
  },

  createSourceCode({ body }: File, { ast }: Parsed, { languageOptions }: { languageOptions?: LanguageOptions } = {}) {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    return new SqlSourceCode(text, ast, languageOptions?.parseErrors === 'report');
  },
};

/** ESLint knows a node by its `range`. */
function located(node: SqlNode): Located {
  const own: Located = Object.assign(node, { range: [node.start, node.end] as const });
  for (const child of childrenOf(node)) located(child);
  return own;
}

function locatedComment({ kind, value, start, end }: SqlComment): Located & { value: string } {
  return { type: kind === 'line' ? 'LineComment' : 'BlockComment', value, range: [start, end] };
}
