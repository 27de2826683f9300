// Checked: @knocklabs/node 1.35 types and source: the option of a request is sent as its header; without one the client makes
// one up, which holds for its own retries only. It throws. Documented: docs.knock.app/api-reference/overview/idempotent-requests.
import { defineLibrary } from '../types.ts';
import { each, effect, either, headerAt, idempotent, keyAt, nothing, under } from './support/effect.ts';

const does = 'sends a notification';
const key = either(keyAt(2, 'idempotencyKey'), headerAt(2, 'headers', 'Idempotency-Key'));

export const knock = defineLibrary({
  name: '@knocklabs/node',
  packages: ['@knocklabs/node'],
  source: 'https://docs.knock.app/api-reference/overview/idempotent-requests',
  types: { Knock: ['default.new', 'Knock.new'] },
  calls: {
    'Knock.workflows.trigger': effect('message', does, { key }),
    // Up to version 0.
    'Knock.notify': effect('message', does, { key }),
    'Knock.schedules.create': effect('message', 'schedules a notification'),
    'Knock.workflows.cancel': idempotent('cancels a notification'),
    ...each(
      under('Knock', [
        ...[
          'users.update',
          'users.identify',
          'users.delete',
          'users.merge',
          'users.setChannelData',
          'users.setPreferences',
        ],
        ...['objects.set', 'objects.delete', 'objects.addSubscriptions', 'objects.deleteSubscriptions', 'tenants.set'],
      ]),
      idempotent('updates a recipient', 'other'),
    ),
    'Knock.*.*, Knock.*.*.*': nothing,
  },
});
