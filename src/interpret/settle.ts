import type { Node } from 'oxc-parser';
import { sameValue } from './evaluate.ts';
import type { Frame, Machine, Outcome } from './machine.ts';
import { meet } from './meet.ts';
import { answer } from './native.ts';
import type { State } from './state.ts';
import { fulfilled, rejected } from './values.ts';
import type { Value } from './value.ts';

/** What waiting for a value gives: a promise's answer or its failure, the run of a lazy library value, else itself. */
export function settle(m: Machine, value: Value, node: Node, frame: Frame, state: State): Outcome[] {
  switch (value.kind) {
    case 'promise':
      if (value.outcome === 'rejected') {
        m.throw(state, value.value);
        return [];
      }
      if (value.outcome === 'open') {
        if (value.step !== null) m.parts.stepThrew(m, value.step, state);
        return settle(m, value.value, node, frame, state);
      }
      return settle(m, value.value, node, frame, state);
    case 'external': {
      const run = m.parts.runLazy(m, value, node, frame, state);
      if (!run) return answer(state, value);
      return run.flatMap((outcome) => settle(m, outcome.value, node, frame, outcome.state));
    }
    case 'union':
      return meet(
        m,
        value.options.flatMap((option, index) =>
          settle(m, option, node, frame, index === value.options.length - 1 ? state : state.fork()),
        ),
        sameValue,
      );
    case 'result':
      return answer(state, value);
    default:
      return answer(state, value);
  }
}

/** Settles, with a failure given back as a rejected promise instead of thrown. */
export function settleToPromise(m: Machine, value: Value, node: Node, frame: Frame, state: State): Outcome[] {
  const failed: Outcome[] = [];
  const done = m.catching(
    (thrown, error) => failed.push({ state: thrown, value: rejected(error) }),
    () => settle(m, value, node, frame, state),
  );
  return [...done.map((outcome) => ({ state: outcome.state, value: fulfilled(outcome.value) })), ...failed];
}
