import type { Node } from 'oxc-parser';
import type { CallRequest, Frame, Machine } from './machine.ts';
import { propertiesOf } from './heap.ts';
import type { State } from './state.ts';
import { originsOf } from './values.ts';
import { Origin, type Condition, type Value } from './value.ts';

/** What stands for a secret, a token or a signature by its name. */
const secretName = /token|secret|signature|sign$|hash|hmac|api_?key|passw|auth|challenge/i;

/**
 * Comes with a delivery beside the event: a header, the query, what the request itself holds. Whoever is given it may be
 * looking at who sent the event.
 */
export function isOfRequest(m: Machine, value: Value): boolean {
  switch (value.kind) {
    case 'external':
      return (
        m.requestTypes.has(`${value.package}|${value.root}`) ||
        (value.origins & (Origin.header | Origin.signature)) !== 0
      );
    case 'event':
      return value.part === 'header' || value.part === 'headers' || value.part === 'query';
    case 'union':
      return value.options.some((option) => isOfRequest(m, option));
    case 'promise':
      return isOfRequest(m, value.value);
    case 'text':
    case 'unknown':
      return (value.origins & (Origin.header | Origin.signature)) !== 0;
    default:
      return false;
  }
}

/** Would a function that is given this be able to verify the event? */
function letsVerify(m: Machine, value: Value, state: State, depth = 0): boolean {
  if (depth > 3) return false;
  if (isOfRequest(m, value)) return true;
  switch (value.kind) {
    case 'event':
      return value.part === 'raw' && value.path.length === 0;
    case 'object':
      return [...propertiesOf(m, state, value.id).known.values()].some((inner) =>
        letsVerify(m, inner, state, depth + 1),
      );
    case 'array':
      return value.items.some((item) => letsVerify(m, item, state, depth + 1));
    case 'union':
      return value.options.some((option) => letsVerify(m, option, state, depth + 1));
    case 'promise':
      return letsVerify(m, value.value, state, depth + 1);
    case 'test':
      return speaksOfVerification(value.condition);
    default:
      return false;
  }
}

function speaksOfVerification(condition: Condition): boolean {
  switch (condition.kind) {
    case 'verified':
      return true;
    case 'not':
      return speaksOfVerification(condition.condition);
    case 'and':
    case 'or':
      return speaksOfVerification(condition.left) || speaksOfVerification(condition.right);
    default:
      return false;
  }
}

/** A call that cannot be followed may be what verifies the event: it is given the means, or is named so. */
export function noteUnknownVerifier(m: Machine, request: CallRequest, state: State): void {
  if (m.lazy > 0 || state.maybeVerified) return;
  const word = (request.name ?? '').split('.').at(-1)?.replace(/\(\)$/, '') ?? '';
  if (m.lexicon.looksLikeVerifierName(word) || request.args.some((value) => letsVerify(m, value, state)))
    state.maybeVerified = true;
}

/** What a verifier threw is asked what it is: it may have thrown for something else than the signature. */
export function noteToldApart(m: Machine, sides: readonly Value[], state: State): void {
  for (const side of sides)
    if (side.kind === 'error' && side.step !== null && m.recorder.steps[side.step]?.fact.kind === 'verification')
      state.maybeVerified = true;
}

const isConstant = (value: Value): boolean => value.kind === 'constant';

/** How long a signature is says nothing of whether it is right. */
function isLength(value: Value): boolean {
  const name = value.kind === 'external' ? value.chain.at(-1)?.name : value.kind === 'unknown' ? value.name : undefined;
  return name === 'length' || name === 'byteLength' || (name?.endsWith('.length') ?? false);
}

/** A signature that the handler computed itself, to compare another with. */
function isComputed(m: Machine, value: Value): boolean {
  if (m.lexicon.findMac([value])) return true;
  const origins = originsOf(value);
  return value.kind !== 'event' && (origins & Origin.signature) !== 0 && (origins & Origin.header) === 0;
}

/** Something that may be the signature or secret that came along. */
function cameAlong(m: Machine, value: Value): boolean {
  if (isOfRequest(m, value)) return true;
  return value.kind === 'event' && value.path.length > 0 && secretName.test(value.path.at(-1) ?? '');
}

/**
 * `signature === expected`, `header !== process.env.SECRET`: the comparison is the verification. Undefined where it
 * compares anything else.
 */
export function comparedSecrets(
  m: Machine,
  operator: string,
  sides: readonly [Value, Value],
  node: Node,
  frame: Frame,
  state: State,
): Condition | undefined {
  if (m.lazy > 0 || (operator !== '=' && operator !== '<>') || sides.some(isConstant) || sides.some(isLength))
    return undefined;
  const [left, right] = sides;
  const computed = isComputed(m, left) ? left : isComputed(m, right) ? right : undefined;
  const other = computed === left ? right : left;
  if (computed && !(originsOf(other) & Origin.row) && !(isComputed(m, other) && other.kind !== 'unknown')) {
    const mac = m.lexicon.findMac([computed]);
    const step = m.parts.recordComparison(m, node, frame, { by: 'comparison', mac }, state);
    return verified(step, operator, state);
  }
  const known = sides.find((side) => (originsOf(side) & (Origin.environment | Origin.bodyHash)) !== 0);
  const given = sides.find((side) => side !== known && cameAlong(m, side));
  if (known && given) {
    const step = m.parts.recordComparison(m, node, frame, { by: 'secret', mac: null }, state);
    return verified(step, operator, state);
  }
  if (sides.some((side) => cameAlong(m, side))) state.maybeVerified = true;
  return undefined;
}

function verified(step: number, operator: string, state: State): Condition {
  if (step >= 0) state.setOutcome(step, 'returned');
  const condition: Condition = { kind: 'verified', step };
  return operator === '=' ? condition : { kind: 'not', condition };
}
