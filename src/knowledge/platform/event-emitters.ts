// Checked: @types/node 20 (events), eventemitter2 6.4, eventemitter3 5.0, mitt 3.0, emittery 1.2 types.
import { defineLibrary } from '../types.ts';
import type { Binding, MeaningOf } from '../types.ts';

/** `emitter.on(name, listener)` and its kin. */
export const listeners: readonly Binding[] = ['on', 'once', 'addListener', 'prependListener'].map((method) => ({
  kind: 'listener',
  by: 'call',
  method,
  key: 0,
  value: 1,
  as: 'value',
}));

/** …and of those whose names may have stars in them. */
export const wildListeners: readonly Binding[] = listeners.map((one) => ({
  ...one,
  wild: { by: 'segments', where: /\bwildcard\s*:\s*true\b/ },
}));

/** `emitter.emit(name, …values)`: the listeners start, and nobody waits for what they do later. */
export const emits: MeaningOf = ({ args }) => ({ is: 'dispatch', event: args[0], args: args.slice(1), awaited: false });

/** `await emitter.emitAsync(name, …values)`: it answers when all listeners have. */
export const emitsAndWaits: MeaningOf = ({ args }) => ({
  is: 'dispatch',
  event: args[0],
  args: args.slice(1),
  awaited: true,
});

export const eventEmitters = defineLibrary({
  name: 'eventemitter2',
  packages: ['eventemitter2', 'eventemitter3'],
  source: 'https://github.com/EventEmitter2/EventEmitter2, https://github.com/primus/eventemitter3',
  types: { Emitter: ['EventEmitter2.new', 'EventEmitter.new', 'default.new', 'default.EventEmitter2.new'] },
  typeAliases: { EventEmitter2: 'Emitter', EventEmitter: 'Emitter', default: 'Emitter' },
  calls: {
    'Emitter.emit': emits,
    'Emitter.emitAsync': emitsAndWaits,
    'Emitter.on': { is: 'nothing' },
    'Emitter.once': { is: 'nothing' },
    'Emitter.addListener': { is: 'nothing' },
  },
  bindings: wildListeners,
});

export const mitt = defineLibrary({
  name: 'mitt',
  packages: ['mitt'],
  source: 'https://github.com/developit/mitt',
  types: { Emitter: ['default()'] },
  calls: { 'Emitter.emit': emits, 'Emitter.on': { is: 'nothing' } },
  bindings: listeners.map((one) => ({ ...one, wild: { by: 'star' } })),
});

export const emittery = defineLibrary({
  name: 'emittery',
  packages: ['emittery'],
  source: 'https://github.com/sindresorhus/emittery',
  types: { Emitter: ['default.new'] },
  calls: {
    'Emitter.emit': emitsAndWaits,
    'Emitter.emitSerial': emitsAndWaits,
    'Emitter.on': { is: 'nothing' },
    'Emitter.once': { is: 'nothing' },
  },
  bindings: listeners,
});
