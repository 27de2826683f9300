import type { Class, Function as FunctionNode, ArrowFunctionExpression, Node } from 'oxc-parser';
import type { Span } from '../parse/place.ts';

/** Where a value comes from, as a bit set: a value made of several carries all of their bits. */
export const Origin = {
  /** The provider's identity of the event, the same on every retry. */
  eventKey: 1 << 0,
  /** Any other part of what the provider sent. */
  event: 1 << 1,
  /** The identity of a thing that the event is about. */
  businessKey: 1 << 2,
  /** The provider's time of the event. */
  eventTime: 1 << 3,
  /** Fetched from the provider now. */
  refetched: 1 << 4,
  /** A row of the database. */
  row: 1 << 5,
  literal: 1 << 6,
  random: 1 << 7,
  clock: 1 << 8,
  /** Number or id of the attempt: changes on every retry. */
  attempt: 1 << 9,
  signature: 1 << 10,
  bodyHash: 1 << 11,
  header: 1 << 12,
  environment: 1 << 13,
  /** Text made anew of the parsed body: not the bytes that were sent. */
  reserialised: 1 << 14,
} as const;
export type Origins = number;

/** A step of the trace, by its number in the handler's trace. */
export type StepId = number;

/** A call on the way from the handler to a step. */
export interface CallSite {
  readonly file: string;
  readonly node: Node;
  /** Name of the called function. */
  readonly name: string;
}

/** A place in the code, with the calls that lead there from the handler. */
export interface Spot {
  readonly place: Span;
  readonly calls: readonly CallSite[];
}

/** How the outcome of an operation is read from what it returns. */
export type ResultShape =
  /** A row, or null/undefined when there is none. */
  | { readonly kind: 'row' }
  /** A row; throws when there is none. */
  | { readonly kind: 'row-or-throw' }
  /** An array of rows; `count` names a property of the array that holds the affected rows. */
  | { readonly kind: 'rows'; readonly count?: string }
  /** An object around it: property name to shape. */
  | { readonly kind: 'object'; readonly properties: Readonly<Record<string, ResultShape>> }
  /** An array around it: `[result, fields]`. */
  | { readonly kind: 'tuple'; readonly items: readonly ResultShape[] }
  /** The number of rows found or changed. */
  | { readonly kind: 'count' }
  /** What was there before, as a row, a number or true: nothing for the one that put it there. */
  | { readonly kind: 'former' }
  /** The number of this one among all: 1 for the one that won. */
  | { readonly kind: 'ordinal' }
  /** Where in a list it was found: -1 where it was not. */
  | { readonly kind: 'index' }
  /** True when it happened. */
  | { readonly kind: 'boolean' }
  /** `word` when it happened, anything else (mostly null) when not. */
  | { readonly kind: 'word'; readonly word: string }
  /** null/undefined when all went well, an error object otherwise (a client that returns its error). */
  | { readonly kind: 'error' }
  | { readonly kind: 'nothing' };

/** One step from the root of a library value: a property, a call or a `new`. */
export interface ChainStep {
  /** Property name; '' for a call of the value itself, '*' for a computed name that is not known. */
  readonly name: string;
  /** Null for a property that is only read. */
  readonly args: readonly Value[] | null;
  readonly isNew: boolean;
  /** A tagged template: args[0] is the template's text (a TextValue with holes), the rest its values. */
  readonly tagged: boolean;
  readonly node: Node;
}

export type Value =
  | UnknownValue
  | ConstantValue
  | TextValue
  | ExternalValue
  | EventValue
  | FunctionValue
  | NativeValue
  | ClassValue
  | InstanceValue
  | ObjectValue
  | ArrayValue
  | ResultValue
  | ErrorValue
  | TestValue
  | PromiseValue
  | ResponseValue
  | UnionValue
  | NamespaceValue;

export interface UnknownValue {
  readonly kind: 'unknown';
  /** The name it has in the code, for messages and for the lexicon: `warehouse.client`. */
  readonly name: string | null;
  readonly origins: Origins;
  /** The written type, resolved when something is asked of the value. */
  readonly type: TypeReference | null;
  /** It may be the answer of a claim that could not be followed: the pseudo step that stands for the call. */
  readonly maybeClaim: StepId | null;
  /** A time so many seconds ago. */
  readonly age?: number;
}

/** A type annotation with the module that it was written in. */
export interface TypeReference {
  readonly node: Node;
  readonly file: string;
}

export interface ConstantValue {
  readonly kind: 'constant';
  readonly value: string | number | boolean | bigint | null | undefined | RegExp;
  readonly origins: Origins;
}

/** Text with parts that are not constant: templates, concatenations. */
export interface TextValue {
  readonly kind: 'text';
  readonly parts: readonly (string | Value)[];
  readonly origins: Origins;
}

