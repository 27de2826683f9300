import type { Caught, FieldTest, Outcome, Snapshot, Trail } from './trace.ts';
import type { Spot, StepId, Value } from './value.ts';

/** Properties of an object on the heap. `open`: it may have more than these. */
export interface Properties {
  readonly known: ReadonlyMap<string, Value>;
  readonly open: boolean;
}

type Entry = Value | Properties;

/** Entries written between two forks, on top of those before. Never changed once it is shared. */
interface Layer {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly below: Layer | null;
  readonly depth: number;
  /** The same entries in one layer, made once for all that stand on it. */
  flat: Layer | null;
}

function isProperties(entry: Entry | undefined): entry is Properties {
  return entry !== undefined && 'known' in entry;
}

const deepest = 24;

function flatten(layer: Layer): Layer {
  if (layer.flat) return layer.flat;
  const chain: Layer[] = [];
  for (let one: Layer | null = layer; one; one = one.below) chain.push(one);
  const entries = new Map<string, Entry>();
  for (const one of chain.reverse()) for (const [key, entry] of one.entries) entries.set(key, entry);
  layer.flat = { entries, below: null, depth: 1, flat: null };
  return layer.flat;
}

/**
 * One path through the handler: what each variable holds and how each step turned out. A state belongs to one path and
 * is changed in place; `fork` before two paths part.
 */
export class State {
  #own = new Map<string, Entry>();
  #below: Layer | null = null;
  outcomes: ReadonlyMap<StepId, Outcome>;
  fieldTests: readonly FieldTest[];
  transactions: ReadonlyMap<string, StepId>;
  verified: Snapshot['verified'] = 'unverified';
  maybeVerified = false;
  caught: Caught | null = null;
  /** Where the answer was sent, or what is on its way out was returned or thrown. */
  answeredAt: Spot | null = null;
  leftAt: Spot | null = null;
  acknowledged: number | null | undefined = undefined;
  /** Status that the answer to come was given; null where not known, undefined where nothing was said. */
  status: number | null | undefined = undefined;
  eventTypes: readonly string[] = [];
  orderTested = false;
  freshTested = false;
  detached = false;
  weakened = false;
  /** A function that calls itself was not followed further: what it does there is not known. */
  isCutShort = false;
  loop = 0;
  /** Last steps with their outcomes, for the edges of the graph. */
  previous: ReadonlySet<StepId | null> = new Set([null]);
  trail: Trail | null = null;

  constructor() {
    this.outcomes = new Map();
    this.fieldTests = [];
    this.transactions = new Map();
  }

  fork(): State {
    this.#seal();
    const copy = new State();
    copy.#below = this.#below;
    copy.outcomes = this.outcomes;
    copy.fieldTests = this.fieldTests;
    copy.transactions = this.transactions;
    copy.verified = this.verified;
    copy.maybeVerified = this.maybeVerified;
    copy.caught = this.caught;
    copy.answeredAt = this.answeredAt;
    copy.leftAt = this.leftAt;
    copy.acknowledged = this.acknowledged;
    copy.status = this.status;
    copy.eventTypes = this.eventTypes;
    copy.orderTested = this.orderTested;
    copy.freshTested = this.freshTested;
    copy.detached = this.detached;
    copy.weakened = this.weakened;
    copy.isCutShort = this.isCutShort;
    copy.loop = this.loop;
    copy.previous = this.previous;
    copy.trail = this.trail;
    return copy;
  }

