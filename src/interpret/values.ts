import type { Node } from 'oxc-parser';
import {
  Origin,
  type ArrayValue,
  type ConstantValue,
  type EventValue,
  type ExternalValue,
  type Origins,
  type PromiseValue,
  type ResultShape,
  type ResultValue,
  type StepId,
  type TextValue,
  type TypeReference,
  type UnknownValue,
  type Value,
} from './value.ts';

export const undefinedValue: ConstantValue = { kind: 'constant', value: undefined, origins: Origin.literal };
export const nullValue: ConstantValue = { kind: 'constant', value: null, origins: Origin.literal };
export const trueValue: ConstantValue = { kind: 'constant', value: true, origins: Origin.literal };
export const falseValue: ConstantValue = { kind: 'constant', value: false, origins: Origin.literal };

export function constant(value: ConstantValue['value'], origins: Origins = Origin.literal): ConstantValue {
  if (value === undefined) return undefinedValue;
  if (value === null) return nullValue;
  if (value === true && origins === Origin.literal) return trueValue;
  if (value === false && origins === Origin.literal) return falseValue;
  return { kind: 'constant', value, origins };
}

export function unknown(
  name: string | null = null,
  origins: Origins = 0,
  type: TypeReference | null = null,
  maybeClaim: StepId | null = null,
): UnknownValue {
  return { kind: 'unknown', name, origins, type, maybeClaim };
}

export function external(packageName: string, root: string, handle: string | null = null): ExternalValue {
  return { kind: 'external', package: packageName, root, chain: [], handle, origins: 0, data: null };
}

export function event(part: EventValue['part'], provider: string | null, path: readonly string[] = []): EventValue {
  return { kind: 'event', part, provider, path, origins: Origin.event };
}

const longest = 64;
const longestText = 65_536;

/** A list; a long one is known by what its first items are. */
export function array(items: readonly Value[], rest: Value | null = null): ArrayValue {
  if (items.length > longest)
    return { kind: 'array', items: [], rest: union([...items.slice(0, unionLimit), rest ?? undefined]) };
  return { kind: 'array', items, rest };
}

export function fulfilled(value: Value): PromiseValue {
  return value.kind === 'promise' ? value : { kind: 'promise', outcome: 'fulfilled', value, step: null };
}

/** The answer of a step that nobody has waited for yet. */
export function pendingPromise(value: Value, step: StepId | null): PromiseValue {
  return { kind: 'promise', outcome: 'open', value, step };
}

export function rejected(value: Value): PromiseValue {
  return { kind: 'promise', outcome: 'rejected', value, step: null };
}

export function result(
  step: StepId,
  shape: ResultShape,
  origins: Origins = Origin.row,
  field: readonly string[] | null = null,
): ResultValue {
  return { kind: 'result', step, shape, field, origins };
}

/** Where a value comes from; a text carries what its parts carry. */
export function originsOf(value: Value | null | undefined): Origins {
  if (!value) return 0;
  switch (value.kind) {
    case 'unknown':
    case 'constant':
    case 'text':
    case 'external':
    case 'event':
    case 'result':
      return value.origins;
    case 'array':
      return value.items.reduce((all, item) => all | originsOf(item), value.rest ? originsOf(value.rest) : 0);
    case 'union':
      return value.options.reduce((all, item) => all | originsOf(item), 0);
    case 'promise':
      return originsOf(value.value);
    default:
      return 0;
  }
}

/** Text made of parts, folded where it is constant. */
export function text(parts: readonly (string | Value)[]): Value {
  const flat: (string | Value)[] = [];
  let origins = 0;
  const add = (part: string | Value) => {
    if (typeof part !== 'string') {
      if (part.kind === 'text') {
        for (const inner of part.parts) add(inner);
        return;
      }
      origins |= originsOf(part);
      if (part.kind !== 'constant' || part.value instanceof RegExp) {
        flat.push(part);
        return;
      }
      part = String(part.value);
    }
    const last = flat.length - 1;
    const before = flat[last];
    if (typeof before === 'string') flat[last] = before + part;
    else if (part !== '') flat.push(part);
  };
  for (const part of parts) add(part);
  if (flat.length === 0) return constant('');
  if (flat.length > longest * 8 || flat.some((part) => typeof part === 'string' && part.length > longestText))
    return unknown(null, origins);
  const only = flat[0];
  if (flat.length === 1 && typeof only === 'string') return constant(only, origins || Origin.literal);
  return { kind: 'text', parts: flat, origins } satisfies TextValue;
}

/** Of a longer sum only the origins are kept. */
const longestSum = 64;

/** A number or text computed from two values: where they come from, and the rows that they were read from, are kept. */
export function arithmetic(left: Value, right: Value): Value {
  const origins = originsOf(left) | originsOf(right);
  const before = left.kind === 'text' && left.parts.includes('\u0001') ? left.parts : [left];
  if (before.length > longestSum) return { ...left, origins } as Value;
  return { kind: 'text', parts: [...before, '\u0001', right], origins };
}

