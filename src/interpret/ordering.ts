import type { Node } from 'oxc-parser';
import type { Frame, Machine } from './machine.ts';
import type { State } from './state.ts';
import { summarise } from './summary.ts';
import { Origin, type Value } from './value.ts';
import { originsOf } from './values.ts';

const longest = 60;

/** Notes that the time of an event is compared with another; how old it is now says nothing of the order of two. */
export function noteOrdering(m: Machine, node: Node, sides: readonly Value[], frame: Frame, state: State): void {
  const origins = sides.reduce((all, side) => all | originsOf(side), 0);
  if (m.lazy > 0 || !(origins & Origin.eventTime) || origins & Origin.clock) return;
  const parts = sides.flatMap(partsOf);
  if (parts.length < 2) return;
  // A difference is a number like any other, unless it is that of two events: how a list is put in order.
  if (node.type === 'BinaryExpression' && node.operator === '-' && !parts.every(isTimeOfEvent)) return;
  const { text: whole } = frame.module.source;
  const text = whole.slice(node.start, node.end).replace(/\s+/g, ' ');
  m.recorder.record(
    {
      kind: 'ordering',
      sides: parts.map((part) => summarise(m, part, state)).filter((one) => one !== null),
    },
    {
      node,
      file: frame.module.file,
      text,
      name: text.length > longest ? `${text.slice(0, longest - 1)}…` : text,
      calls: m.calls,
      connection: null,
      part: '',
    },
    state,
    state.loop > 0,
  );
}

function isTimeOfEvent(value: Value): boolean {
  return value.kind === 'event' && (value.origins & Origin.eventTime) !== 0;
}

/** What is compared: `a - b > 0` compares both. */
function partsOf(side: Value): readonly Value[] {
  if (side.kind === 'union') return side.options.flatMap(partsOf);
  if (side.kind !== 'text') return side.kind === 'constant' ? [] : [side];
  return side.parts.filter((part) => typeof part !== 'string').flatMap(partsOf);
}
