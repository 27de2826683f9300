// Checked: @trycourier/courier 7.10 types. Documented: www.courier.com/docs/reference/send/message.
import { defineLibrary } from '../types.ts';
import { effect, keyAt } from './support/effect.ts';

const does = 'sends a notification';

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
