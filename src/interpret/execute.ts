import type { Node } from 'oxc-parser';
import { asksWhichError } from '../parse/asked-error.ts';
import { branch, compare } from './branch.ts';
import { setCell } from './heap.ts';
import { cellKey, findEnv } from './lookup.ts';
import type { Completion, Env, Frame, Machine } from './machine.ts';
import { collector, meet } from './meet.ts';
import { bindInto } from './pattern.ts';
import type { State } from './state.ts';
import { identityOf, isOpaque, undefinedValue, union, unknown } from './values.ts';
import { Origin, type Condition, type Spot, type Value } from './value.ts';

const normal = (state: State, node: Node): Completion => ({
  state,
  kind: 'normal',
  label: null,
  value: undefinedValue,
  node,
});

/** Under which two completions of a statement may meet. */
const sameEnd = (completion: Completion): string =>
  completion.kind === 'return'
    ? `return ${identityOf(completion.value)} ${completion.node.start}`
    : `${completion.kind} ${completion.label ?? ''}`;

/** Runs statements in order; what leaves early is kept aside. */
export function executeAll(m: Machine, nodes: readonly Node[], frame: Frame, state: State, at: Node): Completion[] {
  let running: State[] = [state];
  const left: Completion[] = [];
  for (const node of nodes) {
    if (running.length === 0) break;
    const next: State[] = [];
    for (const current of running)
      for (const completion of execute(m, node, frame, current)) {
        if (completion.kind === 'normal') next.push(completion.state);
        else left.push(completion);
      }
    running =
      next.length > 1
        ? meet(
            m,
            next.map((one) => ({ state: one })),
            () => '',
          ).map((one) => one.state)
        : next;
  }
  return [...left, ...running.map((one) => normal(one, at))];
}

/** A frame for the names of a block. */
export function blockFrame(m: Machine, node: Node, frame: Frame): Frame {
  const scope = frame.module.scopes.opened(node);
  if (!scope || scope.names.size === 0) return frame;
  const environment: Env = {
    scope,
    module: frame.module,
    id: `${frame.context}@${node.start}`,
    parent: frame.environment,
    lazy: false,
    self: null,
    args: null,
  };
  return { ...frame, environment };
}

/** Gives a name or member a value. */
export function assignTo(m: Machine, target: Node, value: Value, frame: Frame, state: State): void {
  bindInto(m, target, value, frame, state, (place, part) => {
    if (place.type === 'Identifier') {
      const env = findEnv(frame.environment, place.name);
      if (env) setCell(m, state, cellKey(env, place.name), part);
    } else if (place.type === 'MemberExpression') m.parts.setMember(m, place, part, frame, state);
  });
}

export function execute(m: Machine, node: Node, frame: Frame, state: State): Completion[] {
  if (!m.spend()) return [];
  if (!m.enter(state)) return [normal(state, node)];
  try {
    return run(m, node, frame, state);
  } finally {
    m.nesting -= 1;
  }
}

function run(m: Machine, node: Node, frame: Frame, state: State): Completion[] {
  switch (node.type) {
    case 'ExpressionStatement':
      return statement(m, node.expression, frame, state).map((after) => normal(after, node));
    case 'VariableDeclaration':
      return declare(m, node, frame, state);
    case 'BlockStatement':
    case 'StaticBlock':
      return executeAll(m, node.body, blockFrame(m, node, frame), state, node);
    case 'IfStatement':
      return meetAll(
        m,
        noted(
          m,
          frame,
          m.evaluate(node.test, frame, state).flatMap((outcome) => {
            const { yes, no } = branch(m, outcome.state, outcome.value);
            return [
              ...yes.flatMap((one) => execute(m, node.consequent, frame, one)),
              ...no.flatMap((one) => (node.alternate ? execute(m, node.alternate, frame, one) : [normal(one, node)])),
            ];
          }),
        ),
      );
    case 'ReturnStatement':
      if (!node.argument) {
        state.leftAt = m.spot(node, frame);
        return [{ state, kind: 'return', label: null, value: undefinedValue, node }];
      }
      return noted(
        m,
        frame,
        m.evaluate(node.argument, frame, state).map((outcome) => {
          outcome.state.leftAt = m.spot(node, frame);
          return { state: outcome.state, kind: 'return', label: null, value: outcome.value, node };
        }),
      );
    case 'ThrowStatement':
      for (const outcome of m.evaluate(node.argument, frame, state)) {
        outcome.state.leftAt = m.spot(node, frame);
        m.throw(
          outcome.state,
          outcome.value.kind === 'unknown'
            ? { kind: 'error', step: null, path: [], name: null, status: null }
            : outcome.value,
        );
      }
      return [];
    case 'TryStatement':
      return meetAll(m, tryStatement(m, node, frame, state));
    case 'SwitchStatement':
      return meetAll(m, switchStatement(m, node, frame, state));
    case 'ForStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
      return meetAll(m, loop(m, node, frame, state, null));
    case 'LabeledStatement':
      return meetAll(m, labeled(m, node, frame, state));
    case 'BreakStatement':
      return [{ state, kind: 'break', label: node.label?.name ?? null, value: undefinedValue, node }];
    case 'ContinueStatement':
      return [{ state, kind: 'continue', label: node.label?.name ?? null, value: undefinedValue, node }];
    case 'ExportNamedDeclaration':
      return node.declaration ? execute(m, node.declaration, frame, state) : [normal(state, node)];
    case 'WithStatement':
      return execute(m, node.body, frame, state);
    default:
      return [normal(state, node)];
  }
}

