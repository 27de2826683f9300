import type { Snapshot, Step, Trail } from '../interpret/trace.ts';
import type { HandlerModel } from './model.ts';

/** Calls to other services that the sender of the event has to wait for. */
export interface SlowAnswer {
  /** The call that makes it slow: the one in a loop, or the first beyond what is allowed. */
  readonly step: Step;
  readonly snapshot: Snapshot;
  readonly calls: readonly Step[];
  readonly isLoop: boolean;
}

/** The first thing that makes an answer slow: a call in a loop, or more than `most` calls on one way to the answer. */
export function slowAnswer(model: HandlerModel, most: number): SlowAnswer | null {
  if (model.kind !== 'http') return null;
  for (const step of model.trace.steps) {
    if (!isSlowCall(step)) continue;
    for (const snapshot of step.snapshots) {
      if (snapshot.weakened || snapshot.detached || snapshot.acknowledged !== undefined) continue;
      const calls = [...callsBefore(model, step, snapshot), step];
      if (step.inLoop) return { step, snapshot, calls, isLoop: true };
      if (calls.length > most) return { step, snapshot, calls, isLoop: false };
    }
  }
  return null;
}

/** A job handed to a queue is how an answer is made quick. */
function isSlowCall({ fact }: Step): boolean {
  return fact.kind === 'refetch' || (fact.kind === 'effect' && fact.category !== 'enqueue' && !fact.likely);
}

function callsBefore(model: HandlerModel, step: Step, snapshot: Snapshot): Step[] {
  const calls: Step[] = [];
  for (let link: Trail | null = snapshot.trail; link; link = link.before) {
    const other = model.trace.steps[link.step];
    if (other && other !== step && isSlowCall(other)) calls.unshift(other);
  }
  return calls;
}
