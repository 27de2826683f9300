import type { Node } from 'oxc-parser';
import type { Knowledge } from '../knowledge/registry.ts';
import type { BindingKind } from '../knowledge/types.ts';
import type { Module, ModuleGraph } from '../resolve/module.ts';
import type { Scope } from '../resolve/scope.ts';
import { noRoutines, type Bindings, type Routines } from './bindings.ts';
import type { Lexicon, Mac } from './lexicon.ts';
import { Recorder } from './recorder.ts';
import type { Birthplace } from './registries.ts';
import { State } from './state.ts';
import type { TypeOracle } from './second-opinion.ts';
import type { CallSite, UnknownReason } from './trace.ts';
import type { ClassValue, Environment, EventValue, ExternalValue, ResultValue, Spot, StepId, Value } from './value.ts';

/** A scope at run time. `lazy`: its code was never run, names are evaluated from their declarations when asked for. */
export interface Env extends Environment {
  readonly scope: Scope;
  readonly module: Module;
  /** Distinguishes calls of the same function from different places. */
  readonly id: string;
  readonly parent: Env | null;
  readonly lazy: boolean;
  /** `this` for lazily evaluated field initialisers and constructors. */
  readonly self: Value | null;
  /** Arguments of a constructor whose body is evaluated lazily. */
  readonly args: readonly Value[] | null;
}

/** A call in progress. */
export interface Frame {
  readonly module: Module;
  readonly environment: Env;
  readonly self: Value | null;
  readonly home: ClassValue | null;
  readonly context: string;
}

/** One way an expression can turn out. */
export interface Outcome {
  readonly state: State;
  readonly value: Value;
}

/** One way a statement can end. */
export interface Completion {
  readonly state: State;
  readonly kind: 'normal' | 'break' | 'continue' | 'return';
  readonly label: string | null;
  readonly value: Value;
  readonly node: Node;
}

export type Sink = (state: State, value: Value) => void;

export interface CallRequest {
  readonly callee: Value;
  readonly self: Value | null;
  readonly args: readonly Value[];
  readonly node: Node;
  readonly frame: Frame;
  readonly isNew: boolean;
  readonly tagged?: boolean;
  /** The call of the handler itself: steps below it have no call before them. */
  readonly isRoot?: boolean;
  /** Written name of what is called, for messages and the lexicon. */
  readonly name: string | null;
}

/** A call that answered rows: its receiver, and the transaction that it was given. */
export interface Loader {
  readonly view: ExternalValue;
  readonly transaction: Value | null;
}

