import { isWithin } from './answers.ts';
import type { Knowledge } from '../knowledge/registry.ts';
import { isLogTable, isStatusColumn, isMoneyColumn, isMoneyTable, looksLikeClaimName } from '../knowledge/lexicon.ts';
import type { HandlerKind, Provider } from '../knowledge/types.ts';
import type { Span } from '../parse/place.ts';
import type { SqlCondition } from '../parse/sql-statement.ts';
import type { BlastRadius, Confidence, ProofStep } from '../report/finding.ts';
import { columnOf, tableOf } from '../schema/build-catalog.ts';
import type { SchemaModel } from '../schema/build-catalog.ts';
import type { InsertedColumn, InsertedValue, KeyVerdict, Table } from '../schema/catalog.ts';
import type {
  Ending,
  Fact,
  OperationSummary,
  Snapshot,
  Step,
  SummaryColumn,
  SummaryCondition,
  Trace,
  Trail,
  ValueSummary,
} from '../interpret/trace.ts';
import { Origin, type StepId } from '../interpret/value.ts';
import { endsWithTheWork, isCheckedUnderLock } from './claims.ts';
import { describeStep } from './describe-step.ts';
import { invalidKeys, type InvalidKey } from './event-keys.ts';
import { unrecoverableClaims, type UnrecoverableClaim } from './lost-claims.ts';
import { fleetingGuards, type FleetingGuard } from './memory-guards.ts';
import { repeatedMessages, type RepeatedMessage } from './repeated-messages.ts';
import type { Vocabulary } from './settings.ts';
import { isUntestedRecord, untestedClaims, type UntestedClaim } from './untested-claims.ts';

export type Verdict = 'yes' | 'no' | 'unknown';

/** A step that does harm when it is run for a second delivery of the same event. */
export interface OnceStep {
  readonly step: Step;
  readonly radius: BlastRadius;
  readonly confidence: Confidence;
  /** What it does, as a verb phrase for messages: `pays out`, `adds to wallets.balance`. */
  readonly does: string;
  readonly kind: 'effect' | 'accumulating';
}

/** Tables that keep how often somebody called: that a delivery counts each time is what they are for. */
const countsCalls = /rate_?limit|throttl/i;

/** A read that decides whether this delivery is skipped. */
export interface Guard {
  readonly step: Step;
  /** Found means skip, or a column of the loaded row decides. */
  readonly tests: 'presence' | 'state';
  readonly column: string | null;
  readonly table: string | null;
  /** Looks up the event itself rather than a thing that it is about. */
  readonly byEvent: boolean;
  readonly key: KeyVerdict;
  /** The insert that records what the guard looks up; null where none was seen. */
  readonly recording: Step | null;
  /** Steps that harm when repeated, reached past the guard with nothing claimed. */
  readonly acts: readonly OnceStep[];
}

/** An update of a status that says nothing about the state it comes from. */
export interface BlindTransition {
  readonly step: Step;
  readonly table: string | null;
  readonly column: string;
  readonly value: ValueSummary;
  /** The column is set to what the event says, not to something the handler knows itself. */
  readonly saysWhatTheEventSays: boolean;
  readonly confidence: Confidence;
}

/** An insert with a conflict target that fits no unique key. */
export interface RefusedTarget {
  readonly step: Step;
  /** As the database names them. */
  readonly columns: readonly string[];
  readonly table: Table;
  /** What keys there are instead, as a clause for messages. */
  readonly reason: string;
}

interface ModelParts {
  readonly trace: Trace;
  readonly file: string;
  readonly span: Span;
  readonly name: string;
  readonly kind: HandlerKind;
  readonly provider: string | null;
  /** Asked for where a rule asks for a table: reading it takes long. */
  readonly schema: () => SchemaModel;
  readonly knowledge: Knowledge;
  /** Names of tables and columns that the user adds to the known ones. */
  readonly vocabulary: Vocabulary;
  readonly lineOf: (place: Span) => number;
  readonly ahead: () => Ahead;
  readonly siblings: () => readonly HandlerModel[];
}

/** What is known of what runs before the handler, and stands elsewhere. */
export interface Ahead {
  /** Whether it verifies the event. */
  readonly verifies: Verdict;
  /** What a body parser leaves in the request's body; null where none is known. */
  readonly parsedBody: 'body' | 'raw' | null;
}

const rank: readonly BlastRadius[] = ['money', 'shipment', 'message', 'state', 'other'];

/** The questions that rules ask of one handler: its trace joined with the schema. */
export class HandlerModel {
  readonly trace: Trace;
  readonly file: string;
  readonly span: Span;
  readonly name: string;
  readonly kind: HandlerKind;
  readonly providerName: string | null;
  readonly #ahead: () => Ahead;
  #aheadFound: Ahead | undefined;
  readonly #schemaOf: () => SchemaModel;
  readonly #knowledge: Knowledge;
  readonly #vocabulary: Vocabulary;
  readonly #lineOf: (place: Span) => number;
  readonly #siblings: () => readonly HandlerModel[];
  readonly #claims = new Map<StepId, Verdict>();
  #guards: readonly Guard[] | undefined;