/** Runs an expression that stands by itself: a promise that it gives is waited for by nobody. */
function statement(m: Machine, node: Node, frame: Frame, state: State): State[] {
  const inner = node.type === 'UnaryExpression' && node.operator === 'void' ? node.argument : node;
  const outcomes = m.evaluate(inner, frame, state);
  if (m.lazy === 0 && outcomes.some((outcome) => holdsPromise(outcome.value))) m.recorder.drop(m.spot(inner, frame));
  return outcomes.map((outcome) => outcome.state);
}

export function holdsPromise(value: Value): boolean {
  if (value.kind === 'promise') return true;
  if (value.kind === 'union') return value.options.some(holdsPromise);
  return (
    value.kind === 'array' && (value.items.some(holdsPromise) || (value.rest !== null && holdsPromise(value.rest)))
  );
}

/** A failure of a step is caught here: what the handler does from now on, it does although that failed. */
export function noteCaught(m: Machine, error: Value, spot: Spot, isAsked: () => boolean, state: State): void {
  state.leftAt = null;
  const step = error.kind === 'error' ? error.step : null;
  const fact = step === null ? undefined : m.recorder.steps[step]?.fact;
  if (step === null || m.lazy > 0) return;
  if (fact?.kind === 'operation' || fact?.kind === 'claim' || (fact?.kind === 'effect' && fact.radius !== 'other'))
    state.caught = { ...spot, step, isAsked: isAsked() };
}

/** Where paths are about to meet, each is noted as it is: what a read decided would be forgotten. */
function noted(m: Machine, frame: Frame, completions: Completion[]): Completion[] {
  if (m.lazy === 0 && completions.length > 1)
    for (const completion of completions)
      if (completion.state.outcomes.size > 0)
        m.recorder.end('left', null, completion.node, frame.module.file, completion.state);
  return completions;
}

function meetAll(m: Machine, completions: Completion[]): Completion[] {
  return meet(m, completions, sameEnd);
}

function declare(m: Machine, node: Node & { type: 'VariableDeclaration' }, frame: Frame, state: State): Completion[] {
  let states = [state];
  for (const declarator of node.declarations) {
    states = states.flatMap((current) => {
      if (!declarator.init) {
        if (node.kind !== 'var') assignTo(m, declarator.id, undefinedValue, frame, current);
        return [current];
      }
      return m.evaluate(declarator.init, frame, current).map((outcome) => {
        let { value } = outcome;
        if (isOpaque(value) && declarator.id.type === 'Identifier' && declarator.id.typeAnnotation) {
          const typed = m.parts.typed(
            m,
            declarator.id.typeAnnotation.typeAnnotation,
            frame.module.file,
            declarator.id.name,
          );
          if (
            typed.kind === 'external' ||
            typed.kind === 'instance' ||
            (typed.kind === 'unknown' && typed.type && value.kind === 'unknown')
          )
            value = typed;
        }
        assignTo(m, declarator.id, value, frame, outcome.state);
        return outcome.state;
      });
    });
  }
  return states.map((one) => normal(one, node));
}