/** The parts of the interpreter that call each other, joined in `interpreter.ts`. */
export interface Parts {
  evaluate(m: Machine, node: Node, frame: Frame, state: State): Outcome[];
  execute(m: Machine, node: Node, frame: Frame, state: State): Completion[];
  call(m: Machine, request: CallRequest, state: State): Outcome[];
  member(m: Machine, object: Value, name: string, node: Node, frame: Frame, state: State): Outcome[];
  setMember(m: Machine, target: Node, value: Value, frame: Frame, state: State): void;
  /** Waits for a promise or runs a lazy library value. */
  settle(m: Machine, value: Value, node: Node, frame: Frame, state: State): Outcome[];
  /** Value of a name that no run has set: from its declaration. */
  lookup(m: Machine, environment: Env, name: string, state: State): Value;
  superOf(m: Machine, owner: ClassValue): Value | null;
  /** A method that a library gives to the rows that it loads; undefined where it has none of that name. */
  rowMethod(m: Machine, row: ResultValue, name: string): Value | undefined;
  /** Notes what giving a property of a library value a value says of the answer. */
  noteAssignment(m: Machine, object: ExternalValue, name: string, value: Value, state: State): void;
  exported(m: Machine, file: string, name: string): Value;
  typed(m: Machine, type: Node, file: string, name: string | null): Value;
  /** The one instance of a class that a container injects. */
  injected(m: Machine, owner: ClassValue): Value;
  /** The one thing that is bound to a key; undefined where nothing or more than one is. */
  boundValue(m: Machine, kind: BindingKind, key: string | null, fromFile: string): Value | undefined;
  /** Calls functions that a call was given, once each; the last one's answer stands for the call's, where it has one. */
  throughFunctions(
    m: Machine,
    functions: readonly Value[],
    value: Value,
    request: CallRequest,
    state: State,
  ): Outcome[];
  callUnknown(m: Machine, request: CallRequest, state: State): Outcome[];
  /** A call that the settings declare; undefined where they say nothing of it. */
  callOwn(m: Machine, request: CallRequest, state: State): Outcome[] | undefined;
  externalMember(m: Machine, object: ExternalValue, name: string, node: Node, frame: Frame, state: State): Outcome[];
  /** An instance of a library's class, for a class that extends it. */
  instanceOf(m: Machine, parent: ExternalValue, self: Value): ExternalValue;
  /** A header of the delivery; null for a name that is not known. */
  header(m: Machine, name: string | null): Value;
  /** A part of the delivery with its origins. */
  deliveryPart(m: Machine, value: EventValue): EventValue;
  callExternal(m: Machine, callee: ExternalValue, request: CallRequest, state: State): Outcome[];
  /** Runs a library value that works when it is waited for; undefined where it is none. */
  runLazy(m: Machine, value: ExternalValue, node: Node, frame: Frame, state: State): Outcome[] | undefined;
  /** Parts off the path on which a step failed, and marks this one as gone well. */
  stepThrew(m: Machine, step: StepId, state: State): void;
  recordMaybeClaim(m: Machine, request: CallRequest, name: string, state: State, ofClaim?: boolean): StepId;
  /** Memory of this process is asked for a key, or given one; undefined where the key says nothing of the delivery. */
  recordMemory(m: Machine, access: MemoryAccess, state: State): StepId | undefined;
  recordNamedEffect(m: Machine, request: CallRequest, effect: NamedEffect, state: State): StepId;
  recordComparison(
    m: Machine,
    node: Node,
    frame: Frame,
    known: { readonly by: 'comparison' | 'secret'; readonly mac: Mac | null },
    state: State,
  ): StepId;
  noteUnknownCall(m: Machine, request: CallRequest, name: string, reason: UnknownReason): void;
}

/** How a collection that outlives the delivery is used. */
export interface MemoryAccess {
  readonly action: 'read' | 'write' | 'delete';
  readonly collection: string;
  readonly key: Value | undefined;
  readonly node: Node;
  readonly frame: Frame;
}

/** What a name says a call does. */
export type NamedEffect = NonNullable<ReturnType<Lexicon['effectByName']>>;

/** Bounds that keep every handler's walk short. Hitting one weakens the trace to unknown. */
export const limits = {
  /** Node evaluations a handler. */
  work: 80_000,
  /** Node evaluations a worker: what it does for an event is near its start, what it computes can be long. */
  workerWork: 25_000,
  /** Node evaluations for one value of code that was never run. */
  lazyWork: 4_000,
  /** Calls inside calls. */
  depth: 28,
  /** Statements and expressions inside each other, those of callers too: about half of what Node's stack holds. */
  nesting: 320,
  /** States a join may leave. */
  states: 24,
  /** Runs of one function body a handler. */
  callsOfOneFunction: 400,
} as const;

