// Checked: web-push 3.6 types. Documented: github.com/web-push-libs/web-push.
import { defineLibrary } from '../types.ts';
import { each, effect, nothing } from './support/effect.ts';

const push = effect('message', 'sends a push notification');

export const webPush = defineLibrary({
  name: 'web-push',
  packages: ['web-push'],
  source: 'https://github.com/web-push-libs/web-push',
  calls: {
    ...each(['sendNotification', 'default.sendNotification'], push),
    'setVapidDetails, default.setVapidDetails': nothing,
  },
});
