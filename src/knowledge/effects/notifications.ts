// Checked: @knocklabs/node, @trycourier/courier, @novu/node types; docs.novu.co/platform/concepts/idempotency.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt } from './support/effect.ts';

const does = 'sends a notification';

export const knock = defineLibrary({
  name: '@knocklabs/node',
  packages: ['@knocklabs/node'],
  source: 'https://docs.knock.app/api-reference/overview/idempotent-requests',
  types: { Knock: ['default.new', 'Knock.new'] },
  calls: {
    'Knock.workflows.trigger': effect('message', does, { key: keyAt(2, 'idempotencyKey') }),
    'Knock.notify': effect('message', does, { key: keyAt(2, 'idempotencyKey') }),
    'Knock.workflows.cancel': idempotent('cancels a notification'),
    'Knock.users.update': idempotent('updates a recipient', 'other'),
  },
});

export const courier = defineLibrary({
  name: '@trycourier/courier',
  packages: ['@trycourier/courier'],
  source: 'https://www.courier.com/docs/reference/send/message',
  types: { Courier: ['default.new', 'CourierClient.new', 'CourierClient()'] },
  calls: {
    'Courier.send.message': effect('message', does, { key: keyAt(1, 'idempotencyKey') }),
    'Courier.send': effect('message', does, { key: keyAt(1, 'idempotencyKey') }),
  },
});

export const novu = defineLibrary({
  name: '@novu/node',
  packages: ['@novu/node', '@novu/api'],
  source: 'https://docs.novu.co/platform/concepts/trigger',
  types: { Novu: ['Novu.new'] },
  calls: {
    // @novu/node: `trigger(workflow, { transactionId })`; @novu/api: `trigger({ transactionId }, idempotencyKey)`.
    'Novu.trigger': (call) =>
      effect('message', does, { key: call.read.text(call.args[0]) === undefined ? keyAt(0, 'transactionId') : keyAt(1, 'transactionId') })(call),
    ...each(['Novu.broadcast', 'Novu.bulkTrigger', 'Novu.triggerBulk'], effect('message', does)),
    ...each(['Novu.subscribers.identify', 'Novu.subscribers.create'], idempotent('writes a subscriber', 'other')),
  },
});