/** A time of the clock, `milliseconds` before another one; undefined where either is not known. */
export function earlier(time: Value, milliseconds: Value): UnknownValue | undefined {
  if (time.kind !== 'unknown' || time.origins !== Origin.clock) return undefined;
  if (milliseconds.kind !== 'constant' || typeof milliseconds.value !== 'number') return undefined;
  return { ...unknown(time.name, Origin.clock), age: (time.age ?? 0) + milliseconds.value / 1000 };
}

/** Nothing is known of it but its name: a written type may say more. */
export function isOpaque(value: Value): boolean {
  if (value.kind === 'unknown') return value.maybeClaim === null && value.type === null;
  const last = value.kind === 'external' ? value.chain.at(-1) : undefined;
  return last !== undefined && !last.isNew && last.args !== null && !last.tagged;
}

const unionLimit = 8;

/** A name under which equal values meet; different for values that must not be confused. */
export function identityOf(value: Value): string {
  switch (value.kind) {
    case 'constant':
      return `c:${typeof value.value}:${String(value.value)}`;
    case 'unknown':
      return `u:${value.name ?? ''}:${value.origins}:${value.maybeClaim ?? ''}:${value.type ? `${value.type.file}${value.type.node.start}` : ''}:${value.age ?? ''}`;
    case 'external':
      return `x:${value.package}:${value.root}:${value.handle ?? ''}:${value.chain.map((step) => `${step.name}@${step.node.start}`).join('.')}`;
    case 'event':
      return `e:${value.part}:${value.provider ?? ''}:${value.path.join('.')}${value.origins & Origin.reserialised ? ':anew' : ''}`;
    case 'function':
      return `f:${value.file}:${value.node.start}:${(value.environment as { id?: string }).id ?? ''}`;
    case 'native':
      return `n:${value.name}`;
    case 'class':
      return `k:${value.file}:${value.node.start}`;
    case 'instance':
    case 'object':
      return `o:${value.id}`;
    case 'array':
      return `[${value.items.map(identityOf).join()}|${value.rest ? identityOf(value.rest) : ''}]`;
    case 'result':
      return `r:${value.step}:${value.shape.kind}:${value.field?.join('.') ?? ''}`;
    case 'error':
      return `!:${value.step ?? ''}:${value.path.join('.')}:${value.name ?? ''}:${value.status ?? ''}`;
    case 'test':
      return `t:${JSON.stringify(value.condition, (key, inner: unknown) => (key === 'value' && typeof inner === 'object' ? '' : inner))}`;
    case 'promise':
      return `p:${value.outcome}:${value.step ?? ''}:${identityOf(value.value)}`;
    case 'response':
      return `h:${value.status ?? ''}`;
    case 'text':
      return `"${value.parts.map((part) => (typeof part === 'string' ? part : `\${${identityOf(part)}}`)).join('')}`;
    case 'union':
      return `(${value.options.map(identityOf).join('|')})`;
    case 'namespace':
      return `m:${value.file}`;
  }
}

/** Says nothing beside a thing of known make: unknown, or a property of the global object. */
function isWeak(value: Value): boolean {
  if (value.kind === 'unknown') return true;
  const last = value.kind === 'external' && value.package === 'global' ? value.chain.at(-1) : undefined;
  return last?.args === null && !last.isNew;
}

function isEntity(value: Value): boolean {
  return (
    value.kind === 'external' ||
    value.kind === 'function' ||
    value.kind === 'class' ||
    value.kind === 'instance' ||
    value.kind === 'native' ||
    value.kind === 'namespace'
  );
}

/** Either of several values. Where one is a thing of known make, what is unknown beside it adds nothing. */
export function union(values: readonly (Value | undefined)[]): Value {
  const options = new Map<string, Value>();
  const add = (value: Value) => {
    if (value.kind === 'union') for (const option of value.options) add(option);
    else options.set(identityOf(value), value);
  };
  for (const value of values) if (value) add(value);
  let list = [...options.values()];
  if (list.length > 1 && list.some((value) => isEntity(value) && !isWeak(value)))
    list = list.filter((value) => !isWeak(value));
  const [first] = list;
  if (!first) return undefinedValue;
  if (list.length === 1) return first;
  if (list.length > unionLimit)
    return unknown(
      null,
      list.reduce((all, value) => all | originsOf(value), 0),
    );
  return { kind: 'union', options: list };
}

/** The written form of an expression as a dotted name, where it has one: `this.stripe.transfers.create`. */
export function writtenName(node: Node): string | null {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'PrivateIdentifier':
      return `#${node.name}`;
    case 'ThisExpression':
      return 'this';
    case 'Super':
      return 'super';
    case 'MemberExpression': {
      const object = writtenName(node.object);
      const property = node.computed
        ? node.property.type === 'Literal'
          ? String(node.property.value)
          : '[…]'
        : writtenName(node.property);
      return object === null ? property : `${object}.${property ?? '…'}`;
    }
    case 'CallExpression': {
      const callee = writtenName(node.callee);
      return callee === null ? null : `${callee}()`;
    }
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return writtenName(node.expression);
    case 'AwaitExpression':
      return writtenName(node.argument);
    default:
      return null;
  }
}
