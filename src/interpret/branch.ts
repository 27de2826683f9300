import type { Machine } from './machine.ts';
import type { State } from './state.ts';
import type { FieldTest, Outcome } from './trace.ts';
import type { Condition, ExternalValue, Origins, ResultValue, StepId, Value } from './value.ts';
import { Origin } from './value.ts';
import { originsOf } from './values.ts';

export interface Branches {
  readonly yes: State[];
  readonly no: State[];
}

const unknownCondition: Condition = { kind: 'unknown' };
const fresh: Condition = { kind: 'fresh' };

function unknownOf(origins: Origins): Condition {
  return origins & Origin.refetched ? fresh : unknownCondition;
}

export function not(condition: Condition): Condition {
  return condition.kind === 'not' ? condition.condition : { kind: 'not', condition };
}

/** What must hold for a value to be truthy: a constant where it is known. */
export function truthOf(value: Value): boolean | Condition {
  switch (value.kind) {
    case 'constant':
      return Boolean(value.value);
    case 'text':
      // What was computed may be zero.
      return !value.parts.includes('\u0001') && value.parts.some((part) => typeof part === 'string' && part !== '')
        ? true
        : unknownCondition;
    case 'unknown':
      return value.maybeClaim === null ? unknownOf(value.origins) : { kind: 'maybe-claim', step: value.maybeClaim };
    case 'event':
      return value.path.length === 0 && value.part !== 'header' ? true : unknownCondition;
    case 'result':
      return truthOfResult(value);
    case 'test':
      return value.condition;
    case 'error':
      return value.path.length === 0 ? true : unknownCondition;
    case 'external':
      return isMade(value) ? true : unknownCondition;
    case 'union': {
      const truths = value.options.map(truthOf);
      const [first] = truths;
      return truths.every((truth) => truth === true)
        ? true
        : truths.every((truth) => truth === false)
          ? false
          : typeof first === 'object' && truths.length === 1
            ? first
            : unknownCondition;
    }
    default:
      return true;
  }
}

/** A client, an export or a construction; what a call of a library gave back may be anything. */
function isMade(value: ExternalValue): boolean {
  const last = value.chain.at(-1);
  return last === undefined || last.isNew;
}

function truthOfResult(value: ResultValue): boolean | Condition {
  if (value.field) return { kind: 'field', step: value.step, field: value.field.join('.'), operator: 'truthy', value };
  switch (value.shape.kind) {
    case 'row':
    case 'count':
    case 'boolean':
    case 'word':
      return { kind: 'outcome', step: value.step };
    case 'error':
      return { kind: 'returned-error', step: value.step };
    case 'former':
      return not({ kind: 'outcome', step: value.step });
    case 'index':
    case 'nothing':
      return unknownCondition;
    default:
      return true;
  }
}

/** Whether a value is null or undefined. */
export function nullishOf(value: Value): boolean | Condition {
  switch (value.kind) {
    case 'constant':
      return value.value === null || value.value === undefined;
    case 'unknown':
      return value.maybeClaim === null ? unknownCondition : not({ kind: 'maybe-claim', step: value.maybeClaim });
    case 'event':
      return value.path.length === 0 && value.part !== 'header' ? false : unknownCondition;
    case 'result':
      if (value.field)
        return { kind: 'field', step: value.step, field: value.field.join('.'), operator: 'is null', value };
      if (value.shape.kind === 'row') return not({ kind: 'outcome', step: value.step });
      if (value.shape.kind === 'word') return not({ kind: 'outcome', step: value.step });
      if (value.shape.kind === 'former') return { kind: 'outcome', step: value.step };
      if (value.shape.kind === 'error') return not({ kind: 'returned-error', step: value.step });
      return value.shape.kind === 'nothing' ? unknownCondition : false;
    case 'error':
      return value.path.length === 0 ? false : unknownCondition;
    case 'external':
      return isMade(value) ? false : unknownCondition;
    case 'union': {
      const all = value.options.map(nullishOf);
      return all.every((one) => one === true) ? true : all.every((one) => one === false) ? false : unknownCondition;
    }
    case 'test':
    case 'text':
      return false;
    default:
      return false;
  }
}

/** Parts a state by the truth of a value. A state in which the value cannot be true (false) is missing from `yes` (`no`). */
export function branch(
  m: Machine,
  state: State,
  value: Value,
  ask: (value: Value) => boolean | Condition = truthOf,
): Branches {
  if (value.kind === 'union') {
    const yes: State[] = [];
    const no: State[] = [];
    for (const option of value.options) {
      const parted = branch(m, state.fork(), option, ask);
      yes.push(...parted.yes);
      no.push(...parted.no);
    }
    return { yes: compact(m, yes), no: compact(m, no) };
  }
  const truth = ask(value);
  if (truth === true) return { yes: [state], no: [] };
  if (truth === false) return { yes: [], no: [state] };
  return { yes: assume(m, state.fork(), truth, true), no: assume(m, state, truth, false) };
}

