import type { Node } from 'oxc-parser';
import type { Span } from '../parse/place.ts';
import type { BlastRadius } from '../report/finding.ts';
import type { CallSite, EventValue, Origins, ResultShape, Spot, StepId } from './value.ts';

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
  /** The whole parsed body, turned into text anew. */
  readonly reserialised: boolean;
  /** Undefined or null on some path. */
  readonly mayBeNullish: boolean;
  /** A name that equal values of one walk share; null where a part of it is not known, so that two may differ. */
  readonly identity: string | null;
  /** The column whose value an insert would have put there: `excluded.seen_at`. */
  readonly excluded: string | null;
  /** The same for all events: made of constants, the environment and the event's type alone. */
  readonly isFixed: boolean;
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
    readonly tells: boolean;
    readonly targetWhere: readonly SummaryCondition[] | null;
    readonly set: readonly SummaryColumn[];
    readonly conditions: readonly SummaryCondition[];
  } | null;
  readonly lock: 'update' | 'share' | null;
  readonly takesRow: boolean;
  readonly many: boolean;
  readonly keptFor: number | null;
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
      /** How it decides: a verifier, a keyed hash compared by `===`, a shared secret that came along. */
      readonly by: 'verifier' | 'comparison' | 'secret';
      /** Where the signature that it expects is computed; null where the verifier does it. */
      readonly computed: Spot | null;
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
      /** All keys that some path gives it. */
      readonly keyValues: readonly ValueSummary[];
      /** Some path gives a key that is undefined or null. */
      readonly keyMayBeUnset: boolean;
      /** Where the key is written; null where that is not seen. */
      readonly keySpan: Span | null;
      /** Of two calls that share this and give one key the second is dropped or refused; null where not known. */
      readonly keySpace: string | null;
      /** Where all that it is given comes from, the key aside. */
      readonly carries: Origins;
      /** It is written in the caller's open transaction, and undone with it. */
      readonly joins: boolean;
      /** How a key is written in this call; null where the receiver takes none. */
      readonly keyPlace: string | null;
      /** Seconds for which the receiver remembers the key once the work is done; null where it does not say. */
      readonly keptFor: number | null;
      readonly host: string | null;
      /** Certain from the library; likely from a name. */
      readonly likely: boolean;
      /** The name of a followed function around it that says what it is for: `createShipment`. */
      readonly purpose: string | null;
      /** The settings of the project declare it. */
      readonly isDeclared: boolean;
    }
  | {
      readonly kind: 'claim';
      readonly key: ValueSummary | null;
      readonly timeToLive: number | null | undefined;
      readonly result: ResultShape;
      readonly throwsWhenLost: boolean;
    }
  | { readonly kind: 'lock'; readonly key: ValueSummary | null; readonly result: ResultShape }
  /** A collection in the memory of this process is asked for a key, keeps one or drops one. */
  | {
      readonly kind: 'memory';
      readonly action: 'read' | 'write' | 'delete';
      /** As the code names it: `this.seen`. */
      readonly collection: string;
      readonly key: ValueSummary | null;
    }
  /** A call that could not be followed and that may be a claim: it was given the event's key. */
  | {
      readonly kind: 'maybe-claim';
      readonly name: string;
      /** It was given the answer of a claim, and may say who won. */
      readonly ofClaim?: boolean;
    }
  | { readonly kind: 'refetch' }
  /** The time of an event is compared with another time. */
  | { readonly kind: 'ordering'; readonly sides: readonly ValueSummary[] }
  | { readonly kind: 'begin'; readonly isolation: string | null }
  | { readonly kind: 'commit' | 'rollback' }
  | { readonly kind: 'acknowledgement'; readonly status: number | null };

export type { CallSite, Spot } from './value.ts';

/** A failure that was caught, or that a client gave back and somebody tested. */
export interface Caught extends Spot {
  /** The step that failed. */
  readonly step: StepId;
  /** The code that catches it asks which failure it is, or may. */
  readonly isAsked: boolean;
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
  /** Something that could not be followed may have verified the event. */
  readonly maybeVerified: boolean;
  /** The last failure of a step that was caught on the way here. */
  readonly caught: Caught | null;
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
  /** Where the answer is made or sent, or what is thrown is thrown; null where neither was seen. */
  readonly answer: Spot | null;
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
  /** Calls whose promise nobody waits for. */
  readonly dropped: readonly Spot[];
  /** Steps whose returned error somebody looks at, or may. */
  readonly readErrors: ReadonlySet<StepId>;
  /** Answers whose body names another status than the one they are sent with. */
  readonly contradictions: readonly (Spot & { readonly says: number })[];
  /** What a body parser left in the request's body, where it is known. */
  readonly parsedBody: 'body' | 'raw' | null;
  /** Calls that nothing knows. */
  readonly unknownCalls: readonly UnknownCall[];
  /** Calls that were reached, constructions aside, by what is known of each. */
  readonly calls: CallCounts;
}

export interface CallCounts {
  /** They mean a step: known from a library, or by name alone. */
  readonly facts: number;
  /** They do nothing that rules ask about. */
  readonly nothing: number;
  /** Into source that was walked. */
  readonly followed: number;
  readonly unknown: number;
}

/** A call that nothing knows. */
export interface UnknownCall extends Spot {
  /** As it is written: `this.mailer.deliver`. */
  readonly name: string;
  /** How the settings can name what is called; null where they cannot. */
  readonly target: CallTarget | null;
  /** The position of the first function that it is given; null where it is given none. */
  readonly callback: number | null;
  /** Why nothing is known of it. */
  readonly reason: UnknownReason;
}

/** `package`: of a package that no table describes. `member`: a table describes the package, but not this. `source`: no
 * source tells what it does. `bound`: too deep to be followed. `text`: of an unknown SQL text. `value`: of a value
 * that nothing tells about. */
export type UnknownReason = 'package' | 'member' | 'source' | 'bound' | 'text' | 'value';

/** A name as the settings spell it. `file` is absolute here. */
export interface CallTarget {
  readonly package?: string;
  readonly file?: string;
  readonly export: string;
}
