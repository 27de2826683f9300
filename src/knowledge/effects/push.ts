// Checked: firebase-admin messaging, @onesignal/node-onesignal, expo-server-sdk, web-push types.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt, nothing, refetch } from './support/effect.ts';

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
      ['send', 'sendEach', 'sendEachForMulticast', 'sendMulticast', 'sendAll', 'sendToDevice', 'sendToTopic'].map((name) => `Messaging.${name}`),
      push,
    ),
    ...each(['Messaging.subscribeToTopic', 'Messaging.unsubscribeFromTopic'], nothing),
    'Auth.createUser': effect('other', 'creates a user'),
    ...each(['Auth.setCustomUserClaims', 'Auth.updateUser', 'Auth.deleteUser', 'Auth.revokeRefreshTokens'], idempotent('updates a user')),
    ...each(['Auth.getUser', 'Auth.getUserByEmail', 'Auth.verifyIdToken'], refetch),
  },
});

export const onesignal = defineLibrary({
  name: '@onesignal/node-onesignal',
  packages: ['@onesignal/node-onesignal', 'onesignal-node'],
  source: 'https://documentation.onesignal.com/docs/idempotent-notification-requests',
  types: { Client: ['DefaultApi.new', 'Client.new', 'default.DefaultApi.new', 'default.Client.new'] },
  calls: { 'Client.createNotification': effect('message', 'sends a push notification', { key: keyAt(0, 'idempotency_key') }) },
});

export const expoPush = defineLibrary({
  name: 'expo-server-sdk',
  packages: ['expo-server-sdk'],
  source: 'https://github.com/expo/expo-server-sdk-node',
  types: { Expo: ['Expo.new', 'default.new'] },
  calls: {
    'Expo.sendPushNotificationsAsync': push,
    'Expo.chunkPushNotifications': ({ args: [messages] }) => (messages ? { is: 'value', value: messages } : false),
  },
});

export const webPush = defineLibrary({
  name: 'web-push',
  packages: ['web-push'],
  source: 'https://github.com/web-push-libs/web-push',
  calls: { ...each(['sendNotification', 'default.sendNotification'], push), 'setVapidDetails, default.setVapidDetails': nothing },
});
