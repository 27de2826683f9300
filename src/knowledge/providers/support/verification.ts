import { Origin } from '../../../interpret/value.ts';
import type { Origins, Value } from '../../../interpret/value.ts';
import type { Call, Meaning, MeaningOf, Verification } from '../../types.ts';

interface Arguments {
  /** Index of the raw payload, or the property of the first argument that holds it. */
  readonly payload?: number | string;
  readonly secret?: number | string;
  /** Property of what it gives that is the boolean. */
  readonly property?: string;
}

/** A verifier of one provider's signature. */
export function verifies(
  provider: string | null,
  returns: Verification['returns'],
  { payload, secret, property }: Arguments = {},
): MeaningOf {
  return (call): Meaning => ({
    is: 'verification',
    verification: { provider, returns, payload: at(call, payload), secret: at(call, secret), property },
  });
}

function at({ args, read }: Call, place: number | string | undefined): Value | undefined {
  if (place === undefined) return undefined;
  return typeof place === 'number' ? args[place] : read.get(args[0], place);
}

/** Members of a type that a program writes for the parsed event: `row.body as Stripe.Event`. */
export function eventMembers(
  type: string,
  provider: string,
  {
    key,
    kind,
    time,
    rest,
  }: { readonly key?: string; readonly kind?: string; readonly time?: string; readonly rest: readonly string[] },
): Record<string, Meaning> {
  const member = (path: string, origins: Origins): [string, Meaning] => [
    `${type}.${path}`,
    { is: 'value', value: { kind: 'event', provider, part: 'body', path: path.split('.'), origins } },
  ];
  return Object.fromEntries([
    ...rest.map((path) => member(path, Origin.event)),
    ...(kind === undefined ? [] : [member(kind, Origin.event)]),
    ...(time === undefined ? [] : [member(time, Origin.eventTime)]),
    ...(key === undefined ? [] : [member(key, Origin.eventKey)]),
  ]);
}

export const minutes = (count: number): number => count * 60;
export const hours = (count: number): number => count * 3600;
export const days = (count: number): number => count * 86_400;
