// Facts in github.com/hookdeck/webhook-skills, read against the page below.
import { defineLibrary } from '../types.ts';
import { hours } from './support/verification.ts';

export const vercelEvents = defineLibrary({
  name: 'vercel webhooks',
  packages: [],
  source: 'https://vercel.com/docs/webhooks',
  provider: {
    title: 'Vercel',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['type'],
    eventTime: ['createdAt'],
    headers: ['x-vercel-signature'],
    signatureHeaders: ['x-vercel-signature'],
    eventTypes: /^deployment\.(succeeded|canceled)$/,
    object: 'payload',
    timeout: 30,
    window: hours(24),
    retriesByItself: true,
    order: 'unknown',
  },
});
