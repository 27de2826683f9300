import type { Node } from 'oxc-parser';
import type { Span } from '../parse/place.ts';
import type { BlastRadius } from '../report/finding.ts';
import type { EventValue, Origins, ResultShape, StepId } from './value.ts';

/** A value as far as rules ask about it, kept after the walk is over. */
export interface ValueSummary {
  readonly origins: Origins;
  /** Set where it is one constant. */
  readonly constant: { readonly value: string | number | boolean | null } | null;
  /** The text with unknown parts as `\u0000`, where it is text. */
  readonly text: string | null;
  /** Set where it is a field of a row or result of a step. */
  readonly result: { readonly step: StepId; readonly field: string | null } | null;
  /** Property path in the event, joined with dots; null where it is no part of one. */
  readonly eventPath: string | null;
  /** Which part of the delivery it is, or is of: the raw text, the parsed body, a header; null where it is none. */
  readonly eventPart: EventValue['part'] | null;
  /** The whole event or its raw body, not a part of it. */
  readonly wholeEvent: boolean;
  /** Undefined or null on some path. */
  readonly mayBeNullish: boolean;
  /** Seconds before now, where it is a time of the clock so long ago. */
  readonly age: number | null;
}

export interface SummaryColumn {
  readonly column: string;
  readonly value: ValueSummary;
  readonly accumulates: boolean;
  readonly dependsOnItself: boolean;
}

export interface SummaryCondition {
  readonly column: string;
  readonly operator: string;
  readonly values: readonly ValueSummary[];
}

/** A database operation as a step keeps it; see DatabaseOperation for the fields. */
export interface OperationSummary {
  readonly action: 'read' | 'insert' | 'update' | 'delete' | 'lock';
  readonly table: string | null;
  readonly schema: string | null;
  readonly names: 'database' | 'prisma' | 'drizzle' | 'entity';
  readonly columns: readonly SummaryColumn[];
  readonly columnsKnown: boolean;
  readonly where: readonly SummaryCondition[];
  readonly whereKnown: boolean;
  readonly conflict: {
    readonly action: 'ignore' | 'update';
    readonly target: readonly string[] | null;
    readonly demandsKey: boolean;
    readonly targetWhere: readonly SummaryCondition[] | null;
    readonly set: readonly SummaryColumn[];
    readonly conditions: readonly SummaryCondition[];
  } | null;
  readonly lock: 'update' | 'share' | null;
  readonly takesRow: boolean;
  readonly many: boolean;
  readonly result: ResultShape;
  /** Several operations of one statement share this number. */
  readonly statement: number;
}

/** What a step of the trace is. */
export type Fact =
  | {
      readonly kind: 'verification';
      readonly provider: string | null;
      readonly returns: 'event' | 'boolean' | 'nothing';
      readonly payload: ValueSummary | null;
      readonly secret: ValueSummary | null;
    }
  | { readonly kind: 'operation'; readonly operation: OperationSummary }
  | {
      readonly kind: 'effect';
      readonly radius: BlastRadius;
      readonly category: 'money' | 'shipment' | 'message' | 'enqueue' | 'other';
      readonly does: string;
      readonly idempotent: boolean;
      readonly key: 'unsupported' | 'missing' | 'present' | 'unknown';
      readonly keyValue: ValueSummary | null;
      /** How a key is written in this call; null where the receiver takes none. */
      readonly keyPlace: string | null;
      /** Seconds for which the receiver remembers the key once the work is done; null where it does not say. */
      readonly keptFor: number | null;
      readonly host: string | null;
      /** Certain from the library; likely from a name. */
      readonly likely: boolean;
      /** The name of a followed function around it that says what it is for: `createShipment`. */
      readonly purpose: string | null;
    }
  | {
      readonly kind: 'claim';
      readonly key: ValueSummary | null;
      readonly timeToLive: number | null | undefined;
      readonly result: ResultShape;
      readonly throwsWhenLost: boolean;
    }
  | { readonly kind: 'lock'; readonly key: ValueSummary | null; readonly result: ResultShape }
  /** A call that could not be followed and that may be a claim: it was given the event's key. */
  | { readonly kind: 'maybe-claim'; readonly name: string }
  | { readonly kind: 'refetch' }
  | { readonly kind: 'begin'; readonly isolation: string | null }
  | { readonly kind: 'commit' | 'rollback' }
  | { readonly kind: 'acknowledgement'; readonly status: number | null };

