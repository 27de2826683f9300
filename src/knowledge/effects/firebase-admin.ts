// Checked: firebase-admin 13.10 types: no key; a send throws, a send of several answers who failed. Up to version 12 there were
// more ways to send.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, refetch, under } from './support/effect.ts';

const push = effect('message', 'sends a push notification');

export const firebaseMessaging = defineLibrary({
  name: 'firebase-admin',
  packages: ['firebase-admin', 'firebase-admin/messaging', 'firebase-admin/auth'],
  source: 'https://firebase.google.com/docs/cloud-messaging/send-message',
  types: {
    App: ['initializeApp()', 'app()'],
    Messaging: ['getMessaging()', 'messaging()', 'App.messaging()'],
    Auth: ['getAuth()', 'auth()', 'App.auth()', 'Auth.tenantManager().authForTenant()'],
  },
  typeAliases: {
    'app.App': 'App',
    'messaging.Messaging': 'Messaging',
    'auth.Auth': 'Auth',
    BaseAuth: 'Auth',
    TenantAwareAuth: 'Auth',
  },
  calls: {
    ...each(
      under('Messaging', [
        ...['send', 'sendEach', 'sendEachForMulticast', 'sendMulticast', 'sendAll'],
        ...['sendToDevice', 'sendToDeviceGroup', 'sendToTopic', 'sendToCondition'],
      ]),
      push,
    ),
    ...each(
      ['Messaging.subscribeToTopic', 'Messaging.unsubscribeFromTopic'],
      idempotent('changes who is sent notifications', 'other'),
    ),
    'Auth.createUser': effect('other', 'creates a user'),
    ...each(
      under('Auth', [
        ...['setCustomUserClaims', 'updateUser', 'deleteUser', 'deleteUsers', 'revokeRefreshTokens', 'importUsers'],
      ]),
      idempotent('updates a user'),
    ),
    ...each(
      under('Auth', [
        'verifyIdToken',
        'verifySessionCookie',
        'getUser',
        'getUserByEmail',
        'getUserByPhoneNumber',
        'getUserByProviderUid',
        'getUsers',
        'listUsers',
      ]),
      refetch,
    ),
    ...each(
      under('Auth', [
        ...['createCustomToken', 'createSessionCookie', 'generatePasswordResetLink'],
        ...['generateEmailVerificationLink', 'generateSignInWithEmailLink'],
      ]),
      nothing,
    ),
  },
});