  /** Puts what was written since the last fork into a layer that two states may stand on. */
  #seal(): void {
    if (this.#own.size === 0) return;
    const layer: Layer = { entries: this.#own, below: this.#below, depth: (this.#below?.depth ?? 0) + 1, flat: null };
    this.#below = layer.depth > deepest ? flatten(layer) : layer;
    this.#own = new Map();
  }

  #find(key: string): Entry | undefined {
    const own = this.#own.get(key);
    if (own !== undefined) return own;
    for (let layer = this.#below; layer; layer = layer.below) {
      const entry = layer.entries.get(key);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  get(key: string): Value | undefined {
    return this.#find(key) as Value | undefined;
  }

  properties(id: string): Properties | undefined {
    return this.#find(id) as Properties | undefined;
  }

  set(key: string, entry: Entry): void {
    this.#own.set(key, entry);
  }

  outcome(step: StepId): Outcome | undefined {
    return this.outcomes.get(step);
  }

  setOutcome(step: StepId, outcome: Outcome | undefined): void {
    if (this.outcomes.get(step) === outcome) return;
    const next = new Map(this.outcomes);
    if (outcome === undefined) next.delete(step);
    else next.set(step, outcome);
    this.outcomes = next;
  }

  snapshot(): Snapshot {
    return {
      outcomes: this.outcomes,
      fieldTests: this.fieldTests,
      transactions: this.transactions,
      verified: this.verified,
      maybeVerified: this.maybeVerified,
      caught: this.caught,
      acknowledged: this.acknowledged,
      eventTypes: this.eventTypes,
      orderTested: this.orderTested,
      freshTested: this.freshTested,
      detached: this.detached,
      weakened: this.weakened || this.isCutShort,
      trail: this.trail,
    };
  }

  /** What must agree for two states to be one: how claims and writes turned out, transactions, verification, answer. */
  hardKey(isSoft: (step: StepId) => boolean): string {
    const outcomes = [...this.outcomes].filter(([step]) => !isSoft(step)).sort(([a], [b]) => a - b);
    return `${outcomes.map(([step, outcome]) => `${step}${outcome}`).join()}|${[...this.transactions].join(';')}|${this.verified}|${this.failure}|${this.answeredAt?.place.start ?? ''}|${String(this.acknowledged)}|${String(this.status)}|${this.orderTested}|${this.detached}|${this.weakened || this.isCutShort}`;
  }

  /** The failure that was caught, as text: that there was no row to change is another than that the write failed. */
  get failure(): string {
    if (!this.caught) return '';
    const { place, step } = this.caught;
    return `${place.file}:${place.start}:${this.outcome(step) ?? ''}`;
  }

  /** How reads, types and tests turned out: states that differ only here may meet where branches meet. */
  softKey(isSoft: (step: StepId) => boolean): string {
    const outcomes = [...this.outcomes].filter(([step]) => isSoft(step)).sort(([a], [b]) => a - b);
    return `${outcomes.map(([step, outcome]) => `${step}${outcome}`).join()}|${this.fieldTests.map((test) => `${test.step}${test.field}${test.operator}${test.value}`).join()}|${this.eventTypes.join()}`;
  }

  /** Keys under which the two hold different entries. Only what was written since they parted is looked at. */
  differences(other: State): string[] {
    const common = new Set<Layer>();
    for (let layer = this.#below; layer; layer = layer.below) common.add(layer);
    let shared = other.#below;
    while (shared && !common.has(shared)) shared = shared.below;
    const keys = new Set<string>();
    for (const state of [this, other]) {
      for (const key of state.#own.keys()) keys.add(key);
      for (let layer = state.#below; layer && layer !== shared; layer = layer.below)
        for (const key of layer.entries.keys()) keys.add(key);
    }
    return [...keys].filter((key) => this.#find(key) !== other.#find(key));
  }

  /** Takes what the other path knows into this one: what differs becomes either of both, soft outcomes that differ are dropped. */
  absorb(
    other: State,
    join: (mine: Value | undefined, theirs: Value | undefined) => Value,
    joinProperties: (mine: Properties | undefined, theirs: Properties | undefined) => Properties,
  ): void {
    for (const key of this.differences(other)) {
      const mine = this.#find(key);
      const theirs = other.#find(key);
      if (isProperties(mine ?? theirs))
        this.set(key, joinProperties(mine as Properties | undefined, theirs as Properties | undefined));
      else this.set(key, join(mine as Value | undefined, theirs as Value | undefined));
    }
    const outcomes = new Map([...this.outcomes].filter(([step, outcome]) => other.outcomes.get(step) === outcome));
    if (outcomes.size !== this.outcomes.size) this.outcomes = outcomes;
    const sameTest = (a: FieldTest) =>
      other.fieldTests.some(
        (b) => a.step === b.step && a.field === b.field && a.operator === b.operator && a.value === b.value,
      );
    this.fieldTests = this.fieldTests.filter(sameTest);
    this.eventTypes = this.eventTypes.filter((type) => other.eventTypes.includes(type));
    this.weakened ||= other.weakened;
    this.isCutShort ||= other.isCutShort;
    this.maybeVerified ||= other.maybeVerified;
    this.freshTested &&= other.freshTested;
    this.previous = new Set([...this.previous, ...other.previous]);
    if (other.trail === null || (this.trail !== null && other.trail.length < this.trail.length))
      this.trail = other.trail;
  }
}
