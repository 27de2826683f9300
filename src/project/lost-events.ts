import type { Caught, Ending, Snapshot, Spot, Step } from '../interpret/trace.ts';
import { Origin } from '../interpret/value.ts';
import { keepsByName, writesByName } from '../knowledge/lexicon.ts';
import type { Span } from '../parse/place.ts';
import type { BlastRadius } from '../report/finding.ts';
import { endingsOf, isDone, isRefused, isWithin, isWork, placeOfSpot, standsIn, trailOf } from './answers.ts';
import type { HandlerModel } from './model.ts';

/** A way on which the provider is told that an event is done, and it is done nowhere. */
export interface LostEvent {
  readonly how: 'caught' | 'not-awaited' | 'after-answer' | 'unread-error' | 'status-in-body';
  readonly place: Span;
  /** Where the failure is answered; absent where that is the place itself. */
  readonly answer?: Span;
  /** What fails unseen; null where any failure does. */
  readonly step: Step | null;
  readonly snapshot: Snapshot | undefined;
  /** Status that the provider is told; for `status-in-body` the one that the body names. */
  readonly status: number;
  readonly radius: BlastRadius;
}

export function lostEvents(model: HandlerModel): LostEvent[] {
  if (model.kind !== 'http' || !model.trace.complete) return [];
  const found = new Map<string, LostEvent>();
  for (const lost of [...statusInBody(model), ...swallowed(model), ...notWaitedFor(model), ...unreadErrors(model)]) {
    // Behind one call of the handler several failures may go unseen, each in its own place.
    const { file, start } = (lost.how === 'unread-error' ? lost.step?.place : lost.answer) ?? lost.place;
    const key = `${lost.place.file}:${lost.place.start}:${file}:${start}`;
    if (!found.has(key)) found.set(key, lost);
  }
  return [...found.values()].sort((a, b) => a.place.start - b.place.start);
}

// --- what keeps an event ---------------------------------------------------------------------------------------------

/** The whole event is written down, or handed to a queue: somebody can take it up again. */
function keepsEvent({ fact }: Step): boolean {
  if (fact.kind === 'effect') return fact.category === 'enqueue';
  if (fact.kind !== 'operation' || fact.operation.action === 'read' || fact.operation.action === 'delete') return false;
  return [...fact.operation.columns, ...(fact.operation.conflict?.set ?? [])].some(
    (column) => column.value.wholeEvent || /payload|raw|body|^data$|^event$/i.test(column.column),
  );
}

function isClaimOfKey(model: HandlerModel, { fact }: Step): boolean {
  if (fact.kind === 'claim') return true;
  if (fact.kind !== 'operation') return false;
  const { operation } = fact;
  if (model.isClaimTable(operation)) return true;
  return operation.action === 'insert' && operation.columns.some((column) => column.value.origins & Origin.eventKey);
}

/** It went well on this path, as far as the path knows. */
function wentWell(step: Step, snapshot: Snapshot): boolean {
  const outcome = snapshot.outcomes.get(step.id);
  return (
    outcome !== 'threw' && outcome !== 'void' && outcome !== 'failed' && outcome !== 'lost' && outcome !== 'conflict'
  );
}

/** Something of what the event is about was done on this path: a write or an effect that is no claim. */
function didSomething(model: HandlerModel, snapshot: Snapshot, except: Step | null): boolean {
  return trailOf(model, snapshot).some(
    (step) =>
      step !== except &&
      isWork(model, step) &&
      !isNoticeOf(snapshot.caught, step) &&
      !isClaimOfKey(model, step) &&
      !(step.fact.kind === 'operation' && step.fact.operation.action === 'delete') &&
      wentWell(step, snapshot),
  );
}

/** Somebody is told of the failure where it is caught: the event is as lost as before. */
function isNoticeOf(caught: Caught | null, step: Step): boolean {
  return (
    caught !== null &&
    step.id > caught.step &&
    step.fact.kind === 'effect' &&
    step.fact.radius === 'message' &&
    standsIn(step, caught.place)
  );
}