  constructor(parts: ModelParts) {
    this.trace = parts.trace;
    this.file = parts.file;
    this.span = parts.span;
    this.name = parts.name;
    this.kind = parts.kind;
    this.providerName = parts.provider;
    this.#schemaOf = parts.schema;
    this.#knowledge = parts.knowledge;
    this.#vocabulary = parts.vocabulary;
    this.#lineOf = parts.lineOf;
    this.#ahead = parts.ahead;
    this.#siblings = parts.siblings;
  }

  /** Found when it is asked for: it takes a look at other files. */
  get ahead(): Ahead {
    this.#aheadFound ??= this.#ahead();
    return this.#aheadFound;
  }

  get #schema(): SchemaModel {
    return this.#schemaOf();
  }

  providerNamed(name: string): Provider | undefined {
    return this.#knowledge.provider(name);
  }

  get provider(): Provider | undefined {
    return this.#knowledge.provider(this.providerName);
  }

  line(place: Span): number {
    return this.#lineOf(place);
  }

  // --- places ------------------------------------------------------------------------------------------------------

  /** Where a step is reported: at itself in the handler's file, else at the call in that file which leads to it. */
  placeOf(step: Step): Span {
    if (step.place.file === this.file) return step.place;
    const call = step.calls.findLast((site) => site.file === this.file);
    return call ? { file: call.file, start: call.node.start, end: call.node.end } : this.span;
  }

  // --- schema ------------------------------------------------------------------------------------------------------

  tableOf(operation: OperationSummary): Table | undefined {
    return tableOf(this.#schema, operation);
  }

  /** The database's name for a column as the code names it. */
  columnOf(operation: OperationSummary, column: string): string {
    return operation.table === null ? column : columnOf(this.#schema, operation, column);
  }

  /** Is there a key that makes a second insert of this operation's columns fail? */
  keyForInsert(operation: OperationSummary): KeyVerdict {
    const table = this.tableOf(operation);
    const inserted = operation.columns.map((column): InsertedColumn => ({
      column: this.columnOf(operation, column.column),
      value: insertedValue(column),
    }));
    const verdict = this.#schema.catalog.keyForInsert(table, inserted);
    if (verdict.verdict === 'no' && !operation.columnsKnown)
      return { verdict: 'unknown', table: verdict.table, reason: 'not all inserted columns are known' };
    return verdict;
  }

  keyForLookup(operation: OperationSummary): KeyVerdict {
    const columns = operation.where
      .filter((one) => one.operator === '=' || one.operator === 'in')
      .map((one) => this.columnOf(operation, one.column));
    return this.#schema.catalog.keyForLookup(this.tableOf(operation), columns);
  }

  /** Inserts whose conflict target no unique key is over: the database refuses them each time they run. */
  refusedTargets(): RefusedTarget[] {
    return this.trace.steps.flatMap((step): RefusedTarget[] => {
      if (step.fact.kind !== 'operation') return [];
      const { operation } = step.fact;
      const { conflict } = operation;
      if (!conflict?.demandsKey || !conflict.target || conflict.target.length === 0) return [];
      const columns = conflict.target.map((column) => this.columnOf(operation, column));
      const table = this.tableOf(operation);
      // A name that the table does not know is spelled in another way than the schema was read.
      if (!table || !columns.every((name) => hasColumn(table, name))) return [];
      const verdict = this.#schema.catalog.keyForTarget(table, columns, targetConditions(conflict.targetWhere));
      return verdict.verdict === 'no' ? [{ step, columns, table, reason: verdict.reason }] : [];
    });
  }

  // --- claims ------------------------------------------------------------------------------------------------------

  /** Can only one delivery of an event win this step? */
  claimVerdict(step: Step): Verdict {
    const known = this.#claims.get(step.id);
    if (known) return known;
    const verdict = this.#claimVerdict(step);
    this.#claims.set(step.id, verdict);
    return verdict;
  }

  #claimVerdict(step: Step): Verdict {
    const { fact } = step;
    // Given back when the work is done, it is a lock.
    if ((fact.kind === 'claim' || isInsert(fact)) && endsWithTheWork(this.trace, step)) return 'no';
    if (fact.kind === 'claim') return 'yes';
    if (fact.kind === 'maybe-claim') return 'unknown';
    if (fact.kind !== 'operation') return 'no';
    const { operation } = fact;
    switch (operation.action) {
      case 'insert': {
        if (overwrites(operation)) return 'no';
        const key = this.keyForInsert(operation);
        return key.verdict;
      }
      case 'update':
        if (operation.takesRow) return 'yes';
        return this.isGuarded(operation) ? 'yes' : operation.whereKnown ? 'no' : 'unknown';
      case 'delete':
        return 'yes';
      case 'read':
        return operation.takesRow ? 'yes' : 'no';
      default:
        return 'no';
    }
  }

  /** A claim that is there for as long as nobody deletes it. */
  isLastingClaim(step: Step): boolean {
    const { fact } = step;
    if (fact.kind === 'claim') return fact.timeToLive === null;
    if (fact.kind === 'maybe-claim') return looksLikeClaimName(fact.name.split('.').at(-1) ?? '');
    if (fact.kind !== 'operation' || fact.operation.action === 'delete') return false;
    const verdict = this.claimVerdict(step);
    return verdict === 'yes' || (verdict === 'unknown' && fact.operation.conflict !== null);
  }

  /** The predicate says something about the state that the update leaves. */
  isGuarded(operation: OperationSummary): boolean {
    const set = new Map(operation.columns.map((column) => [column.column, column.value]));
    return operation.where.some(
      (condition) =>
        // A row that lets go of the identity it was found by is not found by it again.
        (set.has(condition.column) &&
          (!this.#isIdentity(condition.column) || set.get(condition.column)?.constant?.value === null)) ||
        this.#isStatus(operation, condition.column) ||
        /version|sequence|revision|_lock|updated_?at|event_?(?:created|time)|last_/i.test(condition.column) ||
        condition.operator === 'is null' ||
        condition.operator === 'is not null' ||
        condition.operator === 'not in' ||
        condition.operator === '<>' ||
        /^[<>]/.test(condition.operator),
    );
  }

  #isIdentity(column: string): boolean {
    return /^id$|_id$|Id$/.test(column);
  }

  /** What a snapshot has won: yes with a claim, unknown with what may be one. */
  protection(snapshot: Snapshot): Verdict {
    if (snapshot.weakened) return 'unknown';
    let best: Verdict = 'no';
    for (const [id, outcome] of snapshot.outcomes) {
      const step = this.trace.steps[id];
      if (!step) continue;
      if (step.fact.kind === 'maybe-claim') {
        best = 'unknown';
        continue;
      }
      if (
        outcome !== 'won' &&
        outcome !== 'returned' &&
        !(outcome === 'found' && step.fact.kind === 'operation' && step.fact.operation.takesRow)
      )
        continue;
      const verdict = this.claimVerdict(step);
      if (verdict === 'yes') return 'yes';
      if (verdict === 'unknown') best = 'unknown';
    }
    // A column that an upsert gives back may say whether it went in: `RETURNING (xmax = 0) AS inserted`.
    if (snapshot.fieldTests.some((test) => isUpsert(this.trace.steps[test.step]))) best = 'unknown';
    if (best === 'no' && isCheckedUnderLock(this.trace, snapshot)) best = 'unknown';
    if (best === 'no') {
      for (let link: Trail | null = snapshot.trail; link; link = link.before) {
        const fact = this.trace.steps[link.step]?.fact;
        if (fact?.kind === 'maybe-claim' && looksLikeClaimName(fact.name.split('.').at(-1) ?? '')) return 'unknown';
      }
    }
    return best;
  }

  /** A row lock or a serializable transaction holds the check and this step together. */
  isLockedTogether(step: Step, snapshot: Snapshot): boolean {
    if (step.transaction === null) return false;
    for (let link: Trail | null = snapshot.trail; link; link = link.before) {
      const held = this.trace.steps[link.step];
      if (held?.fact.kind === 'lock' && held.transaction === step.transaction) return true;
    }
    const begin = this.trace.steps[step.transaction];
    const serializable =
      begin?.fact.kind === 'begin' && begin.fact.isolation !== null && /serializable/i.test(begin.fact.isolation);
    const tested = new Set([
      ...snapshot.fieldTests.map((test) => test.step),
      ...[...snapshot.outcomes].filter(([, outcome]) => outcome === 'found' || outcome === 'missing').map(([id]) => id),
    ]);
    for (const id of tested) {
      const read = this.trace.steps[id];
      if (read?.fact.kind !== 'operation' || read.transaction !== step.transaction) continue;
      if (serializable) return true;
      if (read.fact.operation.lock === 'update' && snapshot.fieldTests.some((test) => test.step === id)) return true;
    }
    return false;
  }

  /** A claim of the same transaction follows on every way to its commit: a conflict rolls this step back. */
  isRolledBackByLaterClaim(step: Step): boolean {
    if (step.transaction === null) return false;
    const { transaction } = step;
    // A batch is handed over whole: its operations were made before it began.
    if (transaction > step.id)
      return this.trace.steps.some(
        (other) =>
          other.transaction === transaction &&
          other.fact.kind === 'operation' &&
          other.fact.operation.action === 'insert' &&
          other.fact.operation.conflict === null &&
          this.claimVerdict(other) !== 'no',
      );
    const follow = new Map<StepId, StepId[]>();
    for (const edge of this.trace.edges) {
      if (edge.from === null) continue;
      const list = follow.get(edge.from);
      if (list) list.push(edge.to);
      else follow.set(edge.from, [edge.to]);
    }
    const seen = new Set<StepId>();
    const stack = [...(follow.get(step.id) ?? [])];
    let claimed = false;
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const next = this.trace.steps[id];
      if (!next) continue;
      if (next.fact.kind === 'commit') return false;
      if (next.fact.kind === 'rollback') continue;
      const isPlainInsert =
        next.fact.kind === 'operation' &&
        next.fact.operation.action === 'insert' &&
        next.fact.operation.conflict === null;
      if (next.transaction === transaction && isPlainInsert && this.claimVerdict(next) !== 'no') {
        claimed = true;
        continue;
      }
      stack.push(...(follow.get(id) ?? []));
    }
    return claimed;
  }

  /** Another operation of the same statement is a claim: both happen or neither does. */
  #sharesStatementWithClaim(step: Step): boolean {
    if (step.fact.kind !== 'operation') return false;
    const { statement } = step.fact.operation;
    return this.trace.steps.some(
      (other) =>
        other.id !== step.id &&
        other.fact.kind === 'operation' &&
        other.fact.operation.statement === statement &&
        other.fact.operation.action === 'insert' &&
        this.claimVerdict(other) !== 'no',
    );
  }

  // --- what must happen once ---------------------------------------------------------------------------------------

  /** Effects and accumulating writes, worst first, in the order in which they are reached. */
  onceSteps(): OnceStep[] {
    const found = this.trace.steps.map((step) => this.asOnce(step)).filter((one) => one !== null);
    return found.sort((a, b) => rank.indexOf(a.radius) - rank.indexOf(b.radius) || a.step.id - b.step.id);
  }

  asOnce(step: Step): OnceStep | null {
    const { fact } = step;
    if (fact.kind === 'effect') {
      if (fact.idempotent || fact.radius === 'other' || (fact.radius === 'state' && fact.category === 'other'))
        return null;
      if (fact.key === 'unknown' || (fact.key === 'present' && isStable(fact.keyValue))) return null;
      if (fact.category === 'enqueue' && fact.key === 'unsupported' && !fact.isDeclared && this.#onlyHandsOver())
        return null;
      return {
        step,
        radius: fact.radius,
        confidence: fact.likely ? 'likely' : 'certain',
        does: fact.does,
        kind: 'effect',
      };
    }
    if (fact.kind !== 'operation') return null;
    return this.#accumulating(step, fact.operation);
  }

  /** A handler that does nothing but put the event in a queue is right: what happens twice is asked of the consumer. */
  #onlyHandsOver(): boolean {
    return this.trace.steps.every(
      ({ fact }) => fact.kind !== 'effect' || fact.idempotent || fact.radius === 'other' || fact.category === 'enqueue',
    );
  }

  #accumulating(step: Step, operation: OperationSummary): OnceStep | null {
    const table = operation.table ?? 'a table';
    if (countsCalls.test(table)) return null;
    if (operation.action === 'update' || (operation.action === 'insert' && operation.conflict?.action === 'update')) {
      const written = operation.action === 'update' ? operation.columns : (operation.conflict?.set ?? []);
      const column = written.find((one) => one.accumulates);
      if (!column || operation.takesRow || this.isClaimTable(operation)) return null;
      if (
        operation.action === 'update' &&
        written.some(
          (one) =>
            !one.accumulates &&
            operation.where.some((condition) => condition.column === one.column && !this.#isIdentity(one.column)),
        )
      )
        return null;
      if (
        /attempt|retr(?:y|ies)|version|view|failure|tries|(?:flags|meta|metadata|settings|json|attributes|properties|config|preferences|details|extra)$/i.test(
          column.column,
        )
      )
        return null;
      // One object merged into another holds each part once.
      if (/^jsonb?$/i.test(this.#typeOf(operation, column.column) ?? '')) return null;
      const radius: BlastRadius = isMoneyColumn(column.column) || isMoneyTable(table) ? 'money' : 'state';
      return {
        step,
        radius,
        confidence: 'certain',
        does: `adds to \`${table}.${column.column}\``,
        kind: 'accumulating',
      };
    }
    if (operation.action !== 'insert' || operation.conflict !== null) return null;
    // A stored delivery is a record, not an effect; whether its table has a key is asked of the table.
    if (operation.columns.some((column) => column.value.wholeEvent || column.value.origins & Origin.eventKey))
      return null;
    if (this.isRecording(step)) return null;
    const key = this.keyForInsert(operation);
    if (key.verdict !== 'no') return null;
    const named = operation.columns.some((column) => isMoneyColumn(column.column)) || isMoneyTable(table);
    if (!named && isLogTable(table)) return null;
    return {
      step,
      radius: named ? 'money' : 'state',
      confidence: 'certain',
      does: `adds a row to \`${table}\``,
      kind: 'accumulating',
    };
  }

  #typeOf(operation: OperationSummary, column: string): string | null | undefined {
    const name = this.columnOf(operation, column).toLowerCase();
    return this.tableOf(operation)?.columns.find((one) => one.name.toLowerCase() === name)?.type;
  }

  /** The table holds the claim of this handler, or by its name those of any. */
  isClaimTable(operation: OperationSummary): boolean {
    const { table } = operation;
    if (table === null) return false;
    if (this.isDeclaredDedupeTable(operation)) return true;
    if (
      /(?:processed|handled|seen|webhook|received|inbound|provider|stripe|idempoten\w*|dedupe?)_?(?:webhook)?_?(?:events?|deliver(?:y|ies)|keys?|inbox|logs?|messages?|receipts?)$|^inbox$|_inbox$|^outbox$/i.test(
        table,
      )
    )
      return true;
    return this.trace.steps.some((step) => {
      const { fact } = step;
      if (fact.kind !== 'operation' || fact.operation.table !== table) return false;
      if (fact.operation.takesRow) return true;
      return (
        fact.operation.action === 'insert' &&
        fact.operation.columns.some((column) => column.value.origins & Origin.eventKey) &&
        !fact.operation.columns.some((column) => column.accumulates)
      );
    });
  }

  isDeclaredDedupeTable(operation: OperationSummary): boolean {
    const { table } = operation;
    const { dedupeTables } = this.#vocabulary;
    if (dedupeTables.length === 0 || table === null) return false;
    const known = this.tableOf(operation);
    const names = [
      table,
      `${operation.schema ?? ''}.${table}`,
      known?.name,
      `${known?.schema ?? ''}.${known?.name ?? ''}`,
    ];
    return dedupeTables.some((declared) => names.some((name) => name?.toLowerCase() === declared.toLowerCase()));
  }

  #isStatus(operation: OperationSummary, column: string): boolean {
    if (isStatusColumn(column)) return true;
    const { statusColumns } = this.#vocabulary;
    if (statusColumns.length === 0) return false;
    const names = [column, this.columnOf(operation, column)].map((name) => name.toLowerCase());
    return statusColumns.some((declared) => names.includes(declared.toLowerCase()));
  }

  /** An insert into a table that a read before it looked up: it records what the read asks about. */
  isRecording(step: Step): boolean {
    if (step.fact.kind !== 'operation') return false;
    const { table } = step.fact.operation;
    if (table === null) return false;
    return this.trace.steps.some(
      (other) =>
        other.id < step.id &&
        other.fact.kind === 'operation' &&
        other.fact.operation.action === 'read' &&
        other.fact.operation.table === table &&
        this.#decides(other),
    );
  }

  /** Found and missing part ways at this read. */
  #decides(step: Step): boolean {
    return (
      this.trace.endings.some((ending) => ending.snapshot.outcomes.get(step.id) === 'found') ||
      this.trace.steps.some((other) => other.snapshots.some((snapshot) => snapshot.outcomes.get(step.id) === 'missing'))
    );
  }

  /** A path on which this step is reached with nothing claimed; undefined where there is none that is proven. */
  unclaimedPath(once: OnceStep): Snapshot | undefined {
    const { step } = once;
    if (!this.trace.complete) return undefined;
    if (this.#sharesStatementWithClaim(step)) return undefined;
    if (once.kind === 'accumulating' && this.isRolledBackByLaterClaim(step)) return undefined;
    return step.snapshots.find(
      (snapshot) =>
        this.protection(snapshot) === 'no' && !(once.kind === 'accumulating' && this.isLockedTogether(step, snapshot)),
    );
  }

  // --- guards ------------------------------------------------------------------------------------------------------

  guards(): readonly Guard[] {
    this.#guards ??= this.trace.complete ? this.#findGuards() : [];
    return this.#guards;
  }

  #findGuards(): Guard[] {
    const once = this.onceSteps();
    const guards: Guard[] = [];
    for (const step of this.trace.steps) {
      if (
        step.fact.kind !== 'operation' ||
        step.fact.operation.action !== 'read' ||
        (step.fact.operation.lock === 'update' && step.fact.operation.takesRow)
      )
        continue;
      const guard = this.#guardAt(step, step.fact.operation, once);
      if (guard) guards.push(guard);
    }
    const told = guards.filter(({ recording, acts }) => recording === null || !isUntestedRecord(this, recording, acts));
    const byEvent = guards.filter((guard) => guard.byEvent);
    // A check of the event covers what a check of its subject behind it would say again.
    return told.filter(
      (guard) => guard.byEvent || !byEvent.some((other) => guard.acts.every((act) => other.acts.includes(act))),
    );
  }

  #guardAt(step: Step, operation: OperationSummary, once: readonly OnceStep[]): Guard | undefined {
    const byEvent = operation.where.some((condition) =>
      condition.values.some((value) => (value.origins & Origin.eventKey) !== 0),
    );
    const later = this.trace.steps.filter(
      (other) =>
        other.id > step.id &&
        other.fact.kind === 'operation' &&
        other.fact.operation.table !== null &&
        other.fact.operation.table === operation.table,
    );
    const recording =
      later.find((other) => other.fact.kind === 'operation' && other.fact.operation.action === 'insert') ?? null;

    const presence = this.#skips(
      step,
      (ending) =>
        ending.snapshot.outcomes.get(step.id) === 'found' &&
        !ending.snapshot.fieldTests.some((test) => test.step === step.id),
    );
    if (presence && (byEvent || recording)) {
      const acts = this.#actsPast(step, once, recording, (snapshot) => snapshot.outcomes.get(step.id) === 'missing');
      if (acts.length > 0 && !this.#runsWhenFound(step, acts))
        return {
          step,
          tests: 'presence',
          column: null,
          table: operation.table,
          byEvent,
          key: this.#guardKey(operation, recording),
          recording,
          acts,
        };
    }
    const column = this.#stateColumn(step, later);
    if (column === undefined) return undefined;
    const skipped = this.#skips(step, (ending) =>
      ending.snapshot.fieldTests.some((test) => test.step === step.id && test.field === column),
    );
    if (!skipped) return undefined;
    const acts = this.#actsPast(
      step,
      once,
      null,
      (snapshot) =>
        snapshot.fieldTests.some((test) => test.step === step.id && test.field === column) ||
        (byEvent && snapshot.outcomes.get(step.id) === 'missing'),
    );
    if (acts.length === 0) return undefined;
    return {
      step,
      tests: 'state',
      column,
      table: operation.table,
      byEvent,
      key: this.#guardKey(operation, recording),
      recording,
      acts,
    };
  }

  #guardKey(operation: OperationSummary, recording: Step | null): KeyVerdict {
    if (recording?.fact.kind === 'operation') {
      const key = this.keyForInsert(recording.fact.operation);
      if (key.verdict !== 'unknown') return key;
    }
    return this.keyForLookup(operation);
  }

  /** A path that ends without acting after this read, for the reason asked about. */
  #skips(step: Step, because: (ending: Ending) => boolean): boolean {
    return this.trace.endings.some((ending) => {
      if (!because(ending)) return false;
      if (ending.kind === 'threw' && (ending.status === null || ending.status >= 500)) return false;
      for (let link: Trail | null = ending.snapshot.trail; link && link.step !== step.id; link = link.before) {
        const after = this.trace.steps[link.step];
        if (after && after.id > step.id && this.#acts(after)) return false;
      }
      return true;
    });
  }

  #acts(step: Step): boolean {
    if (step.fact.kind === 'effect') return step.fact.radius !== 'other';
    return (
      step.fact.kind === 'operation' &&
      step.fact.operation.action !== 'read' &&
      step.fact.operation.action !== 'lock' &&
      !this.isClaimTable(step.fact.operation)
    );
  }

  #actsPast(
    step: Step,
    once: readonly OnceStep[],
    recording: Step | null,
    past: (snapshot: Snapshot) => boolean,
  ): OnceStep[] {
    const reached = (candidate: OnceStep): boolean =>
      candidate.step.id > step.id &&
      candidate.step.snapshots.some(
        (snapshot) =>
          past(snapshot) &&
          this.protection(snapshot) === 'no' &&
          !(candidate.kind === 'accumulating' && this.isLockedTogether(candidate.step, snapshot)),
      ) &&
      !(candidate.kind === 'accumulating' && this.isRolledBackByLaterClaim(candidate.step));
    const acts = once.filter(reached);
    if (
      recording &&
      acts.length === 0 &&
      recording.fact.kind === 'operation' &&
      recording.fact.operation.conflict === null
    ) {
      const key = this.keyForInsert(recording.fact.operation);
      const isRecord = recording.fact.operation.columns.some(
        (column) => column.value.wholeEvent || column.value.origins & Origin.eventKey,
      );
      const candidate: OnceStep = {
        step: recording,
        radius: 'state',
        confidence: 'certain',
        does: `adds a row to \`${recording.fact.operation.table ?? ''}\``,
        kind: 'accumulating',
      };
      if (key.verdict === 'no' && !isRecord && reached(candidate)) return [candidate];
    }
    return acts;
  }

  /** What lies behind the read is reached whether or not something was found: it is no guard for that. */
  #runsWhenFound(step: Step, acts: readonly OnceStep[]): boolean {
    return acts.every((act) =>
      act.step.snapshots.some((snapshot) => {
        const outcome = snapshot.outcomes.get(step.id);
        // Paths that met behind the read have forgotten how it turned out: both go on.
        return outcome === 'found' || (outcome === undefined && isOnTrail(snapshot, step.id));
      }),
    );
  }

  /** The tested column of a loaded row that this handler writes later on. */
  #stateColumn(step: Step, later: readonly Step[]): string | undefined {
    const tested = new Set<string>();
    const all = [
      ...this.trace.endings.map((ending) => ending.snapshot),
      ...this.trace.steps.flatMap((other) => other.snapshots),
    ];
    for (const snapshot of all)
      for (const test of snapshot.fieldTests) if (test.step === step.id) tested.add(test.field);
    for (const other of later) {
      if (other.fact.kind !== 'operation' || other.fact.operation.action === 'read') continue;
      const { action, columns, conflict } = other.fact.operation;
      // A row that is made where none was found is another than the one that was read.
      if (other.snapshots.every((snapshot) => snapshot.outcomes.get(step.id) === 'missing')) continue;
      const written = action === 'insert' ? (conflict?.set ?? []) : columns;
      const found = written.find((column) => tested.has(column.column) && saysSomethingNew(column));
      if (found) return found.column;
    }
    return undefined;
  }

  // --- claims that part nothing --------------------------------------------------------------------------------------

  /** Claims whose outcome nobody looks at before something that must happen once. */
  untestedClaims(): UntestedClaim[] {
    return untestedClaims(this);
  }

  /** Guards that end with the process or with the work. */
  fleetingGuards(): FleetingGuard[] {
    return fleetingGuards(this);
  }

  /** Claims that are kept though the work behind them failed. */
  unrecoverableClaims(): UnrecoverableClaim[] {
    return unrecoverableClaims(this);
  }

  /** Claims and guards whose key does not part events as the provider does. */
  invalidKeys(): InvalidKey[] {
    return invalidKeys(this);
  }

  /** Messages that are sent again when the code around them runs again. */
  repeatedMessages(): RepeatedMessage[] {
    return repeatedMessages(this);
  }

  /** The other handlers of the same package. */
  siblings(): readonly HandlerModel[] {
    return this.#siblings();
  }

  // --- keys --------------------------------------------------------------------------------------------------------

  /** Effects whose receiver honours an idempotency key and is given none. */
  missingKeys(): Step[] {
    return this.trace.steps.filter(
      (step) =>
        step.fact.kind === 'effect' &&
        !step.fact.idempotent &&
        step.fact.key === 'missing' &&
        step.fact.radius !== 'other' &&
        (step.fact.radius !== 'state' || this.isAboutEvents()),
    );
  }

  /** A worker of jobs that no provider's event is behind updates the rows of its own jobs. */
  isAboutEvents(): boolean {
    return (
      this.kind === 'http' ||
      this.trace.providers.length > 0 ||
      this.trace.eventTypes.some((type) =>
        [...this.#knowledge.providers.values()].some((provider) => provider.eventTypes?.test(type)),
      )
    );
  }

  // --- transitions -------------------------------------------------------------------------------------------------

  blindTransitions(): BlindTransition[] {
    if (!this.trace.complete) return [];
    return this.trace.steps.map((step) => this.#blindTransition(step)).filter((one) => one !== null);
  }

  #blindTransition(step: Step): BlindTransition | null {
    if (step.fact.kind !== 'operation') return null;
    const { operation } = step.fact;
    const written =
      operation.action === 'update'
        ? operation.columns
        : operation.action === 'insert' && operation.conflict?.action === 'update'
          ? operation.conflict.set
          : [];
    if (operation.takesRow || !operation.whereKnown || this.isClaimTable(operation)) return null;
    // The row that this delivery put in itself.
    if (operation.where.some((one) => one.values.some((value) => value.result && this.#isInsert(value.result.step))))
      return null;
    if (operation.action === 'insert' && (operation.conflict?.conditions.length ?? 0) > 0) return null;
    if (operation.action === 'update' && (this.isGuarded(operation) || operation.where.length === 0)) return null;
    const column = written.find(
      (one) =>
        this.#isStatus(operation, one.column) &&
        !one.accumulates &&
        !one.dependsOnItself &&
        !(one.value.origins & Origin.refetched) &&
        !copiesFresh(written),
    );
    if (!column) return null;
    if (!this.isAboutEvents() && isOwnJob(operation.table, column.value)) return null;
    const open = step.snapshots.find(
      (snapshot) =>
        !snapshot.weakened && !snapshot.orderTested && !snapshot.freshTested && !this.isLockedTogether(step, snapshot),
    );
    if (!open) return null;
    return {
      step,
      table: operation.table,
      column: column.column,
      value: column.value,
      saysWhatTheEventSays: Boolean(column.value.origins & Origin.event),
      confidence: 'certain',
    };
  }

  #isInsert(id: StepId): boolean {
    const fact = this.trace.steps[id]?.fact;
    return (
      fact?.kind === 'operation' && fact.operation.action === 'insert' && fact.operation.conflict?.action !== 'update'
    );
  }

  // --- proofs ------------------------------------------------------------------------------------------------------

  /** The steps of one path up to and with `step`, as a person reads them. */
  proof(step: Step, snapshot: Snapshot | undefined, guard?: Step): ProofStep[] {
    const ids: StepId[] = [];
    for (let link: Trail | null = snapshot?.trail ?? null; link; link = link.before) ids.unshift(link.step);
    const steps = ids
      .map((id) => this.trace.steps[id])
      .filter((one) => one !== undefined)
      .filter((one) => this.#tellsSomething(one, step));
    if (!steps.includes(step)) steps.push(step);
    return steps.flatMap((one) =>
      one === step
        ? [...this.#callsTo(one), this.proofStep(one)]
        : [one === guard ? { ...this.proofStep(one), kind: 'guard' } : this.proofStep(one)],
    );
  }

  /** The calls that lead from the handler to a step. */
  #callsTo(step: Step): ProofStep[] {
    const first = step.calls.findIndex(({ file, node }) =>
      isWithin({ file, start: node.start, end: node.end }, this.span),
    );
    if (first < 0 && step.place.file === this.file) return [];
    return step.calls
      .slice(Math.max(0, first))
      .filter((call) => call.node.start > 0)
      .map((call) => ({
        file: call.file,
        line: this.#lineOf({ file: call.file, start: call.node.start, end: call.node.end }),
        kind: 'call' as const,
        text: `calls \`${call.name}\``,
      }));
  }

  proofStep(step: Step): ProofStep {
    const described = describeStep(step);
    return { file: step.place.file, line: this.#lineOf(step.place), kind: described.kind, text: described.text };
  }

  #tellsSomething(step: Step, target: Step): boolean {
    if (step.id === target.id) return true;
    const { fact } = step;
    return (
      fact.kind !== 'refetch' && fact.kind !== 'maybe-claim' && !(fact.kind === 'effect' && fact.radius === 'other')
    );
  }

  /** The first insert after a step that only one delivery could have won. */
  lateClaim(step: Step): Step | undefined {
    return this.trace.steps.find(
      (other) =>
        other.id > step.id &&
        other.fact.kind === 'operation' &&
        other.fact.operation.action === 'insert' &&
        other.fact.operation.columns.some((column) => column.value.origins & Origin.eventKey),
    );
  }
}

function hasColumn(table: Table, name: string): boolean {
  return table.columns.some((column) => column.name.toLowerCase() === name.toLowerCase());
}

/** The WHERE of a conflict target; undefined where it is not known. */
function targetConditions(where: readonly SummaryCondition[] | null): SqlCondition[] | undefined {
  return where?.map(({ column, operator, values }) => ({
    column,
    table: null,
    operator,
    values: values.map((value) =>
      value.constant ? { kind: 'literal', value: value.constant.value } : { kind: 'expression', operands: [] },
    ),
  }));
}

/** A worker that no provider's event is behind keeps the state of its own job. */
function isOwnJob(table: string | null, value: ValueSummary): boolean {
  if (
    table !== null &&
    /job|task|run|execut|batch|export|import|sync|trigger|cron|queue|worker|process|migration|schedule|automation/i.test(
      table,
    )
  )
    return true;
  return (
    value.constant !== null &&
    /^(?:queued|pending|processing|running|in_?progress|started|completed?|done|finished|failed|error(?:ed)?|success|succeeded)$/i.test(
      String(value.constant.value),
    )
  );
}

function isInsert(fact: Fact): boolean {
  return fact.kind === 'operation' && fact.operation.action === 'insert';
}

/** Its conflict updates the row, and no answer tells that from an insert. */
function overwrites({ conflict }: OperationSummary): boolean {
  return conflict?.action === 'update' && conflict.conditions.length === 0 && !conflict.tells;
}

function isUpsert(step: Step | undefined): boolean {
  return (
    step?.fact.kind === 'operation' &&
    step.fact.operation.action === 'insert' &&
    step.fact.operation.conflict?.action === 'update'
  );
}

/** Set together with a value fetched from the provider just now: the row is a copy of what the provider says. */
function copiesFresh(written: readonly SummaryColumn[]): boolean {
  return written.some((one) => one.value.origins & Origin.refetched);
}

/** The same on every retry of one event, and not the same for all events. */
function isStable(key: ValueSummary | null): boolean {
  if (!key) return false;
  if (key.origins & (Origin.random | Origin.clock | Origin.attempt)) return false;
  return key.constant === null && !key.mayBeNullish;
}

function insertedValue(column: SummaryColumn): InsertedValue {
  const { origins, constant, result } = column.value;
  if (origins & (Origin.random | Origin.clock | Origin.attempt) && !(origins & Origin.eventKey))
    return { role: 'varying' };
  if (origins & (Origin.eventKey | Origin.bodyHash | Origin.signature)) return { role: 'event-key' };
  if (constant) return { role: 'constant', value: constant.value };
  if (origins & Origin.businessKey || /(?:^|\.)(?:id|uuid)$|_id$|Id$/.test(result?.field ?? ''))
    return { role: 'business-key' };
  if (origins & (Origin.event | Origin.header | Origin.row | Origin.refetched | Origin.environment | Origin.literal))
    return { role: 'stable' };
  return { role: 'unknown' };
}

function isOnTrail(snapshot: Snapshot, step: StepId): boolean {
  for (let link: Trail | null = snapshot.trail; link; link = link.before) if (link.step === step) return true;
  return false;
}

/** What is written is more than a part of the row that was read: a list without some of its items decides nothing. */
function saysSomethingNew({ value, accumulates }: OperationSummary['columns'][number]): boolean {
  return accumulates || value.origins !== Origin.row;
}
