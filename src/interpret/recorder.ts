import type { Node } from 'oxc-parser';
import type { Knowledge } from '../knowledge/registry.ts';
import type { State } from './state.ts';
import type {
  CallCounts,
  CallSite,
  Edge,
  Ending,
  Fact,
  OperationSummary,
  Outcome,
  Snapshot,
  Step,
  Trace,
  UnknownCall,
  ValueSummary,
} from './trace.ts';
import type { EventValue, Spot, StepId } from './value.ts';

interface Place {
  readonly node: Node;
  readonly file: string;
  readonly text: string;
  readonly name: string;
  readonly calls: readonly CallSite[];
  readonly connection: string | null;
  /** Tells apart several facts of one call. */
  readonly part: string;
}

interface OpenStep extends Step {
  readonly keys: Set<string>;
}

const softKinds = new Set([
  'maybe-claim',
  'refetch',
  'verification',
  'effect',
  'acknowledgement',
  'ordering',
  'memory',
]);

/** A write that nobody can win: its outcome decides nothing once both ways go on. */
function isPlainUpdate(operation: OperationSummary): boolean {
  return (
    operation.action === 'update' &&
    !operation.takesRow &&
    operation.whereKnown &&
    operation.where.every((one) => one.operator === '=' && /^id$|_id$|Id$|key$|email$/i.test(one.column))
  );
}

/** Collects the steps of a trace while a handler is walked. */
export class Recorder {
  readonly knowledge: Knowledge;
  readonly steps: OpenStep[] = [];
  readonly endings: Ending[] = [];
  readonly providers = new Set<string>();
  readonly headers = new Set<string>();
  readonly eventTypes = new Set<string>();
  readonly files = new Set<string>();
  readonly readErrors = new Set<StepId>();
  parsedBody: 'body' | 'raw' | null = null;
  readonly #calls = new Map<Node, { followed: boolean; unknown: UnknownCall | null }>();
  statement = 0;
  readonly #dropped = new Map<string, Spot>();
  readonly #contradictions = new Map<string, Spot & { says: number }>();
  readonly #byKey = new Map<string, OpenStep>();
  readonly #edges = new Map<string, Edge>();
  readonly #endingKeys = new Set<string>();

  constructor(knowledge: Knowledge) {
    this.knowledge = knowledge;
  }

  /** True for steps whose outcome may be forgotten where both outcomes go on. */
  readonly isSoft = (id: StepId): boolean => {
    const step = this.steps[id];
    if (!step) return true;
    if (step.fact.kind === 'operation')
      return step.fact.operation.action === 'read' || isPlainUpdate(step.fact.operation);
    return softKinds.has(step.fact.kind);
  };

  /** How often a step was reached. */
  visits = 0;

  record(fact: Fact, place: Place, state: State, inLoop: boolean): StepId {
    this.visits += 1;
    const key = `${fact.kind}|${place.part}|${place.file}|${place.node.start}-${place.node.end}|${place.calls.map((call) => `${call.file}:${call.node.start}`).join('>')}`;
    let step = this.#byKey.get(key);
    if (!step) {
      step = {
        id: this.steps.length,
        fact,
        place: { file: place.file, start: place.node.start, end: place.node.end },
        node: place.node,
        calls: place.calls,
        transaction: place.connection === null ? null : (state.transactions.get(place.connection) ?? null),
        connection: place.connection,
        text: place.text,
        name: place.name,
        snapshots: [],
        inLoop,
        keys: new Set(),
      };
      this.steps.push(step);
      this.#byKey.set(key, step);
    }
    // A key that some path gives is a key: that another lacks it is a matter of the event.
    if (fact.kind === 'effect' && step.fact.kind === 'effect' && fact !== step.fact)
      step.fact = withKeysOf(step.fact.key === 'missing' && fact.key === 'present' ? fact : step.fact, step.fact, fact);
    const snapshot = state.snapshot();
    const snapshotKey = `${state.hardKey(this.isSoft)}#${state.softKey(this.isSoft)}#${[...state.previous].join()}`;
    if (!step.keys.has(snapshotKey)) {
      step.keys.add(snapshotKey);
      step.snapshots.push(snapshot);
    }
    for (const from of state.previous) {
      const outcome = from === null ? null : (state.outcome(from) ?? null);
      const edgeKey = `${from ?? ''}>${step.id}:${outcome ?? ''}`;
      if (!this.#edges.has(edgeKey)) this.#edges.set(edgeKey, { from, to: step.id, outcome });
    }
    state.previous = new Set([step.id]);
    // A loop's second pass adds nothing to the path that a person is shown.
    if (!onTrail(state, step.id))
      state.trail = { step: step.id, before: state.trail, length: (state.trail?.length ?? 0) + 1 };
    return step.id;
  }

