// Checked: @knocklabs/node 1.35 types. Documented: docs.knock.app/api-reference/overview/idempotent-requests.
import { defineLibrary } from '../types.ts';
import { effect, idempotent, keyAt } from './support/effect.ts';

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