function compact(m: Machine, states: State[]): State[] {
  const seen = new Map<string, State>();
  for (const state of states) {
    const key = `${state.hardKey(m.recorder.isSoft)}#${state.softKey(m.recorder.isSoft)}`;
    if (!seen.has(key)) seen.set(key, state);
  }
  return [...seen.values()];
}

const opposites: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  truthy: 'falsy',
  falsy: 'truthy',
  'is null': 'is not null',
  'is not null': 'is null',
  in: 'not in',
  'not in': 'in',
};

/** The state, narrowed to where the condition holds (or not); several where that has several ways, none where it cannot. */
function assume(m: Machine, state: State, condition: Condition, holds: boolean): State[] {
  switch (condition.kind) {
    case 'not':
      return assume(m, state, condition.condition, !holds);
    case 'and':
    case 'or': {
      const both = (condition.kind === 'and') === holds;
      if (both)
        return assume(m, state, condition.left, holds).flatMap((left) => assume(m, left, condition.right, holds));
      return compact(m, [
        ...assume(m, state.fork(), condition.left, holds),
        ...assume(m, state.fork(), condition.left, !holds).flatMap((left) => assume(m, left, condition.right, holds)),
      ]);
    }
    case 'outcome':
      return assumeOutcome(m, state, condition.step, holds);
    case 'returned-error':
      return assumeReturnedError(m, state, condition.step, holds);
    case 'conflict':
      return assumeConflict(state, condition.step, holds);
    case 'no-row':
      return assumeNoRow(m, state, condition.step, holds);
    case 'verified':
      if (state.verified === (holds ? 'no' : 'yes') && state.outcome(condition.step) !== undefined) return [];
      state.verified = holds ? 'yes' : 'no';
      return [state];
    case 'maybe-claim':
      // Whatever it is compared with: that something depends on it is all that is known.
      if (state.outcome(condition.step) === undefined) state.setOutcome(condition.step, holds ? 'yes' : 'no');
      return [state];
    case 'fresh':
      state.freshTested = true;
      return [state];
    case 'event-type': {
      const known = state.eventTypes.includes(condition.value);
      if (holds) {
        if (!known && state.eventTypes.length > 0) return [];
        if (!known) state.eventTypes = [condition.value];
        return [state];
      }
      return known ? [] : [state];
    }
    case 'field':
      return assumeField(m, state, condition, holds);
    case 'order':
      state.orderTested = true;
      return [state];
    case 'unknown':
      return [state];
  }
}

/** Sets an outcome unless the opposite is known already. */
function settleOutcome(state: State, step: StepId, outcome: Outcome, among: readonly Outcome[]): State[] {
  const before = state.outcome(step);
  if (before !== undefined && before !== outcome && among.includes(before)) return [];
  state.setOutcome(step, outcome);
  return [state];
}

function assumeOutcome(m: Machine, state: State, step: StepId, holds: boolean): State[] {
  const fact = m.recorder.steps[step]?.fact;
  if (fact?.kind === 'memory' || (fact?.kind === 'operation' && fact.operation.action === 'read'))
    return settleOutcome(state, step, holds ? 'found' : 'missing', ['found', 'missing']);
  const before = state.outcome(step);
  if (before === 'void') return [state];
  // A row that a client always gives back says nothing about who won.
  if (
    fact?.kind === 'operation' &&
    fact.operation.action === 'insert' &&
    fact.operation.conflict?.action === 'update' &&
    fact.operation.conflict.conditions.length === 0 &&
    !fact.operation.conflict.tells
  )
    return [state];
  if (before === 'returned') return holds ? [state] : [];
  return settleOutcome(state, step, holds ? 'won' : 'lost', ['won', 'lost', 'conflict', 'failed']);
}

function assumeReturnedError(m: Machine, state: State, step: StepId, holds: boolean): State[] {
  const before = state.outcome(step);
  if (holds) {
    if (before === 'won' || before === 'found') return [];
    if (before === 'conflict' || before === 'failed') return [state];
    state.setOutcome(step, before === 'returned' ? 'failed' : 'threw');
    const failed = m.recorder.steps[step];
    if (failed?.fact.kind === 'operation' && failed.fact.operation.action !== 'read')
      state.caught = { step, place: failed.place, calls: failed.calls, isAsked: true };
    return [state];
  }
  if (before === 'conflict' || before === 'failed' || before === 'threw') return [];
  if ((before === undefined || before === 'untested') && !canLoseInSilence(m, step)) state.setOutcome(step, 'returned');
  return [state];
}

