// Checked: expo-server-sdk 6.1 types: no key; a ticket for each message says who failed.
import { defineLibrary } from '../types.ts';
import { each, effect, nothing } from './support/effect.ts';

export const expoPush = defineLibrary({
  name: 'expo-server-sdk',
  packages: ['expo-server-sdk'],
  source: 'https://github.com/expo/expo-server-sdk-node',
  types: { Expo: ['Expo.new', 'default.new'] },
  calls: {
    'Expo.sendPushNotificationsAsync': effect('message', 'sends a push notification'),
    'Expo.chunkPushNotifications': ({ args: [messages] }) => (messages ? { is: 'value', value: messages } : false),
    ...each(
      [
        'Expo.getPushNotificationReceiptsAsync',
        'Expo.chunkPushNotificationReceiptIds',
        'Expo.isExpoPushToken',
        'isExpoPushToken',
      ],
      nothing,
    ),
  },
});
