import type { Ending, Snapshot, Step, Trace, Trail } from '../interpret/trace.ts';
import { Origin, type Origins, type StepId } from '../interpret/value.ts';

// Questions about the paths of a trace that several rules ask.

/** It names an event itself, well or badly. A signature does where it is the one that came in a header. */
export function namesEvent(origins: Origins): boolean {
  return (
    (origins & (Origin.eventKey | Origin.bodyHash)) !== 0 ||
    ((origins & Origin.signature) !== 0 && (origins & Origin.header) !== 0)
  );
}

/** Origins of what names a thing that an event is about. */
export const namesSubject = Origin.businessKey | Origin.event | Origin.row | Origin.refetched;

export function passes(snapshot: Snapshot, id: StepId): boolean {
  for (let link: Trail | null = snapshot.trail; link; link = link.before) if (link.step === id) return true;
  return false;
}

/** The steps of the path that a snapshot keeps, last first. */
export function pathOf(trace: Trace, snapshot: Snapshot): Step[] {
  const steps: Step[] = [];
  for (let link: Trail | null = snapshot.trail; link; link = link.before) {
    const step = trace.steps[link.step];
    if (step) steps.push(step);
  }
  return steps;
}

/** It was run on this path: what a write answered is kept apart to the end. */
export function wasRun(snapshot: Snapshot, step: Step): boolean {
  return snapshot.outcomes.has(step.id) || passes(snapshot, step.id);
}

export function isWon(snapshot: Snapshot, id: StepId): boolean {
  const outcome = snapshot.outcomes.get(id);
  return outcome === 'won' || outcome === 'returned';
}

export function isLost(snapshot: Snapshot, id: StepId): boolean {
  const outcome = snapshot.outcomes.get(id);
  return outcome === 'lost' || outcome === 'conflict';
}

/** The provider takes it for done, or the job counts as done. */
export function endsWell({ kind, status }: Ending): boolean {
  return kind === 'returned' && (status === null || status < 400);
}

/** The delivery, or the job, is tried again. */
export function endsBadly({ kind, status }: Ending): boolean {
  if (kind === 'left') return false;
  return status === null ? kind === 'threw' : status >= 500;
}

/** A column that says how far the work is, or until when somebody holds it. */
export function saysProgress(column: string): boolean {
  return /status|state$|phase|stage$|lease|lock|expire|until|attempt|tries|worker|claimed_?by|owner/i.test(column);
}