/** Without an error it may still have changed nothing: only a count or the rows tell. */
function canLoseInSilence(m: Machine, step: StepId): boolean {
  const fact = m.recorder.steps[step]?.fact;
  if (fact?.kind !== 'operation') return false;
  const { action, conflict } = fact.operation;
  return action === 'update' || action === 'delete' || (action === 'insert' && conflict !== null);
}

function assumeConflict(state: State, step: StepId, holds: boolean): State[] {
  const before = state.outcome(step);
  if (holds) {
    if (before === 'failed' || before === 'won') return [];
    state.setOutcome(step, 'conflict');
    return [state];
  }
  if (before === 'conflict') return [];
  // A client that returns its error: no conflict means it went in, unless the error is tested further.
  state.setOutcome(step, before === 'threw' ? 'failed' : 'returned');
  return [state];
}

function assumeNoRow(m: Machine, state: State, step: StepId, holds: boolean): State[] {
  const fact = m.recorder.steps[step]?.fact;
  if (!holds || fact?.kind !== 'operation' || fact.operation.action === 'insert') return [state];
  state.setOutcome(step, fact.operation.action === 'read' ? 'missing' : 'lost');
  return [state];
}

function assumeField(m: Machine, state: State, condition: Condition & { kind: 'field' }, holds: boolean): State[] {
  const operator = holds ? condition.operator : (opposites[condition.operator] ?? 'other');
  const test: FieldTest = {
    step: condition.step,
    field: condition.field,
    operator,
    value: constantText(condition.value),
  };
  const contrary = state.fieldTests.some(
    (other) =>
      other.step === test.step &&
      other.field === test.field &&
      other.value === test.value &&
      opposites[other.operator] === test.operator,
  );
  if (contrary) return [];
  const positive = operator === '=' || operator === 'truthy' || operator === 'in';
  if (positive) {
    const other = state.fieldTests.find(
      (known) => known.step === test.step && known.field === test.field && known.operator === '=',
    );
    const before = other?.value ?? null;
    if (operator === '=' && before !== null && test.value !== null && before !== test.value) return [];
    const fact = m.recorder.steps[condition.step]?.fact;
    if (fact?.kind === 'operation' && fact.operation.action === 'read') {
      if (state.outcome(condition.step) === 'missing') return [];
      state.setOutcome(condition.step, 'found');
    }
  }
  state.fieldTests = [
    ...state.fieldTests.filter(
      (known) =>
        !(
          known.step === test.step &&
          known.field === test.field &&
          known.operator === test.operator &&
          known.value === test.value
        ),
    ),
    test,
  ];
  return [state];
}

function constantText(value: Value): string | null {
  return value.kind === 'constant' ? String(value.value) : null;
}

const flipped: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '=': '=', '<>': '<>' };

/** The truth of `left operator right`, operators as in SQL. */
export function compare(m: Machine, left: Value, operator: string, right: Value): boolean | Condition {
  if (left.kind === 'union' || right.kind === 'union') return compareUnion(m, left, operator, right);
  for (const side of [left, right])
    if (side.kind === 'unknown' && side.maybeClaim !== null) return { kind: 'maybe-claim', step: side.maybeClaim };
  if (left.kind === 'constant' && right.kind === 'constant') return compareConstants(left.value, operator, right.value);
  if (left.kind === 'constant') return compare(m, right, flipped[operator] ?? operator, left);

  if (right.kind === 'constant') {
    const { value } = right;
    if (value === null || value === undefined) {
      const nullish = nullishOf(left);
      if (operator === '=') return nullish;
      if (operator === '<>') return typeof nullish === 'boolean' ? !nullish : not(nullish);
    }
    if (typeof value === 'boolean' && (operator === '=' || operator === '<>')) {
      const truth = truthOf(left);
      const wanted = value === (operator === '=');
      if (
        left.kind === 'test' ||
        (left.kind === 'result' && !left.field) ||
        (left.kind === 'unknown' && left.maybeClaim !== null)
      )
        return typeof truth === 'boolean' ? truth === wanted : wanted ? truth : not(truth);
    }
    const special = compareKnown(m, left, operator, right);
    if (special !== undefined) return special;
  }
  const origins = originsOf(left) | originsOf(right);
  // How old an event is says nothing of the order of two.
  if (/^[<>]/.test(operator) && origins & Origin.eventTime && !(origins & Origin.clock)) {
    const stored = left.kind === 'result' ? left.step : right.kind === 'result' ? right.step : null;
    return { kind: 'order', step: stored, origins };
  }
  if (left.kind === 'result' && left.field)
    return { kind: 'field', step: left.step, field: left.field.join('.'), operator, value: right };
  if (right.kind === 'result' && right.field)
    return {
      kind: 'field',
      step: right.step,
      field: right.field.join('.'),
      operator: flipped[operator] ?? operator,
      value: left,
    };
  return unknownOf(origins);
}

