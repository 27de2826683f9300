// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const bitbucket = defineLibrary({
  name: 'bitbucket',
  packages: [],
  source: 'https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/',
  provider: {
    title: 'Bitbucket',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: [],
    eventTypeHeaders: ['x-event-key'],
    eventTime: [],
    headers: ['x-event-key'],
    signatureHeaders: [],
    naturalKey: 'the id of what the event is about together with `X-Event-Key`',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
