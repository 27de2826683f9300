// Checked: node-telegram-bot-api 2.1 types, and @types/node-telegram-bot-api 0.64 for version 0: no key; it throws.
import { defineLibrary } from '../types.ts';
import { telegramContext, telegramMethods } from './support/telegram.ts';

export const telegramBot = defineLibrary({
  name: 'node-telegram-bot-api',
  packages: ['node-telegram-bot-api'],
  source: 'https://github.com/yagop/node-telegram-bot-api',
  types: {
    Bot: ['Bot.new'],
    // Up to version 1 the bot itself, a default export, has the methods.
    Telegram: ['default.new', 'Api.new', 'Bot.api', 'Context.api'],
    Context: [],
  },
  typeAliases: { Api: 'Telegram' },
  calls: { ...telegramMethods, ...telegramContext },
});
