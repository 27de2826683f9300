// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below. It signs with the header that GitHub used.
import { defineLibrary } from '../types.ts';

export const jira = defineLibrary({
  name: 'jira',
  packages: [],
  source: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/',
  provider: {
    title: 'Jira',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['webhookEvent'],
    eventTime: ['timestamp'],
    headers: [],
    signatureHeaders: ['x-hub-signature'],
    naturalKey: 'the id of the issue together with `webhookEvent` and `timestamp`',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
