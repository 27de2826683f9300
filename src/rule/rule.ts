import type { Rule } from 'eslint';
import type { Span } from '../parse/place.ts';
import type { AnalysedHandler, DeliveringTest, DescribedTable } from '../project/project.ts';
import type { ShortRetention } from '../project/retention.ts';
import type { BlastRadius, Confidence, ProofStep } from '../report/finding.ts';

/** One defect, at one place, as a rule states it. */
export interface Problem<MessageIds extends string> {
  readonly messageId: MessageIds;
  /** Fills the `{{placeholders}}` of the message. */
  readonly data?: Readonly<Record<string, string>>;
  /** In the file of the handler; what happens in another file is reported at the call that leads there. */
  readonly place: Span;
  readonly blastRadius: BlastRadius;
  readonly confidence: Confidence;
  /** Where the effect really is, in whatever file. */
  readonly effect?: Span | null;
  /** In the order in which a delivery meets them. */
  readonly steps: readonly ProofStep[];
}

/** What a rule is given for one handler, or for the tables of one file. */
export interface RuleContext<MessageIds extends string, Options> {
  readonly options: Options;
  /** The handler in question; null while tables are listened to. */
  readonly model: AnalysedHandler | null;
  report(problem: Problem<MessageIds>): void;
}

/** What a rule may listen to. Facts only: no node of any syntax tree passes here. */
export interface FactListeners {
  readonly handler?: (trace: AnalysedHandler['trace'], handler: AnalysedHandler) => void;
  /** Once for each handler that the tests of the file in question deliver to. */
  readonly test?: (test: DeliveringTest) => void;
  /** Once for each table whose definition stands in the file in question. */
  readonly table?: (table: DescribedTable) => void;
  /** Once for each place in the file where keys of events are forgotten before the provider stops to send them. */
  readonly retention?: (retention: ShortRetention) => void;
}

/** Which preset a rule is in: `error` and `warn` in `recommended` at that severity, `strict` only there, as an error. */
export type Recommended = 'error' | 'warn' | 'strict';

export interface RuleDefinition<MessageIds extends string, Options extends object> {
  readonly name: string;
  readonly meta: {
    readonly type: 'problem' | 'suggestion';
    readonly docs: { readonly description: string; readonly recommended: Recommended };
    readonly messages: Readonly<Record<MessageIds, string>>;
    readonly schema: readonly object[];
    /** It also looks at scripts of SQL, so that the preset for them holds it. */
    readonly onScripts?: boolean;
    /** What `context.options` holds where the user sets nothing; left out by a rule without options. */
    readonly defaultOptions?: readonly [] | readonly [Options];
  };
  create(context: RuleContext<MessageIds, Options>): FactListeners;
}

/** A rule: a valid ESLint rule, and under `definition` what both hosts run. */
export interface WebhookRule extends Rule.RuleModule {
  readonly name: string;
  readonly meta: Rule.RuleMetaData & {
    readonly docs: { readonly description: string; readonly recommended: Recommended; readonly url: string };
    readonly messages: Record<string, string>;
  };
  readonly definition: RuleDefinition<string, object>;
}
