import type { OperationSummary, Step, ValueSummary } from '../interpret/trace.ts';
import { Origin } from '../interpret/value.ts';
import type { Provider } from '../knowledge/types.ts';
import type { Confidence } from '../report/finding.ts';
import { isDedupeTable, isEventInsert, isSendRecord, keyOf, type StepKey } from './claims.ts';
import type { HandlerModel } from './model.ts';
import { isLost, isWon, namesEvent, namesSubject, passes } from './paths.ts';

export type KeyDefect =
  'body-hash' | 'clock' | 'event-time' | 'signature' | 'random' | 'attempt' | 'subject-alone' | 'shared-table';

/** A claim or guard whose key does not part events as the provider does. */
export interface InvalidKey {
  readonly step: Step;
  readonly defect: KeyDefect;
  readonly table: string | null;
  /** Event types that one key stands for; providers that share the table. */
  readonly among: readonly string[];
  readonly confidence: Confidence;
}

export function invalidKeys(model: HandlerModel): InvalidKey[] {
  const found: InvalidKey[] = [];
  for (const step of model.trace.steps) {
    const known = deciding(model, step);
    if (!known) continue;
    const { fact } = step;
    const table = fact.kind === 'operation' ? fact.operation.table : null;
    const unstable = unstableKey(known.key);
    if (unstable) {
      found.push({ step, defect: unstable, table, among: [], confidence: 'certain' });
      continue;
    }
    if (known.isGuard || !model.trace.complete) continue;
    const types = subjectAlone(model, step, known.key);
    if (types) {
      found.push({ step, defect: 'subject-alone', table, among: types, confidence: 'certain' });
      continue;
    }
    const sharing = fact.kind === 'operation' ? sharedWith(model, fact.operation, known.key) : [];
    if (sharing.length > 0) found.push({ step, defect: 'shared-table', table, among: sharing, confidence: 'likely' });
  }
  // The same bad key again, where what a guard looked up is recorded.
  return found.filter(
    (one, index) =>
      one.defect === 'shared-table' ||
      found.findIndex((other) => other.defect === one.defect && other.table === one.table) === index,
  );
}

/** The key of a step that parts one delivery from another. */
function deciding(model: HandlerModel, step: Step): { readonly key: StepKey; readonly isGuard: boolean } | undefined {
  const { fact } = step;
  const key = keyOf(model, step);
  if (!key || isSendRecord(model, step)) return undefined;
  if (fact.kind === 'claim') return { key, isGuard: false };
  if (fact.kind !== 'operation') return undefined;
  const { operation } = fact;
  if (operation.action === 'insert') {
    const isTested = isTold(model, step);
    const stands = isEventInsert(model, step) || isTested;
    if (!stands || (operation.conflict === null && !isTested && !isDedupeTable(model, operation))) return undefined;
    return { key, isGuard: false };
  }
  const isOfEvents = isDedupeTable(model, operation) || key.values.some((value) => namesEvent(value.origins));
  if (operation.action === 'read' && isOfEvents && decidesByPresence(model, step)) return { key, isGuard: true };
  return undefined;
}

/** Won and lost part ways behind it. */
function isTold(model: HandlerModel, step: Step): boolean {
  return model.trace.endings.some(({ snapshot }) => isLost(snapshot, step.id));
}

/** Found means that this delivery leaves, and what was looked up is recorded later. */
function decidesByPresence(model: HandlerModel, step: Step): boolean {
  if (step.fact.kind !== 'operation') return false;
  const { table } = step.fact.operation;
  const isRecorded = model.trace.steps.some(
    (other) =>
      other.id > step.id &&
      other.fact.kind === 'operation' &&
      other.fact.operation.action === 'insert' &&
      other.fact.operation.table === table,
  );
  return (
    isRecorded &&
    model.trace.endings.some(({ snapshot, kind }) => kind !== 'threw' && snapshot.outcomes.get(step.id) === 'found') &&
    model.trace.steps.some((other) => other.snapshots.some((snapshot) => snapshot.outcomes.get(step.id) === 'missing'))
  );
}

/** Some part of the key that is another on the retry; a key that holds the event's own is spoilt by it too. */
function unstableKey({ values }: StepKey): KeyDefect | undefined {
  const has = (bits: number): boolean => values.some((value) => (value.origins & bits) !== 0);
  const varies = (bit: number): boolean => values.some((value) => (value.origins & bit) !== 0 && !isMixed(value));
  if (varies(Origin.random)) return 'random';
  if (varies(Origin.clock)) return 'clock';
  if (values.some((value) => (value.origins & Origin.attempt) !== 0 && !(value.origins & Origin.eventKey)))
    return 'attempt';
  if (has(Origin.eventKey)) return undefined;
  if (values.some(({ origins }) => origins & Origin.signature && origins & Origin.header)) return 'signature';
  if (has(Origin.bodyHash)) return 'body-hash';
  if (values.length === 1 && values.every(({ origins, eventPath }) => origins & Origin.eventTime && eventPath !== null))
    return 'event-time';
  return undefined;
}

