import type { Node } from 'oxc-parser';
import { typeMember } from './annotation.ts';
import { builtinMethod } from './methods.ts';
import { sameValue } from './evaluate.ts';
import { grow, hasProperties, propertiesOf, setProperty } from './heap.ts';
import { fieldValue, findMember, functionValue, superOf } from './lookup.ts';
import type { Env, Frame, Machine, Outcome } from './machine.ts';
import { meet } from './meet.ts';
import { initialiseObject } from './registries.ts';
import { noteProperty } from './memory.ts';
import { answer, native } from './native.ts';
import type { State } from './state.ts';
import { arithmetic, constant, identityOf, result, undefinedValue, union, unknown } from './values.ts';
import { Origin, type ClassValue, type EventValue, type InstanceValue, type ResultValue, type Value } from './value.ts';

/** Reads a property. `*` stands for a computed name that is not known, and for an item of a list. */
export function member(m: Machine, object: Value, name: string, node: Node, frame: Frame, state: State): Outcome[] {
  if (object.kind === 'external' || object.kind === 'unknown') {
    const kept = keptProperty(m, object, name, state);
    if (kept) return answer(state, kept);
  }
  switch (object.kind) {
    case 'external':
      return m.parts.externalMember(m, object, name, node, frame, state);
    case 'namespace': {
      if (name === '*') return answer(state, unknown());
      const direct = m.parts.exported(m, object.file, name);
      return answer(state, direct);
    }
    case 'object': {
      if (m.memory.bornObjects.has(object.id)) initialiseObject(m, object.id);
      const { known, open } = propertiesOf(m, state, object.id);
      if (name === '*') {
        const all = union([...known.values(), ...(open ? [unknown()] : []), undefinedValue]);
        return getterOr(m, all, object, node, frame, state);
      }
      const value = known.get(name);
      if (value) return getterOr(m, value, object, node, frame, state);
      if (name === 'hasOwnProperty') return answer(state, hasOwn(object, node));
      const method = objectMethods.has(name) ? builtinMethod(object, name) : undefined;
      if (method) return answer(state, method);
      return answer(
        state,
        open ? (known.get('...') ? unknown(name, originsOfOpen(known)) : unknown(name)) : undefinedValue,
      );
    }
    case 'instance':
      return instanceMember(m, object, name, node, frame, state);
    case 'class':
      return classMember(m, object, name, node, frame, state);
    case 'array': {
      if (name === '*')
        return answer(state, union([...object.items, ...(object.rest ? [object.rest] : []), undefinedValue]));
      if (/^\d+$/.test(name)) {
        const item = object.items[Number(name)];
        return answer(state, item ?? (object.rest ? union([object.rest, undefinedValue]) : undefinedValue));
      }
      if (name === 'length') return answer(state, object.rest ? unknown('length') : constant(object.items.length));
      return answer(state, builtinMethod(object, name) ?? unknown(name));
    }
    case 'event':
      return answer(state, eventMember(m, object, name));
    case 'result':
      return answer(state, resultMember(m, object, name, state));
    case 'error':
      if (name === '*') return answer(state, unknown());
      return answer(state, { ...object, path: [...object.path, name] });
    case 'union':
      return meet(
        m,
        object.options
          .filter(
            (option, _, all) =>
              all.length === 1 ||
              !(option.kind === 'constant' && (option.value === null || option.value === undefined)),
          )
          .flatMap((option, index, all) =>
            member(m, option, name, node, frame, index === all.length - 1 ? state : state.fork()),
          ),
        sameValue,
      );
    case 'unknown': {
      if (object.type) {
        const typed = typeMember(m, object.type, name);
        if (typed)
          return answer(
            state,
            typed.kind === 'unknown' ? { ...typed, origins: typed.origins | object.origins } : typed,
          );
      }
      const method = builtinMethod(object, name);
      if (method) return answer(state, method);
      return answer(state, {
        ...unknown(object.name === null ? name : `${object.name}.${name}`, object.origins),
        maybeClaim: object.maybeClaim,
      });
    }
    case 'constant':
      if (object.value === null || object.value === undefined) return answer(state, undefinedValue);
      if (name === 'length' && typeof object.value === 'string') return answer(state, constant(object.value.length));
      if (name === 'href' && typeof object.value === 'string') return answer(state, object);
      return answer(state, builtinMethod(object, name) ?? unknown(name));
    case 'function':
      if (name === 'name') return answer(state, constant(object.name));
      return answer(state, builtinMethod(object, name) ?? ownFunctionMember(m, object, name, state));
    case 'response':
      if (name === 'status' && object.status !== null) return answer(state, constant(object.status));
      return answer(state, unknown(name));
    case 'text':
      // `url.href`
      if (name === 'href') return answer(state, object);
      return answer(state, builtinMethod(object, name) ?? unknown(name, object.origins & ~Origin.literal));
    case 'promise':
      return answer(state, builtinMethod(object, name) ?? unknown(name));
    default:
      return answer(state, builtinMethod(object, name) ?? unknown(name));
  }
}

