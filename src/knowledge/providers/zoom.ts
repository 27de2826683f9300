// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const zoom = defineLibrary({
  name: 'zoom',
  packages: [],
  source: 'https://developers.zoom.us/docs/api/webhooks/',
  provider: {
    title: 'Zoom',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['event'],
    eventTime: ['event_ts'],
    headers: [],
    signatureHeaders: [],
    eventTypes: /^meeting\.(participant_joined|participant_left)$/,
    object: 'payload.object',
    naturalKey: '`payload.object.uuid` together with `event` and `event_ts`',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