/** Made in a way that could not be followed, of things of which this may not be one: `validated(body).id`. */
function isMixed({ origins, text }: ValueSummary): boolean {
  return text === null && (namesEvent(origins) || (origins & namesSubject) !== 0);
}

/** The types of events that one key of a thing stands for; undefined where it may be right. */
function subjectAlone(model: HandlerModel, step: Step, { values }: StepKey): string[] | undefined {
  const origins = values.reduce((all, value) => all | value.origins, 0);
  if (namesEvent(origins) || origins & (Origin.random | Origin.clock | Origin.attempt)) return undefined;
  if (!values.some((value) => value.origins & Origin.businessKey && value.eventPart !== 'header')) return undefined;
  if (values.some((value) => isTypeOrState(model, value))) return undefined;
  // Reached for types that were told apart before: those may well stand for one fact.
  if (!step.snapshots.some((snapshot) => snapshot.eventTypes.length === 0)) return undefined;
  const types = new Set<string>();
  for (const other of model.trace.steps)
    if (other.id > step.id)
      for (const snapshot of other.snapshots)
        if (isPastClaim(snapshot, step)) for (const type of snapshot.eventTypes) types.add(type);
  if (types.size > 1) return [...types];
  const { provider } = model;
  if (!provider || hasEventKey(provider)) return undefined;
  const isNarrowed = step.snapshots.some((snapshot) => snapshot.freshTested || snapshot.fieldTests.length > 0);
  return isNarrowed || types.size === 1 ? undefined : [];
}

function isPastClaim(snapshot: Step['snapshots'][number], claim: Step): boolean {
  return isWon(snapshot, claim.id) || (snapshot.outcomes.get(claim.id) === 'untested' && passes(snapshot, claim.id));
}

function hasEventKey(provider: Provider): boolean {
  return provider.eventKey.length > 0 || provider.eventKeyHeaders.length > 0;
}

function isTypeOrState(model: HandlerModel, value: ValueSummary): boolean {
  if (value.text !== null && /type|status|state|event/i.test(value.text.replaceAll('\u0000', ''))) return true;
  const path = value.eventPath ?? value.result?.field ?? '';
  const last = path.split('.').at(-1) ?? '';
  if (
    /^(?:type|event|event_?type|event_?name|event_?code|topic|action|kind|status|state|created|timestamp)$|_(?:at|type|status)$/i.test(
      last,
    )
  )
    return true;
  const { provider } = model;
  if (value.eventPart === 'header') return provider?.eventTypeHeaders?.includes(path) === true;
  // A text of several parts: what they are is not kept, so it may well hold the type.
  return value.text !== null && value.text.split('\u0000').length > 2;
}

/** Other providers whose handlers claim in the same table, where nothing beside the event's key says whose it is. */
function sharedWith(model: HandlerModel, operation: OperationSummary, { values, columns }: StepKey): string[] {
  const own = model.provider;
  if (!own || operation.table === null || columns.length === 0) return [];
  if (!isKeyAlone(model, operation, values)) return [];
  const others = new Map<string, string>();
  for (const other of model.siblings()) {
    const { provider } = other;
    if (!provider || other.providerName === model.providerName || namesAlike(own, provider)) continue;
    const shares = other.trace.steps.some((step) => {
      if (step.fact.kind !== 'operation' || step.fact.operation.action !== 'insert') return false;
      if (!isSameTable(model, operation, other, step.fact.operation)) return false;
      const key = keyOf(other, step);
      return key !== null && isKeyAlone(other, step.fact.operation, key.values);
    });
    if (shares) others.set(provider.title, own.title);
  }
  return others.size > 0 ? [own.title, ...others.keys()].sort() : [];
}

function isKeyAlone(model: HandlerModel, operation: OperationSummary, values: readonly ValueSummary[]): boolean {
  // A text around the key, as in `stripe:evt_1`, says whose it is.
  const isBare = values.every((value) => value.origins & Origin.eventKey && value.text === null);
  if (!isBare) return false;
  if (model.keyForInsert(operation).verdict === 'yes') return true;
  return !operation.columns.some(({ column }) =>
    /source|provider|vendor|origin|platform|gateway|service|channel/i.test(column),
  );
}

function isSameTable(a: HandlerModel, one: OperationSummary, b: HandlerModel, other: OperationSummary): boolean {
  const [first, second] = [a.tableOf(one), b.tableOf(other)];
  if (first && second) return first.source.file === second.source.file && first.source.line === second.source.line;
  return one.names === other.names && one.table === other.table && one.schema === other.schema;
}

/** Sent through the same service, whose ids are of one kind. */
function namesAlike(a: Provider, b: Provider): boolean {
  return a.eventKeyHeaders.some((header) => b.eventKeyHeaders.includes(header));
}
