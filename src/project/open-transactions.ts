import type { BlastRadius } from '../report/finding.ts';
import type { Snapshot, Step } from '../interpret/trace.ts';
import type { HandlerModel } from './model.ts';

/** A call to another service while a transaction of the database is open. */
export interface CallInTransaction {
  readonly step: Step;
  readonly begin: Step;
  readonly snapshot: Snapshot;
  readonly radius: BlastRadius;
  /** It only asks: nothing is left to undo, the connection waits all the same. */
  readonly isRead: boolean;
  readonly isLikely: boolean;
}

export function callsInTransactions(model: HandlerModel): CallInTransaction[] {
  return model.trace.steps.map((step) => callInTransaction(model, step)).filter((one) => one !== null);
}

function callInTransaction(model: HandlerModel, step: Step): CallInTransaction | null {
  const { fact } = step;
  if (fact.kind !== 'refetch' && fact.kind !== 'effect') return null;
  if (fact.kind === 'effect' && fact.joins) return null;
  for (const snapshot of step.snapshots) {
    if (snapshot.weakened || snapshot.detached) continue;
    for (const id of snapshot.transactions.values()) {
      const begin = model.trace.steps[id];
      if (begin?.fact.kind !== 'begin') continue;
      return {
        step,
        begin,
        snapshot,
        radius: fact.kind === 'effect' ? fact.radius : 'other',
        isRead: fact.kind === 'refetch',
        isLikely: fact.kind === 'effect' && fact.likely,
      };
    }
  }
  return null;
}