  /** A call whose promise nobody waits for. */
  drop(spot: Spot): void {
    this.#dropped.set(spotKey(spot), spot);
  }

  /** An answer whose body names another status. */
  contradict(spot: Spot, says: number): void {
    this.#contradictions.set(spotKey(spot), { ...spot, says });
  }

  end(
    kind: Ending['kind'],
    status: number | null,
    node: Node,
    file: string,
    state: State,
    answer: Spot | null = null,
  ): void {
    const key = `${kind}|${status ?? ''}|${file}:${node.start}|${answer ? spotKey(answer) : ''}|${state.hardKey(this.isSoft)}#${state.softKey(this.isSoft)}`;
    if (this.#endingKeys.has(key)) return;
    this.#endingKeys.add(key);
    this.endings.push({ kind, status, node, file, snapshot: state.snapshot(), answer });
  }

  /** A call is reached. */
  noteCall(node: Node, followed: boolean): void {
    const known = this.#calls.get(node);
    if (!known) this.#calls.set(node, { followed, unknown: null });
    else if (followed) known.followed = true;
  }

  unknownAt(node: Node): UnknownCall | null {
    return this.#calls.get(node)?.unknown ?? null;
  }

  noteUnknown(node: Node, unknown: UnknownCall | null): void {
    const known = this.#calls.get(node);
    if (known) known.unknown = unknown;
    else this.#calls.set(node, { followed: false, unknown });
  }

  #countCalls(): CallCounts {
    const acting = new Set(this.steps.map((step) => (step.fact.kind === 'maybe-claim' ? null : step.node)));
    const counts = { facts: 0, nothing: 0, followed: 0, unknown: 0 };
    for (const [node, { followed, unknown }] of this.#calls) {
      if (node.type !== 'CallExpression' && node.type !== 'TaggedTemplateExpression') continue;
      if (unknown) counts.unknown += 1;
      else if (acting.has(node)) counts.facts += 1;
      else if (followed) counts.followed += 1;
      else counts.nothing += 1;
    }
    return counts;
  }

  /** Is this part of the delivery what the provider calls the event's type? */
  isEventType(value: EventValue): boolean {
    const provider = this.knowledge.provider(value.provider ?? [...this.providers][0] ?? null);
    const path = value.path.join('.');
    if (value.part === 'header') {
      for (const known of this.knowledge.providers.values()) if (known.eventTypeHeaders?.includes(path)) return true;
      return false;
    }
    if (provider?.eventType.includes(path)) return true;
    return (
      /^(?:\w+\.)?(?:type|event|event_?type|event_?name|topic|action|kind|trigger)$/i.test(path) &&
      value.path.length <= 2
    );
  }

  trace(complete: boolean): Trace {
    return {
      steps: this.steps,
      edges: [...this.#edges.values()],
      endings: this.endings,
      complete,
      providers: [...this.providers],
      headers: [...this.headers],
      eventTypes: [...this.eventTypes],
      files: this.files,
      dropped: [...this.#dropped.values()],
      readErrors: this.readErrors,
      contradictions: [...this.#contradictions.values()],
      parsedBody: this.parsedBody,
      unknownCalls: [...this.#calls.values()].flatMap(({ unknown }) => unknown ?? []),
      calls: this.#countCalls(),
    };
  }
}

type EffectFact = Extract<Fact, { kind: 'effect' }>;

/** One step that several paths reach: the keys that each of them gives. */
function withKeysOf(fact: EffectFact, ...all: readonly EffectFact[]): EffectFact {
  const keyValues = all
    .flatMap((one) => one.keyValues)
    .filter((key, index, keys) => keys.findIndex((other) => isAlike(other, key)) === index);
  return {
    ...fact,
    keyValues,
    keyMayBeUnset: all.some((one) => one.keyMayBeUnset),
    carries: all.reduce((origins, one) => origins | one.carries, 0),
    joins: all.every((one) => one.joins),
  };
}

function isAlike(a: ValueSummary, b: ValueSummary): boolean {
  return a.origins === b.origins && a.identity === b.identity && a.text === b.text && a.isFixed === b.isFixed;
}

function spotKey({ place, calls }: Spot): string {
  return `${place.file}:${place.start}-${place.end}|${calls.map((call) => `${call.file}:${call.node.start}`).join('>')}`;
}

function onTrail(state: State, step: StepId): boolean {
  for (let link = state.trail; link; link = link.before) if (link.step === step) return true;
  return false;
}

export type { Outcome, Snapshot };