function tryStatement(m: Machine, node: Node & { type: 'TryStatement' }, frame: Frame, state: State): Completion[] {
  const outer = m.sink;
  const guarded = m.guarded;
  const caught = collector(m);
  let completions = m.catching(caught.sink, () => execute(m, node.block, frame, state));

  let escaped = caught.thrown;
  if (node.handler) {
    const { handler } = node;
    const again = collector(m);
    const inner = blockFrame(m, handler, frame);
    const handled = m.catching(again.sink, () =>
      caught.thrown.flatMap(({ state: thrown, value }) => {
        noteCaught(m, value, m.spot(handler, frame), () => asksWhichError(handler.param, handler.body), thrown);
        if (handler.param) assignTo(m, handler.param, value, inner, thrown);
        return execute(m, handler.body, inner, thrown);
      }),
    );
    completions = [...completions, ...handled];
    escaped = again.thrown;
  }

  if (!node.finalizer) {
    for (const { state: thrown, value } of escaped) outer(thrown, value);
    return completions;
  }
  const { finalizer } = node;
  m.guarded = guarded;
  const after = meet(m, completions, sameEnd).flatMap((completion) =>
    execute(m, finalizer, frame, completion.state).map((end) =>
      end.kind === 'normal' ? { ...completion, state: end.state } : end,
    ),
  );
  for (const { state: thrown, value } of escaped)
    for (const end of execute(m, finalizer, frame, thrown)) {
      if (end.kind === 'normal') outer(end.state, value);
      else after.push(end);
    }
  return after;
}

function switchStatement(
  m: Machine,
  node: Node & { type: 'SwitchStatement' },
  frame: Frame,
  state: State,
): Completion[] {
  const inner = blockFrame(m, node, frame);
  const left: Completion[] = [];
  for (const outcome of m.evaluate(node.discriminant, frame, state)) {
    // Entered cases in order: `remaining` is the path on which no case has matched yet.
    let remaining: State[] = [outcome.state];
    const entries: { index: number; state: State }[] = [];
    node.cases.forEach((one, index) => {
      if (!one.test) return;
      const { test } = one;
      remaining = remaining.flatMap((current) =>
        m.evaluate(test, inner, current).flatMap((tested) => {
          const isTrue = outcome.value.kind === 'constant' && outcome.value.value === true;
          const matches: Value = isTrue ? tested.value : conditionValue(compare(m, outcome.value, '=', tested.value));
          const parted = branch(m, tested.state, matches);
          for (const yes of parted.yes) entries.push({ index, state: yes });
          return parted.no;
        }),
      );
      if (remaining.length > 1)
        remaining = meet(
          m,
          remaining.map((one) => ({ state: one })),
          () => '',
        ).map((one) => one.state);
    });
    const fallback = node.cases.findIndex((one) => !one.test);
    for (const current of remaining) {
      if (fallback >= 0) entries.push({ index: fallback, state: current });
      else left.push(normal(current, node));
    }
    // Falling through: a body is run for those that enter it and those that come from the body above.
    let falling: State[] = [];
    node.cases.forEach((one, index) => {
      const entering = [...entries.filter((entry) => entry.index === index).map((entry) => entry.state), ...falling];
      falling = [];
      const met = meet(
        m,
        entering.map((entered) => ({ state: entered })),
        () => '',
      );
      for (const { state: entered } of met)
        for (const end of executeAll(m, one.consequent, inner, entered, one)) {
          if (end.kind === 'normal') falling.push(end.state);
          else if (end.kind === 'break' && end.label === null) left.push(normal(end.state, node));
          else left.push(end);
        }
    });
    left.push(...falling.map((fallen) => normal(fallen, node)));
  }
  return left;
}

export function conditionValue(condition: boolean | Condition): Value {
  return typeof condition === 'boolean'
    ? { kind: 'constant', value: condition, origins: Origin.literal }
    : { kind: 'test', condition };
}

function labeled(m: Machine, node: Node & { type: 'LabeledStatement' }, frame: Frame, state: State): Completion[] {
  const { label, body } = node;
  const isLoop = /^(?:For|While|DoWhile)/.test(body.type);
  const ends = isLoop ? loop(m, body as LoopNode, frame, state, label.name) : execute(m, body, frame, state);
  return ends.map((end) => (end.kind === 'break' && end.label === label.name ? normal(end.state, node) : end));
}

