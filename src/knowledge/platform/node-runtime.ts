// Checked: nodejs.org/docs/latest-v20.x/api/globals.html, …/process.html, …/timers.html, @types/node 20.
import { Origin } from '../../interpret/value.ts';
import { each, nothing, prefixed } from '../effects/support/effect.ts';
import { emits, listeners } from './event-emitters.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import { argument, unknownOf, valueOf } from './support/values.ts';

/** A callback that runs when the handler has gone on, and whose errors nobody sees. */
function later({ args: [fn, ...rest] }: Call): Meaning {
  return { is: 'invocation', callbacks: [{ fn, args: rest }], when: 'later', returns: unknownOf(0) };
}

/** `setTimeout(fn, ms, …args)`. */
function timer({ args: [fn, , ...rest] }: Call): Meaning {
  return { is: 'invocation', callbacks: [{ fn, args: rest }], when: 'later', returns: unknownOf(0) };
}

const environment = valueOf(Origin.environment);
const clock = valueOf(Origin.clock);

const bufferConcat: MeaningOf = ({ args, read }) => {
  const items = read.items(args[0]) ?? [];
  const [first] = items;
  return first !== undefined && items.length === 1
    ? { is: 'value', value: first }
    : { is: 'value', value: unknownOf(read.origins(args[0])) };
};

const timers = {
  setTimeout: timer,
  setInterval: timer,
  setImmediate: later,
  ...each(['clearTimeout', 'clearInterval', 'clearImmediate'], nothing),
};

export const nodeGlobals = defineLibrary({
  name: 'node globals',
  packages: ['global'],
  source: 'https://nodejs.org/docs/latest-v20.x/api/globals.html',
  members: { 'process.env.*': environment, 'Bun.env.*': environment },
  calls: {
    ...timers,
    queueMicrotask: later,
    'process.nextTick': later,
    'process.hrtime': clock,
    'process.hrtime.bigint': clock,
    'process.uptime': clock,
    'process.*': nothing,
    'Deno.env.get': environment,
    'Bun.sleep': nothing,
    'Deno.*': nothing,
  },
});

export const nodeTimers = defineLibrary({
  name: 'node:timers',
  packages: ['node:timers', 'timers'],
  source: 'https://nodejs.org/docs/latest-v20.x/api/timers.html',
  calls: prefixed<Meaning | MeaningOf>(['', 'default.'], timers),
});

export const nodeTimersPromises = defineLibrary({
  name: 'node:timers/promises',
  packages: ['node:timers/promises', 'timers/promises'],
  source: 'https://nodejs.org/docs/latest-v20.x/api/timers.html#timers-promises-api',
  calls: prefixed(['', 'default.'], each(['setTimeout', 'setImmediate', 'scheduler.wait', 'scheduler.yield'], nothing)),
});

export const nodeProcess = defineLibrary({
  name: 'node:process',
  packages: ['node:process', 'process'],
  source: 'https://nodejs.org/docs/latest-v20.x/api/process.html',
  members: { 'env.*': environment, 'default.env.*': environment },
  calls: { ...each(['nextTick', 'default.nextTick'], later), '*': nothing, 'default.*': nothing },
});

export const nodeBuffer = defineLibrary({
  name: 'node:buffer',
  packages: ['node:buffer', 'buffer'],
  source: 'https://nodejs.org/docs/latest-v20.x/api/buffer.html',
  calls: prefixed<Meaning | MeaningOf>(['', 'default.'], {
    'Buffer.from': (call: Call) => argument(call),
    'Buffer.concat': bufferConcat,
  }),
});

/** A listener runs while `emit` runs, but nobody waits for what it starts. */
function listener({ args: [, fn] }: Call): Meaning {
  return { is: 'invocation', callbacks: [{ fn, args: [] }], when: 'later', returns: unknownOf(0) };
}

export const nodeEvents = defineLibrary({
  name: 'node:events',
  packages: ['node:events', 'events'],
  source: 'https://nodejs.org/docs/latest-v20.x/api/events.html',
  types: { EventEmitter: ['EventEmitter.new', 'default.new', 'default.EventEmitter.new'] },
  calls: {
    ...each(['EventEmitter.on', 'EventEmitter.addListener', 'EventEmitter.once'], listener),
    'EventEmitter.emit': emits,
  },
  bindings: listeners,
});

const rawBody: Meaning = { is: 'delivery', part: 'raw' };

export const nodeStreamConsumers = defineLibrary({
  name: 'node:stream/consumers',
  packages: ['node:stream/consumers', 'stream/consumers'],
  source: 'https://nodejs.org/docs/latest-v20.x/api/webstreams.html#utility-consumers',
  calls: prefixed<Meaning>(['', 'default.'], {
    ...each(['arrayBuffer', 'blob', 'buffer', 'text'], rawBody),
    json: { is: 'delivery', part: 'body' },
  }),
});
