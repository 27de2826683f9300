// Headers and event in the source registry of github.com/triggerdotdev/trigger.dev, which cites the page below.
import { defineLibrary } from '../types.ts';

export const telegramEvents = defineLibrary({
  name: 'telegram',
  packages: [],
  source: 'https://core.telegram.org/bots/api#setwebhook',
  provider: {
    title: 'Telegram',
    eventKey: ['update_id'],
    eventKeyHeaders: [],
    eventType: [],
    eventTime: [],
    headers: ['x-telegram-bot-api-secret-token'],
    signatureHeaders: ['x-telegram-bot-api-secret-token'],
    timeout: null,
    window: null,
    retriesByItself: true,
    signs: 'nothing',
    order: 'unknown',
  },
});
