import { isRecordTable } from '../knowledge/lexicon.ts';
import type { Ending, Snapshot, Spot, Step, Trail } from '../interpret/trace.ts';
import type { Span } from '../parse/place.ts';
import type { HandlerModel } from './model.ts';

/** Where a place of the walk is reported: at itself in the handler's file, else at the call in that file which leads there. */
export function placeOfSpot(model: HandlerModel, { place, calls }: Spot): Span {
  if (place.file === model.file) return place;
  const call = calls.findLast((site) => site.file === model.file);
  return call ? { file: call.file, start: call.node.start, end: call.node.end } : model.span;
}

export function isWithin(inner: Span, outer: Span): boolean {
  return inner.file === outer.file && inner.start >= outer.start && inner.end <= outer.end;
}

/** The provider takes the event as done. */
export function isDone(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The provider takes the event as failed. */
export function isRefused(ending: Ending): boolean {
  return ending.status !== null && ending.status >= 300;
}

/** Ways on which the handler itself ends, as far as they are known. */
export function endingsOf(model: HandlerModel): readonly Ending[] {
  return model.trace.complete
    ? model.trace.endings.filter((ending) => ending.kind !== 'left' && !ending.snapshot.weakened)
    : [];
}

/** The steps of one path that leads to a snapshot, first to last. */
export function trailOf(model: HandlerModel, snapshot: Snapshot): readonly Step[] {
  const steps: Step[] = [];
  for (let link: Trail | null = snapshot.trail; link; link = link.before) {
    const step = model.trace.steps[link.step];
    if (step) steps.unshift(step);
  }
  return steps;
}

/** Was this step taken inside the code of a place, or of a call that stands there? */
export function standsIn(step: Spot, outer: Span): boolean {
  return (
    isWithin(step.place, outer) ||
    step.calls.some((call) => isWithin({ file: call.file, start: call.node.start, end: call.node.end }, outer))
  );
}

/** A step that stores or does what the event is about. */
export function isWork(model: HandlerModel, { fact }: Step): boolean {
  if (fact.kind === 'claim') return true;
  if (fact.kind === 'effect') return fact.radius !== 'other';
  if (fact.kind !== 'operation') return false;
  const { operation } = fact;
  if (operation.action === 'read' || operation.action === 'lock') return false;
  // What is kept for a while only can be had again.
  if (operation.keptFor !== null && !model.isClaimTable(operation)) return false;
  return model.isClaimTable(operation) || !isRecordTable(operation.table ?? '');
}