function isKept(model: HandlerModel, snapshot: Snapshot, except: Step | null): boolean {
  return trailOf(model, snapshot).some((step) => step !== except && keepsEvent(step) && wentWell(step, snapshot));
}

/** Something ahead of the step could not be followed, and its name says that it stores what the event is about. */
function mayHaveDone(model: HandlerModel, step: Step): boolean {
  return model.trace.unknownCalls.some((unknown) => {
    if (!writesByName(unknown.name.split('.').at(-1) ?? '')) return false;
    if (!unknown.calls.every((call, depth) => step.calls[depth]?.node === call.node)) return false;
    // What ran ahead of the handler is not the event's work.
    if (unknown.calls.length === 0 && !isWithin(unknown.place, model.span)) return false;
    const next = step.calls[unknown.calls.length];
    return unknown.place.end <= (next?.node.start ?? step.place.start);
  });
}

/** The failure is written down in the place where it is caught, or may be by something that could not be followed. */
function storesFailure(model: HandlerModel, caught: Caught, snapshot: Snapshot): boolean {
  const after = trailOf(model, snapshot);
  const from = after.findIndex((step) => step.id === caught.step);
  if (
    after
      .slice(from + 1)
      .some(
        ({ fact, place, id }) =>
          id > caught.step &&
          ((fact.kind === 'operation' && fact.operation.action !== 'read' && fact.operation.action !== 'delete') ||
            (fact.kind === 'effect' && fact.category === 'enqueue') ||
            (fact.kind === 'maybe-claim' && isWithin(place, caught.place))),
      )
  )
    return true;
  return model.trace.unknownCalls.some(
    ({ name, place }) => isWithin(place, caught.place) && keepsByName(name.split('.').at(-1) ?? ''),
  );
}

// --- a failure that is caught and answered 2xx -----------------------------------------------------------------------

/** Failures that are told apart: some of them the provider hears of, so that it gives up on others on purpose. */
function isToldApart(model: HandlerModel, caught: Caught): boolean {
  if (!caught.isAsked) return false;
  return model.trace.endings.some(
    (ending) =>
      ending.kind !== 'left' &&
      ending.snapshot.caught?.place.start === caught.place.start &&
      ending.snapshot.caught.place.file === caught.place.file &&
      // Of paths that met past the bound the status may be unknown: one of them may refuse.
      (isRefused(ending) || (ending.snapshot.weakened && !isDone(ending.status))) &&
      ending.answer !== null &&
      (isWithin(ending.answer.place, caught.place) || ending.kind === 'returned'),
  );
}

function swallowed(model: HandlerModel): LostEvent[] {
  return endingsOf(model).flatMap((ending): LostEvent[] => {
    const { caught } = ending.snapshot;
    if (!caught || !isDone(ending.status) || ending.kind !== 'returned') return [];
    const step = model.trace.steps[caught.step];
    if (!step || !mattersWhenLost(model, step, ending, caught)) return [];
    const outcome = ending.snapshot.outcomes.get(caught.step);
    if (outcome === 'conflict' || outcome === 'lost' || outcome === 'void') return [];
    // What may have told a duplicate from a failure.
    if (trailOf(model, ending.snapshot).some((one) => one.fact.kind === 'maybe-claim' && one.id > caught.step))
      return [];
    // The answer was out before anything failed: that is the other defect.
    if (step.snapshots.every((snapshot) => snapshot.acknowledged !== undefined)) return [];
    if (didSomething(model, ending.snapshot, step) || isKept(model, ending.snapshot, step)) return [];
    // Nobody waits for what failed: that is told at the call which started it.
    const unseen = model.trace.dropped.filter((spot) => isWithin(caught.place, spot.place));
    if (unseen.some((spot) => ending.snapshot.acknowledged === undefined || !answersItself(model, spot))) return [];
    if (storesFailure(model, caught, ending.snapshot) || isToldApart(model, caught) || mayHaveDone(model, step))
      return [];
    return [
      {
        how: 'caught',
        place: placeOfSpot(model, ending.answer ?? caught),
        answer: (ending.answer ?? caught).place,
        step,
        snapshot: ending.snapshot,
        status: ending.status ?? 200,
        radius: radiusOf(model, step),
      },
    ];
  });
}