/** What was assigned to a property of something that is not known: `globalThis.prisma = …`. */
function keptProperty(m: Machine, object: Value, name: string, state: State): Value | undefined {
  const id = keptId(object);
  if (!hasProperties(m, state, id)) return undefined;
  return propertiesOf(m, state, id).known.get(name);
}

/** Under which id the properties stand that were given to a value of which nothing else is known. */
export function keptId(object: Value): string {
  return `#kept:${identityOf(object)}`;
}

/** `seen.hasOwnProperty(event.id)` */
function hasOwn(object: Value, node: Node): Value {
  return native('hasOwnProperty', (m, request, state) => {
    const written = node.type === 'MemberExpression' ? node.object : node;
    const access = { object, key: request.args[0] ?? undefinedValue, action: 'read' } as const;
    const step = noteProperty(m, access, written, request, state);
    return answer(state, step === undefined ? unknown() : { kind: 'test', condition: { kind: 'outcome', step } });
  });
}

const objectMethods = new Set(['hasOwnProperty', 'toString', 'valueOf']);

function originsOfOpen(known: ReadonlyMap<string, Value>): number {
  const rest = known.get('...');
  return rest?.kind === 'unknown' ? rest.origins : 0;
}

function ownFunctionMember(m: Machine, object: Value & { kind: 'function' }, name: string, state: State): Value {
  const id = `#function:${object.file}@${object.node.start}`;
  return hasProperties(m, state, id) ? (propertiesOf(m, state, id).known.get(name) ?? unknown(name)) : unknown(name);
}

function getterOr(m: Machine, value: Value, self: Value, node: Node, frame: Frame, state: State): Outcome[] {
  if (value.kind === 'function' && value.name.startsWith('get ') && value.node.params.length === 0)
    return m.call(
      { callee: { ...value, self }, self, args: [], node, frame, isNew: false, name: value.name.slice(4) },
      state,
    );
  return answer(state, value);
}

function instanceMember(
  m: Machine,
  object: InstanceValue,
  name: string,
  node: Node,
  frame: Frame,
  state: State,
): Outcome[] {
  if (name === '*') return answer(state, unknown());
  const set = propertiesOf(m, state, object.id).known.get(name);
  if (set && hasProperties(m, state, object.id)) return answer(state, set);
  const found = findMember(m, object.class, name, false);
  if (found) {
    if (found.kind === 'method') {
      const value = functionValue(found.node, found.owner.environment as Env, name, object, found.owner);
      return answer(state, value);
    }
    if (found.kind === 'getter') {
      const getter = functionValue(found.node, found.owner.environment as Env, name, object, found.owner);
      return m.call({ callee: getter, self: object, args: [], node, frame, isNew: false, name }, state);
    }
    return answer(state, fieldValue(m, object, found, name));
  }
  // A class that extends a library's: what it does not declare is the library's.
  const parent = outerParent(m, object.class);
  if (parent?.kind === 'external') {
    const made = m.parts.instanceOf(m, parent, object);
    return m.parts.externalMember(m, made, name, node, frame, state);
  }
  return answer(state, unknown(`${object.class.name}.${name}`));
}

function outerParent(m: Machine, owner: ClassValue): Value | null {
  let current: Value | null = owner;
  for (let depth = 0; depth < 8 && current?.kind === 'class'; depth += 1) current = superOf(m, current);
  return current;
}

function classMember(m: Machine, object: ClassValue, name: string, node: Node, frame: Frame, state: State): Outcome[] {
  if (name === 'name') return answer(state, constant(object.name));
  const found = findMember(m, object, name, true);
  if (found) {
    if (found.kind === 'method')
      return answer(state, functionValue(found.node, found.owner.environment as Env, name, object, found.owner));
    if (found.kind === 'getter') {
      const getter = functionValue(found.node, found.owner.environment as Env, name, object, found.owner);
      return m.call({ callee: getter, self: object, args: [], node, frame, isNew: false, name }, state);
    }
    return answer(state, fieldValue(m, null, found, name));
  }
  // `super.method()`: the method of a parent class, on the same object.
  const method = findMember(m, object, name, false);
  if (method?.kind === 'method')
    return answer(state, functionValue(method.node, method.owner.environment as Env, name, frame.self, method.owner));
  const parent = outerParent(m, object);
  // What a library's model does is about the class that extends it.
  if (parent?.kind === 'external')
    return m.parts.externalMember(m, { ...parent, data: { ...parent.data, of: object } }, name, node, frame, state);
  return answer(state, unknown(`${object.name}.${name}`));
}

