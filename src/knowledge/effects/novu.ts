// Checked: @novu/node 2.6 types. Documented: docs.novu.co/platform/concepts/trigger.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt } from './support/effect.ts';

const does = 'sends a notification';

export const novu = defineLibrary({
  name: '@novu/node',
  packages: ['@novu/node', '@novu/api'],
  source: 'https://docs.novu.co/platform/concepts/trigger',
  types: { Novu: ['Novu.new'] },
  calls: {
    // @novu/node: `trigger(workflow, { transactionId })`; @novu/api: `trigger({ transactionId }, idempotencyKey)`.
    'Novu.trigger': (call) =>
      effect('message', does, {
        key: call.read.text(call.args[0]) === undefined ? keyAt(0, 'transactionId') : keyAt(1, 'transactionId'),
      })(call),
    ...each(['Novu.broadcast', 'Novu.bulkTrigger', 'Novu.triggerBulk'], effect('message', does)),
    ...each(['Novu.subscribers.identify', 'Novu.subscribers.create'], idempotent('writes a subscriber', 'other')),
  },
});