/** A call on the way from the handler to a step. */
export interface CallSite {
  readonly file: string;
  readonly node: Node;
  /** Name of the called function. */
  readonly name: string;
}

/** Outcome of a step as a path knows it. Reads: found/missing. Writes and claims: won/lost. */
export type Outcome =
  | 'found'
  | 'missing'
  | 'won'
  | 'lost'
  | 'untested'
  | 'returned'
  | 'threw'
  | 'conflict'
  | 'failed'
  | 'yes'
  | 'no'
  | 'void';

/** A column of a loaded row was tested: `status = paid`. */
export interface FieldTest {
  readonly step: StepId;
  readonly field: string;
  readonly operator: string;
  readonly value: string | null;
}

/** A set of path states in which a step can be reached, alike in all that rules ask. */
export interface Snapshot {
  /** What each step so far turned out to be; absent where both outcomes lead here. */
  readonly outcomes: ReadonlyMap<StepId, Outcome>;
  readonly fieldTests: readonly FieldTest[];
  /** Open transactions by connection, with the step that began each. */
  readonly transactions: ReadonlyMap<string, StepId>;
  readonly verified: 'yes' | 'no' | 'unverified';
  /** Status of the answer already sent; null where sent with a status not known; undefined where not sent. */
  readonly acknowledged: number | null | undefined;
  /** Event types that hold here, as far as tested. */
  readonly eventTypes: readonly string[];
  /** Event times or versions were compared on the way here. */
  readonly orderTested: boolean;
  /** What the provider says now decided on the way here. */
  readonly freshTested: boolean;
  /** Runs when nobody waits for it: timers, `waitUntil`, calls not awaited after the answer. */
  readonly detached: boolean;
  /** Bounds were hit on the way: what is missing here is unknown, not absent. */
  readonly weakened: boolean;
  /** The steps of one path that leads here, first to last. */
  readonly trail: Trail | null;
}

/** A path, as a list from its last step back. */
export interface Trail {
  readonly step: StepId;
  readonly before: Trail | null;
  readonly length: number;
}

export interface Step {
  readonly id: StepId;
  fact: Fact;
  readonly place: Span;
  readonly node: Node;
  /** From the handler inward. */
  readonly calls: readonly CallSite[];
  /** The transaction that it is part of, by the step that began it. */
  transaction: StepId | null;
  readonly connection: string | null;
  /** What is called, as it is written: `stripe.transfers.create`, `db.update`. */
  readonly name: string;
  /** Source text of the call, shortened to one line. */
  readonly text: string;
  readonly snapshots: Snapshot[];
  /** It stands in a loop of the handler. */
  readonly inLoop: boolean;
}

/** `to` follows `from` where `from` turned out as `outcome`. */
export interface Edge {
  readonly from: StepId | null;
  readonly to: StepId;
  readonly outcome: Outcome | null;
}

/** How a path ends. */
export interface Ending {
  /** `left`: a function that the handler called was left; the handler goes on. */
  readonly kind: 'returned' | 'threw' | 'left';
  /** Status answered by what was returned or thrown; null where not known. */
  readonly status: number | null;
  readonly node: Node;
  readonly file: string;
  readonly snapshot: Snapshot;
}

/** All that one handler does, as a graph of steps. */
export interface Trace {
  readonly steps: readonly Step[];
  readonly edges: readonly Edge[];
  readonly endings: readonly Ending[];
  /** False where a bound was hit: what was not seen is unknown. */
  readonly complete: boolean;
  readonly providers: readonly string[];
  /** Headers of the delivery that were read, lower-cased. */
  readonly headers: readonly string[];
  /** Constants that the event's type was compared with. */
  readonly eventTypes: readonly string[];
  /** Files whose text the trace rests on. */
  readonly files: ReadonlySet<string>;
  /** Calls that nothing knows, by written name. */
  readonly unknownCalls: readonly { readonly name: string; readonly place: Span }[];
}
