// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const notionEvents = defineLibrary({
  name: 'notion webhooks',
  packages: [],
  source: 'https://developers.notion.com/reference/webhooks',
  provider: {
    title: 'Notion',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['type'],
    eventTime: ['timestamp'],
    headers: [],
    signatureHeaders: [],
    eventTypes: /^(page\.content_updated|database\.content_updated)$/,
    object: 'data',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
