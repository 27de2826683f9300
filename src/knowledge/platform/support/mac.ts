import type { Mac } from '../../../interpret/lexicon.ts';
import type { ExternalValue, Value } from '../../../interpret/value.ts';

/** Looks in what two compared values are made of for a keyed hash, and says over what it was computed. */
export function findMac(values: readonly (Value | undefined)[], depth = 0): Mac | null {
  for (const value of values) {
    const mac = value === undefined || depth > 4 ? null : macIn(value, depth);
    if (mac) return mac;
  }
  return null;
}

function macIn(value: Value, depth: number): Mac | null {
  switch (value.kind) {
    case 'external':
      return macOf(value) ?? findMac(argumentsOf(value), depth + 1);
    case 'text':
      return findMac(
        value.parts.filter((part) => typeof part !== 'string'),
        depth + 1,
      );
    case 'union':
      return findMac(value.options, depth + 1);
    case 'promise':
      return macIn(value.value, depth + 1);
    default:
      return null;
  }
}

/** `createHmac(…)`, `createHash(…).update(…)`, `crypto.subtle.importKey(…)`: parts of computing one. */
export function computesHash(value: Value): boolean {
  if (value.kind !== 'external') return false;
  return [...value.root.split('.'), ...value.chain.map((step) => step.name)].some((name) =>
    /^(?:createHmac|createHash|createVerify|subtle|TextEncoder)$/.test(name),
  );
}

/** `createHmac(algorithm, secret).update(payload).digest()`, `crypto.subtle.sign(algorithm, key, payload)`. */
function macOf(value: ExternalValue): Mac | null {
  const names = [...value.root.split('.'), ...value.chain.map((step) => step.name)];
  if (names.includes('createHmac')) {
    const created = value.chain.find((step) => step.args !== null);
    const updates = value.chain.filter((step) => step.name === 'update');
    const update = updates.find((step) => isOfDelivery(step.args?.[0])) ?? updates.at(-1);
    return { secret: created?.args?.[1], payload: update?.args?.[0], node: (update ?? created)?.node };
  }
  const sign = value.chain.find((step) => step.args !== null && step.args.length >= 3);
  return names.includes('subtle') && names.includes('sign')
    ? { secret: sign?.args?.[1], payload: sign?.args?.[2], node: sign?.node }
    : null;
}

function isOfDelivery(value: Value | undefined): boolean {
  return value?.kind === 'event' && value.part !== 'header' && value.part !== 'headers';
}

function argumentsOf(value: ExternalValue): readonly Value[] {
  return value.chain.flatMap((step) => step.args ?? []);
}
