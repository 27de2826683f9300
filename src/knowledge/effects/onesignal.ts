// Checked: @onesignal/node-onesignal 5.18 types. Documented: documentation.onesignal.com/docs/idempotent-notification-requests.
import { defineLibrary } from '../types.ts';
import { effect, keyAt } from './support/effect.ts';

export const onesignal = defineLibrary({
  name: '@onesignal/node-onesignal',
  packages: ['@onesignal/node-onesignal', 'onesignal-node'],
  source: 'https://documentation.onesignal.com/docs/idempotent-notification-requests',
  types: { Client: ['DefaultApi.new', 'Client.new', 'default.DefaultApi.new', 'default.Client.new'] },
  calls: {
    'Client.createNotification': effect('message', 'sends a push notification', { key: keyAt(0, 'idempotency_key') }),
  },
});
