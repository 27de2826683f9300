import type { Snapshot, Step } from '../interpret/trace.ts';
import { Origin } from '../interpret/value.ts';
import type { Span } from '../parse/place.ts';
import { endingsOf, isWork, placeOfSpot, trailOf } from './answers.ts';
import type { HandlerModel } from './model.ts';

/** Something that an event nobody verified makes the handler do. */
export interface Unverified {
  /** `absent`: nothing verifies it; `late`: the check comes after; the rest says how a check is got around. */
  readonly how: 'absent' | 'late' | 'turned-off' | 'caught' | 'ignored';
  readonly place: Span;
  readonly check: Step | null;
  /** What is reached. */
  readonly step: Step;
  readonly snapshot: Snapshot;
}

/** A signature compared by an operator that tells by its time how much of it was right. */
export interface PlainComparison {
  readonly place: Span;
  readonly check: Step;
}

/** A signature computed over something else than the bytes that were sent. */
export interface AlteredBody {
  readonly how: 'reserialised' | 'parsed';
  readonly place: Span;
  readonly check: Step;
}

function verificationsOf(model: HandlerModel): readonly Step[] {
  return model.trace.steps.filter((step) => step.fact.kind === 'verification');
}

export function plainComparisons(model: HandlerModel): PlainComparison[] {
  return verificationsOf(model)
    .filter(({ fact }) => fact.kind === 'verification' && fact.by === 'comparison')
    .map((check) => ({ place: model.placeOf(check), check }));
}

/** Steps that an event may reach unverified, each check once, and what has no check once for the handler. */
export function unverified(model: HandlerModel): Unverified[] {
  if (model.kind !== 'http' || !model.trace.complete) return [];
  const checks = verificationsOf(model);
  const found = new Map<Step | null, Unverified>();
  for (const step of model.trace.steps) {
    if (!isWork(model, step)) continue;
    const snapshot = step.snapshots.find(
      (one) =>
        one.verified !== 'yes' && !one.weakened && !one.maybeVerified && !(one.verified === 'no' && !isOpened(step)),
    );
    if (!snapshot) continue;
    const one = explain(model, step, snapshot, checks);
    if (one && !found.has(one.check)) found.set(one.check, one);
  }
  const [first] = found.values();
  if (!first) return [];
  // Where a check is got around, what is reached without one is the same defect.
  const around = [...found.values()].filter((one) => one.check !== null && one.how !== 'late');
  if (around.length > 0) return around;
  return model.ahead.verifies === 'no' ? [first] : [];
}

/** It is reached with a right signature too, so that a wrong one opens the same way. */
function isOpened(step: Step): boolean {
  return step.snapshots.some((snapshot) => snapshot.verified === 'yes');
}

function explain(model: HandlerModel, step: Step, snapshot: Snapshot, checks: readonly Step[]): Unverified | undefined {
  if (checks.length === 0)
    return looksForSender(model) || storesSignature(step)
      ? undefined
      : { how: 'absent', place: model.placeOf(step), check: null, step, snapshot };
  const passed = trailOf(model, snapshot).filter((other) => other.fact.kind === 'verification');
  const last = passed.at(-1);
  if (last) {
    const how = snapshot.verified === 'no' ? 'caught' : 'ignored';
    return { how, place: model.placeOf(last), check: last, step, snapshot };
  }
  if (isOpened(step)) {
    const check = checks.findLast((one) => one.id < step.id) ?? checks[0];
    return check && { how: 'turned-off', place: model.placeOf(check), check, step, snapshot };
  }
  // Another path of the handler verifies; this one may be another sender's.
  const later = checks.find((one) => one.id > step.id);
  if (!later || storesSignature(step) || isLogged(step)) return undefined;
  return { how: 'late', place: model.placeOf(step), check: later, step, snapshot };
}

/** Refuses some deliveries as not allowed: by what, was not understood. */
function looksForSender(model: HandlerModel): boolean {
  return (
    model.trace.endings.some((ending) => ending.status === 401 || ending.status === 403) ||
    endingsOf(model).length === 0
  );
}

/** The signature is kept with the event: who takes it up verifies. */
function storesSignature({ fact }: Step): boolean {
  if (fact.kind !== 'operation') return false;
  return fact.operation.columns.some(
    (column) => /signature|headers/i.test(column.column) || (column.value.origins & Origin.signature) !== 0,
  );
}

/** The raw delivery is written down before anything is believed of it. */
function isLogged({ fact }: Step): boolean {
  return (
    fact.kind === 'operation' &&
    fact.operation.action === 'insert' &&
    /log|audit|raw|inbound|request|deliver/i.test(fact.operation.table ?? '')
  );
}

/** Checks whose signature is computed over a body that was parsed. */
export function alteredBodies(model: HandlerModel): AlteredBody[] {
  const found = new Map<string, AlteredBody>();
  for (const check of verificationsOf(model)) {
    if (check.fact.kind !== 'verification') continue;
    const { payload, provider, computed } = check.fact;
    if (!payload || signsOf(model, provider) !== 'raw') continue;
    const how = payload.reserialised
      ? 'reserialised'
      : payload.eventPart === 'body' && payload.wholeEvent && isParsed(model)
        ? 'parsed'
        : null;
    if (!how) continue;
    const place = computed ? placeOfSpot(model, computed) : model.placeOf(check);
    found.set(`${place.file}:${place.start}`, { how, place, check });
  }
  return [...found.values()];
}

/** A JSON parser is known to have run: the framework's own, or one ahead of the route. */
function isParsed(model: HandlerModel): boolean {
  return model.trace.parsedBody === 'body' || model.ahead.parsedBody === 'body';
}

/** What the signature is over, as the providers say that this handler hears of. */
function signsOf(model: HandlerModel, provider: string | null): 'raw' | 'fields' | 'nothing' {
  const names = provider === null ? model.trace.providers : [provider, ...model.trace.providers];
  for (const name of names) {
    const signs = model.providerNamed(name)?.signs;
    if (signs !== undefined && signs !== 'raw') return signs;
  }
  return 'raw';
}
