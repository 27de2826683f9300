import type { Node } from 'oxc-parser';
import { makeObject, propertiesOf } from './heap.ts';
import type { Frame, Machine } from './machine.ts';
import type { State } from './state.ts';
import { array, union, unknown } from './values.ts';
import type { Value } from './value.ts';

/** The names that a pattern binds, each with its value. Defaults apply where the value may be undefined. */
export function bindPattern(m: Machine, pattern: Node, value: Value, frame: Frame, state: State): Map<string, Value> {
  const bound = new Map<string, Value>();
  bindInto(m, pattern, value, frame, state, (target, inner) => {
    if (target.type === 'Identifier') bound.set(target.name, inner);
  });
  return bound;
}

function read(m: Machine, value: Value, name: string, node: Node, frame: Frame, state: State): Value {
  const outcomes = m.parts.member(m, value, name, node, frame, state);
  return union(outcomes.map((outcome) => outcome.value));
}

/** Takes a value apart by a pattern and hands each target (identifier or member) its part. */
export function bindInto(
  m: Machine,
  pattern: Node,
  value: Value,
  frame: Frame,
  state: State,
  assign: (target: Node, value: Value) => void,
): void {
  if (!m.enter(state)) return;
  try {
    bindPart(m, pattern, value, frame, state, assign);
  } finally {
    m.nesting -= 1;
  }
}

function bindPart(
  m: Machine,
  pattern: Node,
  value: Value,
  frame: Frame,
  state: State,
  assign: (target: Node, value: Value) => void,
): void {
  switch (pattern.type) {
    case 'Identifier':
      // As the language does: a function without a name takes that of the variable.
      assign(pattern, value.kind === 'function' && value.name === '' ? { ...value, name: pattern.name } : value);
      return;
    case 'MemberExpression':
      assign(pattern, value);
      return;
    case 'TSParameterProperty':
      bindInto(m, pattern.parameter, value, frame, state, assign);
      return;
    case 'AssignmentPattern':
      bindInto(m, pattern.left, withDefault(m, value, pattern.right, frame, state), frame, state, assign);
      return;
    case 'RestElement':
      bindInto(m, pattern.argument, value, frame, state, assign);
      return;
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      bindInto(m, pattern.expression, value, frame, state, assign);
      return;
    case 'ObjectPattern': {
      const taken: (string | null)[] = [];
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          bindInto(
            m,
            property.argument,
            without(m, value, taken, `#${frame.context}@${property.start}`, state),
            frame,
            state,
            assign,
          );
          continue;
        }
        const name = propertyName(m, property.key, property.computed, frame, state);
        taken.push(name);
        const part = name === null ? unknown(null) : read(m, value, name, property, frame, state);
        bindInto(m, property.value, part, frame, state, assign);
      }
      return;
    }
    case 'ArrayPattern':
      pattern.elements.forEach((element, index) => {
        if (!element) return;
        if (element.type === 'RestElement') {
          const rest = value.kind === 'array' ? array(value.items.slice(index), value.rest) : unknown(null);
          bindInto(m, element.argument, rest, frame, state, assign);
          return;
        }
        bindInto(m, element, read(m, value, String(index), element, frame, state), frame, state, assign);
      });
      return;
    default:
      return;
  }
}

/** What is left of an object when some names are taken out; of what is no object all is left. */
function without(m: Machine, value: Value, taken: readonly (string | null)[], id: string, state: State): Value {
  if (value.kind === 'union')
    return union(value.options.map((option, index) => without(m, option, taken, `${id}|${index}`, state)));
  if (value.kind !== 'object') return value;
  const { known, open } = propertiesOf(m, state, value.id);
  return makeObject(
    m,
    state,
    id,
    new Map([...known].filter(([name]) => !taken.includes(name))),
    open || taken.includes(null),
  );
}

function withDefault(m: Machine, value: Value, fallback: Node, frame: Frame, state: State): Value {
  const isUndefined = value.kind === 'constant' && value.value === undefined;
  if (!isUndefined && value.kind !== 'unknown' && value.kind !== 'union') return value;
  const other = union(m.evaluate(fallback, frame, state.fork()).map((outcome) => outcome.value));
  return isUndefined ? other : value.kind === 'unknown' && value.type ? value : union([value, other]);
}

export function propertyName(m: Machine, key: Node, computed: boolean, frame: Frame, state: State): string | null {
  if (!computed) {
    if (key.type === 'Identifier') return key.name;
    if (key.type === 'PrivateIdentifier') return `#${key.name}`;
    if (key.type === 'Literal') return String(key.value);
  }
  const [outcome, ...more] = m.evaluate(key, frame, state.fork());
  if (!outcome || more.length > 0) return null;
  const { value } = outcome;
  if (value.kind === 'constant' && (typeof value.value === 'string' || typeof value.value === 'number'))
    return String(value.value);
  return null;
}
