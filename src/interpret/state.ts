import type { FieldTest, Outcome, Snapshot, Trail } from './trace.ts';
import type { StepId, Value } from './value.ts';

/** Properties of an object on the heap. `open`: it may have more than these. */
export interface Properties {
  readonly known: ReadonlyMap<string, Value>;
  readonly open: boolean;
}

type Entry = Value | Properties;

/**
 * One path through the handler: what each variable holds and how each step turned out. A state belongs to one path and
 * is changed in place; `fork` before two paths part.
 */
export class State {
  #store: Map<string, Entry>;
  #owned: boolean;
  outcomes: ReadonlyMap<StepId, Outcome>;
  fieldTests: readonly FieldTest[];
  transactions: ReadonlyMap<string, StepId>;
  verified: Snapshot['verified'] = 'unverified';
  acknowledged: number | null | undefined = undefined;
  eventTypes: readonly string[] = [];
  orderTested = false;
  detached = false;
  weakened = false;
  loop = 0;
  /** Last steps with their outcomes, for the edges of the graph. */
  previous: ReadonlySet<StepId | null> = new Set([null]);
  trail: Trail | null = null;

  constructor() {
    this.#store = new Map();
    this.#owned = true;
    this.outcomes = new Map();
    this.fieldTests = [];
    this.transactions = new Map();
  }

  fork(): State {
    const copy = new State();
    copy.#store = this.#store;
    copy.#owned = false;
    this.#owned = false;
    copy.outcomes = this.outcomes;
    copy.fieldTests = this.fieldTests;
    copy.transactions = this.transactions;
    copy.verified = this.verified;
    copy.acknowledged = this.acknowledged;
    copy.eventTypes = this.eventTypes;
    copy.orderTested = this.orderTested;
    copy.detached = this.detached;
    copy.weakened = this.weakened;
    copy.loop = this.loop;
    copy.previous = this.previous;
    copy.trail = this.trail;
    return copy;
  }

  get(key: string): Value | undefined {
    return this.#store.get(key) as Value | undefined;
  }

  properties(id: string): Properties | undefined {
    return this.#store.get(id) as Properties | undefined;
  }

  set(key: string, entry: Entry): void {
    if (!this.#owned) {
      this.#store = new Map(this.#store);
      this.#owned = true;
    }
    this.#store.set(key, entry);
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
      acknowledged: this.acknowledged,
      eventTypes: this.eventTypes,
      orderTested: this.orderTested,
      detached: this.detached,
      weakened: this.weakened,
      trail: this.trail,
    };
  }

  /** What must agree for two states to be one: how claims and writes turned out, transactions, verification, answer. */
  hardKey(isSoft: (step: StepId) => boolean): string {
    const outcomes = [...this.outcomes].filter(([step]) => !isSoft(step)).sort(([a], [b]) => a - b);
    return `${outcomes.map(([step, outcome]) => `${step}${outcome}`).join()}|${[...this.transactions].join(';')}|${this.verified}|${String(this.acknowledged)}|${this.orderTested}|${this.detached}`;
  }

  /** How reads, types and tests turned out: states that differ only here may meet where branches meet. */
  softKey(isSoft: (step: StepId) => boolean): string {
    const outcomes = [...this.outcomes].filter(([step]) => isSoft(step)).sort(([a], [b]) => a - b);
    return `${outcomes.map(([step, outcome]) => `${step}${outcome}`).join()}|${this.fieldTests.map((test) => `${test.step}${test.field}${test.operator}${test.value}`).join()}|${this.eventTypes.join()}`;
  }

  /** Keys under which the two hold different entries. */
  differences(other: State): string[] {
    if (this.#store === other.#store) return [];
    const keys: string[] = [];
    for (const [key, entry] of this.#store) if (other.#store.get(key) !== entry) keys.push(key);
    for (const key of other.#store.keys()) if (!this.#store.has(key)) keys.push(key);
    return keys;
  }

  /** Takes what the other path knows into this one: what differs becomes either of both, soft outcomes that differ are dropped. */
  absorb(other: State, join: (mine: Value | undefined, theirs: Value | undefined) => Value, joinProperties: (mine: Properties | undefined, theirs: Properties | undefined) => Properties): void {
    for (const key of this.differences(other)) {
      const mine = this.#store.get(key);
      const theirs = other.#store.get(key);
      if (key.startsWith('#')) this.set(key, joinProperties(mine as Properties | undefined, theirs as Properties | undefined));
      else this.set(key, join(mine as Value | undefined, theirs as Value | undefined));
    }
    const outcomes = new Map([...this.outcomes].filter(([step, outcome]) => other.outcomes.get(step) === outcome));
    if (outcomes.size !== this.outcomes.size) this.outcomes = outcomes;
    const sameTest = (a: FieldTest) => other.fieldTests.some((b) => a.step === b.step && a.field === b.field && a.operator === b.operator && a.value === b.value);
    this.fieldTests = this.fieldTests.filter(sameTest);
    this.eventTypes = this.eventTypes.filter((type) => other.eventTypes.includes(type));
    this.weakened ||= other.weakened;
    this.previous = new Set([...this.previous, ...other.previous]);
    if (other.trail === null || (this.trail !== null && other.trail.length < this.trail.length)) this.trail = other.trail;
  }
}
