// Checked: firebase-admin 13.10 types. Documented: firebase.google.com/docs/cloud-messaging/send-message.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, refetch } from './support/effect.ts';

const push = effect('message', 'sends a push notification');

export const firebaseMessaging = defineLibrary({
  name: 'firebase-admin',
  packages: ['firebase-admin', 'firebase-admin/messaging', 'firebase-admin/auth'],
  source: 'https://firebase.google.com/docs/cloud-messaging/send-message',
  types: {
    Messaging: ['getMessaging()', 'default.messaging()', 'messaging()', 'default.app().messaging()'],
    Auth: ['getAuth()', 'default.auth()', 'auth()', 'default.app().auth()'],
  },
  calls: {
    ...each(
      ['send', 'sendEach', 'sendEachForMulticast', 'sendMulticast', 'sendAll', 'sendToDevice', 'sendToTopic'].map(
        (name) => `Messaging.${name}`,
      ),
      push,
    ),
    ...each(['Messaging.subscribeToTopic', 'Messaging.unsubscribeFromTopic'], nothing),
    'Auth.createUser': effect('other', 'creates a user'),
    ...each(
      ['Auth.setCustomUserClaims', 'Auth.updateUser', 'Auth.deleteUser', 'Auth.revokeRefreshTokens'],
      idempotent('updates a user'),
    ),
    ...each(['Auth.getUser', 'Auth.getUserByEmail', 'Auth.verifyIdToken'], refetch),
  },
});