/** Something of a package: a canonical type or export of it, and the steps taken from there. */
export interface ExternalValue {
  readonly kind: 'external';
  /** npm name; `global` for what the platform gives. */
  readonly package: string;
  /** A type name of the library's knowledge (`Pool`), or the export path where it has none (`default.Foo`). */
  readonly root: string;
  readonly chain: readonly ChainStep[];
  /** Identity of a connection or transaction; null for what has none. */
  readonly handle: string | null;
  readonly origins: Origins;
  /** Data the knowledge attached when the value was made (a table name, a queue's options). */
  readonly data: Readonly<Record<string, Value>> | null;
}

/** A part of what the provider sent. */
export interface EventValue {
  readonly kind: 'event';
  /** Name of the provider's knowledge, or null where not known. */
  readonly provider: string | null;
  /** What it is: the parsed event, the raw text or bytes, all headers, one header, a queued message, a form field. */
  readonly part: 'body' | 'raw' | 'headers' | 'header' | 'message' | 'query';
  /** Property path from the part; array items are `*`. */
  readonly path: readonly string[];
  readonly origins: Origins;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly node: FunctionNode | ArrowFunctionExpression;
  readonly file: string;
  readonly environment: Environment;
  readonly self: Value | null;
  /** Class whose `super` it sees. */
  readonly home: ClassValue | null;
  readonly name: string;
}

/** A function of the analysis itself: `next`, `resolve`, bound methods of built-ins. */
export interface NativeValue {
  readonly kind: 'native';
  readonly name: string;
  readonly call: NativeCall;
}
/** Opaque here; the interpreter knows its shape. */
export type NativeCall = (call: never) => unknown;

export interface ClassValue {
  readonly kind: 'class';
  readonly node: Class;
  readonly file: string;
  readonly environment: Environment;
  readonly name: string;
}

/** An object of a class with known source. Its fields live in the state's heap under `id`. */
export interface InstanceValue {
  readonly kind: 'instance';
  readonly class: ClassValue;
  readonly id: string;
}

/** An object whose properties live in the state's heap under `id`. */
export interface ObjectValue {
  readonly kind: 'object';
  readonly id: string;
}

export interface ArrayValue {
  readonly kind: 'array';
  readonly items: readonly Value[];
  /** What further items are, where the length is not known. */
  readonly rest: Value | null;
  /** Under which the heap keeps what was added since the list was made; absent where nothing can be added. */
  readonly id?: string;
}

/** What a database operation returned, or a projection of it. */
export interface ResultValue {
  readonly kind: 'result';
  readonly step: StepId;
  readonly shape: ResultShape;
  /** Set when it is a field of a row: the property path. */
  readonly field: readonly string[] | null;
  readonly origins: Origins;
}

/** What was thrown by a step; null where it is not known which. */
export interface ErrorValue {
  readonly kind: 'error';
  readonly step: StepId | null;
  readonly path: readonly string[];
  /** A class of the user's or a library's that was constructed with `new`, by name. */
  readonly name: string | null;
  /** HTTP status that the framework answers for it; null where unknown. */
  readonly status: number | null;
}

/** A condition whose truth is not known yet; branching on it refines the state. */
export interface TestValue {
  readonly kind: 'test';
  readonly condition: Condition;
}

export type Condition =
  /** Did the operation find, change or insert something? */
  | { readonly kind: 'outcome'; readonly step: StepId }
  /** A field of a loaded row compared with something. */
  | {
      readonly kind: 'field';
      readonly step: StepId;
      readonly field: string;
      readonly operator: string;
      readonly value: Value;
    }
  /** A thrown error is a unique violation of that step. */
  | { readonly kind: 'conflict'; readonly step: StepId }
  /** A thrown error says that the row of that step is not there. */
  | { readonly kind: 'no-row'; readonly step: StepId }
  /** The error that a client returned instead of throwing it is set. */
  | { readonly kind: 'returned-error'; readonly step: StepId }
  /** A verifier's answer. */
  | { readonly kind: 'verified'; readonly step: StepId }
  | { readonly kind: 'maybe-claim'; readonly step: StepId }
  /** The event's type compared with a constant. */
  | { readonly kind: 'event-type'; readonly value: string }
  /** Two times or versions compared: the event's with a stored one. */
  | { readonly kind: 'order'; readonly step: StepId | null; readonly origins: Origins }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  /** Something fetched from the provider just now decides. */
  | { readonly kind: 'fresh' }
  | { readonly kind: 'unknown' };

export interface PromiseValue {
  readonly kind: 'promise';
  /** `open`: it may turn out either way when somebody waits for it. */
  readonly outcome: 'fulfilled' | 'rejected' | 'open';
  readonly value: Value;
  /** The step whose answer it is. */
  readonly step: StepId | null;
}

/** An HTTP answer that a handler may return. */
export interface ResponseValue {
  readonly kind: 'response';
  /** Null where it is not known. */
  readonly status: number | null;
  readonly body: Value | null;
  /** Where it was made. */
  readonly made?: Spot;
}

export interface UnionValue {
  readonly kind: 'union';
  readonly options: readonly Value[];
}

/** All exports of a module with known source. */
export interface NamespaceValue {
  readonly kind: 'namespace';
  readonly file: string;
}

/** Opaque here: the chain of scopes that a function closes over. */
export interface Environment {
  readonly parent: Environment | null;
}
