// Checked: @types/web-push 3.6 types and source of web-push 3.6: no key; it throws.
import { defineLibrary } from '../types.ts';
import { each, effect, nothing } from './support/effect.ts';

export const webPush = defineLibrary({
  name: 'web-push',
  packages: ['web-push'],
  source: 'https://github.com/web-push-libs/web-push',
  calls: {
    sendNotification: effect('message', 'sends a push notification'),
    ...each(
      ['setVapidDetails', 'setGCMAPIKey', 'generateVAPIDKeys', 'generateRequestDetails', 'getVapidHeaders', 'encrypt'],
      nothing,
    ),
  },
});
