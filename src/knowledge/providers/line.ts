// Checked: @line/bot-sdk 11.0 types. One delivery carries many events. Time limit and retries were not read and stay null.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const line = defineLibrary({
  name: 'line',
  packages: ['@line/bot-sdk'],
  source: 'https://developers.line.biz/en/docs/messaging-api/receiving-messages/',
  calls: {
    validateSignature: verifies('line', 'boolean', { payload: 0, secret: 1 }),
    // Middleware that refuses what is not signed.
    'middleware()': verifies('line', 'nothing'),
  },
  provider: {
    title: 'LINE',
    eventKey: ['events.*.webhookEventId'],
    eventKeyHeaders: [],
    eventType: ['events.*.type'],
    eventTime: ['events.*.timestamp'],
    headers: ['x-line-signature'],
    signatureHeaders: ['x-line-signature'],
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