/** Everything one walk needs: the project's modules, the knowledge, and what it has seen so far. */
export class Machine {
  readonly graph: ModuleGraph;
  readonly knowledge: Knowledge;
  readonly lexicon: Lexicon;
  readonly parts: Parts;
  readonly recorder: Recorder;
  /** The second opinion, where the host brings one. */
  types: TypeOracle | null = null;
  routines: Routines = noRoutines;
  sink: Sink = () => undefined;
  /** The call that each step's rows were loaded by. */
  readonly loadedBy = new Map<StepId, Loader>();
  /** Types of the handler's parameters that stand for the request: `package|Type`. */
  readonly requestTypes = new Set<string>();
  /** Where calls of libraries were made, by their node. */
  readonly computed = new Map<Node, Spot>();
  /** Something may catch what is thrown now. */
  guarded = false;
  work = 0;
  workLimit: number = limits.work;
  exhausted = false;
  nesting = 0;
  /** How often the bound on nesting was hit: what was evaluated then is not remembered. */
  cuts = 0;
  calls: readonly CallSite[] = [];
  /** Tells apart what one call does several times over. */
  part = '';
  readonly running = new Map<Node, number>();
  readonly runs = new Map<Node, number>();
  /** Short names for calls inside calls. */
  readonly contexts = new Map<string, string>();
  /** Handlers, whose parameters nobody passes. */
  readonly unbound = new Set<Node>();
  /** Depth of lazy evaluation: nothing is recorded there. */
  lazy = 0;
  lazyWork = 0;
  readonly memory: LazyMemory;
  readonly bindings: Bindings;

  constructor(
    graph: ModuleGraph,
    knowledge: Knowledge,
    lexicon: Lexicon,
    parts: Parts,
    memory: LazyMemory,
    bindings: Bindings,
  ) {
    this.graph = graph;
    this.knowledge = knowledge;
    this.lexicon = lexicon;
    this.parts = parts;
    this.memory = memory;
    this.bindings = bindings;
    this.recorder = new Recorder(knowledge);
  }

  evaluate(node: Node, frame: Frame, state: State): Outcome[] {
    return this.parts.evaluate(this, node, frame, state);
  }

  execute(node: Node, frame: Frame, state: State): Completion[] {
    return this.parts.execute(this, node, frame, state);
  }

  call(request: CallRequest, state: State): Outcome[] {
    return this.parts.call(this, request, state);
  }

  /** A place of the code as the walk reaches it now. */
  spot(node: Node, frame: Frame): Spot {
    return { place: { file: frame.module.file, start: node.start, end: node.end }, calls: this.calls };
  }

  throw(state: State, value: Value): void {
    this.sink(state, value);
  }

  /** Runs `body` with what it throws going to `sink`. */
  catching<T>(sink: Sink, body: () => T): T {
    const before = this.sink;
    const wasGuarded = this.guarded;
    this.sink = sink;
    this.guarded = true;
    try {
      return body();
    } finally {
      this.sink = before;
      this.guarded = wasGuarded;
    }
  }

  /** Goes one level further in, which who calls this must leave again; false where that is too deep to go on. */
  enter(state: State): boolean {
    if (this.nesting >= limits.nesting) {
      this.cuts += 1;
      state.weakened = true;
      return false;
    }
    this.nesting += 1;
    return true;
  }

  /** Counts work; false when the bound is hit and the walk must wind up. */
  spend(): boolean {
    if (this.lazy > 0) {
      this.lazyWork += 1;
      return this.lazyWork <= limits.lazyWork;
    }
    this.work += 1;
    if (this.work > this.workLimit) this.exhausted = true;
    return !this.exhausted;
  }
}

/** What lazy evaluation found, kept for one version of the project's files. */
export class LazyMemory {
  readonly values = new Map<string, Value>();
  readonly pending = new Set<string>();
  /** The heap of objects made outside of any run. */
  readonly state = new State();
  readonly modules = new Map<string, Env>();
  /** Where collections were made, by the expression that makes one, and objects, by their identity. */
  readonly born = new Map<Node, Birthplace>();
  readonly bornObjects = new Map<string, Birthplace>();
  /** Files and instances whose registrations were run. */
  readonly initialised = new Set<string>();
  /** Arguments that an instance was constructed with. */
  readonly constructed = new Map<string, readonly Value[]>();
}
