import { ConfigCommentParser, Directive, TextSourceCodeBase, VisitNodeStep } from '@eslint/plugin-kit';
import type { DirectiveType } from '@eslint/plugin-kit';
import { LineTable } from '../parse/line-table.ts';
import { childrenOf } from '../parse/sql-nodes.ts';
import type { SqlNode } from '../parse/sql-nodes.ts';

export interface Location {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

export interface Located {
  readonly type: string;
  readonly range: readonly [number, number];
  loc?: Location;
}

export interface Comment extends Located {
  readonly value: string;
}

export interface SqlRoot extends Located {
  readonly type: 'Script';
  readonly body: readonly Located[];
  readonly comments: readonly Comment[];
  readonly errors: readonly { readonly offset: number; readonly reason: string }[];
}

interface FileProblem {
  readonly ruleId: null;
  readonly message: string;
  readonly loc: Location;
}

interface InlineConfig {
  config: { rules: object };
  loc: Location;
}

const directives: ReadonlySet<string> = new Set([
  'eslint-disable',
  'eslint-enable',
  'eslint-disable-next-line',
  'eslint-disable-line',
]);

const comments = new ConfigCommentParser();

/** A script of SQL as ESLint's rules and comments see it. */
export class SqlSourceCode extends TextSourceCodeBase {
  declare ast: SqlRoot;
  readonly #lines: LineTable;
  readonly #parents = new WeakMap<object, Located>();
  readonly #reportsErrors: boolean;
  #steps: VisitNodeStep[] | undefined;

  constructor(text: string, ast: SqlRoot, reportsErrors: boolean) {
    super({ text, ast, lineEndingPattern: /\r\n|[\r\n\u2028\u2029]/u });
    this.#lines = new LineTable(text);
    this.#reportsErrors = reportsErrors;
    for (const { target, phase } of this.#walk()) if (phase === 1) this.#locate(target as Located);
    for (const comment of ast.comments) this.#locate(comment);
  }

  get comments(): readonly Comment[] {
    return this.ast.comments;
  }

  override getParent(node: object): Located | undefined {
    return this.#parents.get(node);
  }

  override traverse(): VisitNodeStep[] {
    return this.#walk();
  }

  /** Comments that speak to ESLint, be they written with two dashes or between slashes. */
  getInlineConfigNodes(): readonly Comment[] {
    return this.comments.filter(({ value }) => /^\s*eslint(?:-|\s)/u.test(value));
  }

  getDisableDirectives(): { problems: FileProblem[]; directives: Directive[] } {
    const problems = this.#reportsErrors ? this.#parseErrors() : [];
    const found: Directive[] = [];
    for (const comment of this.getInlineConfigNodes()) {
      const parsed = comments.parseDirective(comment.value);
      if (!parsed || !directives.has(parsed.label)) continue;
      const { label, value, justification } = parsed;
      const loc = this.getLoc(comment) as Location;
      if (label === 'eslint-disable-line' && loc.start.line !== loc.end.line) {
        problems.push({ ruleId: null, message: `${label} comment should not span multiple lines.`, loc });
        continue;
      }
      const type = label.slice('eslint-'.length) as DirectiveType;
      found.push(new Directive({ type, node: comment, value, justification }));
    }
    return { problems, directives: found };
  }

  /** `eslint webhook-once/…: off` between slashes. */
  applyInlineConfig(): { configs: InlineConfig[]; problems: FileProblem[] } {
    const configs: InlineConfig[] = [];
    const problems: FileProblem[] = [];
    for (const comment of this.getInlineConfigNodes()) {
      const parsed = comments.parseDirective(comment.value);
      if (comment.type !== 'BlockComment' || parsed?.label !== 'eslint') continue;
      const loc = this.getLoc(comment) as Location;
      const read = comments.parseJSONLikeConfig(parsed.value);
      if (read.ok) configs.push({ config: { rules: read.config }, loc });
      else problems.push({ ruleId: null, message: read.error.message, loc });
    }
    return { configs, problems };
  }

  #parseErrors(): FileProblem[] {
    return this.ast.errors.map(({ offset, reason }) => {
      const place = this.#placeOf(offset);
      return { ruleId: null, message: `Parsing error: ${reason}`, loc: { start: place, end: place } };
    });
  }

  #placeOf(offset: number): { line: number; column: number } {
    const { line, column } = this.#lines.positionOf(offset);
    return { line, column: column - 1 };
  }

  #locate(node: Located): void {
    node.loc = { start: this.#placeOf(node.range[0]), end: this.#placeOf(node.range[1]) };
  }

  #walk(): VisitNodeStep[] {
    if (this.#steps) return this.#steps;
    const steps: VisitNodeStep[] = [];
    const visit = (node: Located, parent: Located | undefined): void => {
      if (parent) this.#parents.set(node, parent);
      steps.push(new VisitNodeStep({ target: node, phase: 1, args: [node, parent] }));
      const children =
        node === this.ast ? this.ast.body : (childrenOf(node as unknown as SqlNode) as unknown as Located[]);
      for (const child of children) visit(child, node);
      steps.push(new VisitNodeStep({ target: node, phase: 2, args: [node, parent] }));
    };
    visit(this.ast, undefined);
    this.#steps = steps;
    return steps;
  }
}