/** A part of what the provider sent, one step further in. */
function eventMember(m: Machine, object: EventValue, name: string): Value {
  if (object.part === 'headers') {
    if (
      name === 'get' ||
      name === 'has' ||
      name === 'entries' ||
      name === 'forEach' ||
      name === 'keys' ||
      name === 'toJSON'
    ) {
      const method = builtinMethod(object, name);
      if (method) return method;
    }
    return m.parts.header(m, name === '*' ? null : name);
  }
  const method = builtinMethod(object, name);
  if (method) return method;
  if (object.part === 'raw' && name === 'length') return unknown('length');
  if (object.part === 'raw' && object.path.length === 0)
    return m.parts.deliveryPart(m, { ...object, part: 'body', path: [name] });
  if (object.path.length >= 12) return object;
  return m.parts.deliveryPart(m, { ...object, path: [...object.path, /^\d+$/.test(name) ? '*' : name] });
}

/** One step into what a database operation returned. */
function resultMember(m: Machine, object: ResultValue, name: string, state: State): Value {
  const { shape } = object;
  if (object.field) {
    const method = builtinMethod(object, name) ?? appending(m, object, name);
    if (method) return method;
    return { ...object, field: [...object.field, /^\d+$/.test(name) ? '*' : name] };
  }
  switch (shape.kind) {
    case 'object': {
      const inner = shape.properties[name];
      if (inner?.kind === 'error') m.recorder.readErrors.add(object.step);
      if (inner) return result(object.step, inner, object.origins);
      return unknown(name, object.origins);
    }
    case 'tuple': {
      const inner = shape.items[Number(name)];
      return inner ? result(object.step, inner, object.origins) : unknown(name);
    }
    case 'rows': {
      if (/^\d+$/.test(name) || name === '*')
        return result(object.step, { kind: name === '*' ? 'row-or-throw' : 'row' }, object.origins);
      if (name === 'length' || name === shape.count) return result(object.step, { kind: 'count' }, object.origins);
      return builtinMethod(object, name) ?? unknown(name, object.origins);
    }
    case 'row':
    case 'row-or-throw': {
      const id = rowId(object.step);
      const set = hasProperties(m, state, id) ? propertiesOf(m, state, id).known.get(name) : undefined;
      if (set) return set;
      return m.parts.rowMethod(m, object, name) ?? { ...object, field: [name] };
    }
    case 'error':
      return { kind: 'error', step: object.step, path: [name], name: null, status: null };
    default:
      return builtinMethod(object, name) ?? unknown(name, object.origins);
  }
}

/** `order.items.push(item)`: the list in the field grows, and a later `save` stores it. */
function appending(m: Machine, { step, field }: ResultValue, name: string): Value | undefined {
  if (!field || (name !== 'push' && name !== 'unshift') || !m.loadedBy.has(step)) return undefined;
  const before: Value = { kind: 'result', step, shape: { kind: 'row' }, field, origins: Origin.row };
  return native(`row.${name}`, (machine, request, state) => {
    const grown = request.args.reduce((all, item) => arithmetic(all, item), before);
    setProperty(machine, state, rowId(step), field.join('.'), grown);
    return answer(state, unknown());
  });
}

/** Where the heap keeps what was assigned to a loaded row. */
export function rowId(step: number): string {
  return `#row:${step}`;
}

/** Assigns to a property. */
export function setMember(m: Machine, target: Node, value: Value, frame: Frame, state: State): void {
  if (target.type !== 'MemberExpression') return;
  const [object] = m.evaluate(target.object, frame, state.fork());
  if (!object) return;
  const names: string[] = [];
  if (!target.computed)
    names.push(target.property.type === 'PrivateIdentifier' ? `#${target.property.name}` : target.property.name);
  else {
    const [property] = m.evaluate(target.property, frame, state.fork());
    if (property)
      noteProperty(
        m,
        { object: object.value, key: property.value, action: 'write' },
        target.object,
        { node: target, frame },
        state,
      );
    names.push(property?.value.kind === 'constant' ? String(property.value.value) : '...');
  }
  for (const name of names) assignProperty(m, object.value, name, value, state);
}

export function assignProperty(m: Machine, object: Value, name: string, value: Value, state: State): void {
  switch (object.kind) {
    case 'object':
    case 'instance':
      setProperty(m, state, object.id, name, value);
      return;
    case 'result':
      if (!object.field && (object.shape.kind === 'row' || object.shape.kind === 'row-or-throw'))
        setProperty(m, state, rowId(object.step), name, value);
      else if (object.field) setProperty(m, state, rowId(object.step), [...object.field, name].join('.'), value);
      return;
    case 'array':
      // `list[list.length] = item`; one that only puts another in the place of an item is seen as added, too.
      if (name === '...' || /^\d+$/.test(name)) grow(m, state, object, [value]);
      return;
    case 'function':
      setProperty(m, state, `#function:${object.file}@${object.node.start}`, name, value);
      return;
    case 'union':
      for (const option of object.options) assignProperty(m, option, name, value, state);
      return;
    case 'external':
      m.parts.noteAssignment(m, object, name, value, state);
      setProperty(m, state, keptId(object), name, value);
      return;
    case 'unknown':
      setProperty(m, state, keptId(object), name, value);
      return;
    default:
      return;
  }
}
