import { unknownOf } from '../../platform/support/values.ts';
import type { Call, Meaning } from '../../types.ts';

/** `after(fn)`, `after(promise)`, `waitUntil(promise)`: goes on when the answer is out, and fails unseen. */
export function afterAnswer({ args: [work], read }: Call): Meaning {
  return read.isFunction(work)
    ? { is: 'invocation', callbacks: [{ fn: work, args: [] }], when: 'later', returns: unknownOf(0) }
    : { is: 'invocation', callbacks: [], when: 'later', returns: unknownOf(0), promise: work };
}

/** `event.waitUntil(promise)`. */
export function waitUntil({ args: [promise] }: Call): Meaning {
  return { is: 'invocation', callbacks: [], when: 'later', returns: unknownOf(0), promise };
}

/** Runs a callback while the handler waits for it, and gives what it gives: `step.run(id, fn)`. */
export function runs(argument: number) {
  return ({ args }: Call): Meaning => ({
    is: 'invocation',
    callbacks: [{ fn: args[argument], args: [] }],
    when: 'now',
    returns: 'answer',
  });
}
