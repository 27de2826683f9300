// Documented: dev.twitch.tv/docs/eventsub/handling-webhook-events: sent at least once, answered within a few seconds.
import { defineLibrary } from '../types.ts';

export const twitch = defineLibrary({
  name: 'twitch',
  packages: [],
  source: 'https://dev.twitch.tv/docs/eventsub/handling-webhook-events',
  provider: {
    title: 'Twitch',
    eventKey: [],
    eventKeyHeaders: ['twitch-eventsub-message-id'],
    eventType: ['subscription.type'],
    eventTypeHeaders: ['twitch-eventsub-message-type'],
    eventTime: [],
    headers: [
      'twitch-eventsub-message-id',
      'twitch-eventsub-message-signature',
      'twitch-eventsub-message-timestamp',
      'twitch-eventsub-message-type',
    ],
    signatureHeaders: ['twitch-eventsub-message-signature'],
    object: 'event',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
