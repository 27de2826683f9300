import type { ExternalValue, Origins, Value } from './value.ts';
import type { ValueReader } from '../knowledge/types.ts';
import { keptId, rowId } from './member.ts';
import { hasProperties, propertiesOf } from './heap.ts';
import type { Frame, Machine } from './machine.ts';
import type { State } from './state.ts';
import { deepOrigins, textOf } from './summary.ts';
import { nullishOf, truthOf } from './branch.ts';
import { external, union } from './values.ts';
import type { Node } from 'oxc-parser';

/** Answers a knowledge file's questions on values, for one state. */
export function valueReader(m: Machine, node: Node, frame: Frame, state: State): ValueReader {
  const settled = (value: Value | undefined): Value | undefined => (value?.kind === 'promise' ? value.value : value);
  const only = (value: Value | undefined): Value | undefined => {
    const inner = settled(value);
    if (inner?.kind !== 'union') return inner;
    const there = inner.options.filter(
      (option) => !(option.kind === 'constant' && (option.value === undefined || option.value === null)),
    );
    return there.length === 1 ? there[0] : inner;
  };
  const reader: ValueReader = {
    string(value) {
      const inner = only(value);
      return inner?.kind === 'constant' && typeof inner.value === 'string' ? inner.value : undefined;
    },
    number(value) {
      const inner = only(value);
      return inner?.kind === 'constant' && typeof inner.value === 'number' ? inner.value : undefined;
    },
    boolean(value) {
      const inner = only(value);
      if (!inner) return undefined;
      const truth = truthOf(inner);
      return typeof truth === 'boolean' ? truth : undefined;
    },
    text: (value) => textOf(only(value)),
    written(value) {
      const inner = only(value);
      const [part, ...more] = inner?.kind === 'text' ? inner.parts : [];
      return part !== undefined && typeof part !== 'string' && more.length === 0 ? part : inner;
    },
    get(value, ...path) {
      let current = only(value);
      for (const name of path) {
        if (!current) return undefined;
        if (current.kind === 'object') {
          const { known, open } = propertiesOf(m, state, current.id);
          const found: Value | undefined = known.get(name);
          if (!found) return open ? { kind: 'unknown', name, origins: 0, type: null, maybeClaim: null } : undefined;
          current = only(found);
        } else if (current.kind === 'union') {
          const options: (Value | undefined)[] = current.options.map((option) => reader.get(option, name));
          const there = options.filter((option) => option !== undefined);
          if (there.length === 0) return undefined;
          current = union(there);
        } else if (current.kind === 'constant') return undefined;
        else {
          const outcomes = m.parts.member(m, current, name, node, frame, state.fork());
          const inner = union(outcomes.map((outcome) => outcome.value));
          if (inner.kind === 'constant' && inner.value === undefined) return undefined;
          current = only(inner);
        }
      }
      return current;
    },
    entries(value) {
      const inner = only(value);
      if (inner?.kind === 'object')
        return [...propertiesOf(m, state, inner.id).known].filter(([name]) => name !== '...');
      if (inner?.kind === 'union') return inner.options.flatMap((option) => reader.entries(option));
      if (inner?.kind === 'result' && !inner.field) {
        const id = rowId(inner.step);
        return hasProperties(m, state, id) ? [...propertiesOf(m, state, id).known] : [];
      }
      if (inner?.kind === 'external') {
        // `const mail = new Mail(); mail.key = …`
        const id = keptId(inner);
        return hasProperties(m, state, id) ? [...propertiesOf(m, state, id).known] : [];
      }
      if (inner?.kind === 'instance')
        return hasProperties(m, state, inner.id) ? [...propertiesOf(m, state, inner.id).known] : [];
      return [];
    },
    isWhole(value) {
      const inner = only(value);
      if (inner?.kind === 'object') return !propertiesOf(m, state, inner.id).open;
      if (inner?.kind === 'union') return inner.options.every((option) => reader.isWhole(option));
      return inner?.kind === 'constant';
    },
    items(value) {
      const inner = only(value);
      if (inner?.kind !== 'array') return undefined;
      return inner.rest ? [...inner.items, inner.rest] : inner.items;
    },
    isFunction(value) {
      const inner = only(value);
      return inner?.kind === 'function' || inner?.kind === 'native';
    },
    isNullish(value) {
      if (!value) return true;
      const nullish = nullishOf(value);
      return typeof nullish === 'boolean' ? nullish : undefined;
    },
    origins: (value): Origins => deepOrigins(m, value, state),
    external(value): ExternalValue | undefined {
      const inner = only(value);
      return inner?.kind === 'external' ? inner : undefined;
    },
    apply(value, args) {
      const inner = only(value);
      if (!inner) return undefined;
      m.lazy += 1;
      const { sink, guarded } = m;
      m.sink = () => undefined;
      m.guarded = false;
      try {
        const outcomes = m.call(
          { callee: inner, self: null, args, node, frame, isNew: false, name: null },
          state.fork(),
        );
        return outcomes.length === 0 ? undefined : only(union(outcomes.map((outcome) => outcome.value)));
      } finally {
        m.sink = sink;
        m.guarded = guarded;
        m.lazy -= 1;
      }
    },
    make: (packageName, root) =>
      external(
        packageName,
        root,
        m.knowledge.package(packageName)?.isConnection(root) ? `${root}@${node.start}` : null,
      ),
    name(value) {
      const inner = only(value);
      if (!inner) return null;
      if (inner.kind === 'unknown' || inner.kind === 'class' || inner.kind === 'function') return inner.name;
      if (inner.kind === 'result') return inner.field?.join('.') ?? null;
      if (inner.kind === 'event') return inner.path.join('.') || inner.part;
      return null;
    },
  };
  return reader;
}
