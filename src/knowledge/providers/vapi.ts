// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const vapi = defineLibrary({
  name: 'vapi',
  packages: [],
  source: 'https://docs.vapi.ai/server-url/events',
  provider: {
    title: 'Vapi',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['message.type'],
    eventTime: ['message.timestamp'],
    headers: ['x-vapi-signature'],
    signatureHeaders: ['x-vapi-signature'],
    eventTypes: /^end-of-call-report$/,
    object: 'message',
    naturalKey: '`message.call.id` together with `message.type`',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
