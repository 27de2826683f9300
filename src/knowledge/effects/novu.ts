// Checked: @novu/api 3.19, @novu/node 2.6 types. Documented: docs.novu.co/platform/concepts/trigger: a transaction's id that was
// used is ignored.
import { defineLibrary } from '../types.ts';
import type { Call, Effect, Meaning } from '../types.ts';
import { each, effectOf, either, idempotent, keyAt, nothing, under } from './support/effect.ts';

const does = 'sends a notification';

/** `trigger(workflow, { transactionId })` of @novu/node, `trigger({ transactionId }, idempotencyKey)` of @novu/api. */
function triggers(call: Call): Meaning {
  const isNamed = call.read.text(call.args[0]) !== undefined;
  const key = isNamed ? keyAt(1, 'transactionId') : either(keyAt(0, 'transactionId'), keyAt(1));
  return effectOf(call, 'message', does, { key });
}

/** Of several events each has its own transaction. */
function triggersAll(call: Call): Meaning {
  const events = call.read.items(call.read.get(call.args[0], 'events') ?? call.args[0]);
  const ids = events?.map((event) => call.read.get(event, 'transactionId'));
  const meaning = effectOf(call, 'message', does, { key: keyAt(1) });
  if (meaning.is !== 'effect' || call.args.length > 1) return meaning;
  const [first] = ids ?? [];
  const isKeyed = ids?.every((id) => id !== undefined) === true;
  const key: Effect['key'] = {
    accepted: true,
    value: isKeyed ? first : undefined,
    place: '`{ transactionId }` of each event',
    unknown: ids === undefined ? true : undefined,
  };
  return { ...meaning, effect: { ...meaning.effect, key } };
}

export const novu = defineLibrary({
  name: '@novu/node',
  packages: ['@novu/node', '@novu/api'],
  source: 'https://docs.novu.co/platform/concepts/trigger',
  types: { Novu: ['Novu.new'] },
  calls: {
    ...each(['Novu.trigger', 'Novu.events.trigger', 'Novu.triggerBroadcast', 'Novu.broadcast'], triggers),
    ...each(['Novu.triggerBulk', 'Novu.bulkTrigger', 'Novu.events.bulkTrigger'], triggersAll),
    ...each(['Novu.cancel', 'Novu.events.cancel'], idempotent('cancels a notification')),
    ...each(
      under('Novu', [
        ...['subscribers.identify', 'subscribers.create', 'subscribers.createBulk', 'subscribers.patch'],
        ...['subscribers.update', 'subscribers.delete', 'topics.create', 'topics.subscriptions.create'],
      ]),
      idempotent('writes a subscriber', 'other'),
    ),
    'Novu.*.*, Novu.*.*.*': nothing,
  },
});
