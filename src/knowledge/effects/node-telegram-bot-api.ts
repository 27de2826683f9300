// Source: github.com/yagop/node-telegram-bot-api. node-telegram-bot-api 2.1 has no types.
import { defineLibrary } from '../types.ts';
import { each, effect } from './support/effect.ts';

const telegram = effect('message', 'sends a Telegram message');

export const telegramBot = defineLibrary({
  name: 'node-telegram-bot-api',
  packages: ['node-telegram-bot-api'],
  source: 'https://github.com/yagop/node-telegram-bot-api',
  types: { Bot: ['default.new'] },
  calls: each(
    ['sendMessage', 'sendPhoto', 'sendDocument', 'sendInvoice'].map((name) => `Bot.${name}`),
    telegram,
  ),
});