/** A read that fails loses the event only where its failure is answered at once; else it has a fallback. */
function mattersWhenLost(model: HandlerModel, step: Step, ending: Ending, caught: Caught): boolean {
  if (isWork(model, step)) return true;
  if (step.fact.kind !== 'operation' || step.fact.operation.action !== 'read') return false;
  return (
    ending.answer !== null &&
    isWithin(ending.answer.place, caught.place) &&
    model.trace.steps.some((other) => other.id > step.id && isWork(model, other) && !standsIn(other, caught.place))
  );
}

// --- work that nobody waits for --------------------------------------------------------------------------------------

function notWaitedFor(model: HandlerModel): LostEvent[] {
  const found: LostEvent[] = [];
  const told = new Set<Step>();
  // The outermost call first: what it starts is told with it.
  const dropped = model.trace.dropped
    .filter((spot) => !answersItself(model, spot))
    .sort((a, b) => a.calls.length - b.calls.length);
  for (const spot of dropped) {
    const steps = model.trace.steps.filter((step) => standsIn(step, spot.place) && !told.has(step));
    const worst = worstUnseen(model, steps, (other) => standsIn(other, spot.place));
    if (!worst) continue;
    for (const step of steps) told.add(step);
    found.push({
      ...worst,
      how: worst.snapshot?.acknowledged === undefined ? 'not-awaited' : 'after-answer',
      place: placeOfSpot(model, spot),
    });
  }
  const started = new Map<string, { place: Span; steps: Step[] }>();
  for (const step of model.trace.steps) {
    if (told.has(step) || step.snapshots.length === 0) continue;
    if (!step.snapshots.every((snapshot) => isLate(snapshot))) continue;
    const place = startOf(model, step);
    const key = `${place.file}:${place.start}`;
    const group = started.get(key);
    if (group) group.steps.push(step);
    else started.set(key, { place, steps: [step] });
  }
  let hasOne = false;
  for (const { place, steps } of started.values()) {
    // The call in the handler's file may lead to what was done in time too.
    const worst = worstUnseen(model, steps, (other) => steps.includes(other));
    // What follows an awaited call after the answer is lost together with it.
    if (!worst || (hasOne && !steps.some((step) => step.snapshots.some((snapshot) => snapshot.detached)))) continue;
    hasOne = true;
    found.push({ ...worst, how: 'after-answer', place });
  }
  return found;
}

/** `Promise.resolve(handler(req, res)).catch(next)`: the answer is part of what nobody waits for, and comes when it is done. */
function answersItself(model: HandlerModel, spot: Spot): boolean {
  if (spot.calls.length === 0 && !isWithin(spot.place, model.span)) return true;
  return model.trace.steps.some((step) => step.fact.kind === 'acknowledgement' && standsIn(step, spot.place));
}

function isLate(snapshot: Snapshot): boolean {
  return snapshot.detached || (snapshot.acknowledged !== undefined && isDone(snapshot.acknowledged));
}

/** The call in the handler by which what comes after the answer is started. */
function startOf(model: HandlerModel, step: Step): Span {
  const call = step.calls.find((site) =>
    isWithin({ file: site.file, start: site.node.start, end: site.node.end }, model.span),
  );
  return call ? { file: call.file, start: call.node.start, end: call.node.end } : model.placeOf(step);
}

