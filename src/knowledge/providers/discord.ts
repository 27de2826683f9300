// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below. Checked: discord-interactions 4.4 types.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const discordEvents = defineLibrary({
  name: 'discord',
  packages: ['discord-interactions'],
  source: 'https://docs.discord.com/developers/events/webhook-events',
  calls: {
    verifyKey: verifies('discord', 'boolean', { payload: 0, secret: 3 }),
    // Middleware that answers 401 itself.
    'verifyKeyMiddleware()': verifies('discord', 'nothing'),
  },
  provider: {
    title: 'Discord',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['event.type', 'type'],
    eventTime: ['event.timestamp'],
    headers: ['x-signature-ed25519', 'x-signature-timestamp'],
    signatureHeaders: ['x-signature-ed25519'],
    object: 'event.data',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
