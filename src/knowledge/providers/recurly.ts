// Documented: docs.recurly.com …/docs/automatic-retries (10 tries, 10 + x * 2^(x + 5) seconds apart: 73 hours) and …/docs/best-practices.
import { defineLibrary } from '../types.ts';
import { hours } from './support/verification.ts';

export const recurly = defineLibrary({
  name: 'recurly',
  packages: [],
  source: 'https://docs.recurly.com/recurly-subscriptions/v2021-02-25/docs/automatic-retries',
  provider: {
    title: 'Recurly',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: [],
    eventTime: [],
    headers: [],
    signatureHeaders: [],
    eventTypes: /^(new_dunning_event|closed_invoice)$/,
    naturalKey: 'the id of what the notification is about together with its type',
    timeout: 5,
    window: hours(73),
    retriesByItself: true,
    order: 'none',
  },
});