/** The worst of what is lost when these fail unseen; undefined where the event is kept, or was dealt with before. */
function worstUnseen(
  model: HandlerModel,
  steps: readonly Step[],
  isUnseen: (step: Step) => boolean,
): Omit<LostEvent, 'how' | 'place'> | undefined {
  const work = steps.filter((step) => isWork(model, step) && !isLikely(step));
  if (work.length === 0 || steps.some((step) => step.snapshots.some((snapshot) => storesCaught(snapshot, step))))
    return undefined;
  for (const step of [...work].sort((a, b) => rankOf(radiusOf(model, a)) - rankOf(radiusOf(model, b)) || a.id - b.id)) {
    const radius = radiusOf(model, step);
    const snapshot = step.snapshots.find((one) => {
      if (one.weakened) return false;
      const before = trailOf(model, one).filter((other) => !isUnseen(other) && other !== step);
      const well = before.filter((other) => wentWell(other, one) && !isLateOn(other, one));
      if (well.some((other) => keepsEvent(other) || other.fact.kind === 'maybe-claim')) return false;
      const done = well.some((other) => isWork(model, other) && !isClaimOfKey(model, other));
      return !done || radius === 'money' || radius === 'shipment';
    });
    if (snapshot) return { step, snapshot, status: snapshot.acknowledged ?? 200, radius };
  }
  return undefined;
}

/** On this path the step came when the answer was out. */
function isLateOn(step: Step, snapshot: Snapshot): boolean {
  return isLate(snapshot) && step.snapshots.every(isLate);
}

/** The failure of what was started is written down where it is caught. */
function storesCaught(snapshot: Snapshot, step: Step): boolean {
  if (!snapshot.caught || step.id === snapshot.caught.step) return false;
  const { fact } = step;
  return (
    isWithin(step.place, snapshot.caught.place) &&
    ((fact.kind === 'operation' && fact.operation.action !== 'read' && fact.operation.action !== 'delete') ||
      (fact.kind === 'effect' && fact.category === 'enqueue'))
  );
}

function isLikely({ fact }: Step): boolean {
  return fact.kind === 'effect' && fact.likely;
}

// --- an error that is returned and not read --------------------------------------------------------------------------

function unreadErrors(model: HandlerModel): LostEvent[] {
  const done = endingsOf(model).filter((ending) => isDone(ending.status));
  return model.trace.steps.flatMap((step): LostEvent[] => {
    if (step.fact.kind !== 'operation' || !isWork(model, step) || model.trace.readErrors.has(step.id)) return [];
    const { operation } = step.fact;
    const { result } = operation;
    if (operation.action === 'delete' || result.kind !== 'object') return [];
    if (!Object.values(result.properties).some((shape) => shape.kind === 'error')) return [];
    const ending = done.find(
      ({ snapshot }) =>
        trailOf(model, snapshot).includes(step) &&
        (snapshot.outcomes.get(step.id) ?? 'untested') === 'untested' &&
        !isKept(model, snapshot, step),
    );
    if (!ending) return [];
    return [
      {
        how: 'unread-error',
        place: model.placeOf(step),
        step,
        snapshot: ending.snapshot,
        status: ending.status ?? 200,
        radius: radiusOf(model, step),
      },
    ];
  });
}

// --- a body that says what the status does not -----------------------------------------------------------------------

function statusInBody(model: HandlerModel): LostEvent[] {
  return model.trace.contradictions.map((spot: Spot & { readonly says: number }): LostEvent => ({
    how: 'status-in-body',
    place: placeOfSpot(model, spot),
    step: null,
    snapshot: undefined,
    status: spot.says,
    radius: 'state',
  }));
}

const rank: readonly BlastRadius[] = ['money', 'shipment', 'message', 'state', 'other'];
const rankOf = (radius: BlastRadius): number => rank.indexOf(radius);

function radiusOf(model: HandlerModel, step: Step): BlastRadius {
  if (step.fact.kind === 'effect') return step.fact.radius;
  return model.asOnce(step)?.radius ?? 'state';
}
