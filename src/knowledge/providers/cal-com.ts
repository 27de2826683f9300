// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const calCom = defineLibrary({
  name: 'cal.com',
  packages: [],
  source: 'https://cal.com/docs/developing/guides/automation/webhooks',
  provider: {
    title: 'Cal.com',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['triggerEvent'],
    eventTime: ['createdAt'],
    headers: ['x-cal-signature-256'],
    signatureHeaders: ['x-cal-signature-256'],
    eventTypes: /^(BOOKING_(CREATED|CANCELLED|RESCHEDULED)|MEETING_ENDED)$/,
    object: 'payload',
    naturalKey: '`payload.uid` together with `triggerEvent`',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