type LoopNode = Extract<
  Node,
  { type: 'ForStatement' | 'WhileStatement' | 'DoWhileStatement' | 'ForOfStatement' | 'ForInStatement' }
>;

/** A loop runs its body not at all, once, and once more for what the first round leaves behind. */
function loop(m: Machine, node: LoopNode, frame: Frame, state: State, label: string | null): Completion[] {
  const inner = blockFrame(m, node, frame);
  const ends: Completion[] = [];
  let entering: State[];
  if (node.type === 'ForStatement') {
    entering = node.init
      ? node.init.type === 'VariableDeclaration'
        ? execute(m, node.init, inner, state).map((end) => end.state)
        : m.evaluate(node.init, inner, state).map((outcome) => outcome.state)
      : [state];
  } else entering = [state];

  if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') {
    const started = entering.flatMap((current) => m.evaluate(node.right, inner, current));
    entering = [];
    for (const { state: current, value } of started) {
      const list =
        node.type === 'ForOfStatement' && node.await
          ? union(m.parts.settle(m, value, node.right, inner, current.fork()).map((one) => one.value))
          : value;
      const item = node.type === 'ForInStatement' ? unknown(null) : itemOf(m, list, node, inner, current);
      const known = list.kind === 'array' && list.rest === null ? list.items.length : null;
      if (known === 0 || known === null) ends.push(normal(current.fork(), node));
      if (known === 0) continue;
      const target = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
      if (target) assignTo(m, target, item, inner, current);
      entering.push(current);
    }
  }

  const mine = (end: Completion): boolean => end.label === null || end.label === label;
  for (let round = 0; round < 2 && entering.length > 0; round += 1) {
    const going: State[] = [];
    for (const current of entering) {
      const test = node.type === 'ForStatement' || node.type === 'WhileStatement' ? node.test : null;
      const tested = test ? m.evaluate(test, inner, current) : null;
      if (!tested) {
        going.push(current);
        continue;
      }
      for (const outcome of tested) {
        const { yes, no } = branch(m, outcome.state, outcome.value);
        going.push(...yes);
        ends.push(...no.map((one) => normal(one, node)));
      }
    }
    const next: State[] = [];
    for (const { state: current } of meet(
      m,
      going.map((one) => ({ state: one })),
      () => '',
    )) {
      current.loop += 1;
      for (const end of execute(m, node.body, inner, current)) {
        end.state.loop = Math.max(0, end.state.loop - 1);
        if (end.kind === 'normal' || (end.kind === 'continue' && mine(end))) next.push(end.state);
        else if (end.kind === 'break' && mine(end)) ends.push(normal(end.state, node));
        else ends.push(end);
      }
    }
    let after = meet(
      m,
      next.map((one) => ({ state: one })),
      () => '',
    ).map((one) => one.state);
    if (node.type === 'ForStatement' && node.update) {
      const { update } = node;
      after = after.flatMap((current) => m.evaluate(update, inner, current).map((outcome) => outcome.state));
    }
    const endless =
      (node.type === 'ForStatement' && !node.test) ||
      (node.type === 'WhileStatement' && node.test.type === 'Literal' && node.test.value === true);
    if (node.type === 'DoWhileStatement') {
      const parted = after.flatMap((current) =>
        m.evaluate(node.test, inner, current).map((outcome) => branch(m, outcome.state, outcome.value)),
      );
      ends.push(...parted.flatMap((one) => one.no.map((done) => normal(done, node))));
      entering = parted.flatMap((one) => one.yes);
    } else {
      if (!endless) ends.push(...after.map((done) => normal(done.fork(), node)));
      entering = after;
    }
    // A second round matters only where the first left something that the body asks about.
    if (round === 0 && !endless && node.type !== 'WhileStatement' && node.type !== 'DoWhileStatement') break;
    if (round === 1) ends.push(...entering.map((done) => normal(done, node)));
  }
  return ends;
}

/** What a loop over a value gives its variable. */
function itemOf(m: Machine, list: Value, node: Node, frame: Frame, state: State): Value {
  if (list.kind === 'array') return union([...list.items, ...(list.rest ? [list.rest] : [])]);
  if (list.kind === 'union') return union(list.options.map((option) => itemOf(m, option, node, frame, state)));
  const outcomes = m.parts.member(m, list, '*', node, frame, state.fork());
  return union(outcomes.map((outcome) => outcome.value));
}
