// Checked: @onesignal/node-onesignal 5.18 types and source. Documented: documentation.onesignal.com/docs/idempotent-notification-requests.
import { defineLibrary } from '../types.ts';
import { each, effect, either, idempotent, keyAt, nothing, under } from './support/effect.ts';

const does = 'sends a push notification';

export const onesignal = defineLibrary({
  name: '@onesignal/node-onesignal',
  packages: ['@onesignal/node-onesignal', 'onesignal-node'],
  source: 'https://documentation.onesignal.com/docs/idempotent-notification-requests',
  types: { Client: ['DefaultApi.new', 'Client.new'] },
  typeAliases: { DefaultApi: 'Client' },
  calls: {
    // The older name of the key is still taken.
    'Client.createNotification': effect('message', does, {
      key: either(keyAt(0, 'idempotency_key'), keyAt(0, 'external_id')),
    }),
    // Without a key of the caller's it makes one up, which holds for its own retries only.
    createNotificationWithRetry: effect('message', does, { key: keyAt(1, 'idempotency_key') }),
    'Client.createCustomEvents': effect('message', 'triggers messages'),
    ...each(
      under('Client', [
        'createUser',
        'updateUser',
        'deleteUser',
        'createSubscription',
        'updateSubscription',
        'createAlias',
      ]),
      idempotent('writes a recipient', 'other'),
    ),
    'Client.cancelNotification': idempotent('cancels a notification'),
    ...each(under('Client', ['getNotification', 'getNotifications', 'viewNotification', 'getUser']), nothing),
    createConfiguration: nothing,
  },
});
