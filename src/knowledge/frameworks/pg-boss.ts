// Checked: pg-boss 10.4 types. Documented: timgit.github.io/pg-boss/#/api/jobs.
import { Origin } from '../../interpret/value.ts';
import { effectOf, keyAt } from '../effects/support/effect.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';

const does = 'enqueues a job';

/** `send(name, data, { singletonKey })`, `send({ name, data, options: { singletonKey } })`; `id` works as well. */
const send: MeaningOf = (call) => {
  const isRequest = call.args.length === 1 && call.read.text(call.args[0]) === undefined;
  const place = (name: string) => (isRequest ? keyAt(0, 'options', name) : keyAt(2, name));
  // `{ db }`: the job goes in on the caller's connection.
  const options = isRequest ? call.read.get(call.args[0], 'options') : call.args[2];
  const joinsTransaction = call.read.get(options, 'db') !== undefined;
  const byId = effectOf(call, 'enqueue', does, { key: place('id'), joinsTransaction });
  const hasId = byId.is === 'effect' && byId.effect.key.accepted && byId.effect.key.value !== undefined;
  return hasId ? byId : effectOf(call, 'enqueue', does, { key: place('singletonKey'), joinsTransaction });
};

export const pgBoss = defineLibrary({
  name: 'pg-boss',
  packages: ['pg-boss'],
  source: 'https://timgit.github.io/pg-boss/#/api/jobs',
  types: { Boss: ['default.new', 'PgBoss.new'], Job: [] },
  typeAliases: { PgBoss: 'Boss', 'default.Job': 'Job', 'PgBoss.Job': 'Job', JobWithMetadata: 'Job' },
  members: {
    'Job.data': { is: 'delivery', part: 'message' },
    'Job.id': valueOf(Origin.eventKey),
    'Job.retryCount': valueOf(Origin.attempt),
  },
  calls: {
    'Boss.send': send,
    'Boss.sendAfter': send,
    'Boss.publish': send,
    // The `singletonKey` of these is theirs; a fifth argument names the key.
    'Boss.sendThrottled': (call) => effectOf(call, 'enqueue', does, { key: keyAt(4) }),
    'Boss.sendDebounced': (call) => effectOf(call, 'enqueue', does, { key: keyAt(4) }),
    'Boss.insert': (call) => {
      const [first] = call.read.items(call.args[0]) ?? [];
      return effectOf({ ...call, args: first === undefined ? [] : [first] }, 'enqueue', does, {
        key: keyAt(0, 'singletonKey'),
        joinsTransaction: call.read.get(call.args[1], 'db') !== undefined,
      });
    },
    'Boss.*': { is: 'nothing' },
  },
  registrations: [
    { by: 'call', call: 'Boss.work', handlers: { from: 1 }, parameters: [{ delivery: 'message' }], kind: 'queue' },
    { by: 'call', call: 'Boss.subscribe', handlers: { from: 1 }, parameters: [{ delivery: 'message' }], kind: 'queue' },
  ],
});
