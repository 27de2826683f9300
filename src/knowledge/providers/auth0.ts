// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below. One delivery carries many events.
import { defineLibrary } from '../types.ts';

export const auth0Events = defineLibrary({
  name: 'auth0 log streams',
  packages: [],
  source: 'https://auth0.com/docs/customize/log-streams/custom-log-streams',
  provider: {
    title: 'Auth0',
    eventKey: ['*.log_id'],
    eventKeyHeaders: [],
    eventType: ['*.data.type'],
    eventTime: ['*.data.date'],
    headers: [],
    signatureHeaders: [],
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
