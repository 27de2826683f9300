import type { Snapshot, Step } from '../interpret/trace.ts';
import { canBeTakenAgain, isSendRecord } from './claims.ts';
import type { HandlerModel } from './model.ts';
import { isWon } from './paths.ts';

/** A message that is sent again when the code around it runs again. */
export interface RepeatedMessage {
  readonly step: Step;
  readonly path: Snapshot;
  /** The claim that can be taken again; null in a worker, which takes the job. */
  readonly claim: Step | null;
}

export function repeatedMessages(model: HandlerModel): RepeatedMessage[] {
  if (!model.trace.complete) return [];
  return model.trace.steps.flatMap((step) => {
    if (!isKeylessMessage(step) || isWholeJob(model, step)) return [];
    for (const path of step.snapshots) {
      const again = runsAgain(model, step, path);
      if (again !== undefined) return { step, path, claim: again };
    }
    return [];
  });
}

/** Its receiver takes no key; where it is known by its name alone, what it takes is not known. */
function isKeylessMessage({ fact }: Step): boolean {
  return (
    fact.kind === 'effect' &&
    fact.category === 'message' &&
    fact.key === 'unsupported' &&
    !fact.idempotent &&
    !(fact.likely && fact.purpose === null)
  );
}

/** A job of no provider's event that is nothing but the message: it is tried again only where sending failed. */
function isWholeJob(model: HandlerModel, step: Step): boolean {
  if (model.kind === 'http' || model.isAboutEvents()) return false;
  return model.trace.steps.every(
    (other) =>
      other === step ||
      (other.fact.kind === 'effect' && (other.fact.category === 'message' || other.fact.radius === 'other')) ||
      (other.fact.kind === 'operation' && other.fact.operation.action === 'read') ||
      !['effect', 'operation', 'claim'].includes(other.fact.kind),
  );
}

/** The claim that lets it run again, null where the job does; undefined where nothing does, or that is not known. */
function runsAgain(model: HandlerModel, step: Step, snapshot: Snapshot): Step | null | undefined {
  if (snapshot.weakened || snapshot.detached || snapshot.acknowledged !== undefined) return undefined;
  // Inside the claim's transaction it is that which is wrong.
  if (snapshot.transactions.size > 0 || isRecorded(model, step, snapshot)) return undefined;
  let again: Step | null | undefined = model.kind === 'http' ? undefined : null;
  for (const [id] of snapshot.outcomes) {
    const claim = model.trace.steps[id];
    if (!claim || takesJob(claim)) continue;
    if (claim.fact.kind === 'maybe-claim') return undefined;
    if (!isWon(snapshot, id) || model.claimVerdict(claim) === 'no') continue;
    if (isSendRecord(model, claim) || !canBeTakenAgain(model, claim)) return undefined;
    again = claim;
  }
  return again;
}

function takesJob({ fact }: Step): boolean {
  return fact.kind === 'operation' && fact.operation.takesRow;
}

const sent = /sent|notified|mailed|emailed|delivered|reminded/i;

/** What was sent is looked up before. */
function isRecorded(model: HandlerModel, step: Step, snapshot: Snapshot): boolean {
  if (snapshot.fieldTests.some((test) => sent.test(test.field))) return true;
  return model.trace.steps.some(
    (read) =>
      read.id < step.id &&
      read.fact.kind === 'operation' &&
      read.fact.operation.action === 'read' &&
      (read.fact.operation.where.some((one) => sent.test(one.column)) ||
        (snapshot.outcomes.get(read.id) === 'missing' && isWrittenLater(model, step, read))),
  );
}

function isWrittenLater(model: HandlerModel, step: Step, read: Step): boolean {
  return model.trace.steps.some(
    (other) =>
      other.id > step.id &&
      other.fact.kind === 'operation' &&
      read.fact.kind === 'operation' &&
      other.fact.operation.action === 'insert' &&
      other.fact.operation.table === read.fact.operation.table,
  );
}
