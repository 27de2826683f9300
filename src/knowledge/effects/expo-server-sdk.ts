// Checked: expo-server-sdk 6.1 types. Documented: github.com/expo/expo-server-sdk-node.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';

const push = effect('message', 'sends a push notification');

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
