// Checked: @trigger.dev/sdk 4.8 types. Documented: trigger.dev/docs/idempotency.
import { each, effect, keyAt } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import type { MeaningOf, ParameterMeaning } from '../types.ts';

const does = 'starts a task';
const own = effect('enqueue', does, { key: keyAt(1, 'idempotencyKey') });
const named = effect('enqueue', does, { key: keyAt(2, 'idempotencyKey') });
const parameters: readonly ParameterMeaning[] = [{ delivery: 'message' }, { ignored: true }];

export const triggerDev = defineLibrary({
  name: '@trigger.dev/sdk',
  packages: ['@trigger.dev/sdk', '@trigger.dev/sdk/v3'],
  source: 'https://trigger.dev/docs/idempotency',
  types: { Task: ['task()', 'schemaTask()', 'tasks.create()'] },
  calls: {
    'Task.trigger': own,
    'Task.triggerAndWait': own,
    'Task.batchTrigger': effect('enqueue', does),
    'tasks.trigger': named,
    'tasks.triggerAndWait': named,
    'tasks.triggerAndPoll': named,
    'tasks.batchTrigger': effect('enqueue', does),
    'logger.*': { is: 'nothing' },
    // What is kept for one run of a task, under a key that a constant holds.
    ...each(['locals.get', 'locals.getOrThrow'], (({ args }) => ({
      is: 'bound',
      kind: 'property',
      key: args[0],
    })) satisfies MeaningOf),
    'metadata.*': { is: 'nothing' },
    'wait.*': { is: 'nothing' },
    'idempotencyKeys.create': ({ args: [key] }) => (key ? { is: 'value', value: key } : false),
  },
  bindings: [{ kind: 'property', by: 'call', method: 'set', key: 0, value: 1, as: 'value' }],
  registrations: ['task', 'schemaTask'].map((call) => ({
    by: 'call',
    call,
    options: { argument: 0, path: 'id', method: '', handler: 'run' },
    handlers: { argument: 0 },
    parameters,
    kind: 'queue',
  })),
});
