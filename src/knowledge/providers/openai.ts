// Facts in github.com/hookdeck/webhook-skills, read against the page below. Its headers are those of Standard Webhooks.
import { defineLibrary } from '../types.ts';

export const openaiEvents = defineLibrary({
  name: 'openai',
  packages: [],
  source: 'https://platform.openai.com/docs/guides/webhooks',
  provider: {
    title: 'OpenAI',
    eventKey: ['id'],
    eventKeyHeaders: ['webhook-id'],
    eventType: ['type'],
    eventTime: ['created_at'],
    headers: [],
    signatureHeaders: ['webhook-signature'],
    eventTypes:
      /^(fine_tuning\.job\.(succeeded|failed|cancelled)|batch\.(completed|failed|cancelled|expired)|realtime\.call\.incoming)$/,
    object: 'data',
    timeout: 20,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