function compareUnion(m: Machine, left: Value, operator: string, right: Value): boolean | Condition {
  const lefts = left.kind === 'union' ? left.options : [left];
  const rights = right.kind === 'union' ? right.options : [right];
  const truths = lefts.flatMap((l) => rights.map((r) => compare(m, l, operator, r)));
  if (truths.every((truth) => truth === true)) return true;
  if (truths.every((truth) => truth === false)) return false;
  return unknownCondition;
}

function compareConstants(left: unknown, operator: string, right: unknown): boolean | Condition {
  switch (operator) {
    case '=':
      return left === right || ((left === null || left === undefined) && (right === null || right === undefined));
    case '<>':
      return !(left === right || ((left === null || left === undefined) && (right === null || right === undefined)));
    default: {
      if (typeof left !== 'number' || typeof right !== 'number') return unknownCondition;
      if (operator === '<') return left < right;
      if (operator === '>') return left > right;
      if (operator === '<=') return left <= right;
      if (operator === '>=') return left >= right;
      return unknownCondition;
    }
  }
}

/** What a code or the name of a class says of the step that threw it. */
export function saidBy(m: Machine, mark: string, step: StepId): Condition | null {
  if (m.knowledge.conflicts.has(mark)) return { kind: 'conflict', step };
  if (m.knowledge.missingRows.has(mark)) return { kind: 'no-row', step };
  return null;
}

/** Comparisons whose meaning comes from what the left side is. */
function compareKnown(
  m: Machine,
  left: Value,
  operator: string,
  right: Value & { kind: 'constant' },
): boolean | Condition | undefined {
  const { value } = right;
  if (left.kind === 'result' && !left.field) {
    const happened: Condition = { kind: 'outcome', step: left.step };
    const isNumber = left.shape.kind === 'count' || left.shape.kind === 'former';
    if (isNumber && (typeof value === 'number' || typeof value === 'bigint')) {
      const number = Number(value);
      const positive =
        (operator === '>' && number === 0) ||
        (operator === '>=' && number === 1) ||
        (operator === '<>' && number === 0) ||
        (operator === '=' && number >= 1);
      const negative =
        (operator === '=' && number === 0) ||
        (operator === '<' && number === 1) ||
        (operator === '<=' && number === 0) ||
        (operator === '<>' && number >= 1);
      const [some, none] = left.shape.kind === 'count' ? [happened, not(happened)] : [not(happened), happened];
      return positive ? some : negative ? none : unknownCondition;
    }
    if (left.shape.kind === 'index' && (value === -1 || value === 0)) {
      const isThere = value === -1 ? operator === '<>' || operator === '>' : operator === '>=';
      const isMissing = value === -1 ? operator === '=' || operator === '<=' : operator === '<';
      return isThere ? happened : isMissing ? not(happened) : unknownCondition;
    }
    if (left.shape.kind === 'ordinal' && typeof value === 'number') {
      const first =
        (operator === '=' && value === 1) || (operator === '<=' && value === 1) || (operator === '<' && value === 2);
      const later =
        (operator === '<>' && value === 1) || (operator === '>' && value === 1) || (operator === '>=' && value === 2);
      return first ? happened : later ? not(happened) : unknownCondition;
    }
    if (left.shape.kind === 'word' && typeof value === 'string') {
      const same = value.toLowerCase() === left.shape.word.toLowerCase();
      if (operator === '=') return same ? happened : unknownCondition;
      if (operator === '<>') return same ? not(happened) : unknownCondition;
    }
  }
  if (left.kind === 'error' && left.step !== null && (operator === '=' || operator === '<>')) {
    const condition = saidBy(m, String(value), left.step);
    if (!condition) return unknownCondition;
    return operator === '=' ? condition : not(condition);
  }
  if (
    left.kind === 'event' &&
    typeof value === 'string' &&
    (operator === '=' || operator === '<>') &&
    m.recorder.isEventType(left)
  ) {
    m.recorder.eventTypes.add(value);
    const condition: Condition = { kind: 'event-type', value };
    return operator === '=' ? condition : not(condition);
  }
  return undefined;
}
