import type { Span } from '../parse/place.ts';
import type { Fact, Step, Trail, ValueSummary } from '../interpret/trace.ts';
import { Origin } from '../interpret/value.ts';
import type { HandlerModel } from './model.ts';

type Effect = Extract<Fact, { kind: 'effect' }>;

/** A key that does not say which repetition this is. */
export interface UnstableKey {
  readonly step: Step;
  readonly effect: Effect;
  readonly why: 'random' | 'clock' | 'attempt' | 'fixed' | 'unset' | 'shared';
  /** The earlier call that gives the same key. */
  readonly earlier: Step | null;
  /** Where the key is written, in the handler's file; else where the call is reported. */
  readonly place: Span;
}

const needsEvent =
  Origin.event | Origin.eventKey | Origin.businessKey | Origin.row | Origin.refetched | Origin.eventTime;

export function unstableKeys(model: HandlerModel): UnstableKey[] {
  const found: UnstableKey[] = [];
  for (const step of model.trace.steps) {
    const { fact } = step;
    if (fact.kind !== 'effect' || fact.idempotent || step.snapshots.every((snapshot) => snapshot.weakened)) continue;
    const why = whyUnstable(fact);
    const earlier = why === null ? earlierWithSameKey(model, step, fact) : null;
    if (why === null && earlier === null) continue;
    const { keySpan } = fact;
    const place = keySpan?.file === model.file ? keySpan : model.placeOf(step);
    found.push({ step, effect: fact, why: why ?? 'shared', earlier, place });
  }
  return found;
}

function whyUnstable(fact: Effect): Exclude<UnstableKey['why'], 'shared'> | null {
  const { keyValues } = fact;
  // One that was stored before, where there is one: the retry finds it again.
  if (keyValues.some((key) => key.origins & Origin.row && !(key.origins & changing)) && keyValues.some(isMade))
    return null;
  for (const why of ['random', 'clock', 'attempt'] as const)
    if (keyValues.some((key) => key.origins & Origin[why])) return why;
  if (fact.key !== 'present') return null;
  if (keyValues.length > 0 && keyValues.every((key) => key.isFixed)) return fact.carries & needsEvent ? 'fixed' : null;
  if (fact.keyMayBeUnset || keyValues.some((key) => key.mayBeNullish)) return 'unset';
  return null;
}

const changing = Origin.random | Origin.clock | Origin.attempt;

function isMade(key: ValueSummary): boolean {
  return (key.origins & Origin.random) !== 0;
}

/** Another call on one way here gave the same key to the same receiver. */
function earlierWithSameKey(model: HandlerModel, step: Step, fact: Effect): Step | null {
  const key = onlyIdentity(fact);
  if (key === null || fact.keySpace === null) return null;
  for (const snapshot of step.snapshots) {
    if (snapshot.weakened) continue;
    for (let link: Trail | null = snapshot.trail; link; link = link.before) {
      const other = model.trace.steps[link.step];
      // The same call once more is a retry, and the key is there for it.
      if (!other || other === step || other.text === step.text || other.fact.kind !== 'effect') continue;
      if (other.fact.idempotent || other.fact.keySpace !== fact.keySpace) continue;
      if (onlyIdentity(other.fact) === key) return other;
    }
  }
  return null;
}

function onlyIdentity(fact: Effect): string | null {
  const [only, ...more] = fact.keyValues;
  return only && more.length === 0 && fact.key === 'present' ? only.identity : null;
}
